"""Board, bricks, mat and quick card of a game on a chess board, in print, and the pictures of its rules."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from lucca_pi.games.chessboard.how_to_play import (
    BEFORE,
    BLOCK,
    CITY,
    HOUSE,
    JOINING,
    TOWER,
    after_struggle,
    how_to_play,
)
from lucca_pi.games.chessboard.paper.board import (
    board_piece,
    brick_pieces,
    corner_pieces,
    draw_stack,
    mat_piece,
)
from lucca_pi.games.chessboard.rules.city import City, Stack, lot_at
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour, read_position
from lucca_pi.games.chessboard.table.board import lot_tint
from lucca_pi.language import _
from lucca_pi.printed.flow import draw_number, legend
from lucca_pi.printed.how_to_play import DrawPicture, rules_sheet, shown_on_card
from lucca_pi.printed.pen import RED, Pen, PrintedPiece
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import BUTTONS, QuickCard, quick_card
from lucca_pi.printed.sheets import grid_pages, joined_pages

_REFUSALS = {
    "mat": "--mat goes with the quarters of Lucca Città; the mat of this game is print mat --game chessboard.",
    "bleed": "--bleed is for the deck and the quarters of Lucca Città.",
}
_OWN_SIZE = "board, bricks and mat have codes and sizes of their own; leave --sticker-mm and --codes out."
_NO_DECK = "Lucca on a chess board has no deck; leave --deck out."
_LARGE, _SMALL = 8, 6
TITLES: Mapping[str, str] = {
    "board": _("Lucca on a chess board: the board"),
    "board-6": _("Lucca on a chess board: the small board"),
    "mat": _("Lucca on a chess board: the mat for the bricks"),
    "mat-6": _("Lucca on a chess board: the mat for the small board's bricks"),
    "corners": _("Lucca on a chess board: the corner sheets"),
    "bricks": _("Lucca on a chess board: the bricks"),
}
"""The texts at the sheets' edges."""


def printables(deck: str | None) -> Printables:
    """The sheets to print, by name. Raises PrintError if a deck is named."""
    if deck:
        raise PrintError(_NO_DECK)
    joined = {
        **{"board": board_piece(_LARGE), "board-6": board_piece(_SMALL)},
        **{"mat": mat_piece(_LARGE), "mat-6": mat_piece(_SMALL)},
    }
    cut = {"corners": corner_pieces(), "bricks": brick_pieces(bricks_of_a_colour(_LARGE))}
    makes: dict[str, Callable[[Options], Sheets]] = {
        **{name: partial(_joined, name, piece) for name, piece in joined.items()},
        **{name: partial(_cut, name, pieces) for name, pieces in cut.items()},
    }
    sheets = {name: of_one_size(make, _OWN_SIZE) for name, make in makes.items()}
    return Printables({**sheets, "rules": rules_sheet(how_to_play, PICTURES), "quickcard": _QUICK_CARD}, _REFUSALS)


def _joined(name: str, piece: PrintedPiece, options: Options) -> Sheets:
    """The sheets of a piece larger than a page."""
    return Sheets(name, tuple(joined_pages(piece, options.paper, TITLES[name])), (piece,))


def _cut(name: str, pieces: Sequence[PrintedPiece], options: Options) -> Sheets:
    """The sheets of pieces of one size that are cut out."""
    return Sheets(name, tuple(grid_pages(pieces, options.paper, TITLES[name])), tuple(pieces))


_STEPS = (
    ("•", _("Before the game: all bricks on the mat, the board empty. Hands off the table, then OK.")),
    ("1", _("Place two bricks of two different colours from the supply, one after the other. Any colours will do.")),
    ("2", _("On an empty lot a brick is a house. On a stack it becomes the lowest floor: push it in from below.")),
    ("3", _("A floor needs a house of its colour elsewhere in the block for each brick of that colour in the tower.")),
    ("4", _("One tower a block. A house that joins two starts a struggle: the display guides you through it.")),
    ("5", _("Hands off the table, then OK.")),
)
_BUTTONS_HERE = (
    *BUTTONS[:-1],
    (_("after a power cut"), _("switch on: the game goes on. Leave the bricks as they lie")),
)
_SAYINGS = (
    (_("New game"), _("OK looks at the empty board; up or down to size, colours and names")),
    (_("A struggle"), _("which brick goes where, step by step. Do it, then OK: the camera confirms it")),
    (_("a question"), _("the table can be read in two ways: up or down to the right one, then OK")),
    (_("• what is wrong"), _("no legal turn fits: do as the display says, then OK; or down for other ways out")),
    (_("No corner of the board is in sight"), _("something covers the codes, or they lie outside the picture")),
    (_("Undone"), _("put that turn's bricks back on the mat, and play it again")),
    (
        _("The end"),
        _("a tower as high as the city is wide, or as many prisoners, and more than any other colour: at your turn"),
    ),
)
_LAYING = _(
    "Each lower floor sticks out by five millimetres towards the bottom edge of the board, at least the lowest three; "
    "what lies higher may be squared up. Stacks stand well inside their lots; prisoners lie flat in their field."
)
_WORD_MM = 3.9


def _draw_lots(pen: Pen, city: City, columns: int, rows: int, lot_mm: float) -> None:
    """Draws the lots of a part of a city from its upper left corner."""
    for column in range(columns):
        for row in range(rows):
            with pen.at(column * lot_mm, (rows - 1 - row) * lot_mm):
                draw_stack(pen, city.stacks.get(lot_at(column, row), ()), lot_mm, lot_tint(column, row))


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


_CITY_COLUMNS, _CITY_ROWS, _CITY_LOT_MM = 8, 3, 15.0


def _city(pen: Pen, width: float) -> float:
    """Two blocks and what is beside them, with the words of the game."""
    wide = _CITY_COLUMNS * _CITY_LOT_MM
    with pen.from_start(width):
        with pen.picture(0, wide):
            _draw_lots(pen, CITY, _CITY_COLUMNS, _CITY_ROWS, _CITY_LOT_MM)
            _outline(pen, CITY.blocks["b2"].lots, _CITY_ROWS, _CITY_LOT_MM)
            for sign, lot in (("1", "a2"), ("2", "b2"), ("3", "c1"), ("4", "d3")):
                _sign(pen, sign, lot, _CITY_ROWS, _CITY_LOT_MM)
        meaning = (
            _("A house: one brick on a lot."),
            _("A tower: two bricks or more, its floors. The colour on top controls it, here white."),
            _("A block: stacks that touch along edges."),
            _("Only at a corner: this is another block."),
        )
        told = legend(meaning, _WORD_MM, width - wide - 4.6)
        with pen.at(wide + 4.6, 0.4):
            told.draw(pen)
    return max(_CITY_ROWS * _CITY_LOT_MM, told.height)


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
    with pen.from_start(width):
        with pen.picture(0, 5 * lot_mm):
            _draw_lots(pen, read_position(BEFORE).city, 5, 3, lot_mm)
            x, y = _corner(JOINING, 3, lot_mm)
            pen.box(x + 1.2, y + 1.2, lot_mm - 2.4, lot_mm - 2.4, None, line=RED, line_mm=0.6, radius=0.8)
        with pen.picture(5 * lot_mm + 9, 5 * lot_mm):
            _draw_lots(pen, after_struggle().city, 5, 3, lot_mm)
        x, y = 5 * lot_mm + 4.5, 1.5 * lot_mm
        pen.line(x - 2.8, y, x + 2.8, y, colour=RED, line_mm=0.7)
        pen.shape([(x + 3.2, y), (x + 1.0, y - 1.4), (x + 1.0, y + 1.4)], RED)
    return 3 * lot_mm


def _one_lot(stack: Stack, pen: Pen, width: float) -> float:
    draw_stack(pen, stack, width, lot_tint(0, 1))
    return width


PICTURES: Mapping[str, DrawPicture] = {
    "city": _city,
    "block": _block,
    "struggle": _struggle,
    "house": partial(_one_lot, ("blue",)),
    "floor": partial(_one_lot, ("white", "red", "blue")),
}

_CARD = QuickCard(
    _("Lucca on a chess board, with the scorer"),
    _("Stack in stairs; the machine does the counting."),
    _STEPS,
    _SAYINGS,
    _BUTTONS_HERE,
)
_QUICK_CARD = quick_card(_CARD, shown_on_card(how_to_play, PICTURES, _LAYING, {"block", _("Strength")}))
