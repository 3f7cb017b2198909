"""The bricks, and the mat for them, in print."""

from functools import partial

from lucca_pi.games.chessboard.paper.board import BOARD_INK, GOLD, JOINT, STICKER_MM
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.table import board
from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.pen import SERIF_BOLD, SERIF_ITALIC, Pen, mixed
from lucca_pi.printed.stickers import draw_sticker

_SIGN_SHARE = 0.14
"""Share of black or white in the sign's tint: visible to people, too little to count as a colour."""


def brick_pieces(number: int) -> tuple[PrintedPiece, ...]:
    """`number` bricks of each colour."""
    return tuple(
        PrintedPiece(f"{colour}-{each:02d}", board.BRICK_MM, board.BRICK_MM, partial(draw_brick, colour=colour))
        for colour in COLOURS
        for each in range(1, number + 1)
    )


def draw_brick(pen: Pen, colour: str) -> None:
    """A brick's face from its upper left corner."""
    pen.stamp(f"brick{colour}", (0, 0, board.BRICK_MM, board.BRICK_MM), partial(_draw, colour=colour))


def _draw(pen: Pen, colour: str) -> None:
    inset = board.RIM_MM + board.LINE_MM
    pen.box(0, 0, board.BRICK_MM, board.BRICK_MM, board.RIM)
    pen.box(
        board.RIM_MM, board.RIM_MM, board.BRICK_MM - 2 * board.RIM_MM, board.BRICK_MM - 2 * board.RIM_MM, board.LINE
    )
    pen.box(inset, inset, board.BRICK_MM - 2 * inset, board.BRICK_MM - 2 * inset, board.PAINTS[colour])
    _draw_tower(pen, mixed(board.PAINTS[colour], "#ffffff" if colour == "black" else "#000000", _SIGN_SHARE))


def _draw_tower(pen: Pen, tint: str) -> None:
    """A tower with battlements, tone in tone, in the brick's middle."""
    x, top = board.BRICK_MM / 2, 7.6
    pen.boxes([(x - 4.4 + 3.4 * step, top, 2.0, 2.4) for step in range(3)], tint)
    pen.shape([(x - 4.4, top + 2.3), (x + 4.4, top + 2.3), (x + 3.2, top + 4.6), (x - 3.2, top + 4.6)], tint)
    pen.boxes([(x - 3.2, top + 4.5, 6.4, 6.2)], tint)


_EDGE_MM = 8.0
"""Width of paper around codes and fields, mm."""
_MAT_TITLES = {
    "white": _("prisoners of white"),
    "black": _("prisoners of black"),
    "red": _("prisoners of red"),
    "blue": _("prisoners of blue"),
}


def _mat_size(size: int) -> tuple[float, float]:
    """The mat's width and height."""
    return 2 * board.mat_half_mm(size) + STICKER_MM + 2 * _EDGE_MM, STICKER_MM / 2 + board.FIELDS_MM[1] + 2 * _EDGE_MM


def mat_piece(size: int) -> PrintedPiece:
    """The mat for a city of that size."""
    return PrintedPiece(f"mat-{size}", *_mat_size(size), partial(_draw_mat, size=size))


def _draw_mat(pen: Pen, size: int) -> None:
    """The mat from its upper left corner."""
    width, height = _mat_size(size)
    pen.box(0, 0, width, height, board.GROUND)
    pen.box(2.2, 2.2, width - 4.4, height - 4.4, None, line=GOLD, line_mm=0.5)
    with pen.at(width / 2, _EDGE_MM + STICKER_MM / 2):
        for code, x in zip(board.MAT_CODES, (-board.mat_half_mm(size), board.mat_half_mm(size)), strict=True):
            draw_sticker(pen, code, x - STICKER_MM / 2, -STICKER_MM / 2, STICKER_MM)
        pen.text(say(_("Supply")), 0, 4, 13, BOARD_INK, font=SERIF_BOLD, anchor=0.5)
        pen.text(say(_("one brick flat on each place")), 0, 12, 5, BOARD_INK, font=SERIF_ITALIC, anchor=0.5)
        for colour in COLOURS:
            _draw_row(pen, size, colour)
            _draw_field(pen, size, colour)


def _draw_row(pen: Pen, size: int, colour: str) -> None:
    """A colour's places, a chip of its paint at the beginning and the end of the row."""
    places = board.supply_places(size, colour)
    for at in places:
        left, top = at.real - board.BRICK_MM / 2, at.imag - board.BRICK_MM / 2
        pen.box(left, top, board.BRICK_MM, board.BRICK_MM, board.PLACE, line=JOINT, line_mm=0.4, radius=1.2)
    for x in (-board.mat_half_mm(size) - 7, board.mat_half_mm(size) + 7):
        pen.oval(x, places[0].imag, 3.2, 3.2, board.PAINTS[colour], line=board.RIM, line_mm=0.4)


def _draw_field(pen: Pen, size: int, colour: str) -> None:
    """The field for the prisoners that a colour took."""
    wide, number = board.mat_half_mm(size) / 2, COLOURS.index(colour)
    left, (top, bottom) = -board.mat_half_mm(size) + number * wide, board.FIELDS_MM
    pen.box(left + 1.2, top - 2, wide - 2.4, bottom - top + 4, board.PLACE, line=JOINT, line_mm=0.6, radius=3)
    pen.text(
        say(_MAT_TITLES[colour]),
        left + wide / 2,
        top - 4.4,
        5,
        BOARD_INK,
        font=SERIF_ITALIC,
        anchor=0.5,
        room=wide - 14,
    )
    pen.oval(left + 4.4, top - 6, 2.2, 2.2, board.PAINTS[colour], line=board.RIM, line_mm=0.4)
