"""
The face of a palace card: everything that must stay visible while columns overlap is in its upper half.

From top to bottom: a band in the palace's colour with the code and the shields; the roof; the windows; below the middle
the door with the street number between plants; the street. Without codes the band bears the street number on a plate,
and palaces of the same colour, windows and shields differ by their guise (day or night, the band's pattern, a pale or
dark plate): no two cards are alike in their upper halves, so that they are known while the next one covers the door.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from lucca_pi.games.citta.paper.facades import INK, STONE, Facade, oval, shield, upright_rectangle
from lucca_pi.games.citta.paper.layout import FROM_EDGES_MM, Layout, Plate, draw_corner
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.printed.pen import CAPITALS, SANS_BOLD, SERIF_ITALIC, Pen, mixed

SKY, _NIGHT = "#d9e8f2", "#1d2b4a"
_STARS = ((0.05, 0.55), (0.2, 0.25), (0.32, 0.12), (0.68, 0.12), (0.8, 0.3), (0.95, 0.6))
"""Places of the stars: across the card's width, and down from the band to the eaves, as shares."""
_PITCH_MM = 9.0
"""Distance from one stripe or rhomb to the next, mm."""
_Box = tuple[float, float, float, float]
"""A box: left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Guise:
    """
    A look of a palace without codes. `name`: of letters. `field` draws over the band, if there is one; `is_dark`: the
    plate, its figures are pale.
    """

    name: str
    field: Callable[[Pen, Facade, Layout], None] | None
    is_night: bool
    is_dark: bool

    def draw_sky(self, pen: Pen, layout: Layout) -> None:
        """Draws the sky all over the card, below everything else."""
        left, right = layout.left, layout.right
        pen.box(left, left, right - left, layout.bottom - left, _NIGHT if self.is_night else SKY)
        for across, down in _STARS if self.is_night else ():
            y = layout.band + down * (layout.eaves - layout.band)
            pen.oval(layout.width * across, y, 0.35, 0.35, STONE)

    def draw_field(self, pen: Pen, facade: Facade, layout: Layout) -> None:
        """The band's painting."""
        if not self.field:
            return
        with pen.within(layout.left, layout.left, layout.right, layout.band - 0.3):
            self.field(pen, facade, layout)

    def plate(self, number: str, facade: Facade) -> Plate:
        """The plate with the street number."""
        return Plate(number, facade.darker, STONE) if self.is_dark else Plate(number, STONE, INK)


def _pales(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Upright stripes."""
    tall = layout.band - layout.left
    _paint(
        pen, facade, layout, [(x - _PITCH_MM / 4, layout.left, _PITCH_MM / 2, tall) for x in _every(_PITCH_MM, layout)]
    )


def _bars(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Stripes across."""
    wide, pitch = layout.right - layout.left, layout.band / 2.5
    tops = [layout.left, pitch * 0.5, pitch * 1.5]
    ends = [0.0, pitch, pitch * 2]
    _paint(pen, facade, layout, [(layout.left, top, wide, end - top) for top, end in zip(tops, ends, strict=True)])


def _lozenges(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Rhombs, a whole row between two halves."""
    _paint(pen, facade, layout, [])
    tall, half = layout.band / 2, _PITCH_MM
    for x in _every(2 * half, layout):
        for row in (-1, 0, 1):
            y = tall * (row + 0.5)
            rhomb = [(x - half, y + tall / 2), (x, y), (x + half, y + tall / 2), (x, y + tall)]
            pen.shape(rhomb, _dark(facade))


def _bends(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Slanting stripes."""
    _paint(pen, facade, layout, [])
    half, (top, bottom) = _PITCH_MM / 2, (layout.left, layout.band)
    for x in _every(2 * half, layout):
        pen.shape(
            [(x + top, top), (x + top + half, top), (x + bottom + half, bottom), (x + bottom, bottom)], _dark(facade)
        )


def _checks(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Squares, dark and light by turns."""
    side = layout.band / 4
    rows = {row: [x + row % 2 * side for x in _every(2 * side, layout)] for row in range(-1, 4)}
    _paint(pen, facade, layout, [(x, row * side, side, side) for row, places in rows.items() for x in places])


def _roundels(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Three rows of dark discs."""
    _paint(pen, facade, layout, [])
    pitch = layout.band / 3
    for row in range(3):
        for x in _every(pitch * 1.4, layout):
            pen.oval(x + row % 2 * pitch * 0.7, (row + 0.5) * pitch, pitch * 0.42, pitch * 0.42, _dark(facade))


def _dents(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Two dark stripes in zigzag."""
    _paint(pen, facade, layout, [])
    tall, half = layout.band / 4, _PITCH_MM / 2
    places = [x for middle in _every(2 * half, layout) for x in (middle, middle + half)]
    for top in (tall * 0.5, tall * 2.5):
        upper = [(x, top + (tall if index % 2 else 0.0)) for index, x in enumerate(places)]
        lower = [(x, y + tall) for x, y in reversed(upper)]
        pen.shape([*upper, *lower], _dark(facade))


def _paint(pen: Pen, facade: Facade, layout: Layout, dark: list[_Box]) -> None:
    """The band in a light tint, and the boxes in a dark one."""
    pale = mixed(facade.colour, "#ffffff", 0.45)
    pen.box(layout.left, layout.left, layout.right - layout.left, layout.band - layout.left, pale)
    pen.boxes(dark, _dark(facade))


def _dark(facade: Facade) -> str:
    return mixed(facade.colour, "#000000", 0.42)


def _every(pitch: float, layout: Layout) -> list[float]:
    """Places a pitch apart over the whole width, the same to the left and right of its middle."""
    count = int(layout.right / pitch / 2) + 4
    return [layout.width / 2 + index * pitch for index in range(-count, count + 1)]


_PLAIN = Guise("", None, is_night=False, is_dark=False)
"""The guise of all cards in a deck with codes."""
_GUISES = (
    (
        _PLAIN,
        Guise("pales", _pales, is_night=False, is_dark=True),
        Guise("bars", _bars, is_night=True, is_dark=False),
        Guise("lozenges", _lozenges, is_night=True, is_dark=True),
    ),
    (
        Guise("bends", _bends, is_night=False, is_dark=False),
        Guise("checks", _checks, is_night=False, is_dark=True),
        Guise("roundels", _roundels, is_night=True, is_dark=False),
        Guise("dents", _dents, is_night=True, is_dark=True),
    ),
)
"""Guises for an even and an odd number of windows: one window more also changes the band."""


LEAF, _BARK, _POT, _IRON, _GLOW = "#2e6b3c", "#6b4a2f", "#b0603a", "#2a2320", "#ffe59a"


def draw_cypress(pen: Pen, x: float, y: float) -> None:
    """A slim tree, 25 mm tall."""
    pen.box(x - 0.5, y - 3, 1.0, 3, _BARK)
    tree = [
        (x, y - 25),
        (x - 1.2, y - 21, x - 3.4, y - 9, x - 2.6, y - 4),
        (x - 1.4, y - 2, x + 1.4, y - 2, x + 2.6, y - 4),
        (x + 3.4, y - 9, x + 1.2, y - 21, x, y - 25),
    ]
    pen.shape(tree, LEAF, line=mixed(LEAF, "#000000", 0.5))
    pen.shape(
        [(x + 0.4, y - 20), (x + 2.6, y - 11, x + 2.4, y - 6, x + 1.2, y - 4.4)],
        None,
        closed=False,
        line=mixed(LEAF, "#ffffff", 0.3),
        line_mm=0.4,
    )


def draw_orange_tree(pen: Pen, x: float, y: float) -> None:
    """A small round tree in a pot, 15 mm tall."""
    pen.box(x - 0.5, y - 9, 1.0, 5.5, _BARK)
    pen.shape([(x - 2.4, y - 4), (x + 2.4, y - 4), (x + 1.8, y), (x - 1.8, y)], _POT, line=_IRON, line_mm=0.2)
    pen.box(x - 2.8, y - 4.6, 5.6, 1.1, _POT, line=_IRON, line_mm=0.2)
    pen.oval(x, y - 11.2, 3.8, 3.8, LEAF, line=mixed(LEAF, "#000000", 0.5))
    for across, up in ((-1.6, 10.2), (1.2, 12.6), (1.9, 9.9), (-0.6, 13.1), (0.1, 10.9)):
        pen.oval(x + across, y - up, 0.65, 0.65, "#f49a24")


def _draw_lantern(pen: Pen, x: float, y: float) -> None:
    """A lit lantern on a post, 23 mm tall."""
    pen.box(x - 0.45, y - 16, 0.9, 16, _IRON)
    pen.box(x - 1.4, y - 1.2, 2.8, 1.2, _IRON)
    pen.shape(
        [(x - 1.3, y - 16), (x + 1.3, y - 16), (x + 2.2, y - 21), (x - 2.2, y - 21)], _GLOW, line=_IRON, line_mm=0.5
    )
    pen.shape([(x - 2.7, y - 21), (x + 2.7, y - 21), (x, y - 23.4)], _IRON)


LIGHT = "#ffe59a"
_STREET = "#8b8175"
RED = "#c8322b"
STREET_MM = 6.5


def draw_palace(pen: Pen, card: Card, code: int, facade: Facade, layout: Layout, *, variant: int = 0) -> None:
    """
    Draws the face of the card with its code, or with its number in the code's place.

    Without codes, `variant` distinguishes it by its sky, band and plate from cards of the same colour, windows and
    shields.
    """
    guises = _GUISES[card.windows % len(_GUISES)]  # from the fifth card of a kind on they repeat
    guise = _PLAIN if layout.style else guises[variant % len(guises)]
    house = f"house{facade.colour[1:]}{guise.name}"
    with pen.within(*layout.area):
        pen.stamp(house, layout.area, partial(_draw_house, facade=facade, layout=layout, guise=guise))
        _draw_windows(pen, card.windows, facade, layout)
        _draw_door(pen, card, facade, layout)
        _draw_beside_door(pen, card.number, layout)
        _draw_shields(pen, card.shields, layout)
    draw_corner(pen, code, guise.plate(str(card.number), facade), layout)


def _draw_house(pen: Pen, facade: Facade, layout: Layout, guise: Guise) -> None:
    left, right = layout.left, layout.right
    guise.draw_sky(pen, layout)
    pen.box(left, layout.eaves, right - left, layout.bottom - layout.eaves, facade.colour)
    facade.wall(pen, facade, (left, layout.eaves, right, layout.bottom))
    facade.roof(pen, facade, (left, layout.band + 0.9, right, layout.eaves))
    pen.box(left, layout.eaves, right - left, 0.9, STONE, line=facade.darker, line_mm=0.2)
    pen.box(left, layout.half, right - left, 1.3, STONE, line=facade.darker, line_mm=0.2)
    top = layout.height - STREET_MM
    pen.box(layout.left, top, layout.right - layout.left, layout.bottom - top, _STREET)
    pale = mixed(_STREET, "#ffffff", 0.25)
    for row in range(4):
        for column in range(-1, int(layout.width / 5) + 2):
            x = column * 5 + row % 2 * 2.5
            pen.oval(x, top + 1.6 + row * 2.2, 2.1, 0.8, None, line=pale, line_mm=0.25)
    # the palace's colour beside its code, over the card's whole width
    pen.box(layout.left, layout.left, layout.right - layout.left, layout.band - layout.left, facade.colour)
    guise.draw_field(pen, facade, layout)
    pen.box(layout.left, layout.band - 0.3, layout.right - layout.left, 0.9, STONE, line=INK, line_mm=0.2)


def _draw_shields(pen: Pen, count: int, layout: Layout) -> None:
    """Draws the shields from the upper right corner inwards: white over red, the colours of Lucca."""
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
    if facade.window is upright_rectangle:
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
    """Draws the door, and in it the street number, as large as fits."""
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
    draw = (draw_cypress, _draw_lantern, draw_orange_tree)[number // 6 % 3]
    for x in (layout.width * 0.085, layout.width * 0.915):
        draw(pen, x, layout.height - STREET_MM + 1.2)
