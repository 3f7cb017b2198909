"""Hands and mugs, which hide the table behind them, and the share of each code that is in sight in a drawn picture."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, degrees, radians, sin
from random import Random

import cv2
import numpy as np

from lucca_pi.drawn.conditions import Conditions
from lucca_pi.drawn.things import Bgr, CodeMark, Ground, Point, Thing, corners_of, mark_middle, moved_point
from lucca_pi.drawn.view import Points, Projection

_SKIN: Bgr = (132, 160, 208)
_SLEEVE: Bgr = (92, 60, 44)
_MUG: Bgr = (150, 92, 48)
_COFFEE: Bgr = (22, 32, 52)
_MUG_MM = 40.0
_FINGER_MM = 8.0
_MUG_CLEAR_MM = 95.0
_HAND_CLEAR_MM = 12.0
"""Room that people leave between a hand or a mug and any code, if there is room."""
_TRIES = 40
_GONE = 0.5
"""Chance that a hand is gone when the machine looks again."""


@dataclass(frozen=True, slots=True)
class StandingBody:
    """An upright prism with convex `outline` (table axes), from `low_mm` to `high_mm` above the table."""

    outline: tuple[Point, ...]
    low_mm: float
    high_mm: float
    colour: Bgr


def bodies(
    things: Iterable[Thing], ground: Ground, conditions: Conditions, *, seed: str, moment: int = 0
) -> tuple[StandingBody, ...]:
    """
    Mugs in free places, and hands that each touch a code; another seed for each look moves them.

    At a later `moment` of the same look mugs have not moved, and each hand is elsewhere or gone.
    """
    lying = [thing for thing in things if not thing.is_buried]
    marks = [(mark, mark_middle(thing, mark)) for thing in lying for mark in thing.kind.marks]
    touchable = [middle for mark, middle in marks if not mark.is_anchor]
    clear = [corners_of(thing) for thing in lying if thing.kind.is_kept_clear]
    laid: list[StandingBody] = []
    for index in range(conditions.mugs):
        laid += _least_hiding(Random(f"{seed} mug {index}"), partial(_mug, ground), marks, clear, _MUG_CLEAR_MM)
    for index in range(conditions.hands if touchable else 0):
        chance = Random(f"{seed} hand {index} {moment}")
        if moment and chance.random() < _GONE:
            continue
        touched = chance.choice(touchable)
        laid += _least_hiding(chance, partial(_hand, ground, touched), marks, clear, _HAND_CLEAR_MM)
    return tuple(laid)


def sides_of(thing: Thing) -> StandingBody | None:
    """The sides of a thing that is thick, up to its face."""
    thick_mm = thing.kind.thick_mm
    return StandingBody(corners_of(thing), thing.top_mm - thick_mm, thing.top_mm, thing.kind.rim) if thick_mm else None


def seeming_outline(body: StandingBody, projection: Projection) -> Points:
    """The part of the table that the body hides from the camera, in table axes."""
    low, high = (projection.lifted(np.array(body.outline), height) for height in (body.low_mm, body.high_mm))
    return np.asarray(cv2.convexHull(np.concatenate([low, high]).astype(np.float32))[:, 0], np.float64)


def _least_hiding(
    chance: Random,
    make: Callable[[Random], tuple[StandingBody, ...]],
    marks: Sequence[tuple[CodeMark, Point]],
    clear: Sequence[Sequence[Point]],
    clear_mm: float,
) -> tuple[StandingBody, ...]:
    """Of some random placements, the one that hides the fewest anchors, then codes: people keep the table in sight."""
    return min((make(chance) for _ in range(_TRIES)), key=lambda tried: _hidden(tried, marks, clear, clear_mm))


def _hidden(
    made: tuple[StandingBody, ...],
    marks: Sequence[tuple[CodeMark, Point]],
    clear: Sequence[Sequence[Point]],
    clear_mm: float,
) -> int:
    outlines = [np.array(body.outline, np.float32) for body in made]
    over = sum(
        cv2.pointPolygonTest(np.array(area, np.float32), point, True) > -_HAND_CLEAR_MM
        for area in clear
        for body in made
        for point in body.outline
    )
    return over + sum(
        20 if mark.is_anchor else 1
        for mark, middle in marks
        if any(cv2.pointPolygonTest(outline, middle, True) > -clear_mm for outline in outlines)
    )


def _mug(ground: Ground, chance: Random) -> tuple[StandingBody, ...]:
    width, height = ground.size_mm
    x, y = (chance.uniform(-1, 1) * (length / 2 - _MUG_MM - 10) for length in (width, height))
    handle = moved_point((x, y), chance.uniform(0, 360), _MUG_MM + 12, 0.0)
    return (
        StandingBody(_capsule((x, y), handle, 9.0), 30, 70, _MUG),
        StandingBody(_capsule((x, y), (x, y), _MUG_MM), 0, 92, _MUG),
        StandingBody(_capsule((x, y), (x, y), _MUG_MM - 4), 92, 92, _COFFEE),
    )


def _hand(ground: Ground, touched: Point, chance: Random) -> tuple[StandingBody, ...]:
    """An index finger whose tip hides half of a code, the hand behind it and the arm from the table's edge."""
    person = chance.choice(ground.people)
    shoulder = moved_point((person.x_mm, person.y_mm), person.heading_deg, chance.uniform(-330, 330), 480.0)
    towards = degrees(atan2(shoulder[1] - touched[1], shoulder[0] - touched[0]))
    tip = _from(touched, towards, _FINGER_MM)
    knuckle, wrist = _from(tip, towards + 8, 72), _from(tip, towards, 150)
    return (
        StandingBody(_capsule(wrist, shoulder, 42.0), 15, 70, _SLEEVE),
        StandingBody(_capsule(knuckle, wrist, 36.0), 12, 40, _SKIN),
        StandingBody(_capsule(tip, knuckle, _FINGER_MM), 0, 14, _SKIN),
    )


def _from(point: Point, direction_deg: float, distance_mm: float) -> Point:
    turn = radians(direction_deg)
    return point[0] + distance_mm * cos(turn), point[1] + distance_mm * sin(turn)


def _capsule(one: Point, other: Point, radius_mm: float) -> tuple[Point, ...]:
    """The outline of everything nearer than the radius to the way from one point to the other."""
    circle = [_from((0.0, 0.0), angle, radius_mm) for angle in range(0, 360, 15)]
    around = np.array([(x + dx, y + dy) for x, y in (one, other) for dx, dy in circle], np.float32)
    return tuple((float(x), float(y)) for x, y in cv2.convexHull(around)[:, 0])
