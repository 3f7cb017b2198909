"""
Six styles of palace, one for each colour: wall, roof line, windows and door all differ, so that people who cannot
distinguish the colours recognise the palaces. Lengths in mm; a roof stands on the eaves, a wall hangs from them, and
the outlines of facades are drawn around the middle x of their width.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lucca_pi.printed.pen import Outline, Pen, mixed

_ROUND = 0.5523
"""Distance of the control points of a Bézier curve that draws a quarter of a circle, as part of its radius."""


def upright_rectangle(x: float, top: float, width: float, height: float) -> Outline:
    """An upright rectangle."""
    half = width / 2
    return [(x - half, top), (x + half, top), (x + half, top + height), (x - half, top + height)]


def round_arch(x: float, top: float, width: float, height: float) -> Outline:
    """A half circle on a rectangle."""
    half, spring = width / 2, top + width / 2
    k = half * _ROUND
    return [
        (x - half, top + height),
        (x - half, spring),
        (x - half, spring - k, x - k, top, x, top),
        (x + k, top, x + half, spring - k, x + half, spring),
        (x + half, top + height),
    ]


def _pointed_arch(x: float, top: float, width: float, height: float) -> Outline:
    """Two arcs that meet in a point, on a rectangle."""
    half, spring = width / 2, top + width * 0.85
    return [
        (x - half, top + height),
        (x - half, spring),
        (x - half, spring - width * 0.5, x - half * 0.45, top + width * 0.18, x, top),
        (x + half * 0.45, top + width * 0.18, x + half, spring - width * 0.5, x + half, spring),
        (x + half, top + height),
    ]


def oval(x: float, top: float, width: float, height: float) -> Outline:
    """An ellipse."""
    half, rise, y = width / 2, height / 2, top + height / 2
    k, n = half * _ROUND, rise * _ROUND
    return [
        (x, top),
        (x + k, top, x + half, y - n, x + half, y),
        (x + half, y + n, x + k, top + height, x, top + height),
        (x - k, top + height, x - half, y + n, x - half, y),
        (x - half, y - n, x - k, top, x, top),
    ]


def _gabled(x: float, top: float, width: float, height: float) -> Outline:
    """A flat triangle on a rectangle."""
    half, rise = width / 2, width * 0.32
    return [
        (x, top),
        (x + half, top + rise),
        (x + half, top + height),
        (x - half, top + height),
        (x - half, top + rise),
    ]


def _cut_corners(x: float, top: float, width: float, height: float) -> Outline:
    """A rectangle whose upper corners are cut off."""
    half, cut = width / 2, width * 0.3
    return [
        (x - half, top + height),
        (x - half, top + cut),
        (x - half + cut, top),
        (x + half - cut, top),
        (x + half, top + cut),
        (x + half, top + height),
    ]


def shield(x: float, top: float, width: float, height: float) -> Outline:
    """The shield of a coat of arms."""
    half, waist = width / 2, top + height * 0.5
    return [
        (x - half, top),
        (x + half, top),
        (x + half, waist),
        (x + half, top + height * 0.78, x + half * 0.5, top + height * 0.92, x, top + height),
        (x - half * 0.5, top + height * 0.92, x - half, top + height * 0.78, x - half, waist),
    ]


STONE = "#f7f0e1"
INK = "#2a2320"
_Frame = tuple[float, float, float, float]
"""A frame: left, top, right and bottom."""
_Shape = Callable[[float, float, float, float], Outline]


@dataclass(frozen=True, slots=True)
class Facade:
    """The look of one colour's palaces: `roof` and `wall` draw within a frame, `window` and `door` are outlines."""

    colour: str
    roof: Callable[[Pen, "Facade", _Frame], None]
    wall: Callable[[Pen, "Facade", _Frame], None]
    window: _Shape
    door: _Shape

    @property
    def dark(self) -> str:
        """The wall's colour, darkened by a third."""
        return mixed(self.colour, "#000000", 0.32)

    @property
    def darker(self) -> str:
        """The wall's colour, darkened by more than half."""
        return mixed(self.colour, "#000000", 0.55)

    @property
    def light(self) -> str:
        """The wall's colour, lightened by a third."""
        return mixed(self.colour, "#ffffff", 0.35)


def _steps(start: float, end: float, pitch: float) -> list[float]:
    """Places a pitch apart, the middle one half way, from before the start to beyond the end."""
    middle, count = (start + end) / 2, int((end - start) / 2 / pitch) + 1
    return [middle + index * pitch for index in range(-count, count + 1)]


def _battlements(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Swallow tails on a walk."""
    left, top, right, eaves = frame
    rise = eaves - top
    for x in _steps(left, right, 8.4):
        notch = top + rise * 0.3
        tail = [(x - 2.6, eaves), (x - 2.6, top), (x, notch), (x + 2.6, top), (x + 2.6, eaves)]
        pen.shape(tail, facade.colour, line=facade.darker)
    pen.box(left, eaves - rise * 0.3, right - left, rise * 0.3, facade.dark)


def _bricks(pen: Pen, facade: Facade, frame: _Frame) -> None:
    left, top, right, bottom = frame
    joint = mixed(facade.colour, "#ffffff", 0.28)
    for row in range(int((bottom - top) / 2.9) + 1):
        y = top + row * 2.9
        pen.line(left, y, right, y, colour=joint, line_mm=0.25)
        for x in _steps(left, right, 6.6):
            across = x + row % 2 * 3.3
            pen.line(across, y, across, min(bottom, y + 2.9), colour=joint, line_mm=0.25)


def _tiled_gable(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """One low roof of clay tiles over a cornice."""
    left, top, right, eaves = frame
    middle, tiles = (left + right) / 2, "#8a4a32"
    pen.shape([(left, eaves), (middle, top), (right, eaves)], tiles, line=INK)
    for x in _steps(left, right, 3.4):
        ridge = eaves - (eaves - top) * (1 - abs(x - middle) / (right - middle))
        pen.line(x, min(ridge, eaves), x, eaves, colour=mixed(tiles, "#ffffff", 0.3))
    pen.box(left, eaves - 0.9, right - left, 0.9, facade.darker)


def _bands(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Smooth plaster between two rows of corner stones."""
    left, top, right, bottom = frame
    for row in range(int((bottom - top) / 4.4) + 1):
        y, width = top + row * 4.4, 7.6 - row % 2 * 2.4
        tall = min(3.9, bottom - y)
        pen.boxes([(left, y, width, tall), (right - width, y, width, tall)], facade.light)


def _curved_gable(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Scrolls that climb to a round top."""
    left, top, right, eaves = frame
    middle, rise, low = (left + right) / 2, eaves - top, eaves - (eaves - top) * 0.25
    half = right - middle
    gable = [
        (left, eaves),
        (left, low),
        (middle - half * 0.55, low, middle - half * 0.75, top + rise * 0.35, middle - half * 0.42, top + rise * 0.3),
        (
            middle - half * 0.3,
            top - rise * 0.1,
            middle + half * 0.3,
            top - rise * 0.1,
            middle + half * 0.42,
            top + rise * 0.3,
        ),
        (middle + half * 0.75, top + rise * 0.35, middle + half * 0.55, low, right, low),
        (right, eaves),
    ]
    pen.shape(gable, facade.colour, line=facade.darker, line_mm=0.5)
    pen.oval(middle, top + rise * 0.55, rise * 0.2, rise * 0.2, facade.light, line=facade.darker)


def _pilasters(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Upright strips of light stone."""
    left, top, right, bottom = frame
    strips = [(x - 1.1, top, 2.2, bottom - top) for x in _steps(left, right, 9.4)]
    pen.boxes(strips, facade.light)
    for strip_left, *_ in strips:
        pen.line(strip_left + 2.2, top, strip_left + 2.2, bottom, colour=facade.dark, line_mm=0.25)


def _stepped_gable(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Steps up to the middle."""
    left, top, right, eaves = frame
    middle, steps = (left + right) / 2, 4
    rise, run = (eaves - top) / steps, (right - left) / 2 / (steps + 0.6)
    for step in range(steps):
        half = (steps + 0.6 - step) * run
        pen.box(middle - half, eaves - (step + 1) * rise, 2 * half, rise + 0.05, facade.colour)
        for side in (-1, 1):
            pen.box(middle + side * (half - 0.7) - 0.9, eaves - (step + 1) * rise - 0.4, 1.8, 0.8, STONE)


def _stripes(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Courses of dark and of light marble."""
    left, top, right, bottom = frame
    rows = range(0, int((bottom - top) / 3.1) + 1, 2)
    pen.boxes([(left, top + row * 3.1, right - left, min(3.1, bottom - top - row * 3.1)) for row in rows], facade.light)


def _pinnacles(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Spires, with a row of points between them."""
    left, top, right, eaves = frame
    rise = eaves - top
    for x in _steps(left, right, 4.0):
        pen.shape([(x - 2, eaves), (x, eaves - rise * 0.45), (x + 2, eaves)], facade.light, line=facade.darker)
    for x in _steps(left, right, 16.0):
        shoulder = top + rise * 0.5
        spire = [(x - 2.3, eaves), (x - 2.3, shoulder), (x, top), (x + 2.3, shoulder), (x + 2.3, eaves)]
        pen.shape(spire, facade.colour, line=facade.darker, line_mm=0.4)
    pen.box(left, eaves - rise * 0.14, right - left, rise * 0.14, facade.dark)


def _lozenges(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """A net of diagonal lines, as laid in two marbles."""
    left, top, right, bottom = frame
    tall = bottom - top
    with pen.within(left, top, right, bottom):
        for x in _steps(left - tall, right + tall, 7.2):
            pen.line(x, top, x + tall, bottom, colour=facade.light, line_mm=0.55)
            pen.line(x, top, x - tall, bottom, colour=facade.light, line_mm=0.55)


def _dome(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """A dome behind a balustrade."""
    left, top, right, eaves = frame
    middle, rise = (left + right) / 2, eaves - top
    pen.box(middle - 0.8, top, 1.6, rise * 0.3, STONE, line=facade.darker)
    pen.shape(round_arch(middle, top + rise * 0.2, rise * 1.9, rise * 0.8), facade.dark, line=facade.darker)
    for x in _steps(left, right, 2.6):
        pen.box(x - 0.55, eaves - rise * 0.34, 1.1, rise * 0.3, facade.light)
    for y in (eaves - rise * 0.4, eaves - rise * 0.1):
        pen.box(left, y, right - left, rise * 0.1, facade.colour, line=facade.darker, line_mm=0.2)


def _diamonds(pen: Pen, facade: Facade, frame: _Frame) -> None:
    """Blocks of stone cut to points."""
    left, top, right, bottom = frame
    with pen.within(left, top, right, bottom):
        for row in range(int((bottom - top) / 5.4) + 1):
            y = top + row * 5.4
            for x in _steps(left, right, 8.0):
                _diamond(pen, facade, x + row % 2 * 4, y)


def _diamond(pen: Pen, facade: Facade, x: float, y: float) -> None:
    """One block around x, light from the upper left."""
    left, right, bottom, peak = x - 3.8, x + 3.8, y + 5.2, y + 2.6
    pen.shape([(left, bottom), (left, y), (right, y), (x + 1.4, peak), (x - 1.4, peak)], facade.light)
    pen.shape([(left, bottom), (right, bottom), (right, y), (x + 1.4, peak), (x - 1.4, peak)], facade.dark)
    pen.shape([(left, bottom), (left, y), (x - 1.4, peak)], mixed(facade.colour, "#ffffff", 0.18))
    pen.shape([(right, bottom), (right, y), (x + 1.4, peak)], mixed(facade.colour, "#000000", 0.15))


FACADES: dict[str, Facade] = {
    "red": Facade("#ab1c26", _battlements, _bricks, round_arch, round_arch),
    "orange": Facade("#e6700d", _tiled_gable, _bands, upright_rectangle, upright_rectangle),
    "yellow": Facade("#f7d93a", _curved_gable, _pilasters, oval, round_arch),
    "green": Facade("#17946b", _stepped_gable, _stripes, _cut_corners, _cut_corners),
    "blue": Facade("#164a94", _pinnacles, _lozenges, _pointed_arch, _pointed_arch),
    "violet": Facade("#bd74c4", _dome, _diamonds, _gabled, _gabled),
}
"""The facades by the reference deck's words for the colours."""


def facade_of(colour: str, colours: tuple[str, ...]) -> Facade:
    """The facade for a colour of a deck; unknown words get the remaining facades, in order."""
    left = [facade for name, facade in FACADES.items() if name not in colours]
    unknown = [name for name in colours if name not in FACADES]
    return FACADES[colour] if colour in FACADES else left[unknown.index(colour)]
