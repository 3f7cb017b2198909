"""Pieces that a look cannot show: outside the picture, or under other pieces."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot

from lucca_pi.table.axes import beside, in_axes
from lucca_pi.table.pieces import Pieces, Point
from lucca_pi.table.sighting import Sighting

_EDGE_MM = 10.0
"""A code whose middle lies nearer than this to the picture's edge is not read."""


def is_in_view(seen: Sighting, view_mm: Sequence[Point]) -> bool:
    """
    True if the piece is in the picture with these corners and not cut by its edge; also if there are no corners.

    >>> view_mm = [(0, 0), (400, 0), (400, 300), (0, 300)]
    >>> [is_in_view(Sighting(17, x_mm, 100, 0), view_mm) for x_mm in (20, 395, 500)]
    [True, False, False]
    """
    sides = [_left_of_mm(seen, *side) for side in zip(view_mm, (*view_mm[1:], *view_mm[:1]), strict=True)]
    return not sides or min(sides) > _EDGE_MM or max(sides) < -_EDGE_MM


def _left_of_mm(seen: Sighting, one: Point, other: Point) -> float:
    """Distance of a piece, mm, to the left of the line from one point to another."""
    (x_mm, y_mm), across, down = one, other[0] - one[0], other[1] - one[1]
    return ((seen.x_mm - x_mm) * down - (seen.y_mm - y_mm) * across) / (hypot(across, down) or 1.0)


def is_covered(seen: Sighting, by: Iterable[Sighting], pieces: Pieces) -> bool:
    """True if another of these pieces covers a piece's place."""
    return any(_is_on(seen, other, pieces) for other in by if other.code != seen.code or seen.code in pieces.shared)


def _is_on(seen: Sighting, other: Sighting, pieces: Pieces) -> bool:
    piece = pieces.by_code[other.code]
    x_mm, y_mm = beside(other, piece.to_middle_mm)
    pose, (width, height) = in_axes(seen, replace(other, x_mm=x_mm, y_mm=y_mm)), piece.size_mm
    return abs(pose.x_mm) < width / 2 and abs(pose.y_mm) < height / 2
