"""
The table's condition by small live pictures, ten times a second: at rest, or why not.

Pictures are compared in dots, 160 across, as the ratio of each to the light around it: so a shadow, a dimmed lamp or
the camera's exposure is no motion, but a finger is.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import Look
from lucca_pi.vision.picture import Grey

_Condition = Literal["at rest", "moving", "hand", "camera moved", "dark", "too bright", "out of focus"]
_DOTS_ACROSS = 160
_AROUND_DOTS = 6.0
"""Standard deviation of the neighbourhood whose mean is the light around a dot."""
_CHANGED = 0.09
"""Change of a dot's ratio to the light around it, above which it counts as changed: sensor noise reaches 0.04."""
_MOVING_DOTS = 5
"""Least changed dots between two live pictures in motion: as many as a finger changes."""
_HAND_DOTS = 60
"""Least dots of a thing that came in over the picture's edge and may be a hand: one part in 240 of it."""
SETTLES_S = 0.6
"""Seconds without motion after which the table is at rest."""
_HAND_SETTLES_S = 3.0
"""Longest that a hand holds still: a mug, or a card at the table's edge, does so for longer."""
_SHIFTED_DOTS = 1.0
"""Shift from which the camera counts as moved: about a centimetre on the table."""
_LEAST_ALIKE = 0.15
"""Least agreement of phases that shows a shift."""
_DARK, _BRIGHT = 15, 245
"""Grey value of the brightest twentieth below which it is too dark, and of the median above which it is too bright."""
_FAINT = 8
"""Grey values added to all: darker differences are noise."""
_RESTLESS_S, _PAUSE_S = 20.0, 2.0
"""
Seconds of motion at one place, with pauses of at most PAUSE_S, after which the place is left out: a fan's shadow or a
screen moves for ever, people do not.
"""
_MOST_LEFT_OUT = 0.1
"""Largest share of the picture that is left out; beyond, hands would not be seen either."""
_PLACE_DOTS = 9
"""Width and height, dots, of the place around a changed dot that is in motion."""
_AROUND_MM = 80.0
"""Distance around the pieces within which the table is watched: hands lay cards there."""
_BLURRED = 0.4
"""Share of the resting picture's detail below which it counts as out of focus; noise hides that in dim light."""
_Dots = NDArray[np.float32]
_Region = NDArray[np.bool_]
_Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Live:
    """The table's condition, and the seconds for which nothing has moved on it."""

    condition: _Condition
    still_s: float


class Watcher:
    """
    Judges live pictures one after another; `now_s` is the clock's and only grows.

    A place where something moves all the time is left out: it is no hand.
    """

    def __init__(self) -> None:
        self._region: _Region | None = None
        self._before: _Dots | None = None
        self._table: _Dots | None = None
        self._all_before: _Dots | None = None
        self._detail = 0.0
        self._moved_s = -np.inf
        self._motion_s: NDArray[np.float64] | None = None
        """For each dot when its motion began, and when it was last seen to move, s; shape `(2, height, width)`."""

    def table_lies(self, live: Grey, region: _Points | None = None) -> None:
        """
        Remembers the table at a look, against which hands come in and the camera moves.

        Only motion in `region` counts, if given: the table's corners, as parts of the picture's width and height, shape
        `(n, 2)`. People around a table are never still.
        """
        self._region = None if region is None else _filled(region, _dots(live).shape)
        self._table, self._detail = _ratios(live, self._region), _detail(live)
        self._before = None

    def picture_changed(self, live: Grey) -> bool:
        """True if something lies elsewhere, anywhere in the picture, than when this was last true."""
        dots, before = _ratios(live, None), self._all_before
        changed = before is None or self._changed(dots, before).sum() >= _MOVING_DOTS
        self._all_before = dots if changed else before
        return bool(changed)

    def watch(self, live: Grey, now_s: float) -> Live:
        """Judges the next live picture, of shape `(height, width)`, at most 640 wide; its shape may be a new one."""
        if self._region is not None and self._region.shape != _dots(live).shape:
            self._region = None
        dots = _ratios(live, self._region)
        if self._before is not None:
            changed = self._changed(dots, self._before)
            if self._motion_s is None or self._motion_s.shape[1:] != changed.shape:
                self._motion_s = np.full((2, *changed.shape), -np.inf)
            began_s, last_s = self._motion_s
            began_s[now_s - last_s > _PAUSE_S] = now_s
            last_s[cv2.dilate(changed.astype(np.uint8), np.ones((_PLACE_DOTS, _PLACE_DOTS), np.uint8)) > 0] = now_s
            if self._within(changed).sum() >= _MOVING_DOTS:
                self._moved_s = now_s
        self._before = dots
        still_s = now_s - self._moved_s
        return Live(self._condition(live, dots, still_s), still_s)

    def _condition(self, live: Grey, dots: _Dots, still_s: float) -> _Condition:
        median, brightest = np.percentile(_dots(live), (50, 95))
        if brightest < _DARK or median > _BRIGHT:
            return "dark" if brightest < _DARK else "too bright"
        fresh = self._fresh(dots)
        if still_s < _HAND_SETTLES_S and self._reaches_in(fresh):
            return "hand"
        if still_s < SETTLES_S:
            return "moving"
        if self._shift_dots(dots) > _SHIFTED_DOTS:
            return "camera moved"
        return "out of focus" if _detail(live) < _BLURRED * self._detail else "at rest"

    def _changed(self, dots: _Dots, others: _Dots) -> NDArray[np.bool_]:
        """The dots in which two pictures differ; all of them if the pictures have other shapes."""
        if dots.shape != others.shape:
            return np.ones(dots.shape, np.bool_)
        return np.asarray(np.abs(dots - others) > _CHANGED)

    def _fresh(self, dots: _Dots) -> NDArray[np.bool_]:
        """The dots that show something that neither they nor the dots around showed at the look."""
        if self._table is None or dots.shape != self._table.shape:
            return np.zeros(dots.shape, np.bool_)
        around = np.ones((3, 3), np.uint8)
        low, high = cv2.erode(self._table, around), cv2.dilate(self._table, around)
        return self._within((dots < low - _CHANGED) | (dots > high + _CHANGED))

    def _within(self, dots: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Those of the dots that are watched: in the region, and not beside one in motion all the time."""
        if self._motion_s is not None and self._motion_s.shape[1:] == dots.shape:
            calm = self._motion_s[1] - self._motion_s[0] <= _RESTLESS_S
            dots = dots & calm if calm.mean() >= 1 - _MOST_LEFT_OUT else dots
        return np.asarray(dots if self._region is None else dots & self._region)

    def _reaches_in(self, fresh: NDArray[np.bool_]) -> bool:
        """True if something has come in over the region's edge since the look."""
        whole = cv2.morphologyEx(fresh.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(whole)
        region = np.ones(labels.shape, np.uint8) if self._region is None else self._region.astype(np.uint8)
        inner = cv2.erode(np.pad(region, 1), np.ones((5, 5), np.uint8))[1:-1, 1:-1]
        at_the_edge = np.unique(labels[(region > 0) & (inner == 0)])
        return bool((boxes[at_the_edge[at_the_edge > 0], cv2.CC_STAT_AREA] >= _HAND_DOTS).any())

    def _shift_dots(self, dots: _Dots) -> float:
        """The picture's shift since the look; 0 if it is not like that one any more."""
        if self._table is None or dots.shape != self._table.shape:
            return 0.0
        (x, y), alike = cv2.phaseCorrelate(dots, self._table)
        return float(np.hypot(x, y)) if alike > _LEAST_ALIKE else 0.0


def region_of(look: Look) -> _Points:
    """The corners of the table's part with pieces, and a hand's breadth around, as `Watcher.table_lies` takes them."""
    lying = np.array([(seen.x_mm, seen.y_mm) for seen in look.sightings], np.float32)
    hull = cv2.convexHull(lying)[:, 0]
    middle = hull.mean(0)
    arms = hull - middle
    around = hull + arms * (_AROUND_MM / np.maximum(np.linalg.norm(arms, axis=1, keepdims=True), 1))
    picture = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    into_picture = cv2.getPerspectiveTransform(np.array(look.view_mm, np.float32), picture)
    return np.asarray(cv2.perspectiveTransform(around[None], into_picture)[0], np.float64)


def _dots(live: Grey) -> Grey:
    height, width = live.shape
    size = (_DOTS_ACROSS, max(1, round(height * _DOTS_ACROSS / width)))
    return np.asarray(cv2.resize(live, size, interpolation=cv2.INTER_AREA), np.uint8)


def _ratios(live: Grey, region: _Region | None) -> _Dots:
    """The logarithm of each dot's light over that around it in the region."""
    dots = _dots(live).astype(np.float32) + _FAINT
    inside = np.ones(dots.shape, np.float32) if region is None else region.astype(np.float32)
    around, share = (cv2.GaussianBlur(part, (0, 0), _AROUND_DOTS) for part in (dots * inside, inside))
    return np.asarray(np.log(dots * np.maximum(share, 1e-6) / np.maximum(around, 1e-6)), np.float32)


def _detail(live: Grey) -> float:
    """The mean excess of bright spots over their neighbourhood, as a part of the light, without noise."""
    height, width = live.shape
    half = cv2.resize(live, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(half, cv2.CV_8U).mean() / (live.mean() + _FAINT))


def _filled(region: _Points, shape: tuple[int, ...]) -> _Region:
    corners = np.round(region * (shape[1], shape[0])).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(np.zeros(shape, np.uint8), corners, (1,)).view(np.bool_))
