"""Board, bricks, mat and quick card of a game on a chess board, in print."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from lucca_pi.games.chessboard.how_to_play import how_to_play
from lucca_pi.games.chessboard.paper.board import (
    board_piece,
    brick_pieces,
    corner_pieces,
    draw_brick,
    draw_stack,
    mat_piece,
)
from lucca_pi.games.chessboard.paper.rules import PICTURES
from lucca_pi.games.chessboard.rules.city import City, Stack
from lucca_pi.games.chessboard.rules.placing import may_take_floor, strength
from lucca_pi.games.chessboard.rules.position import Player, Position, bricks_of_a_colour, read_city
from lucca_pi.games.chessboard.table.board import BRICK_MM, lot_tint
from lucca_pi.language import _, say
from lucca_pi.printed.how_to_play import rules_sheet
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import (
    BUTTONS,
    EDGE_MM,
    INK,
    PALE,
    RED,
    CardWords,
    draw_frame,
    draw_title,
    draw_words,
    quick_card,
)
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
_COLUMNS = _("floor"), _("its colour in the tower then"), _("houses of it in the block")
_ONE_TOWER = _("Below a house: no floor here, the block has its tower already.")
_FLOORS, _HOUSES, _STRENGTH = _("floors"), _("houses"), _("strength")
_DECIDED = _(
    "A brick on the marked lot joins two towers. A tower is as strong as it has floors, but no stronger than it has "
    "houses. Here both are equally strong, so more houses decide: blue begins. White's top brick goes back to the "
    "supply, and white takes a blue house as its prisoner."
)
BLOCK = read_city("b2 wr, a2 r, b1 r, c2 b", 3)
"""The block of the first example: a tower with white on top of red, two red houses and a blue one."""
_TOWER, _LIFTED = "b2", "a2"
STRUGGLE = Position(
    read_city("a1 wrr, a2 r, b1 r, e1 bk, d1 w, d2 b, e2 k", 5), (Player("", "white"), Player("", "blue"))
)
"""The city of the second example, before a house on `JOINING`."""
JOINING = "c1"
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
    stack, block = BLOCK.stacks[_TOWER], BLOCK.blocks[_TOWER]
    return tuple(
        FloorExample(
            colour, stack.count(colour) + 1, block.houses.get(colour, 0), may_take_floor(BLOCK, colour, _TOWER)
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


def _draw_city(pen: Pen, city: City, columns: int, rows: int) -> None:
    """Draws the lots of a small city from its upper left corner, with the names of their columns and rows."""
    for column in range(columns):
        for row in range(rows):
            name = f"{'abcde'[column]}{row + 1}"
            with pen.at(column * _LOT_MM, (rows - 1 - row) * _LOT_MM):
                draw_stack(pen, city.stacks.get(name, ()), _LOT_MM, _BRICK_SCALE, lot_tint(column, row))


def _draw_floors(pen: Pen, start: float, width: float) -> None:
    """The first example: a block, and below its tower floors that fit or not."""
    top = draw_title(pen, say(_FLOORS_TITLE), start, _EXAMPLES_TOP)
    picture = 3 * _LOT_MM
    with pen.picture(start, picture), pen.at(0, top - 3):
        _draw_city(pen, BLOCK, 3, 2)
    left = start + picture + 4
    columns = (left + 4, left + 17, left + 33)
    below = max(
        [
            pen.paragraph(say(words), x - 4, top - 0.6, _TINY_MM - 0.2, room, colour=PALE)
            for x, words, room in zip(columns, _COLUMNS, (10, 15, 14), strict=True)
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
    _draw_verdict(pen, start + 2, top + 2 * _LOT_MM + 4.2, may_take_floor(BLOCK, "red", _LIFTED))
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
        _draw_city(pen, STRUGGLE.city, 5, 2)
        _draw_joining(pen)
        for x, tower in ((1.0 * _LOT_MM, "a1"), (4.0 * _LOT_MM, "e1")):
            _draw_strength(pen, x, 2 * _LOT_MM + 4.2, tower)
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


def _draw_strength(pen: Pen, x: float, y: float, tower: str) -> None:
    """A tower's floors and houses, and its strength, around x."""
    strong, houses = strength(STRUGGLE.city, tower)
    figures = (_FLOORS, len(STRUGGLE.city.stacks[tower])), (_HOUSES, houses), (_STRENGTH, strong)
    with pen.at(x - 19.5, y), pen.from_start(39):
        for number, (word, figure) in enumerate(figures):
            at = 6.5 + number * 13.0
            pen.text(str(figure), at, 0, 4.2, RED if word is _STRENGTH else INK, font=SANS_BOLD, anchor=0.5)
            pen.text(say(word), at, 3.6, _TINY_MM - 0.2, INK, anchor=0.5, room=12.4)
