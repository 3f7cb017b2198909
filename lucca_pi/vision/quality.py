"""
Quality of a photograph from the hand, before it is used, and what to do if the table does not show well enough.

It is measured on the codes that were read: those that give the axes are large, and read where small ones are not.
"""

from dataclasses import dataclass
from math import acos, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.language import Text, _
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.reader import places_around

_STEEPEST_DEG = 52.0
"""Tables seen under 50 degrees are read (docs/measured/eyes.md); beyond, far edges are half as long as near ones."""
_LEAST_STICKER_PX = 15.0
"""Least side of a sticker, along its short direction, anywhere among the pieces: below, drawn ones are missed."""
_BLURRED = 0.52
"""
Largest blur, as a standard deviation, in modules of the smallest sticker that was read.

Rendered pictures, blurred, shaken and seen from the side: of 40 codes none is missed up to 0.5, two at 0.56.
"""
_OWN_BLUR_PX = 0.75
"""Blur that measuring adds: rendered pictures with a blur of 0.76 px seem to have 1.08."""
_STEEPEST_SHARE, _LONG_EDGES = 98.0, 300.0
"""
Percentile of a code's slopes that counts as its edges', and pixels of edges, per cent of the side's.

Edges are lines: of a code twice as large they take half the share of its pixels.
"""
_LEAST_CONTRAST = 30.0
"""Least grey values between black and white of the codes."""
_DARK = 40
"""Grey value of the brightest twentieth below which a picture without codes is too dark."""
_COVERED = 25
"""Grey value of the brightest twentieth below which a camera shows no table, not even a black one."""
_MODULES = 9
"""Modules along a sticker, with its white margin."""
_AROUND_MM = 60.0
"""Distance around the pieces read within which cards may lie that have to show."""
NO_LIGHT = _("The picture is black: uncover the camera, or switch a light on.")
TOO_DARK = _("The photograph is too dark: switch a light on, and take another.")
BLURRY = _("The photograph is blurred: hold the phone still, tap the table to focus, and take another.")
TOO_FAR = _("The cards are too small in the photograph: go nearer, and take one of each side of the table.")
TOO_OBLIQUE = _("The photograph was taken from too low: hold the phone higher above the table, and take another.")


@dataclass(frozen=True, slots=True)
class Quality:
    """
    The quality of a photograph of the table.

    `sticker_px`: least side of a sticker among the pieces and around them. `blur`: standard deviation of the blur at
    the large codes, in modules of the smallest piece read. `contrast`: grey values between their black and white.
    `tilt_deg`: from straight down.
    """

    sticker_px: float
    blur: float
    contrast: float
    tilt_deg: float

    @property
    def complaint(self) -> Text | str:
        """The worst fault and what to do; "" for none."""
        if self.contrast < _LEAST_CONTRAST:
            return TOO_DARK
        if self.tilt_deg > _STEEPEST_DEG:
            return TOO_OBLIQUE
        if self.sticker_px < _LEAST_STICKER_PX:
            return TOO_FAR
        return BLURRY if self.blur > _BLURRED else ""


def quality_of(grey: Grey, inspected: Inspected, pieces: Pieces) -> Quality:
    """The quality of the photograph, by the pieces read in it."""
    plane = inspected.plane
    large = [one for one in inspected.kept if one.code in pieces.anchors]
    edges = np.array([_edge(grey, one) for one in large or inspected.kept])
    blur_px, contrast = float(np.percentile(edges[:, 0], 80)), float(np.median(edges[:, 1]))
    module_px = _least_sticker_px(plane, inspected.look, pieces, 0.0) / _MODULES
    around_px = _least_sticker_px(plane, inspected.look, pieces, _AROUND_MM)
    # only a tilt from straight down shortens things in the picture's middle
    middle = np.array(plane.size_px) / 2 - 0.5
    here, across, down = plane.table_from_image(middle + np.array([[0, 0], [1, 0], [0, 1]]))
    long, short = np.linalg.svd(np.stack([across - here, down - here], axis=1), compute_uv=False)
    return Quality(around_px, blur_px / module_px, contrast, degrees(acos(min(1.0, float(short / long)))))


_SOFTER = 8
"""Factor between the two sizes in which a photograph's edges are compared."""
_NOWHERE_SHARP = 2.5
"""
Least factor between edges in the small and in the large size with which a photograph is sharp nowhere.

Sharp ones, rendered and real, have 0.7 to 1.7; blurred by 9 px or shaken by 24 px they have 3.3 to 6.2.
"""
_STEEPEST = 99.9
"""Percentile of a photograph's slopes that counts as its sharpest edges'."""


def unseen(grey: Grey) -> Text | str:
    """
    The reason why a photograph shows no table, if that is too little light or no sharpness; else "".

    Sharp edges are as steep in any size; one that was blurred over many pixels gets steeper the smaller the copy.
    """
    if _brightest(grey) < _DARK:
        return TOO_DARK
    large, small = (_steepest(grey, times) for times in (2, 2 * _SOFTER))
    return BLURRY if np.max(small / np.maximum(large, 1e-3)) > _NOWHERE_SHARP else ""


def _steepest(grey: Grey, smaller: int) -> NDArray[np.float64]:
    """The slopes of the sharpest edges in a copy so much smaller: across, down, and in both diagonals."""
    grey = np.asarray(cv2.resize(grey, None, fx=1 / smaller, fy=1 / smaller, interpolation=cv2.INTER_AREA), np.uint8)
    across, down = (cv2.Scharr(grey, cv2.CV_32F, *way) / 32 for way in ((1, 0), (0, 1)))
    slopes = across, down, (across + down) / 2**0.5, (across - down) / 2**0.5
    return np.array([np.percentile(np.abs(one), _STEEPEST) for one in slopes])


def is_dark(grey: Grey) -> bool:
    """True if the camera is covered, or there is no light."""
    return _brightest(grey) < _COVERED


def _brightest(grey: Grey) -> float:
    return float(np.percentile(cv2.resize(grey, (160, 120), interpolation=cv2.INTER_AREA), 95))


def _least_sticker_px(plane: Plane, look: Look, pieces: Pieces, around_mm: float) -> float:
    """The least side of a sticker, px, among the pieces read, and in their surroundings within the picture."""
    lying = np.array([(one.x_mm, one.y_mm) for one in look.sightings])
    places_mm = places_around(look, around_mm) if around_mm else lying
    seen = plane.in_picture(plane.image_from_table(places_mm))
    return float(pieces.sticker_mm / plane.mm_per_px_at(places_mm[seen] if seen.any() else lying).max())


def _edge(grey: Grey, one: Detection) -> tuple[float, float]:
    """The standard deviation of the blur across the edges of a code, in its worse direction, and the contrast."""
    low, high = one.corners_px.min(0).astype(int) - 4, one.corners_px.max(0).astype(int) + 5
    part = grey[max(0, low[1]) : high[1], max(0, low[0]) : high[0]]
    black, white = np.percentile(part, (5, 95))
    slopes = np.stack([cv2.Scharr(part, cv2.CV_32F, *way) / 32 for way in ((1, 0), (0, 1))], -1)
    steepest = max(_STEEPEST_SHARE, 100 - _LONG_EDGES / len(part))
    sides = one.corners_px[[1, 2]] - one.corners_px[[0, 1]]
    across = np.stack([-sides[:, 1], sides[:, 0]], 1) / np.linalg.norm(sides, axis=1, keepdims=True)
    steep = min(float(np.percentile(np.abs(slopes @ way), steepest)) for way in across)
    seeming_px = float((white - black) / max(steep, 1e-3) / np.sqrt(2 * np.pi))
    return max(0.0, seeming_px**2 - _OWN_BLUR_PX**2) ** 0.5, float(white - black)
