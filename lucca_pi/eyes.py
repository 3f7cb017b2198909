"""From frames to looks, for whoever plays: reader, codes and the lens of the camera, put together."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from lucca_pi.config import Config
from lucca_pi.language import _
from lucca_pi.ports import Frame, LookError
from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Look, Sighting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lucca_pi.calibration.file import Calibration
    from lucca_pi.calibration.stored import StoredLens
    from lucca_pi.vision.again import LaterLooks
    from lucca_pi.vision.detect import Detection, Detections
    from lucca_pi.vision.look import Inspected


class Eyes:
    """
    Makes looks of frames, with the codes of the configuration and the camera's lens if it is calibrated.

    Remembers what the frame before showed.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._markers: LaterLooks | None = None
        self._seen: Inspected | None = None

    @cached_property
    def stored(self) -> "StoredLens":
        """The calibration. Raises CalibrationError for one that was given and cannot be read."""
        from lucca_pi.calibration.stored import stored_lens

        return stored_lens(self._config.calibration, self._config.state)

    def __call__(self, frame: Frame, pieces: Pieces, *, names: bool = False) -> Look:
        """
        What the frame shows of these pieces; with `names` the name cards, too.

        Raises LookError if none of them gives the axes, CalibrationError if the calibration stored with the picture is
        invalid.
        """
        from lucca_pi.calibration.file import calibration_text
        from lucca_pi.vision.again import LaterLooks
        from lucca_pi.vision.look import NoAnchorError
        from lucca_pi.vision.reader import Reader, Style, named

        self._markers = self._markers or LaterLooks()
        reader = Reader(pieces, cast(Style, self._config.codes), self._markers)
        found = reader.detect(frame.grey)
        used = self._calibration(frame, found, pieces)
        try:
            inspected = reader.locate(found, frame.grey, frame.colour, used.lens if used else None)
        except NoAnchorError as error:
            if pieces.may_be_none:
                return self._empty(frame, pieces)
            raise LookError(_("{picture}: {problem}", picture=frame.name, problem=str(error))) from error
        self._seen = inspected
        look = named(inspected, frame.grey) if names else inspected.look
        return replace(look, calibration=calibration_text(used) if used else "")

    def bare(self, frame: Frame, places: Sequence[Sighting], pieces: Pieces) -> tuple[tuple[float, float], ...]:
        """Of these places those where nothing but the table is in sight, in the axes of the look made last."""
        seen = self._seen
        if seen is None or not places:
            return ()
        spots = np.array([(one.x_mm, one.y_mm) for one in places])
        bare = self._are_bare(frame, seen.plane.image_from_table(spots), seen, pieces, seen.kept)
        return tuple((one.x_mm, one.y_mm) for one, is_so in zip(places, bare, strict=True) if is_so)

    def _empty(self, frame: Frame, pieces: Pieces) -> Look:
        """A look without a piece. It has no axes: any place in it says that the table is in sight where they lay."""
        before = self._seen
        if before is None or not before.kept:
            return Look((), 1.0, ())
        lay_px = np.array([one.corners_px.mean(0) for one in before.kept])
        bare = self._are_bare(frame, lay_px, before, pieces, ())
        return Look((), 1.0, (), bare=((0.0, 0.0),) if all(bare) else ())

    def _are_bare(
        self,
        frame: Frame,
        spots_px: "NDArray[np.float64]",
        seen: "Inspected",
        pieces: Pieces,
        lying: "Sequence[Detection]",
    ) -> list[bool]:
        """Whether each of those places shows the table; `lying` are the pieces in the picture."""
        from lucca_pi.vision.bare import are_bare

        colour = frame.grey[::4, ::4, None].repeat(3, 2) if frame.colour is None else frame.colour
        scale = colour.shape[1] / frame.grey.shape[1]
        return are_bare(colour, spots_px, seen.look, pieces, lying=lying, scale=scale)

    def _calibration(self, frame: Frame, found: "Detections", pieces: Pieces) -> "Calibration | None":
        """
        The one that is kept with the picture, unless another is given; else that of the camera.

        Raises CalibrationError.
        """
        from lucca_pi.calibration.file import read_calibration

        if frame.calibration and not self._config.calibration:
            return read_calibration(frame.calibration)
        return self.stored.calibration_for(frame.name, (frame.grey.shape[1], frame.grey.shape[0]), found, pieces)
