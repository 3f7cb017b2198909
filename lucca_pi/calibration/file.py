"""
A calibration, its file (`lucca-calibration/1`, TOML that people can read), and the lens that looks use from it.

The lens is used only while it fits the camera and its pictures.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from lucca_pi.atomic_write import atomic_write
from lucca_pi.errors import reason_of
from lucca_pi.files import read_file
from lucca_pi.harmless import note
from lucca_pi.language import _, say
from lucca_pi.table.pieces import Pieces
from lucca_pi.vision.detect import Detection, Detections
from lucca_pi.vision.look import squares_of
from lucca_pi.vision.plane import Lens, Squares, misfit

_FORMAT = "lucca-calibration/1"
FILE = "calibration.toml"
"""The file's name in the state directory."""
_LARGEST_BYTES = 20_000
"""Largest file read: one of five seats has under a thousand bytes."""
_STRONGEST = 1.0
"""Largest coefficient of a lens, and distance of its middle: with a = -1 it ends at 0.58 half diagonals."""
_HEADING = "# The camera over the table, as lucca-pi calibrate measured it: calibration/README.md says what it means.\n"
Source = Literal["table", "board"]
_ENOUGH_CODES = 20
"""Fewest codes that show whether a lens fits."""
_WORSE = 1.5
"""
Largest misfit of codes with a lens over that without; above, the lens is another camera's, or was changed.

On drawn tables the ratio is 0.9 to 1.05 with the camera's own lens, and with another's, which is not like it, 1.6 to
10, for most tables more than 2.
"""
_ANEW = _("Make one: lucca-pi calibrate.")


class CalibrationError(Exception):
    """A calibration cannot be read, or cannot be made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The least and the most of the table that a pixel shows around the anchor with that code, in mm."""

    code: int
    mm_per_px: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """
    A camera by the name of its frames, the size of its pictures, and what was measured.

    `lens_position` is the focus in dioptres, None for a lens that the program does not move. `lens` was fitted to
    that many `codes` in that many `pictures` of a laid table or of the board.
    """

    camera: str
    date: str
    size_px: tuple[int, int]
    lens: Lens
    source: Source
    pictures: int
    codes: int
    lens_position: float | None = None
    seats: tuple[Seat, ...] = ()


def write_calibration(file: Path, calibration: Calibration) -> None:
    """Writes the file, whole or not at all. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(file) as stream:
        stream.write(calibration_text(calibration).encode())


def calibration_text(calibration: Calibration) -> str:
    """The calibration as its file has it."""
    one, lens = calibration, calibration.lens
    focus = [] if one.lens_position is None else [f"lens_position = {one.lens_position:.3f}"]
    seats = [
        f"\n[[seats]]\nquarter = {seat.code}\nmm_per_px = {_row(seat.mm_per_px, 3)}\n" for seat in calibration.seats
    ]
    lines = [
        *(f'format = "{_FORMAT}"', f"camera = {_quoted(one.camera)}", f"date = {one.date}"),
        *(f"size_px = {_row(one.size_px)}", *focus, "", "[lens]", f'source = "{one.source}"'),
        *(f"pictures = {one.pictures}", f"codes = {one.codes}"),
        *(f"middle = {_row(lens.middle, 5)}", f"bends = {_row(lens.bends, 5)}", ""),
    ]
    return _HEADING + "\n".join(lines) + "".join(seats)


def _row(values: Sequence[float], digits: int = 0) -> str:
    return f"[{', '.join(f'{value:.{digits}f}' for value in values)}]"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_calibration(file: Path) -> Calibration:
    """The calibration in a file. Raises CalibrationError."""
    try:
        return calibration_in(read_file(file, _LARGEST_BYTES))
    except OSError as error:
        raise CalibrationError(f"{file}: cannot be read: {reason_of(error)}. Make one: lucca-pi calibrate.") from None
    except CalibrationError as error:
        raise CalibrationError(f"{file}: {error}. Make it anew: lucca-pi calibrate.") from None


def calibration_in(data: bytes) -> Calibration:
    """The calibration that a file with these bytes holds. Raises CalibrationError, which names no file."""
    try:
        return _calibration(tomllib.loads(data.decode()))
    except KeyError as error:
        raise CalibrationError(f"no calibration ({error} is missing)") from None
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise CalibrationError(f"no calibration ({error})") from None


def _calibration(values: Mapping[str, Any]) -> Calibration:
    """Raises KeyError, ValueError, TypeError, AttributeError and OverflowError."""
    if values["format"] != _FORMAT:
        raise ValueError(f"its format is {values['format']}, not {_FORMAT}")
    lens, focus = values["lens"], values.get("lens_position")
    width, height = _numbers(values["size_px"], 2)
    middle_x, middle_y, a, b, c = _within(_numbers(lens["middle"], 2) + _numbers(lens["bends"], 3))
    return Calibration(
        camera=str(values["camera"]),
        date=values["date"].isoformat(),
        size_px=(int(width), int(height)),
        lens=Lens((middle_x, middle_y), (a, b, c)),
        source="board" if lens["source"] == "board" else "table",
        pictures=int(lens["pictures"]),
        codes=int(lens["codes"]),
        lens_position=None if focus is None else float(focus),
        seats=tuple(_seat(seat) for seat in values.get("seats", ())),
    )


def _seat(values: Mapping[str, Any]) -> Seat:
    least, most = _numbers(values["mm_per_px"], 2)
    return Seat(int(values["quarter"]), (least, most))


def _numbers(values: Any, count: int) -> list[float]:
    if not isinstance(values, list) or len(values) != count or not all(isfinite(value) for value in values):
        raise ValueError(f"{values!r} are not {count} numbers")
    return [float(value) for value in values]


def _within(values: list[float]) -> list[float]:
    if any(abs(value) > _STRONGEST for value in values):
        raise ValueError(f"no lens is {values}")
    return values


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
            self._refuse(_unfit(one) if contradicts(found, one.lens, size_px, pieces) else "")
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
                "The calibration is of the camera {camera}, not {other}: it is not used. {anew}", anew=_ANEW, **cameras
            )
        (width, height), (across, down) = calibration.size_px, size_px
        if width * down != height * across:
            sizes = {"size": f"{width} x {height}", "other": f"{across} x {down}"}
            return _(
                "The calibration is of pictures of {size}, not {other}: it is not used. {anew}", anew=_ANEW, **sizes
            )
        return ""


def stored_lens(file: Path | None, state: Path) -> StoredLens:
    """
    The calibration in `file`, or else in the state directory, where there may be none.

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
    return misfit([squares], size_px, lens) <= _WORSE * misfit([squares], size_px)


def contradicts(found: Detections, lens: Lens, size_px: tuple[int, int], pieces: Pieces) -> bool:
    """True if a picture with these codes, enough to decide, was not taken through the lens."""
    return _tells(found, pieces) and not fits(lens, squares_of(_markers(found), pieces), size_px)


def _tells(found: Detections, pieces: Pieces) -> bool:
    markers = _markers(found)
    return len(markers) >= _ENOUGH_CODES and any(one.code in pieces.anchors for one in markers)


def _markers(found: Detections) -> list[Detection]:
    """The markers, as other corners are not known well enough."""
    return [one for one in found.read if one.source == "marker"]


def _unfit(calibration: Calibration) -> str:
    return _(
        "The calibration of {day} does not fit what the camera {camera} shows: it is not used. {anew}",
        day=calibration.date[:10],
        camera=calibration.camera,
        anew=_ANEW,
    )
