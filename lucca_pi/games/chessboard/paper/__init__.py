"""Board, bricks, mat and quick card of a game on a chess board, in print, and the pictures of its rules."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    draw_brick,
    draw_stack,
    mat_piece,
)
from lucca_pi.games.chessboard.rules.city import City, Stack, lot_at
from lucca_pi.games.chessboard.rules.placing import may_take_floor, strength
from lucca_pi.games.chessboard.rules.position import Player, Position, bricks_of_a_colour, read_city, read_position
from lucca_pi.games.chessboard.table.board import BRICK_MM, lot_tint
from lucca_pi.language import _, is_right_to_left, say
from lucca_pi.printed.flow import draw_number
from lucca_pi.printed.how_to_play import DrawPicture, rules_sheet
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import INK, PALE, RED, SANS_BOLD, SERIF_ITALIC, Pen, PrintedPiece
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import BUTTONS, EDGE_MM, CardWords, draw_frame, draw_title, draw_words, quick_card
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
    return Printables(
        {**sheets, "rules": rules_sheet(how_to_play, PICTURES), "quickcard": quick_card(draw_quickcard)}, _REFUSALS
    )


def _joined(name: str, piece: PrintedPiece, options: Options) -> Sheets:
    """The sheets of a piece larger than a page."""
    return Sheets(name, tuple(joined_pages(piece, options.paper, TITLES[name])), (piece,))


def _cut(name: str, pieces: Sequence[PrintedPiece], options: Options) -> Sheets:
    """The sheets of pieces of one size that are cut out."""
    return Sheets(name, tuple(grid_pages(pieces, options.paper, TITLES[name])), tuple(pieces))


_TITLE = _("Lucca on a chess board, with the scorer")
_BELOW_TITLE = _("Stack in stairs; the machine does the counting.")
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
_FLOORS_TITLE, _STRUGGLE_TITLE = _("Which floor fits?"), _("A struggle: which tower begins?")
_FLOOR_COLUMNS = _("floor"), _("its colour in the tower then"), _("houses of it in the block")
_ONE_TOWER = _("Below a house: no floor here, the block has its tower already.")
_FLOORS, _HOUSES, _STRENGTH = _("floors"), _("houses"), _("strength")
_DECIDED = _(
    "A brick on the marked lot joins two towers. A tower is as strong as it has floors, but no stronger than it has "
    "houses. Here both are equally strong, so more houses decide: blue begins. White's top brick goes back to the "
    "supply, and white takes a blue house as its prisoner."
)
CARD_BLOCK = read_city("b2 wr, a2 r, b1 r, c2 b", 3)
"""The block of the first example: a tower with white on top of red, two red houses and a blue one."""
_TOWER, _LIFTED = "b2", "a2"
CARD_STRUGGLE = Position(
    read_city("a1 wrr, a2 r, b1 r, e1 bk, d1 w, d2 b, e2 k", 5), (Player("", "white"), Player("", "blue"))
)
"""The city of the second example, before a house on `CARD_JOINING`."""
CARD_JOINING = "c1"
_LOT_MM, _BRICK_SCALE = 14.5, 0.36
_TOWERS: tuple[Stack, ...] = (
    ("white",),
    ("red", "blue"),
    ("blue", "black", "white"),
    ("black", "red", "white", "blue"),
)
_TOWERS_TOP, _TOWER_LOT_MM, _TOWER_SCALE = 30.0, 29.0, 0.55
_EXAMPLES_TOP, _TEXT_TOP, _LARGEST_MM = 68.0, 144.0, 3.6
_SMALL_MM, _TINY_MM = 3.2, 2.8


@dataclass(frozen=True, slots=True)
class FloorExample:
    """A floor below the tower: bricks of its colour in the tower then, houses of it in the block, and the verdict."""

    colour: str
    bricks: int
    houses: int
    fits: bool


def floor_examples() -> tuple[FloorExample, ...]:
    """The floors of the first example, by the rules."""
    stack, block = CARD_BLOCK.stacks[_TOWER], CARD_BLOCK.blocks[_TOWER]
    return tuple(
        FloorExample(
            colour, stack.count(colour) + 1, block.houses.get(colour, 0), may_take_floor(CARD_BLOCK, colour, _TOWER)
        )
        for colour in ("red", "blue", "white")
    )


def draw_quickcard(pen: Pen, paper: Paper) -> None:
    """Draws the quick card."""
    draw_frame(pen, paper, _TITLE, _BELOW_TITLE)
    with pen.from_start(paper.width):
        _draw_towers(pen, paper)
        width = (paper.width - 2 * EDGE_MM - 8) / 2
        _draw_floors(pen, EDGE_MM, width)
        _draw_struggle(pen, EDGE_MM + width + 8, width)
    draw_words(pen, paper, CardWords(_TEXT_TOP, _STEPS, _SAYINGS, _BUTTONS_HERE), _LARGEST_MM)


def _draw_towers(pen: Pen, paper: Paper) -> None:
    """A house and towers of two, three and four, each on its lot; how to lay them beside them."""
    words = (_("a house"), *(_("a tower of {floors}", floors=len(stack)) for stack in _TOWERS[1:]))
    pitch = _TOWER_LOT_MM + 2
    for number, (stack, title) in enumerate(zip(_TOWERS, words, strict=True)):
        left = EDGE_MM + number * pitch
        with pen.picture(left, _TOWER_LOT_MM), pen.at(0, _TOWERS_TOP):
            draw_stack(pen, stack, _TOWER_LOT_MM, _TOWER_SCALE, lot_tint(number, 1))
        room = _TOWER_LOT_MM + 1
        middle = left + _TOWER_LOT_MM / 2
        base = _TOWERS_TOP + _TOWER_LOT_MM + 4.2
        pen.text(say(title), middle, base, _SMALL_MM + 0.4, INK, font=SERIF_ITALIC, anchor=0.5, room=room)
    left = EDGE_MM + len(_TOWERS) * pitch + 1
    pen.paragraph(say(_LAYING), left, _TOWERS_TOP + 2.6, _SMALL_MM, paper.width - EDGE_MM - left, colour=INK)


def _draw_floors(pen: Pen, start: float, width: float) -> None:
    """The first example: a block, and below its tower floors that fit or not."""
    top = draw_title(pen, say(_FLOORS_TITLE), start, _EXAMPLES_TOP)
    picture = 3 * _LOT_MM
    with pen.picture(start, picture), pen.at(0, top - 3):
        _draw_lots(pen, CARD_BLOCK, 3, 2, _LOT_MM, scale=_BRICK_SCALE)
    left = start + picture + 4
    columns = (left + 4, left + 17, left + 33)
    below = max(
        [
            pen.paragraph(say(words), x - 4, top - 0.6, _TINY_MM - 0.2, room, colour=PALE)
            for x, words, room in zip(columns, _FLOOR_COLUMNS, (10, 15, 14), strict=True)
        ]
    )
    y = below + 2.4
    for example in floor_examples():
        with pen.at(columns[0] - 4, y - 4.4, scale=6.0 / BRICK_MM):
            draw_brick(pen, example.colour)
        for x, number in zip(columns[1:], (example.bricks, example.houses), strict=True):
            pen.text(str(number), x, y, 4.2, INK, font=SANS_BOLD, anchor=0.5)
        _draw_verdict(pen, start + width - 2.5, y - 1.5, example.fits)
        y += 7.4
    _draw_verdict(pen, start + 2, top + 2 * _LOT_MM + 4.2, may_take_floor(CARD_BLOCK, "red", _LIFTED))
    pen.paragraph(say(_ONE_TOWER), start + 6.5, top + 2 * _LOT_MM + 5.4, _SMALL_MM, width - 6.5, colour=INK)


def _draw_verdict(pen: Pen, x: float, y: float, fits: bool) -> None:
    """Draws a tick or a cross around a point."""
    if fits:
        with pen.picture(x, 0):
            tick = [(-2.2, y), (-0.6, y + 1.8), (2.4, y - 2.0)]
            pen.shape(tick, None, line="#2f7d45", line_mm=1.0, closed=False)
        return
    for down in (-1, 1):
        pen.line(x - 1.8, y - 1.8 * down, x + 1.8, y + 1.8 * down, colour=RED, line_mm=1.0)


def _draw_struggle(pen: Pen, start: float, width: float) -> None:
    """The second example: two towers before a house joins them, their strengths, and what follows."""
    top = draw_title(pen, say(_STRUGGLE_TITLE), start, _EXAMPLES_TOP)
    picture = 5 * _LOT_MM
    with pen.picture(start + (width - picture) / 2, picture), pen.at(0, top - 3):
        _draw_lots(pen, CARD_STRUGGLE.city, 5, 2, _LOT_MM, scale=_BRICK_SCALE)
        _draw_joining(pen)
        for x, tower in ((1.0 * _LOT_MM, "a1"), (4.0 * _LOT_MM, "e1")):
            strong, houses = strength(CARD_STRUGGLE.city, tower)
            figures = (_FLOORS, len(CARD_STRUGGLE.city.stacks[tower])), (_HOUSES, houses), (_STRENGTH, strong)
            with pen.at(x - 19.5, 2 * _LOT_MM + 4.2), pen.from_start(39):
                for number, (word, figure) in enumerate(figures):
                    at = 6.5 + number * 13.0
                    pen.text(str(figure), at, 0, 4.2, RED if word is _STRENGTH else INK, font=SANS_BOLD, anchor=0.5)
                    pen.text(say(word), at, 3.6, _TINY_MM - 0.2, INK, anchor=0.5, room=12.4)
    pen.paragraph(say(_DECIDED), start, top + 2 * _LOT_MM + 12.0, _SMALL_MM, width, colour=INK)


def _draw_joining(pen: Pen) -> None:
    """A dashed brick on the lot where a house joins the towers."""
    side, middle = BRICK_MM * _BRICK_SCALE, (2.5 * _LOT_MM, 1.5 * _LOT_MM)
    for start, end in _dashes(middle, side / 2):
        pen.line(*start, *end, colour=RED, line_mm=0.6)


def _dashes(middle: tuple[float, float], half: float) -> Iterator[Sequence[tuple[float, float]]]:
    """Three dashes on each side of a square."""
    x, y = middle
    for third in (-0.62, 0.0, 0.62):
        near, far = (third - 0.2) * half, (third + 0.2) * half
        for side in (-half, half):
            yield (x + near, y + side), (x + far, y + side)
            yield (x + side, y + near), (x + side, y + far)


_BRICK_OF_LOT = 0.0248
"""Scale of a brick for each mm of its lot."""
_WORD_MM = 3.9


def _draw_lots(pen: Pen, city: City, columns: int, rows: int, lot_mm: float, *, scale: float | None = None) -> None:
    """Draws the lots of a part of a city from its upper left corner; `scale`: of the bricks, if not the lot's own."""
    for column in range(columns):
        for row in range(rows):
            with pen.at(column * lot_mm, (rows - 1 - row) * lot_mm):
                stack = city.stacks.get(lot_at(column, row), ())
                draw_stack(pen, stack, lot_mm, scale or _BRICK_OF_LOT * lot_mm, lot_tint(column, row))


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
    wide, is_mirrored = _CITY_COLUMNS * _CITY_LOT_MM, is_right_to_left()
    with pen.at(width - wide if is_mirrored else 0, 0):
        _draw_lots(pen, CITY, _CITY_COLUMNS, _CITY_ROWS, _CITY_LOT_MM)
        _outline(pen, CITY.blocks["b2"].lots, _CITY_ROWS, _CITY_LOT_MM)
        for sign, lot in (("1", "a2"), ("2", "b2"), ("3", "c1"), ("4", "d3")):
            _sign(pen, sign, lot, _CITY_ROWS, _CITY_LOT_MM)
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
    return max(_CITY_ROWS * _CITY_LOT_MM, y)


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
