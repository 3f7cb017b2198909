"""
Lays known markers exactly over the picture.

A corner found alone is known to a few tenths of a pixel. All edges of a known marker together fix its corners better:
these are moved until the marker as printed, blurred a little, is most like the picture (Gauss-Newton with the slopes of
the marker instead of the picture's, which are known beforehand: the inverse compositional way of Baker and Matthews).
Differences in brightness, contrast or sharpness alone move no corner. If the marker is still unlike its print, light
that slopes and bends over it and contrast that fades to one side are taken out as well. That is not done everywhere, as
it leaves the corners less exact: on drawn tables the middle by 0.10 px instead of 0.06.
"""

from dataclasses import replace
from functools import cache
from math import isqrt
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.decoder import (
    Decoded,
    Floats,
    Pyramid,
    fadings,
    homogeneous,
    homographies,
    levelled,
    light,
    normalised,
    projected,
    reduced,
    values_at,
)
from lucca_pi.vision.picture import Grey, Quads

_Way = Literal["plain", "lit", "local"]
"""Ways to lay a marker: in even light, in light that slopes and bends, or by differences of points from nearby ones."""
_Levels = NDArray[np.intp]
"""Halvings of the picture for each of n quads, shape (n,)."""
ROUNDS = 4
"""Rounds in which corners are moved."""
_LARGE_PX = 50.0
"""Side above which a marker is laid over the picture reduced to half, lest its edges fall between the points."""
_FARTHEST = 0.12
"""Farthest move of corners, as a part of a side and besides 1.5 px; beyond, they have lost their marker and stay."""
_PLAIN = 0.9
"""Least resemblance of a plainly visible marker: below it, the marker is under a reflection, or is no marker."""
_UNEVEN = 0.01
"""
Share of contrast energy explained by smooth light, above which the light over a marker counts as uneven.

On drawn evenings quarters without a reflection have at most 0.005, those turned by one by 0.4 degrees or more at least
0.013.
"""
_NEARBY = 1.0
"""
Reach of nearby points, in points.

Of quarters in reflections on drawn evenings 9 in 10 are turned by less than 0.35 degrees, by 0.5 with half as much
again; laid in light that slopes and bends, by 0.7, and as they were read, by 1.7.
"""
_MARGIN = 0.5
"""Modules of the white margin that are compared too."""
_FINE = 3
"""Points along a module's side."""
_BLUR, _SHARPER, _SOFTER = 0.3, 0.1, 0.6
"""Blurs of a marker, modules: the usual one, that of a large one, and of a small one out of focus."""
_BLURRED = 0.45
"""A further blur, modules, of markers that readings are compared with."""
_INK = 0.15
"""Light of ink, as a share of paper's."""
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def aligned(picture: Pyramid, read: Decoded, markers: Markers = OURS) -> Quads:
    """
    The corners of the markers that were read, shape (n, 4, 2), from each marker's own top left.

    They are laid plainly; if a marker is not like its print then, it has the corners of the likest of three ways.
    """
    levels = _levels(read.corners_px)
    reduced = replace(read, corners_px=_reduced(read.corners_px, levels))
    plain = _converged(picture, reduced, levels, markers, way="plain")
    alike = _alike(picture, reduced, plain, levels, markers)
    unlike = alike < _PLAIN
    some, at = reduced.only(unlike), levels[unlike]
    ways = [plain[unlike], _converged(picture, some, at, markers, way="lit"), some.corners_px]
    likest = np.argmax([alike[unlike], *(_alike(picture, some, way, at, markers) for way in ways[1:])], axis=0)
    plain[unlike] = np.array(ways)[likest, np.arange(len(likest))]
    return _reduced(plain, -levels)


def certain_readings(picture: Pyramid, read: Decoded, markers: Markers = OURS) -> Decoded:
    """The certain readings; markers in uneven light are laid once more, locally."""
    levels = _levels(read.corners_px)
    reduced = replace(read, corners_px=_reduced(read.corners_px, levels))
    shown = _shown(picture, homographies(reduced.corners_px), levels, markers, way="plain")
    unlike = shown - _templates(markers, "plain")[reduced.code]
    uneven = np.flatnonzero(((unlike @ light(unlike.shape[1])[:, 1:]) ** 2).sum(1) > _UNEVEN)
    local = _converged(picture, reduced.only(uneven), levels[uneven], markers, way="local")
    there = ~_astray(reduced.corners_px[uneven], local)
    corners = read.corners_px.copy()
    corners[uneven[there]] = _reduced(local[there], -levels[uneven[there]])
    return replace(read, corners_px=corners)


def resemblance(picture: Pyramid, read: Decoded, markers: Markers = OURS, levels: _Levels | int = 0) -> Floats:
    """
    Correlations, shape (n,), of the slopes of the picture within each quad with those of its marker as printed.

    Light has hardly any slopes, and the edges of another family's modules are elsewhere. The quads' pixels are those of
    the picture at their levels.
    """
    more = _levels(read.corners_px)
    shown = _slopes(_shown(picture, homographies(_reduced(read.corners_px, more)), levels + more, markers, way="lit"))
    pairs = zip(read.code.tolist(), read.fading.tolist(), strict=True)
    faded = np.array([_faded(markers, *pair) for pair in pairs], np.float32).reshape(len(shown), 2, shown.shape[1])
    return np.asarray((shown[:, None] * faded).sum(2).max(1))


def _levels(corners: Quads) -> _Levels:
    """The halvings of the picture after which no quad is large, shape (n,)."""
    return np.asarray(np.ceil(np.log2(np.maximum(_sides(corners) / _LARGE_PX, 1))), np.intp)


def _reduced(corners: Quads, levels: _Levels) -> Quads:
    """The corners in the picture halved `levels` more times."""
    return np.asarray(reduced(corners, levels[:, None, None]), np.float32)


def _slopes(values: Floats) -> Floats:
    """The slopes, to the right and downwards, of smoothed values of points in rows: of length 1, shape (n, slopes)."""
    count, side = len(values), isqrt(values.shape[1])
    rows = values.reshape(count, side, side)
    rows = rows[:, 2:] + 2 * rows[:, 1:-1] + rows[:, :-2]
    smooth = rows[:, :, 2:] + 2 * rows[:, :, 1:-1] + rows[:, :, :-2]
    right, down = smooth[:, 1:-1, 2:] - smooth[:, 1:-1, :-2], smooth[:, 2:, 1:-1] - smooth[:, :-2, 1:-1]
    slopes = np.stack([right, down], axis=1).reshape(count, 2 * (side - 4) ** 2)
    return np.asarray(slopes / np.maximum(np.linalg.norm(slopes, axis=1, keepdims=True), 1e-3), np.float32)


def _alike(picture: Pyramid, read: Decoded, corners: Quads, levels: _Levels, markers: Markers) -> Floats:
    """The resemblance at these corners; -1 if they have lost their marker."""
    alike = resemblance(picture, replace(read, corners_px=corners), markers, levels)
    return np.where(_astray(read.corners_px, corners), -1, alike).astype(np.float32)


def _converged(picture: Pyramid, read: Decoded, levels: _Levels, markers: Markers, way: _Way) -> Quads:
    """The corners after ROUNDS rounds: each moves them to the marker's corners in the quad's unit square."""
    corners, templates = read.corners_px, _templates(markers, way)[read.code]
    pulls = np.array([_pulls(markers, way, code) for code in read.code.tolist()]).reshape(
        len(corners), 8, templates.shape[1]
    )
    for _ in range(ROUNDS):
        maps = homographies(corners)
        unlike = templates - _shown(picture, maps, levels, markers, way)
        away = np.einsum("nij,nj->ni", pulls, unlike).reshape(-1, 4, 2)
        corners = np.ascontiguousarray(projected(maps, homogeneous(_UNIT + away)).transpose(0, 2, 1))
    return corners


def _astray(before: Quads, after: Quads) -> NDArray[np.bool_]:
    return np.asarray(~(np.abs(after - before).max((1, 2)) < _FARTHEST * _sides(before) + 1.5))


def _sides(corners: Quads) -> Floats:
    """The length of each quad's first side, shape (n,)."""
    return np.asarray(np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1))


def _shown(picture: Pyramid, maps: Floats, levels: _Levels, markers: Markers, way: _Way) -> Floats:
    """The picture's values at the points of each quad, of length 1, shape (n, points)."""
    places = projected(maps, _points(markers.modules))
    values = np.empty((len(places), places.shape[2]), np.float32)
    for level in np.unique(levels).tolist():
        here = levels == level
        values[here] = values_at(picture[level], places[here])
    return normalised(_treated(values, way))


def _treated(values: Floats, way: _Way) -> Floats:
    """The values of points, in rows, without the differences that this way ignores."""
    if way == "local":
        # the differences from nearby points, of as much contrast everywhere
        side = isqrt(values.shape[1])
        rows, nearby = values.reshape(-1, side, side), _nearby(side)
        apart = rows - nearby @ rows @ nearby.T
        contrast = np.sqrt(nearby @ apart**2 @ nearby.T)
        overall = np.sqrt((apart**2).mean((1, 2), keepdims=True))
        return np.asarray((apart / np.maximum(contrast + overall, 1e-6)).reshape(values.shape), np.float32)
    return levelled(values) if way == "lit" else values


@cache
def _nearby(side: int) -> Floats:
    """The matrix that averages nearby points in a row or a column of `side`, shape (side, side)."""
    away = np.arange(side)[:, None] - np.arange(side)
    weights = np.exp(-0.5 * (away / _NEARBY) ** 2)
    return np.asarray(weights / weights.sum(1, keepdims=True), np.float32)


@cache
def _along(modules: int) -> Floats:
    """The places of points along a side, the marker's side being 1."""
    count = int((modules + 2 * _MARGIN) * _FINE)
    return (((np.arange(count) + 0.5) / _FINE - _MARGIN) / modules).astype(np.float32)


@cache
def _points(modules: int) -> Floats:
    """Homogeneous, shape (3, points)."""
    x, y = np.meshgrid(_along(modules), _along(modules))
    return np.stack([x.ravel(), y.ravel(), np.ones(x.size, np.float32)])


@cache
def _weights(modules: int) -> Floats:
    """The weight of each corner in each point's move, shape (points, 4)."""
    x, y, _ = _points(modules)
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1)


@cache
def _templates(markers: Markers, way: _Way) -> Floats:
    """The values of each marker's points as printed, of length 1, shape (codes, points)."""
    fine = np.array([_fine(bitmap, _BLUR) for bitmap in markers.bitmaps], np.float32)
    return normalised(_treated(fine, way))


@cache
def _faded(markers: Markers, code: int, fading: int) -> Floats:
    """The slopes of a marker, more or less blurred, with that fading of its contrast: shape (blurs, slopes)."""
    fine = np.array([_fine(markers.bitmaps[code], blur) for blur in (_BLUR, _BLURRED)], np.float32)
    return _slopes((fine - fine.mean(1, keepdims=True)) * fadings(fine.shape[1])[fading])


def _fine(bitmap: Grey, blur: float) -> Floats:
    """
    The points of one marker, row by row; `blur` is a standard deviation in modules.

    A lens blurs light, and grey values are about its root: ink gets thinner at its edges.
    """
    edge = int(_MARGIN * 2 * _FINE)
    sticker = np.where(np.pad(bitmap, 1, constant_values=255) > 0, 1, _INK**2).astype(np.float32)
    fine = cv2.resize(sticker, None, fx=2 * _FINE, fy=2 * _FINE, interpolation=cv2.INTER_NEAREST)
    blurred = np.sqrt(cv2.GaussianBlur(fine, (0, 0), blur * 2 * _FINE))[edge:-edge, edge:-edge]
    side = len(blurred) // 2
    return np.asarray(blurred.reshape(side, 2, side, 2).mean((1, 3)).ravel(), np.float32)


@cache
def _pulls(markers: Markers, way: _Way, code: int) -> Floats:
    """The move of each corner by each point's difference, for a marker, shape (8, points)."""
    template = _templates(markers, way)[code]
    side, weights = len(_along(markers.modules)), _weights(markers.modules)
    down, across = np.gradient(template.reshape(side, side), 1 / (markers.modules * _FINE))
    slopes = np.stack([across.ravel(), down.ravel()], axis=1)
    others, _ = np.linalg.qr(_looks(markers.bitmaps[code], way))
    jacobian = (weights[:, :, None] * slopes[:, None, :]).reshape(len(template), 8)
    jacobian -= others @ (others.T @ jacobian)  # without what a change of looks explains
    normal = jacobian.T @ jacobian
    damping = 1e-3 * np.trace(normal) * np.eye(8)
    return np.asarray(np.linalg.solve(normal + damping, jacobian.T), np.float32)


def _looks(bitmap: Grey, way: _Way) -> Floats:
    """Changes of a marker that do not move it, in columns: light, uneven for some; contrast, sharper, softer."""
    blurred = np.stack([_fine(bitmap, blur) for blur in (_BLUR, _SHARPER, _SOFTER)], axis=1)
    even, slopes = light(len(blurred))[:, :1], light(len(blurred))[:, 1:3]
    if way == "lit":
        return np.concatenate([light(len(blurred)), blurred, blurred[:, :1] * slopes], axis=1)
    return np.concatenate([even, _treated(np.ascontiguousarray(blurred.T), way).T], axis=1)
