"""
Plain values that a game gives the drawn camera: kinds of things with their codes, and the place of each thing.

A game draws the face of a kind with a pen (`DrawnFace`); stickers are as people print and place them: crooked, faded,
with spots. Table axes: origin in the table's middle, x to the right, y down; headings in degrees, clockwise. On a thing
lengths count from its upper left corner. All lengths in mm.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil, cos, hypot, radians, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import Conditions
from lucca_pi.vision.codes import MODULES, marker_bitmap

_SHIFT_MM_PER_DEG = 0.15
"""Displacement of a sticker for each degree that it is crooked."""
INK = 0.12
"""Lightness of printed black in a matte sleeve; the paper's white is 1."""
_ROUGH_DOTS = 1.5
_ROUGHNESS = 0.15
"""Width that ink runs, in dots, and its unevenness (standard deviation)."""
_SPECK_DOTS = (2, 5)


@dataclass(frozen=True, slots=True)
class Sticker:
    """
    The errors of a printed sticker: its displacement, its black (1: full black), its spots.

    `rough`: its edges are as ink leaves them on paper.
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    turned_deg: float = 0.0
    black: float = 1.0
    specks: int = 0
    rough: bool = True


PRINTED = Sticker(rough=False)
"""The errors of a code printed with the thing that bears it: none, sharp and in its place."""


@dataclass(frozen=True, slots=True)
class CodeMark:
    """
    A code on a thing: its middle, and the side of its black square.

    `sticker` None: people stuck it on, as crooked and pale as the evening's conditions have it. `is_anchor`: it locates
    the table, so that people keep hands and mugs off it. `is_bare`: a place without a code that people touch and keep
    in sight as they would a code.
    """

    code: int
    x_mm: float
    y_mm: float
    side_mm: float
    sticker: Sticker | None = None
    is_anchor: bool = False
    is_bare: bool = False


def sticker_on(code: int, conditions: Conditions, seed: int) -> Sticker:
    """The sticker that bears `code`. The same for all backs."""
    chance = Random(f"{seed} sticker {code}")
    x, y, turn = (max(-2.0, min(2.0, chance.gauss(0, 1))) * conditions.crooked_deg for _ in range(3))
    worst = chance.random() ** 2
    return Sticker(
        x * _SHIFT_MM_PER_DEG,
        y * _SHIFT_MM_PER_DEG,
        turn,
        1 - conditions.faded * worst,
        round(conditions.specks * worst),
    )


def printed(code: int, module_dots: int, sticker: Sticker) -> NDArray[np.uint8]:
    """The marker with a white margin of one module, each module `module_dots` wide, as it was printed."""
    modules = np.pad(marker_bitmap(code), 1, constant_values=255)
    square: NDArray[np.uint8] = modules.repeat(module_dots, 0).repeat(module_dots, 1)
    chance = Random(code)
    for index in range(sticker.specks):
        spot = (chance.randrange(square.shape[1]), chance.randrange(square.shape[0]))
        cv2.circle(square, spot, chance.randint(*_SPECK_DOTS), (255 if index % 3 else 0,), -1, cv2.LINE_AA)
    if sticker.rough:
        square = _rough(square, np.random.default_rng(code))
    return np.asarray(255 - (255 - square.astype(np.float32)) * (1 - INK) * sticker.black, np.uint8)


def _rough(square: NDArray[np.uint8], chance: np.random.Generator) -> NDArray[np.uint8]:
    """The square in black and white with edges as ink leaves them on paper."""
    paper = cv2.GaussianBlur(chance.normal(0, 1, square.shape), (0, 0), 2.0)
    inked = cv2.GaussianBlur(square / 255, (0, 0), _ROUGH_DOTS) + paper * (_ROUGHNESS / paper.std())
    return np.where(inked > 0.5, 255, 0).astype(np.uint8)


Point = tuple[float, float]
Bgr = tuple[int, int, int]
"""A paint: blue, green and red."""
ColourTexture = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

DOTS_PER_MM = 8
"""The scale at which things are drawn, before they are made as small as the picture needs them."""
SHADOW_MM = 3.0
"""Width of the room for a thing's shadow around it, mm."""


class DrawnFace:
    """A thing while it is drawn. All lengths in mm from its upper left corner."""

    def __init__(self, size_mm: Point) -> None:
        self.width, self.height = size_mm
        room = 2 * dots(SHADOW_MM)
        self.with_room = np.zeros((dots(self.height) + room, dots(self.width) + room, 3), np.uint8)
        """The thing with room for its shadow, which is black."""
        self.dots = within(self.with_room)

    def fill(self, colour: Bgr) -> None:
        """Paints the whole area."""
        self.box(0, 0, self.width, self.height, colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Bgr) -> None:
        """A filled rectangle."""
        cv2.rectangle(self.dots, (dots(left), dots(top)), (dots(right) - 1, dots(bottom) - 1), colour, -1)

    def shape(self, points: list[Point], colour: Bgr) -> None:
        """A filled polygon."""
        corners = np.array([[dots(x), dots(y)] for x, y in points], np.int32)
        cv2.fillPoly(self.dots, [corners], colour, cv2.LINE_AA)

    def text(self, text: str, x: float, y: float, height: float, colour: Bgr) -> None:
        """The text with its middle at `x`, `y`."""
        scale, weight = dots(height) / 22, max(1, dots(height) // 9)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, weight)
        corner = (dots(x) - wide // 2, dots(y) + high // 2)
        cv2.putText(self.dots, text, corner, cv2.FONT_HERSHEY_DUPLEX, scale, colour, weight, cv2.LINE_AA)

    def marker(self, mark: CodeMark, sticker: Sticker) -> None:
        """The code on that sticker."""
        module_dots = ceil(mark.side_mm * DOTS_PER_MM / MODULES)
        square = cv2.cvtColor(printed(mark.code, module_dots, sticker), cv2.COLOR_GRAY2BGR)
        middle = (square.shape[0] - 1) / 2
        scale = mark.side_mm * DOTS_PER_MM / (module_dots * MODULES)
        x, y = (one * DOTS_PER_MM - 0.5 for one in (mark.x_mm + sticker.x_mm, mark.y_mm + sticker.y_mm))
        reach = ceil(hypot(middle, middle) * scale) + 2
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        turn = cv2.getRotationMatrix2D((middle, middle), -sticker.turned_deg, scale)
        turn[0, 2] += x - middle - left
        turn[1, 2] += y - middle - top
        part = self.dots[top : int(y) + reach, left : int(x) + reach]
        under, extent = np.ascontiguousarray(part), (part.shape[1], part.shape[0])
        part[:] = cv2.warpAffine(square, turn, extent, dst=under, borderMode=cv2.BORDER_TRANSPARENT)


def within(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The part of a picture with room for a shadow that the thing itself takes."""
    room = dots(SHADOW_MM)
    return picture[room:-room, room:-room]


def dots(length_mm: float) -> int:
    """A length in whole dots of the texture."""
    return round(length_mm * DOTS_PER_MM)


@dataclass(frozen=True, slots=True, eq=False)
class ThingKind:
    """
    The appearance of things of a kind from above. It is drawn once, so that things that look alike share one.

    `size_mm` is the width and height of the rectangle around it, `draw` draws its face, and `marks` are drawn over
    that. `outline` are its corners, of a hexagon say; without them it is a card with round corners. A thing that is
    `thick_mm` shows its sides in the colour `rim`.
    """

    size_mm: Point
    draw: Callable[[DrawnFace], None]
    marks: tuple[CodeMark, ...] = ()
    outline: tuple[Point, ...] = ()
    thick_mm: float = 0.0
    rim: Bgr = (40, 44, 52)
    is_kept_clear: bool = False
    """True if people put no mug on it and keep their hands off: a board with things without codes."""
    looks: Hashable = None
    """Key of its face: kinds with equal keys are drawn once. None: no other kind looks like it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """
    A thing on the table: its middle, and the direction of its top edge.

    Of two that overlap the one with the higher `level` is on top. `top_mm`: height of its face above the table, as of a
    brick on a stack. `is_buried`: it is in a squared pile, so that nobody points at it and nothing is mirrored.
    """

    kind: ThingKind
    x_mm: float
    y_mm: float
    heading_deg: float = 0.0
    level: int = 0
    top_mm: float = 0.0
    is_buried: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the table: the middle of the cards in front of them, and the heading at which these are upright."""

    x_mm: float
    y_mm: float
    heading_deg: float


@dataclass(frozen=True, slots=True)
class Ground:
    """The table itself, and who sits around it."""

    size_mm: Point
    people: tuple[Person, ...]


def moved_point(origin: Point, heading_deg: float, x_mm: float, y_mm: float) -> Point:
    """The point at `x_mm`, `y_mm` in axes with that `origin`, turned by `heading_deg`."""
    turn = radians(heading_deg)
    return (origin[0] + x_mm * cos(turn) - y_mm * sin(turn), origin[1] + x_mm * sin(turn) + y_mm * cos(turn))


def _on_table(thing: Thing, point: Point) -> Point:
    """A point of the thing, in table axes."""
    (x_mm, y_mm), (width, height) = point, thing.kind.size_mm
    return moved_point((thing.x_mm, thing.y_mm), thing.heading_deg, x_mm - width / 2, y_mm - height / 2)


def mark_middle(thing: Thing, mark: CodeMark) -> Point:
    """The middle of a code on a sticker that sits right, in table axes."""
    return _on_table(thing, (mark.x_mm, mark.y_mm))


def corners_of(thing: Thing) -> tuple[Point, ...]:
    """The corners of the thing, clockwise, in table axes; of a card those of the rectangle around it."""
    width, height = thing.kind.size_mm
    outline = thing.kind.outline or rectangle_at_origin(width, height)
    return tuple(_on_table(thing, corner) for corner in outline)


def rectangle_at_origin(width: float, height: float) -> tuple[Point, ...]:
    """The corners of an upright rectangle, clockwise from the origin."""
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def page_paint(colour: str) -> Bgr:
    """
    A colour of a page as a paint.

    >>> page_paint("#ff8000")
    (0, 128, 255)
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red
