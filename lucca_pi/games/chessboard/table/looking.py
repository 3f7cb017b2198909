"""Where a look finds bricks: the lots, the mat, and the patches beside the corners' codes."""

from collections.abc import Sequence

from lucca_pi.games.chessboard.rules.city import SIZES
from lucca_pi.games.chessboard.table.board import FIELDS_MM, SUPPLY_MM, Axes, Board, board_in, mat_in
from lucca_pi.games.chessboard.table.layout import BRICK_MM, LINE_MM, PATCH_MM, RIM_MM, patches
from lucca_pi.games.chessboard.table.reading import HIDDEN, STEP, TOP
from lucca_pi.table.sighting import Sighting
from lucca_pi.table.tokens import Area, Patch, Tokens

BEYOND_MM = 6.0
"""Around lots and mat, for bricks over their edges."""


def bricks() -> Tokens:
    """The bricks, for whoever looks at the table."""
    return Tokens(BRICK_MM, RIM_MM, LINE_MM, _areas, _patches, top=TOP, step=STEP, hidden=HIDDEN)


def _board(seen: Sequence[Sighting]) -> Board | None:
    """The board in some size: how large it is in all does not depend on it."""
    found = (board_in(seen, size) for size in SIZES)
    return next((board for board in found if board), None)


def _areas(seen: Sequence[Sighting]) -> tuple[Area, ...]:
    board, mat, areas = _board(seen), mat_in(seen), []
    if board:
        half = board.size * board.lot_mm / 2 + BEYOND_MM
        areas.append(_area(board.axes, (-half, -half, half, half), stairs=True))
    if mat:
        half = mat.half_mm
        areas.append(_area(mat.axes, (-half - BEYOND_MM, SUPPLY_MM[0] + 2, half + BEYOND_MM, FIELDS_MM[1] + BEYOND_MM)))
    return tuple(areas)


def _area(axes: Axes, box: tuple[float, float, float, float], *, stairs: bool = False) -> Area:
    return Area((axes.origin.real, axes.origin.imag), axes.turn_deg, *box, stairs)


def _patches(seen: Sequence[Sighting]) -> tuple[Patch, ...]:
    """Those beside codes in sight: what covers a code may cover its patches."""
    board, codes = _board(seen), {one.code for one in seen}
    if board is None:
        return ()
    found = [(colour, board.axes.to_look(at)) for colour, code, at in patches(_half_mm(board)) if code in codes]
    return tuple(Patch(colour, (at.real, at.imag), min(PATCH_MM)) for colour, at in found)


def _half_mm(board: Board) -> float:
    return board.size * board.lot_mm / 2
