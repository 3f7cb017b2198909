"""Name cards: laid beside a quarter before the deal, one tells the camera who sits there."""

from collections.abc import Iterator, Sequence
from functools import partial

from lucca_pi.language import _
from lucca_pi.printed.files import Page
from lucca_pi.printed.grid import best_grid, grid_pages
from lucca_pi.printed.marks import BLACK, dark_boxes, qr_bitmap
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen, is_printable
from lucca_pi.printed.piece import Piece
from lucca_pi.qr import qr_code
from lucca_pi.strict import is_plain, shown

SIZE_MM = (59.0, 72.0)
SQUARE_MM = 45.0
INSET_MM = 7.0
"""White around the code, four of its modules or more."""
LETTER_MM = 7.0
MOST_LETTERS = 24
"""With this many letters, of any script, the code's modules are still 1 mm wide."""


def bad_name(name: str) -> str | None:
    """Why a card cannot bear the name, if it cannot."""
    if is_plain(name) and len(name) <= MOST_LETTERS:
        return None
    return f"--name {shown(name)}: a name card takes 1 to {MOST_LETTERS} letters in one line."


def name_pieces(names: Sequence[str]) -> tuple[Piece, ...]:
    """A card for each name, called name-1, name-2, ..."""
    return tuple(
        Piece(f"name-{number}", *SIZE_MM, partial(draw_name, name=name.strip()))
        for number, name in enumerate(names, start=1)
    )


def name_pages(names: Sequence[str], paper: Paper) -> Iterator[Page]:
    """The cards on sheets of one side."""
    grid = best_grid(paper, SIZE_MM, 0.0, len(names))
    return grid_pages(name_pieces(names), grid, _("Lucca Città scorer, name cards"))


def draw_name(pen: Pen, name: str) -> None:
    """The code, and the name below it; a line to write it on where there is no font for it."""
    bitmap = qr_bitmap(qr_code(f"LUCCA:NAME:{name}", utf8=True).matrix)
    pen.boxes(dark_boxes(bitmap, INSET_MM, INSET_MM, SQUARE_MM / len(bitmap)), BLACK)
    middle, base = SIZE_MM[0] / 2, SIZE_MM[1] - LETTER_MM
    if is_printable(name):
        pen.text(name, middle, base, LETTER_MM, font=SANS_BOLD, anchor=0.5, room=SQUARE_MM)
    else:
        pen.line(INSET_MM, base, INSET_MM + SQUARE_MM, base)
