"""
The certificate: the proof by the looks that turns were played, required before they are taken without a question.

A laid tile is seen in its place. A removed tile is seen elsewhere, or the table is in sight in its place. An idle turn
is proved if every tile is seen that might have been removed, and if a visible die, if the game uses one, has been
thrown.
"""

from collections.abc import Iterator

from lucca_pi.contract.verdict import Certificate, Gap, Turns
from lucca_pi.games.lucco.referee import Case, cell_of, hidden_turns, refusal
from lucca_pi.games.lucco.rules.position import WHITE
from lucca_pi.games.lucco.rules.tiles import Cell, Lay, Turn
from lucca_pi.language import _
from lucca_pi.table.sighting import apart_mm

_BESIDE_MM = 130.0
"""Distance from the figure, mm, below which a tile is not surely put away."""
_EDGE = "edge"
"""The fact that nothing was laid anywhere."""


def audit(case: Case, turns: Turns) -> Certificate:
    """The certificate that the look proves these turns, one after the other; `case` is the one before them."""
    found = [_shown(case, turn) for turn in turns]
    proofs = tuple(proof for proof in found if isinstance(proof, str))
    gaps = [gap for gap in found if isinstance(gap, Gap)]
    if all(turn.action is None for turn in turns):
        gaps += [*_may_be_gone(case), *_may_be_laid(case), *_was_not_thrown(case)]
    return Certificate(proofs, tuple(gaps))


def _shown(case: Case, turn: Turn) -> str | Gap | None:
    """The proof of a turn, or the gap in it."""
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
    if why == "away":
        return _put_beside(case, cell) or f"{cell[0]},{cell[1]}: its tile lies elsewhere"
    return _not_in_sight(case, cell)


def _put_beside(case: Case, cell: Cell) -> Gap | None:
    """
    The gap if a removed tile is neither with its player nor in the pot: near the figure it may have been knocked off.
    """
    at, code = case.reading.at, case.known.figure.codes.get(cell)
    if code is None or code not in at or code in case.reading.lying:
        return None
    nearest_mm = min((apart_mm(at[code], at[other]) for other in case.reading.lying), default=_BESIDE_MM)
    text = _("{tile} lies beside the figure", tile=case.known.cell_text(cell))
    return Gap(text, frozenset()) if nearest_mm < _BESIDE_MM else None


def _may_be_gone(case: Case) -> Iterator[Gap]:
    """Tiles out of sight, one of which the player in turn may have taken away."""
    for turn in hidden_turns(case):
        if turn.remove and refusal(case, turn) is None:
            yield _not_in_sight(case, cell_of(turn.remove))


def _may_be_laid(case: Case) -> Iterator[Gap]:
    """Places out of sight, at one of which the player in turn may have laid a tile."""
    if not case.reading.unwatched:
        return
    if case.position.table:
        text = _("I do not see all of the figure's edge")
        yield Gap(text, frozenset({_EDGE}), _("Take hands and cups away from the figure"))
    elif not _lets_nobody_lay(case, case.reading.thrown):
        yield Gap(_("No tile is in sight"), frozenset())


def _lets_nobody_lay(case: Case, thrown: str | None) -> bool:
    """True if nobody may lay the first tile by that throw; it may be any player's, as misses before need no press."""
    return thrown is not None and thrown != WHITE and case.position.owner(thrown) is None


def _was_not_thrown(case: Case) -> Iterator[Gap]:
    """
    A gap if a die that this game has shown was not thrown: OK was pressed twice, or too early.

    It is in its place of the turn before, or its upper face is not read. Without such a die there is no question.
    """
    if case.reading.thrown or not case.known.figure.die:
        return
    yield Gap(_("The die has not moved") if case.reading.die else _("I do not see what was thrown"), frozenset())


def _not_in_sight(case: Case, cell: Cell) -> Gap:
    """The gap for an unseen tile. If it was the only one and no other is in sight, players are asked at once."""
    told = {"tile": case.known.cell_text(cell)}
    may_be_empty = len(case.position.table) == 1 and not case.reading.at
    remedy = "" if may_be_empty else _("Uncover the place where {tile} was", **told)
    return Gap(_("{tile} is not in sight", **told), frozenset({cell}), remedy)
