"""Whether more of the cards lies outside where they were found: their rims are nearly of the ground's colour."""

from collections.abc import Sequence

import cv2
import numpy as np

from lucca_pi.vision.faces.edges import SAMPLES, rim
from lucca_pi.vision.faces.ground import Floats, Mask
from lucca_pi.vision.faces.quads import Points, in_plane

OUTSIDE_MM = np.arange(3.5, 8.6, 1.0)
"""Where a rim or its shadow would be seen; a card's own shadow is narrower."""
ROOM_MM, OWN_MM, AROUND_MM = 0.5, 1.5, 10.0
"""Nearer to a card than the first is no ground for the others, than the second none for itself; past the third all."""
NEAR_MM = np.arange(0.5, 10.1, 0.5)
"""Where the shadow or the edge of a card shows again, beyond a rim like the ground."""
SHADOW = 8
"""So many of these steps before the next card its own shadow may lie."""
CLOSE = slice(2, 6)
"""Those of them where nothing may be seen once a coarser look has missed the rims."""
RISES = 4.0
"""
Beyond a hidden rim it is more off the ground than nearer to the card, by so many times what is usual there.

On drawn pictures 1.2 at most around cards cut rightly, 9 and more around rims of 3 mm like the ground.
"""
NEXT_MM, FARTHER_MM = np.array([0.75, 1.0, 1.25]), np.array([12.0, 15.0, 18.0, 21.0])
PLAINER = 0.4
"""
Along a rim of one of a pattern's colours lightness varies less than so much of what it varies on the ground.

On drawn gingham and rugs less than 0.1 along such rims, 0.87 and more beside cards cut rightly.
"""
HIDDEN = 2.2
"""So many times as far off as the ground usually is: 1.3 at most around cards cut rightly, else 3.7 and more."""


def are_rims_hidden(
    poses: Sequence[Points],
    plane: Points,
    far: Floats,
    light: Floats,
    size_mm: tuple[float, float],
    *,
    strictly: bool = False,
) -> bool:
    """
    Whether more of most cards lies outside where they were found, on the same side of each.

    `poses` in the `plane` (from pixels to millimetres); `far`: how far each pixel is off the ground; `light`: the
    logarithm of its lightness. `strictly`: nor may anything be seen close beside a card, as its shadow.
    """
    ground = _ground(poses, plane, far, size_mm)
    if ground is None:
        return False
    to_px, every = np.linalg.inv(plane), _taken(poses, plane, far.shape, size_mm, ROOM_MM)
    around = [(pose, every * (1 - _taken([pose], plane, far.shape, size_mm, OWN_MM))) for pose in poses]
    beside = np.array([_beside(_at(pose, to_px, OUTSIDE_MM, size_mm), far, taken) for pose, taken in around])
    usual = _usual(_usual(beside, 2), 0)
    near = np.array([_beside(_at(pose, to_px, NEAR_MM, size_mm), far, taken) for pose, taken in around])
    near[..., :-SHADOW][np.isnan(near[..., SHADOW:])] = np.nan
    rim = _usual(_usual(near[..., :-SHADOW], 0), 1)
    rises = rim - np.fmin.accumulate(rim, axis=1)
    seen = np.nanmax(usual, initial=0.0), np.nanmax(rim[:, CLOSE], initial=0.0) if strictly else 0.0
    if max(seen) > HIDDEN * ground or np.nanmax(rises, initial=0.0) > RISES * ground:
        return True
    next_to, varied = (
        np.array([_varies(_beside(_at(pose, to_px, steps, size_mm), light, taken)) for pose, taken in around])
        for steps in (NEXT_MM, FARTHER_MM)
    )
    return bool(_usual(next_to, 0) < PLAINER * _usual(varied, 0))


def _varies(beside: Floats) -> float:
    """How much lightness varies along a card's sides, step by step outwards: what is usual."""
    seen = [along[~np.isnan(along)] for side in beside for along in side.T]
    spreads = [float(np.std(along)) for along in seen if len(along) > SAMPLES // 2]
    return float(np.median(spreads)) if spreads else np.nan


def _ground(poses: Sequence[Points], plane: Points, far: Floats, size_mm: tuple[float, float]) -> float | None:
    """How far off itself the ground usually is; None where too little of it is seen."""
    ground = far[_taken(poses, plane, far.shape, size_mm, AROUND_MM) == 0][::4]
    return float(np.median(ground)) if len(ground) >= SAMPLES else None


def _usual(values: Floats, axis: int) -> Floats:
    """The median of what is a number, and no number where nothing is: as `numpy.nanmedian`, which warns then."""
    ordered = np.sort(values, axis=axis)
    count = (~np.isnan(values)).sum(axis=axis, keepdims=True)
    return np.asarray(np.take_along_axis(ordered, np.maximum(count - 1, 0) // 2, axis).squeeze(axis), np.float32)


def _taken(
    poses: Sequence[Points], plane: Points, shape: tuple[int, ...], size_mm: tuple[float, float], around_mm: float
) -> Mask:
    """1 where cards lie, and so much around them."""
    wide, high = size_mm
    low, right, lower = -around_mm, wide + around_mm, high + around_mm
    corners = np.array([[low, low], [right, low], [right, lower], [low, lower]])
    mask, to_px = np.zeros(shape, np.uint8), np.linalg.inv(plane)
    for pose in poses:
        cv2.fillConvexPoly(mask, np.round(in_plane(in_plane(corners, pose), to_px)).astype(np.int32), (1,))
    return mask


def _at(pose: Points, to_px: Points, steps_mm: Points, size_mm: tuple[float, float]) -> Points:
    """Pixels so far outside a card's sides: (4 x samples, steps, 2)."""
    points, normals = rim(size_mm)
    return in_plane(in_plane(points[:, None] + normals[:, None] * steps_mm[None, :, None], pose), to_px)


def _beside(at_px: Points, values: Floats, taken: Mask) -> Floats:
    """The values outside each side: (4, samples, steps); not a number from the next card or the picture's edge on."""
    x, y = (np.ascontiguousarray(at_px[..., axis], np.float32) for axis in (0, 1))
    seen = cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    other = cv2.remap(taken, x, y, cv2.INTER_NEAREST, borderValue=(1,))
    free = np.maximum.accumulate(other, axis=1) == 0
    return np.where(free, seen, np.nan).reshape(4, SAMPLES, at_px.shape[1]).astype(np.float32)
