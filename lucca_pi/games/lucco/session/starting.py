"""The start: an empty table, or the first tile on it."""

from lucca_pi.games.contract.history import Looks, Played, Start, Started
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.questions import Decision, Disagreed
from lucca_pi.games.contract.verdict import Explained, Unexplained
from lucca_pi.games.lucco.referee import explain
from lucca_pi.games.lucco.session.memory import case_of, reading_of, started
from lucca_pi.games.lucco.session.seats import names_of
from lucca_pi.language import _, ngettext

TO_START = _("An empty table, or the first tile on it. Then OK.")
"""What has to lie on the table before the first look."""


def judge_start(match: Match, looks: Looks, date: str) -> Decision:
    """What a look shows before the start: who has laid the first tile is told by its colour."""
    reading = reading_of(match, looks)
    if reading.faults:
        fault = reading.faults[0]
        return Decision(mode=Disagreed((fault.problem,), _("{remedy}, then press OK.", remedy=fault.remedy), looks))
    if len(reading.lying) > 1:
        text = ngettext("{number} tile lies there already", "{number} tiles lie there already", len(reading.lying))
        return Decision(mode=Disagreed((text,), _("Begin with an empty table, then press OK."), looks))
    seats = dict(zip(names_of(match.arrangement), match.setup.seats, strict=True))
    begun = Started(seats, None, looks if not reading.lying else (), date)
    if not reading.lying:
        return Decision((begun,))
    start = Start(seats, None, date, *started(match, begun))
    verdict = explain(case_of(match.with_start(start), looks))
    if isinstance(verdict, Explained):
        return Decision((begun, Played(verdict.turn, looks, None, date)))
    problems = verdict.problems if isinstance(verdict, Unexplained) else ()
    return Decision(mode=Disagreed(problems, _("Begin with an empty table, then press OK."), looks))
