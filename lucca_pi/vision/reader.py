"""
The reader of pictures: frame > detections > sightings.

Play, proof, calibration and the doctor all read pictures by it. Between the two steps whoever knows the camera chooses
its lens, by what was detected.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, NameCard
from lucca_pi.table.tokens import Tokens
from lucca_pi.vision.blinding import blinded_px
from lucca_pi.vision.detect import MIRRORED, Detections, detect, flipped
from lucca_pi.vision.fine import with_small_ones
from lucca_pi.vision.lens import Lens
from lucca_pi.vision.look import Inspected, MirroredError, NoAnchorError, located
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.qr import QrReaderError, detect_names, detect_qr
from lucca_pi.vision.stickers import miscoloured
from lucca_pi.vision.tokens import spots_in

Style = Literal["aruco", "qr", "auto"]
Markers = Callable[[Grey, Collection[int]], Detections]
"""What finds the markers of some codes in a picture: `detect`, or `LaterLooks` where pictures follow each other."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads pictures of a table with these pieces, whose codes are in that style."""

    pieces: Pieces
    style: Style = "aruco"
    markers: Markers = detect

    def detect(self, grey: Grey) -> Detections:
        """
        The pieces in the picture, where in it they are. What cannot bear a QR code is a marker in every style.

        Raises QrReaderError.
        """
        found = self.markers(grey, self.pieces.codes)
        if self.style == "aruco":
            return found
        kinds = self.pieces.by_code
        read = [one for one in found.read if self.style != "qr" or not kinds[one.code].may_be_qr]
        return replace(found, read=(*read, *detect_qr(grey, self.pieces.codes)))

    def is_mirrored(self, found: Detections, grey: Grey) -> bool:
        """Whether nothing was read in the picture, and something is with left and right swapped."""
        return not found.read and bool(replace(self, markers=detect).detect(flipped(grey)).read)

    def locate(
        self, found: Detections, grey: Grey, colour: Colour | None = None, lens: Lens | None = None
    ) -> Inspected:
        """
        Where on the table the detected pieces lie: in the axes of the anchor with the lowest code.

        With the same picture in `colour`, of any size, the colour beside each code is held against the piece's. `lens`:
        the camera's, if it is known. Raises NoAnchorError where no anchor was detected, as MirroredError in a mirrored
        picture.
        """
        try:
            inspected = self._located(found, grey, lens)
        except NoAnchorError:
            if self.is_mirrored(found, grey):
                raise MirroredError(MIRRORED) from None
            raise
        if colour is None:
            return inspected
        coloured = _coloured(inspected, colour, self.pieces)
        tokens = self.pieces.tokens
        return _with_tokens(coloured, grey, colour, tokens) if tokens else coloured

    def _located(self, found: Detections, grey: Grey, lens: Lens | None) -> Inspected:
        """Where the pieces lie, with those that are too small to be found at once."""
        size_px = grey.shape[1], grey.shape[0]
        inspected = located(found, self.pieces, size_px, lens)
        if self.style == "qr":
            return inspected
        more = with_small_ones(found, grey, inspected.plane, inspected.look, self.pieces)
        return inspected if more is found else located(more, self.pieces, size_px, lens)

    def read(self, grey: Grey, colour: Colour | None = None, lens: Lens | None = None) -> Inspected:
        """What the picture shows, by both steps. Raises NoAnchorError and QrReaderError."""
        return self.locate(self.detect(grey), grey, colour, lens)


def named(inspected: Inspected, grey: Grey) -> Look:
    """The look with the name cards in its picture; with none where they cannot be read: names can be spelled."""
    with suppress(QrReaderError):
        found = detect_names(grey)
        middles_px = np.array([middle_px for _, middle_px in found], np.float32).reshape(-1, 2)
        places = inspected.plane.table_from_image(middles_px)
        names = (NameCard(name, float(x), float(y)) for (name, _), (x, y) in zip(found, places, strict=True))
        return replace(inspected.look, names=tuple(names))
    return inspected.look


def _coloured(inspected: Inspected, colour: Colour, pieces: Pieces) -> Inspected:
    """The look with what colours add: stickers on wrong pieces, and where light blinds."""
    kept, size_px = inspected.kept, inspected.plane.size_px
    blinded = inspected.plane.table_from_image(blinded_px(colour, kept, size_px, pieces))
    places = tuple((float(x), float(y)) for x, y in blinded)
    doubted = miscoloured(colour, kept, size_px, pieces)
    return replace(inspected, look=replace(inspected.look, miscoloured=doubted, blinded=places))


def _with_tokens(inspected: Inspected, grey: Grey, colour: Colour, tokens: Tokens) -> Inspected:
    """With what bears no code."""
    spots = spots_in((grey, colour), inspected.plane, tokens, inspected.look.sightings)
    return replace(inspected, look=replace(inspected.look, spots=spots))
