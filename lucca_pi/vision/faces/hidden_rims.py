"""Whether more of the cards lies outside where they were found: their rims are nearly of the ground's colour."""

from collections.abc import Sequence

import cv2
import numpy as np

from lucca_pi.vision.faces.edges import SAMPLES, rim
from lucca_pi.vision.faces.ground import Floats, Mask
from lucca_pi.vision.faces.quads import Points, in_plane

OUTSIDE_MM = np.arange(3.5, 8.6, 1.0)
"""Where a rim or its shadow would be seen; a card's own shadow is narrower."""
ROOM_MM, AROUND_MM = 0.5, 10.0
"""Around each card there is no ground for the others; what is farther than the second from all of them is ground."""
HIDDEN = 2.2
"""So many times as far off as the ground usually is: 1.3 at most around cards cut rightly, else 3.7 and more."""


def are_rims_hidden(poses: Sequence[Points], plane: Points, far: Floats, size_mm: tuple[float, float]) -> bool:
    """
    Whether beside most cards, on the same side of each, is what is no ground.

    `poses` in the `plane` (from pixels to millimetres); `far`: how far each pixel is off the ground.
    """
    taken = _taken(poses, plane, far.shape, size_mm, ROOM_MM)
    ground = far[_taken(poses, plane, far.shape, size_mm, AROUND_MM) == 0][::4]
    if len(ground) < SAMPLES:
        return False
    beside = np.array([_beside(pose, np.linalg.inv(plane), far, taken, size_mm) for pose in poses])
    usual = _usual(_usual(beside, 2), 0)
    return bool(np.nanmax(usual, initial=0.0) > HIDDEN * np.median(ground))


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


def _beside(pose: Points, to_px: Points, far: Floats, taken: Mask, size_mm: tuple[float, float]) -> Floats:
    """How far off the ground it is outside each side: (4, samples, steps); not a number from the next card on."""
    points, normals = rim(size_mm)
    at = points[:, None] + normals[:, None] * OUTSIDE_MM[None, :, None]
    at_px = in_plane(in_plane(at, pose), to_px).astype(np.float32)
    seen = cv2.remap(far, at_px[..., 0], at_px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    other = cv2.remap(taken, at_px[..., 0], at_px[..., 1], cv2.INTER_NEAREST, borderValue=(1,))
    free = np.maximum.accumulate(other, axis=1) == 0
    return np.where(free, seen, np.nan).reshape(4, SAMPLES, len(OUTSIDE_MM)).astype(np.float32)
