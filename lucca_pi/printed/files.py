"""Sheets as a PDF, and pieces as PNG pictures: one drawing of each, the pictures taken from it."""

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from lucca_pi.printed.pen import SANS, Pen
from lucca_pi.printed.piece import Piece

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a PDF: its size in mm and what is drawn on it."""

    width: float
    height: float
    draw: Callable[[Pen], None]


def pdf(pages: Iterable[Page], title: str) -> bytes:
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


def write_pictures(pieces: Iterable[Piece], directory: Path, dpi: int) -> None:
    """Each piece in true size as `<name>.png`, without bleed; the directory is made if need be. Raises OSError."""
    directory.mkdir(parents=True, exist_ok=True)
    for piece in pieces:
        picture(piece, dpi).save(directory / f"{piece.name}.png", dpi=(dpi, dpi))


def picture(piece: Piece, dpi: int) -> Image.Image:
    """The piece at that many pixels to the inch, its size rounded to whole pixels and its scale true."""
    return pictures([piece], dpi)[0]


def pictures(pieces: Iterable[Piece], dpi: int) -> list[Image.Image]:
    """The same of pieces of one make, at once: what is stamped on several of them is drawn once."""
    return rendered(pdf([_cropped(piece, dpi) for piece in pieces], "pictures"), dpi)


def _cropped(piece: Piece, dpi: int) -> Page:
    """A page of whole pixels around the middle of the piece."""
    width, height = (round(length / MM_PER_INCH * dpi) * MM_PER_INCH / dpi for length in (piece.width, piece.height))

    def draw(pen: Pen) -> None:
        with pen.at((width - piece.width) / 2, (height - piece.height) / 2):
            piece.draw(pen)

    return Page(width, height, draw)


def rendered(data: bytes, dpi: int) -> list[Image.Image]:
    """The pages of a PDF as pictures."""
    import pypdfium2

    scale = dpi / POINTS_PER_INCH
    with pypdfium2.PdfDocument(data) as document:
        return [_render(page, scale) for page in document]


def _render(page: Any, scale: float) -> Image.Image:
    """The page as wide and tall as it is, to the nearest pixel: a page is never stretched by a rounding error."""
    excess = 1e-3 / scale
    page.set_mediabox(0, 0, page.get_width() - excess, page.get_height() - excess)
    picture: Image.Image = page.render(scale=scale).to_pil()
    return picture.convert("RGB")
