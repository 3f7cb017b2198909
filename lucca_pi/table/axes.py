"""Places in the axes of a piece on the table."""

from dataclasses import dataclass
from math import cos, radians, sin

from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a heading in a piece's axes: x to its right, y down on it, the heading clockwise from its top."""

    x_mm: float
    y_mm: float
    heading_deg: float


def beside(lying: Sighting | Pose, way_mm: tuple[float, float]) -> tuple[float, float]:
    """
    The place to which a way on a piece leads from its own: right and down, as the piece lies.

    >>> beside(Sighting(17, 100, 10, 180), (20, 0))[0]
    80.0
    """
    (right, down), turn = way_mm, radians(lying.heading_deg)
    x_mm = lying.x_mm + right * cos(turn) - down * sin(turn)
    return x_mm, lying.y_mm + right * sin(turn) + down * cos(turn)


def wrapped(angle_deg: float) -> float:
    """The same direction as more than -180 and at most 180 degrees."""
    return 180.0 - (180.0 - angle_deg) % 360.0


def in_axes(sighting: Sighting, piece: Sighting) -> Pose:
    """
    The sighting in another piece's axes; the heading lies from -180 (left out) to 180 degrees.

    >>> in_axes(Sighting(17, 100, 10, 90), Sighting(101, 100, 0, 90))
    Pose(x_mm=10.0, y_mm=0.0, heading_deg=0.0)
    """
    dx, dy, turn = sighting.x_mm - piece.x_mm, sighting.y_mm - piece.y_mm, radians(piece.heading_deg)
    x, y = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    return Pose(round(x, 6) + 0.0, round(y, 6) + 0.0, wrapped(sighting.heading_deg - piece.heading_deg))
