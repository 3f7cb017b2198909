"""Flat bricks: four colours, each with a dark rim, a light line within it, and a small sign of its own."""

from functools import partial

from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.table.layout import BRICK_MM, LINE, LINE_MM, PAINTS, RIM, RIM_MM
from lucca_pi.printed.pen import Pen, mixed
from lucca_pi.printed.piece import Piece

BACK = "#8a7a66"
SIGN_SHARE = 0.14
"""How far the sign's tint is from the brick's: for fingers and eyes, too little to count as a colour."""


def brick_pieces(number: int) -> tuple[Piece, ...]:
    """So many bricks of each colour."""
    return tuple(brick_piece(colour, each) for colour in COLOURS for each in range(1, number + 1))


def brick_piece(colour: str, number: int) -> Piece:
    """One brick."""
    return Piece(f"{colour}-{number:02d}", BRICK_MM, BRICK_MM, partial(draw_brick, colour=colour))


def draw_brick(pen: Pen, colour: str) -> None:
    """A brick's face from its upper left corner."""
    pen.stamp(f"brick{colour}", (0, 0, BRICK_MM, BRICK_MM), partial(_draw, colour=colour))


def _draw(pen: Pen, colour: str) -> None:
    inset = RIM_MM + LINE_MM
    pen.box(0, 0, BRICK_MM, BRICK_MM, RIM)
    pen.box(RIM_MM, RIM_MM, BRICK_MM - 2 * RIM_MM, BRICK_MM - 2 * RIM_MM, LINE)
    pen.box(inset, inset, BRICK_MM - 2 * inset, BRICK_MM - 2 * inset, PAINTS[colour])
    _draw_tower(pen, mixed(PAINTS[colour], "#ffffff" if colour == "black" else "#000000", SIGN_SHARE))


def _draw_tower(pen: Pen, tint: str) -> None:
    """A tower with battlements, tone in tone, in the brick's middle."""
    x, top = BRICK_MM / 2, 7.6
    pen.boxes([(x - 4.4 + 3.4 * step, top, 2.0, 2.4) for step in range(3)], tint)
    pen.shape([(x - 4.4, top + 2.3), (x + 4.4, top + 2.3), (x + 3.2, top + 4.6), (x - 3.2, top + 4.6)], tint)
    pen.boxes([(x - 3.2, top + 4.5, 6.4, 6.2)], tint)
