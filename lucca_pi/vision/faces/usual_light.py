"""
The light that looks are held against: its colour, and how much there is. A closer look by less is none to remember.

Light is told by the paper of the quarters' codes, and by how much lighter that is than their black. The first picture
of a look is always by the usual light, however the lamp or the camera's exposure has changed since the look before:
what lies there now is all that it shows.
"""

from collections.abc import Container
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.detect import Detection
from lucca_pi.vision.faces.prints import Prints
from lucca_pi.vision.faces.top_view import FAINT
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Colour, Grey, Picture
from lucca_pi.vision.shade import LUMA, light_on

DARKER = 0.3
"""Logarithm of the light that a closer look has less, at least: in dim light noise and lens leave little of it."""
LIT = 90
"""So many in a hundred pixels of a code are darker than its paper."""


BRIGHTEST = 95
"""So many in a hundred places of a deck's photographs are darker than what is white on its cards."""
SLIGHT = 0.45
"""A colour of the light, as a ratio's logarithm, that changes no face: what is stronger is taken away."""
MOST = 2.5
"""
So many times a colour is made stronger at most: what is left of a fainter one is noise, or a lamp's reflection.

This and `DARK` were chosen on drawn tables by lamps that give red, green and blue as 1.3, 0.95 and 0.45, and as
1.35, 0.85 and 0.3, in haze and without: 2 of 105 cards of five deals were missed, and 49 before.
"""
HAZE_WIDE = 20
"""A lamp's reflection changes little within so small a part of the picture's width, in which cards show dark ink."""
DARK = 0.4
"""Haze is what no place is darker than, by more than this part of the light."""
EVEN = 64
"""The eight-bit value that leaves a dot as light as it is."""

Channels = NDArray[np.float64]
"""Of red, green and blue."""


class WhiteLight:
    """Shows a table by the light that the photographs of its cards were taken by, whatever lamp hangs above it."""

    def __init__(self, prints: Prints) -> None:
        ratios = prints.ratios["whole"]
        few = np.array([cv2.resize(face, ratios.shape[2:0:-1], interpolation=cv2.INTER_AREA) for face in prints.faces])
        red, blue = np.median(ratios[few >= np.percentile(few, BRIGHTEST)], axis=0).tolist()
        self._photographed = np.array([red, 0.0, blue])
        """Of what is white in the photographs: logarithms of red and blue over green, with a nought for green."""

    def by_white(self, shown: Picture, inspected: Inspected, anchors: Container[int]) -> Picture:
        """The picture, by the white of the quarters' codes in it; as it is where the light has hardly a colour."""
        light = self._light(shown, inspected, anchors)
        if light is None:
            return shown
        haze = _haze(shown.colour, float(light.min()))
        table = np.clip(np.arange(256)[:, None] * np.minimum(light[1] / light, MOST), 0, 255).round().astype(np.uint8)
        colour = np.asarray(cv2.LUT(cv2.subtract(shown.colour, cv2.merge([haze] * 3)), table[None]), np.uint8)
        then, now = (cv2.transform(one, np.array([LUMA])) for one in (shown.colour, colour))
        lighter = cv2.divide(now, np.maximum(then, 1), scale=EVEN)
        large = cv2.resize(lighter, shown.grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return replace(shown, grey=np.asarray(cv2.multiply(shown.grey, large, scale=1 / EVEN), np.uint8), colour=colour)

    def _light(self, shown: Picture, inspected: Inspected, anchors: Container[int]) -> Channels | None:
        """The light of each colour on the quarters, beside that of the photographs; None where it is much the same."""
        smaller = np.array(shown.colour.shape[1::-1]) / shown.grey.shape[::-1]
        quarters = (one.corners_px for one in inspected.kept if one.code in anchors)
        light = [light_on(shown.colour, ((one + 0.5) * smaller - 0.5).astype(np.float32)) for one in quarters]
        lit = [one for one in light if one.min() > 1]
        if not lit:
            return None
        here = np.median(lit, axis=0) / np.exp(self._photographed)
        return np.asarray(here, np.float64) if np.abs(np.log(here / here[1])).max() > SLIGHT else None


def _haze(colour: Colour, light: float) -> Grey:
    """
    What a lamp's wide reflection adds to each place: there nothing is dark in the colour that the light has least of.

    `light`: how much it has of that.
    """
    side = 2 * (colour.shape[1] // HAZE_WIDE // 2) + 1
    least = np.asarray(cv2.erode(colour.min(axis=2), np.ones((side, side), np.uint8)), np.uint8)
    haze = np.asarray(cv2.blur(least, (side, side)), np.float32) - np.float32(DARK * light)
    return np.asarray(np.clip(haze, 0, 255), np.uint8)


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
