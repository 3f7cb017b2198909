"""Frames into looks: reader, codes and the camera's lens, put together."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

from lucca_pi.app.looking import See
from lucca_pi.config import Config
from lucca_pi.evening.certain import Certain
from lucca_pi.language import Text, _
from lucca_pi.ports import Frame, LookError, PhotographError
from lucca_pi.table.command_cards import COMMANDS, LyingCard
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look

if TYPE_CHECKING:
    from lucca_pi.calibration.file import Calibration
    from lucca_pi.calibration.lens import StoredLens
    from lucca_pi.vision.detect import Detections
    from lucca_pi.vision.faces.following import FaceReader, Faces
    from lucca_pi.vision.look import Inspected, NoAnchorError
    from lucca_pi.vision.picture import Grey
    from lucca_pi.vision.plane import Lens
    from lucca_pi.vision.reader import LaterLooks

CODES = 128
"""Upper limit, exclusive, of the codes on all games' pieces."""
_FEWEST_BY_HAND = 3
"""
Fewest codes that locate cards without codes in a photograph from the hand.

In drawn photographs, tilted by up to 35 degrees, places are at most 3 mm off with three quarters, 11 mm with two.
"""
_TOO_FEW = _("Show at least three quarters: cards without codes are located by them. Step back.")


class Eyes(See):
    """
    Makes looks of frames, with the codes of the configuration and the camera's lens if it is calibrated.

    Remembers what the frame before showed.
    """

    finds_cards = True

    def __init__(self, config: Config) -> None:
        self._config = config
        self._markers: LaterLooks | None = None
        self._faces: Faces | None = None

    @cached_property
    def stored(self) -> "StoredLens":
        """The calibration. Raises CalibrationError if the given file cannot be read."""
        from lucca_pi.calibration.lens import stored_lens

        return stored_lens(self._config.calibration, self._config.state)

    @property
    def notice(self) -> str:
        return self.stored.notice

    def __call__(self, frame: Frame, pieces: Pieces, *, names: bool = False) -> Look:
        """
        The look at these pieces that the frame shows; with `names` the name cards, too.

        Raises LookError if a game needs a piece that gives the axes and none is seen, a PhotographError for one from
        the hand that is not good enough; CalibrationError if the calibration stored with the picture is invalid.
        """
        from lucca_pi.calibration.file import calibration_text
        from lucca_pi.vision.detect import detect
        from lucca_pi.vision.look import NoAnchorError
        from lucca_pi.vision.reader import Reader, Style, with_names

        if pieces.photographs and not self._faces:
            from lucca_pi.vision.faces.following import Faces

            self._faces = Faces()
        markers = detect if frame.by_hand else self._found  # photographs do not follow each other
        reader = Reader(pieces, cast(Style, self._config.codes), markers, self._faces)
        used: Calibration | None = None

        def lens_by(found: "Detections") -> "Lens | None":
            nonlocal used
            used = None if frame.by_hand else self._calibration(frame, found, pieces)
            return used.lens if used else None

        def check(coded: "Inspected") -> None:
            if complaint := _complaint(frame, coded, pieces):
                raise PhotographError(complaint)

        try:
            seen = reader.read(frame.grey, frame.colour, lens_by, check=check, is_closer=frame.is_closer)
        except NoAnchorError as error:
            return _without_pieces(frame, error)
        look = with_names(seen, frame.grey) if names else seen.look
        return replace(look, calibration=calibration_text(used) if used else "")

    def codes(self, frame: Frame) -> frozenset[int]:
        """All codes in the frame, whatever game's pieces bear them."""
        from lucca_pi.vision.detect import detect

        return frozenset(one.code for one in detect(frame.grey, range(CODES)).read)

    def commands(self, frame: Frame, pieces: Pieces) -> Mapping[int, LyingCard]:
        """The command cards in the frame, by code; a frame that was just looked at is not searched again."""
        from lucca_pi.vision.look import in_picture

        found = self._markers_in(frame.grey, pieces.codes).read
        surest = sorted((one for one in found if one.code in COMMANDS), key=lambda one: one.margin)
        return {one.code: in_picture(one) for one in surest}

    def _found(self, grey: "Grey", codes: Collection[int]) -> "Detections":
        """The markers of `codes` in the picture."""
        found = self._markers_in(grey, codes)
        return replace(found, read=tuple(one for one in found.read if one.code in codes))

    def _markers_in(self, grey: "Grey", codes: Collection[int]) -> "Detections":
        """The markers of `codes` and of command cards, found in one search."""
        from lucca_pi.vision.reader import LaterLooks

        self._markers = self._markers or LaterLooks()
        return self._markers(grey, {*codes, *COMMANDS})

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


def _complaint(frame: Frame, coded: "Inspected", pieces: Pieces) -> Text | str:
    """What is wrong with a photograph from the hand; "" for none, and for a camera's picture."""
    if not frame.by_hand:
        return ""
    from lucca_pi.vision.quality import quality_of

    too_few = _TOO_FEW if pieces.photographs and len(coded.kept) < _FEWEST_BY_HAND else ""
    return quality_of(frame.grey, coded, pieces).complaint or too_few


def _without_pieces(frame: Frame, error: "NoAnchorError") -> Look:
    """The look at an empty table. Raises LookError if the game needs a piece in sight, or no table is."""
    from lucca_pi.vision.look import EMPTY, MirroredError, NoPieceError
    from lucca_pi.vision.quality import NO_LIGHT, is_dark, unseen

    if frame.by_hand:
        complaint = (not isinstance(error, MirroredError) and unseen(frame.grey)) or str(error)
        if complaint:
            raise PhotographError(complaint) from error
        return EMPTY
    problem = str(error)
    if isinstance(error, NoPieceError):
        if not is_dark(frame.grey):
            return EMPTY
        problem = NO_LIGHT
    raise LookError(_("{picture}: {problem}", picture=frame.name, problem=problem)) from error
