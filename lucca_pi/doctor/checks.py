"""Checks of camera, display and buttons, and the list of all that is examined."""

import socket
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from lucca_pi.config import BUTTON_NAMES
from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.devices.displays import display_class
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.here import lasting_name
from lucca_pi.doctor.system import SYSTEM_CHECKS, Check, Finding, Patient, People, State, service_state
from lucca_pi.equipment import make_buttons, make_display
from lucca_pi.errors import reason_of
from lucca_pi.ports import Buttons, ButtonsEndedError, CameraEndedError, Frame, LookError
from lucca_pi.screens.pages import framed
from lucca_pi.web.address import invitation, page_address, read_binding

if TYPE_CHECKING:
    from lucca_pi.calibration.lens import StoredLens
    from lucca_pi.vision.detect import Detection, Detections
    from lucca_pi.vision.reader import Reader

_SHARP = 0.8
"""Median certainty below which cards are out of focus."""
_FREE_IT = "sudo systemctl stop lucca-pi, then this again"


@dataclass(frozen=True, slots=True)
class _Shown:
    """A frame, the codes in it, their reader, and the known lens."""

    frame: Frame
    found: "Detections"
    reader: "Reader"
    stored: "StoredLens"

    @property
    def has_anchor(self) -> bool:
        """True if a piece that gives the axes is in sight."""
        return any(one.code in self.reader.pieces.anchors for one in self.found.read)

    @property
    def loose(self) -> "list[Detection]":
        """The pieces in sight that are laid and taken up."""
        return [one for one in self.found.read if one.code in self.reader.pieces.loose]

    @property
    def lay_more(self) -> str:
        """Advice if too little is in sight."""
        words = self.reader.pieces.words
        return f"lay the {words.anchor}s and some {words.other}s, then this again"


def camera(patient: Patient) -> Iterator[Finding]:
    """The findings on the camera, then on a picture of it: focus, light, and a sticker's pixels at each seat."""
    name = patient.config.camera
    if name.startswith(("pi", "usb")) and service_state(patient) == "active":
        yield Finding("camera", "skipped", "the service is using it", _FREE_IT)
        return
    if name == "phone":
        yield Finding("camera", "ok", "a phone, through the page", "play judges each photograph as it comes")
        return
    from lucca_pi.vision.detect import MIRRORED

    try:
        shown = _shown(patient)
    except (LookError, CameraEndedError) as error:
        yield Finding("camera", _missing(patient, "camera") if name.startswith("pi") else "wrong", str(error))
        return
    height, width = shown.frame.grey.shape
    yield Finding("camera", "ok", f"{shown.frame.name} gives pictures of {width} x {height}", _lasting(name))
    if shown.reader.is_mirrored(shown.found, shown.frame.grey):
        yield Finding("camera", "wrong", MIRRORED)
        return
    yield from (_focus(shown), _light(shown))
    yield from _density(shown)


def _lasting(camera: str) -> str:
    """The name by which a USB camera is found though its number changes."""
    kind, _, number = camera.partition(":")
    if kind != "usb" or not number.isdecimal() or not (path := lasting_name(int(number))):
        return ""
    return f'camera = "usb:{path}" in the settings finds it even if its number changes'


def _missing(patient: Patient, device: str) -> State:
    """The state of a device that belongs to a Pi, and is missing: wrong on a Pi, or if somebody asked for it."""
    return "wrong" if patient.machine.is_pi or device in patient.asked else "not here"


def _shown(patient: Patient) -> _Shown:
    """A frame of the camera, read. Raises LookError, also for a camera that is missing, and CameraEndedError."""
    from lucca_pi.calibration.lens import stored_lens
    from lucca_pi.equipment import make_camera
    from lucca_pi.vision.reader import Reader

    reader = Reader(patient.pieces())
    stored = stored_lens(patient.config.calibration, patient.config.state)
    try:
        with closing(make_camera(patient.config, patient.clock, stored.focus)) as opened:
            frame = opened.look()
    except DeviceError as error:
        raise LookError(str(error)) from error
    return _Shown(frame, reader.detect(frame.grey), reader, stored)


def _focus(shown: _Shown) -> Finding:
    """The sureness with which the stickers are read: the smaller they are, the more it depends on the focus."""
    words, loose = shown.reader.pieces.words, shown.loose
    if not loose:
        told = "nothing to judge it by is in sight"
        if shown.has_anchor:
            told = f"{words.anchor}s are read, but no {words.other}"
        return Finding("focus", "skipped", told, shown.lay_more)
    sure = median(one.margin for one in loose)
    told = f"{len(loose)} {words.other}s are read, {sure:.0%} as surely as printed ones"
    if sure < _SHARP:
        return Finding("focus", "wrong", told, "lucca-pi calibrate focuses; else turn the lens's ring, wipe it")
    return Finding("focus", "ok", told)


def _light(shown: _Shown) -> Finding:
    from lucca_pi.app.watching import ADVICE
    from lucca_pi.vision.live import Watcher
    from lucca_pi.vision.picture import reduced

    condition = Watcher().watch(reduced(shown.frame.grey), 0.0).condition
    if condition in ADVICE:
        return Finding("light", "wrong", condition, str(ADVICE[condition]))
    return Finding("light", "ok", f"{float(shown.frame.grey.mean()):.0f} of 255 on average")


def _density(shown: _Shown) -> Iterator[Finding]:
    """The findings on pixels per sticker, for each seat in sight."""
    from lucca_pi.calibration.measure import judged, seat_text, seat_views, sticker_mm_in

    pieces, grey, stored = shown.reader.pieces, shown.frame.grey, shown.stored
    if not shown.has_anchor:
        yield Finding("pixels", "skipped", f"no {pieces.words.anchor} is in sight", shown.lay_more)
        return
    known = stored.calibration_for(shown.frame.name, (grey.shape[1], grey.shape[0]), shown.found, pieces)
    inspected = shown.reader.locate(shown.found, grey, lens=known.lens if known else None)
    sticker_mm = sticker_mm_in(inspected, pieces)
    for seat in seat_views(inspected.look, inspected.plane, pieces):
        one = judged(seat, sticker_mm)
        yield Finding("pixels", "wrong" if one.verdict == "too far" else "ok", seat_text(one), one.advice)
    if stored.notice:
        yield Finding("calibration", "wrong", stored.notice)
    elif known:
        yield Finding("calibration", "ok", "the lens is known and fits")
    else:
        yield Finding(
            "calibration", "ok", "none: the lens is estimated from each picture; lucca-pi calibrate measures it"
        )


_PRESS_S = 15.0
"""Seconds to wait for a press."""
_NOBODY = "nobody to ask"
_WHILE_PRESSED = Snapshot(Notice("lucca-pi", "Press the buttons."))
WORDS = "Can you read this? Is the frame around it whole, with all four edges?"


def display(patient: Patient) -> Iterator[Finding]:
    """A test picture on a display that hangs on pins."""
    place, advice = display_class(patient.config.display).examined(patient.config.for_display())
    if not place:
        yield Finding("display", "ok", f"set to {patient.config.display}")
        return
    if service_state(patient) == "active":
        yield Finding("display", "skipped", "the service is using it", _FREE_IT)
        return
    try:
        with closing(make_display(patient.config, patient.clock, sys.stderr)) as opened:
            opened.show(framed(WORDS, opened.panel))
            yield _panel(patient, place, advice)
    except DeviceError as error:
        yield Finding("display", _missing(patient, "display"), str(error))


def _panel(patient: Patient, place: str, advice: str) -> Finding:
    if patient.people is None:
        return Finding("display", "ok", f"{place} took a picture; {_NOBODY} whether it is right")
    if patient.people.ask("Does the display show upright text in a frame with all four edges?"):
        return Finding("display", "ok", f"{place} shows a picture")
    return Finding("display", "wrong", f"{place} does not show the right picture", advice)


def buttons(patient: Patient) -> Iterator[Finding]:
    """Each button, pressed once."""
    kind = patient.config.buttons
    if kind in ("auto", "keyboard") or kind.startswith("script"):
        yield Finding("buttons", "ok", f"set to {kind}")
        return
    if service_state(patient) == "active":
        yield Finding("buttons", "skipped", "the service is using them", _FREE_IT)
        return
    try:
        with closing(make_buttons(patient.config, patient.clock)) as opened:
            yield from _pressed(opened, patient)
    except DeviceError as error:
        yield Finding("buttons", _missing(patient, "buttons") if kind == "gpio" else "wrong", str(error))


def _pressed(opened: Buttons, patient: Patient) -> Iterator[Finding]:
    if patient.people is None:
        yield Finding("buttons", "skipped", _NOBODY, "run this at a terminal and press each")
        return
    for name in BUTTON_NAMES:
        place = f"{name} (GPIO {patient.config.pins[name]})" if patient.config.buttons == "gpio" else name
        yield _one(opened, name, place, patient.people)


def _one(opened: Buttons, name: str, place: str, people: People) -> Finding:
    people.tell(f"Press {name}.")
    try:
        pressed = opened.press(_WHILE_PRESSED, _PRESS_S)
    except ButtonsEndedError:
        pressed = None
    if pressed == name:
        return Finding("button", "ok", place)
    told = f"{place}: {opened.notice or (f'{pressed} came instead' if pressed else 'nothing came')}"
    return Finding("button", "wrong", told, "check its two wires; pins = {...} in the settings says which is which")


_PHONE_S = 60.0
"""Seconds to wait for a phone."""
_GREETING = "lucca-pi: this phone reaches the table. Go on at the computer."


def page(patient: Patient) -> Iterator[Finding]:
    """The page's address: its port, and with people there, a phone that opens it."""
    if not patient.config.page:
        yield Finding("page", "ok", "none is set; play --page 8000 serves one for phones")
        return
    if service_state(patient) == "active":
        yield Finding("page", "skipped", "the service is using it", _FREE_IT)
        return
    binding = read_binding(patient.config.page)
    family = socket.AF_INET6 if ":" in binding.host else socket.AF_INET
    try:
        door = socket.create_server((binding.host, binding.port), family=family)
    except OSError as error:
        told = f"{binding}: {reason_of(error)}"
        yield Finding("page", "wrong", told, "end what uses that port, or give another: --page PORT")
        return
    with door:
        address = page_address(binding.host, door.getsockname()[1])
        if patient.people is None:
            yield Finding("page", "ok", f"{address}, the port is free; whether a phone reaches it was not tried")
            return
        patient.people.tell(f"{invitation(binding)}\nI wait {_PHONE_S:.0f} seconds for it.")
        yield _visited(door, address)


def _visited(door: socket.socket, address: str) -> Finding:
    """The finding on the first phone that comes to the door; it is greeted."""
    door.settimeout(_PHONE_S)
    try:
        phone, (who, *_rest) = door.accept()
    except TimeoutError:
        advice = "is the phone in the same Wi-Fi, and not in a guest network? Does a firewall here close the port?"
        return Finding("page", "wrong", f"no phone came to {address}", advice)
    with phone, suppress(OSError):
        phone.settimeout(1.0)
        phone.recv(4096)
        head = f"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {len(_GREETING)}\r\n\r\n"
        phone.sendall(f"{head}{_GREETING}".encode())
    return Finding("page", "ok", f"{who} reached {address}")


CHECKS: tuple[tuple[str, Check], ...] = (
    *SYSTEM_CHECKS,
    ("camera", camera),
    ("display", display),
    ("buttons", buttons),
    ("page", page),
)
