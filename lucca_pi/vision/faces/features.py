"""What a printed face looks like in any light: light relative to what is nearby, and ratios of colours."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import Colour, Grey, Picture

Floats = NDArray[np.float32]

PX_PER_MM = 2
"""Scale at which faces are compared: a coded card is seen at 2 to 3 px/mm."""
COARSER = 4
"""Factor by which ratios of colours are coarser than light."""
NEARBY_MM = 8.5
"""Width of the neighbourhood that light is relative to: wider than a window, narrower than a shadow's slope."""
CLIPPED = 249
"""Level from which grey or a channel counts as clipped; with two channels of three clipped a pixel has no say."""

_FLOOR = 7.0
"""Contrast, in grey levels, that noise alone reaches: what has less stays small."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + 8)
"""Of each level, and eight more: what is darker is noise."""
_MARGIN_MM = 1.5
"""Clipped pixels take those nearby with them: a reflex fades."""


@dataclass(frozen=True, slots=True)
class Features:
    """
    A face, or a part of one, at `PX_PER_MM` times a scale.

    `light`: (rows, columns). `ratios`: logarithms of red and blue over green, (rows / 4, columns / 4, 2). `weight`:
    (rows, columns), 0 where the picture is clipped, else 1. `colour`: as seen, (rows / 4, columns / 4, 3), and
    `colour_weight`, the share of each of its pixels that is not clipped.
    """

    light: Floats
    ratios: Floats
    weight: Floats
    colour: Colour
    colour_weight: Floats


def features(card: Picture, px_per_mm: float = PX_PER_MM) -> Features:
    """The features of a rectified card, whose colour is `COARSER` times coarser than its grey."""
    weight = unclipped(card, px_per_mm)
    colour_weight = cv2.resize(weight, card.colour.shape[1::-1], interpolation=cv2.INTER_AREA)
    return Features(
        relative_light(card.grey, px_per_mm),
        colour_ratios(card.colour),
        weight,
        card.colour,
        np.asarray(colour_weight, np.float32),
    )


def relative_light(grey: Grey, px_per_mm: float = PX_PER_MM) -> Floats:
    """Grey levels less their mean nearby, over their spread nearby: (rows, columns), mostly between -2 and 2."""
    levels = grey.astype(np.float32)
    reach = round(NEARBY_MM * px_per_mm / 2)
    apart = levels - _smooth(levels, reach)
    return np.asarray(apart / np.sqrt(_smooth(apart * apart, reach) + _FLOOR**2), np.float32)


def colour_ratios(colour: Colour) -> Floats:
    """Logarithms of red over green and of blue over green: (rows, columns, 2)."""
    red, green, blue = cv2.split(cv2.LUT(colour, _LOGARITHMS))
    return np.asarray(cv2.merge([red - green, blue - green]), np.float32)


def unclipped(card: Picture, px_per_mm: float = PX_PER_MM) -> Floats:
    """1 where grey and at least two channels are not clipped, nor anything hidden, also nearby; else 0."""
    red, green, blue = cv2.split(card.colour)
    second = cv2.max(cv2.min(red, green), cv2.min(cv2.max(red, green), blue))
    brightest = cv2.max(card.grey, cv2.resize(second, card.grey.shape[::-1], interpolation=cv2.INTER_LINEAR))
    seen = brightest < CLIPPED if card.hidden is None else (brightest < CLIPPED) & (card.hidden == 0)
    open_ = seen.astype(np.float32)
    if open_.all():
        return open_
    side = 2 * round(_MARGIN_MM * px_per_mm) + 1
    return np.asarray(cv2.erode(open_, np.ones((side, side), np.uint8), borderValue=(1.0,)), np.float32)


def _smooth(values: Floats, reach: int) -> Floats:
    """Nearly a Gaussian: a box, twice."""
    side = (2 * reach + 1, 2 * reach + 1)
    once = cv2.blur(values, side, borderType=cv2.BORDER_REFLECT)
    return np.asarray(cv2.blur(once, side, borderType=cv2.BORDER_REFLECT), np.float32)
