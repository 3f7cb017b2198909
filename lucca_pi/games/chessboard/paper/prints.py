"""What Lucca on a chess board has to print, by name: board, corner sheets, bricks, mat and the quick card."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from lucca_pi.games.chessboard.paper.board import (
    FLAGS,
    JOINT,
    board_piece,
    brick_pieces,
    corner_pieces,
    draw_brick,
    mat_piece,
)
from lucca_pi.games.chessboard.rules.position import bricks_of_a_colour
from lucca_pi.games.chessboard.table.board import BRICK_MM, STEP_MM
from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SERIF_ITALIC, Pen
from lucca_pi.printed.prints import Options, Printables, PrintError, Sheets, of_one_size
from lucca_pi.printed.quickcard import BUTTONS, EDGE_MM, INK, CardWords, draw_frame, draw_words, quick_card
from lucca_pi.printed.sheets import grid_pages, joined_pages

_TITLE = _("Lucca on a chess board, with the scorer")
_BELOW_TITLE = _("Stack in stairs; the machine does the counting.")
_STEPS = (
    ("•", _("Before the game: all bricks on the mat, the board empty. Hands off the table, then OK.")),
    ("1", _("Place two bricks of two different colours from the supply, one after the other. Any colours will do.")),
    ("2", _("On an empty lot a brick is a house. On a stack it becomes the lowest floor: push it in from below.")),
    ("3", _("A floor needs a house of its colour elsewhere in the block for each brick of that colour in the tower.")),
    ("4", _("One tower a block. A house that joins two starts a struggle: the display leads through it.")),
    ("5", _("Hands off the table, then OK.")),
)
_BUTTONS_HERE = (
    *BUTTONS[:-1],
    (_("after a power cut"), _("switch on: the game goes on. Leave the bricks as they lie")),
)
_SAYINGS = (
    (_("New game"), _("OK looks at the empty board; up or down to size, colours and names")),
    (_("A struggle"), _("which brick goes where, step by step. Do it, then OK: the look confirms it")),
    (_("a question"), _("what lies there has two meanings: up or down to the right one, then OK")),
    (_("• what is wrong"), _("no legal turn fits: do as the display says, then OK; or down for other ways out")),
    (_("No corner of the board is seen"), _("something covers the codes, or they lie outside the picture")),
    (_("Taken back"), _("put that turn's bricks back on the mat, and play it anew")),
    (
        _("The end"),
        _("a tower as high as the city is wide, or as many prisoners, and more than any other colour: at your turn"),
    ),
)
_LAYING = _(
    "Each lower floor sticks out by five millimetres towards the bottom edge of the board, at least the lowest three; "
    "what lies higher may be squared up. Stacks stand well inside their lots; prisoners lie flat in their field."
)
_SCALE = 0.85
_PICTURE_TOP, _LAYING_TOP, _TEXT_TOP = 31.0, 95.0, 112.0
_TOWERS = (("white",), ("red", "blue"), ("blue", "black", "white"), ("black", "red", "white", "blue"))


def _draw_quickcard(pen: Pen, paper: Paper) -> None:
    """The quick card: how bricks are laid, what the buttons do, what the machine says."""
    draw_frame(pen, paper, _TITLE, _BELOW_TITLE)
    _draw_towers(pen, paper)
    pen.paragraph(say(_LAYING), EDGE_MM, _LAYING_TOP, 3.8, paper.width - 2 * EDGE_MM, colour=INK)
    draw_words(pen, paper, CardWords(_TEXT_TOP, _STEPS, _SAYINGS, _BUTTONS_HERE))


def _draw_towers(pen: Pen, paper: Paper) -> None:
    """A house and towers of two, three and four, each on its lot."""
    words = (_("a house"), _("a tower of {floors}", floors=2), _("a tower of {floors}", floors=3))
    titles = (*words, _("a tower of {floors}", floors=4))
    lot, gap = 46.0, 2.0
    left = (paper.width - len(_TOWERS) * (lot + gap) + gap) / 2
    for number, (stack, title) in enumerate(zip(_TOWERS, titles, strict=True)):
        x = left + number * (lot + gap)
        pen.box(x, _PICTURE_TOP, lot, lot, FLAGS[number % 3], line=JOINT, line_mm=0.6)
        for floor in range(len(stack) - 1, -1, -1):
            top = _PICTURE_TOP + 6 + floor * STEP_MM * _SCALE
            with pen.at(x + (lot - BRICK_MM * _SCALE) / 2, top, scale=_SCALE):
                draw_brick(pen, stack[floor])
        pen.text(say(title), x + lot / 2, _PICTURE_TOP + lot + 6, 4.4, INK, font=SERIF_ITALIC, anchor=0.5)


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
    return Printables({**sheets, "quickcard": quick_card(_draw_quickcard)}, _REFUSALS)


def _joined(name: str, piece: PrintedPiece, options: Options) -> Sheets:
    """A piece larger than a page."""
    return Sheets(name, tuple(joined_pages(piece, options.paper, TITLES[name])), (piece,))


def _cut(name: str, pieces: Sequence[PrintedPiece], options: Options) -> Sheets:
    """Pieces of one size that are cut out."""
    return Sheets(name, tuple(grid_pages(pieces, options.paper, TITLES[name])), tuple(pieces))
