"""
Where in a picture markers may lie, these places side by side in one small picture, and weak stickers by their shape.

A marker is the one thing that has thin dark lines (its border, dark modules) close to thin light ones (its margin,
light modules). Checks of a cloth have neither, card edges and grain of wood mostly one kind. Both kinds are cheap to
find in a picture so small that a module is hardly a pixel wide; outlines are then traced in the places alone.

Some stickers' outlines are open or lost in noise. Those that were read tell how large and how slanted one is at any
place: the square of the matrix of its sides does not depend on its turn and is nearly linear over the picture. Where
thin lines lie close, the picture is sampled in that slanted grid and compared with a square's border, which is darker
than the margin around it. All shifts and turns of the square are columns of one matrix, so the best square of all
places costs one product.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.decoder import Floats, Pyramid, homogeneous, homographies, projected, reduced, values_at
from lucca_pi.vision.picture import Grey, Quads

_Boxes = NDArray[np.int32]
"""Parts of a picture: left, top, width and height, shape (n, 4)."""
_THIN = np.ones((3, 3), np.uint8)
"""Lines are thinner than this square, and as near to each other."""
_AROUND_PX = 5
"""Side of the square over which their strength is averaged."""
_LEAST_STRENGTH = 8
"""Least mean strength: noise has less, the faintest stickers of dim evenings have 9."""
_STRONGEST, _SHARE = 0.995, 0.4
"""The share of a picture that is weaker than its strongest lines, and the share of their strength that counts."""
_TILE_PX = 64
"""Side of the parts of a picture that are compared by the strongest line in each."""
_BARE, _GRAIN = 40, 1.35
"""Percentile of the parts that counts as bare table; and the share of its lines' strength that counts."""
_FULL, _OF_FULL = 80, 0.3
"""The same of parts in which pieces lie. A newspaper is stronger than weak stickers, but does not cover so much."""
_PAD_PX = 3
"""Room around a place."""
_MOST = 0.9
"""Share of the picture in places above which all of it is one place."""
FEWEST, _FEWEST_SLANTED = 3, 8
"""Fewest stickers that tell their shape, and by which it may change over the picture."""
_ALIKE = 0.35
"""Most difference of a sticker's size from the others', as a logarithm: quarters bear larger ones."""
_WEAK = 10
"""Percentile of the stickers that counts as a weak one."""
_STRENGTH, _CONTRAST, _RETRY = 0.45, 0.37, 0.15
"""
Least strength of lines and contrast of a square, as shares of a weak sticker's.

The last is the contrast of a square at the rim of the shifts that is sought once more around its middle.
"""
_LEAST_CONTRAST = 4.0
_AS_STRONG = 1.25
"""Most strength of lines, as a share of a strong sticker's: a newspaper has more."""
_TURNS, _SHIFTS, _PITCH = 8, 2, 0.095
"""Turns of a square within a quarter turn; shifts to each side; and width of a shift, in sides."""
_HALF = 10
"""Samples to each side of a place, that far from each other."""
_MARGIN, _BORDER, _ALONG = 0.575, 0.43, (-0.36, -0.18, 0.0, 0.18, 0.36)
"""Distances of margin and border from a square's middle, and places along its sides where they are compared; sides."""
_SAMPLED_PX, _LINES_PX = 7.5, 4.2
"""Least side of a sticker in the picture that is sampled, and in which thin lines are looked for."""
_APART, _AROUND = 0.9, 1.15
"""Least distance of places, and width over which the strength of lines is averaged there; sides."""
_MOST_PLACES = 700
"""Most places."""


class Places:
    """Finds the places in a picture, or where it is not 0 in the mask `within`, in which markers may lie."""

    def __init__(self, picture: Pyramid, within: Grey | None = None) -> None:
        self.picture, self._within = picture, within
        self._lines: dict[int, Grey] = {}

    def strength(self, level: int, around_px: int = _AROUND_PX) -> Grey:
        """How strong thin dark lines close to thin light ones are, on average around each pixel at that level."""
        if level not in self._lines:
            dark = cv2.dilate(cv2.morphologyEx(self.picture[level], cv2.MORPH_BLACKHAT, _THIN), _THIN)
            light = cv2.dilate(cv2.morphologyEx(self.picture[level], cv2.MORPH_TOPHAT, _THIN), _THIN)
            self._lines[level] = np.asarray(cv2.min(dark, light), np.uint8)
        return np.asarray(cv2.boxFilter(self._lines[level], -1, (around_px, around_px)), np.uint8)

    def within(self, strong: NDArray[np.bool_]) -> Grey:
        """The strong places as a mask, 1 on 0, of those where markers are looked for."""
        if self._within is not None:
            strong &= cv2.resize(self._within, strong.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
        return strong.view(np.uint8)

    def boxes(self, level: int, least_px: float) -> _Boxes:
        """The parts of the picture, halved `level` times, at least so wide and high, in which markers may lie."""
        strong = self.strength(level)
        mask = self.within(strong >= _least(strong))
        boxes = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_GRANA)[2][1:, :4]
        boxes = boxes[boxes[:, 2:].min(1) >= least_px]
        low = np.maximum(boxes[:, :2] - _PAD_PX, 0)
        high = np.minimum(boxes[:, :2] + boxes[:, 2:] + _PAD_PX, strong.shape[::-1])
        boxes = np.concatenate([low, high - low], 1)
        if boxes[:, 2:].prod(1).sum() > _MOST * strong.size:
            boxes = np.array([[0, 0, *strong.shape[::-1]]], np.int32)
        return np.asarray(boxes, np.int32)


def _least(strong: Grey) -> int:
    """The least strength of a place."""
    few = strong[::2, ::2]
    counts = np.bincount(few[::2, ::2].ravel(), minlength=256).cumsum()
    strongest = int(np.searchsorted(counts, _STRONGEST * counts[-1]))
    side = min(_TILE_PX // 2, *few.shape)
    down, across = few.shape[0] // side, few.shape[1] // side
    tiles = few[: down * side, : across * side].reshape(down, side, across, side).max((1, 3))
    bare, full = np.percentile(tiles, [_BARE, _FULL])
    return max(_LEAST_STRENGTH, int(min(_SHARE * strongest, max(_GRAIN * bare, _OF_FULL * full))))


@dataclass(frozen=True, slots=True)
class Atlas:
    """Parts of a picture side by side in a small one; `parts` and `corners` tell where they lie there and here."""

    picture: Grey
    parts: _Boxes
    corners: NDArray[np.int32]

    @classmethod
    def of(cls, picture: Grey, parts: _Boxes) -> "Atlas":
        """The parts, which are not none, in rows, the highest first."""
        parts = parts[np.argsort(-parts[:, 3], kind="stable")]
        total = max(512, int(1.05 * int(parts[:, 2:].prod(1).sum()) ** 0.5), *parts[:, 2].tolist())
        corners, x, y, row = [], 0, 0, 0
        for width, height in parts[:, 2:].tolist():
            if x + width > total:
                x, y, row = 0, y + row, 0
            corners.append((x, y))
            x, row = x + width, max(row, height)
        small = np.full((y + row, total), 255, np.uint8)
        for (left, top, width, height), (x, y) in zip(parts.tolist(), corners, strict=True):
            small[y : y + height, x : x + width] = picture[top : top + height, left : left + width]
        return cls(small, parts, np.array(corners, np.int32))

    def in_picture(self, quads: Quads) -> Quads:
        """Quads of the small picture where they are in the large one."""
        middles = quads.mean(1)[:, None]
        inside = (middles >= self.corners) & (middles < self.corners + self.parts[:, 2:])
        here = inside.all(2).argmax(1)
        return np.asarray(quads + (self.parts[here, :2] - self.corners[here])[:, None], np.float32)


@dataclass(frozen=True, slots=True)
class Squares:
    """
    The shape of stickers in a picture, by those that were read.

    `model`: the squared matrix of sides, (xx, xy, yy), linear in x and y; `contrast`: of weak ones with their margin.
    """

    places: Places
    middles_px: NDArray[np.float32]
    model: NDArray[np.float64]
    side_px: float
    contrast: float

    @classmethod
    def like(cls, places: Places, read: Quads) -> "Squares":
        """The squares of the stickers read there, at least FEWEST."""
        one, two, three, four = read.transpose(1, 0, 2)
        sides = np.stack([two - one + three - four, four - one + three - two], 2) / 2
        squared = (sides @ sides.transpose(0, 2, 1)).reshape(-1, 4)[:, [0, 1, 3]]
        sizes = np.sqrt((squared[:, 0] + squared[:, 2]) / 2)
        side_px = float(np.sort(sizes)[len(sizes) // 2])
        alike = np.abs(np.log(sizes / side_px)) < _ALIKE
        middles, squared = read[alike].mean(1), squared[alike]
        model = np.zeros((3, 3))
        model[2] = np.median(squared, axis=0)
        if len(middles) >= _FEWEST_SLANTED:
            model[:] = np.linalg.lstsq(_affine(middles), squared, rcond=None)[0]
        points, signs = _border()
        level = _level(side_px, _SAMPLED_PX)
        at = projected(homographies(reduced(read[alike], level)), homogeneous(points + 0.5))
        contrast = values_at(places.picture[level], at) @ signs
        return cls(places, np.asarray(middles, np.float32), model, side_px, float(np.percentile(contrast, _WEAK)))

    def elsewhere(self, taken_px: NDArray[np.floating[Any]]) -> Quads:
        """Squares that may be stickers, where none of those read is, whose middles are `taken_px`."""
        level = max(1, _level(self.side_px, _LINES_PX))
        around, apart = (max(3, round(self.side_px / (1 << level) * part) | 1) for part in (_AROUND, _APART))
        lines = self.places.strength(level, around)
        x, y = np.rint(reduced(self.middles_px, level)).astype(int).clip(0, np.array(lines.shape[::-1]) - 1).T
        weak, strong = np.percentile(lines[y, x], [_WEAK, 100 - _WEAK]).tolist()
        peaks = lines == cv2.dilate(lines, np.ones((apart, apart), np.uint8))
        peaks &= (lines >= max(_LEAST_STRENGTH, _STRENGTH * weak)) & (lines <= _AS_STRONG * strong)
        found = cv2.findNonZero(self.places.within(peaks))
        if found is None:
            return np.empty((0, 4, 2), np.float32)
        found = found.reshape(-1, 2)  # one axis more in OpenCV 4
        x, y = found.T
        strongest = np.argsort(-lines[y, x].astype(int), kind="stable")[:_MOST_PLACES]
        middles = reduced(found[strongest], -level).astype(np.float32)
        free = ((middles[:, None] - taken_px) ** 2).sum(2).min(1) > (self.side_px / 2) ** 2
        return self._settled(middles[free])

    def _settled(self, middles: NDArray[np.float32]) -> Quads:
        """The best squares at or near the places, if they have contrast enough."""
        quads, contrast = self._best(middles)
        away = np.linalg.solve(self._sides(middles), (quads.mean(1) - middles)[:, :, None])
        at_rim = np.abs(away).max((1, 2)) > (_SHIFTS - 0.5) * _PITCH
        rim = np.flatnonzero(at_rim & (contrast >= max(_LEAST_CONTRAST * _RETRY, _RETRY * self.contrast)))
        again, more = self._best(quads[rim].mean(1))
        better = more > contrast[rim]
        quads[rim[better]], contrast[rim[better]] = again[better], more[better]
        return quads[contrast >= max(_LEAST_CONTRAST, _CONTRAST * self.contrast)]

    def _sides(self, middles: NDArray[np.float32]) -> Floats:
        """The matrix of sides at each place, symmetric: the root of the model's; shape (n, 2, 2)."""
        xx, xy, yy = (_affine(middles) @ self.model).T
        low = (0.5 * self.side_px) ** 2
        xx, yy = xx.clip(low, 16 * low), yy.clip(low, 16 * low)
        root = np.sqrt(np.maximum(xx * yy - xy * xy, low * low))
        sides = np.stack([xx + root, xy, xy, yy + root], 1) / np.sqrt(xx + yy + 2 * root)[:, None]
        return np.asarray(sides.reshape(-1, 2, 2), np.float32)

    def _best(self, middles: NDArray[np.float32]) -> tuple[Quads, Floats]:
        """The best square at each place, and its contrast."""
        level, sides = _level(self.side_px, _SAMPLED_PX), self._sides(middles)
        weights, corners, grid = _squares()
        at = sides * 0.5**level @ grid + reduced(middles, level)[:, :, None]
        contrast = values_at(self.places.picture[level], at) @ weights
        best = contrast.argmax(1)
        quads = np.einsum("nij,nkj->nki", sides, corners[best]) + middles[:, None]
        return quads.astype(np.float32), contrast[np.arange(len(middles)), best]


def _level(side_px: float, least_px: float) -> int:
    """The halvings of the picture after which a side has at least so many pixels."""
    return int(np.log2(max(side_px / least_px, 1)))


def _affine(places: NDArray[Any]) -> NDArray[np.float64]:
    return np.column_stack([places, np.ones(len(places))])


@cache
def _border() -> tuple[Floats, Floats]:
    """Points of a square's margin and border, from its middle, shape (points, 2); and their signs in its contrast."""
    side = np.array([(away, along) for away in (_MARGIN, _BORDER) for along in _ALONG])
    quarter = np.array([[0, 1], [-1, 0]])
    points = np.concatenate([side @ np.linalg.matrix_power(quarter, turn) for turn in range(4)])
    signs = np.tile(np.repeat([1.0, -1.0], len(_ALONG)), 4) / (4 * len(_ALONG))
    return points.astype(np.float32), signs.astype(np.float32)


@cache
def _squares() -> tuple[Floats, Floats, Floats]:
    """
    Each shifted and turned square, in sides from a place, and the samples around that place that tell its contrast.

    The samples' weights (samples, squares); the squares' corners (squares, 4, 2); the samples (2, samples).
    """
    points, signs = _border()
    unit = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    steps, samples = range(-_SHIFTS, _SHIFTS + 1), np.arange(-_HALF, _HALF + 1)
    weights, corners = [], []
    for down, across, turn in product(steps, steps, range(_TURNS)):
        angle, shift = turn * np.pi / 2 / _TURNS, np.array([across, down]) * _PITCH
        turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        corners.append(unit @ turned + shift)
        near = [np.maximum(0, 1 - np.abs(at[:, None] / _PITCH - samples)) for at in (points @ turned + shift).T]
        weights.append(np.einsum("p,py,px->yx", signs, near[1], near[0]).ravel())
    columns, grid = np.array(weights).T, np.stack(np.meshgrid(samples, samples)).reshape(2, -1) * _PITCH
    used = np.abs(columns).max(1) > 0
    return columns[used].astype(np.float32), np.array(corners, np.float32), grid[:, used].astype(np.float32)
