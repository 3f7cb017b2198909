"""What players call board, mat and bricks."""

from itertools import product

from lucca_pi.games.chessboard.rules.city import COLOURS, lot_at
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.games.chessboard.table.board import CORNER_OUT_MM, CORNERS, LOT_MM, MAT_CODES, Board, BoardAxes
from lucca_pi.language import _
from lucca_pi.table.called import Called

_TO_BEGIN = _(
    "Lay board and mat side by side; there they stay. The frame below a1, or above the mat's bricks, is a code printed "
    "there; the others are bricks. “c3: white on red” is a stack, white on top. On the mat the last brick of a row "
    "names the colour of all. Take out three bricks of each colour."
)


def called(setup: Setup) -> Called:
    """Bricks by their colours; the codes of board and mat, and the lots around those of the board."""
    places = {**dict.fromkeys(CORNERS, _("the board")), **dict.fromkeys(MAT_CODES, _("the mat"))}
    bricks = {colour: _("{colour}", colour=colour) for colour in COLOURS}
    board, out = Board(BoardAxes(0j, 1 + 0j), setup.size, LOT_MM), setup.size * LOT_MM / 2 + CORNER_OUT_MM
    lots = {lot_at(*at): board.middle_of(*at) for at in product(range(setup.size), repeat=2)}
    areas = {code: {lot: at - out * way for lot, at in lots.items()} for code, way in CORNERS.items()}
    return Called({**places, **bricks}, places, to_begin=_TO_BEGIN, areas=areas, area_mm=LOT_MM)
