"""Pieces and pages drawn with a pen, as a PDF in true size or as pictures. Lengths in mm."""

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from lucca_pi.printed.pen import SANS, Pen

rl_config.useA85 = 0
"""Streams as bytes: written in letters, as is usual, a PDF is a fifth larger."""


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """
    A piece to print: `draw` draws from its upper left corner, and may draw beyond its edges.

    `name` is its file's name as a picture, `label` the words printed beside it.
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
    """A page of a PDF: its size in mm and its drawing."""

    width: float
    height: float
    draw: Callable[[Pen], None]


def pdf(pages: Iterable[PrintedPage], title: str) -> bytes:
    """The pages as a PDF that asks to be printed unscaled. The same pages give the same bytes."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1, initialFontName=SANS)
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")
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
    """Pictures of pieces of one make, drawn together: a stamp used on several of them is drawn once."""
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
