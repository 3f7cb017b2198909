"""
Tells which marker a quad in the picture holds, by likeness instead of by counting bits.

The quad's modules are sampled as grey values, cleared of light that rises over them and of a little blur, and
correlated with every marker in its four turns. So a module blurred half way to its neighbour still speaks, a reflex on
one side does not drown the other, and a square that is no marker is like none of them.
"""

from dataclasses import dataclass
from functools import cache
from math import isqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.picture import Grey

Quads = NDArray[np.float32]
"""Corners in pixels, shape (n, 4, 2), clockwise."""
Floats = NDArray[np.float32]

LIKENESS = 0.85
"""Least correlation of a quad with its marker. Well seen ones have 0.99, half in a reflex 0.86; chance ones 0.83."""
GAP = 0.06
"""Least lead of that correlation over the next marker's. Well seen ones lead by 0.17, blurred half a module by 0.06."""
FLAW = 1.4
"""
Most flaw. Our own markers that else are sure had up to 1.35, under reflexes.

Markers of ARUCO_ORIGINAL that differ from ours in two modules have 1.4 at the least, and mostly 1.6 to 2.1.
"""
BLANK = -1
"""What a black square without a code is decoded as: the checks of a tablecloth, say."""
BLUR = 0.125
"""The part of its difference from each neighbour that is given back to a module: what blur takes, about."""

_MARGIN = 2
"""Modules sampled along a side besides the marker's: its white margin."""
_POINTS = 3
"""Points sampled along a module's side, within its inner three quarters."""
_BATCH = 1024
"""So many quads are looked at together: memory for more is not needed, and OpenCV remaps at most 32767 rows."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """
    What n quads hold, arrays of length n. A `code` is a marker's, or BLANK.

    `corners_px` are turned so that each starts at its marker's own top left. `lead` is how far `likeness` is above
    the next marker's. `flaw` is how far from as printed all modules but one are at most: 1 is grey, 2 black for white;
    a spot may hide one.
    """

    code: NDArray[np.intp]
    corners_px: Quads
    likeness: Floats
    lead: Floats
    flaw: Floats

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which of them are their marker, by their modules."""
        clear = (self.likeness >= LIKENESS) & (self.lead >= GAP) & (self.flaw <= FLAW)
        return np.asarray(clear & (self.code != BLANK))

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "Decoded":
        """Those of them for which `which`, of length n, is true, or whose places it lists."""
        likeness, lead, flaw = self.likeness[which], self.lead[which], self.flaw[which]
        return Decoded(self.code[which], self.corners_px[which], likeness, lead, flaw)

    def unless(self, other: "Decoded", by: float) -> "Decoded":
        """Quad by quad this reading, or the other where that is likelier by more than `by`."""
        mine = self.likeness >= other.likeness - by
        return Decoded(
            np.where(mine, self.code, other.code),
            np.where(mine[:, None, None], self.corners_px, other.corners_px),
            np.where(mine, self.likeness, other.likeness),
            np.where(mine, self.lead, other.lead),
            np.where(mine, self.flaw, other.flaw),
        )


def decode(grey: Grey, corners_px: Quads, markers: Markers = OURS) -> Decoded:
    """The likeliest marker of each quad. No quads give empty arrays."""
    side = markers.modules + _MARGIN
    modules = normalised(_sampled(grey, corners_px, markers.modules) @ _clearing(side))
    patterns = _patterns(markers)
    turns = (modules @ patterns.T).reshape(-1, 4, markers.codes + 1)
    by_code = turns.max(1)
    rows = np.arange(len(corners_px))
    code = by_code.argmax(1)
    turn = turns[rows, :, code].argmax(1)
    turned = corners_px[rows[:, None], (np.arange(4) - turn[:, None]) % 4]
    best = by_code[rows, code]
    by_code[rows, code] = -1
    lead = best - by_code[:, : markers.codes].max(1)
    flaw = _flaw(modules, best[:, None] * patterns[(markers.codes + 1) * turn + code])
    return Decoded(np.where(code < markers.codes, code, BLANK), turned, best, lead, flaw)


def _flaw(modules: Floats, expected: Floats) -> Floats:
    """The second largest difference, shape (n,), in half the contrast of black and white."""
    away = np.partition(np.abs(modules - expected), -2, axis=1)[:, -2]
    return np.asarray(away * np.sqrt(modules.shape[1]), np.float32)


def grown(corners_px: Quads, by_px: float) -> Quads:
    """The quads with each side moved outwards by about `by_px`."""
    arms = corners_px - corners_px.mean(1, keepdims=True)
    lengths = np.maximum(np.linalg.norm(arms, axis=2, keepdims=True), 1e-3)
    return np.asarray(corners_px + arms * (by_px * np.sqrt(2) / lengths), np.float32)


@cache
def _patterns(markers: Markers) -> Floats:
    """Row (codes + 1) * turn + code: the marker in its white margin, turned anticlockwise, of mean 0 and length 1."""
    bitmaps = [*markers.bitmaps, np.zeros_like(markers.bitmaps[0])]
    margined = [np.pad(bitmap, _MARGIN // 2, constant_values=255) for bitmap in bitmaps]
    rows = [np.rot90(bitmap, turn).ravel() for turn in range(4) for bitmap in margined]
    return normalised(levelled(np.array(rows, np.float32)))


def levelled(rows: Floats) -> Floats:
    """Rows of a square's points without what is even, slopes or bends over them: light, shade, a reflex."""
    basis = light(rows.shape[1])
    return np.asarray(rows - rows @ basis @ basis.T, np.float32)


@cache
def light(points: int) -> Floats:
    """How light may lie over the points of a square, row by row: an orthonormal basis, shape (points, 6)."""
    y, x = np.indices((isqrt(points), isqrt(points))).reshape(2, -1) / np.sqrt(points) - 0.5
    kinds = np.stack([np.ones(points), x, y, x * x, x * y, y * y], axis=1)
    return np.asarray(np.linalg.qr(kinds)[0], np.float32)


@cache
def _clearing(side: int) -> Floats:
    """Takes from side x side modules, in rows, a little of their blur, and levels them."""
    y, x = np.indices((side, side)).reshape(2, -1)
    beside = np.abs(x[:, None] - x) + np.abs(y[:, None] - y) == 1
    sharper = np.diag(1 + BLUR * beside.sum(0)) - BLUR * beside
    return levelled(np.asarray(sharper, np.float32))


def normalised(rows: Floats) -> Floats:
    """Each row with mean 0 and length 1; an even row stays 0."""
    rows = rows - rows.mean(1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3), np.float32)


@cache
def _grid(modules: int) -> Floats:
    """Where to sample, shape (3, points * points * side * side): homogeneous, the marker being the unit square."""
    within = 0.75 * ((np.arange(_POINTS) + 0.5) / _POINTS - 0.5)
    along = (within[:, None] + np.arange(modules + _MARGIN) + 0.5 - _MARGIN / 2) / modules
    y, x = (along[index] for index in np.indices((_POINTS, _POINTS)))
    x, y = np.broadcast_arrays(x[:, :, None, :], y[:, :, :, None])
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size)]).astype(np.float32)


def _sampled(grey: Grey, corners_px: Quads, modules: int) -> Floats:
    """The mean grey of each module of the marker and its margin, shape (n, side * side)."""
    side = modules + _MARGIN
    parts = [_means(grey, corners_px[i : i + _BATCH], modules) for i in range(0, len(corners_px), _BATCH)]
    return np.concatenate([np.empty((0, side * side), np.float32), *parts])


def _means(grey: Grey, corners_px: Quads, modules: int) -> Floats:
    values = values_at(grey, mapped(corners_px, _grid(modules)))
    return np.asarray(values.reshape(len(values), _POINTS * _POINTS, -1).mean(1), np.float32)


def mapped(corners_px: Quads, points: Floats) -> Floats:
    """Points (3, m), homogeneous with each quad as the unit square, in the picture: x and y, shape (n, 2, m)."""
    places = _homographies(corners_px) @ points
    return np.asarray(places[:, :2] / places[:, 2:])


def values_at(grey: Grey, places_px: Floats) -> Floats:
    """The grey values between pixels at places (n, 2, m), shape (n, m)."""
    x, y = np.ascontiguousarray(places_px[:, 0]), np.ascontiguousarray(places_px[:, 1])
    parts = [
        cv2.remap(grey, x[i : i + _BATCH], y[i : i + _BATCH], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for i in range(0, len(x), _BATCH)
    ]
    return np.concatenate(parts).astype(np.float32) if parts else np.empty(x.shape, np.float32)


def _homographies(corners_px: Quads) -> Floats:
    """The unit square onto each quad, shape (n, 3, 3), after Heckbert."""
    one, two, three, four = (corners_px[:, i].astype(float) for i in range(4))
    right, down, skew = two - three, four - three, one - two + three - four
    area = _cross(right, down)
    area = np.where(np.abs(area) < 1e-6, 1e-6, area)
    g, h = (_cross(skew, down) / area)[:, None], (_cross(right, skew) / area)[:, None]
    columns = [two - one + g * two, four - one + h * four, one]
    lines = np.stack([np.concatenate(c, axis=1) for c in zip(columns, (g, h, np.ones_like(g)), strict=True)], axis=2)
    return lines.astype(np.float32)


def _cross(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
