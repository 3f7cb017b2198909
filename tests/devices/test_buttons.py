import os
import pty
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import cast
from unittest.mock import Mock, patch

import pytest
from gpiozero.pins.mock import MockFactory

from lucca_pi.contract.screens import Disagreement, Notice, Question, Snapshot
from lucca_pi.devices.buttons import AutoButtons, KeyboardButtons, ScriptButtons
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.gpio import PACKAGES, GpioButtons, pin_factory
from lucca_pi.devices.system import HandClock, SystemClock
from lucca_pi.ports import Button, ButtonsEndedError

SNAPSHOT = Snapshot(Notice("Hello", "Press OK"))
PINS = {"ok": 5, "back": 6, "up": 13, "down": 19}


def all_presses(buttons):
    """Every press until none can come."""
    presses = []
    try:
        while True:
            presses.append(buttons.press(SNAPSHOT, 10.0))
    except ButtonsEndedError:
        return presses


@pytest.fixture
def factory():
    made = MockFactory()
    yield made
    made.reset()


def push(factory, clock, button, seconds):
    factory.pin(PINS[button]).drive_low()
    clock.forward(seconds)
    factory.pin(PINS[button]).drive_high()
    clock.forward(1.0)


def test_buttons_pushed_one_after_the_other_are_told_in_that_order(factory):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    for button in PINS:
        push(factory, clock, button, 0.1)
    assert [buttons.press(SNAPSHOT, 0) for _ in range(5)] == ["ok", "back", "up", "down", None]


@pytest.mark.parametrize(("button", "meaning"), [("back", "undo"), ("ok", "off"), ("up", "up"), ("down", "down")])
def test_what_a_button_means_that_is_held_down(factory, button, meaning):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    push(factory, clock, button, 2.5)
    assert [buttons.press(SNAPSHOT, 0) for _ in range(2)] == [meaning, None]


def test_presses_that_are_forgotten_mean_nothing_but_for_switching_off(factory):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    for button, seconds in (("ok", 0.1), ("up", 0.1), ("back", 3.0), ("ok", 3.0)):
        push(factory, clock, cast(Button, button), seconds)
    buttons.forget()
    push(factory, clock, "down", 0.1)
    assert [buttons.press(SNAPSHOT, 0) for _ in range(3)] == ["off", "down", None]


def test_a_stuck_button_is_named_with_its_pin_and_the_others_count(factory):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    factory.pin(PINS["down"]).drive_low()
    clock.forward(60)
    push(factory, clock, "ok", 0.1)
    assert [buttons.press(SNAPSHOT, 0) for _ in range(3)] == ["down", "ok", None]
    assert buttons.notice == "Stuck: down (GPIO 19). Works again once released."


def test_a_button_that_was_down_at_the_start_gives_no_press(factory):
    factory.pin(PINS["up"]).drive_low()
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    clock.forward(1)
    assert buttons.press(SNAPSHOT, 0) is None


@pytest.mark.parametrize("button", PINS)
@pytest.mark.parametrize("looks_after_s", [0.1, 3.0])
def test_a_release_that_is_not_reported_makes_no_hold(factory, button, looks_after_s):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    factory.pin(PINS[button]).drive_low()
    clock.forward(0.15)
    factory.pin(PINS[button])._state = True  # nobody is told
    given = []
    for _ in range(200):
        clock.forward(looks_after_s)
        given.append(buttons.press(SNAPSHOT, 0))
    assert [press for press in given if press] == [button]
    assert buttons.notice == ""
    push(factory, clock, button, 0.1)
    assert [buttons.press(SNAPSHOT, 0) for _ in range(2)] == [button, None]


@pytest.mark.parametrize("button", ["ok", "back"])
def test_two_taps_during_a_look_are_no_hold_if_the_release_between_them_is_lost(factory, button):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    factory.pin(PINS[button]).drive_low()
    clock.forward(0.15)
    factory.pin(PINS[button])._state = True
    clock.forward(3.0)
    push(factory, clock, button, 0.1)
    buttons.forget()
    assert buttons.press(SNAPSHOT, 0) is None


def test_a_bouncing_contact_gives_one_press(factory):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    for _ in range(5):
        factory.pin(PINS["ok"]).drive_low()
        clock.forward(0.002)
        factory.pin(PINS["ok"]).drive_high()
        clock.forward(0.001)
    push(factory, clock, "ok", 0.2)
    assert [buttons.press(SNAPSHOT, 0) for _ in range(2)] == ["ok", None]


def test_a_press_is_waited_for_until_it_has_settled(factory):
    buttons = GpioButtons(PINS, SystemClock(), factory)
    factory.pin(PINS["up"]).drive_low()
    assert buttons.press(SNAPSHOT, 5.0) == "up"


def test_closed_buttons_free_their_pins(factory):
    GpioButtons(PINS, HandClock(), factory).close()
    GpioButtons(PINS, HandClock(), factory).close()


def test_a_pin_given_twice_is_said(factory):
    with pytest.raises(DeviceError, match=r"'back': 5.*GPIO5.*--buttons keyboard"):
        GpioButtons({"ok": 5, "back": 5}, HandClock(), factory)


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_a_missing_pin_library_is_named_and_nothing_else_taken(monkeypatch, name):
    for module in ("lgpio", "RPi", "RPi.GPIO"):
        monkeypatch.setitem(sys.modules, module, None)
    for module in ("gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(DeviceError, match=rf"through {name}.*apt install {PACKAGES[name]} .*--buttons keyboard"):
        GpioButtons(PINS, HandClock(), name)


WORDS = {
    "FileNotFoundError: '.lgd-nfy-3'": ("lgpio", "lgpio cannot create its pipe in the folder .*: set LG_WD"),
    "'can not open gpiochip'": ("lgpio", "usermod -aG gpio"),
    "Cannot determine SOC peripheral base address": ("rpigpio", "apt install python3-rpi-lgpio"),
}


@pytest.mark.parametrize("raised", WORDS)
def test_the_advice_fits_what_the_pin_library_says(monkeypatch, raised):
    name, words = WORDS[raised]
    module = ModuleType(f"gpiozero.pins.{name}")
    made = Mock(side_effect=RuntimeError(raised))
    module.__dict__.update(LGPIOFactory=made, RPiGPIOFactory=made)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(DeviceError, match=words):
        pin_factory(name)


def test_edges_that_a_new_kernel_refuses_ask_for_lgpio(factory):
    error = RuntimeError("Failed to add edge detection")
    with patch("gpiozero.Button", side_effect=error), pytest.raises(DeviceError, match='pin_factory = "lgpio"'):
        GpioButtons(PINS, HandClock(), factory)


@pytest.mark.parametrize("before", [None, "/proc", "own"])
def test_lgpio_has_a_folder_for_its_pipe(monkeypatch, tmp_path, before):
    monkeypatch.setenv("LG_WD", str(tmp_path) if before == "own" else before or "")
    with suppress(DeviceError):
        pin_factory("lgpio")
    folder = Path(os.environ["LG_WD"])
    (folder / "pipe").touch()
    assert (folder == tmp_path) == (before == "own")


def piped(content):
    ours, theirs = os.pipe()
    os.write(theirs, content)
    os.close(theirs)
    with os.fdopen(ours) as stream:
        return all_presses(KeyboardButtons(stream))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n", ["ok"]),
        (b"o\nb\nu\nk\nd\nj\nz\nq\n", ["ok", "back", "up", "up", "down", "down", "undo", "off"]),
        (b"ok\nback\nup\ndown\nundo\noff\n", ["ok", "back", "up", "down", "undo", "off"]),
        (b"OK\r\n b \r\n\r\n", ["ok", "back", "ok"]),
        (b"up\ndown", ["up", "down"]),
    ],
)
def test_lines_from_a_pipe_are_presses(content, expected):
    assert piped(content) == expected


def test_a_line_that_is_no_button_is_named_with_its_place():
    with pytest.raises(DeviceError, match=r"line 2: 'quit' is not a button. Write one of ok, back"):
        piped(b"ok\nquit\n")


def test_a_line_that_comes_in_pieces_is_one_press():
    ours, theirs = os.pipe()
    with os.fdopen(ours) as stream:
        buttons = KeyboardButtons(stream)
        assert buttons.press(SNAPSHOT, 0) is None
        os.write(theirs, b"un")
        assert buttons.press(SNAPSHOT, 0) is None
        os.write(theirs, b"do\n")
        assert buttons.press(SNAPSHOT, 0) == "undo"
        os.close(theirs)


@pytest.fixture
def terminal():
    """The side of a person who types, and the stream of the program."""
    person, program = pty.openpty()
    with os.fdopen(program, closefd=True) as stream:
        yield person, stream
    os.close(person)


def test_at_a_terminal_single_keys_act_at_once(terminal):
    person, stream = terminal
    buttons = KeyboardButtons(stream)
    os.write(person, b"ob\nuKdjz?\x1b[A\x1b[B\x1b[C\x1b[D\x04u")
    given = all_presses(buttons)
    buttons.close()
    expected = ["ok", "back", "ok", "up", "up", "down", "down", "undo", "up", "down", "ok", "back"]
    assert given == expected


@pytest.mark.parametrize("letters", ["oukdjbzq", "םולגחנז/", "щглвоияй", "οθκδξβζ;"])
def test_keys_mean_the_same_whatever_the_keyboard_writes(terminal, letters):
    person, stream = terminal
    buttons = KeyboardButtons(stream)
    os.write(person, f"{letters}\x04".encode())
    assert all_presses(buttons) == ["ok", "up", "up", "down", "down", "back", "undo", "off"]
    buttons.close()


def test_arrows_of_the_other_mode_are_arrows_and_other_special_keys_mean_nothing(terminal):
    person, stream = terminal
    buttons = KeyboardButtons(stream)
    os.write(person, b"\x1bOA\x1bOB\x1bOC\x1bOD\x1bOP\x1bOQ\x1b[3~\x1b[15~\x1b[Z\x04")
    assert all_presses(buttons) == ["up", "down", "ok", "back"]
    buttons.close()


def test_keys_that_are_forgotten_mean_nothing_but_for_switching_off(terminal):
    person, stream = terminal
    buttons = KeyboardButtons(stream)
    os.write(person, b"\n\nuq")
    buttons.forget()
    os.write(person, b"d\x04")
    assert all_presses(buttons) == ["off", "down"]
    buttons.close()


def test_lines_from_a_pipe_are_never_forgotten():
    ours, theirs = os.pipe()
    os.write(theirs, b"\nup\n")
    os.close(theirs)
    with os.fdopen(ours) as stream:
        buttons = KeyboardButtons(stream)
        first = buttons.press(SNAPSHOT, 1.0)
        buttons.forget()
        assert [first, *all_presses(buttons)] == ["ok", "up"]


def test_the_terminal_is_given_back_as_it_was(terminal):
    _, stream = terminal
    before = termios.tcgetattr(stream)
    buttons = KeyboardButtons(stream)
    assert termios.tcgetattr(stream) != before
    buttons.close()
    buttons.close()
    assert termios.tcgetattr(stream) == before


@pytest.mark.parametrize("ending", ["raise SystemExit(3)", "raise KeyboardInterrupt", "1 / 0", ""])
def test_the_terminal_is_given_back_however_the_program_ends(terminal, ending):
    _, stream = terminal
    before = termios.tcgetattr(stream)
    program = f"import sys, lucca_pi.devices.buttons as b\nb.KeyboardButtons(sys.stdin)\n{ending}"
    subprocess.run([sys.executable, "-c", program], stdin=stream, stderr=subprocess.DEVNULL, check=False)
    assert termios.tcgetattr(stream) == before


def test_auto_buttons_press_ok_and_so_take_the_first_answer():
    question = Snapshot(Question("Alex", "Which card is the wall?", ("12", "33"), 0))
    assert [AutoButtons().press(snapshot, 0) for snapshot in (SNAPSHOT, question)] == ["ok", "ok"]


def test_auto_buttons_end_where_pressing_ok_again_changes_nothing():
    auto, disagreement = AutoButtons(), Snapshot(Disagreement("Alex", ("Card 12 is gone.",), "Put it back."))
    presses = [
        auto.press(snapshot, 0) for snapshot in (disagreement, disagreement, SNAPSHOT, disagreement, disagreement)
    ]
    assert presses == ["ok"] * 5
    with pytest.raises(ButtonsEndedError):
        auto.press(disagreement, 0)


def test_a_script_is_pressed_line_by_line(tmp_path):
    script = tmp_path / "presses.txt"
    script.write_text("# the deal\nok\n\n  back   # oh\nup\ndown\nundo\n")
    assert all_presses(ScriptButtons(script)) == ["ok", "back", "up", "down", "undo"]


def test_a_wrong_word_in_a_script_is_named_with_its_line(tmp_path):
    script = tmp_path / "presses.txt"
    script.write_text("ok\n# fine\nOk\n")
    with pytest.raises(DeviceError, match=r"presses.txt, line 3: 'Ok' is not a button"):
        ScriptButtons(script)


def test_a_missing_script_is_named(tmp_path):
    with pytest.raises(DeviceError, match=r"nowhere.txt: the script of buttons cannot be read"):
        ScriptButtons(tmp_path / "nowhere.txt")


def test_importing_the_devices_imports_no_device_library():
    imports = "from lucca_pi.devices import buttons, displays, errors, gpio, press, store, system"
    program = f"import sys; before = {{*sys.modules}}; {imports}; print(*{{*sys.modules}} - before)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "lucca_pi.devices.buttons" in loaded
    libraries = {"evdev", "gpiozero", "luma", "lgpio", "RPi", "picamera2", "smbus2", "cv2", "numpy"}
    assert libraries.isdisjoint(name.partition(".")[0] for name in loaded)
