"""Where on the table something has changed since an earlier look, or is no table at all."""

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.top_view import CHROMA, TopView

Mask = NDArray[np.bool_]

LIGHT, HUE, LEVEL, DETAIL = 0.5, 0.25, 0.3, 0.35
"""Differences of a cell's relative light, its ratios of colours, its level and its detail that noise does not make."""
AROUND_CELLS = 20.0
"""Levels are held against those around: lamps dim and people cast shadows."""
COARSER = 4
"""What is around changes so slowly that it is worked out for so many times fewer cells each way."""
CLOSED = 5
"""Cells across of a gap that still counts as changed: a window is as bright as the table."""
SPECK = 12
"""Fewer changed cells together are noise, or a shadow's edge: a card has 300."""
COMMON = 0.06
"""A hue that so much of the table has is the cloth's or the wood's: ten cards of a colour have less."""
BIN = 0.12
"""Hues are counted in steps of this, and neighbours count as one."""


def changed(before: TopView, now: TopView) -> Mask:
    """The cells of two views of one region that differ, gaps closed; what only one of them saw has changed."""
    cells = np.abs(cv2.GaussianBlur(np.asarray(before.cells - now.cells, np.float32), (0, 0), 0.7))
    differs = (cells[..., 0] > LIGHT) | (cells[..., 1] > HUE) | (cells[..., 2] > HUE)
    both = before.seen & now.seen
    for apart, most in ((now.levels - before.levels, LEVEL), (now.detail - before.detail, DETAIL)):
        differs |= np.abs(apart - _around(apart, both & ~differs)) > most
    return _closed(differs | (before.seen != now.seen)) & now.seen


def no_table(top: TopView) -> Mask:
    """The cells that have another hue than most of what is seen: cards, mugs and hands, if the table is plain."""
    hues = np.floor(top.cells[..., 1:] / (CHROMA * BIN)).astype(int)
    low = hues.min((0, 1))
    columns = int(np.ptp(hues[..., 1])) + 1
    bins = (hues[..., 0] - low[0]) * columns + hues[..., 1] - low[1]
    shares = np.bincount(bins[top.seen], minlength=int(bins.max()) + 1) / max(1, top.seen.sum())
    grid = np.pad(shares, (0, -len(shares) % columns)).reshape(-1, columns)
    common = cv2.dilate((grid > COMMON).astype(np.uint8), np.ones((3, 3), np.uint8)).ravel()
    other = common[bins] == 0
    for field, most in ((top.levels, LEVEL), (top.detail, DETAIL)):
        other |= np.abs(field - _around(field, top.seen & ~other)) > most
    return _closed(other & top.seen)


def _around(levels: Floats, where: Mask) -> Floats:
    """The mean of the levels around each cell, of those cells alone."""
    weight = where.astype(np.float32)
    sums, weights = (_wide(one) for one in (levels * weight, weight))
    means = sums / np.maximum(weights, 1e-3)
    return np.asarray(cv2.resize(means, levels.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _wide(values: Floats) -> Floats:
    """Blurred so far that every `COARSER`th cell is enough."""
    few = cv2.resize(values, None, fx=1 / COARSER, fy=1 / COARSER, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(few, (0, 0), AROUND_CELLS / COARSER), np.float32)


def _closed(mask: Mask) -> Mask:
    """The mask without gaps and specks."""
    dots = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((CLOSED, CLOSED), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dots)
    large = stats[:, cv2.CC_STAT_AREA] >= SPECK
    large[0] = False
    return np.asarray(large[labels])


def share(mask: Mask, top: TopView, corners_mm: NDArray[np.float64]) -> float:
    """
    Which share of a quadrilateral on the table, corners (4, 2) in mm, the mask covers.

    Of what lies in the view; 0 where nothing does.
    """
    corners = np.round(top.cell_of(corners_mm)).astype(np.int32)
    x, y, width, height = cv2.boundingRect(corners)
    left, upper = max(x, 0), max(y, 0)
    part = mask[upper : max(y + height, 0), left : max(x + width, 0)]
    if not part.size:
        return 0.0
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(inside, corners - (left, upper), (1,))
    return float(cv2.mean(part.view(np.uint8), inside)[0])
