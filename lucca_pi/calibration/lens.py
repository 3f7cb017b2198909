"""The lens that looks use: that of a calibration, as long as it fits the camera and its pictures."""

from collections.abc import Mapping
from pathlib import Path

from lucca_pi.calibration.file import FILE, Calibration, CalibrationError, read_calibration
from lucca_pi.language import _, say
from lucca_pi.outside import note
from lucca_pi.table.pieces import Pieces
from lucca_pi.vision.detect import Detection, Detections
from lucca_pi.vision.look import squares_of
from lucca_pi.vision.plane import Lens, Squares, plane_misfit

_ENOUGH_CODES = 20
"""Fewest codes that show whether a lens fits."""
_WORSE = 1.5
"""
Largest misfit of codes with a lens over that without; above, the lens is another camera's, or was changed.

On drawn tables the ratio is 0.9 to 1.05 with the camera's own lens, and with another's, which is not like it, 1.6 to
10, for most tables more than 2.
"""
_ANEW = _("Make one: lucca-pi calibrate.")


class StoredLens:
    """
    The lens of a calibration, for frames of its camera.

    `named`: somebody gave this calibration for these pictures, whatever their camera is called.
    """

    def __init__(self, calibration: Calibration | None, named: bool = True, notice: str = "") -> None:
        self._calibration, self._named = calibration, named
        self._checked = False
        self.notice = ""
        """The reason why the calibration is not used; "" if it is, or there is none."""
        self._refuse(notice)

    @property
    def focus(self) -> Mapping[str, float]:
        """The lens's position in dioptres by the camera's name."""
        one = self._calibration
        return {} if one is None or one.lens_position is None else {one.camera: one.lens_position}

    def calibration_for(
        self, camera: str, size_px: tuple[int, int], found: Detections, pieces: Pieces
    ) -> Calibration | None:
        """The calibration for a picture with these codes; None once it is known not to fit."""
        one = self._calibration
        if not one or self.notice:
            return None
        self._refuse(self._differs(one, camera, size_px))
        if not self.notice and not self._checked:
            self._checked = _tells(found, pieces)
            if contradicts(found, one.lens, size_px, pieces):
                self._refuse(
                    _(
                        "The calibration of {day} does not fit what the camera {camera} shows: it is ignored. {anew}",
                        day=one.date[:10],
                        camera=one.camera,
                        anew=_ANEW,
                    )
                )
        return None if self.notice else one

    def _refuse(self, why: str) -> None:
        """Keeps the reason, and prints it on standard error."""
        self.notice = why
        if why:
            note(f"lucca-pi: {say(why)}")

    def _differs(self, calibration: Calibration, camera: str, size_px: tuple[int, int]) -> str:
        if camera != calibration.camera and not self._named:
            cameras = {"camera": calibration.camera, "other": camera}
            return _(
                "The calibration is for the camera {camera}, not {other}: it is ignored. {anew}", anew=_ANEW, **cameras
            )
        (width, height), (across, down) = calibration.size_px, size_px
        if width * down != height * across:
            sizes = {"size": f"{width} x {height}", "other": f"{across} x {down}"}
            return _(
                "The calibration is for pictures of {size}, not {other}: it is ignored. {anew}", anew=_ANEW, **sizes
            )
        return ""


def stored_lens(file: Path | None, state: Path) -> StoredLens:
    """
    The calibration in `file`, or else in the state directory, if there is one.

    Raises CalibrationError for a `file` that cannot be read; one in the state directory is left unused, with a notice.
    """
    if file:
        return StoredLens(read_calibration(file))
    try:
        usual = state / FILE
        return StoredLens(read_calibration(usual) if usual.exists() else None, named=False)
    except (CalibrationError, OSError) as error:
        return StoredLens(None, notice=str(error))


def fits(lens: Lens, squares: Squares, size_px: tuple[int, int]) -> bool:
    """True if the squares are about as true with the lens as with one guessed from them alone."""
    return plane_misfit([squares], size_px, lens) <= _WORSE * plane_misfit([squares], size_px)


def contradicts(found: Detections, lens: Lens, size_px: tuple[int, int], pieces: Pieces) -> bool:
    """True if a picture with these codes, enough to decide, was not taken through the lens."""
    return _tells(found, pieces) and not fits(lens, squares_of(_markers(found), pieces), size_px)


def _tells(found: Detections, pieces: Pieces) -> bool:
    markers = _markers(found)
    return len(markers) >= _ENOUGH_CODES and any(one.code in pieces.anchors for one in markers)


def _markers(found: Detections) -> list[Detection]:
    """The markers, as other corners are not known well enough."""
    return [one for one in found.read if one.source == "marker"]
