"""
From detections to sightings: each piece's place on the table, in millimetres.

The plane of the table is fitted to the codes. With two quarters in sight places at the table's far end are 20 mm off,
with three 3 mm (drawn tables). So while the camera stands, a look with few codes uses the plane of one with more.
"""

from cmath import rect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import radians

import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.command_cards import LyingCard
from lucca_pi.table.pieces import Piece, Pieces
from lucca_pi.table.sighting import Look, Sighting, point_beside
from lucca_pi.vision.detect import Detection, Detections
from lucca_pi.vision.picture import Quads
from lucca_pi.vision.plane import Lens, Plane, Points, Squares, fit_plane

EMPTY = Look((), 1.0, ())
"""The look by a picture without a piece in sight, in a game whose table may be empty."""
MISFIT = 0.10
"""Most difference of a piece's code from a square of its size on the table, as a share."""
_RIVAL = 0.5
"""Margin of a code read twice, as a part of the stronger one, below which the weaker reading is a phantom."""
_STANDS_PX = 1.5
"""Most move of a code's corners in the picture if neither it nor the camera has moved."""


class NoAnchorError(Exception):
    """No piece that gives the axes is in the picture, so that places on the table are unknown."""


class NoPieceError(NoAnchorError):
    """No piece at all is in the picture, in a game whose table may be empty."""


class MirroredError(NoAnchorError):
    """Nothing is read in the picture because left and right are swapped in it; the message gives the remedy."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A detection that is no sighting, and why in a few words."""

    detection: Detection
    why: str


@dataclass(frozen=True, slots=True)
class Inspected:
    """A look with the detections it holds, those it refused, and the quads that were no marker."""

    look: Look
    plane: Plane
    kept: tuple[Detection, ...]
    refused: tuple[Refused, ...]
    rejected_px: Quads


def located(found: Detections, pieces: Pieces, size_px: tuple[int, int], lens: Lens | None = None) -> Inspected:
    """
    The detected pieces of a picture of that size, in the axes of the anchor with the lowest code.

    `lens`: the camera's, if it is known. Raises NoAnchorError.
    """
    squares = [one for one in found.read if one.source != "face"]
    plane, fitting = _plane(squares, pieces, size_px, lens)
    fitting += [one for one in found.read if one.source == "face" and not _misshapen(one, plane, pieces)]
    surest: dict[int, float] = {}
    for one in fitting:
        surest[one.code] = max(surest.get(one.code, 0.0), one.margin)
    # two sure readings of a code that is on the table once stay, for a person to see
    sure = (one for one in fitting if one.code in pieces.shared or one.margin >= _RIVAL * surest[one.code])
    kept = tuple(sorted(sure, key=lambda one: (one.code, *one.corners_px[0])))
    refused = [one for one in found.read if not any(one is other for other in kept)]
    reasons = tuple(Refused(one, _misshapen(one, plane, pieces) or "read elsewhere, surer") for one in refused)
    return Inspected(looked(kept, plane, pieces), plane, kept, reasons, found.rejected_px)


def _plane(
    read: Sequence[Detection], pieces: Pieces, size_px: tuple[int, int], lens: Lens | None
) -> tuple[Plane, list[Detection]]:
    """The plane in the axes of the first anchor that fits it, and the detections that fit it."""
    anchors = [index for index, one in enumerate(read) if one.code in pieces.anchors]
    if not anchors:
        raise NoAnchorError(pieces.words.no_anchor)
    first = min(anchors, key=lambda index: (read[index].code, -read[index].margin))
    fit = fit_plane(squares_of(read, pieces), first, size_px, lens)
    if fit.misfit[first] > MISFIT:
        return _plane([*read[:first], *read[first + 1 :]], pieces, size_px, lens)
    plane = fit.plane.moved(pieces.by_code[read[first].code].to_place_mm(read[first].source))
    return plane, [one for one, misfit in zip(read, fit.misfit, strict=True) if misfit <= MISFIT]


def squares_of(read: Sequence[Detection], pieces: Pieces) -> Squares:
    """
    The codes' squares, as the plane is fitted to them.

    Exact pieces, whose size is certain, are of group 0; stickers and QR codes have one unknown size each.
    """
    return Squares(
        np.array([one.corners_px for one in read], np.float32),
        np.array([pieces.by_code[one.code].sides_mm(one.source)[0] for one in read]),
        np.array([2 if one.source == "qr" else 0 if pieces.by_code[one.code].is_exact else 1 for one in read]),
    )


def _misshapen(one: Detection, plane: Plane, pieces: Pieces) -> str:
    """The way in which a detection differs on the table from its piece, in words; "" if it does not."""
    corners = plane.table_from_image(one.corners_px)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = pieces.by_code[one.code].sides_mm(one.source)
    parts = sides / (width, height, width, height)
    is_of_size = abs(np.log(parts.mean())) <= 2 * MISFIT
    if is_of_size and np.ptp(parts) <= 2 * MISFIT * parts.mean():
        return ""
    if width != height:
        return f"{sides[::2].mean():.0f} x {sides[1::2].mean():.0f} mm, not {width:.0f} x {height:.0f}"
    return "no square" if is_of_size else f"{sides.mean():.0f} mm wide, not {width:.0f}"


def looked(kept: Iterable[Detection], plane: Plane, pieces: Pieces) -> Look:
    """The look of those detections in that plane."""
    width, height = plane.size_px
    corners_px = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    view = tuple((float(x), float(y)) for x, y in plane.table_from_image(corners_px))
    sightings = tuple(_sighting(one, plane, pieces.by_code[one.code]) for one in kept)
    return Look(sightings, plane.mm_per_px, view, shares_of_picture=plane.shares_of_picture)


def _sighting(one: Detection, plane: Plane, piece: Piece) -> Sighting:
    corners = plane.table_from_image(one.corners_px)
    x, y = (float(value) for value in corners.mean(0))
    right, down = corners[1] - corners[0] + corners[2] - corners[3], corners[3] - corners[0] + corners[2] - corners[1]
    heading = float(np.degrees(np.arctan2(right[1] - down[0], right[0] + down[1])))
    recognised = Sighting(one.code, x, y, heading, one.margin)
    way_mm = piece.to_place_mm(one.source)
    if way_mm == (0, 0):
        return recognised
    x, y = point_beside(recognised, way_mm)
    return Sighting(one.code, x, y, heading, one.margin)


def grid_around(look: Look, around_mm: float, step_mm: float) -> tuple[Points, NDArray[np.float64]]:
    """Places of a grid over the sightings and so far around, shape (n, 2), and how far each is from the nearest one."""
    lying = np.array([(one.x_mm, one.y_mm) for one in look.sightings])
    low, high = lying.min(0) - around_mm, lying.max(0) + around_mm
    grid = np.stack(np.meshgrid(*(np.arange(*ends, step_mm) for ends in zip(low, high, strict=True))), -1)
    places_mm = grid.reshape(-1, 2)
    return places_mm, np.linalg.norm(places_mm[:, None] - lying[None], axis=-1).min(1)


def in_picture(card: Detection) -> LyingCard:
    """A command card by its place in the picture."""
    corners = card.corners_px
    (x_px, y_px), (right, down) = corners.mean(0), corners[1] - corners[0]
    side_px = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    return LyingCard(float(x_px), float(y_px), side_px, float(np.degrees(np.arctan2(down, right))))


def steadied(now: Inspected, sure: Inspected | None, pieces: Pieces) -> Inspected:
    """
    The look by the surer one's plane, if that showed more codes and the camera has stood since.

    It stays in the axes of the anchor with the lowest code that it shows itself.
    """
    if sure is None or len(sure.kept) <= len(now.kept) or not stands(sure.kept, now.kept):
        return now
    return by_plane(now, sure.plane, pieces)


def by_plane(now: Inspected, plane: Plane, pieces: Pieces) -> Inspected:
    """The look by that plane of its picture, in the axes of the anchor with the lowest code that it shows."""
    seen = (one for one in looked(now.kept, plane, pieces).sightings if one.code in pieces.anchors)
    anchor = min(seen, key=lambda one: one.code)
    origin = plane.origin + complex(anchor.x_mm, anchor.y_mm) / plane.turn
    plane = replace(plane, origin=origin, turn=plane.turn * rect(1, -radians(anchor.heading_deg)))
    blinded_px = (now.plane.image_from_table(np.array([place_mm])) for place_mm in now.look.blinded)
    blinded = tuple((float(x), float(y)) for place_px in blinded_px for x, y in plane.table_from_image(place_px))
    look, was = looked(now.kept, plane, pieces), now.look
    return replace(now, look=replace(look, miscoloured=was.miscoloured, blinded=blinded, marks=was.marks), plane=plane)


def stands(before: Iterable[Detection], now: Iterable[Detection]) -> bool:
    """True if half of the codes that both looks show, and at least one, are where they were in the picture."""
    moves_px = [
        float(np.abs(one.corners_px - other.corners_px).max())
        for one, other in product(before, now)
        if one.code == other.code
    ]
    return bool(moves_px) and float(np.median(moves_px)) < _STANDS_PX
