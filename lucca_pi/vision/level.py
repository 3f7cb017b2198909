"""An area of the table as it would be seen from straight above: rows and columns lie along its axes."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.tokens import Area
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.rims import DOTS_PER_MM, Values

COARSE = 16
"""Every so many dots the way into the picture is reckoned; between them it is as good as straight."""
NEARBY_MM = 90.0
"""Of what lies within this distance most is paper."""


@dataclass(frozen=True, slots=True)
class Level:
    """An area as seen from straight above: its light, and its colours."""

    area: Area
    grey: Grey
    colour: Colour

    def paper_at(self, place: complex) -> float:
        """How light the paper is around there: a reflection is smaller."""
        reach, x, y = round(NEARBY_MM * DOTS_PER_MM), round(place.real), round(place.imag)
        nearby = self.grey[max(0, y - reach) : max(1, y + reach) : 8, max(0, x - reach) : max(1, x + reach) : 8]
        return float(np.percentile(nearby, 70))


def levelled(pictures: tuple[Grey, Colour], plane: Plane, area: Area) -> Level:
    """The area as it would be seen from straight above."""
    grey, colour = pictures
    width, height = (
        round((area.right_mm - area.left_mm) * DOTS_PER_MM),
        round((area.bottom_mm - area.top_mm) * DOTS_PER_MM),
    )
    coarse = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
    across, down = coarse[0] / DOTS_PER_MM + area.left_mm, coarse[1] / DOTS_PER_MM + area.top_mm
    places = to_look(area, across + 1j * down)
    px = plane.image_from_table(np.stack([places.real, places.imag], -1)).astype(np.float32)
    x, y = (_between(px[..., axis], (width, height)) for axis in (0, 1))
    smaller = colour.shape[1] / grey.shape[1]
    straight = cv2.remap(grey, x, y, cv2.INTER_LINEAR)
    tinted = cv2.remap(colour, (x + 0.5) * smaller - 0.5, (y + 0.5) * smaller - 0.5, cv2.INTER_LINEAR)
    return Level(area, np.asarray(straight, np.uint8), np.asarray(tinted, np.uint8))


def _between(coarse: Values, size: tuple[int, int]) -> Values:
    """Values at every dot, of those at every COARSE-th."""
    width, height = size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / COARSE, np.arange(height, dtype=np.float32) / COARSE)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32)


def to_look(area: Area, point: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Points of an area, in mm, where they lie in the look."""
    return np.asarray(complex(*area.origin_mm) + np.exp(1j * np.radians(area.heading_deg)) * point)
