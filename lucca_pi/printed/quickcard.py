"""A quick card: one page for the table, with a frame, a title, and the words below a game's own picture."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lucca_pi.language import _, say
from lucca_pi.printed.flow import Part, below, first_that_fits, heading, lines, placed, signed
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import PALE, RED, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.prints import Options, Printable, Sheets, not_on_a3, whole_pages

_FRAME_MM, EDGE_MM, _BETWEEN_MM = 6.0, 12.0, 8.0
_USUAL_MM, _TITLE_MM = 3.8, 5.2
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
    """The words in the largest letters in which all of them end above the frame. Raises ValueError if none is."""
    width, room = (paper.width - 2 * EDGE_MM - _BETWEEN_MM) / 2, paper.height - 2 * _FRAME_MM - words.top_mm
    sizes = [size for size in _SIZES_MM if size <= largest_mm]
    columns = first_that_fits(sizes, lambda size: _columns(words, size, width, room))
    if not columns:
        raise ValueError(f"the words of the card do not fit on {paper.name}")
    with pen.from_start(paper.width), pen.at(EDGE_MM, words.top_mm):
        columns.draw(pen)


def _columns(words: CardWords, size: float, width: float, room: float) -> Part | None:
    """The two columns in letters of that size; None if one is too long."""
    above = 0.7 * size
    steps = [signed(sign, step, size, width) for sign, step in words.steps]
    left = [*_titled(_("A turn"), steps, above), *_titled(_("The buttons"), _rows(words.buttons, size, width), above)]
    right = _titled(_("What the machine says"), _rows(words.sayings, size, width), above)
    columns = placed([(0.0, 0.0, below(left)), (width + _BETWEEN_MM, 0.0, below(right))])
    return columns if columns.height <= room else None


def _titled(title: str, parts: Iterable[Part], above: float) -> list[Part]:
    return [replace(heading(title, _TITLE_MM), above=above + 3.0), *(replace(part, above=above) for part in parts)]


def _rows(rows: _Rows, size: float, width: float) -> Iterator[Part]:
    """Words in bold, each with its meaning below it."""
    for word, meaning in rows:
        told = placed([(3.0, 0.3 * size, lines(meaning, size, width - 3.0))])
        yield below([lines(word, size, width, font=SANS_BOLD), told])


def draw_title(pen: Pen, title: str, left: float, top: float) -> float:
    """Draws a title; returns the top of the first line below it."""
    pen.text(title, left, top + 4, _TITLE_MM, RED, font=SERIF_BOLD)
    return top + 10
