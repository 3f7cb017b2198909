"""One page for the table: how bricks are laid, what the buttons do, what the machine says."""

from functools import partial

from lucca_pi.games.chessboard.paper.board import FLAGS, JOINT
from lucca_pi.games.chessboard.paper.bricks import draw_brick
from lucca_pi.games.chessboard.table.layout import BRICK_MM, STEP_MM
from lucca_pi.language import _, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SERIF_ITALIC, Pen
from lucca_pi.printed.piece import Piece
from lucca_pi.printed.quickcard import BUTTONS, EDGE_MM, INK, Words, draw_frame, draw_words

TITLE = _("Lucca on a chess board, with the scorer")
BELOW_TITLE = _("Stack in stairs; the machine does the counting.")
STEPS = (
    ("•", _("Before the game: all bricks on the mat, the board empty. Hands off the table, then OK.")),
    ("1", _("Place two bricks of two different colours from the supply, one after the other. Any colours will do.")),
    ("2", _("On an empty lot a brick is a house. On a stack it becomes the lowest floor: push it in from below.")),
    ("3", _("A floor needs a house of its colour elsewhere in the block for each brick of that colour in the tower.")),
    ("4", _("One tower a block. A house that joins two starts a struggle: the display leads through it.")),
    ("5", _("Hands off the table, then OK.")),
)
BUTTONS_HERE = (
    *BUTTONS[:-1],
    (_("after a power cut"), _("switch on: the game goes on. Leave the bricks as they lie")),
)
SAYINGS = (
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
LAYING = _(
    "Each lower floor sticks out by five millimetres towards the bottom edge of the board, at least the lowest three; "
    "what lies higher may be squared up. Stacks stand well inside their lots; prisoners lie flat in their field."
)
SCALE = 0.85
PICTURE_TOP, LAYING_TOP, TEXT_TOP = 31.0, 95.0, 112.0
TOWERS = (("white",), ("red", "blue"), ("blue", "black", "white"), ("black", "red", "white", "blue"))


def quickcard_piece(paper: Paper) -> Piece:
    """The quick card, as large as the page, in the language in use."""
    return Piece("quickcard", paper.width, paper.height, partial(_draw, paper=paper))


def _draw(pen: Pen, paper: Paper) -> None:
    draw_frame(pen, paper, TITLE, BELOW_TITLE)
    _draw_towers(pen, paper)
    pen.paragraph(say(LAYING), EDGE_MM, LAYING_TOP, 3.8, paper.width - 2 * EDGE_MM, colour=INK)
    draw_words(pen, paper, Words(TEXT_TOP, STEPS, SAYINGS, BUTTONS_HERE))


def _draw_towers(pen: Pen, paper: Paper) -> None:
    """A house and towers of two, three and four, each on its lot."""
    words = (_("a house"), _("a tower of {floors}", floors=2), _("a tower of {floors}", floors=3))
    titles = (*words, _("a tower of {floors}", floors=4))
    lot, gap = 46.0, 2.0
    left = (paper.width - len(TOWERS) * (lot + gap) + gap) / 2
    for number, (stack, title) in enumerate(zip(TOWERS, titles, strict=True)):
        x = left + number * (lot + gap)
        pen.box(x, PICTURE_TOP, lot, lot, FLAGS[number % 3], line=JOINT, line_mm=0.6)
        for floor in range(len(stack) - 1, -1, -1):
            top = PICTURE_TOP + 6 + floor * STEP_MM * SCALE
            with pen.at(x + (lot - BRICK_MM * SCALE) / 2, top, scale=SCALE):
                draw_brick(pen, stack[floor])
        pen.text(say(title), x + lot / 2, PICTURE_TOP + lot + 6, 4.4, INK, font=SERIF_ITALIC, anchor=0.5)
