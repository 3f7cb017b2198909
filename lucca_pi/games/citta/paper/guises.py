"""
How palaces of the same colour, windows and shields are told apart in a deck without codes.

By day or by night, a band that is plain or like the field of a coat of arms, a plate that is pale or dark: so much of
the upper half differs that no two cards are alike in it, and that they are known while the next one covers the door.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lucca_pi.games.citta.paper.corner import Plate
from lucca_pi.games.citta.paper.facades import INK, STONE, Facade
from lucca_pi.games.citta.paper.layout import Layout
from lucca_pi.printed.pen import Pen, mixed

SKY, NIGHT = "#d9e8f2", "#1d2b4a"
STARS = ((0.05, 0.55), (0.2, 0.25), (0.32, 0.12), (0.68, 0.12), (0.8, 0.3), (0.95, 0.6))
"""Across the card's width, and down from the band to the eaves."""
PITCH_MM = 9.0
"""From one stripe or rhomb to the next."""
Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Guise:
    """`name`: of letters. `field` draws over the band, if there is one; `is_dark`: the plate, its figures are pale."""

    name: str
    field: Callable[[Pen, Facade, Layout], None] | None
    is_night: bool
    is_dark: bool

    def draw_sky(self, pen: Pen, layout: Layout) -> None:
        """All over the card: what is not sky is drawn over it."""
        left, right = layout.left, layout.right
        pen.box(left, left, right - left, layout.bottom - left, NIGHT if self.is_night else SKY)
        for across, down in STARS if self.is_night else ():
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


def guise_of(windows: int, variant: int) -> Guise:
    """The guise of the card that is the so manieth of its kind, counted from 0; from the fifth on they come again."""
    guises = GUISES[windows % len(GUISES)]
    return guises[variant % len(guises)]


def _pales(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Upright stripes."""
    tall = layout.band - layout.left
    _paint(pen, facade, layout, [(x - PITCH_MM / 4, layout.left, PITCH_MM / 2, tall) for x in _every(PITCH_MM, layout)])


def _bars(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Stripes across."""
    wide, pitch = layout.right - layout.left, layout.band / 2.5
    tops = [layout.left, pitch * 0.5, pitch * 1.5]
    ends = [0.0, pitch, pitch * 2]
    _paint(pen, facade, layout, [(layout.left, top, wide, end - top) for top, end in zip(tops, ends, strict=True)])


def _lozenges(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Rhombs, a whole row between two halves."""
    _paint(pen, facade, layout, [])
    tall, half = layout.band / 2, PITCH_MM
    for x in _every(2 * half, layout):
        for row in (-1, 0, 1):
            y = tall * (row + 0.5)
            rhomb = [(x - half, y + tall / 2), (x, y), (x + half, y + tall / 2), (x, y + tall)]
            pen.shape(rhomb, _dark(facade))


def _bends(pen: Pen, facade: Facade, layout: Layout) -> None:
    """Slanting stripes."""
    _paint(pen, facade, layout, [])
    half, (top, bottom) = PITCH_MM / 2, (layout.left, layout.band)
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
    tall, half = layout.band / 4, PITCH_MM / 2
    places = [x for middle in _every(2 * half, layout) for x in (middle, middle + half)]
    for top in (tall * 0.5, tall * 2.5):
        upper = [(x, top + (tall if index % 2 else 0.0)) for index, x in enumerate(places)]
        lower = [(x, y + tall) for x, y in reversed(upper)]
        pen.shape([*upper, *lower], _dark(facade))


def _paint(pen: Pen, facade: Facade, layout: Layout, dark: list[Box]) -> None:
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


PLAIN = Guise("", None, is_night=False, is_dark=False)
"""That of all in a deck with codes."""
GUISES = (
    (
        PLAIN,
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
"""For an even and an odd number of windows: so that one window more changes the band, too."""
