"""Pictures of a table as a phone in the hand would take them: seen from the side, turned, and marked as held so."""

from dataclasses import dataclass
from io import BytesIO
from math import cos, hypot, radians, sin
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

SIZE_PX = 4032, 3024
FOCAL_PX = 26 / 43.27 * hypot(*SIZE_PX)
"""A phone's main lens: 26 mm on a full frame."""
MM_PER_PX = 0.39
"""Of the rendered pictures."""
ORIENTATION = 0x0112
TURNS = {1: 0, 6: 1, 3: 2, 8: 3}
"""By EXIF orientation, how many quarter turns to the left the picture is stored."""


@dataclass(frozen=True, slots=True)
class Held:
    """How the phone is held, and what is wrong: degrees, millimetres, and the blur's standard deviation in pixels."""

    tilt_deg: float = 0.0
    towards_deg: float = 0.0
    turned_deg: float = 0.0
    distance_mm: float = 1300.0
    orientation: int = 1
    light: float = 1.0
    blur_px: float = 0.0
    aside_mm: float = 0.0
    """How far beside the table's middle it is pointed, along the table."""


def photograph(file: Path, held: Held) -> bytes:
    """The picture in that file, photographed anew: a JPEG with its EXIF orientation."""
    return _taken(file.read_bytes(), held)


def _taken(data: bytes, held: Held) -> bytes:
    flat = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    seen = _seen(flat, held)
    blurred = cv2.GaussianBlur(seen, (0, 0), held.blur_px) if held.blur_px else seen
    dimmed = np.asarray(blurred * held.light, np.uint8)
    stored = np.rot90(dimmed, TURNS[held.orientation])
    exif = Image.Exif()
    exif[ORIENTATION] = held.orientation
    stream = BytesIO()
    Image.fromarray(np.ascontiguousarray(stored[:, :, ::-1])).save(stream, "JPEG", quality=90, exif=exif)
    return stream.getvalue()


def _seen(flat, held):
    """Twice as fine first, since what is far away is made smaller."""
    width, height = SIZE_PX
    there = np.diag([2.0, 2.0, 1.0]) @ _homography(flat, held)
    fine = cv2.warpPerspective(flat, there, (2 * width, 2 * height), borderValue=(50, 52, 55))
    return cv2.resize(fine, SIZE_PX, interpolation=cv2.INTER_AREA)


def _homography(flat, held):
    """From the flat picture to the photograph."""
    height, width = flat.shape[:2]
    table = np.array(
        [[MM_PER_PX, 0, -width / 2 * MM_PER_PX - held.aside_mm], [0, MM_PER_PX, -height / 2 * MM_PER_PX], [0, 0, 1]]
    )
    towards, tilt = _about_axis(held.towards_deg), radians(held.tilt_deg)
    tilted = np.array([[1, 0, 0], [0, cos(tilt), -sin(tilt)], [0, sin(tilt), cos(tilt)]])
    turn = _about_axis(held.turned_deg) @ towards @ tilted @ towards.T
    camera = np.array([[FOCAL_PX, 0, SIZE_PX[0] / 2], [0, FOCAL_PX, SIZE_PX[1] / 2], [0, 0, 1]])
    return camera @ np.column_stack([turn[:, :2], (0, 0, held.distance_mm)]) @ table


def _about_axis(degrees):
    angle = radians(degrees)
    return np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
