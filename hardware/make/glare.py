"""
Where a lamp shows itself to the camera: in a sleeve that lies flat, as in a mirror, and in one that bulges.

Seen from the side, in mm: the camera hangs above the table's middle, lamps stand so far from its axis and so high.
"""

from math import atan, degrees, radians, tan

BULGE_DEG = 5.0
"""So far a sleeve leans that does not lie flat; what it mirrors leans twice as far. Assumed, not measured."""


def reflex_mm(lamp_mm: float, lamp_height_mm: float, camera_height_mm: float) -> float:
    """
    How far from the middle of the table its mirror image of a lamp lies.

    Both heights count: a lamp as high as the camera is mirrored half-way to it.

    >>> reflex_mm(1000, 1300, 1300), reflex_mm(0, 1300, 1300)
    (500.0, 0.0)
    """
    return lamp_mm * camera_height_mm / (camera_height_mm + lamp_height_mm)


def clear_mm(half_mm: float, lamp_height_mm: float, camera_height_mm: float, bulge_deg: float = BULGE_DEG) -> float:
    """
    How far from the camera's axis a lamp blinds nothing on a table of half that width.

    >>> clear_mm(500, 1300, 1300, bulge_deg=0)
    1000.0
    """
    lean_deg = degrees(atan(half_mm / camera_height_mm)) + 2 * bulge_deg
    return round(half_mm + lamp_height_mm * tan(radians(lean_deg)), 6)
