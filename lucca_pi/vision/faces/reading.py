"""What codes tell of pictures that follow each other, with the cards that are known by their faces."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from lucca_pi.table.axes import beside
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.faces.following import FaceReader
from lucca_pi.vision.faces.lying import Lying
from lucca_pi.vision.look import Inspected
from lucca_pi.vision.picture import Colour, Grey


class Faces:
    """Adds cards known by their faces, and remembers what the picture before showed; nothing for a deck of codes."""

    def __init__(self) -> None:
        self._reader: FaceReader | None = None

    def know(self, pieces: Pieces) -> FaceReader | None:
        """
        The reader of their faces, if they have any: the same one as long as they stay the same.

        Raises PictureError for photographs that cannot be read.
        """
        if self._reader is None or self._reader.pieces != pieces:
            self._reader = FaceReader.of(pieces) if pieces.photographs else None
        return self._reader

    @property
    def reader(self) -> FaceReader | None:
        """The reader that is in use, if any."""
        return self._reader

    def added(
        self, inspected: Inspected, grey: Grey, colour: Colour | None, pieces: Pieces, *, is_closer: bool = False
    ) -> Inspected:
        """
        The same with those cards: in the look, and outlined among what was detected. Raises PictureError.

        `is_closer`: a further picture of the moment that the picture before shows.
        """
        reader = None if colour is None else self.know(pieces)
        if reader is None or colour is None:
            return inspected
        seen = reader.read(grey, colour, inspected, is_closer=is_closer)
        new = seen.look.sightings[len(inspected.look.sightings) :]
        return replace(seen, kept=(*seen.kept, *_outlined(new, seen, pieces)))


def _outlined(cards: Sequence[Sighting], inspected: Inspected, pieces: Pieces) -> Iterator[Detection]:
    for card in cards:
        piece = pieces.by_code[card.code]
        there = Lying((card.code,), *beside(card, piece.to_middle_mm), card.heading_deg)
        corners_px = inspected.plane.image_from_table(there.whole(piece.size_mm))
        yield Detection(card.code, np.asarray(corners_px, np.float32), card.margin, "face")
