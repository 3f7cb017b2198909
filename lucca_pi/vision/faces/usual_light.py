"""
The light that looks are held against: a closer look by less light is none to remember.

Light is told by the paper around the quarters' codes. Where a lamp is switched off, the first looks after it pass for
closer ones, and then theirs is the usual light.
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
DARK_LOOKS = 3
"""After so many darker looks one that is as bright as any of them is by the usual light from then on."""


class UsualLight:
    """The logarithm of the light on each quarter, as the last look by the usual light had it."""

    def __init__(self) -> None:
        self._usual: dict[int, float] = {}
        self._dark: list[float] = []
        """How much the looks since then differ, all of them darker."""

    def is_on(self, grey: Grey, inspected: Inspected, anchors: Container[int]) -> bool:
        """Whether the look is by the usual light, as far as is known: the next one is held against its light then."""
        light = {one.code: _on_paper(grey, one) for one in inspected.kept if one.code in anchors}
        apart = [light[code] - self._usual[code] for code in light.keys() & self._usual.keys()]
        more = float(np.median(apart)) if apart else 0.0
        goes_on_so = len(self._dark) >= DARK_LOOKS and more > max(self._dark) - DARKER / 2
        if more < -DARKER and not goes_on_so:
            self._dark.append(more)
            return False
        self._usual |= light
        self._dark = []
        return True


def _on_paper(grey: Grey, quarter: Detection) -> float:
    x, y, width, height = cv2.boundingRect(quarter.corners_px.astype(np.float32))
    paper = np.percentile(grey[max(0, y) : y + height, max(0, x) : x + width], LIT)
    return float(np.log(paper + FAINT))
