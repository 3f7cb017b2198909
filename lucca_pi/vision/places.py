"""
Where in a picture markers may lie, and these places side by side in one small picture.

A marker is the one thing that has thin dark lines (its border, dark modules) close to thin light ones (its margin,
light modules). Checks of a cloth have neither, card edges and grain of wood mostly one kind. Both kinds are cheap to
find in a picture so small that a module is hardly a pixel wide; outlines are then traced in the places alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.decoder import Pyramid
from lucca_pi.vision.picture import Grey, Quads

Boxes = NDArray[np.int32]
"""Parts of a picture: left, top, width and height, shape (n, 4)."""
_THIN = np.ones((3, 3), np.uint8)
"""Lines are thinner than this square, and as near to each other."""
_AROUND_PX = 5
"""Side of the square over which their strength is averaged."""
LEAST_STRENGTH = 8
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

    def boxes(self, level: int, least_px: float) -> Boxes:
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
    return max(LEAST_STRENGTH, int(min(_SHARE * strongest, max(_GRAIN * bare, _OF_FULL * full))))


@dataclass(frozen=True, slots=True)
class Atlas:
    """Parts of a picture side by side in a small one; `parts` and `corners` tell where they lie there and here."""

    picture: Grey
    parts: Boxes
    corners: NDArray[np.int32]

    @classmethod
    def of(cls, picture: Grey, parts: Boxes) -> "Atlas":
        """The parts, which are not none, in rows, the highest first."""
        parts = parts[np.argsort(-parts[:, 3], kind="stable")]
        corners, size = _in_rows(parts[:, 2:].tolist(), int(parts[:, 2:].prod(1).sum()))
        small = np.full(size, 255, np.uint8)
        for (left, top, width, height), (x, y) in zip(parts.tolist(), corners, strict=True):
            small[y : y + height, x : x + width] = picture[top : top + height, left : left + width]
        return cls(small, parts, np.array(corners, np.int32))

    def in_picture(self, quads: Quads) -> Quads:
        """Quads of the small picture where they are in the large one."""
        middles = quads.mean(1)[:, None]
        inside = (middles >= self.corners) & (middles < self.corners + self.parts[:, 2:])
        here = inside.all(2).argmax(1)
        return np.asarray(quads + (self.parts[here, :2] - self.corners[here])[:, None], np.float32)


def _in_rows(sizes: Sequence[Sequence[int]], area: int) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """The top left corners, x and y, of boxes (width, height) laid in rows; and the height and width of them all."""
    total = max(512, int(1.05 * area**0.5), *(width for width, _height in sizes))
    corners, x, y, row = [], 0, 0, 0
    for width, height in sizes:
        if x + width > total:
            x, y, row = 0, y + row, 0
        corners.append((x, y))
        x, row = x + width, max(row, height)
    return corners, (y + row, total)
