"""
Lays known markers exactly over the picture.

A corner found alone is known to a few tenths of a pixel. All edges of a marker whose code is known tell together where
its corners are: the corners are moved until the marker as printed, blurred a little, is most like what the picture
shows (Gauss-Newton, after Lucas and Kanade).
"""

from functools import cache

import cv2
import numpy as np

from lucca_pi.vision.codes import CODES, MODULES, marker_bitmap
from lucca_pi.vision.decoder import Decoded, Floats, Quads, mapped, normalised, values_at
from lucca_pi.vision.picture import Grey

ROUNDS = 4
FARTHEST = 0.12
"""Corners that move farther than this part of a side, and 1.5 px, have lost their marker and stay as they were."""

_MARGIN = 0.5
"""Modules of the white margin that are laid over too."""
_FINE = 3
"""Points along a module's side."""


def aligned(grey: Grey, read: Decoded) -> Quads:
    """The corners of the markers that were read, shape (n, 4, 2), from each marker's own top left."""
    corners = read.corners_px
    for _ in range(ROUNDS):
        corners = corners + _step(grey, corners, _templates()[read.code])
    sides = np.linalg.norm(read.corners_px[:, 0] - read.corners_px[:, 1], axis=1)
    astray = ~(np.abs(corners - read.corners_px).max((1, 2)) < FARTHEST * sides + 1.5)
    return np.where(astray[:, None, None], read.corners_px, corners).astype(np.float32)


def _step(grey: Grey, corners: Quads, templates: Floats) -> Floats:
    """How to move each corner, shape (n, 4, 2)."""
    places = mapped(corners, _points())
    shown = values_at(grey, places)
    contrast = np.maximum(np.linalg.norm(shown - shown.mean(1, keepdims=True), axis=1, keepdims=True), 1.0)
    missing = (templates - normalised(shown)) * contrast
    slopes = np.stack([_slope(grey, places, axis) for axis in (0, 1)], axis=2)
    jacobian = (_weights()[None, :, :, None] * slopes[:, :, None, :]).reshape(len(corners), len(_weights()), 8)
    normal = jacobian.transpose(0, 2, 1) @ jacobian
    damping = 1e-3 * np.trace(normal, axis1=1, axis2=2)[:, None, None] * np.eye(8) + 1e-3 * np.eye(8)
    pull = jacobian.transpose(0, 2, 1) @ missing[:, :, None]
    return np.asarray(np.linalg.solve(normal + damping, pull).reshape(-1, 4, 2), np.float32)


def _slope(grey: Grey, places: Floats, axis: int) -> Floats:
    """The change of grey per pixel along x (axis 0) or y (axis 1), shape (n, points)."""
    aside = np.zeros((2, 1), np.float32)
    aside[axis] = 0.7
    return (values_at(grey, places + aside) - values_at(grey, places - aside)) / 1.4


@cache
def _along() -> Floats:
    """Where the points lie along a side, the marker's side being 1."""
    count = int((MODULES + 2 * _MARGIN) * _FINE)
    return (((np.arange(count) + 0.5) / _FINE - _MARGIN) / MODULES).astype(np.float32)


@cache
def _points() -> Floats:
    """Homogeneous, shape (3, points)."""
    x, y = np.meshgrid(_along(), _along())
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size, np.float32)])


@cache
def _weights() -> Floats:
    """How much each corner moves each point, shape (points, 4)."""
    x, y, _ = _points()
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1)


@cache
def _templates() -> Floats:
    """What the points of each marker should show, of mean 0 and length 1, shape (codes, points)."""
    edge = int(_MARGIN * 2 * _FINE)
    rows = []
    for code in range(CODES):
        sticker = np.pad(marker_bitmap(code), 1, constant_values=255)
        fine = cv2.resize(sticker, None, fx=2 * _FINE, fy=2 * _FINE, interpolation=cv2.INTER_NEAREST)
        blurred = cv2.GaussianBlur(fine, (0, 0), 0.3 * 2 * _FINE)[edge:-edge, edge:-edge]
        rows.append(blurred.reshape(len(_along()), 2, len(_along()), 2).mean((1, 3)).ravel())
    return normalised(np.array(rows, np.float32))
