"""
Finds what has four corners: dark shapes on lighter ground, such as a marker's black square in its white margin.

Looked for in the picture reduced to half: with a quarter of the work and half of the noise. Specks, of which there are
a hundred thousand on a wooden table, are wiped out before anything is traced, so no picture takes much longer.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.decoder import Quads
from lucca_pi.vision.picture import Grey

SMALLEST_PX = 15.0
"""The smallest square that is looked for: the black of a sticker of 19 px."""

THRESHOLDS = ((3, 1, 48), (7, 3, 176))
"""
What counts as dark: darker by so many grey values than the mean around it, in windows of so many pixels; and the
width of the largest shape that is looked for with it.

The small window parts a marker from what blur and reflexes have run into it, the large one overlooks noise. A narrow
window is for small shapes, as noise makes webs of it, slow to trace.
"""
CONTRAST = 16
"""Nothing is dark where grey values nearby differ by less. Noise alone seldom does that in the reduced picture."""
NEARBY_PX = 9
SLENDEREST = 2.2
"""What is longer than so many times its width is no marker."""
CORNER = 0.1
"""Four corners may leave a shape's outline by this part of its length: blur makes them round."""


def outlines(grey: Grey) -> Quads:
    """The corners of what may be markers, shape (n, 4, 2), clockwise; one may be there repeatedly."""
    if min(grey.shape) < SMALLEST_PX:
        return np.empty((0, 4, 2), np.float32)
    half = halved(grey)
    lively = _lively(half)
    quads = [quad for threshold in THRESHOLDS for quad in _quads(_shapes(half, lively, *threshold))]
    return np.array(quads, np.float32).reshape(-1, 4, 2) * 2 + 0.5


def halved(grey: Grey) -> Grey:
    """The picture reduced to half, each pixel the mean of four."""
    height, width = grey.shape
    even = grey[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _lively(half: Grey) -> Grey:
    """1 where there is contrast nearby, else 0."""
    nearby = np.ones((NEARBY_PX, NEARBY_PX), np.uint8)
    range_ = cv2.subtract(cv2.dilate(half, nearby), cv2.erode(half, nearby))
    return np.asarray(cv2.threshold(range_, CONTRAST - 1, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _shapes(half: Grey, lively: Grey, window_px: int, darker: int, widest_px: int) -> Grey:
    """What is dark, 1 on 0, without what is too small, too large or too long for a marker."""
    dark = cv2.adaptiveThreshold(half, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window_px, darker)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(cv2.bitwise_and(dark, lively))
    width, height = boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT]
    short, long = np.minimum(width, height), np.maximum(width, height)
    fits = (short >= SMALLEST_PX / 2) & (long <= widest_px) & (long <= SLENDEREST * short)
    fits[0] = False
    return np.asarray(fits.astype(np.uint8).take(np.asarray(labels, np.int32), mode="clip"))


def _quads(shapes: Grey) -> Iterator[NDArray[np.int32]]:
    contours, tree = cv2.findContours(shapes, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for contour, (_, _, _, around) in zip(contours, () if tree is None else tree[0], strict=True):
        if around < 0:
            corners = cv2.approxPolyDP(contour, CORNER * len(contour), True)
            if len(corners) == 4 and cv2.isContourConvex(corners):
                yield np.asarray(corners[::-1, 0])
