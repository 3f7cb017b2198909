"""
Lays known markers exactly over the picture.

A corner found alone is known to a few tenths of a pixel. All edges of a marker whose code is known tell together where
its corners are: the corners are moved until the marker as printed, blurred a little, is most like what the picture
shows (Gauss-Newton with the slopes of the marker instead of the picture's, which are known beforehand: the inverse
compositional way of Baker and Matthews). What only differs in brightness, contrast or sharpness moves no corner.
"""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.decoder import Decoded, Floats, Quads, mapped, normalised, values_at
from lucca_pi.vision.outlines import halved
from lucca_pi.vision.picture import Grey

ROUNDS = 4
LARGE_PX = 50.0
"""Larger markers are laid over the picture reduced to half, lest their edges fall between the points."""
FARTHEST = 0.12
"""Corners that move farther than this part of a side, and 1.5 px, have lost their marker and stay as they were."""

_MARGIN = 0.5
"""Modules of the white margin that are laid over too."""
_FINE = 3
"""Points along a module's side."""
_BLUR, _SHARPER, _SOFTER = 0.3, 0.1, 0.6
"""How much the marker is blurred, in modules; how little a large one is, and how much a small one out of focus."""
_INK = 0.15
"""How dark ink is, paper being 1."""


def aligned(grey: Grey, read: Decoded, markers: Markers = OURS) -> Quads:
    """The corners of the markers that were read, shape (n, 4, 2), from each marker's own top left."""
    large = _sides(read.corners_px) > LARGE_PX
    corners = np.empty_like(read.corners_px)
    corners[~large] = _fitted(grey, read.only(~large), markers)
    if large.any():
        smaller = np.asarray((read.corners_px[large] + 0.5) / 2 - 0.5, np.float32)
        corners[large] = (aligned(halved(grey), replace(read.only(large), corners_px=smaller), markers) + 0.5) * 2 - 0.5
    return corners


def _fitted(grey: Grey, read: Decoded, markers: Markers) -> Quads:
    corners = read.corners_px
    for _ in range(ROUNDS):
        corners = _moved(corners, _step(grey, corners, read, markers))
    astray = ~(np.abs(corners - read.corners_px).max((1, 2)) < FARTHEST * _sides(read.corners_px) + 1.5)
    return np.where(astray[:, None, None], read.corners_px, corners).astype(np.float32)


def _sides(corners: Quads) -> Floats:
    """The length of each quad's first side, shape (n,)."""
    return np.asarray(np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1))


def _step(grey: Grey, corners: Quads, read: Decoded, markers: Markers) -> Floats:
    """Where the marker's corners are in the unit square that the quad is now, shape (n, 4, 2)."""
    shown = normalised(values_at(grey, mapped(corners, _points(markers.modules))))
    away = np.einsum("nij,nj->ni", _pulls(markers)[read.code], _templates(markers)[read.code] - shown)
    return np.asarray(_UNIT + away.reshape(-1, 4, 2), np.float32)


_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def _moved(corners: Quads, units: Floats) -> Quads:
    """The places (n, 4, 2) in the quads' unit squares, in the picture."""
    ones = np.ones((len(units), 1, 4), np.float32)
    places = mapped(corners, np.concatenate([units.transpose(0, 2, 1), ones], axis=1))
    return np.ascontiguousarray(places.transpose(0, 2, 1))


@cache
def _along(modules: int) -> Floats:
    """Where the points lie along a side, the marker's side being 1."""
    count = int((modules + 2 * _MARGIN) * _FINE)
    return (((np.arange(count) + 0.5) / _FINE - _MARGIN) / modules).astype(np.float32)


@cache
def _points(modules: int) -> Floats:
    """Homogeneous, shape (3, points)."""
    x, y = np.meshgrid(_along(modules), _along(modules))
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size, np.float32)])


@cache
def _weights(modules: int) -> Floats:
    """How much each corner moves each point, shape (points, 4)."""
    x, y, _ = _points(modules)
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1)


@cache
def _templates(markers: Markers) -> Floats:
    """What the points of each marker should show, of mean 0 and length 1, shape (codes, points)."""
    return normalised(np.array([_fine(bitmap, _BLUR) for bitmap in markers.bitmaps], np.float32))


def _fine(bitmap: Grey, blur: float) -> Floats:
    """
    The points of one marker, row by row, blurred by so many modules.

    What a lens spreads is light, of which grey values are about the root: ink loses at its edges.
    """
    edge = int(_MARGIN * 2 * _FINE)
    sticker = np.where(np.pad(bitmap, 1, constant_values=255) > 0, 1, _INK**2).astype(np.float32)
    fine = cv2.resize(sticker, None, fx=2 * _FINE, fy=2 * _FINE, interpolation=cv2.INTER_NEAREST)
    blurred = np.sqrt(cv2.GaussianBlur(fine, (0, 0), blur * 2 * _FINE))[edge:-edge, edge:-edge]
    side = len(blurred) // 2
    return np.asarray(blurred.reshape(side, 2, side, 2).mean((1, 3)).ravel(), np.float32)


@cache
def _pulls(markers: Markers) -> Floats:
    """For each marker, how far each difference of a point moves each corner, shape (codes, 8, points)."""
    pairs = zip(_templates(markers), markers.bitmaps, strict=True)
    return np.array([_pull(template, _looks(bitmap), markers.modules) for template, bitmap in pairs])


def _looks(bitmap: Grey) -> Floats:
    """What changes a marker without moving it, shape (points, 4): more light, more contrast, sharper, softer."""
    blurred = [_fine(bitmap, blur) for blur in (_BLUR, _SHARPER, _SOFTER)]
    return np.stack([np.ones_like(blurred[0]), *blurred], axis=1)


def _pull(template: Floats, looks: Floats, modules: int) -> Floats:
    """The slopes of the corners' moves, as far as no change of looks explains them, turned into moves."""
    side, weights = len(_along(modules)), _weights(modules)
    down, across = np.gradient(template.reshape(side, side), 1 / (modules * _FINE))
    slopes = np.stack([across.ravel(), down.ravel()], axis=1)
    others, _ = np.linalg.qr(looks)
    jacobian = (weights[:, :, None] * slopes[:, None, :]).reshape(len(template), 8)
    jacobian -= others @ (others.T @ jacobian)
    normal = jacobian.T @ jacobian
    damping = 1e-3 * np.trace(normal) * np.eye(8)
    return np.asarray(np.linalg.solve(normal + damping, jacobian.T), np.float32)
