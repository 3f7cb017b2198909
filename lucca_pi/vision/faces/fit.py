"""Whether a photograph of a card is fit to know it by: sharp, and without a reflex."""

from typing import Literal

import cv2
import numpy as np

from lucca_pi.vision.faces.features import unclipped
from lucca_pi.vision.faces.known import CUT_PX_PER_MM, picture_of
from lucca_pi.vision.picture import Colour

Flaw = Literal["", "blurred", "reflex"]

BLURRED = 0.45
"""Least share of fine contrast: 0.5 and more where it is sharp, of 0.6 mm/px too; 0.43 at most blurred by 0.5 mm."""
STRONGEST = 95
"""Contrast in per cent of places is less: edges count, not what noise and packing add everywhere."""
FINE_PX, COARSE_PX = 1.2, 2.4
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
    """Fine contrast over coarse contrast."""
    grey = cv2.cvtColor(card, cv2.COLOR_RGB2GRAY).astype(np.float32)
    soft = cv2.GaussianBlur(grey, (0, 0), FINE_PX)
    softer = cv2.GaussianBlur(soft, (0, 0), COARSE_PX)
    fine, coarse = (float(np.percentile(np.abs(one), STRONGEST)) for one in (grey - soft, soft - softer))
    return fine / max(1e-3, coarse)
