"""The camera, and what it shows of the table."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from lucca_pi.doctor.findings import Finding, Patient, State
from lucca_pi.doctor.games import service_state
from lucca_pi.ports import CameraEndedError, Frame, LookError

if TYPE_CHECKING:
    from lucca_pi.calibration.stored import StoredLens
    from lucca_pi.table.pieces import Pieces
    from lucca_pi.vision.detect import Detection, Detections

SHARP = 0.8
"""
Cards read less surely than this, at the median, are out of focus.

On a rendered picture of a game, blurred by 2 px, it was 0.98 and all were read; by 2.5 px, 0.6 and a third.
"""
FREE_IT = "sudo systemctl stop lucca-pi, then this again"
LAY = "lay the quarters and some cards"


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame, the codes in it, the pieces they belong to, and what is known of the lens."""

    frame: Frame
    found: "Detections"
    pieces: "Pieces"
    stored: "StoredLens"

    @property
    def quarters(self) -> "list[Detection]":
        """The quarters in sight."""
        from lucca_pi.table.pieces import QUARTER_CODES

        return [one for one in self.found.read if one.code in QUARTER_CODES]

    @property
    def cards(self) -> "list[Detection]":
        """The cards in sight."""
        from lucca_pi.table.pieces import BACK_CODE, QUARTER_CODES

        return [one for one in self.found.read if one.code < QUARTER_CODES[0] or one.code == BACK_CODE]


def camera(patient: Patient) -> Iterator[Finding]:
    """The camera, then what a picture of it shows: focus, light, and the stickers' pixels at each seat."""
    name = patient.config.camera
    if name.startswith(("pi", "usb")) and service_state(patient) == "active":
        yield Finding("camera", "skipped", "the service has it", FREE_IT)
        return
    try:
        shown = _shown(patient)
    except (LookError, CameraEndedError) as error:
        yield Finding("camera", _missing(patient), str(error))
        return
    height, width = shown.frame.grey.shape
    yield Finding("camera", "ok", f"{shown.frame.name} gives pictures of {width} x {height}")
    yield from (_focus(shown), _light(shown))
    yield from _density(shown)


def _missing(patient: Patient) -> State:
    """A Pi's camera belongs to a Pi."""
    return "not here" if patient.config.camera.startswith("pi") and not patient.machine.is_pi else "wrong"


def _shown(patient: Patient) -> Shown:
    """What the camera shows. Raises LookError, also for a camera that is missing, and CameraEndedError."""
    from lucca_pi.calibration.stored import stored_lens
    from lucca_pi.devices.errors import DeviceError
    from lucca_pi.devices.make import make_camera
    from lucca_pi.games.citta.files import load_deck
    from lucca_pi.games.citta.session.setup import pieces_in
    from lucca_pi.vision.detect import detect

    pieces = pieces_in(load_deck(patient.config.deck))
    stored = stored_lens(patient.config.calibration, patient.config.state)
    try:
        with closing(make_camera(patient.config, patient.clock, stored.focus)) as opened:
            frame = opened.look(0)
    except DeviceError as error:
        raise LookError(str(error)) from error
    return Shown(frame, detect(frame.grey, pieces.codes), pieces, stored)


def _focus(shown: Shown) -> Finding:
    """How surely the stickers are read: the smaller they are, the more it is the focus that counts."""
    if not shown.cards:
        told = "quarters are read, but no card" if shown.quarters else "there is nothing to judge it by"
        return Finding("focus", "skipped", told, f"{LAY}, then this again")
    sure = median(one.margin for one in shown.cards)
    told = f"{len(shown.cards)} cards are read, {sure:.0%} as surely as printed ones"
    if sure < SHARP:
        return Finding("focus", "wrong", told, "lucca-pi calibrate focuses; else turn the lens's ring, wipe it")
    return Finding("focus", "ok", told)


def _light(shown: Shown) -> Finding:
    from lucca_pi.app.watching import ADVICE
    from lucca_pi.vision.live import Watcher
    from lucca_pi.vision.picture import reduced

    condition = Watcher().watch(reduced(shown.frame.grey), 0.0).condition
    if condition in ADVICE:
        return Finding("light", "wrong", condition, str(ADVICE[condition]))
    return Finding("light", "ok", f"{float(shown.frame.grey.mean()):.0f} of 255 on the mean")


def _density(shown: Shown) -> Iterator[Finding]:
    """For each seat in sight whether its stickers have pixels enough."""
    from lucca_pi.calibration.seats import judged, seat_text, seats_in, sticker_mm_in
    from lucca_pi.vision.look import inspect

    if not shown.quarters:
        yield Finding("pixels", "skipped", "no quarter is in sight", f"{LAY}, then this again")
        return
    pieces, grey, stored = shown.pieces, shown.frame.grey, shown.stored
    known = stored.calibration_for(shown.frame.name, (grey.shape[1], grey.shape[0]), shown.found, pieces)
    inspected = inspect(grey, pieces, find=lambda *_: shown.found, lens=known.lens if known else None)
    sticker_mm = sticker_mm_in(inspected, pieces)
    for seat in seats_in(inspected.look, inspected.plane):
        one = judged(seat, sticker_mm)
        yield Finding("pixels", "wrong" if one.verdict == "too far" else "ok", seat_text(one), one.advice)
    if stored.notice:
        yield Finding("calibration", "wrong", stored.notice)
    elif known:
        yield Finding("calibration", "ok", "the lens is known and fits")
    else:
        yield Finding("calibration", "ok", "none: each picture tells the lens; lucca-pi calibrate measures it")
