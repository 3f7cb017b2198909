"""Frames into looks: reader, codes and the camera's lens, put together."""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from lucca_pi.config import Config
from lucca_pi.evening.certain import Certain
from lucca_pi.language import _
from lucca_pi.ports import Frame, LookError, PhotographError
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look

if TYPE_CHECKING:
    from lucca_pi.calibration.file import Calibration
    from lucca_pi.calibration.lens import StoredLens
    from lucca_pi.vision.detect import Detections
    from lucca_pi.vision.faces.following import FaceReader, Faces
    from lucca_pi.vision.look import Inspected
    from lucca_pi.vision.reader import LaterLooks

CODES = 128
"""Upper limit, exclusive, of the codes on all games' pieces."""
_NO_SCALE = 1.0
"""Scale, mm per pixel, if no piece shows it."""


_FEWEST_BY_HAND = 3
"""
Fewest codes that locate cards without codes in a photograph from the hand.

In drawn photographs, tilted by up to 35 degrees, places are at most 3 mm off with three quarters, 11 mm with two.
"""
_TOO_FEW = _("Show at least three quarters: cards without codes are located by them. Step back.")


class Eyes:
    """
    Makes looks of frames, with the codes of the configuration and the camera's lens if it is calibrated.

    Remembers what the frame before showed.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._markers: LaterLooks | None = None
        self._faces: Faces | None = None

    @cached_property
    def stored(self) -> "StoredLens":
        """The calibration. Raises CalibrationError if the given file cannot be read."""
        from lucca_pi.calibration.lens import stored_lens

        return stored_lens(self._config.calibration, self._config.state)

    def __call__(self, frame: Frame, pieces: Pieces, *, names: bool = False) -> Look:
        """
        The look at these pieces that the frame shows; with `names` the name cards, too.

        Raises LookError if a game needs a piece that gives the axes and none is seen, CalibrationError if the
        calibration stored with the picture is invalid.
        """
        from lucca_pi.calibration.file import calibration_text
        from lucca_pi.vision.look import MirroredError, NoAnchorError
        from lucca_pi.vision.reader import LaterLooks, Reader, Style

        if frame.by_hand:
            return self._photographed(frame, pieces, names=names)
        self._markers = self._markers or LaterLooks()
        reader = Reader(pieces, cast(Style, self._config.codes), self._markers)
        found = reader.detect(frame.grey)
        used = self._calibration(frame, found, pieces)
        try:
            inspected = reader.locate(found, frame.grey, frame.colour, used.lens if used else None)
        except NoAnchorError as error:
            if not (pieces.words.no_anchor or found.read or isinstance(error, MirroredError)):
                return self._empty(frame)
            raise LookError(_("{picture}: {problem}", picture=frame.name, problem=str(error))) from error
        look = self._told(inspected, frame, pieces, names=names)
        return replace(look, calibration=calibration_text(used) if used else "")

    def _empty(self, frame: Frame) -> Look:
        """A look at a table without pieces. Raises LookError if no table is in sight."""
        from lucca_pi.vision.quality import NO_LIGHT, is_dark

        if is_dark(frame.grey):
            raise LookError(_("{picture}: {problem}", picture=frame.name, problem=NO_LIGHT))
        return Look((), _NO_SCALE, ())

    def _told(self, inspected: "Inspected", frame: Frame, pieces: Pieces, *, names: bool) -> Look:
        """The look with cards that were recognised by their faces, and name cards."""
        from lucca_pi.vision.faces.following import Faces
        from lucca_pi.vision.reader import with_names

        self._faces = self._faces or Faces()
        seen = self._faces.added(inspected, frame.grey, frame.colour, pieces, is_closer=frame.is_closer)
        return with_names(seen, frame.grey) if names else seen.look

    def _photographed(self, frame: Frame, pieces: Pieces, *, names: bool) -> Look:
        """The look that a photograph from the hand shows. Raises PhotographError if it is not good enough."""
        from lucca_pi.vision.look import MirroredError, NoAnchorError
        from lucca_pi.vision.quality import quality_of, unseen
        from lucca_pi.vision.reader import Reader, Style

        try:
            inspected = Reader(pieces, cast(Style, self._config.codes)).read(frame.grey, frame.colour)
        except MirroredError as error:
            raise PhotographError(str(error)) from error
        except NoAnchorError as error:
            complaint = unseen(frame.grey) or (str(error) if pieces.words.no_anchor else "")
            if not complaint:
                return Look((), _NO_SCALE, ())
            raise PhotographError(complaint) from error
        complaint = quality_of(frame.grey, inspected, pieces).complaint
        if not complaint and pieces.photographs and len(inspected.kept) < _FEWEST_BY_HAND:
            complaint = _TOO_FEW
        if complaint:
            raise PhotographError(complaint)
        return self._told(inspected, frame, pieces, names=names)

    def codes(self, frame: Frame) -> frozenset[int]:
        """All codes in the frame, whatever game's pieces bear them."""
        from lucca_pi.vision.detect import detect

        return frozenset(one.code for one in detect(frame.grey, range(CODES)).read)

    def learn(self, certain: Certain) -> None:
        """Learns the looks of cards that a finished step of the game has made certain."""
        if reader := self._reader:
            reader.learn(certain)

    def take_back(self) -> None:
        """Forgets what the last step taught, as it was taken back."""
        if reader := self._reader:
            reader.lessons.take_back()

    def forget(self) -> None:
        """Forgets all that was learned, since something certain was wrong."""
        if reader := self._reader:
            reader.lessons.forget()

    @property
    def _reader(self) -> "FaceReader | None":
        return self._faces.reader if self._faces else None

    def _calibration(self, frame: Frame, found: "Detections", pieces: Pieces) -> "Calibration | None":
        """
        The calibration stored with the picture, unless another is given; else the camera's.

        Raises CalibrationError.
        """
        from lucca_pi.calibration.file import read_calibration

        if frame.calibration and not self._config.calibration:
            return read_calibration(frame.calibration)
        return self.stored.calibration_for(frame.name, (frame.grey.shape[1], frame.grey.shape[0]), found, pieces)
