"""Quick cards: one page for the table in a frame, what it shows of the rules above the words on the machine."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lucca_pi.language import Text, _, say
from lucca_pi.printed.flow import Part, below, column_mm, first_that_fits, heading, lines, placed, side_by_side, signed
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import PALE, RED, SANS_BOLD, SERIF_BOLD, SERIF_ITALIC, Pen
from lucca_pi.printed.prints import Options, Printable, Sheets, not_on_a3, whole_pages

_FRAME_MM, EDGE_MM, _TOP_MM = 6.0, 10.5, 28.0
_TITLE_MM = 5.2
_SIZES_MM = [2.6 + 0.05 * step for step in range(48, -1, -1)]
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
class QuickCard:
    """The words of a card: a turn step by step with the `buttons` below it, and what the machine says."""

    title: Text
    below: Text
    steps: _Rows
    sayings: _Rows
    buttons: _Rows = BUTTONS


def card_page(draw: Callable[[Pen, Paper], None], name: str) -> Printable:
    """A card to print: `draw` fills the page, in the language in use. A page of A3 is refused."""

    def sheets(options: Options) -> Sheets:
        paper = not_on_a3(options, "the quick card is")
        return whole_pages(name, paper, lambda pen: draw(pen, paper))

    return Printable(sheets)


def quick_card(card: QuickCard, above: Callable[[float, float], Iterable[Part]], name: str = "quickcard") -> Printable:
    """
    A card with those words to print, in the largest letters in which all of them end above the frame.

    `above` gives the parts above the words, for letters of that size and for that width.
    """

    def draw(pen: Pen, paper: Paper) -> None:
        width, room = paper.width - 2 * EDGE_MM, paper.height - 2 * _FRAME_MM - _TOP_MM

        def in_size(size: float) -> Part | None:
            content = below([*above(size, width), replace(_columns(card, size, width), above=2 * size)])
            return content if content.height <= room else None

        content = first_that_fits(_SIZES_MM, in_size)
        if not content:
            raise ValueError(f"{card.title} does not fit on a page of {paper.name}")
        draw_frame(pen, paper, card.title, card.below)
        with pen.from_start(paper.width), pen.at(EDGE_MM, _TOP_MM):
            content.draw(pen)

    return card_page(draw, name)


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


def _columns(card: QuickCard, size: float, width: float) -> Part:
    """The words in two columns, in letters of that size."""
    wide, above = column_mm(width), 0.7 * size
    steps = [signed(sign, step, size, wide) for sign, step in card.steps]
    left = [*_titled(_("A turn"), steps, above), *_titled(_("The buttons"), _rows(card.buttons, size, wide), above)]
    right = _titled(_("What the machine says"), _rows(card.sayings, size, wide), above)
    return side_by_side(below(left), below(right), width)


def _titled(title: str, parts: Iterable[Part], above: float) -> list[Part]:
    return [replace(heading(title, _TITLE_MM), above=above + 3.0), *(replace(part, above=above) for part in parts)]


def _rows(rows: _Rows, size: float, width: float) -> Iterator[Part]:
    """Words in bold, each with its meaning below it."""
    for word, meaning in rows:
        told = placed([(3.0, 0.3 * size, lines(meaning, size, width - 3.0))])
        yield below([lines(word, size, width, font=SANS_BOLD), told])
