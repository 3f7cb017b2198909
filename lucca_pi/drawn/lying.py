"""
What a game gives the drawn camera, as plain values: kinds of things, and where each thing lies. Lengths in mm.

Table axes: origin in the table's middle, x to the right, y down; headings in degrees, clockwise. On a thing lengths
count from its upper left corner.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import cos, radians, sin

from lucca_pi.drawn.pen import Bgr, Face, Point
from lucca_pi.drawn.stickers import Mark


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """
    How things of a kind look from above. It is drawn once, so that things that look alike share one.

    `size_mm` is the width and height of the rectangle around it, `draw` draws its face, and `marks` are drawn over
    that. `outline` are its corners, of a hexagon say; without them it is a card with round corners. What is `thick_mm`
    shows its sides in the colour `rim`.
    """

    size_mm: Point
    draw: Callable[[Face], None]
    marks: tuple[Mark, ...] = ()
    outline: tuple[Point, ...] = ()
    thick_mm: float = 0.0
    rim: Bgr = (40, 44, 52)
    is_kept_clear: bool = False
    """People put no mug on it and keep their hands off: a board that things without codes stand on."""
    looks: Hashable = None
    """What its face depends on: kinds of which that is equal are drawn once. None: no other looks like it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """
    Something on the table: its middle, and the direction of its top edge.

    Of two that overlap the one with the higher `level` lies on top. `top_mm`: how high above the table its face is, as
    of a brick on others. `is_buried`: it lies in a squared pile, so that nobody points at it and nothing is mirrored.
    """

    kind: Kind
    x_mm: float
    y_mm: float
    heading_deg: float = 0.0
    level: int = 0
    top_mm: float = 0.0
    is_buried: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: the middle of what lies in front of them, and how it is turned for them to be upright."""

    x_mm: float
    y_mm: float
    heading_deg: float


@dataclass(frozen=True, slots=True)
class Ground:
    """The table itself, and who sits around it."""

    size_mm: Point
    people: tuple[Person, ...]


def moved(origin: Point, heading_deg: float, x_mm: float, y_mm: float) -> Point:
    """The point at `x_mm`, `y_mm` in axes that lie at `origin` and are turned by `heading_deg`."""
    turn = radians(heading_deg)
    return (origin[0] + x_mm * cos(turn) - y_mm * sin(turn), origin[1] + x_mm * sin(turn) + y_mm * cos(turn))


def _on_table(thing: Thing, point: Point) -> Point:
    """Where a point of the thing lies, in table axes."""
    (x_mm, y_mm), (width, height) = point, thing.kind.size_mm
    return moved((thing.x_mm, thing.y_mm), thing.heading_deg, x_mm - width / 2, y_mm - height / 2)


def mark_middle(thing: Thing, mark: Mark) -> Point:
    """Where the middle of a code lies, in table axes, on a sticker that sits right."""
    return _on_table(thing, (mark.x_mm, mark.y_mm))


def corners_of(thing: Thing) -> tuple[Point, ...]:
    """The corners of the thing, clockwise, in table axes; of a card those of the rectangle around it."""
    width, height = thing.kind.size_mm
    outline = thing.kind.outline or ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return tuple(_on_table(thing, corner) for corner in outline)
