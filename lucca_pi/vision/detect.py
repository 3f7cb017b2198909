"""Finds the markers in a picture: OpenCV finds what has four corners, likeness tells which marker it is, if any."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.align import aligned
from lucca_pi.vision.codes import MODULES, dictionary
from lucca_pi.vision.decoder import GAP, Decoded, Quads, decode, grown
from lucca_pi.vision.picture import Grey

SMALLEST_STICKER_PX = 25.0
"""The smallest sticker that is looked for, with its white margin."""
LARGEST_SQUARE_PX = 400.0
"""The largest black square in pixels: a quarter's code in a picture of 16 megapixels of a small table."""

SQUARE = MODULES / (MODULES + 2)
"""A marker's black square as a part of its sticker."""
PROMISING = 0.65
"""Least likeness of a quad whose corners are worth refining."""
GROWN_PX = (0.7, 1.4)
"""By how much each side of a quad is moved outwards: its contour runs within the dark, and its corners are cut."""
CLEAR_LEAD = 0.10
"""By so much more than the least the likeness to a well printed marker leads the next."""

Source = Literal["marker", "qr"]


@dataclass(frozen=True, slots=True)
class Detection:
    """
    A code in the picture.

    `corners_px`: of its black square, shape (4, 2), clockwise from the code's own top left. `margin`: 0 barely known to
    1 as printed. `source`: what read it.
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


def detect(grey: Grey, codes: Collection[int]) -> Detections:
    """The markers of `codes` in the picture; one code may be read at several places."""
    quads = _outlines(grey)
    read = _read(grey, quads[_of_a_markers_size(quads)])
    read = read.only(read.sure & np.isin(read.code, list(codes)))
    read = read.only(_likeliest(read))
    return Detections(tuple(_detections(read)), quads[~_upon(quads, read.corners_px)])


def _outlines(grey: Grey) -> Quads:
    """
    Whatever has four corners, as OpenCV's reader sees it in the picture reduced to half: with half of the noise.

    What OpenCV takes for markers it finds at full size no better, and a few specks of wood with it; so its word does
    not count. A sticker's outline and its black square within are far enough from each other to be both returned.
    """
    if min(grey.shape) < SMALLEST_STICKER_PX:
        return _quads([])
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    corners, _, rejected = _reader(max(half.shape)).detectMarkers(half)
    return _quads([*corners, *rejected]) * 2 + 0.5


def _reader(longer_px: int) -> cv2.aruco.ArucoDetector:
    """
    OpenCV's reader, tuned for markers of about 10 px, whose corners blur makes round.

    The least perimeter counts a contour's points, of which a square at 45 degrees has only 0.71 of its perimeter:
    hence 0.4 of a sticker's.
    """
    tuned = cv2.aruco.DetectorParameters()
    tuned.minMarkerPerimeterRate = 4 * 0.40 * (SMALLEST_STICKER_PX / 2) / longer_px
    tuned.adaptiveThreshWinSizeMin, tuned.adaptiveThreshWinSizeMax, tuned.adaptiveThreshWinSizeStep = 5, 11, 6
    tuned.adaptiveThreshConstant = 4
    tuned.polygonalApproxAccuracyRate = 0.1
    tuned.minMarkerDistanceRate = 0.03
    tuned.minDistanceToBorder = 1
    tuned.perspectiveRemovePixelPerCell = 2
    tuned.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(dictionary(), tuned)


def _quads(corners: Sequence[cv2.typing.MatLike]) -> Quads:
    return np.array(corners, np.float32).reshape(-1, 4, 2)


def _of_a_markers_size(quads: Quads) -> NDArray[np.bool_]:
    """Which quads are about square and as large as a marker may be."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    fits = (sides.min(1) >= SMALLEST_STICKER_PX * SQUARE / 2) & (sides.max(1) <= LARGEST_SQUARE_PX)
    return np.asarray(fits & (sides.max(1) <= 2 * sides.min(1)))


def _read(grey: Grey, quads: Quads) -> Decoded:
    """The promising quads with their exact corners; where a marker cannot be laid over the picture, as they were."""
    rough = decode(grey, quads)
    for grow_px in GROWN_PX:
        rough = rough.unless(decode(grey, grown(quads, grow_px)), by=0.0)
    rough = rough.only(rough.likeness >= PROMISING)
    return decode(grey, aligned(grey, rough)).unless(rough, by=0.02)


def _likeliest(read: Decoded) -> NDArray[np.intp]:
    """Of readings upon each other the likeliest: their places among the readings."""
    kept: list[int] = []
    for i in np.argsort(-read.likeness).tolist():
        if not _upon(read.corners_px[[i]], read.corners_px[kept]).any():
            kept.append(i)
    return np.array(kept, np.intp)


def _upon(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which quads' middles lie within one of the others."""
    apart = np.linalg.norm(quads.mean(1)[:, None] - others.mean(1), axis=2)
    radii = np.linalg.norm(others[:, 0] - others[:, 2], axis=1) / 2
    return np.asarray((apart < radii).any(1))


def _detections(read: Decoded) -> Iterator[Detection]:
    for code, corners_px, lead in zip(read.code.tolist(), read.corners_px, read.lead.tolist(), strict=True):
        yield Detection(code, corners_px, min(1.0, (lead - GAP) / CLEAR_LEAD))
