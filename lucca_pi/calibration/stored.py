"""The calibration that looks use: found in its place, and held against the camera and what it shows."""

from collections.abc import Mapping
from pathlib import Path

from lucca_pi.calibration.file import FILE, Calibration, CalibrationError, read_calibration
from lucca_pi.harmless import note
from lucca_pi.language import _, say
from lucca_pi.table.pieces import Pieces
from lucca_pi.vision.detect import Detection, Detections
from lucca_pi.vision.lens import Lens
from lucca_pi.vision.look import squares_of
from lucca_pi.vision.plane import Squares, misfit

ENOUGH_CODES = 20
"""Codes from which it is clear whether a lens fits."""
WORSE = 1.5
"""
A lens with which the codes are this many times less true than without is another camera's, or it was changed.

On drawn tables it is 0.9 to 1.05 with the camera's own lens, and with that of another one, which is not like it, 1.6
to 10, for most tables more than 2.
"""


class StoredLens:
    """
    The lens of a calibration, for frames of its camera.

    `named`: somebody gave this calibration for these pictures, whatever their camera is called.
    """

    def __init__(self, calibration: Calibration | None, named: bool = True, notice: str = "") -> None:
        self._calibration, self._named = calibration, named
        self._checked = False
        self.notice = ""
        """Why the calibration is not used; empty if it is, or there is none."""
        self._refuse(notice)

    @property
    def focus(self) -> Mapping[str, float]:
        """The lens's position in dioptres by the camera's name."""
        one = self._calibration
        return {} if one is None or one.lens_position is None else {one.camera: one.lens_position}

    def calibration_for(
        self, camera: str, size_px: tuple[int, int], found: Detections, pieces: Pieces
    ) -> Calibration | None:
        """The calibration for a picture with these codes; None from where on it is known not to fit."""
        one = self._calibration
        if not one or self.notice:
            return None
        self._refuse(self._differs(one, camera, size_px))
        if not self.notice and not self._checked:
            self._checked = _tells(found, pieces)
            self._refuse(_unfit(one) if contradicts(found, one.lens, size_px, pieces) else "")
        return None if self.notice else one

    def _refuse(self, why: str) -> None:
        """People are told at once, on standard error."""
        self.notice = why
        if why:
            note(f"lucca-pi: {say(why)}")

    def _differs(self, calibration: Calibration, camera: str, size_px: tuple[int, int]) -> str:
        if camera != calibration.camera and not self._named:
            told = {"camera": calibration.camera, "other": camera}
            return _(
                "The calibration is of the camera {camera}, not {other}: it is not used. {anew}", anew=ANEW, **told
            )
        (width, height), (across, down) = calibration.size_px, size_px
        if width * down != height * across:
            sizes = {"size": f"{width} x {height}", "other": f"{across} x {down}"}
            return _(
                "The calibration is of pictures of {size}, not {other}: it is not used. {anew}", anew=ANEW, **sizes
            )
        return ""


ANEW = _("Make one: lucca-pi calibrate.")


def stored_lens(file: Path | None, state: Path) -> StoredLens:
    """
    The calibration in `file`, or else in the state directory, where there may be none.

    Raises CalibrationError for a `file` that cannot be read; the state directory's is told about, and not used.
    """
    if file:
        return StoredLens(read_calibration(file))
    try:
        usual = state / FILE
        return StoredLens(read_calibration(usual) if usual.exists() else None, named=False)
    except (CalibrationError, OSError) as error:
        return StoredLens(None, notice=str(error))


def fits(lens: Lens, squares: Squares, size_px: tuple[int, int]) -> bool:
    """Whether the squares are about as true with the lens as with one guessed from them alone."""
    return misfit([squares], size_px, lens) <= WORSE * misfit([squares], size_px)


def contradicts(found: Detections, lens: Lens, size_px: tuple[int, int], pieces: Pieces) -> bool:
    """Whether a picture with these codes, enough to tell, was not seen through the lens."""
    return _tells(found, pieces) and not fits(lens, squares_of(_markers(found), pieces), size_px)


def _tells(found: Detections, pieces: Pieces) -> bool:
    markers = _markers(found)
    return len(markers) >= ENOUGH_CODES and any(one.code in pieces.anchors for one in markers)


def _markers(found: Detections) -> list[Detection]:
    """The corners of nothing else are known well enough."""
    return [one for one in found.read if one.source == "marker"]


def _unfit(calibration: Calibration) -> str:
    return _(
        "The calibration of {day} does not fit what the camera {camera} shows: it is not used. {anew}",
        day=calibration.date[:10],
        camera=calibration.camera,
        anew=ANEW,
    )
