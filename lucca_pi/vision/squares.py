"""
Squares of a known shape: stickers whose outline is open or lost in noise, found by those that were read.

Stickers that were read tell how large and how slanted one is at any place: the square of the matrix of its sides does
not depend on its turn and is nearly linear over the picture. Where thin lines lie close, the picture is sampled in that
slanted grid and compared with a square's border, which is darker than the margin around it. All shifts and turns of the
square are columns of one matrix, so the best square of all places costs one product.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.decoder import Floats, homogeneous, homographies, projected, reduced, values_at
from lucca_pi.vision.picture import Quads
from lucca_pi.vision.places import LEAST_STRENGTH, Places

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
_STRONGEST = 1.25
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
_MOST = 700
"""Most places."""


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
        peaks &= (lines >= max(LEAST_STRENGTH, _STRENGTH * weak)) & (lines <= _STRONGEST * strong)
        found = cv2.findNonZero(self.places.within(peaks))
        if found is None:
            return np.empty((0, 4, 2), np.float32)
        found = found.reshape(-1, 2)  # one axis more in OpenCV 4
        x, y = found.T
        strongest = np.argsort(-lines[y, x].astype(int), kind="stable")[:_MOST]
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
