"""A picture of the table as a look: which code lies where, in millimetres."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from lucca_pi.language import _
from lucca_pi.table.pieces import BACK_CODE, COAT_CODES, QUARTER_CODES, Pieces
from lucca_pi.table.sighting import Look, NameCard, Sighting
from lucca_pi.vision.blinding import blinded_px
from lucca_pi.vision.decoder import Quads
from lucca_pi.vision.detect import Detection, Detections, detect
from lucca_pi.vision.lens import Lens
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane, Squares, fit_plane
from lucca_pi.vision.qr import QrReaderError, detect_names, detect_qr
from lucca_pi.vision.stickers import miscoloured

Style = Literal["aruco", "qr", "auto"]
Find = Callable[[Grey, Collection[int]], Detections]
"""What finds the markers of some codes in a picture."""

MISFIT = 0.10
"""What differs more than this from a square of its size on the table is no piece."""
RIVAL = 0.5
"""A code read twice is one reading and a phantom if the weaker margin is less than this part of the stronger."""
QR_SQUARE_MM = 20.0


class NoQuarterError(Exception):
    """No quarter is in the picture, so nothing tells where the table is."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A detection that is no sighting, and why in a few words."""

    detection: Detection
    why: str


@dataclass(frozen=True, slots=True)
class Inspected:
    """A look with what led to it: the detections it holds, those it refused, and the quads that were no marker."""

    look: Look
    plane: Plane
    kept: tuple[Detection, ...]
    refused: tuple[Refused, ...]
    rejected_px: Quads


def look(
    grey: Grey,
    pieces: Pieces,
    style: Style = "aruco",
    colour: Colour | None = None,
    *,
    find: Find = detect,
    names: bool = False,
    lens: Lens | None = None,
) -> Look:
    """
    The pieces in the picture, in the axes of the lowest-numbered quarter.

    With the same picture in `colour`, of any size, the colour beside each code is held against the deck. `names`: name
    cards are looked for as well. `lens`: the camera's, if it is known. Raises NoQuarterError if no quarter is seen.
    """
    inspected = inspect(grey, pieces, style, colour, find=find, lens=lens)
    return replace(inspected.look, names=_names(grey, inspected.plane)) if names else inspected.look


def inspect(
    grey: Grey,
    pieces: Pieces,
    style: Style = "aruco",
    colour: Colour | None = None,
    *,
    find: Find = detect,
    lens: Lens | None = None,
) -> Inspected:
    """The look at the picture, and how it came about. Quarters and backs are markers in every style."""
    found = find(grey, pieces.codes)
    read = [*found.read] if style != "qr" else [one for one in found.read if one.code not in pieces.faces]
    if style != "aruco":
        read += detect_qr(grey, pieces.codes)
    size_px = grey.shape[1], grey.shape[0]
    plane, fitting = _plane(read, pieces, size_px, lens)
    kept = tuple(sorted(_without_phantoms(fitting), key=lambda one: (one.code, *one.corners_px[0])))
    refused = tuple(Refused(one, _why(one, plane, pieces)) for one in read if not any(one is other for other in kept))
    seen = _look(kept, plane)
    if colour is not None:
        blinded = plane.table_from_image(blinded_px(colour, kept, size_px, pieces))
        places = tuple((float(x), float(y)) for x, y in blinded)
        seen = replace(seen, miscoloured=miscoloured(colour, kept, size_px, pieces), blinded=places)
    return Inspected(seen, plane, kept, refused, found.rejected_px)


def _names(grey: Grey, plane: Plane) -> tuple[NameCard, ...]:
    """The name cards; none where they cannot be read: names can be spelled."""
    with suppress(QrReaderError):
        found = detect_names(grey)
        places = plane.table_from_image(np.array([middle_px for _, middle_px in found], np.float32).reshape(-1, 2))
        return tuple(NameCard(name, float(x), float(y)) for (name, _), (x, y) in zip(found, places, strict=True))
    return ()


def _plane(
    read: Sequence[Detection], pieces: Pieces, size_px: tuple[int, int], lens: Lens | None
) -> tuple[Plane, list[Detection]]:
    """The plane in the axes of the first quarter that fits it, and the detections that fit it."""
    quarters = [index for index, one in enumerate(read) if one.code in QUARTER_CODES]
    if not quarters:
        raise NoQuarterError(
            _("No quarter is seen: lay each quarter (codes 101 to 105) face up where the camera sees all of its code.")
        )
    first = min(quarters, key=lambda index: (read[index].code, -read[index].margin))
    fit = fit_plane(squares_of(read, pieces), first, size_px, lens)
    if fit.misfit[first] > MISFIT:
        return _plane([*read[:first], *read[first + 1 :]], pieces, size_px, lens)
    return fit.plane, [one for one, misfit in zip(read, fit.misfit, strict=True) if misfit <= MISFIT]


def squares_of(read: Sequence[Detection], pieces: Pieces) -> Squares:
    """The codes' squares, those of quarters and coats of certain size."""
    return Squares(
        np.array([one.corners_px for one in read], np.float32),
        np.array([QR_SQUARE_MM if one.source == "qr" else pieces.square_of(one.code) for one in read]),
        np.array([_group(one) for one in read]),
    )


def _group(one: Detection) -> int:
    """Quarters and coats are of certain size; stickers, and QR codes, of one size each that the picture tells."""
    if one.source == "qr":
        return 2
    return 0 if one.code in QUARTER_CODES or one.code in COAT_CODES else 1


def _without_phantoms(read: Iterable[Detection]) -> Iterable[Detection]:
    """A code is on the table once, but for the backs'; two readings that are both sure stay, for a person to see."""
    surest: dict[int, float] = {}
    for one in read:
        surest[one.code] = max(surest.get(one.code, 0.0), one.margin)
    return [one for one in read if one.code == BACK_CODE or one.margin >= RIVAL * surest[one.code]]


def _why(one: Detection, plane: Plane, pieces: Pieces) -> str:
    """Why a detection was refused: its size, its shape, or that the same code was read more surely elsewhere."""
    corners = plane.table_from_image(one.corners_px)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    side, right = float(sides.mean()), QR_SQUARE_MM if one.source == "qr" else pieces.square_of(one.code)
    if abs(np.log(side / right)) > 2 * MISFIT:
        return f"{side:.0f} mm wide, not {right:.0f}"
    return "no square" if np.ptp(sides) > 2 * MISFIT * side else "read elsewhere, surer"


def _look(kept: Iterable[Detection], plane: Plane) -> Look:
    width, height = plane.size_px
    corners_px = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    view = tuple((float(x), float(y)) for x, y in plane.table_from_image(corners_px))
    return Look(tuple(_sighting(one, plane) for one in kept), plane.mm_per_px, view)


def _sighting(one: Detection, plane: Plane) -> Sighting:
    corners = plane.table_from_image(one.corners_px)
    x, y = (float(value) for value in corners.mean(0))
    right, down = corners[1] - corners[0] + corners[2] - corners[3], corners[3] - corners[0] + corners[2] - corners[1]
    heading = float(np.degrees(np.arctan2(right[1] - down[0], right[0] + down[1])))
    return Sighting(one.code, x, y, heading, one.margin)
