"""Where presses come from: push buttons, a keyboard, nobody at all, or a script."""

# ruff: noqa: ARG002 - a port's methods take what the port says, needed or not

import atexit
import os
import queue
import select
import termios
import tty
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TextIO, get_args

from lucca_pi.citta.session.snapshot import Disagreement, Snapshot
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.press import Presses
from lucca_pi.ports import Button, ButtonsEndedError, Clock

PinFactory = Literal["lgpio", "rpigpio"]
PACKAGES: Mapping[PinFactory, str] = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi-lgpio"}

NAMES: tuple[Button, ...] = get_args(Button)

KEYS: Mapping[str, Button] = MappingProxyType(
    {"": "ok", "o": "ok", "b": "back", "u": "up", "k": "up", "d": "down", "j": "down", "z": "undo"}
)
"""What a key means; "" is Enter."""

ARROWS: Mapping[str, str] = MappingProxyType({"\x1b[A": "u", "\x1b[B": "d", "\x1b[C": "o", "\x1b[D": "b"})
"""What a terminal sends for an arrow, and the key that means the same."""

CTRL_D = "\x04"


class GpioButtons:
    """
    Push buttons, each between a pin and ground (the pin's own resistor pulls it up).

    `pins`: the GPIO number of each button, such as {"ok": 5, "back": 6, "up": 13, "down": 19}; "undo" is back held
    down. `factory`: what drives the pins, by name, or a ready gpiozero factory. Raises DeviceError when it cannot.
    """

    def __init__(self, pins: Mapping[Button, int], clock: Clock, factory: PinFactory | Any = "lgpio") -> None:
        self._clock = clock
        self._presses = Presses()
        self._given: deque[Button] = deque()
        self._edges: queue.SimpleQueue[tuple[Button, bool, float]] = queue.SimpleQueue()
        self._contacts: list[Any] = []
        self._factory = _factory(factory) if isinstance(factory, str) else factory
        try:
            self._contacts.extend(self._contact(button, pin) for button, pin in pins.items())
        except Exception as error:
            self.close()
            raise DeviceError(
                f"The buttons' pins {dict(pins)} cannot be had ({error}). Another program may hold them (gpioinfo "
                "shows who); change them in the configuration, or play with --buttons keyboard."
            ) from error

    def _contact(self, name: Button, pin: int) -> Any:
        """The handlers run in the library's thread, so they note the edge and do nothing else."""
        from gpiozero import Button as Contact

        contact = Contact(pin, pull_up=True, bounce_time=None, pin_factory=self._factory)
        contact.when_pressed = lambda: self._edges.put((name, True, self._clock.now_s()))
        contact.when_released = lambda: self._edges.put((name, False, self._clock.now_s()))
        return contact

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """The next press, or None when there was none within `wait_s`."""
        end_s = self._clock.now_s() + wait_s
        while True:
            self._take(0)
            now_s = self._clock.now_s()
            self._given.extend(self._presses.until(now_s))
            if self._given:
                return self._given.popleft()
            if now_s >= end_s:
                return None
            due_s = self._presses.due_s()
            self._take(min(end_s, due_s if due_s is not None else end_s) - now_s)

    def _take(self, wait_s: float) -> None:
        """Takes what edges there are; waits for the first of them."""
        try:
            self._given.extend(self._presses.edge(*self._edges.get(timeout=max(wait_s, 0))))
            while True:
                self._given.extend(self._presses.edge(*self._edges.get_nowait()))
        except queue.Empty:
            return

    def close(self) -> None:
        """Lets go of the pins."""
        for contact in self._contacts:
            contact.close()


def _factory(name: str) -> Any:
    """The gpiozero pin factory of that name and no other, however much else would do."""
    try:
        if name == "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory as Factory
        else:
            from gpiozero.pins.rpigpio import RPiGPIOFactory as Factory
        return Factory()
    except Exception as error:
        package = PACKAGES["lgpio" if name == "lgpio" else "rpigpio"]
        raise DeviceError(
            f"The buttons cannot be read through {name} ({error}). On a Pi: apt install {package} and "
            "pip install '.[pi]'; anywhere: play with --buttons keyboard."
        ) from error


class KeyboardButtons:
    """
    Enter or o is OK, b back, u or k up, d or j down, z undo, and the arrows (right is OK, left is back).

    At a terminal each key acts at once and is not echoed; the terminal is as it was after `close`, and at the latest
    when the program exits. From a pipe or a file comes one key or one name of a button a line, an empty line being OK.
    """

    def __init__(self, stream: TextIO) -> None:
        """`stream` has a file descriptor, as standard input does; nothing may have been read from it."""
        self._name = stream.name
        self._descriptor = stream.fileno()
        self._terminal = termios.tcgetattr(self._descriptor) if stream.isatty() else None
        self._unread = b""
        self._line = 0
        self._given: deque[Button] = deque()
        self._ended = False
        if self._terminal:
            tty.setcbreak(self._descriptor)
            atexit.register(self.close)

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """
        The next press; None when there was none within `wait_s` or a key came that means nothing.

        Raises ButtonsEndedError at the end of the input (Ctrl-D), DeviceError at a line that is no button.
        """
        if not self._given and not self._ended and select.select([self._descriptor], [], [], wait_s)[0]:
            self._read()
        if self._given:
            return self._given.popleft()
        if self._ended:
            raise ButtonsEndedError
        return None

    def _read(self) -> None:
        """Takes what there is."""
        try:
            data = os.read(self._descriptor, 4096)
        except OSError:  # the terminal's window was closed
            data = b""
        self._ended = not data
        if self._terminal:
            self._take_keys(data.decode(errors="replace"))
        else:
            self._take_lines(data)

    def _take_keys(self, text: str) -> None:
        for arrow, key in ARROWS.items():
            text = text.replace(arrow, key)
        keys, end, _ = text.partition(CTRL_D)
        self._ended = self._ended or bool(end)
        self._given.extend(KEYS[key] for letter in keys if (key := letter.strip("\r\n").lower()) in KEYS)

    def _take_lines(self, data: bytes) -> None:
        *lines, self._unread = (self._unread + data).split(b"\n")
        if self._ended and self._unread:
            lines.append(self._unread)
        for line in lines:
            self._line += 1
            word = line.decode(errors="replace").strip().lower()
            self._given.append(KEYS.get(word) or _named(word, f"{self._name}, line {self._line}"))

    def close(self) -> None:
        """Gives the terminal back as it was."""
        if self._terminal:
            atexit.unregister(self.close)
            with suppress(termios.error):  # its window was closed
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._terminal)
            self._terminal = None


LOOKS_IN_VAIN = 3
"""So often in a row a table is looked at unasked before it is given up."""


class AutoButtons:
    """Presses OK whenever it may, and so takes the first answer of each question."""

    def __init__(self) -> None:
        self._refused = 0

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """
        OK at once.

        At a Disagreement too, as a hand may have been in the way; the third in a row will not go away on a table that
        nobody moves: raises ButtonsEndedError.
        """
        self._refused = self._refused + 1 if isinstance(snapshot.screen, Disagreement) else 0
        if self._refused >= LOOKS_IN_VAIN:
            raise ButtonsEndedError
        return "ok"

    def close(self) -> None:
        """Nothing has to be closed."""


class ScriptButtons:
    """Presses what a file says: one of ok, back, up, down, undo a line; empty lines and # comments are passed over."""

    def __init__(self, path: Path) -> None:
        """Raises DeviceError when the file cannot be read or holds another word."""
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise DeviceError(f"{path}: the script of buttons cannot be read ({error}).") from error
        words = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, start=1)]
        self._presses = deque(_named(word, f"{path}, line {number}") for number, word in words if word)

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """The script's next press, at once. Raises ButtonsEndedError after the last one."""
        if not self._presses:
            raise ButtonsEndedError
        return self._presses.popleft()

    def close(self) -> None:
        """Nothing has to be closed."""


def _named(word: str, place: str) -> Button:
    for name in NAMES:
        if word == name:
            return name
    raise DeviceError(f"{place}: {word!r} is no button. Write one of {', '.join(NAMES)}.")
