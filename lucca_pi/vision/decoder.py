"""
Decodes the marker in a quad of the picture by likeness instead of counting bits.

The quad's modules are sampled as grey values, cleared of light that rises over them and of a little blur, and
correlated with every marker in its four turns. So a module blurred half way to its neighbour still counts, a reflection
on one side does not drown the other, and a square that is no marker is like none of them.
"""

from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.picture import Grey, Quads

Floats = NDArray[np.float32]
_LIKENESS = 0.85
"""Least correlation of a quad with its marker: 0.99 if well seen, 0.86 half in a reflection, 0.83 by chance."""
GAP = 0.06
"""Least lead of that correlation over the next marker's: 0.17 if well seen, 0.06 if blurred by half a module."""
_FLAW = 1.4
"""
Largest flaw, see `Decoded`. Our own markers that are sure otherwise had up to 1.35, under reflections.

Markers of ARUCO_ORIGINAL that differ from ours in two modules have at least 1.4, and mostly 1.6 to 2.1.
"""
BLANK = -1
"""The code of a black square without one, such as a tablecloth's checks."""
_FADED = 0.75
"""Contrast lost at the faded edge of a marker, as a share; the other edge gains as much."""
_BLUR = 0.125
"""Share of a module's difference from each neighbour that is added back: about what blur takes."""
_MARGIN = 2
"""Modules sampled along a side besides the marker's: its white margin."""
_POINTS = 3
"""Points sampled along a module's side, within its inner three quarters."""
_GLANCE_PX = 2.0
"""Width of a module where one point in it tells its grey."""
_BATCH = 1024
"""Most quads decoded together: that bounds memory, and OpenCV remaps at most 32767 rows."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """
    The markers in n quads, arrays of length n. A `code` is a marker's, or BLANK.

    `corners_px` start at the marker's own top left. `lead`: of `likeness` over the next marker's. `flaw`: largest
    difference of a module from its print but for one, which a spot may hide: 1 is grey, 2 black for white. `fading`:
    the way in which contrast fades, see `fadings`.
    """

    code: NDArray[np.intp]
    corners_px: Quads
    likeness: Floats
    lead: Floats
    flaw: Floats
    fading: NDArray[np.intp]

    @property
    def sure(self) -> NDArray[np.bool_]:
        """The quads that are surely their marker, by their modules."""
        clear = (self.likeness >= _LIKENESS) & (self.lead >= GAP) & (self.flaw <= _FLAW)
        return np.asarray(clear & (self.code != BLANK))

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "Decoded":
        """The readings for which `which`, of length n, is true, or whose places it lists."""
        return Decoded(*(values[which] for values in self._values()))

    def unless(self, other: "Decoded", by: float) -> "Decoded":
        """Quad by quad this reading, or the other if that is likelier by more than `by`."""
        places = np.flatnonzero(~(self.likeness >= other.likeness - by))
        return self.replaced(places, other.only(places))

    def replaced(self, places: NDArray[np.intp], others: "Decoded") -> "Decoded":
        """These readings, with those at `places` replaced by `others`."""
        values = [one.copy() for one in self._values()]
        for one, other in zip(values, others._values(), strict=True):
            one[places] = other
        return Decoded(*values)

    def joined(self, others: "Decoded") -> "Decoded":
        """These readings and the others."""
        pairs = zip(self._values(), others._values(), strict=True)
        return Decoded(*(np.concatenate(pair) for pair in pairs))

    def _values(self) -> tuple[NDArray[Any], ...]:
        return self.code, self.corners_px, self.likeness, self.lead, self.flaw, self.fading


def decode(grey: Grey, corners_px: Quads, markers: Markers = OURS, faded: bool = False) -> Decoded:
    """The likeliest marker of each quad, its contrast `faded` towards one side if so. No quads give empty arrays."""
    return _decoded(_sampled(grey, corners_px, markers.modules, _POINTS), corners_px, markers, faded)


def glanced(picture: "Pyramid", corners_px: Quads, markers: Markers = OURS) -> Decoded:
    """As `decode`, but with one point a module, in the picture halved until a module has about two pixels."""
    side = markers.modules + _MARGIN
    sides = np.linalg.norm(corners_px[:, :2] - corners_px[:, 2:], axis=2).min(1) / np.sqrt(2)
    levels = np.log2(np.maximum(sides / (_GLANCE_PX * markers.modules), 1)).astype(np.intp)
    values = np.empty((len(corners_px), side * side), np.float32)
    for level in np.unique(levels).tolist():
        here = levels == level
        values[here] = _sampled(picture[level], reduced(corners_px[here], level), markers.modules, 1)
    return _decoded(values, corners_px, markers, False)


def _decoded(values: Floats, corners_px: Quads, markers: Markers, faded: bool) -> Decoded:
    side = markers.modules + _MARGIN
    modules = normalised(values @ _clearing(side))
    patterns = _patterns(markers, faded)
    ways = (modules @ patterns.T).reshape(len(modules), len(patterns) // (markers.codes + 1), markers.codes + 1)
    by_code = ways.max(1)
    rows = np.arange(len(corners_px))
    code = by_code.argmax(1)
    way = ways[rows, :, code].argmax(1)
    turned = corners_px[rows[:, None], (np.arange(4) - way[:, None]) % 4]
    best = by_code[rows, code]
    by_code[rows, code] = -1
    lead = best - by_code[:, : markers.codes].max(1)
    away = np.abs(modules - best[:, None] * patterns[(markers.codes + 1) * way + code])
    flaw = np.asarray(np.partition(away, -2, axis=1)[:, -2] * np.sqrt(modules.shape[1]), np.float32)
    return Decoded(np.where(code < markers.codes, code, BLANK), turned, best, lead, flaw, way // 4)


def grown(corners_px: Quads, by_px: float) -> Quads:
    """The quads with each side moved outwards by about `by_px`."""
    arms = corners_px - corners_px.mean(1, keepdims=True)
    lengths = np.maximum(np.linalg.norm(arms, axis=2, keepdims=True), 1e-3)
    return np.asarray(corners_px + arms * (by_px * np.sqrt(2) / lengths), np.float32)


@cache
def _patterns(markers: Markers, faded: bool) -> Floats:
    """
    Row (codes + 1) * way + code: the marker in its white margin, of mean 0 and length 1.

    Way 4 * fading + turn: turned anticlockwise. Fading 0 is none.
    """
    bitmaps = [*markers.bitmaps, np.zeros_like(markers.bitmaps[0])]
    margined = [np.pad(bitmap, _MARGIN // 2, constant_values=255) for bitmap in bitmaps]
    rows = np.array([np.rot90(bitmap, turn).ravel() for turn in range(4) for bitmap in margined], np.float32)
    left = fadings(rows.shape[1])[: None if faded else 1]
    return normalised(levelled(((rows - 127.5) * left[:, None]).reshape(-1, rows.shape[1])))


def levelled(rows: Floats) -> Floats:
    """Rows of a square's points without even, sloping and bending parts: light, shade, a reflection."""
    basis = light(rows.shape[1])
    return np.asarray(rows - rows @ basis @ basis.T, np.float32)


@cache
def light(points: int) -> Floats:
    """The forms of light over the points of a square, row by row: an orthonormal basis, shape (points, 6)."""
    y, x = np.indices((isqrt(points), isqrt(points))).reshape(2, -1) / np.sqrt(points) - 0.5
    kinds = np.stack([np.ones(points), x, y, x * x, x * y, y * y], axis=1)
    return np.asarray(np.linalg.qr(kinds)[0], np.float32)


@cache
def fadings(points: int) -> Floats:
    """The contrast left at the points of a square, row by row, shape (9, points): all of it, or fading to 8 sides."""
    y, x = np.indices((isqrt(points), isqrt(points))).reshape(2, -1) / (np.sqrt(points) - 1) * 2 - 1
    angles = np.arange(8)[:, None] * np.pi / 4
    towards = np.cos(angles) * x + np.sin(angles) * y
    fading = 1 + _FADED * towards / towards.max(1, keepdims=True)
    return np.concatenate([np.ones((1, points)), fading]).astype(np.float32)


@cache
def _clearing(side: int) -> Floats:
    """The matrix that takes a little blur from side x side modules, in rows, and levels them."""
    y, x = np.indices((side, side)).reshape(2, -1)
    beside = np.abs(x[:, None] - x) + np.abs(y[:, None] - y) == 1
    sharper = np.diag(1 + _BLUR * beside.sum(0)) - _BLUR * beside
    return levelled(np.asarray(sharper, np.float32))


def normalised(rows: Floats) -> Floats:
    """Each row with mean 0 and length 1; an even row stays 0."""
    rows = rows - rows.mean(1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3), np.float32)


@cache
def _grid(modules: int, points: int) -> Floats:
    """The sampled places, homogeneous, shape (3, points * points * side * side); the marker is the unit square."""
    within = 0.75 * ((np.arange(points) + 0.5) / points - 0.5)
    along = (within[:, None] + np.arange(modules + _MARGIN) + 0.5 - _MARGIN / 2) / modules
    y, x = (along[index] for index in np.indices((points, points)))
    x, y = np.broadcast_arrays(x[:, :, None, :], y[:, :, :, None])
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size)]).astype(np.float32)


def _sampled(grey: Grey, corners_px: Quads, modules: int, points: int) -> Floats:
    """The mean grey, by points along both sides, of each module of the marker and its margin: (n, side * side)."""
    side = modules + _MARGIN
    parts = [np.empty((0, side * side), np.float32)]
    for i in range(0, len(corners_px), _BATCH):
        values = values_at(grey, projected(homographies(corners_px[i : i + _BATCH]), _grid(modules, points)))
        parts.append(values.reshape(len(values), points * points, -1).mean(1))
    return np.concatenate(parts)


def homogeneous(points: NDArray[Any]) -> Floats:
    """Points (m, 2) or (n, m, 2) as columns (3, m) or (n, 3, m), for `projected`."""
    columns = np.ones((*points.shape[:-2], 3, points.shape[-2]), np.float32)
    columns[..., :2, :] = np.swapaxes(points, -1, -2)
    return columns


def reduced(places_px: NDArray[Any], halvings: int | NDArray[np.intp]) -> NDArray[Any]:
    """The places in the picture halved so many more times; below 0, in one less halved."""
    return np.asarray((places_px + 0.5) * 0.5**halvings - 0.5)


def projected(maps: Floats, points: Floats) -> Floats:
    """Points (3, m) or (n, 3, m), homogeneous in the quads of these homographies, in the picture: (n, 2, m)."""
    places = maps @ points
    return np.asarray(places[:, :2] / places[:, 2:])


def values_at(grey: Grey, places_px: Floats) -> Floats:
    """The grey values between pixels at places (n, 2, m), shape (n, m)."""
    x, y = np.ascontiguousarray(places_px[:, 0]), np.ascontiguousarray(places_px[:, 1])
    parts = [
        cv2.remap(grey, x[i : i + _BATCH], y[i : i + _BATCH], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for i in range(0, len(x), _BATCH)
    ]
    return np.concatenate(parts).astype(np.float32) if parts else np.empty(x.shape, np.float32)


def homographies(corners_px: Quads) -> Floats:
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


class Pyramid:
    """A picture and the same reduced to half, again and again; each size is made once, when it is first needed."""

    def __init__(self, grey: Grey) -> None:
        self._pictures = [grey]

    def __getitem__(self, level: int) -> Grey:
        """The picture halved `level` times."""
        while len(self._pictures) <= level:
            self._pictures.append(halved(self._pictures[-1]))
        return self._pictures[level]


def halved(grey: Grey) -> Grey:
    """The picture reduced to half, each pixel the mean of four."""
    height, width = grey.shape
    even = grey[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
