"""Makes a calibration, from the camera to its file, and reports it to people and programs."""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from lucca_pi.calibration.file import FILE, Calibration, CalibrationError, Source, write_calibration
from lucca_pi.calibration.measure import Judged, Measured, judged, measure, seat_text
from lucca_pi.config import Config
from lucca_pi.devices.pi_camera import PiCamera
from lucca_pi.devices.system import SystemClock
from lucca_pi.equipment import make_camera, view_of
from lucca_pi.errors import reason_of
from lucca_pi.outside import note
from lucca_pi.ports import Camera, CameraEndedError, View
from lucca_pi.table.pieces import Pieces, PieceWords
from lucca_pi.vision.picture import Grey

PICTURES = 3
"""Pictures taken by a live camera unless another number is given."""
_FIRST = {
    "table": "Lay all {anchor}s, and {other}s all over the table and into the picture's corners.",
    "board": "Lay the board where the camera sees all of it.",
}
_NEXT = {
    "table": "Move the {other}s to places where none lay before.",
    "board": "Lay the board elsewhere, also into the picture's corners, and tilt it now and then.",
}
_FAR = 0.7
"""Least distance from the middle, half diagonals, of a square near the picture's edge."""


@dataclass(frozen=True, slots=True)
class _Made:
    """
    A calibration, its measures and its file, with the verdict for each seat.

    `words`: players' names of the pieces.
    """

    calibration: Calibration
    measured: Measured
    file: Path
    focus_failed: bool
    words: PieceWords

    @property
    def seats(self) -> tuple[Judged, ...]:
        """The verdict for each seat."""
        return tuple(judged(seat, self.measured.sticker_mm) for seat in self.calibration.seats)

    @property
    def is_too_far(self) -> bool:
        """True if cards will be missed at some seat."""
        return any(one.verdict == "too far" for one in self.seats)


def make_calibration(config: Config, pieces: Pieces, source: Source, pictures: int | None, out: Path | None) -> _Made:
    """The calibration from new pictures, stored in `out`, or in the state directory."""
    clock = SystemClock()
    with closing(make_camera(config, clock)) as camera:
        taking = _Taking(camera, _instructions(source, pieces.words), pictures)
        measured = measure(taking, pieces, source)
    calibration = Calibration(
        camera=taking.name if taking.is_live else config.camera,
        date=clock.date(),
        size_px=measured.size_px,
        lens=measured.lens,
        source=source,
        pictures=measured.pictures,
        codes=measured.codes,
        lens_position=taking.lens_position,
        seats=measured.seats,
    )
    file = out or config.state / FILE
    try:
        write_calibration(file, calibration)
    except OSError as error:
        raise CalibrationError(
            f"{file}: cannot be written: {reason_of(error)}. Give another file with --out FILE."
        ) from None
    return _Made(calibration, measured, file, taking.focus_failed, pieces.words)


def _instructions(source: Source, words: PieceWords) -> tuple[str, str]:
    """Instructions before the first picture, and before each of the next."""
    first, later = (texts[source].format(anchor=words.anchor, other=words.other) for texts in (_FIRST, _NEXT))
    return first, later


class _Taking:
    """The pictures, one after another; for a live camera people at a terminal press Enter before each."""

    def __init__(self, camera: Camera | View, instructions: tuple[str, str], pictures: int | None) -> None:
        self._camera, self._instructions = camera, instructions
        self.is_live = camera.live() is not None
        self._wanted = pictures or (PICTURES if self.is_live else None)
        self.name = ""
        self.lens_position: float | None = None
        self.focus_failed = False

    def __iter__(self) -> Iterator[Grey]:
        """Raises LookError."""
        for number in range(self._wanted) if self._wanted else count():
            if self.is_live:
                self._ask(number)
            if number == 0 and isinstance(self._camera, PiCamera):
                self.lens_position = self._camera.focus()
                self.focus_failed = self.lens_position is None and self._camera.focuses
            try:
                frame = view_of(self._camera).look(number)
            except CameraEndedError:
                return
            self.name = frame.name
            yield frame.grey

    def _ask(self, number: int) -> None:
        if sys.stdin and sys.stdin.isatty():
            words = self._instructions[min(number, 1)]
            note(f"{words} Picture {number + 1} of {self._wanted}: press Enter.")
            sys.stdin.readline()


def calibration_lines(made: _Made) -> Iterator[str]:
    """The measures, a line each, with what to do if one is not good."""
    one, measured = made.calibration, made.measured
    alone, stored = (f"{100 * part:.2f} %" for part in measured.misfits)
    yield f"camera: {one.camera}, {one.size_px[0]} x {one.size_px[1]}"
    yield f"focus: {_focus(made)}"
    yield f"lens: from {one.codes} squares in {one.pictures} pictures of the {one.source}"
    yield f"lens: sizes are right within {stored}; with a lens estimated from each picture alone, within {alone}"
    if measured.reach < _FAR:
        yield f"lens: no square is farther out than {measured.reach:.0%}: lay some in the picture's corners as well"
    for seat in made.seats:
        yield ": ".join(filter(None, (seat_text(seat), seat.advice)))
    if not made.seats:
        yield f"seats: no {made.words.anchor} was in sight; lay them for a verdict on the stickers"
    yield f"saved in {made.file}"


def _focus(made: _Made) -> str:
    if made.focus_failed:
        return "nothing was sharp: add light, lay something with detail on the table, then try again"
    position = made.calibration.lens_position
    return "this lens has no motor" if position is None else f"{position:.2f} dioptres"


def calibration_json(made: _Made) -> dict[str, Any]:
    """The JSON that `calibrate --json` prints."""
    one, measured = made.calibration, made.measured
    return {
        "format": "lucca-calibrated/1",
        "file": str(made.file),
        "camera": one.camera,
        "size_px": one.size_px,
        "lens_position": one.lens_position,
        "lens": {
            **{"source": one.source, "pictures": one.pictures, "codes": one.codes},
            **{"middle": one.lens.middle, "bends": one.lens.bends},
            **{"misfit": measured.misfits[1], "misfit_alone": measured.misfits[0], "reach": measured.reach},
        },
        "sticker_mm": measured.sticker_mm,
        "seats": [
            {
                **{"quarter": seat.seat.code, "mm_per_px": seat.seat.mm_per_px, "sticker_px": seat.sticker_px},
                **{"verdict": seat.verdict, "advice": seat.advice},
            }
            for seat in made.seats
        ],
    }
