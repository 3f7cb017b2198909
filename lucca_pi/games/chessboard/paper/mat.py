"""The mat beside the board: a place for every brick of the supply, and a field for each colour's prisoners."""

from functools import partial

from lucca_pi.games.chessboard.paper.board import GOLD, INK, JOINT, PAPER, STICKER_MM
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.table.board import FIELDS_MM, MAT_CODES
from lucca_pi.games.chessboard.table.layout import BRICK_MM, PAINTS, RIM, mat_half_mm, supply_places
from lucca_pi.language import _, say
from lucca_pi.printed.marks import draw_sticker
from lucca_pi.printed.pen import SERIF_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.piece import Piece

EDGE_MM = 8.0
"""Paper around codes and fields."""
PLACE = "#e6dac2"
TITLES = {
    "white": _("prisoners of white"),
    "black": _("prisoners of black"),
    "red": _("prisoners of red"),
    "blue": _("prisoners of blue"),
}


def mat_size(size: int) -> tuple[float, float]:
    """The mat's width and height."""
    return 2 * mat_half_mm(size) + STICKER_MM + 2 * EDGE_MM, STICKER_MM / 2 + FIELDS_MM[1] + 2 * EDGE_MM


def mat_piece(size: int) -> Piece:
    """The mat for a city of that size."""
    return Piece(f"mat-{size}", *mat_size(size), partial(draw_mat, size=size))


def draw_mat(pen: Pen, size: int) -> None:
    """The mat from its upper left corner."""
    width, height = mat_size(size)
    pen.box(0, 0, width, height, PAPER)
    pen.box(2.2, 2.2, width - 4.4, height - 4.4, None, line=GOLD, line_mm=0.5)
    with pen.at(width / 2, EDGE_MM + STICKER_MM / 2):
        for code, x in zip(MAT_CODES, (-mat_half_mm(size), mat_half_mm(size)), strict=True):
            draw_sticker(pen, code, x - STICKER_MM / 2, -STICKER_MM / 2, STICKER_MM)
        pen.text(say(_("Supply")), 0, 4, 13, INK, font=SERIF_BOLD, anchor=0.5)
        pen.text(say(_("one brick flat on each place")), 0, 12, 5, INK, font=SERIF_ITALIC, anchor=0.5)
        for colour in COLOURS:
            _draw_row(pen, size, colour)
            _draw_field(pen, size, colour)


def _draw_row(pen: Pen, size: int, colour: str) -> None:
    """A colour's places, a chip of its paint at the beginning and the end of the row."""
    places = supply_places(size, colour)
    for at in places:
        left, top = at.real - BRICK_MM / 2, at.imag - BRICK_MM / 2
        pen.box(left, top, BRICK_MM, BRICK_MM, PLACE, line=JOINT, line_mm=0.4, radius=1.2)
    for x in (-mat_half_mm(size) - 7, mat_half_mm(size) + 7):
        pen.oval(x, places[0].imag, 3.2, 3.2, PAINTS[colour], line=RIM, line_mm=0.4)


def _draw_field(pen: Pen, size: int, colour: str) -> None:
    """Where the prisoners lie that a colour took."""
    wide, number = mat_half_mm(size) / 2, COLOURS.index(colour)
    left, (top, bottom) = -mat_half_mm(size) + number * wide, FIELDS_MM
    pen.box(left + 1.2, top - 2, wide - 2.4, bottom - top + 4, PLACE, line=JOINT, line_mm=0.6, radius=3)
    pen.text(say(TITLES[colour]), left + wide / 2, top - 4.4, 5, INK, font=SERIF_ITALIC, anchor=0.5, room=wide - 14)
    pen.oval(left + 4.4, top - 6, 2.2, 2.2, PAINTS[colour], line=RIM, line_mm=0.4)
