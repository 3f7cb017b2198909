"""Pictures and squares made up by numbers, with a known truth."""

from dataclasses import dataclass

import cv2
import numpy as np

from lucca_pi.games.citta.table.pieces import CardFace, Cards
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.codes import marker_bitmap

SHARP_PX = 9 * 23
"""The side of a sticker before it is seen through the lens."""
PIECES = Cards({code: CardFace(code, "red") for code in range(1, 97)})


@dataclass(frozen=True)
class Lens:
    """A pinhole camera over the table with some barrel or cushion around a `middle`, looking at the table's origin."""

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    bend: float = 0.0
    curl: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    size_px: tuple[int, int] = (2304, 1296)
    distance_mm: float = 1250.0

    def image(self, points_mm):
        """Table millimetres, shape (..., 2), to pixels."""
        tilt, turn = np.radians([self.tilt_deg, self.turn_deg])
        flat = np.asarray(points_mm, float) @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
        depth = self.distance_mm + flat[..., 1] * np.sin(tilt)
        seen = np.stack([flat[..., 0], flat[..., 1] * np.cos(tilt)], axis=-1) / depth[..., None]
        far = ((seen - self.middle) ** 2).sum(-1, keepdims=True)
        bent = self.middle + (seen - self.middle) * (1 + self.bend * far + self.curl * far**2)
        return bent * 0.72 * self.size_px[0] + np.array(self.size_px) / 2 - 0.5


def square_mm(sighting: Sighting, side_mm: float):
    """The corners of a code's black square on the table, shape (4, 2), clockwise from its own top left."""
    turn = np.radians(sighting.heading_deg)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side_mm / 2
    return corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + [sighting.x_mm, sighting.y_mm]


def side_of(code):
    """The side of a code's black square in mm."""
    return PIECES.by_code[code].square_mm


def marker(code):
    """The marker as printed, with one module of white around it."""
    return np.pad(marker_bitmap(code), 1, constant_values=255)


def picture_of(sightings, lens: Lens, side_of=side_of, bitmap_of=marker):
    """The codes on an even grey table, each on its white sticker."""
    width, height = lens.size_px
    grey = np.full((height, width), 110, np.uint8)
    for sighting in sightings:
        _stick(grey, bitmap_of(sighting.code), square_mm(sighting, side_of(sighting.code)), lens)
    return cv2.GaussianBlur(grey, (0, 0), 0.7)


def _stick(grey, bitmap, square, lens: Lens) -> None:
    large = cv2.resize(bitmap, (SHARP_PX, SHARP_PX), interpolation=cv2.INTER_NEAREST)
    with_margin = len(bitmap) / (len(bitmap) - 2)
    corners = lens.image(square.mean(0) + (square - square.mean(0)) * with_margin).astype(np.float32)
    pixels = np.array([[0, 0], [SHARP_PX, 0], [SHARP_PX, SHARP_PX], [0, SHARP_PX]], np.float32) - 0.5
    left, top = np.floor(corners.min(0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(0)).astype(int) + 2
    mapping = cv2.getPerspectiveTransform(pixels, corners - np.array([left, top], np.float32))
    size = int(right - left), int(bottom - top)
    drawn = cv2.warpPerspective(large, mapping, size, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.full_like(large, 255), mapping, size) > 127
    grey[top:bottom, left:right][inside] = drawn[inside]


TABLE = (
    Sighting(101, 0, 250, 0),
    Sighting(103, 350, 0, -90),
    Sighting(17, -300, 200, 3),
    Sighting(42, -250, -200, 40),
    Sighting(64, 0, 0, -10),
    Sighting(73, 120, -220, 178),
    Sighting(97, 260, 220, 95),
    Sighting(111, -100, 60, 0),
    Sighting(111, 420, -210, 12),
)
"""Two quarters, palace cards, a tower and two backs, 0.75 mm per pixel or coarser as the lenses here see them."""
