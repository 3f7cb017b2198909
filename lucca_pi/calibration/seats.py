"""How many pixels each seat has, and whether that is enough for its stickers."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import cos, radians, sin

import numpy as np

from lucca_pi.calibration.file import Seat
from lucca_pi.table.density import Verdict, sticker_for, sticker_px, verdict
from lucca_pi.table.pieces import STICKER_BY_SQUARE, Pieces
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.plane import Plane, Points

ACROSS_MM, DOWN_MM = (-200.0, -100.0, 0.0, 100.0, 200.0), (-140.0, 0.0, 100.0, 200.0)
"""In an anchor's axes, where its player lays most pieces."""
LITTLE_MM = 1.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A seat with stickers of some size: the least side that one has in the picture, the verdict, and what to do."""

    seat: Seat
    sticker_mm: float
    sticker_px: float
    verdict: Verdict
    advice: str


def seats_in(look: Look, plane: Plane, pieces: Pieces) -> Iterator[Seat]:
    """The seat of each anchor in sight, as far as the picture shows it."""
    for anchor in (one for one in look.sightings if one.code in pieces.anchors):
        densities = _mm_per_px(_within(_places(anchor), plane), plane)
        yield Seat(anchor.code, (round(float(densities.min()), 3), round(float(densities.max()), 3)))


def sticker_mm_in(inspected: Inspected, pieces: Pieces) -> float:
    """The side of the stickers in the picture, at the median to a tenth of a mm; the deck's where none is in sight."""
    cards = [one.corners_px for one in inspected.kept if one.code in pieces.loose and one.source == "marker"]
    if not cards:
        return pieces.sticker_mm
    corners = inspected.plane.table_from_image(np.reshape(cards, (-1, 2))).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return round(float(np.median(sides)) * STICKER_BY_SQUARE, 1)


def judged(seat: Seat, sticker_mm: float) -> Judged:
    """Whether stickers of that side, their white margin included, can be read at the seat's worst place."""
    most = seat.mm_per_px[1]
    said, better = verdict(sticker_mm, most), sticker_for(most)
    if said == "fine":
        advice = ""
    elif better:
        advice = f"take stickers of {better:.0f} mm or come nearer"
    else:
        advice = "come nearer"
    return Judged(seat, sticker_mm, sticker_px(sticker_mm, most), said, advice)


def seat_text(one: Judged) -> str:
    """What there is at a seat, and the verdict."""
    least, most = one.seat.mm_per_px
    return (
        f"seat {one.seat.code}: {least:.2f} to {most:.2f} mm in a pixel, {one.sticker_mm:.0f} mm stickers have "
        f"{one.sticker_px:.0f} pixels or more: {one.verdict}"
    )


def _places(anchor: Sighting) -> Points:
    """Places before and beside the anchor, its own first, in the look's axes: shape (n, 2)."""
    turn = radians(anchor.heading_deg)
    own = np.array([(0.0, 0.0), *product(ACROSS_MM, DOWN_MM)])
    turned = own @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return np.asarray(turned + np.array((anchor.x_mm, anchor.y_mm)))


def _within(places_mm: Points, plane: Plane) -> Points:
    """Those of the places that are in the picture."""
    points_px = plane.image_from_table(places_mm)
    return places_mm[((points_px >= 0) & (points_px < plane.size_px)).all(1)]


def _mm_per_px(places_mm: Points, plane: Plane) -> Points:
    """How much a pixel shows there, along the direction in which it is most; shape (n,)."""
    here = plane.image_from_table(places_mm)
    slopes = [(plane.image_from_table(places_mm + step) - here) / LITTLE_MM for step in np.eye(2) * LITTLE_MM]
    return np.asarray(1 / np.linalg.svd(np.stack(slopes, axis=2), compute_uv=False)[:, -1])
