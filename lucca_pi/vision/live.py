"""
What a small live picture tells ten times a second: whether the table is at rest and, if it is not, why not.

Everything is judged in dots, 160 across the picture, as the ratio of each to the light around it: so a shadow, a lamp
that dims, the camera's own exposure are no motion, but a finger is.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import Look
from lucca_pi.vision.picture import Grey

Condition = Literal["at rest", "moving", "hand", "camera moved", "dark", "too bright", "out of focus"]
DOTS_ACROSS = 160
AROUND_DOTS = 6.0
"""The light around a dot is the mean with this standard deviation."""
CHANGED = 0.09
"""Change of a dot's ratio to the light around it, above which it counts as changed: sensor noise reaches 0.04."""
MOVING_DOTS = 5
"""Changed dots between two live pictures that count as motion: as many as a finger changes."""
HAND_DOTS = 60
"""Dots from which something that came in over the picture's edge may be a hand: one part in 240 of it."""
SETTLES_S = 0.6
"""Seconds without motion after which the table is at rest."""
HAND_SETTLES_S = 3.0
"""No hand holds still for longer: what does is a mug, or a card at the table's edge."""
SHIFTED_DOTS = 1.0
"""Shift from which the camera counts as moved: about a centimetre on the table."""
LEAST_ALIKE = 0.15
"""Least agreement of phases that shows a shift."""
DARK, BRIGHT = 15, 245
"""In grey values: all but the brightest twentieth below, or half of the picture above, is too dark or too bright."""
FAINT = 8
"""Grey values that are added to all: what is darker still is noise."""
AROUND_MM = 80.0
"""Distance around the pieces within which the table is watched: hands lay cards there."""
BLURRED = 0.4
"""Out of focus is what has less than this part of the detail the table had at rest; noise hides it in dim light."""
Dots = NDArray[np.float32]
Region = NDArray[np.bool_]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Live:
    """What the table is like now, and for how many seconds nothing has moved on it."""

    condition: Condition
    still_s: float


class Watcher:
    """Judges live pictures one after another; `now_s` is the clock's and only grows."""

    def __init__(self) -> None:
        self._region: Region | None = None
        self._before: Dots | None = None
        self._table: Dots | None = None
        self._detail = 0.0
        self._moved_s = -np.inf

    def table_lies(self, live: Grey, region: Points | None = None) -> None:
        """
        Remembers how the table lies as it is looked at: hands come in, and the camera moves, against this.

        Only what moves in `region` counts, where there is one: the table's corners, as parts of the picture's width and
        height, shape `(n, 2)`. People around a table are never still.
        """
        self._region = None if region is None else _filled(region, _dots(live).shape)
        self._table, self._detail = _ratios(live, self._region), _detail(live)
        self._before = None

    def watch(self, live: Grey, now_s: float) -> Live:
        """Judges the next live picture, of shape `(height, width)`, at most 640 wide; its shape may be a new one."""
        if self._region is not None and self._region.shape != _dots(live).shape:
            self._region = None
        dots = _ratios(live, self._region)
        if self._before is not None and self._changed(dots, self._before).sum() >= MOVING_DOTS:
            self._moved_s = now_s
        self._before = dots
        still_s = now_s - self._moved_s
        return Live(self._condition(live, dots, still_s), still_s)

    def _condition(self, live: Grey, dots: Dots, still_s: float) -> Condition:
        median, brightest = np.percentile(_dots(live), (50, 95))
        if brightest < DARK or median > BRIGHT:
            return "dark" if brightest < DARK else "too bright"
        fresh = self._fresh(dots)
        if still_s < HAND_SETTLES_S and self._reaches_in(fresh):
            return "hand"
        if still_s < SETTLES_S:
            return "moving"
        if self._shift_dots(dots) > SHIFTED_DOTS:
            return "camera moved"
        return "out of focus" if _detail(live) < BLURRED * self._detail else "at rest"

    def _changed(self, dots: Dots, others: Dots) -> NDArray[np.bool_]:
        """Where two pictures differ within the region."""
        if dots.shape != others.shape:
            return np.ones(dots.shape, np.bool_)
        return self._within(np.abs(dots - others) > CHANGED)

    def _fresh(self, dots: Dots) -> NDArray[np.bool_]:
        """Where something is that was not there, nor in the dots around, when the table was looked at."""
        if self._table is None or dots.shape != self._table.shape:
            return np.zeros(dots.shape, np.bool_)
        around = np.ones((3, 3), np.uint8)
        low, high = cv2.erode(self._table, around), cv2.dilate(self._table, around)
        return self._within((dots < low - CHANGED) | (dots > high + CHANGED))

    def _within(self, dots: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.asarray(dots if self._region is None else dots & self._region)

    def _reaches_in(self, fresh: NDArray[np.bool_]) -> bool:
        """Whether something has come in over the region's edge since the table was looked at."""
        whole = cv2.morphologyEx(fresh.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(whole)
        at_the_edge = np.unique(labels[self._edge(labels.shape)])
        return bool((boxes[at_the_edge[at_the_edge > 0], cv2.CC_STAT_AREA] >= HAND_DOTS).any())

    def _shift_dots(self, dots: Dots) -> float:
        """How far the picture has shifted since the table was looked at, as far as it is like that one still."""
        if self._table is None or dots.shape != self._table.shape:
            return 0.0
        (x, y), alike = cv2.phaseCorrelate(dots, self._table)
        return float(np.hypot(x, y)) if alike > LEAST_ALIKE else 0.0

    def _edge(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """The dots along the edge of the region, two deep."""
        region = np.ones(shape, np.uint8) if self._region is None else self._region.astype(np.uint8)
        inner = cv2.erode(np.pad(region, 1), np.ones((5, 5), np.uint8))[1:-1, 1:-1]
        return np.asarray((region > 0) & (inner == 0))


def region_of(look: Look) -> Points:
    """The table as far as pieces lie on it, and a hand's breadth around: corners as `Watcher.table_lies` takes them."""
    lying = np.array([(seen.x_mm, seen.y_mm) for seen in look.sightings], np.float32)
    hull = cv2.convexHull(lying)[:, 0]
    middle = hull.mean(0)
    arms = hull - middle
    around = hull + arms * (AROUND_MM / np.maximum(np.linalg.norm(arms, axis=1, keepdims=True), 1))
    picture = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    into_picture = cv2.getPerspectiveTransform(np.array(look.view_mm, np.float32), picture)
    return np.asarray(cv2.perspectiveTransform(around[None], into_picture)[0], np.float64)


def _dots(live: Grey) -> Grey:
    height, width = live.shape
    size = (DOTS_ACROSS, max(1, round(height * DOTS_ACROSS / width)))
    return np.asarray(cv2.resize(live, size, interpolation=cv2.INTER_AREA), np.uint8)


def _ratios(live: Grey, region: Region | None) -> Dots:
    """Each dot's light as a ratio to that around it in the region, and that to its logarithm."""
    dots = _dots(live).astype(np.float32) + FAINT
    inside = np.ones(dots.shape, np.float32) if region is None else region.astype(np.float32)
    around, share = (cv2.GaussianBlur(part, (0, 0), AROUND_DOTS) for part in (dots * inside, inside))
    return np.asarray(np.log(dots * np.maximum(share, 1e-6) / np.maximum(around, 1e-6)), np.float32)


def _detail(live: Grey) -> float:
    """How much brighter spots are than what is around them, on the mean, as a part of the light; noise is none."""
    height, width = live.shape
    half = cv2.resize(live, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(half, cv2.CV_8U).mean() / (live.mean() + FAINT))


def _filled(region: Points, shape: tuple[int, ...]) -> Region:
    corners = np.round(region * (shape[1], shape[0])).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(np.zeros(shape, np.uint8), corners, (1,)).view(np.bool_))
