import os
import pty
import subprocess
import sys
import termios
from contextlib import closing, suppress
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock, patch

import pytest

from lucca_pi.contract.screens import Disagreement, Notice, Question, Snapshot
from lucca_pi.devices.buttons import AutoButtons, KeyboardButtons, ScriptButtons
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.gpio import PACKAGES, GpioButtons, pin_factory
from lucca_pi.devices.press import SAMPLE_S
from lucca_pi.devices.system import HandClock, SystemClock
from lucca_pi.ports import ButtonsEndedError

SNAPSHOT = Snapshot(Notice("Hello", "Press OK"))
PINS = {"ok": 5, "back": 6, "up": 13, "down": 19}


def all_presses(buttons):
    """Every press until none can come."""
    presses = []
    with suppress(ButtonsEndedError):
        while True:
            presses.append(buttons.press(SNAPSHOT, 10.0))
    return presses


class Box:
    """Buttons at pins, and the fingers on them."""

    def __init__(self, factory):
        self.clock, self.factory = HandClock(), factory
        self.buttons = GpioButtons(PINS, self.clock, factory)

    def pin(self, button):
        return self.factory.pin(PINS[button])

    def go_on(self, seconds):
        """Time passes, in which levels are read."""
        for _ in range(round(seconds / SAMPLE_S)):
            self.clock.forward(SAMPLE_S)
            self.buttons.sample()

    def hold(self, button, seconds):
        self.pin(button).drive_low()
        self.go_on(seconds)

    def push(self, button, seconds=0.1):
        self.hold(button, seconds)
        self.pin(button).drive_high()
        self.go_on(1.0)

    def given(self):
        """The presses so far."""
        return [*iter(lambda: self.buttons.press(SNAPSHOT, 0), None)]


@pytest.fixture
def box(factory):
    return Box(factory)


def test_buttons_pushed_one_after_the_other_are_told_in_that_order(box):
    for button in PINS:
        box.push(button)
    assert box.given() == ["ok", "back", "up", "down"]


def test_presses_that_are_forgotten_mean_nothing_but_for_switching_off(box):
    for button, seconds in (("ok", 0.1), ("up", 0.1), ("back", 3.0), ("ok", 3.0)):
        box.push(button, seconds)
    box.buttons.forget()
    box.push("down")
    assert box.given() == ["off", "down"]


def test_a_stuck_button_is_named_with_its_pin_and_the_others_count(box):
    box.hold("down", 60)
    box.push("ok")
    assert box.given() == ["down", "ok"]
    assert box.buttons.notice == "Stuck: down (GPIO 19). Works again once released."


def test_a_button_that_was_down_at_the_start_gives_no_press(factory):
    factory.pin(PINS["up"]).drive_low()
    box = Box(factory)
    box.go_on(1.0)
    assert box.given() == []


def test_a_press_that_no_edge_tells_is_seen_when_presses_are_asked_for(box):
    box.pin("up")._state = False
    assert box.buttons.press(SNAPSHOT, 0) is None
    box.clock.forward(0.1)
    assert box.buttons.press(SNAPSHOT, 0) == "up"


def test_a_press_is_seen_to_its_end_while_nobody_asks_for_it(factory):
    buttons = GpioButtons(PINS, SystemClock(), factory).listening()
    with closing(buttons):
        factory.pin(PINS["up"]).drive_low()
        assert buttons._told.wait(5.0)
        factory.pin(PINS["up"]).drive_high()
        assert buttons.press(SNAPSHOT, 5.0) == "up"


def test_closed_buttons_free_their_pins(factory):
    for _ in range(2):
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


@pytest.fixture
def pipe():
    """What another program writes into, and the buttons at the other end."""
    ours, theirs = os.pipe()
    with os.fdopen(ours) as stream, os.fdopen(theirs, "wb", buffering=0) as writer:
        yield writer, KeyboardButtons(stream)


LINES = {
    b"": [],
    b"\n": ["ok"],
    b"o\nb\nu\nk\nd\nj\nz\nq\n": ["ok", "back", "up", "up", "down", "down", "undo", "off"],
    b"ok\nback\nup\ndown\nundo\noff\n": ["ok", "back", "up", "down", "undo", "off"],
    b"OK\r\n b \r\n\r\n": ["ok", "back", "ok"],
    b"up\ndown": ["up", "down"],
}


@pytest.mark.parametrize(("content", "expected"), LINES.items())
def test_lines_from_a_pipe_are_presses(pipe, content, expected):
    writer, buttons = pipe
    writer.write(content)
    writer.close()
    assert all_presses(buttons) == expected


def test_a_line_that_is_no_button_is_named_with_its_place(pipe):
    pipe[0].write(b"ok\nquit\n")
    with pytest.raises(DeviceError, match=r"line 2: 'quit' is not a button. Write one of ok, back"):
        all_presses(pipe[1])


def test_a_line_that_comes_in_pieces_is_one_press(pipe):
    writer, buttons = pipe
    given = []
    for piece in (b"", b"un", b"do\n"):
        writer.write(piece)
        given.append(buttons.press(SNAPSHOT, 0))
    assert given == [None, None, "undo"]


def test_lines_from_a_pipe_are_never_forgotten(pipe):
    writer, buttons = pipe
    writer.write(b"\nup\n")
    writer.close()
    first = buttons.press(SNAPSHOT, 1.0)
    buttons.forget()
    assert [first, *all_presses(buttons)] == ["ok", "up"]


@pytest.fixture
def terminal():
    """The side of a person who types, and the stream of the program."""
    person, program = pty.openpty()
    with os.fdopen(program, closefd=True) as stream:
        yield person, stream
    os.close(person)


LETTERS = ["ok", "up", "up", "down", "down", "back", "undo", "off"]
TYPED = {
    "ob\nuKdjz?": ["ok", "back", "ok", "up", "up", "down", "down", "undo"],
    "\x1b[A\x1b[B\x1b[C\x1b[D": ["up", "down", "ok", "back"],
    "\x1bOA\x1bOB\x1bOC\x1bOD": ["up", "down", "ok", "back"],  # arrows of the other mode
    "\x1bOP\x1bOQ\x1b[3~\x1b[15~\x1b[Z": [],  # other special keys
    **dict.fromkeys(("oukdjbzq", "םולגחנז/", "щглвоияй", "οθκδξβζ;"), LETTERS),  # whatever the keyboard writes
}


@pytest.mark.parametrize(("typed", "given"), TYPED.items())
def test_at_a_terminal_single_keys_act_at_once_until_the_stream_ends(terminal, typed, given):
    person, stream = terminal
    buttons = KeyboardButtons(stream)
    os.write(person, f"{typed}\x04u".encode())
    assert all_presses(buttons) == given
    buttons.close()


def test_keys_that_are_forgotten_mean_nothing_but_for_switching_off(terminal):
    person, stream = terminal
    buttons = KeyboardButtons(stream)
    os.write(person, b"\n\nuq")
    buttons.forget()
    os.write(person, b"d\x04")
    assert all_presses(buttons) == ["off", "down"]
    buttons.close()


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
    auto, wrong = AutoButtons(), Snapshot(Disagreement("Alex", ("Card 12 is gone.",), "Put it back."))
    assert [auto.press(snapshot, 0) for snapshot in (wrong, wrong, SNAPSHOT, wrong, wrong)] == ["ok"] * 5
    with pytest.raises(ButtonsEndedError):
        auto.press(wrong, 0)


def test_a_script_is_pressed_line_by_line(tmp_path):
    script = tmp_path / "presses.txt"
    script.write_text("# the deal\nok\n\n  back   # oh\nup\ndown\nundo\n")
    assert all_presses(ScriptButtons(script)) == ["ok", "back", "up", "down", "undo"]


def test_a_script_with_a_wrong_word_or_that_is_missing_is_named(tmp_path):
    (tmp_path / "presses.txt").write_text("ok\n# fine\nOk\n")
    with pytest.raises(DeviceError, match=r"presses.txt, line 3: 'Ok' is not a button"):
        ScriptButtons(tmp_path / "presses.txt")
    with pytest.raises(DeviceError, match=r"nowhere.txt: the script of buttons cannot be read"):
        ScriptButtons(tmp_path / "nowhere.txt")


def test_importing_the_devices_imports_no_device_library():
    imports = "from lucca_pi.devices import buttons, displays, errors, gpio, press, store, system"
    program = f"import sys; before = {{*sys.modules}}; {imports}; print(*{{*sys.modules}} - before)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "lucca_pi.devices.buttons" in loaded
    libraries = {"evdev", "gpiozero", "luma", "lgpio", "RPi", "picamera2", "smbus2", "cv2", "numpy"}
    assert libraries.isdisjoint(name.partition(".")[0] for name in loaded)
