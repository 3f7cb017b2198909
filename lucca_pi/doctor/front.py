"""What people touch and read: the display and the buttons."""

import sys
from collections.abc import Iterator
from contextlib import closing

from lucca_pi.config import BUTTON_NAMES
from lucca_pi.devices.displays import display_class
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.make import make_buttons, make_display
from lucca_pi.doctor.camera import FREE_IT
from lucca_pi.doctor.findings import Finding, Patient, People, State
from lucca_pi.doctor.games import service_state
from lucca_pi.games.contract.screens import Notice, Snapshot
from lucca_pi.ports import Buttons, ButtonsEndedError
from lucca_pi.screens.pages import framed

PRESS_S = 15.0
"""So long a press is waited for."""
NOBODY = "nobody is there to be asked"
WHILE_PRESSED = Snapshot(Notice("lucca-pi", "Press the buttons."))
WORDS = "Can you read this? Is the frame around it whole, with all four edges?"


def display(patient: Patient) -> Iterator[Finding]:
    """A test picture on a display that hangs on pins."""
    if not display_class(patient.config.display).place(patient.config):
        yield Finding("display", "ok", f"it is to be {patient.config.display}")
        return
    if service_state(patient) == "active":
        yield Finding("display", "skipped", "the service has it", FREE_IT)
        return
    try:
        with closing(make_display(patient.config, patient.clock, sys.stderr)) as opened:
            opened.show(framed(WORDS, opened.panel))
            yield _panel(patient)
    except DeviceError as error:
        yield Finding("display", _missing(patient), str(error))


def _panel(patient: Patient) -> Finding:
    kind = display_class(patient.config.display)
    place = kind.place(patient.config)
    if patient.people is None:
        return Finding("display", "ok", f"{place} took a picture; {NOBODY} whether it is right")
    if patient.people.ask("Does the display show upright text in a frame with all four edges?"):
        return Finding("display", "ok", f"{place} shows a picture")
    return Finding("display", "wrong", f"{place} shows no right picture", kind.remedy(patient.config))


def buttons(patient: Patient) -> Iterator[Finding]:
    """Each button, pressed once."""
    kind = patient.config.buttons
    if kind in ("auto", "keyboard") or kind.startswith("script"):
        yield Finding("buttons", "ok", f"they are to be {kind}")
        return
    if service_state(patient) == "active":
        yield Finding("buttons", "skipped", "the service has them", FREE_IT)
        return
    try:
        with closing(make_buttons(patient.config, patient.clock)) as opened:
            yield from _pressed(opened, patient)
    except DeviceError as error:
        yield Finding("buttons", _missing(patient) if kind == "gpio" else "wrong", str(error))


def _missing(patient: Patient) -> State:
    """What hangs on a Pi's pins belongs to a Pi."""
    return "wrong" if patient.machine.is_pi else "not here"


def _pressed(opened: Buttons, patient: Patient) -> Iterator[Finding]:
    if patient.people is None:
        yield Finding("buttons", "skipped", NOBODY, "run this at a terminal and press each")
        return
    for name in BUTTON_NAMES:
        place = f"{name} (GPIO {patient.config.pins[name]})" if patient.config.buttons == "gpio" else name
        yield _one(opened, name, place, patient.people)


def _one(opened: Buttons, name: str, place: str, people: People) -> Finding:
    people.tell(f"Press {name}.")
    try:
        pressed = opened.press(WHILE_PRESSED, PRESS_S)
    except ButtonsEndedError:
        pressed = None
    if pressed == name:
        return Finding("button", "ok", place)
    told = f"{place}: {opened.notice or (f'{pressed} came instead' if pressed else 'nothing came')}"
    return Finding("button", "wrong", told, "check its two wires; pins = {...} in the settings says which is which")
