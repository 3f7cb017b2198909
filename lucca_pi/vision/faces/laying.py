"""
Lays a face exactly over the picture of a card.

Gauss-Newton over the eight values of a homography, with the slopes of the print instead of the picture's (the inverse
compositional way of Baker and Matthews, as codes are laid in `vision.align`). Pixels that do not fit count less: a
finger or a reflex moves nothing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import CLIPPED, COARSER, PX_PER_MM, Floats, relative_light
from lucca_pi.vision.faces.prints import PartPrints
from lucca_pi.vision.picture import SMALLER, Grey, Picture

Homography = NDArray[np.float64]
"""From millimetres on the card, from its upper left corner, to pixels of the grey picture (3, 3)."""

COARSE_TO_FINE = ((1, 4), (0, 2))
"""How often the card is halved, and rounds there."""
MISFIT = 0.8
"""Difference of relative light from which a pixel counts half."""
FARTHEST = 0.06
"""Largest step, in sides of the part."""
LEAST_WEIGHT = 0.04
"""Least share of pixels that still lays a face."""
ENOUGH = 4e-4
"""A step of so few sides of the part is the last one at its scale: 0.02 mm."""


def rectified(shown: Picture, place: Homography, size_mm: tuple[float, float], px_per_mm: float = PX_PER_MM) -> Picture:
    """
    The card at `place`, or its upper part of `size_mm`, as seen from straight above.

    Its colour is `COARSER` times coarser; that of `shown` may be of any size.
    """
    columns, rows = (round(side * px_per_mm) for side in size_mm)
    few = max(1, columns // COARSER), max(1, rows // COARSER)
    finer = 2 if shown.colour.shape[1] * (SMALLER - 1) <= shown.grey.shape[1] else COARSER
    in_colour = to_colour(shown) @ place
    colour = warped(shown.colour, in_colour, size_mm, (few[0] * finer, few[1] * finer))
    return Picture(
        warped(shown.grey, place, size_mm, (columns, rows)),
        np.asarray(cv2.resize(colour, few, interpolation=cv2.INTER_AREA), np.uint8),
        hidden=None if shown.hidden is None else warped(shown.hidden, in_colour, size_mm, (columns, rows)),
    )


def to_colour(shown: Picture) -> Homography:
    """From pixels of the grey picture to those of the colour picture."""
    across = shown.colour.shape[1] / shown.grey.shape[1]
    down = shown.colour.shape[0] / shown.grey.shape[0]
    return np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])


def warped(
    dots: NDArray[np.uint8], place: Homography, size_mm: tuple[float, float], size_px: tuple[int, int]
) -> NDArray[np.uint8]:
    across, down = size_mm[0] / size_px[0], size_mm[1] / size_px[1]
    to_card_mm = np.array([[across, 0, across / 2], [0, down, down / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(dots, place @ to_card_mm, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def laid(shown: Picture, place: Homography, prints: PartPrints, which: int) -> Homography:
    """The place at which face `which` fits best, near `place`; `place` itself where too little is in view."""
    unit = _unit(prints.size_mm)
    back = np.linalg.inv(unit)
    now = place @ unit
    for level, rounds in COARSE_TO_FINE:
        for _ in range(rounds):
            step = _step(shown.grey, now @ back, prints, which, level)
            if step is None:
                return place
            now = now @ _homography(step)
            if np.abs(step).max() < ENOUGH:
                break
    return np.asarray(now @ back)


def moved(place: Homography, there: Homography, size_mm: tuple[float, float]) -> Homography:
    """
    A card's place, moved within its plane to where a part of it, of `size_mm`, was laid.

    What a part tells of the plane's tilt leads astray outside the part: the place knows it best.
    """
    width, height = size_mm
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    laid_mm = cv2.perspectiveTransform(corners, np.linalg.inv(place) @ there)
    before, after = (points[0] @ (1, 1j) for points in (corners, laid_mm))
    middle, to_middle = before.mean(), after.mean()
    turn = np.vdot(before - middle, after - to_middle) / np.vdot(before - middle, before - middle)
    shift = to_middle - turn * middle
    motion = [[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1]]
    return np.asarray(place @ np.array(motion), np.float64)


def _step(grey: Grey, place: Homography, prints: PartPrints, which: int, level: int) -> Floats | None:
    """The eight values by which the face has to be moved; None where too little is in view."""
    scale = PX_PER_MM / 2**level
    print_light, slopes, edge = prints.slopes(which, level)
    card = warped(grey, place, prints.size_mm, (print_light.shape[1], print_light.shape[0]))
    misfit = (relative_light(card, scale) - print_light).ravel()
    weight = (edge * (card < CLIPPED)).ravel() / (1 + (misfit / MISFIT) ** 2)
    if weight.sum() < LEAST_WEIGHT * weight.size:
        return None
    weighed = slopes * weight
    normal = weighed @ slopes.T
    normal[_DIAGONAL] += 0.01 * normal[_DIAGONAL] + 1e-3 * np.trace(normal) * _STIFFNESS
    return np.clip(-np.linalg.solve(normal, weighed @ misfit), -FARTHEST, FARTHEST)


_DIAGONAL = np.diag_indices(8)


_STIFFNESS = np.array([0, 0, 0.2, 0.2, 0.2, 0.2, 1, 1], np.float32)
"""A shift is free, stretching and turning held a little, perspective most: the rough place knows it best."""


def _homography(step: Floats) -> Homography:
    x, y, xx, xy, yx, yy, px, py = (float(value) for value in step)
    return np.array([[1 + xx, xy, x], [yx, 1 + yy, y], [px, py, 1]])


def _unit(size_mm: tuple[float, float]) -> Homography:
    """From the unit square around the part's middle to millimetres."""
    width, height = size_mm
    return np.array([[width, 0, width / 2], [0, height, height / 2], [0, 0, 1]])
