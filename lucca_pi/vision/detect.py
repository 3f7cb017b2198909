"""
Markers in a picture: outlines with four corners, and by likeness the marker, if any, that each of them is.

Outlines are of dark shapes on lighter ground, such as a marker's black square in its white margin. They are traced only
where markers may lie (`places.py`): elsewhere a wooden table has a hundred thousand specks. A large picture is reduced
to half first: a quarter of the work and half of the noise. Larger shapes, up to the whole picture's size, are sought in
it reduced further. Where light is weak, stickers are also looked for by the shape of those that were read.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.language import _
from lucca_pi.table.pieces import Source
from lucca_pi.vision.align import aligned, certain_readings, resemblance
from lucca_pi.vision.codes import OURS, Markers
from lucca_pi.vision.decoder import BLANK, GAP, Decoded, Pyramid, decode, glanced, grown, reduced
from lucca_pi.vision.picture import Grey, Quads
from lucca_pi.vision.places import FEWEST, Atlas, Places, Squares

_LARGE_PICTURE_PX = 4_000_000
"""Pixels above which a picture is reduced to half; smaller ones show smaller markers, in no more time."""
_SMALLEST_PX = 6.0
"""Smallest square that is looked for after that: in a large picture the black of a sticker of 19 px."""
_THRESHOLDS = ((3, 1), (7, 3))
"""
Limits of dark shapes: the window in pixels, and grey values by which a pixel is darker than its mean.

The small window parts a marker from things that blur and reflections run into it, the large one overlooks noise.
"""
_WIDEST_PX = 40.0
"""Widest shape that is looked for at one size of the picture; wider ones are in it reduced further."""
_LARGER = 1
"""
Halvings of the picture for larger shapes, and again for still larger ones.

With 2, on sheets where words stand close to the stickers, and in some photographs from the hand, 1 or 2 of 100 are
traced at none of the sizes; on tables from above all were.
"""
_EVEN, _UNEVEN = 14, 0.4
"""Least range of grey values inside a marker, in grey values and as a share of its contrast to its surroundings."""
_SPREAD = np.linspace(-0.3, 0.3, 5)
_INSIDE = np.array([(x, y) for y in _SPREAD for x in _SPREAD if np.hypot(x, y) <= 0.34], np.float32)
"""Points inside a square however it is turned, from its middle, in widths of its box."""
_ANGLES = np.arange(8) * np.pi / 4
_OUTSIDE = 0.62 * np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 1).astype(np.float32)
"""Points around a square."""
_CONTRAST = 16
"""Least contrast within `_NEARBY` of anything dark: noise in the reduced picture seldom reaches it."""
_NEARBY = np.ones((9, 9), np.uint8)
_EDGE_PX = 0.4
"""Distance of a contour within its shape's edge: it runs through the outermost dark pixels."""
MANY = 1000
"""Number of shapes from which drawing them all at once is faster than one by one."""
_SLENDEREST = 2.2
"""Largest ratio of length to width of a marker's shape, and between the sides of its quad."""
_CORNER = 0.085
"""Most distance of four corners from a shape's hull, as a part of its length: blur makes corners round."""
_PROMISING = 0.64
"""Least likeness, at a glance, of a quad whose corners are refined."""
_LARGE_PX, _REACH = 64.0, 0.09
"""Side of a large marker, and distance within which its corners are looked for, in sides: more than half a module."""
_ENOUGH = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 10, 0.02)
"""Most rounds of that, and the move of a corner, in pixels, after which no other is made."""
_WORTH = 0.6
"""Least likeness of a doubtful reading that is tried in other ways."""
_DIM = 60.0
"""Contrast of weak stickers' borders, grey values, below which stickers are looked for by their shape as well."""
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


def outlines(places: Places, first: int, larger: int) -> Quads:
    """
    The corners of outlines that may be markers, shape (n, 4, 2), clockwise; some may be there repeatedly.

    `first`: halvings of the picture in which the smallest are looked for; `larger`: further ones for larger shapes.
    """
    found, level = [np.empty((0, 4, 2), np.float32)], first
    while min(places.picture[level].shape) >= 2 * _SMALLEST_PX:
        here = 2 * places.boxes(level + 1, _SMALLEST_PX / 2)
        if len(here):
            atlas = Atlas.of(places.picture[level], here)
            corners = atlas.in_picture(_traced(atlas.picture))
            found.append(reduced(corners, -level))
        level += larger
    return np.concatenate(found)


def is_large(grey: Grey) -> bool:
    """True if the picture is reduced before markers are looked for."""
    return grey.size > _LARGE_PICTURE_PX


def _dark(picture: Grey) -> Iterator[Grey]:
    """The pixels that are darker than others nearby, 1 on 0, by each of the thresholds."""
    range_ = cv2.subtract(cv2.dilate(picture, _NEARBY), cv2.erode(picture, _NEARBY))
    lively = cv2.threshold(range_, _CONTRAST - 1, 1, cv2.THRESH_BINARY)[1]
    for window, darker in _THRESHOLDS:
        dark = cv2.adaptiveThreshold(picture, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, darker)
        yield np.asarray(cv2.bitwise_and(dark, lively), np.uint8)


def _traced(picture: Grey) -> Quads:
    """The corners of dark shapes neither too small, too large nor too long for a marker, nor even inside."""
    quads: list[NDArray[np.int32]] = []
    for dark in _dark(picture):
        found = cv2.connectedComponentsWithStatsWithAlgorithm(dark, 8, cv2.CV_32S, cv2.CCL_GRANA)
        labels, boxes = np.asarray(found[1], np.int32), np.asarray(found[2], np.int32)
        short, long = boxes[:, 2:4].min(1), boxes[:, 2:4].max(1)
        fits = (short >= _SMALLEST_PX) & (long <= _WIDEST_PX) & (long <= _SLENDEREST * short)
        fits[0] = False
        fits[fits] = _is_uneven(picture, boxes[fits])
        if fits.sum() > MANY:
            quads += _quads(fits.astype(np.uint8).take(labels, mode="clip"))
        else:
            quads += _quads(_few(np.flatnonzero(fits), labels, boxes))
    corners = np.array(quads, np.float32).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    slender = sides.max(1) > _SLENDEREST * sides.min(1)  # such as two checks of a cloth that touch at a corner
    return grown(corners[~slender], _EDGE_PX)


def _is_uneven(picture: Grey, boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """True for shapes whose inside is not even, as a check of a cloth is, shape (n,)."""
    inside = _at(picture, boxes, _INSIDE)
    darkest = inside.min(1).astype(int)
    contrast = np.median(_at(picture, boxes, _OUTSIDE), axis=1) - darkest
    return np.asarray(inside.max(1) - darkest >= np.maximum(_EVEN, _UNEVEN * contrast))


def _at(picture: Grey, boxes: NDArray[np.int32], points: NDArray[np.float32]) -> Grey:
    """The picture at points around the middle of each box, in its widths, shape (boxes, points)."""
    middles = boxes[:, None, :2] + (boxes[:, None, 2:4] - 1) / 2
    x, y = np.rint(middles + boxes[:, None, 2:4] * points).astype(np.intp).transpose(2, 0, 1)
    return np.asarray(picture[y.clip(0, picture.shape[0] - 1), x.clip(0, picture.shape[1] - 1)], np.uint8)


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


@dataclass(frozen=True, slots=True)
class Unchanged:
    """What the look before shows as well: markers; and the mask, of any size, not 0 where others are looked for."""

    read: Sequence[Detection] = ()
    within: Grey | None = None


def detect(grey: Grey, codes: Collection[int], markers: Markers = OURS, large: bool | None = None) -> Detections:
    """
    The markers of `codes` in the picture; one may be read at several places.

    `large`: True to treat it as a large picture, for a part of one; by default its own size decides.
    """
    return detect_in(Pyramid(grey), codes, is_large(grey) if large is None else large, markers)


def detect_in(
    picture: Pyramid,
    codes: Collection[int],
    large: bool,
    markers: Markers = OURS,
    unchanged: Unchanged = Unchanged(),
    *,
    larger: int = _LARGER,
) -> Detections:
    """As `detect`; the markers besides those `unchanged`. `larger`: halvings of the picture for larger ones."""
    places = Places(picture, unchanged.within)
    quads = outlines(places, int(large), larger)
    read = _read(picture, quads, markers)
    stickers = np.concatenate([read.corners_px, *(one.corners_px[None] for one in unchanged.read)])
    if len(stickers) >= FEWEST:
        squares = Squares.like(places, stickers)
        if squares.contrast < _DIM:
            more = squares.elsewhere(stickers.mean(1))
            quads, read = np.concatenate([quads, more]), read.joined(_read(picture, more, markers))
    read = read.only(np.isin(read.code, list(codes)))
    read = read.only(_first_of_each(-read.likeness, _upon(read.corners_px, read.corners_px)))
    rejected = quads[~_upon(quads, read.corners_px).any(1)]
    return Detections(tuple(detections(certain_readings(picture, read, markers))), rejected)


def flipped(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture, in grey or in colour, with left and right swapped, to read a mirrored one."""
    return np.asarray(cv2.flip(picture, 1), np.uint8)


def _read(picture: Pyramid, quads: Quads, markers: Markers) -> Decoded:
    """The certain readings of quads, one for each place, with exact corners."""
    rough = glanced(picture, quads, markers)
    rough = rough.only((rough.likeness >= _PROMISING) & (rough.code != BLANK))
    rough = rough.only(_first_of_each(-rough.likeness, _alike(rough.corners_px)))
    rough = replace(rough, corners_px=_sharper(picture, rough.corners_px))
    read = decode(picture[0], aligned(picture, rough, markers), markers)
    sure = is_certain(picture, read, markers)
    unsure = np.flatnonzero(~sure & (read.likeness >= _WORTH))
    again = read.only(unsure).unless(decode(picture[0], rough.corners_px[unsure], markers), by=0.02)
    faded = decode(picture[0], again.corners_px, markers, faded=True)
    now = is_certain(picture, faded, markers)
    again = again.replaced(np.flatnonzero(now), faded.only(now))
    sure[unsure] = now | is_certain(picture, again, markers)
    return read.replaced(unsure, again).only(sure)


def _sharper(picture: Pyramid, quads: Quads) -> Quads:
    """The quads, large ones, which were found in a much reduced picture, with the corners of a larger one."""
    sides = np.linalg.norm(quads[:, :2] - quads[:, 2:], axis=2).min(1) / np.sqrt(2)
    for index in np.flatnonzero(sides > _LARGE_PX).tolist():
        level = int(np.log2(sides[index] / _LARGE_PX))
        within = np.array(picture[level].shape[::-1]) - 1  # of a part of a picture a large shape may stick out
        corners = np.ascontiguousarray(reduced(quads[index], level).clip(0, within), np.float32)
        reach = round(_REACH * float(sides[index]) * 0.5**level)
        cv2.cornerSubPix(picture[level], corners, (reach, reach), (-1, -1), _ENOUGH)
        quads[index] = reduced(corners, -level)
    return quads


def is_certain(picture: Pyramid, read: Decoded, markers: Markers = OURS) -> NDArray[np.bool_]:
    """True for readings that are certainly their marker, shape (n,)."""
    sure = read.sure
    likely = read.only(sure)
    sure[sure] = likely.lead + resemblance(picture, likely, markers) >= _CERTAIN
    return sure


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
