"""Finds the markers in a picture: of all that has four corners, likeness tells which marker it is, if any."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.align import aligned
from lucca_pi.vision.decoder import BLANK, GAP, Decoded, Quads, decode, grown
from lucca_pi.vision.outlines import outlines
from lucca_pi.vision.picture import Grey

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
    quads = outlines(grey)
    read = _read(grey, quads)
    read = read.only(read.sure & np.isin(read.code, list(codes)))
    read = read.only(_likeliest(read))
    return Detections(tuple(_detections(read)), quads[~_upon(quads, read.corners_px)])


def _read(grey: Grey, quads: Quads) -> Decoded:
    """The promising quads with their exact corners; where a marker cannot be laid over the picture, as they were."""
    rough = decode(grey, quads)
    for grow_px in GROWN_PX:
        rough = rough.unless(decode(grey, grown(quads, grow_px)), by=0.0)
    rough = rough.only((rough.likeness >= PROMISING) & (rough.code != BLANK))
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
