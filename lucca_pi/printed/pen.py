"""
A pen that draws on a page in millimetres from the upper left corner, y downwards; pages as a PDF or as pictures.

Pictures look the same in every language. Words that are laid out in columns, rows or a list are drawn within
`from_start`, which counts from the right edge in a language that is written from right to left.
"""

import io
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

from PIL import Image
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from lucca_pi.language import LEFT_MARK, RIGHT_MARK, is_right_to_left, visual_order

Outline = Sequence[tuple[float, ...]]
"""Points `(x, y)` joined by straight lines; an entry of six numbers is a Bézier curve (two control points, its end)."""

SANS, SANS_BOLD = "sans", "sans-bold"
_SERIF, SERIF_BOLD, SERIF_ITALIC = "serif", "serif-bold", "serif-italic"
FONTS = Path(__file__).with_name("fonts")
for _font in (SANS, SANS_BOLD, _SERIF, SERIF_BOLD, SERIF_ITALIC):
    registerFont(TTFont(_font, FONTS / f"{_font}.ttf"))

RED, INK, PALE = "#9c2430", "#2a2320", "#8a7a66"
"""The colours of words on pages: titles, text, and what is said aside."""
CAPITALS = 0.72
"""The height of capitals and figures, as part of the size of the letters."""


class Pen:
    """Draws on the page of a canvas that is `height` mm tall. Colours are "#rrggbb"; a colour of None is not drawn."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self._canvas, self._is_mirrored = canvas, False
        canvas.translate(0, height * mm)
        canvas.scale(mm, -mm)

    @classmethod
    def aside(cls, height: float) -> "Pen":
        """A pen whose page nobody keeps: to find out how long words become."""
        return cls(Canvas(BytesIO()), height)

    @contextmanager
    def at(self, x: float, y: float, turn_deg: float = 0.0, *, scale: float = 1.0) -> Iterator[None]:
        """Within, lengths count from there, the page is turned clockwise, and all is drawn at that scale."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(turn_deg)
        self._canvas.scale(scale, scale)
        yield
        self._canvas.restoreState()

    @contextmanager
    def from_start(self, width: float) -> Iterator[None]:
        """
        Within, `width` mm from the origin are mirrored if the language is written from right to left.

        x then counts from the right edge, and the anchor of a text is the part right of x. Letters are not mirrored;
        pictures are, unless they are drawn within `picture`.
        """
        with self._mirrored(width, is_right_to_left()):
            yield

    @contextmanager
    def picture(self, start: float, width: float) -> Iterator[None]:
        """Within, x counts from the left edge of a picture, `width` mm wide, that is never mirrored."""
        with self.at(start, 0), self._mirrored(width, self._is_mirrored):
            yield

    @contextmanager
    def _mirrored(self, width: float, is_mirrored: bool) -> Iterator[None]:
        """Within, `width` mm from the origin are mirrored, or as they are."""
        was = self._is_mirrored
        self._canvas.saveState()
        if is_mirrored:
            self._canvas.transform(-1, 0, 0, 1, width, 0)
            self._is_mirrored = not was
        yield
        self._is_mirrored = was
        self._canvas.restoreState()

    @contextmanager
    def within(self, left: float, top: float, right: float, bottom: float) -> Iterator[None]:
        """Within the block, drawing shows inside that box only."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(left, top, right - left, bottom - top)
        self._canvas.clipPath(path, stroke=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def inside(self, outline: Outline) -> Iterator[None]:
        """Within the block, drawing shows inside that outline only."""
        self._canvas.saveState()
        self._canvas.clipPath(self._path(outline), stroke=0)
        yield
        self._canvas.restoreState()

    def stamp(self, name: str, area: tuple[float, float, float, float], draw: "Callable[[Pen], None]") -> None:
        """
        Draws with `draw` within `area` (left, top, right, bottom); the document holds the drawing of a name once.

        `name` is of letters and figures.
        """
        if not self._canvas.hasForm(name):
            self._canvas.beginForm(name, *area)
            draw(self)
            self._canvas.endForm()
        self._canvas.doForm(name)

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: str | None,
        *,
        line: str | None = None,
        line_mm: float = 0.3,
        radius: float = 0.0,
    ) -> None:
        """A rectangle, with round corners if a radius is given."""
        self._ink(fill, line, line_mm)
        drawn = {"stroke": bool(line), "fill": bool(fill)}
        if radius:
            self._canvas.roundRect(left, top, width, height, radius, **drawn)
        else:
            self._canvas.rect(left, top, width, height, **drawn)

    def boxes(self, boxes: Sequence[tuple[float, float, float, float]], fill: str) -> None:
        """Rectangles `(left, top, width, height)` filled as one area: where they touch, no hairline shows."""
        self._ink(fill, None, 0)
        path = self._canvas.beginPath()
        for box in boxes:
            path.rect(*box)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def shape(
        self, outline: Outline, fill: str | None, *, line: str | None = None, line_mm: float = 0.3, closed: bool = True
    ) -> None:
        """An area with that outline, or, not closed and not filled, the line itself."""
        self._ink(fill, line, line_mm)
        path = self._path(outline)
        if closed:
            path.close()
        self._canvas.drawPath(path, stroke=bool(line), fill=bool(fill))

    def oval(
        self,
        x: float,
        y: float,
        half_width: float,
        half_height: float,
        fill: str | None,
        *,
        line: str | None = None,
        line_mm: float = 0.3,
    ) -> None:
        """An ellipse around (x, y)."""
        self._ink(fill, line, line_mm)
        corners = (x - half_width, y - half_height, x + half_width, y + half_height)
        self._canvas.ellipse(*corners, stroke=bool(line), fill=bool(fill))

    def image(self, data: bytes, left: float, top: float, width: float, height: float) -> None:
        """The middle of a picture (JPEG, PNG), as large as fills the box, never mirrored."""
        picture = ImageReader(BytesIO(data))
        across, down = picture.getSize()
        scale = max(width / across, height / down)
        with self.within(left, top, left + width, top + height), self.at(left + width / 2, top + height / 2):
            self._canvas.scale(scale, -scale)
            self._canvas.drawImage(picture, -across / 2, -down / 2)

    def line(
        self, x: float, y: float, to_x: float, to_y: float, *, colour: str = "#000000", line_mm: float = 0.3
    ) -> None:
        """A straight line between two points."""
        self._ink(None, colour, line_mm)
        self._canvas.line(x, y, to_x, to_y)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str = "#000000",
        *,
        font: str = SANS,
        anchor: float = 0.0,
        room: float | None = None,
    ) -> None:
        """
        Draws a line of letters `size` mm tall with its base line at y, smaller if `room` mm are not enough.

        `anchor`: the part of its width left of x: 0 begins there, 0.5 is centred, 1 ends there.
        """
        text = _printable(text)
        width = line_mm(text, size, font)
        if room is not None and width > room:
            size, width = size * room / width, room
        self._canvas.saveState()
        if self._is_mirrored:
            self._canvas.transform(-1, 0, 0, -1, x + (1 - anchor) * width, y)
        else:
            self._canvas.transform(1, 0, 0, -1, x - anchor * width, y)
        self._ink(colour, None, 0)
        self._canvas.setFont(font, size)
        self._canvas.drawString(0, 0, visual_order(text).translate(_UNSEEN))
        self._canvas.restoreState()

    def paragraph(
        self, text: str, x: float, y: float, size: float, width: float, *, colour: str = "#000000", font: str = SANS
    ) -> float:
        """
        Draws text broken into lines of that width, the first base line at y; returns the next base line.

        Lines begin at x; from right to left, at the right edge.
        """
        start, anchor = (x + width, 1.0) if is_right_to_left() and not self._is_mirrored else (x, 0.0)
        for line in simpleSplit(_printable(text), font, size, width):
            self.text(line, start, y, size, colour, font=font, anchor=anchor)
            y += size * 1.3
        return y

    def _path(self, outline: Outline) -> PDFPathObject:
        path = self._canvas.beginPath()
        path.moveTo(*outline[0])
        for step in outline[1:]:
            (path.lineTo if len(step) == 2 else path.curveTo)(*step)
        return path

    def _ink(self, fill: str | None, line: str | None, line_mm: float) -> None:
        if fill:
            self._canvas.setFillColor(_colour(fill))
        if line:
            self._canvas.setStrokeColor(_colour(line))
            self._canvas.setLineWidth(line_mm)


_colour = cache(HexColor)


def line_mm(text: str, size: float, font: str = SANS) -> float:
    """The width of a line of letters `size` mm tall."""
    return float(stringWidth(_printable(text).translate(_UNSEEN), font, size))


def is_printable(text: str) -> bool:
    """
    True if the fonts have every letter of the text.

    >>> is_printable("Łukasz"), is_printable("Ольга"), is_printable("שרה"), is_printable("李")
    (True, True, True, False)
    """
    return all(map(_is_drawn, text))


def _printable(text: str) -> str:
    """
    The text in letters that the fonts have: any other letter becomes its plain letter, or is dropped.

    >>> _printable("Città"), _printable("ṩtrada"), _printable("17 אָדֹם"), _printable("李 3")
    ('Città', 'strada', '17 אדם', '3')
    """
    return "".join(letter if _is_drawn(letter) else _plain(letter) for letter in text).strip()


_UNSEEN = str.maketrans("", "", LEFT_MARK + RIGHT_MARK)
"""Marks that order the letters of a line and are not drawn."""


@cache
def _is_drawn(letter: str) -> bool:
    return ord(letter) in _UNSEEN or ord(letter) in getFont(SANS).face.charToGlyph


def _plain(letter: str) -> str:
    return "".join(filter(_is_drawn, unicodedata.normalize("NFKD", letter)))


@cache
def mixed(colour: str, other: str, share: float) -> str:
    """
    `share` of the other colour in the first.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)


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


def png(piece: PrintedPiece, px_per_mm: float = 10.0) -> bytes:
    """The piece as a PNG in that scale."""
    file = BytesIO()
    picture(piece, round(px_per_mm * MM_PER_INCH)).save(file, "PNG", optimize=True)
    return file.getvalue()


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


_ONE_AT_A_TIME = Lock()
"""Held while pages are rendered: phones ask in threads of their own, and PDFium must not be called by two at once."""


def rendered(data: bytes, dpi: int) -> list[Image.Image]:
    """The pages of a PDF as pictures."""
    import pypdfium2

    scale = dpi / _POINTS_PER_INCH
    with _ONE_AT_A_TIME, pypdfium2.PdfDocument(data) as document:
        return [_render(page, scale) for page in document]


def _render(page: Any, scale: float) -> Image.Image:
    """The page as wide and tall as it is, to the nearest pixel: a page is never stretched by a rounding error."""
    excess = 1e-3 / scale
    page.set_mediabox(0, 0, page.get_width() - excess, page.get_height() - excess)
    picture: Image.Image = page.render(scale=scale).to_pil()
    return picture.convert("RGB")
