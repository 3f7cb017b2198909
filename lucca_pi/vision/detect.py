"""Finds the markers in a picture: OpenCV's reader first, then a closer look at what it left."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.align import aligned
from lucca_pi.vision.codes import MODULES, dictionary
from lucca_pi.vision.decoder import GAP, Decoded, Quads, decode, resized
from lucca_pi.vision.picture import Grey

SMALLEST_STICKER_PX = 25.0
"""The smallest sticker that is looked for, with its white margin."""
LARGEST_SQUARE_PX = 400.0
"""The largest black square in pixels: a quarter's code in a picture of 16 megapixels of a small table."""

SQUARE = MODULES / (MODULES + 2)
"""A marker's black square as a part of its sticker."""
HALO = 0.6
"""The same of the dark halo that the adaptive threshold draws around a small white sticker."""
PROMISING = 0.65
"""Least likeness of a quad whose corners are worth refining."""
TRIES = ((1, 0), (1, 0.7), (1, 1.4), (SQUARE, 0), (SQUARE, -0.5), (HALO, 0))
"""How a quad is tried: scaled, then grown by pixels."""
CLEAR_LEAD = 0.10
"""By so much more than the least the likeness to a well printed marker leads the next."""

Source = Literal["opencv", "likeness", "qr"]


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
    source: Source = "opencv"


@dataclass(frozen=True, slots=True)
class Detections:
    """What was read, and the quads (n, 4, 2) that were looked at and are no marker."""

    read: tuple[Detection, ...]
    rejected_px: Quads


def detect(grey: Grey, codes: Collection[int]) -> Detections:
    """The markers of `codes` in the picture; one code may be read at several places."""
    corners, ids, rejected = _reader(max(grey.shape)).detectMarkers(grey)
    quads, others = _quads(corners), _quads(rejected)
    numbers = np.array([] if ids is None else np.ravel(ids), int)
    first = _confirmed(_aligned(grey, decode(grey, quads)), numbers, codes)
    second = _read_closely(grey, _candidates(np.concatenate([others, quads]), first), codes)
    return Detections((*first, *second), others)


def _reader(longer_px: int) -> cv2.aruco.ArucoDetector:
    """
    OpenCV's reader, tuned for markers of about 20 px.

    The least perimeter counts a contour's points, of which a square at 45 degrees has only 0.71 of its perimeter:
    hence 0.4 of a sticker's.
    """
    tuned = cv2.aruco.DetectorParameters()
    tuned.minMarkerPerimeterRate = 4 * 0.40 * SMALLEST_STICKER_PX / longer_px
    tuned.adaptiveThreshWinSizeMin, tuned.adaptiveThreshWinSizeMax, tuned.adaptiveThreshWinSizeStep = 5, 21, 8
    tuned.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    tuned.perspectiveRemovePixelPerCell = 6
    tuned.polygonalApproxAccuracyRate = 0.05
    tuned.minDistanceToBorder = 1
    tuned.errorCorrectionRate = 0.6
    return cv2.aruco.ArucoDetector(dictionary(), tuned)


def _quads(corners: Sequence[cv2.typing.MatLike]) -> Quads:
    return np.array(corners, np.float32).reshape(-1, 4, 2)


def _aligned(grey: Grey, read: Decoded) -> Decoded:
    """The readings with their exact corners; where a marker cannot be laid over the picture, as they were."""
    return decode(grey, aligned(grey, read)).unless(read, by=0.02)


def _confirmed(read: Decoded, numbers: NDArray[np.int_], codes: Collection[int]) -> list[Detection]:
    """What OpenCV read and the likeness agrees with: alone it takes a few specks of wood for a marker."""
    agreed = read.sure & (read.code == numbers) & np.isin(read.code, list(codes))
    return [_detection(read, i, "opencv") for i in np.flatnonzero(agreed).tolist()]


def _read_closely(grey: Grey, quads: Quads, codes: Collection[int]) -> list[Detection]:
    """
    Quads without a sure reading, each tried a little larger too, as the sticker's outline and as its halo.

    Its corners may be a pixel off, which costs it a module; and where the sticker's white margin stands out from the
    card it takes the outline alone.
    """
    tries = np.stack([resized(quads, factor, grow_px) for factor, grow_px in TRIES])
    rough = decode(grey, tries.reshape(-1, 4, 2))
    rough = rough.only(rough.likeness >= PROMISING)
    return list(_surest(_aligned(grey, rough), codes))


def _surest(read: Decoded, codes: Collection[int]) -> Iterator[Detection]:
    """Of sure readings upon each other the likeliest."""
    taken: list[NDArray[np.float32]] = []
    for i in np.argsort(-read.likeness).tolist():
        corners = read.corners_px[i]
        if read.sure[i] and read.code[i] in codes and not _upon(corners, taken):
            taken.append(corners)
            yield _detection(read, i, "likeness")


def _candidates(quads: Quads, found: Sequence[Detection]) -> Quads:
    """The quads that are about square, of a marker's size, and not upon one that is read."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    fits = (sides.min(1) >= SMALLEST_STICKER_PX * SQUARE / 2) & (sides.max(1) <= LARGEST_SQUARE_PX)
    fits &= sides.max(1) <= 2 * sides.min(1)
    taken = [one.corners_px for one in found]
    return _quads([quad for quad in quads[fits] if not _upon(quad, taken)])


def _upon(quad: NDArray[np.float32], others: Iterable[NDArray[np.float32]]) -> bool:
    """Whether the quad's middle lies within one of the others."""
    x, y = quad.mean(0).tolist()
    return any(cv2.pointPolygonTest(other, (x, y), False) >= 0 for other in others)


def _detection(read: Decoded, index: int, source: Source) -> Detection:
    margin = min(1.0, float(read.lead[index] - GAP) / CLEAR_LEAD)
    return Detection(int(read.code[index]), read.corners_px[index], margin, source)
