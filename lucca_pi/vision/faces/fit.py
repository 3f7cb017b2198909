"""Whether a photograph of a card is fit to know it by: sharp, and without a reflex."""

from itertools import pairwise
from typing import Literal

import cv2
import numpy as np

from lucca_pi.vision.faces.features import unclipped
from lucca_pi.vision.faces.known import CUT_PX_PER_MM, picture_of
from lucca_pi.vision.picture import Colour

Flaw = Literal["", "blurred", "reflex"]

BLURRED = 0.45
"""
Least share of finer contrast: 0.46 and more where it is sharp, of 0.6 mm/px too; of cards blurred by 1 mm 0.42 mostly.
"""
STRONGEST = 95
"""Contrast in per cent of places is less: edges count, not what noise and packing add everywhere."""
SOFTER_PX = (1.2, 2.4, 4.8)
"""Blurs one on another, between which contrast is measured."""
REFLEX_MM = 7.0
"""A patch is a reflex if it is clipped so wide: what is printed white clips in smaller ones."""


def flaw(card: Colour) -> Flaw:
    """What is wrong with a cut-out card, without a margin."""
    if fineness(card) < BLURRED:
        return "blurred"
    clipped = (unclipped(picture_of(card), CUT_PX_PER_MM) == 0).astype(np.uint8)
    side = round(REFLEX_MM * CUT_PX_PER_MM)
    return "reflex" if cv2.erode(clipped, np.ones((side, side), np.uint8), borderValue=(0,)).any() else ""


def fineness(card: Colour) -> float:
    """
    Contrast over that at twice the scale, where this is least.

    Noise is as fine as anything: in what is badly blurred it alone would look sharp, so a coarser scale is asked, too.
    """
    soft = [np.asarray(cv2.cvtColor(card, cv2.COLOR_RGB2GRAY), np.float32)]
    for blur_px in SOFTER_PX:
        soft.append(np.asarray(cv2.GaussianBlur(soft[-1], (0, 0), blur_px), np.float32))
    contrasts = [float(np.percentile(np.abs(one - softer), STRONGEST)) for one, softer in pairwise(soft)]
    return min(fine / max(1e-3, coarse) for fine, coarse in pairwise(contrasts))
