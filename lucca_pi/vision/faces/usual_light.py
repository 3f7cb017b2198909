"""
The light that looks are held against: a closer look by less light is none to remember.

Light is told by the paper around the quarters' codes. The first picture of a look is always by the usual light, however
the lamp or the camera's exposure has changed since the look before: what lies there now is all that it shows.
"""

from collections.abc import Container

import cv2
import numpy as np

from lucca_pi.vision.detect import Detection
from lucca_pi.vision.faces.top_view import FAINT
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Grey

DARKER = 0.3
"""Logarithm of the light that a closer look has less, at least: in dim light noise and lens leave little of it."""
LIT = 90
"""So many in a hundred pixels of a code are darker than its paper."""


class UsualLight:
    """The logarithm of the light on each quarter, as the last look by the usual light had it."""

    def __init__(self) -> None:
        self._usual: dict[int, float] = {}

    def is_on(self, grey: Grey, inspected: Inspected, anchors: Container[int], *, is_closer: bool) -> bool:
        """Whether the picture is by the usual light: the next one is held against its light then."""
        light = {one.code: _on_paper(grey, one) for one in inspected.kept if one.code in anchors}
        apart = [light[code] - self._usual[code] for code in light.keys() & self._usual.keys()]
        if is_closer and apart and float(np.median(apart)) < -DARKER:
            return False
        self._usual |= light
        return True


def _on_paper(grey: Grey, quarter: Detection) -> float:
    x, y, width, height = cv2.boundingRect(quarter.corners_px.astype(np.float32))
    paper = np.percentile(grey[max(0, y) : y + height, max(0, x) : x + width], LIT)
    return float(np.log(paper + FAINT))
