"""
Measures a camera by pictures of a laid table or of the board: its lens, and the pixels that each seat has for stickers.

Then it stores that as a calibration, and reports it to people and programs.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count, product
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from lucca_pi.calibration.file import FILE, Calibration, CalibrationError, SeatView, Source, write_calibration
from lucca_pi.config import Config
from lucca_pi.devices.pi_camera import PiCamera
from lucca_pi.devices.system import SystemClock
from lucca_pi.equipment import make_camera
from lucca_pi.errors import reason_of, refusing
from lucca_pi.outside import note
from lucca_pi.ports import Camera, CameraEndedError
from lucca_pi.printed.common import BOARD_COLUMNS, BOARD_ROWS, BOARD_SQUARE_MM, charuco_board
from lucca_pi.table.pieces import (
    STICKER_BY_SQUARE,
    Pieces,
    PieceWords,
    StickerVerdict,
    sticker_for,
    sticker_px,
    sticker_verdict,
)
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.detect import MIRRORED, Detections, flipped
from lucca_pi.vision.look import Inspected, squares_of
from lucca_pi.vision.picture import Grey, Quads
from lucca_pi.vision.plane import Lens, Plane, Points, Squares, fit_lens, plane_misfit
from lucca_pi.vision.reader import Reader

_LEAST_SQUARES = 12
"""Fewest whole squares of the board in a picture that counts."""
_ACROSS_MM, _DOWN_MM = (-200.0, -100.0, 0.0, 100.0, 200.0), (-140.0, 0.0, 100.0, 200.0)
"""Places, in an anchor's axes, where its player lays most pieces."""
_LEAST_CODES = 20
"""Fewest codes, or squares of the board, to fit a lens to."""
_FEW = {
    "table": "Lay at least 20 {other}s and the {anchor}s over the whole table, in good light.",
    "board": "Hold the board flat where the camera sees it as a whole, in good light, larger in the picture.",
}
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
class Measured:
    """
    The lens and its sources, and the seats in the last picture that shows anchors, with its stickers' side.

    `misfits`: median difference of codes from squares, as a part of their size, with a lens guessed from each picture
    alone, and with this one. `reach`: distance of the farthest code from the middle, in half diagonals.
    """

    size_px: tuple[int, int]
    lens: Lens
    source: Source
    pictures: int
    codes: int
    misfits: tuple[float, float]
    reach: float
    seats: tuple[SeatView, ...]
    sticker_mm: float


def measure(pictures: Iterable[Grey], pieces: Pieces, source: Source = "table") -> Measured:
    """The measures of pictures of one size. Raises CalibrationError if they show too little."""
    reader = Reader(pieces)
    shown: list[Squares] = []
    table: tuple[Grey, Detections] | None = None
    sizes: set[tuple[int, int]] = set()
    mirrored: list[bool] = []
    for grey in pictures:
        sizes.add((grey.shape[1], grey.shape[0]))
        with refusing(f"Picture {len(mirrored) + 1}", CalibrationError):
            found = reader.detect(grey)
            has_anchor = any(one.code in pieces.anchors for one in found.read)
            if source == "board":
                squares = board_squares(grey)
            else:
                squares = squares_of(found.read, pieces) if has_anchor else None  # else no size is certain
            mirrored.append(not squares and _is_mirrored(grey, found, reader, source))
        if has_anchor:
            table = grey, found
        shown += [squares] if squares else []
    codes = sum(len(one.corners_px) for one in shown)
    if len(sizes) > 1:
        raise CalibrationError("The pictures differ in size: take all of them with one camera.")
    if codes < _LEAST_CODES:
        if any(mirrored):
            raise CalibrationError(MIRRORED)
        few = _FEW[source].format(anchor=pieces.words.anchor, other=pieces.words.other)
        raise CalibrationError(f"Only {codes} squares are in sight, too few to measure a lens. {few}")
    (size_px,) = sizes
    lens = fit_lens(shown, size_px)
    misfits = plane_misfit(shown, size_px), plane_misfit(shown, size_px, lens)
    seats, sticker_mm = _seats(table, reader, lens)
    return Measured(size_px, lens, source, len(shown), codes, misfits, _reach(shown, size_px), seats, sticker_mm)


def _is_mirrored(grey: Grey, found: Detections, reader: Reader, source: Source) -> bool:
    """True if the picture shows the board, or codes, with left and right swapped."""
    return board_squares(flipped(grey)) is not None if source == "board" else reader.is_mirrored(found, grey)


def _reach(shown: Sequence[Squares], size_px: tuple[int, int]) -> float:
    corners = np.concatenate([one.corners_px.reshape(-1, 2) for one in shown]) - np.array(size_px) / 2 + 0.5
    return float(np.linalg.norm(corners, axis=1).max() / (np.hypot(*size_px) / 2))


def _seats(table: tuple[Grey, Detections] | None, reader: Reader, lens: Lens) -> tuple[tuple[SeatView, ...], float]:
    """The seats, and the side of the stickers there."""
    if table is None:
        return (), reader.pieces.sticker_mm
    grey, found = table
    inspected = reader.locate(found, grey, lens=lens)
    seats = tuple(seat_views(inspected.look, inspected.plane, reader.pieces))
    return seats, sticker_mm_in(inspected, reader.pieces)


def board_squares(grey: Grey) -> Squares | None:
    """The board's inner squares with all corners in sight, n quads clockwise; None if too few are."""
    corners, codes, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(grey)
    if codes is None:
        return None
    places = dict(zip(np.ravel(codes).tolist(), np.reshape(corners, (-1, 2)), strict=True))
    across = BOARD_COLUMNS - 1
    begins = [row * across + column for row in range(BOARD_ROWS - 2) for column in range(across - 1)]
    quads = [(first, first + 1, first + across + 1, first + across) for first in begins]
    seen: Quads = np.array(
        [[places[at] for at in quad] for quad in quads if all(at in places for at in quad)], np.float32
    )
    if len(seen) < _LEAST_SQUARES:
        return None
    return Squares(seen, np.full(len(seen), BOARD_SQUARE_MM), np.zeros(len(seen), np.int_))


@dataclass(frozen=True, slots=True)
class Judged:
    """A seat with stickers of some size: the least side of one in the picture, the verdict, and what to do."""

    seat: SeatView
    sticker_mm: float
    sticker_px: float
    verdict: StickerVerdict
    advice: str


def seat_views(look: Look, plane: Plane, pieces: Pieces) -> Iterator[SeatView]:
    """The seat of each anchor in sight, with the part of it that the picture shows."""
    for anchor in (one for one in look.sightings if one.code in pieces.anchors):
        places_mm = _places(anchor)
        densities = plane.mm_per_px_at(places_mm[plane.in_picture(plane.image_from_table(places_mm))])
        yield SeatView(anchor.code, (round(float(densities.min()), 3), round(float(densities.max()), 3)))


def sticker_mm_in(inspected: Inspected, pieces: Pieces) -> float:
    """Median side of the stickers in the picture, to a tenth of a mm; the deck's if none is in sight."""
    cards = [one.corners_px for one in inspected.kept if one.code in pieces.loose and one.source == "marker"]
    if not cards:
        return pieces.sticker_mm
    corners = inspected.plane.table_from_image(np.reshape(cards, (-1, 2))).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return round(float(np.median(sides)) * STICKER_BY_SQUARE, 1)


def judged(seat: SeatView, sticker_mm: float) -> Judged:
    """The verdict on stickers of that side, with their white margin, at the seat's worst place."""
    most = seat.mm_per_px[1]
    said, better = sticker_verdict(sticker_mm, most), sticker_for(most)
    if said == "fine":
        advice = ""
    elif better:
        advice = f"take stickers of {better:.0f} mm or come nearer"
    else:
        advice = "come nearer"
    return Judged(seat, sticker_mm, sticker_px(sticker_mm, most), said, advice)


def seat_text(one: Judged) -> str:
    """The density at a seat and the verdict, as a line."""
    least, most = one.seat.mm_per_px
    return (
        f"seat {one.seat.code}: {least:.2f} to {most:.2f} mm per pixel, {one.sticker_mm:.0f} mm stickers have "
        f"{one.sticker_px:.0f} pixels or more: {one.verdict}"
    )


def _places(anchor: Sighting) -> Points:
    """Places before and beside the anchor, its own first, in the look's axes: shape (n, 2)."""
    turn = radians(anchor.heading_deg)
    own = np.array([(0.0, 0.0), *product(_ACROSS_MM, _DOWN_MM)])
    turned = own @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    return np.asarray(turned + np.array((anchor.x_mm, anchor.y_mm)))


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
        words = {"anchor": pieces.words.anchor, "other": pieces.words.other}
        taking = _Taking(camera, (_FIRST[source].format(**words), _NEXT[source].format(**words)), pictures)
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


class _Taking:
    """
    The pictures, one after another; for a live camera people at a terminal press Enter before each.

    `instructions`: before the first picture, and before each of the next.
    """

    def __init__(self, camera: Camera, instructions: tuple[str, str], pictures: int | None) -> None:
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
                frame = self._camera.look(number)
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
