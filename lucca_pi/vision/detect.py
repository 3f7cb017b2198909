"""Markers in a picture: likeness tells which marker, if any, an outline with four corners is."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.language import _
from lucca_pi.table.pieces import Source
from lucca_pi.vision.align import aligned, resemblance, settled
from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.decoder import BLANK, GAP, Decoded, Quads, decode
from lucca_pi.vision.outlines import outlines
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.pyramid import Pyramid

PROMISING = 0.6
"""Least likeness of a quad whose corners are worth refining. Of those that then were certain it had been 0.71."""
ALIKE = 1.5
"""Quads of one shape, traced at several thresholds, differ less than by this factor."""
CERTAIN = 1.01
"""
Least sum of a marker's lead and of its resemblance to the print, by slopes: one makes up for the other.

The black of other families' markers is parted in six or eight, not in seven: of 27000 pictures of markers
of six other families, much blurred, some 30 have that much. Of ours about 1 in 100 has less on a hard evening.
"""
CLEAR_LEAD = 0.10
"""How far, beyond the least, the likeness to a well printed marker leads the next."""

MIRRORED = _("The picture is mirrored: switch that off in the camera.")


@dataclass(frozen=True, slots=True)
class Detection:
    """
    A piece in the picture, by its code.

    `corners_px`: of what it was recognised by, shape (4, 2), clockwise from its own top left: of a code its black
    square. `margin`: 0 barely known to 1 as printed. `source`: what it was recognised by.
    """

    code: int
    corners_px: NDArray[np.float32]
    margin: float
    source: Source = "marker"


@dataclass(frozen=True, slots=True)
class Detections:
    """What was read, and the quads (n, 4, 2) that were looked at and are no marker."""

    read: tuple[Detection, ...]
    rejected_px: Quads


def detect(grey: Grey, codes: Collection[int], markers: Markers = OURS, large: bool | None = None) -> Detections:
    """
    Those of `codes` among the markers that are in the picture; one may be read at several places.

    `large`: see `outlines`.
    """
    picture = Pyramid(grey)
    quads = outlines(picture, large)
    read, sure = _read(picture, quads, markers)
    read = read.only(sure & np.isin(read.code, list(codes)))
    read = read.only(_likeliest(read, _upon(read.corners_px, read.corners_px)))
    rejected = quads[~_upon(quads, read.corners_px).any(1)]
    return Detections(tuple(detections(settled(picture, read, markers))), rejected)


def flipped(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture, in grey or in colour, with left and right swapped: markers in a mirrored one are read in it."""
    return np.asarray(cv2.flip(picture, 1), np.uint8)


def _read(picture: Pyramid, quads: Quads, markers: Markers) -> tuple[Decoded, NDArray[np.bool_]]:
    """The promising quads, of several at one place one, as `exact` has them."""
    rough = decode(picture[0], quads, markers)
    rough = rough.only((rough.likeness >= PROMISING) & (rough.code != BLANK))
    return exact(picture, rough.only(_likeliest(rough, _alike(rough.corners_px))), markers)


def exact(picture: Pyramid, rough: Decoded, markers: Markers = OURS) -> tuple[Decoded, NDArray[np.bool_]]:
    """
    The readings with their exact corners, or as they were where they are likelier so; what is doubtful, as faded.

    And which of them are certain then.
    """
    read = decode(picture[0], aligned(picture, rough, markers), markers).unless(rough, by=0.02)
    sure = certain(picture, read, markers)
    doubtful = np.flatnonzero(~sure)
    faded = decode(picture[0], read.corners_px[doubtful], markers, faded=True)
    sure[doubtful] = certain(picture, faded, markers)
    return read.replaced(doubtful, faded), sure


def certain(picture: Pyramid, read: Decoded, markers: Markers = OURS) -> NDArray[np.bool_]:
    """Which of the readings are certainly their marker, shape (n,)."""
    sure = read.sure
    likely = read.only(sure)
    sure[sure] = likely.lead + resemblance(picture, likely, markers) >= CERTAIN
    return sure


def _likeliest(read: Decoded, same: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Indices of the likeliest among readings that are the `same`, shape (n, n)."""
    return _first_of_each(-read.likeness, same)


def _first_of_each(order: NDArray[np.floating[Any]], same: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Indices of the first, by `order`, among those that are the `same`, shape (n, n)."""
    kept: list[int] = []
    free = np.ones(len(same), bool)
    for i in np.argsort(order).tolist():
        if free[i]:
            kept.append(i)
            free &= ~same[:, i]
    return np.array(kept, np.intp)


def _alike(quads: Quads) -> NDArray[np.bool_]:
    """Which quads are about as large as each other and at one place, shape (n, n)."""
    radii = _radii(quads)
    larger = np.maximum(radii[:, None], radii) / np.minimum(radii[:, None], radii)
    return np.asarray((larger < ALIKE) & _upon(quads, quads))


def _upon(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Whether each quad's middle lies within each of the others, shape (quads, others)."""
    (x, y), (other_x, other_y) = quads.mean(1).T, others.mean(1).T
    return np.asarray((x[:, None] - other_x) ** 2 + (y[:, None] - other_y) ** 2 < _radii(others) ** 2)


def _radii(quads: Quads) -> NDArray[np.float32]:
    return np.asarray(np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1) / 2)


def surest_at_each_place(read: Sequence[Detection]) -> tuple[Detection, ...]:
    """The surest of detections that lie upon each other."""
    corners = np.array([one.corners_px for one in read], np.float32).reshape(-1, 4, 2)
    places = _first_of_each(np.array([-one.margin for one in read]), _upon(corners, corners))
    return tuple(read[place] for place in places)


def detections(read: Decoded) -> Iterator[Detection]:
    """The readings as they are handed on."""
    for code, corners_px, lead in zip(read.code.tolist(), read.corners_px, read.lead.tolist(), strict=True):
        yield Detection(code, corners_px, min(1.0, (lead - GAP) / CLEAR_LEAD))
