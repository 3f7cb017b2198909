"""Cameras with their lenses, how high they hang above a table, and what a pixel shows of it from there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan, degrees, radians, tan
from types import MappingProxyType

AIM_MM = 40.0
"""
Margin around the table, on each side, that belongs in the picture.

A camera 1.2 m high that hangs 2 degrees askew looks past the middle by as much.
"""


def view_deg(extent: float, distance: float) -> float:
    """
    The angle, degrees, under which an extent is seen from a distance, both in one unit.

    >>> view_deg(2, 1)
    90.0
    """
    return 2 * degrees(atan(extent / 2 / distance))


@dataclass(frozen=True, slots=True)
class CameraView:
    """A camera with its lens: `(long, short)` sides of its picture, and the angles of view along them."""

    size_px: tuple[int, int]
    view_deg: tuple[float, float]


CAMERAS: Mapping[str, CameraView] = MappingProxyType(
    {
        "Camera Module 3": CameraView((4608, 2592), (66.0, 41.0)),
        "Camera Module 3 Wide": CameraView((4608, 2592), (102.0, 67.0)),
        "HQ Camera, 6 mm lens": CameraView((4056, 3040), (view_deg(6.287, 6.0), view_deg(4.712, 6.0))),
    }
)
"""Cameras with their angles as published in Raspberry Pi's camera documentation ("Hardware Specification")."""


def seen_mm(camera: CameraView, height_mm: float) -> tuple[float, float]:
    """
    The sides of what a camera sees of the table that looks straight down from that height.

    >>> [round(side) for side in seen_mm(CAMERAS["Camera Module 3"], 1000)]
    [1299, 748]
    """
    long, short = (2 * height_mm * tan(radians(angle) / 2) for angle in camera.view_deg)
    return long, short


def height_mm(camera: CameraView, table_mm: Sequence[float]) -> float:
    """
    The least height at which a camera looking straight down sees a table of those sides, and AIM_MM around it.

    >>> round(height_mm(CAMERAS["Camera Module 3"], (1200, 900)))
    1311
    """
    at_1_mm = seen_mm(camera, 1.0)
    return max((side + 2 * AIM_MM) / seen for side, seen in zip(sorted(table_mm)[::-1], at_1_mm, strict=True))


def mm_per_px(camera: CameraView, height_mm: float) -> float:
    """
    Millimetres of the table a pixel shows from that height, along the side where it shows more.

    >>> round(mm_per_px(CAMERAS["Camera Module 3"], 1311), 3)
    0.378
    """
    return max(seen / count for seen, count in zip(seen_mm(camera, height_mm), camera.size_px, strict=True))
