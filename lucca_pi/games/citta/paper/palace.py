"""
The face of a palace card: what must stay visible while columns overlap stands in its upper half.

From top to bottom: a band in the palace's colour with the code and the shields; the roof; the windows; below the middle
the door with the street number; the street. Without codes the band bears the street number on a plate, and sky, band
and plate are such that no two cards are alike in their upper halves.
"""

from functools import partial

from lucca_pi.games.citta.paper.corner import draw_corner
from lucca_pi.games.citta.paper.facades import INK, STONE, Facade
from lucca_pi.games.citta.paper.guises import PLAIN, Guise, guise_of
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM, Layout
from lucca_pi.games.citta.paper.plants import draw_cypress, draw_lantern, draw_orange_tree
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.printed.outlines import oval, rectangle, shield
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, SERIF_ITALIC, Pen, mixed

LIGHT = "#ffe59a"
STREET = "#8b8175"
RED = "#c8322b"
STREET_MM = 6.5


def draw_palace(pen: Pen, card: Card, code: int, facade: Facade, layout: Layout, *, variant: int = 0) -> None:
    """
    The face of the card with its code, or without codes with its number in its place.

    Without codes, `variant` tells it from others of the same colour, windows and shields by its sky, band and plate.
    """
    guise = PLAIN if layout.style else guise_of(card.windows, variant)
    house = f"house{facade.colour[1:]}{guise.name}"
    with pen.within(*layout.area):
        pen.stamp(house, layout.area, partial(_draw_house, facade=facade, layout=layout, guise=guise))
        _draw_windows(pen, card.windows, facade, layout)
        _draw_door(pen, card, facade, layout)
        _draw_beside_door(pen, card.number, layout)
        draw_shields(pen, card.shields, layout)
    draw_corner(pen, code, guise.plate(str(card.number), facade), layout)


def _draw_house(pen: Pen, facade: Facade, layout: Layout, guise: Guise) -> None:
    left, right = layout.left, layout.right
    guise.draw_sky(pen, layout)
    pen.box(left, layout.eaves, right - left, layout.bottom - layout.eaves, facade.colour)
    facade.wall(pen, facade, (left, layout.eaves, right, layout.bottom))
    facade.roof(pen, facade, (left, layout.band + 0.9, right, layout.eaves))
    pen.box(left, layout.eaves, right - left, 0.9, STONE, line=facade.darker, line_mm=0.2)
    pen.box(left, layout.half, right - left, 1.3, STONE, line=facade.darker, line_mm=0.2)
    _draw_street(pen, layout)
    _draw_band(pen, facade, layout, guise)


def _draw_street(pen: Pen, layout: Layout) -> None:
    top = layout.height - STREET_MM
    pen.box(layout.left, top, layout.right - layout.left, layout.bottom - top, STREET)
    pale = mixed(STREET, "#ffffff", 0.25)
    for row in range(4):
        for column in range(-1, int(layout.width / 5) + 2):
            x = column * 5 + row % 2 * 2.5
            pen.oval(x, top + 1.6 + row * 2.2, 2.1, 0.8, None, line=pale, line_mm=0.25)


def _draw_band(pen: Pen, facade: Facade, layout: Layout, guise: Guise) -> None:
    """The palace's colour beside its code, over the card's whole width."""
    pen.box(layout.left, layout.left, layout.right - layout.left, layout.band - layout.left, facade.colour)
    guise.draw_field(pen, facade, layout)
    pen.box(layout.left, layout.band - 0.3, layout.right - layout.left, 0.9, STONE, line=INK, line_mm=0.2)


def draw_shields(pen: Pen, count: int, layout: Layout) -> None:
    """From the upper right corner inwards: white over red, the colours of Lucca."""
    pitch = min(9.6, (layout.width - layout.corner - 3 * FROM_EDGES_MM) / max(1, count))
    width, top = pitch * 0.86, FROM_EDGES_MM + 1.2
    height = width * 1.3
    for index in range(count):
        x = layout.width - FROM_EDGES_MM - 0.6 - width / 2 - index * pitch
        outline = shield(x, top, width, height)
        pen.shape(outline, STONE)
        with pen.within(x - width, top + height * 0.45, x + width, top + 2 * height):
            pen.shape(outline, RED)
        pen.shape(outline, None, line=INK, line_mm=0.6)


def _draw_windows(pen: Pen, count: int, facade: Facade, layout: Layout) -> None:
    """Lit windows in a row, between the eaves and the card's middle."""
    top = layout.eaves + 2.9
    height = layout.half - 2.6 - top
    pitch = min(17.0, (layout.width - 4) / max(1, count))
    width = min(pitch * 0.62, height * 0.72)
    for index in range(count):
        x = layout.width / 2 + (index - (count - 1) / 2) * pitch
        _draw_window(pen, facade, x=x, top=top, width=width, height=height)


def _draw_window(pen: Pen, facade: Facade, *, x: float, top: float, width: float, height: float) -> None:
    outline = facade.window(x, top, width, height)
    pen.shape(outline, STONE, line=facade.darker, line_mm=2.6)
    pen.shape(outline, LIGHT, line=STONE, line_mm=1.8)
    pen.shape(outline, LIGHT, line=INK, line_mm=0.35)
    pen.line(x, top + 0.2, x, top + height - 0.2, colour=INK, line_mm=0.5)
    pen.line(x - width / 2, top + height * 0.52, x + width / 2, top + height * 0.52, colour=INK, line_mm=0.5)
    if facade.window is rectangle:
        _draw_shutters(pen, x, top, width, height)
    elif facade.window is not oval:
        pen.box(x - width / 2 - 1.4, top + height, width + 2.8, 1.0, STONE, line=INK, line_mm=0.2)


def _draw_shutters(pen: Pen, x: float, top: float, width: float, height: float) -> None:
    """Open shutters at both sides, their slats showing."""
    leaf = width * 0.25
    for left in (x - width / 2 - leaf - 0.2, x + width / 2 + 0.2):
        pen.box(left, top - 0.4, leaf, height + 0.8, "#3f6b4f", line=INK, line_mm=0.25)
        for slat in range(1, int(height / 1.5)):
            pen.line(left + 0.4, top + slat * 1.5, left + leaf - 0.4, top + slat * 1.5, colour="#2c4d38", line_mm=0.3)


def _draw_door(pen: Pen, card: Card, facade: Facade, layout: Layout) -> None:
    """The door, and in it the street number, as large as it fits."""
    x, top = layout.width / 2, layout.half + 4.2
    height = layout.height - STREET_MM - top
    width = min(layout.width * 0.64, height * 1.1)
    outline = facade.door(x, top, width, height)
    pen.shape(outline, STONE, line=facade.darker, line_mm=4.0)
    pen.shape(outline, INK, line=STONE, line_mm=2.8)
    capitals = min(17.0, height * 0.5)
    pen.text(
        str(card.number),
        x,
        layout.height - STREET_MM - height * 0.15,
        capitals / CAPITALS,
        STONE,
        font=SANS_BOLD,
        anchor=0.5,
        room=width - 8,
    )
    pen.text(card.colour, x, layout.height - 1.9, 3.6, "#ffffff", font=SERIF_ITALIC, anchor=0.5, room=layout.width - 8)


def _draw_beside_door(pen: Pen, number: int, layout: Layout) -> None:
    """A pair of cypresses, lanterns or orange trees, so that neighbours differ."""
    draw = (draw_cypress, draw_lantern, draw_orange_tree)[number // 6 % 3]
    for x in (layout.width * 0.085, layout.width * 0.915):
        draw(pen, x, layout.height - STREET_MM + 1.2)
