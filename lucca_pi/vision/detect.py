"""
Markers in a picture: outlines with four corners, and by likeness the marker, if any, that each of them is.

Outlines are of dark shapes on lighter ground, such as a marker's black square in its white margin. A large picture is
reduced to half first: a quarter of the work and half of the noise. Specks (a wooden table has a hundred thousand) are
wiped out before anything is traced, so no picture takes much longer. Larger shapes, up to the whole picture's size, are
sought in it reduced further: a sixteenth of that work, and a sixteenth of that.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.language import _
from lucca_pi.table.pieces import Source
from lucca_pi.vision.align import aligned, certain_readings, resemblance
from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.decoder import BLANK, GAP, Decoded, Pyramid, decode, grown
from lucca_pi.vision.picture import Grey, Quads

_LARGE_PICTURE_PX = 4_000_000
"""Pixels above which a picture is reduced to half; smaller ones show smaller markers, in no more time."""
_SMALLEST_PX = 7.5
"""Smallest square that is looked for after that: in a large picture the black of a sticker of 19 px."""
_THRESHOLDS = ((3, 1, 96), (7, 3, 352))
"""
Limits of dark shapes, in two passes: the window in pixels, grey values by which a pixel is darker than its mean, and
the widest shape of the pass in the whole picture.

The small window parts a marker from things that blur and reflections run into it, the large one overlooks noise. A
narrow window is for small shapes, as noise makes webs of larger ones, slow to trace.
"""
_LARGER = 2
"""Halvings of the picture for larger shapes, and again for still larger ones."""
_CONTRAST = 16
"""Least contrast within `_NEARBY_PX` of anything dark: noise in the reduced picture seldom reaches it."""
_NEARBY_PX = 9
_EDGE_PX = 0.4
"""Distance of a contour within its shape's edge: it runs through the outermost dark pixels."""
MANY = 1000
"""Number of shapes from which drawing them all at once is faster than one by one."""
_SLENDEREST = 2.2
"""Largest ratio of length to width of a marker's shape, and between the sides of its quad."""
_CORNER = 0.085
"""Most distance of four corners from a shape's hull, as a part of its length: blur makes corners round."""
_PROMISING = 0.6
"""Least likeness of a quad whose corners are refined. Quads that became certain had 0.71 and more."""
_ALIKE = 1.5
"""Largest factor in size between quads of one shape, traced at several thresholds."""
_CERTAIN = 1.01
"""
Least sum of a marker's lead and of its resemblance to the print, by slopes: one makes up for the other.

Other families' markers have six or eight modules along a side, not seven: of 27000 pictures of markers of six other
families, much blurred, some 30 have that much. About 1 in 100 of ours has less on a hard evening.
"""
_CLEAR_LEAD = 0.10
"""Lead, beyond the least, of a well printed marker over the next: its margin is 1."""
MIRRORED = _("The picture is mirrored: switch that off in the camera.")
Window = tuple[int, int, int, int]
"""A part of the picture: its top, bottom, left and right, the second and fourth just outside."""


def outlines(picture: Pyramid, large: bool | None = None) -> Quads:
    """
    The corners of outlines that may be markers, shape (n, 4, 2), clockwise; some may be there repeatedly.

    `large`: True to treat it as a large picture, for a part of one; by default its own size decides.
    """
    grey = picture[0]
    level = int(is_large(grey) if large is None else large)
    passes = [_Pass(level, *threshold) for threshold in _THRESHOLDS]
    while passes[-1].widest_px < max(grey.shape):
        passes.append(passes[-1].for_larger())
    wide_enough = [one for one in passes if min(grey.shape) >> one.level >= _SMALLEST_PX]
    at_levels = groupby(wide_enough, key=lambda one: one.level)
    found = [_traced(picture[at], [*some]) for at, some in at_levels]
    return np.concatenate([np.empty((0, 4, 2), np.float32), *found])


@dataclass(frozen=True, slots=True)
class _Pass:
    """
    A search for dark shapes in the picture halved `level` times.

    `window_px`, `darker`: limits of darkness there. `widest_px`, `narrowest_px`: of shapes in the whole picture.
    """

    level: int
    window_px: int
    darker: int
    widest_px: int
    narrowest_px: float = 0.0

    def for_larger(self) -> "_Pass":
        """The pass for shapes that are too large for this one."""
        narrowest_px = self.widest_px / _SLENDEREST
        return _Pass(self.level + _LARGER, self.window_px, self.darker, self.widest_px << _LARGER, narrowest_px)


def is_large(grey: Grey) -> bool:
    """True if the picture is reduced before markers are looked for."""
    return grey.size > _LARGE_PICTURE_PX


def _traced(picture: Grey, passes: Sequence[_Pass]) -> Quads:
    """The quads that passes of one level find, in pixels of the whole picture; `picture` is halved as they say."""
    lively, scale = _lively(picture), 1 << passes[0].level
    found = np.array([quad for one in passes for quad in _quads(_shapes(picture, lively, one))], np.float32)
    quads = found.reshape(-1, 4, 2)
    return grown(quads[~_slender(quads)], _EDGE_PX) * scale + (scale - 1) / 2


def _slender(quads: Quads) -> NDArray[np.bool_]:
    """True for quads too slender for a marker, such as two checks of a cloth that touch at a corner; shape (n,)."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    return np.asarray(sides.max(1) > _SLENDEREST * sides.min(1))


def _lively(picture: Grey) -> Grey:
    """The mask of contrast: 1 for pixels with contrast nearby, else 0."""
    nearby = np.ones((_NEARBY_PX, _NEARBY_PX), np.uint8)
    range_ = cv2.subtract(cv2.dilate(picture, nearby), cv2.erode(picture, nearby))
    return np.asarray(cv2.threshold(range_, _CONTRAST - 1, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _shapes(picture: Grey, lively: Grey, one: _Pass) -> Grey:
    """Dark shapes, 1 on 0, that are neither too small, too large nor too long for a marker."""
    narrowest_px = max(_SMALLEST_PX, one.narrowest_px / (1 << one.level))
    widest_px = min(one.widest_px >> one.level, *picture.shape)
    dark = cv2.adaptiveThreshold(
        picture, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, one.window_px, one.darker
    )
    _, labels, boxes, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        cv2.bitwise_and(dark, lively), 8, cv2.CV_32S, cv2.CCL_GRANA
    )
    width, height = boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT]
    short, long = np.minimum(width, height), np.maximum(width, height)
    fits = (short >= narrowest_px) & (long <= widest_px) & (long <= _SLENDEREST * short)
    fits[0] = False
    if fits.sum() > MANY:
        return np.asarray(fits.astype(np.uint8).take(np.asarray(labels, np.int32), mode="clip"))
    return _few(np.flatnonzero(fits), np.asarray(labels, np.int32), np.asarray(boxes, np.int32))


def _few(numbers: NDArray[np.intp], labels: NDArray[np.int32], boxes: NDArray[np.int32]) -> Grey:
    """The shapes of these numbers, 1 on 0, each drawn within its box."""
    shapes = np.zeros(labels.shape, np.uint8)
    for number, (left, top, width, height, _area) in zip(numbers.tolist(), boxes[numbers].tolist(), strict=True):
        box = slice(top, top + height), slice(left, left + width)
        np.copyto(shapes[box], 1, where=labels[box] == number)
    return shapes


def _quads(shapes: Grey) -> Iterator[NDArray[np.int32]]:
    """The four corners of each shape's hull, if it has four: a spot on a marker's border opens its outline."""
    contours, tree = cv2.findContours(shapes, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for contour, (*_others, around) in zip(contours, () if tree is None else tree[0], strict=True):
        if around < 0:
            hull = cv2.convexHull(contour)
            corners = cv2.approxPolyDP(hull, _CORNER * cv2.arcLength(hull, True), True)
            if len(corners) == 4:
                yield np.asarray(corners[:, 0])


@dataclass(frozen=True, slots=True)
class Detection:
    """
    A piece in the picture, by its code.

    `corners_px`: of its code's black square, or of the face it was recognised by, shape (4, 2), clockwise from its own
    top left. `margin`: 0, barely recognised, to 1, as printed. `source`: code or face.
    """

    code: int
    corners_px: NDArray[np.float32]
    margin: float
    source: Source = "marker"


@dataclass(frozen=True, slots=True)
class Detections:
    """The detected pieces, and the quads (n, 4, 2) that turned out to be no marker."""

    read: tuple[Detection, ...]
    rejected_px: Quads


def detect(grey: Grey, codes: Collection[int], markers: Markers = OURS, large: bool | None = None) -> Detections:
    """
    The markers of `codes` in the picture; one may be read at several places.

    `large`: see `outlines`.
    """
    picture = Pyramid(grey)
    quads = outlines(picture, large)
    read, sure = _read(picture, quads, markers)
    read = read.only(sure & np.isin(read.code, list(codes)))
    read = read.only(_likeliest(read, _upon(read.corners_px, read.corners_px)))
    rejected = quads[~_upon(quads, read.corners_px).any(1)]
    return Detections(tuple(detections(certain_readings(picture, read, markers))), rejected)


def flipped(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture, in grey or in colour, with left and right swapped, to read a mirrored one."""
    return np.asarray(cv2.flip(picture, 1), np.uint8)


def _read(picture: Pyramid, quads: Quads, markers: Markers) -> tuple[Decoded, NDArray[np.bool_]]:
    """The promising quads, one for each place, as `exact` has them."""
    rough = decode(picture[0], quads, markers)
    rough = rough.only((rough.likeness >= _PROMISING) & (rough.code != BLANK))
    return exact(picture, rough.only(_likeliest(rough, _alike(rough.corners_px))), markers)


def exact(picture: Pyramid, rough: Decoded, markers: Markers = OURS) -> tuple[Decoded, NDArray[np.bool_]]:
    """Readings with exact corners, or as they were if likelier so, doubtful ones as faded; and which are certain."""
    read = decode(picture[0], aligned(picture, rough, markers), markers).unless(rough, by=0.02)
    sure = is_certain(picture, read, markers)
    doubtful = np.flatnonzero(~sure)
    faded = decode(picture[0], read.corners_px[doubtful], markers, faded=True)
    sure[doubtful] = is_certain(picture, faded, markers)
    return read.replaced(doubtful, faded), sure


def is_certain(picture: Pyramid, read: Decoded, markers: Markers = OURS) -> NDArray[np.bool_]:
    """True for readings that are certainly their marker, shape (n,)."""
    sure = read.sure
    likely = read.only(sure)
    sure[sure] = likely.lead + resemblance(picture, likely, markers) >= _CERTAIN
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
    """True for quads of about one size at one place, shape (n, n)."""
    radii = _radii(quads)
    larger = np.maximum(radii[:, None], radii) / np.minimum(radii[:, None], radii)
    return np.asarray((larger < _ALIKE) & _upon(quads, quads))


def _upon(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """True for each quad whose middle is within another quad, shape (quads, others)."""
    (x, y), (other_x, other_y) = quads.mean(1).T, others.mean(1).T
    return np.asarray((x[:, None] - other_x) ** 2 + (y[:, None] - other_y) ** 2 < _radii(others) ** 2)


def _radii(quads: Quads) -> NDArray[np.float32]:
    return np.asarray(np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1) / 2)


def surest_at_each_place(read: Sequence[Detection]) -> tuple[Detection, ...]:
    """The surest of overlapping detections."""
    corners = np.array([one.corners_px for one in read], np.float32).reshape(-1, 4, 2)
    places = _first_of_each(np.array([-one.margin for one in read]), _upon(corners, corners))
    return tuple(read[place] for place in places)


def detections(read: Decoded) -> Iterator[Detection]:
    """The readings as detections."""
    for code, corners_px, lead in zip(read.code.tolist(), read.corners_px, read.lead.tolist(), strict=True):
        yield Detection(code, corners_px, min(1.0, (lead - GAP) / _CLEAR_LEAD))


def in_window(grey: Grey, codes: Collection[int], window: Window, *, large: bool) -> Detections:
    """The markers of `codes` in that part, in pixels of the whole picture; `large`: see `outlines`."""
    top, bottom, left, right = window
    found = detect(np.ascontiguousarray(grey[top:bottom, left:right]), codes, large=large)
    shift = np.array([left, top], np.float32)
    read = tuple(replace(one, corners_px=one.corners_px + shift) for one in found.read)
    return Detections(read, found.rejected_px + shift)


def holds(window: Window, quad: NDArray[np.float32]) -> bool:
    """True if the quad's middle is in that part."""
    x, y = quad.mean(0)
    top, bottom, left, right = window
    return bool(top <= y < bottom and left <= x < right)
