"""The referee's word on a look: the turn that was played, a doubt between several, or what does not fit."""

from collections.abc import Iterator
from dataclasses import replace

from lucca_pi.games.contract.verdict import Doubt, Explained, Unexplained, Verdict
from lucca_pi.games.lucco.referee.case import Case, Change, cell_of
from lucca_pi.games.lucco.referee.legal import refusal
from lucca_pi.games.lucco.referee.ways import MOST_HIDDEN, begun_anew, ways_of_one
from lucca_pi.games.lucco.rules.entry import Turn
from lucca_pi.language import _, listed

NOTHING = 0.5
"""That nothing was to be done fits worse than any change: a table at rest is no pass."""
ASK = 1.0
"""A turn fits so badly if others may have made the change."""
DIE_OR_TILE = _("Do what the die shows, or put the die right, then press OK.")
"""The die in sight alone forbids what was done: somebody may have turned it, or thrown it again already."""
HIDDEN = Unexplained((_("Too many tiles are not in sight"),), _("Clear the view, then press OK."))


def explain(case: Case) -> Verdict:
    """The legal turn of the player in turn that explains the look."""
    if case.reading.faults:
        problems = tuple(dict.fromkeys(fault.problem for fault in case.reading.faults))
        return Unexplained(problems, _("{remedy}, then press OK.", remedy=case.reading.faults[0].remedy))
    if len(case.reading.hidden) > MOST_HIDDEN:
        return HIDDEN
    if begun_anew(case):
        (cell,) = case.reading.hidden
        text = _("{tile} is not in sight", tile=case.known.cell_text(cell))
        return Unexplained((text,), _("Clear the view, then press OK."))
    changes = case.changes
    if not changes:
        return _unchanged(case)
    return _changed(case, changes[0]) if len(changes) == 1 else _too_much(case)


def _changed(case: Case, change: Change) -> Verdict:
    turns = [case.turn(player, change) for player in case.movers(change)]
    why = refusal(case, turns[0])
    if why is not None:
        by_the_die = turns[0].die and refusal(case, replace(turns[0], die=None)) is None
        return Unexplained((why,), DIE_OR_TILE if by_the_die else _("Put it right, then press OK."))
    if not case.passes and len(ways_of_one(case, change)) > 1:
        return Explained(turns[0], ASK, fits_badly=True)
    return Explained(turns[0])


def _unchanged(case: Case) -> Verdict:
    """Nothing was to be done, or an unseen tile was taken away: this is likelier if no tile is in sight."""
    player = case.position.next
    nothing = case.turn(player, None)
    why = refusal(case, nothing)
    hidden = [turn for turn in hidden_turns(case) if refusal(case, turn) is None]
    passes = () if why else (nothing,)
    turns = (*passes, *hidden) if case.reading.at else (*hidden, *passes)
    if not turns:
        return Unexplained((why or "",), _("Do it, then press OK."))
    if len(turns) == 1:
        return Explained(turns[0], NOTHING)
    unseen = tuple(cell_of(turn.remove) for turn in hidden if turn.remove)
    return Doubt(turns, tuple(NOTHING for _turn in turns), unseen, may_wait=False)


def hidden_turns(case: Case) -> Iterator[Turn]:
    """The turns in which a tile was taken away that is not in sight."""
    for cell in case.reading.hidden:
        yield case.turn(case.position.next, case.removal(cell))


def _too_much(case: Case) -> Unexplained:
    text = _("More than one turn: {changes}", changes=listed([case.change_text(one) for one in case.changes]))
    return Unexplained((text,), _("Put it right, or enter the turns."))
