"""A calibration and its file, `lucca-calibration/1`: TOML that people can read."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from lucca_pi.errors import reason_of
from lucca_pi.files import read_file, write_file
from lucca_pi.vision.plane import Lens

_FORMAT = "lucca-calibration/1"
FILE = "calibration.toml"
"""The file's name in the state directory."""
_LARGEST_BYTES = 20_000
"""Largest file read: one of five seats has under a thousand bytes."""
_STRONGEST = 1.0
"""Largest coefficient of a lens, and distance of its middle: with a = -1 it ends at 0.58 half diagonals."""
_HEADING = "# The camera over the table, as lucca-pi calibrate measured it: calibration/README.md says what it means.\n"
Source = Literal["table", "board"]


class CalibrationError(Exception):
    """A calibration cannot be read, or cannot be made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """The least and the most of the table that a pixel shows around the anchor with that code, in mm."""

    code: int
    mm_per_px: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """
    A camera by the name of its frames, the size of its pictures, and its measurements.

    `lens_position` is the focus in dioptres, None for a lens that the program does not move. `lens` was fitted to that
    many `codes` in that many `pictures` of a laid table or of the board.
    """

    camera: str
    date: str
    size_px: tuple[int, int]
    lens: Lens
    source: Source
    pictures: int
    codes: int
    lens_position: float | None = None
    seats: tuple[SeatView, ...] = ()


def write_calibration(file: Path, calibration: Calibration) -> None:
    """Writes the file, whole or not at all. Raises OSError."""
    write_file(file, calibration_text(calibration).encode(), with_folder=True)


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
        raise CalibrationError(f"{file}: {error}. Make it again: lucca-pi calibrate.") from None


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


def _seat(values: Mapping[str, Any]) -> SeatView:
    least, most = _numbers(values["mm_per_px"], 2)
    return SeatView(int(values["quarter"]), (least, most))


def _numbers(values: Any, count: int) -> list[float]:
    if not isinstance(values, list) or len(values) != count or not all(isfinite(value) for value in values):
        raise ValueError(f"{values!r} are not {count} numbers")
    return [float(value) for value in values]


def _within(values: list[float]) -> list[float]:
    if any(abs(value) > _STRONGEST for value in values):
        raise ValueError(f"{values} cannot be a lens")
    return values
