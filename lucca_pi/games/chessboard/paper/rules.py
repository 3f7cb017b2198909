"""The pictures of the rules: lots and bricks of the printed game, as they lie in the examples. Lengths in mm."""

from collections.abc import Collection, Mapping
from functools import partial

from lucca_pi.games.chessboard.how_to_play import BEFORE, BLOCK, CITY, HOUSE, JOINING, TOWER, after_struggle
from lucca_pi.games.chessboard.paper.board import draw_stack
from lucca_pi.games.chessboard.rules.city import City, Stack, lot_at
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.table.board import lot_tint
from lucca_pi.language import _, is_right_to_left, say
from lucca_pi.printed.how_to_play import DrawPicture, draw_number
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.quickcard import INK, RED

_BRICK_OF_LOT = 0.0248
"""Scale of a brick for each mm of its lot."""
_WORD_MM = 3.9


def _draw_lots(pen: Pen, city: City, columns: int, rows: int, lot_mm: float) -> None:
    """Draws the lots of a part of a city from its upper left corner."""
    for column in range(columns):
        for row in range(rows):
            with pen.at(column * lot_mm, (rows - 1 - row) * lot_mm):
                stack = city.stacks.get(lot_at(column, row), ())
                draw_stack(pen, stack, lot_mm, _BRICK_OF_LOT * lot_mm, lot_tint(column, row))


def _corner(lot: str, rows: int, lot_mm: float) -> tuple[float, float]:
    """The upper left corner of a lot."""
    return "abcdefghijkl".index(lot[0]) * lot_mm, (rows - int(lot[1:])) * lot_mm


def _sign(pen: Pen, sign: str, lot: str, rows: int, lot_mm: float) -> None:
    """A number in the upper right corner of a lot."""
    x, y = _corner(lot, rows, lot_mm)
    draw_number(pen, sign, x + lot_mm - 2.6, y + 2.6)


def _outline(pen: Pen, lots: Collection[str], rows: int, lot_mm: float) -> None:
    """A line around lots that hang together."""
    places = {_corner(lot, rows, lot_mm) for lot in lots}
    rounded = {(round(x, 3), round(y, 3)) for x, y in places}
    for x, y in places:
        sides = (
            ((0, -1), (x, y, x + lot_mm, y)),
            ((0, 1), (x, y + lot_mm, x + lot_mm, y + lot_mm)),
            ((-1, 0), (x, y, x, y + lot_mm)),
            ((1, 0), (x + lot_mm, y, x + lot_mm, y + lot_mm)),
        )
        for (right, down), line in sides:
            if (round(x + right * lot_mm, 3), round(y + down * lot_mm, 3)) not in rounded:
                pen.line(*line, colour=RED, line_mm=0.7)


_COLUMNS, _ROWS, _LOT = 8, 3, 15.0


def _city(pen: Pen, width: float) -> float:
    """Two blocks and what is beside them, with the words of the game."""
    wide, is_mirrored = _COLUMNS * _LOT, is_right_to_left()
    with pen.at(width - wide if is_mirrored else 0, 0):
        _draw_lots(pen, CITY, _COLUMNS, _ROWS, _LOT)
        _outline(pen, CITY.blocks["b2"].lots, _ROWS, _LOT)
        for sign, lot in (("1", "a2"), ("2", "b2"), ("3", "c1"), ("4", "d3")):
            _sign(pen, sign, lot, _ROWS, _LOT)
    legend = (
        _("A house: one brick on a lot."),
        _("A tower: two bricks or more, its floors. The colour on top controls it, here white."),
        _("A block: stacks that touch along edges."),
        _("Only at a corner: this is another block."),
    )
    room, y = width - wide - 11, 3.0
    for number, words in enumerate(legend, start=1):
        draw_number(pen, str(number), width - wide - 7 if is_mirrored else wide + 7, y - 1.2)
        y = pen.paragraph(say(words), 0 if is_mirrored else wide + 11, y, _WORD_MM, room, colour=INK) + 1.8
    return max(_ROWS * _LOT, y)


def _block(pen: Pen, width: float) -> float:
    """The block of the example for floors, with numbers where floors are asked about."""
    lot_mm = 15.0
    with pen.at((width - 3 * lot_mm) / 2, 0):
        _draw_lots(pen, BLOCK, 3, 2, lot_mm)
        for sign, lot in (("1", TOWER), ("2", HOUSE)):
            _sign(pen, sign, lot, 2, lot_mm)
    return 2 * lot_mm


def _struggle(pen: Pen, width: float) -> float:
    """The city before the house and after the struggle, with an arrow between them."""
    lot_mm = (width - 9) / 10
    left, right = 0.0, 5 * lot_mm + 9
    before, after = (right, left) if is_right_to_left() else (left, right)
    with pen.at(before, 0):
        _draw_lots(pen, read_position(BEFORE).city, 5, 3, lot_mm)
        x, y = _corner(JOINING, 3, lot_mm)
        pen.box(x + 1.2, y + 1.2, lot_mm - 2.4, lot_mm - 2.4, None, line=RED, line_mm=0.6, radius=0.8)
    with pen.at(after, 0):
        _draw_lots(pen, after_struggle().city, 5, 3, lot_mm)
    y, tip = 1.5 * lot_mm, -1.0 if is_right_to_left() else 1.0
    x = 5 * lot_mm + 4.5
    pen.line(x - 2.8, y, x + 2.8, y, colour=RED, line_mm=0.7)
    pen.shape([(x + 3.2 * tip, y), (x + 1.0 * tip, y - 1.4), (x + 1.0 * tip, y + 1.4)], RED)
    return 3 * lot_mm


def _one_lot(stack: Stack, pen: Pen, width: float) -> float:
    draw_stack(pen, stack, width, _BRICK_OF_LOT * width, lot_tint(0, 1))
    return width


PICTURES: Mapping[str, DrawPicture] = {
    "city": _city,
    "block": _block,
    "struggle": _struggle,
    "house": partial(_one_lot, ("blue",)),
    "floor": partial(_one_lot, ("white", "red", "blue")),
}
