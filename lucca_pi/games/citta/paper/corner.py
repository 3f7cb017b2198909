"""What the upper left corner of a card bears: its code, or, where a deck has none, its name on a plate."""

from dataclasses import dataclass

from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM, PLATE_WIDE, Layout
from lucca_pi.printed.marks import draw_sticker
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, Pen

NAME_MM = 12.0
"""The height of the figures on a plate of 14 mm."""
LETTER_WIDE = 0.61
"""The width of the widest letter of a name, as a part of the letters' size."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A card's name on a plate in two colours; `wide`: its width as a part of its height."""

    name: str
    ground: str
    ink: str
    wide: float = PLATE_WIDE


def draw_corner(pen: Pen, code: int, plate: Plate, layout: Layout) -> None:
    """The sticker, or, without codes, the plate in its place."""
    if layout.style:
        draw_sticker(pen, code, FROM_EDGES_MM, FROM_EDGES_MM, layout.sticker_mm, style=layout.style)
    else:
        _draw_plate(pen, plate, layout.sticker_mm)


def _draw_plate(pen: Pen, plate: Plate, height: float) -> None:
    """The name in figures as tall as there is room for."""
    edge, width = FROM_EDGES_MM, plate.wide * height
    size = min(NAME_MM / 14.0 * height / CAPITALS, (width - height * 0.2) / (LETTER_WIDE * len(plate.name)))
    pen.box(edge, edge - 0.5, width, height + 0.5, plate.ground, line=plate.ink, line_mm=0.5, radius=height * 0.11)
    base = edge - 0.25 + (height + size * CAPITALS) / 2
    pen.text(plate.name, edge + width / 2, base, size, plate.ink, font=SANS_BOLD, anchor=0.5)
