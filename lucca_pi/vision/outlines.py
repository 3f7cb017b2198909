"""
Outlines with four corners: dark shapes on lighter ground, such as a marker's black square in its white margin.

A large picture is reduced to half first: a quarter of the work and half of the noise. Specks (a wooden table has a
hundred thousand) are wiped out before anything is traced, so no picture takes much longer. Larger shapes, up to the
whole picture's size, are sought in it reduced further: a sixteenth of that work, and a sixteenth of that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.decoder import Quads, grown
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.pyramid import Pyramid

LARGE_PICTURE_PX = 4_000_000
"""Pictures of more pixels are reduced to half; smaller ones show smaller markers, in no more time."""
SMALLEST_PX = 7.5
"""The smallest square that is looked for, there: in a large picture the black of a sticker of 19 px."""

THRESHOLDS = ((3, 1, 96), (7, 3, 352))
"""
What counts as dark, in two passes: the window in pixels, by how many grey values a pixel is darker than its mean, and
the width in the whole picture of the largest shape that the pass looks for.

The small window parts a marker from what blur and reflexes have run into it, the large one overlooks noise. A narrow
window is for small shapes, as noise makes webs of it, slow to trace.
"""
LARGER = 2
"""How many more times the picture is halved for larger shapes, and again for still larger ones."""
CONTRAST = 16
"""Least contrast nearby where anything counts as dark: noise in the reduced picture seldom reaches it."""
NEARBY_PX = 9
EDGE_PX = 0.4
"""How far a contour runs within its shape: through the outermost dark pixels."""
MANY = 1000
"""Shapes from which drawing them all at once is faster than one by one."""
SLENDEREST = 2.2
"""Largest ratio of length to width of a marker's shape, and between the sides of its quad."""
CORNER = 0.085
"""Four corners may leave a shape's hull by this part of its length: blur makes them round."""


def outlines(picture: Pyramid, large: bool | None = None) -> Quads:
    """
    The corners of what may be markers, shape (n, 4, 2), clockwise; one may be there repeatedly.

    `large`: whether it is treated as a large picture, for a part of one; by default its own size tells.
    """
    grey = picture[0]
    level = int(is_large(grey) if large is None else large)
    passes = [_Pass(level, *threshold) for threshold in THRESHOLDS]
    while passes[-1].widest_px < max(grey.shape):
        passes.append(passes[-1].for_larger())
    wide_enough = [one for one in passes if min(grey.shape) >> one.level >= SMALLEST_PX]
    at_levels = groupby(wide_enough, key=lambda one: one.level)
    found = [_traced(picture[at], [*some]) for at, some in at_levels]
    return np.concatenate([np.empty((0, 4, 2), np.float32), *found])


@dataclass(frozen=True, slots=True)
class _Pass:
    """
    A search for dark shapes in the picture halved `level` times.

    `window_px`, `darker`: what counts as dark there. `widest_px`, `narrowest_px`: shapes in the whole picture.
    """

    level: int
    window_px: int
    darker: int
    widest_px: int
    narrowest_px: float = 0.0

    def for_larger(self) -> "_Pass":
        """The same for shapes that are too large for this one."""
        narrowest_px = self.widest_px / SLENDEREST
        return _Pass(self.level + LARGER, self.window_px, self.darker, self.widest_px << LARGER, narrowest_px)


def is_large(grey: Grey) -> bool:
    """Whether the picture is reduced before anything is looked for."""
    return grey.size > LARGE_PICTURE_PX


def _traced(picture: Grey, passes: Sequence[_Pass]) -> Quads:
    """The quads that passes of one level find, in pixels of the whole picture; `picture` is halved as they say."""
    lively, scale = _lively(picture), 1 << passes[0].level
    found = np.array([quad for one in passes for quad in _quads(_shapes(picture, lively, one))], np.float32)
    quads = found.reshape(-1, 4, 2)
    return grown(quads[~_slender(quads)], EDGE_PX) * scale + (scale - 1) / 2


def _slender(quads: Quads) -> NDArray[np.bool_]:
    """Such as two checks of a cloth that touch at a corner."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    return np.asarray(sides.max(1) > SLENDEREST * sides.min(1))


def _lively(picture: Grey) -> Grey:
    """1 where there is contrast nearby, else 0."""
    nearby = np.ones((NEARBY_PX, NEARBY_PX), np.uint8)
    range_ = cv2.subtract(cv2.dilate(picture, nearby), cv2.erode(picture, nearby))
    return np.asarray(cv2.threshold(range_, CONTRAST - 1, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _shapes(picture: Grey, lively: Grey, one: _Pass) -> Grey:
    """What is dark, 1 on 0, without what is too small, too large or too long for a marker."""
    narrowest_px = max(SMALLEST_PX, one.narrowest_px / (1 << one.level))
    widest_px = min(one.widest_px >> one.level, *picture.shape)
    dark = cv2.adaptiveThreshold(
        picture, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, one.window_px, one.darker
    )
    _, labels, boxes, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        cv2.bitwise_and(dark, lively), 8, cv2.CV_32S, cv2.CCL_GRANA
    )
    width, height = boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT]
    short, long = np.minimum(width, height), np.maximum(width, height)
    fits = (short >= narrowest_px) & (long <= widest_px) & (long <= SLENDEREST * short)
    fits[0] = False
    if fits.sum() > MANY:
        return np.asarray(fits.astype(np.uint8).take(np.asarray(labels, np.int32), mode="clip"))
    return _few(np.flatnonzero(fits), np.asarray(labels, np.int32), np.asarray(boxes, np.int32))


def _few(numbers: NDArray[np.intp], labels: NDArray[np.int32], boxes: NDArray[np.int32]) -> Grey:
    """The shapes of these numbers, 1 on 0, each drawn within its box."""
    shapes = np.zeros(labels.shape, np.uint8)
    for number, (left, top, width, height, _) in zip(numbers.tolist(), boxes[numbers].tolist(), strict=True):
        box = slice(top, top + height), slice(left, left + width)
        np.copyto(shapes[box], 1, where=labels[box] == number)
    return shapes


def _quads(shapes: Grey) -> Iterator[NDArray[np.int32]]:
    """The four corners of each shape's hull, if it has four: a spot on a marker's border opens its outline."""
    contours, tree = cv2.findContours(shapes, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for contour, (_, _, _, around) in zip(contours, () if tree is None else tree[0], strict=True):
        if around < 0:
            hull = cv2.convexHull(contour)
            corners = cv2.approxPolyDP(hull, CORNER * cv2.arcLength(hull, True), True)
            if len(corners) == 4:
                yield np.asarray(corners[:, 0])
