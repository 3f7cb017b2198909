"""
The certificate: whether the looks prove that turns were played, before they are taken without a word.

A tile laid is seen where it lies. One taken away is seen elsewhere, or the table is in sight where it lay. That nothing
was to be done is proved where every tile is seen that might have been taken away, and the die, if it is in sight, has
been thrown.
"""

from collections.abc import Iterator

from lucca_pi.evening.certificate import Certificate, Gap
from lucca_pi.evening.verdict import Turns
from lucca_pi.games.lucco.referee.case import Case, cell_of
from lucca_pi.games.lucco.referee.legal import refusal
from lucca_pi.games.lucco.referee.verdict import hidden_turns
from lucca_pi.games.lucco.rules.entry import Lay, Turn
from lucca_pi.games.lucco.rules.tiles import Cell
from lucca_pi.language import _

EDGE = "edge"
"""The fact that nothing was laid anywhere."""


def audit(case: Case, turns: Turns) -> Certificate:
    """Whether the look proves these turns, one after the other; `case` is the one before them."""
    found = [_shown(case, turn) for turn in turns]
    proofs = tuple(proof for proof in found if isinstance(proof, str))
    gaps = [gap for gap in found if isinstance(gap, Gap)]
    if all(turn.action is None for turn in turns):
        gaps += [*_may_be_gone(case), *_may_be_laid(case), *_was_not_thrown(case)]
    return Certificate(proofs, tuple(gaps))


def _shown(case: Case, turn: Turn) -> str | Gap | None:
    """What proves a turn, or what is missing."""
    if turn.action is None:
        return None
    cell = cell_of(turn.action)
    if isinstance(turn.action, Lay):
        code = next((one for one, its in case.reading.lying.items() if its == cell), None)
        if code is not None:
            return f"tile {code}: seen beside the figure"
        return Gap(_("{player}: I do not see what was laid", player=turn.player), frozenset({cell}))
    why = case.reading.gone.get(cell)
    if why == "bare":
        return f"{cell[0]},{cell[1]}: the table is in sight there"
    return f"{cell[0]},{cell[1]}: its tile lies elsewhere" if why == "away" else _not_in_sight(case, cell)


def _may_be_gone(case: Case) -> Iterator[Gap]:
    """Tiles out of sight, one of which the player in turn may have taken away."""
    for turn in hidden_turns(case):
        if turn.remove and refusal(case, turn) is None:
            yield _not_in_sight(case, cell_of(turn.remove))


def _may_be_laid(case: Case) -> Iterator[Gap]:
    """Places out of sight, at one of which the player in turn may have laid a tile."""
    if case.reading.unwatched:
        text = _("I do not see all of the figure's edge")
        yield Gap(text, frozenset({EDGE}), _("Take hands and cups away from the figure"))


def _was_not_thrown(case: Case) -> Iterator[Gap]:
    """The die lies as it lay after the turn before: OK was pressed twice, or too early."""
    if case.reading.die and not case.reading.thrown:
        yield Gap(_("The die lies as it lay"), frozenset())


def _not_in_sight(case: Case, cell: Cell) -> Gap:
    told = {"tile": case.known.cell_text(cell)}
    return Gap(_("{tile} is not in sight", **told), frozenset({cell}), _("Clear the view of where {tile} lay", **told))
