"""The start: an empty table, or the first tile on it."""

from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State, after_event
from lucca_pi.games.contract.history import Looks, Played, Started
from lucca_pi.games.contract.questions import Disagreed
from lucca_pi.games.contract.verdict import Explained, Unexplained
from lucca_pi.games.lucco.referee import explain
from lucca_pi.games.lucco.session.memory import case_of, reading_of
from lucca_pi.games.lucco.session.seats import names_of
from lucca_pi.language import _, ngettext

TO_START = _("An empty table, or the first tile on it. Then OK.")
"""What has to lie on the table before the first look."""


def judge_start(state: State, looks: Looks, date: str) -> Outcome:
    """What a look shows before the start: who has laid the first tile is told by its colour."""
    reading = reading_of(state, looks)
    if reading.faults:
        fault = reading.faults[0]
        return Outcome(mode=Disagreed((fault.problem,), _("{remedy}, then press OK.", remedy=fault.remedy), looks))
    if len(reading.lying) > 1:
        text = ngettext("{number} tile lies there already", "{number} tiles lie there already", len(reading.lying))
        return Outcome(mode=Disagreed((text,), _("Begin with an empty table, then press OK."), looks))
    seats = dict(zip(names_of(state.begun), state.begun.setup.seats, strict=True))
    begun = Started(seats, None, looks if not reading.lying else (), date)
    if not reading.lying:
        return Outcome((begun,))
    verdict = explain(case_of(after_event(state, begun), looks))
    if isinstance(verdict, Explained):
        return Outcome((begun, Played(verdict.turn, looks, None, date)))
    problems = verdict.problems if isinstance(verdict, Unexplained) else ()
    return Outcome(mode=Disagreed(problems, _("Begin with an empty table, then press OK."), looks))
