"""
Layout of a card: its places, the size of its codes, and its upper left corner: the code, or the card's name on a plate.

Lengths in mm.
"""

from dataclasses import dataclass

from lucca_pi.games.citta.table.pieces import COAT_CODES, COAT_SQUARE_MM, QUARTER_CODES, QUARTER_SQUARE_MM
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, Pen
from lucca_pi.printed.stickers import CodeStyle, draw_sticker
from lucca_pi.vision.codes import MODULES

FROM_EDGES_MM = 2.0
"""Distance from the card's upper and left edge to the sticker's, mm."""
_PLATE_WIDE = 1.7
"""Width of the plate with a palace's number, as a part of its height: three shields fit beside it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """
    The layout of a card of that size with a sticker of that side; `bleed`: it is drawn beyond its edges.

    `style` None: no codes; the card's name is in their place, as tall as the sticker.
    """

    width: float
    height: float
    sticker_mm: float
    style: CodeStyle | None
    bleed: float = 0.0

    @property
    def corner(self) -> float:
        """The width of the sticker or the plate in the upper left corner."""
        return self.sticker_mm * (1.0 if self.style else _PLATE_WIDE)

    @property
    def band(self) -> float:
        """The lower edge of the band at the top."""
        return self.sticker_mm + 2 * FROM_EDGES_MM - 0.5

    @property
    def half(self) -> float:
        """The part of a card's height that stays visible under the next card."""
        return self.height / 2

    @property
    def eaves(self) -> float:
        """The lower edge of the roof."""
        return self.band + (self.half - self.band) * 0.32

    @property
    def left(self) -> float:
        """The left (and upper) edge of the drawing."""
        return -self.bleed

    @property
    def right(self) -> float:
        """The right edge of the drawing."""
        return self.width + self.bleed

    @property
    def bottom(self) -> float:
        """The lower edge of the drawing."""
        return self.height + self.bleed

    @property
    def area(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the drawing."""
        return self.left, self.left, self.right, self.bottom


_NAME_MM = 12.0
"""The height of the figures on a plate of 14 mm."""
_LETTER_WIDE = 0.61
"""The width of the widest letter of a name, as a part of the letters' size."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A card's name on a plate in two colours; `wide`: its width as a part of its height."""

    name: str
    ground: str
    ink: str
    wide: float = _PLATE_WIDE


def draw_corner(pen: Pen, code: int, plate: Plate, layout: Layout) -> None:
    """The sticker, or, without codes, the plate in its place."""
    if layout.style:
        draw_sticker(pen, code, FROM_EDGES_MM, FROM_EDGES_MM, layout.sticker_mm, style=layout.style)
    else:
        _draw_plate(pen, plate, layout.sticker_mm)


def _draw_plate(pen: Pen, plate: Plate, height: float) -> None:
    """Draws the name in figures as tall as fits."""
    edge, width = FROM_EDGES_MM, plate.wide * height
    size = min(_NAME_MM / 14.0 * height / CAPITALS, (width - height * 0.2) / (_LETTER_WIDE * len(plate.name)))
    pen.box(edge, edge - 0.5, width, height + 0.5, plate.ground, line=plate.ink, line_mm=0.5, radius=height * 0.11)
    base = edge - 0.25 + (height + size * CAPITALS) / 2
    pen.text(plate.name, edge + width / 2, base, size, plate.ink, font=SANS_BOLD, anchor=0.5)


def style_of(code: int, style: CodeStyle) -> CodeStyle:
    """The style of a code: quarters and coats of arms bear markers in every style, as they give the scale."""
    return "aruco" if code in QUARTER_CODES or code in COAT_CODES else style


def sticker_mm_of(code: int, card_sticker_mm: float) -> float:
    """The side of the sticker with that code, mm: of quarters and coats it is always the same."""
    whole = (MODULES + 2) / MODULES
    if code in QUARTER_CODES:
        return QUARTER_SQUARE_MM * whole
    return COAT_SQUARE_MM * whole if code in COAT_CODES else card_sticker_mm
