"""From frames to looks, for whoever plays: reader, codes and the lens of the camera, put together."""

from functools import cached_property
from typing import TYPE_CHECKING, cast

from lucca_pi.config import Config
from lucca_pi.evening.state import State
from lucca_pi.language import _
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.sighting import Look

if TYPE_CHECKING:
    from lucca_pi.calibration.file import Calibration
    from lucca_pi.calibration.stored import StoredLens
    from lucca_pi.table.pieces import Pieces
    from lucca_pi.vision.again import LaterLooks
    from lucca_pi.vision.detect import Detections


class Eyes:
    """
    Makes looks of frames, with the codes of the configuration and the camera's lens if it is calibrated.

    Remembers what the frame before showed.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._find: LaterLooks | None = None
        self._used: Calibration | None = None

    @cached_property
    def stored(self) -> "StoredLens":
        """The calibration. Raises CalibrationError for one that was given and cannot be read."""
        from lucca_pi.calibration.stored import stored_lens

        return stored_lens(self._config.calibration, self._config.state)

    def __call__(self, frame: Frame, state: State) -> Look:
        """Raises LookError when there is no quarter in the frame, CalibrationError for one beside it that is none."""
        from lucca_pi.vision.again import LaterLooks
        from lucca_pi.vision.look import NoQuarterError, Style, look

        self._find = self._find or LaterLooks()
        found = self._find(frame.grey, state.pieces.codes)
        self._used = self._calibration(frame, found, state.pieces)
        lens = self._used.lens if self._used else None
        try:
            style, names = cast(Style, self._config.codes), state.game is None
            return look(frame.grey, state.pieces, style, frame.colour, find=lambda *_: found, names=names, lens=lens)
        except NoQuarterError as error:
            raise LookError(_("{picture}: {problem}", picture=frame.name, problem=str(error))) from error

    def calibration_text(self) -> str:
        """The calibration with whose lens the last frame was read, as its file has it; empty if it was with none."""
        from lucca_pi.calibration.file import calibration_text

        return calibration_text(self._used) if self._used else ""

    def _calibration(self, frame: Frame, found: "Detections", pieces: "Pieces") -> "Calibration | None":
        """
        The one that is kept with the picture, unless another is given; else that of the camera.

        Raises CalibrationError.
        """
        from lucca_pi.calibration.file import read_calibration

        if frame.calibration and not self._config.calibration:
            return read_calibration(frame.calibration)
        return self.stored.calibration_for(frame.name, (frame.grey.shape[1], frame.grey.shape[0]), found, pieces)
