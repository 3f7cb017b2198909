"""
The reader of pictures: frame > detections > sightings. Every picture goes once through `Reader.read`.

Between the two steps the caller, who knows the camera, chooses its lens by the detections: calibration and the doctor
take each step by itself.

A large picture is searched at half its size, which finds squares of 12 px or more. A camera that hangs over the table
shows none smaller; a phone held aslant does, at the table's far side: that part is then searched in full size.

In a later look at a table only the parts that have changed are searched.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import LEAST_STICKER_PX, Pieces
from lucca_pi.table.sighting import Look, NameCard
from lucca_pi.vision.decoder import Pyramid
from lucca_pi.vision.detect import (
    MIRRORED,
    Detections,
    Unchanged,
    detect,
    detect_in,
    flipped,
    is_large,
    surest_at_each_place,
)
from lucca_pi.vision.look import Inspected, MirroredError, NoAnchorError, NoPieceError, grid_around, located
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Lens, Plane, Points
from lucca_pi.vision.qr import detect_names, detect_qr
from lucca_pi.vision.stickers import blinded_px, marks, miscoloured, shades_in
from lucca_pi.vision.tokens import spots_in

if TYPE_CHECKING:
    from lucca_pi.vision.faces.following import Faces

_AROUND_MM = 250.0
"""Distance around the pieces read at first in which smaller ones may lie."""
_STEP_MM = 40.0
"""Distance of places at which the size of a sticker is computed."""
_ROOM_PX = 48
"""Margin for half a sticker, and for the distance between two places."""
Style = Literal["aruco", "qr", "auto"]
_Markers = Callable[[Grey, Collection[int]], Detections]
"""A detector of some codes' markers in a picture: `detect`, or `LaterLooks` for pictures that follow each other."""
LensBy = Callable[[Detections], Lens | None]
"""The camera's lens, if it is known, by the codes in a picture of it."""
_LARGER = 2
"""Halvings of a table's picture from above for larger markers, as in `detect_in`: all its stickers are of one size."""
_LEVEL = 2
"""Halvings of the pictures in which looks are compared."""
_TILE_PX = 16
"""Side of the squares in which change is looked for there: a card covers several."""
_CHANGED = 10
"""Grey-level change above which a pixel there counts as changed (about four times the noise)."""
_CHANGED_DOTS = 3
"""Changed pixels from which a tile counts as changed: a fly has fewer."""
_MOST_CHANGED = 0.3
"""Changed share of the picture above which all of it is searched."""
_Tiles = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads pictures of a table with these pieces, whose codes are in that style."""

    pieces: Pieces
    style: Style = "aruco"
    markers: _Markers = detect
    faces: "Faces | None" = None
    """Recognises cards without codes; None: only codes are read."""

    def detect(self, grey: Grey) -> Detections:
        """The pieces in the picture, by pixels. Pieces that cannot bear a QR code bear a marker in every style."""
        found = self.markers(grey, self.pieces.codes)
        if self.style == "aruco":
            return found
        kinds = self.pieces.by_code
        read = [one for one in found.read if self.style != "qr" or not kinds[one.code].may_be_qr]
        return replace(found, read=(*read, *detect_qr(grey, self.pieces.codes)))

    def is_mirrored(self, found: Detections, grey: Grey) -> bool:
        """True if no marker is read but in the picture with left and right swapped; QR codes are read in both."""
        return not _has_marker(found) and _has_marker(replace(self, markers=detect).detect(flipped(grey)))

    def locate(
        self, found: Detections, grey: Grey, colour: Colour | None = None, lens: Lens | None = None
    ) -> Inspected:
        """
        The detected pieces on the table, in the axes of the anchor with the lowest code.

        `colour`: the same picture in colour, of any size, to check the colour beside each code. `lens`: the camera's,
        if it is known. Raises NoAnchorError if no anchor was detected: a MirroredError in a mirrored picture, a
        NoPieceError where the table may be empty.
        """
        try:
            inspected = self._located(found, grey, lens)
        except NoAnchorError:
            if self.is_mirrored(found, grey):
                raise MirroredError(MIRRORED) from None
            if not (found.read or self.pieces.words.no_anchor):
                raise NoPieceError from None
            raise
        if colour is None:
            return inspected
        look = _coloured(inspected, colour, self.pieces)
        if tokens := self.pieces.tokens:
            look = replace(look, spots=spots_in((grey, colour), inspected.plane, tokens, look.sightings))
        return replace(inspected, look=look)

    def _located(self, found: Detections, grey: Grey, lens: Lens | None) -> Inspected:
        """The pieces on the table, with those that are too small to be found at once, in a part of the picture."""
        size_px = grey.shape[1], grey.shape[0]
        inspected = located(found, self.pieces, size_px, lens)
        may_be_small = self.style != "qr" and is_large(grey) and inspected.look.sightings
        window = _window(inspected.plane, inspected.look, self.pieces) if may_be_small else None
        if window is None:
            return inspected
        left, top, right, bottom = window
        part = detect(np.ascontiguousarray(grey[top:bottom, left:right]), self.pieces.codes, large=False)
        shift = np.array([left, top], np.float32)
        more = (replace(one, corners_px=one.corners_px + shift) for one in part.read)
        every = Detections(surest_at_each_place([*found.read, *more]), found.rejected_px)
        return located(every, self.pieces, size_px, lens)

    def read(
        self,
        grey: Grey,
        colour: Colour | None = None,
        lens: Lens | LensBy | None = None,
        *,
        check: Callable[[Inspected], None] = lambda _coded: None,
        is_closer: bool = False,
    ) -> Inspected:
        """
        The look of a picture: its codes found, the plane fitted, colours checked, cards recognised by their faces.

        `check` may refuse the picture by its codes. `is_closer`: it is another picture of the moment that the one
        before shows. Raises NoAnchorError, PictureError for photographs of faces that cannot be read, and what `check`
        and the choice of a lens raise.
        """
        found = self.detect(grey)
        coded = self.locate(found, grey, colour, lens(found) if callable(lens) else lens)
        check(coded)
        return self.faces.added(coded, grey, colour, self.pieces, is_closer=is_closer) if self.faces else coded


def _has_marker(found: Detections) -> bool:
    return any(one.source == "marker" for one in found.read)


def with_names(inspected: Inspected, grey: Grey) -> Look:
    """The look with the name cards in its picture."""
    found = detect_names(grey)
    middles_px = np.array([middle_px for _, middle_px in found], np.float32).reshape(-1, 2)
    places = inspected.plane.table_from_image(middles_px)
    names = (NameCard(name, float(x), float(y)) for (name, _), (x, y) in zip(found, places, strict=True))
    return replace(inspected.look, names=tuple(names))


def _coloured(inspected: Inspected, colour: Colour, pieces: Pieces) -> Look:
    """The look with stickers on wrong pieces, and with places that light blinds."""
    kept, size_px = inspected.kept, inspected.plane.size_px
    blinded = inspected.plane.table_from_image(blinded_px(colour, kept, size_px, pieces))
    places, shades = tuple((float(x), float(y)) for x, y in blinded), shades_in(colour, kept, size_px, pieces)
    seen, doubted = marks(kept, inspected.plane, shades, pieces), miscoloured(shades, pieces)
    return replace(inspected.look, miscoloured=doubted, blinded=places, marks=seen)


@dataclass(frozen=True, slots=True)
class _Before:
    """The look before: its reduced picture, and the markers found among the codes that were looked for."""

    small: Grey
    found: Detections
    codes: frozenset[int]


class LaterLooks:
    """A detector like `detect` that uses the picture before; the same picture gives the same markers."""

    def __init__(self) -> None:
        self._before: _Before | None = None

    def __call__(self, grey: Grey, codes: Collection[int]) -> Detections:
        """The markers of `codes` in the picture: those before where it has not changed, and what is found elsewhere."""
        picture, before = Pyramid(grey), self._before
        small, wanted = picture[_LEVEL], frozenset(codes)
        if before is None or before.small.shape != small.shape or before.codes != wanted:
            found = _searched(picture, codes, Unchanged())
        elif not (changed := _changed_tiles(small, before.small)).any():
            return before.found
        elif changed.mean() > _MOST_CHANGED:
            found = _searched(picture, codes, Unchanged())
        else:
            found = _again(picture, codes, before.found, changed)
            small = np.where(_in_pixels(changed, small.shape), small, before.small)
        self._before = _Before(small, found, wanted)
        return found


def _searched(picture: Pyramid, codes: Collection[int], unchanged: Unchanged) -> Detections:
    """The markers besides those unchanged; in a small picture, which takes little, searched for at every size."""
    large = is_large(picture[0])
    return detect_in(picture, codes, large, unchanged=unchanged, larger=_LARGER if large else 1)


def _changed_tiles(small: Grey, before: Grey) -> _Tiles:
    """The tiles that have changed, or touch a changed one."""
    changed = cv2.threshold(cv2.absdiff(small, before), _CHANGED, 255, cv2.THRESH_BINARY)[1]
    rows, columns = -(-small.shape[0] // _TILE_PX), -(-small.shape[1] // _TILE_PX)
    padded = np.zeros((rows * _TILE_PX, columns * _TILE_PX), np.uint8)
    padded[: small.shape[0], : small.shape[1]] = changed
    # a tile has 256 dots, a changed one is 255: the mean tells their number
    counts = cv2.resize(padded, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.dilate((counts >= _CHANGED_DOTS).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool))


def _in_pixels(tiles: _Tiles, shape: tuple[int, ...]) -> Grey:
    """The mask of a reduced picture's pixels in these tiles: 1, or 0."""
    whole = tiles.repeat(_TILE_PX, 0).repeat(_TILE_PX, 1)
    return np.ascontiguousarray(whole[: shape[0], : shape[1]]).view(np.uint8)


def _again(picture: Pyramid, codes: Collection[int], before: Detections, changed: _Tiles) -> Detections:
    """The markers before in tiles that have not changed, and those now in the others; marks more tiles as changed."""
    kept = [one for one in before.read if not changed[_under(one.corners_px)].any()]
    for one in before.read:
        if changed[_under(one.corners_px)].any():
            changed[_under(one.corners_px)] = True
    within = _in_pixels(changed, picture[_LEVEL].shape)
    found = _searched(picture, codes, Unchanged(kept, within))
    quiet = [quad for quad in before.rejected_px if not changed[_under(quad)].any()]
    rejected = np.concatenate([np.array(quiet, np.float32).reshape(-1, 4, 2), found.rejected_px])
    return Detections(surest_at_each_place([*kept, *found.read]), rejected)


def _under(corners_px: NDArray[np.float32]) -> tuple[slice, slice]:
    """The tiles under a marker and its margin."""
    side = _TILE_PX << _LEVEL
    (left, top), (right, bottom) = (corners_px.min(0) // side).clip(0), corners_px.max(0) // side + 1
    return slice(int(top), int(bottom)), slice(int(left), int(right))


def _window(plane: Plane, look: Look, pieces: Pieces) -> tuple[int, int, int, int] | None:
    """The part of the picture in which stickers are small, if any: left, top, and right and bottom just outside."""
    places_mm = places_around(look)
    px = plane.image_from_table(places_mm)
    seen = plane.in_picture(px)
    places_mm, px = places_mm[seen], px[seen]
    small = px[pieces.sticker_mm / plane.mm_per_px_at(places_mm) < LEAST_STICKER_PX]
    if not len(small):
        return None
    left, top = np.maximum(small.min(0).astype(int) - _ROOM_PX, 0).tolist()
    right, bottom = np.minimum(small.max(0).astype(int) + _ROOM_PX, plane.size_px).tolist()
    return left, top, right, bottom


def places_around(look: Look, around_mm: float = _AROUND_MM) -> Points:
    """Places among the sightings and around them, shape (n, 2), in the look's axes."""
    places_mm, far_mm = grid_around(look, around_mm, _STEP_MM)
    return places_mm[far_mm < around_mm]
