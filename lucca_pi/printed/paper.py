"""
Paper to print on (page sizes, sheets of labels by their makers' names), the pieces and pages drawn on it, and files:
sheets as a PDF, pieces as PNG pictures. Lengths in mm.
"""

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from lucca_pi.printed.pen import SANS, Pen

PRINTERS_MARGIN_MM = 5.0
"""Width that printers leave white along a page's edges: nothing is drawn there."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A page's width and height, upright."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> "Paper":
        """The same page on its side."""
        return Paper(self.name, self.height, self.width)

    @property
    def is_upright(self) -> bool:
        """Whether the page is at least as tall as wide."""
        return self.height >= self.width


A3 = Paper("a3", 297.0, 420.0)
A4 = Paper("a4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS: Mapping[str, Paper] = {paper.name: paper for paper in (A4, LETTER, A3)}


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of equal labels in columns and rows, in the middle of the page."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gap: float = 0.0
    """Between columns."""
    gap_below: float = 0.0
    """Between rows."""

    @property
    def is_square(self) -> bool:
        """A square label is a sticker as it is: nothing is cut."""
        return self.width == self.height

    @property
    def places(self) -> int:
        """Labels on the sheet."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """The margin left of the labels, and right of them."""
        return (self.paper.width - self.columns * (self.width + self.gap) + self.gap) / 2

    @property
    def top(self) -> float:
        """The margin above the labels, and below them."""
        return (self.paper.height - self.rows * (self.height + self.gap_below) + self.gap_below) / 2

    def place(self, index: int) -> tuple[float, float]:
        """
        The upper left corner of the label of that number, row by row.

        >>> LABEL_SHEETS["endisch-6502020"].place(10)
        (35.0, 28.5)
        """
        row, column = divmod(index, self.columns)
        return self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap_below)


LABEL_SHEETS: Mapping[str, LabelSheet] = {
    "endisch-6502020": LabelSheet(A4, 9, 14, 20.0, 20.0),
    "rayfilm-5003": LabelSheet(A4, 6, 11, 25.4, 25.4, 5.1),
    "hama-50517": LabelSheet(A4, 6, 11, 25.4, 25.4, 5.02),
    "onlinelabels-ol2050": LabelSheet(LETTER, 13, 17, 12.7, 12.7, 3.175, 3.175),
    "onlinelabels-ol3008": LabelSheet(LETTER, 10, 14, 19.05, 19.05),
    "onlinelabels-ol5425": LabelSheet(LETTER, 8, 10, 25.4, 25.4),
    "avery-l7651": LabelSheet(A4, 5, 13, 38.1, 21.2, 2.5),
    "avery-l7654": LabelSheet(A4, 4, 10, 45.7, 25.4, 2.5),
    "avery-3666": LabelSheet(A4, 5, 13, 38.0, 21.2),
    "avery-3667": LabelSheet(A4, 4, 16, 48.5, 16.9),
    "avery-5160": LabelSheet(LETTER, 3, 10, 66.675, 25.4, 3.175),
    "avery-5167": LabelSheet(LETTER, 4, 20, 44.45, 12.7, 7.62),
}
"""
By maker and number, square ones first: of these the sizes are those of the templates that gLabels ships (Endisch,
Rayfilm, Hama, Online Labels).
"""


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """
    `draw` draws from the piece's upper left corner, and may draw beyond its edges.

    `name` is its file's name as a picture, `label` what is printed beside it.
    """

    name: str
    width: float
    height: float
    draw: Callable[[Pen], None]
    label: str = ""
    back: Callable[[Pen], None] | None = None


MM_PER_INCH = 25.4
_POINTS_PER_INCH = 72


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page of a PDF: its size in mm and what is drawn on it."""

    width: float
    height: float
    draw: Callable[[Pen], None]


def pdf(pages: Iterable[PrintedPage], title: str) -> bytes:
    """The pages as a PDF. The same pages give the same bytes."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1, initialFontName=SANS)
    canvas.setTitle(title)
    for page in pages:
        canvas.setPageSize((page.width * mm, page.height * mm))
        page.draw(Pen(canvas, page.height))
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def write_pictures(pieces: Iterable[PrintedPiece], directory: Path, dpi: int) -> None:
    """Each piece in true size as `<name>.png`, without bleed; the directory is made if need be. Raises OSError."""
    directory.mkdir(parents=True, exist_ok=True)
    for piece in pieces:
        picture(piece, dpi).save(directory / f"{piece.name}.png", dpi=(dpi, dpi))


def picture(piece: PrintedPiece, dpi: int) -> Image.Image:
    """The piece at that many pixels to the inch, its size rounded to whole pixels and its scale true."""
    return pictures([piece], dpi)[0]


def pictures(pieces: Iterable[PrintedPiece], dpi: int) -> list[Image.Image]:
    """The same of pieces of one make, at once: what is stamped on several of them is drawn once."""
    return rendered(pdf([_cropped(piece, dpi) for piece in pieces], "pictures"), dpi)


def _cropped(piece: PrintedPiece, dpi: int) -> PrintedPage:
    """A page of whole pixels around the middle of the piece."""
    width, height = (round(length / MM_PER_INCH * dpi) * MM_PER_INCH / dpi for length in (piece.width, piece.height))

    def draw(pen: Pen) -> None:
        with pen.at((width - piece.width) / 2, (height - piece.height) / 2):
            piece.draw(pen)

    return PrintedPage(width, height, draw)


def rendered(data: bytes, dpi: int) -> list[Image.Image]:
    """The pages of a PDF as pictures."""
    import pypdfium2

    scale = dpi / _POINTS_PER_INCH
    with pypdfium2.PdfDocument(data) as document:
        return [_render(page, scale) for page in document]


def _render(page: Any, scale: float) -> Image.Image:
    """The page as wide and tall as it is, to the nearest pixel: a page is never stretched by a rounding error."""
    excess = 1e-3 / scale
    page.set_mediabox(0, 0, page.get_width() - excess, page.get_height() - excess)
    picture: Image.Image = page.render(scale=scale).to_pil()
    return picture.convert("RGB")
