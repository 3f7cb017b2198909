"""
A camera that stands: an earlier look that showed more codes tells better where things lie than a look that shows few.

The plane of the table is fitted to the codes. With two quarters in sight places at the table's far end are 20 mm off,
with three 3 mm (drawn tables).
"""

from cmath import rect
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import radians

import numpy as np

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.look import Inspected, looked
from lucca_pi.vision.plane import Plane

STANDS_PX = 1.5
"""A code whose corners moved less in the picture has not moved, nor has the camera."""


def steadied(now: Inspected, sure: Inspected | None, pieces: Pieces) -> Inspected:
    """
    The look, by the plane of the surer one where that showed more codes and the camera has stood since.

    It stays in the axes of the anchor with the lowest code that it shows itself.
    """
    if sure is None or len(sure.kept) <= len(now.kept) or not stands(sure.kept, now.kept):
        return now
    return by_plane(now, sure.plane, pieces)


def by_plane(now: Inspected, plane: Plane, pieces: Pieces) -> Inspected:
    """The look by that plane of its picture, in the axes of the anchor with the lowest code that it shows."""
    plane = _in_axes_of(_first(looked(now.kept, plane, pieces), pieces), plane)
    blinded = tuple(_carried(place_mm, now.plane, plane) for place_mm in now.look.blinded)
    look = replace(looked(now.kept, plane, pieces), miscoloured=now.look.miscoloured, blinded=blinded)
    return replace(now, look=look, plane=plane)


def _first(look: Look, pieces: Pieces) -> Sighting:
    """The anchor with the lowest code."""
    return min((seen for seen in look.sightings if seen.code in pieces.anchors), key=lambda seen: seen.code)


def _in_axes_of(anchor: Sighting, plane: Plane) -> Plane:
    """The plane, turned and moved to the axes of that piece."""
    origin = plane.origin + complex(anchor.x_mm, anchor.y_mm) / plane.turn
    return replace(plane, origin=origin, turn=plane.turn * rect(1, -radians(anchor.heading_deg)))


def stands(before: Iterable[Detection], now: Iterable[Detection]) -> bool:
    """Whether half of the codes that both looks show, and one at least, are where they were in the picture."""
    moves_px = [
        float(np.abs(one.corners_px - other.corners_px).max())
        for one, other in product(before, now)
        if one.code == other.code
    ]
    return bool(moves_px) and float(np.median(moves_px)) < STANDS_PX


def _carried(place_mm: tuple[float, float], from_plane: Plane, to_plane: Plane) -> tuple[float, float]:
    """A place of the one plane in the other."""
    x_mm, y_mm = to_plane.table_from_image(from_plane.image_from_table(np.array([place_mm])))[0].tolist()
    return x_mm, y_mm
