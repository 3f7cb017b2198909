"""
Lays a face exactly over the picture of a card.

Gauss-Newton over the eight values of a homography, with the slopes of the print instead of the picture's (the inverse
compositional way of Baker and Matthews, as codes are laid in `vision.align`). Pixels that do not fit count less: a
finger or a reflex moves nothing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import PX_PER_MM, Floats, Rgb, relative_light, unclipped
from lucca_pi.vision.faces.prints import PartPrints

Homography = NDArray[np.float64]
"""From millimetres on the card, from its upper left corner, to pixels (3, 3)."""

COARSE_TO_FINE = ((1, 4), (0, 3))
"""How often the card is halved, and rounds there."""
MISFIT = 0.8
"""Difference of relative light from which a pixel counts half."""
FARTHEST = 0.06
"""Largest step, in sides of the part."""
LEAST_WEIGHT = 0.04
"""Least share of pixels that still lays a face."""


def rectified(rgb: Rgb, place: Homography, size_mm: tuple[float, float], px_per_mm: float = PX_PER_MM) -> Rgb:
    """The card at `place`, or its upper part of `size_mm`, as seen from straight above."""
    step = 1 / px_per_mm
    to_card_mm = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
    columns, rows = (round(side * px_per_mm) for side in size_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(rgb, place @ to_card_mm, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def laid(rgb: Rgb, place: Homography, prints: PartPrints, which: int) -> Homography:
    """The place at which face `which` fits best, near `place`; `place` itself where too little is in view."""
    unit = _unit(prints.size_mm)
    now = place @ unit
    for level, rounds in COARSE_TO_FINE:
        for _ in range(rounds):
            step = _step(rgb, now @ np.linalg.inv(unit), prints, which, level)
            if step is None:
                return place
            now = now @ step
    return np.asarray(now @ np.linalg.inv(unit))


def _step(rgb: Rgb, place: Homography, prints: PartPrints, which: int, level: int) -> Homography | None:
    scale = PX_PER_MM / 2**level
    print_light, slopes, edge = prints.slopes(which, level)
    shown = rectified(rgb, place, prints.size_mm, scale)
    misfit = (relative_light(shown, scale) - print_light).ravel()
    weight = (unclipped(shown, scale) * edge).ravel() / (1 + (misfit / MISFIT) ** 2)
    if weight.sum() < LEAST_WEIGHT * weight.size:
        return None
    weighed = slopes * weight[:, None]
    normal = weighed.T @ slopes
    damping = 0.01 * np.diag(np.diag(normal)) + 1e-3 * np.trace(normal) * np.diag(_STIFFNESS)
    return _homography(np.clip(-np.linalg.solve(normal + damping, weighed.T @ misfit), -FARTHEST, FARTHEST))


_STIFFNESS = np.array([0, 0, 0.2, 0.2, 0.2, 0.2, 1, 1])
"""A shift is free, stretching and turning held a little, perspective most: the rough place knows it best."""


def _homography(step: Floats) -> Homography:
    x, y, xx, xy, yx, yy, px, py = (float(value) for value in step)
    return np.array([[1 + xx, xy, x], [yx, 1 + yy, y], [px, py, 1]])


def _unit(size_mm: tuple[float, float]) -> Homography:
    """From the unit square around the part's middle to millimetres."""
    width, height = size_mm
    return np.array([[width, 0, width / 2], [0, height, height / 2], [0, 0, 1]])
