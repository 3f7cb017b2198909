"""A quick card: one page for the table, with a frame, a title, and the words below a game's own picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lucca_pi.language import _, say
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.prints import Options, Printable, Sheets, not_on_a3, whole_pages

_FRAME_MM, EDGE_MM, _BETWEEN_MM = 6.0, 12.0, 8.0
RED, INK, PALE = "#9c2430", "#2a2320", "#8a7a66"
_USUAL_MM = 3.8
_SIZES_MM = (5.0, 4.6, 4.2, _USUAL_MM, 3.6, 3.4, 3.2, 3.0, 2.8, 2.6)
"""The letters are as large as all the words leave them room."""
_Rows = Sequence[tuple[str, str]]
"""A sign or words, and the text beside or below them."""

BUTTONS = (
    (_("OK"), _("look at the table now; choose the answer in the bar. Held for 2 s: switch off; the game is saved")),
    (
        _("up, down"),
        _("other answers; between turns: last turn, order, score, and More: change a turn, pause, new game"),
    ),
    (_("back"), _("to whose turn it is. Held for 2 s: undo, turn by turn")),
    (_("after a power cut"), _("switch on: the game goes on. Leave the cards as they lie")),
)


@dataclass(frozen=True, slots=True)
class CardWords:
    """The words from `top_mm` on: a turn step by step with the `buttons` below it, and what the machine says."""

    top_mm: float
    steps: _Rows
    sayings: _Rows
    buttons: _Rows = BUTTONS


def quick_card(draw: Callable[[Pen, Paper], None], name: str = "quickcard") -> Printable:
    """A quick card to print: `draw` fills the page, in the language in use. A page of A3 is refused."""

    def sheets(options: Options) -> Sheets:
        paper = not_on_a3(options, "the quick card is")
        return whole_pages(name, paper, lambda pen: draw(pen, paper))

    return Printable(sheets)


def draw_frame(pen: Pen, paper: Paper, title: str, below: str) -> None:
    """The frame around the page and the words at its head."""
    middle = paper.width / 2
    draw_border(pen, paper)
    pen.text(say(title), middle, 17, 9, RED, font=SERIF_BOLD, anchor=0.5)
    pen.text(say(below), middle, 23, 4.2, PALE, font=SERIF_ITALIC, anchor=0.5)


def draw_border(pen: Pen, paper: Paper) -> None:
    """Draws the frame around the page alone."""
    frame = _FRAME_MM, _FRAME_MM, paper.width - 2 * _FRAME_MM, paper.height - 2 * _FRAME_MM
    pen.box(*frame, None, line=RED, line_mm=0.8, radius=4)


def draw_words(pen: Pen, paper: Paper, words: CardWords, largest_mm: float = _USUAL_MM) -> None:
    """The words in the largest letters in which all of them end above the frame."""
    aside, floor = Pen.aside(paper.height), paper.height - 2 * _FRAME_MM
    sizes = [size for size in _SIZES_MM if size <= largest_mm]
    size = next((size for size in sizes if _draw_columns(aside, paper, words, size) <= floor), sizes[-1])
    with pen.from_start(paper.width):
        _draw_columns(pen, paper, words, size)


def _draw_columns(pen: Pen, paper: Paper, words: CardWords, size: float) -> float:
    """The columns in letters of that size; gives where the longer one ends."""
    width = (paper.width - 2 * EDGE_MM - _BETWEEN_MM) / 2
    y = draw_title(pen, say(_("A turn")), EDGE_MM, words.top_mm)
    for sign, step in words.steps:
        pen.oval(EDGE_MM + 2.6, y - 1.2, 2.6, 2.6, RED)
        pen.text(sign, EDGE_MM + 2.6, y, 3.4, "#ffffff", font=SANS_BOLD, anchor=0.5)
        y = pen.paragraph(say(step), EDGE_MM + 7.5, y, size, width - 7.5, colour=INK) + size / 2.5
    left = _draw_list(pen, say(_("The buttons")), words.buttons, (EDGE_MM, y + 1, width), size)
    right = EDGE_MM + width + _BETWEEN_MM, words.top_mm, width
    return max(left, _draw_list(pen, say(_("What the machine says")), words.sayings, right, size)) - size


def _draw_list(pen: Pen, title: str, rows: _Rows, place: tuple[float, float, float], size: float) -> float:
    """Words and what they mean below a title; `place` is left, top and width. Gives where it ends."""
    left, top, width = place
    y = draw_title(pen, title, left, top)
    for word, meaning in rows:
        pen.text(say(word), left, y, size, INK, font=SANS_BOLD, room=width)
        y = pen.paragraph(say(meaning), left + 3, y + 1.3 * size, size, width - 3, colour=INK) + size / 2.5
    return y


def draw_title(pen: Pen, title: str, left: float, top: float) -> float:
    """Draws a title; returns the top of the first line below it."""
    pen.text(title, left, top + 4, 5.2, RED, font=SERIF_BOLD)
    return top + 10
