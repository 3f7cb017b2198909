"""
Small markers in part of a picture: where the table is far from the camera, they are sought in its full size.

A large picture is searched at half its size, which finds squares of 15 px or more. A camera that hangs over the table
shows none smaller; a phone that is held aslant does, at the table's far side.
"""

import numpy as np

from lucca_pi.table.density import LEAST_STICKER_PX
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look
from lucca_pi.vision.detect import Detections, surest_at_each_place
from lucca_pi.vision.outlines import is_large
from lucca_pi.vision.parts import Window, in_window
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.plane import Plane, Points

AROUND_MM = 250.0
"""Around what was read at first, smaller pieces may lie."""
STEP_MM = 40.0
ROOM_PX = 48
"""Room for half a sticker, and for what lies between two steps."""


def with_small_ones(found: Detections, grey: Grey, plane: Plane, look: Look, pieces: Pieces) -> Detections:
    """The detections with those where stickers are small; the same ones where none are, or in a small picture."""
    window = _window(plane, look, pieces) if is_large(grey) and look.sightings else None
    if window is None:
        return found
    more = in_window(grey, pieces.codes, window, large=False)
    return Detections(surest_at_each_place([*found.read, *more.read]), found.rejected_px)


def mm_per_px_at(places_mm: Points, plane: Plane) -> Points:
    """How much a pixel shows at places, shape (n, 2), along the direction in which it is most; shape (n,)."""
    here = plane.image_from_table(places_mm)
    slopes = [plane.image_from_table(places_mm + step) - here for step in np.eye(2)]
    return np.asarray(1 / np.linalg.svd(np.stack(slopes, axis=2), compute_uv=False)[:, -1])


def _window(plane: Plane, look: Look, pieces: Pieces) -> Window | None:
    """The part of the picture in which stickers are small, if there is one."""
    places_mm = places_around(look)
    px = plane.image_from_table(places_mm)
    seen = ((px >= 0) & (px < plane.size_px)).all(1)
    places_mm, px = places_mm[seen], px[seen]
    small = px[pieces.sticker_mm / mm_per_px_at(places_mm, plane) < LEAST_STICKER_PX]
    if not len(small):
        return None
    left, top = np.maximum(small.min(0).astype(int) - ROOM_PX, 0).tolist()
    right, bottom = np.minimum(small.max(0).astype(int) + ROOM_PX, plane.size_px).tolist()
    return top, bottom, left, right


def places_around(look: Look, around_mm: float = AROUND_MM) -> Points:
    """Places all over what was read and around it, shape (n, 2), in the look's axes."""
    lying = np.array([(one.x_mm, one.y_mm) for one in look.sightings])
    low, high = lying.min(0) - around_mm, lying.max(0) + around_mm
    grid = np.stack(np.meshgrid(*(np.arange(*ends, STEP_MM) for ends in zip(low, high, strict=True))), -1)
    places_mm = grid.reshape(-1, 2)
    far_mm = np.linalg.norm(places_mm[:, None] - lying[None], axis=-1).min(1)
    return np.asarray(places_mm[far_mm < around_mm], np.float64)
