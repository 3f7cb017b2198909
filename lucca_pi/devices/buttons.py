"""Where presses come from without wires: a terminal's keyboard, nobody at all, or a script."""

# ruff: noqa: ARG002 - a port's methods take what the port says, needed or not

import atexit
import os
import re
import select
import termios
import tty
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TextIO, get_args

from lucca_pi.devices.errors import DeviceError
from lucca_pi.files import read_file
from lucca_pi.games.contract.screens import Disagreement, Snapshot
from lucca_pi.ports import Button, ButtonsEndedError

_NAMES: tuple[Button, ...] = get_args(Button)

_KEYS: Mapping[str, Button] = MappingProxyType(
    {"": "ok", "o": "ok", "b": "back", "u": "up", "k": "up", "d": "down", "j": "down", "z": "undo", "q": "off"}
)
"""What a key means; "" is Enter."""

_ARROWS: Mapping[str, str] = MappingProxyType({"A": "u", "B": "d", "C": "o", "D": "b"})
"""The letter at the end of what a terminal sends for an arrow, and the key that means the same."""
_SPECIAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*([@-~])|O(.))")
"""What a terminal sends for a key that is no letter (ECMA-48, 5.4), and in its other mode (DEC's SS3)."""

_CTRL_D = "\x04"
_LARGEST_SCRIPT = 1_000_000
"""Bytes."""


class KeyboardButtons:
    """
    Enter or o is OK, b back, u or k up, d or j down, z undo, q off, and the arrows (right is OK, left is back).

    At a terminal each key acts at once and is not echoed; the terminal is as it was after `close`, and at the latest
    when the program exits. From a pipe or a file comes one key or one name of a button a line, an empty line being OK.
    """

    notice = ""

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

    @property
    def of_people(self) -> bool:
        """A terminal's keys are; what comes from a pipe or a file is not."""
        return self._terminal is not None

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

    def forget(self) -> None:
        """Keys typed up to now at a terminal; what comes from a pipe or a file is meant one after the other."""
        if not self._terminal:
            return
        while not self._ended and select.select([self._descriptor], [], [], 0)[0]:
            self._read()
        self._given = deque(button for button in self._given if button == "off")

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
        text = _SPECIAL.sub(lambda found: _ARROWS.get(found[1] or found[2], ""), text)
        keys, end, _ = text.partition(_CTRL_D)
        self._ended = self._ended or bool(end)
        self._given.extend(_KEYS[key] for letter in keys if (key := letter.strip("\r\n").lower()) in _KEYS)

    def _take_lines(self, data: bytes) -> None:
        *lines, self._unread = (self._unread + data).split(b"\n")
        if self._ended and self._unread:
            lines.append(self._unread)
        for line in lines:
            self._line += 1
            word = line.decode(errors="replace").strip().lower()
            self._given.append(_KEYS.get(word) or _named(word, f"{self._name}, line {self._line}"))

    def close(self) -> None:
        """Gives the terminal back as it was."""
        if self._terminal:
            atexit.unregister(self.close)
            with suppress(termios.error):  # its window was closed
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._terminal)
            self._terminal = None


_LOOKS_IN_VAIN = 3
"""Complaints in a row after which play gives up: nobody puts anything right."""


class AutoButtons:
    """Presses OK whenever it may, and so takes the first answer of each question."""

    notice = ""
    of_people = False

    def __init__(self) -> None:
        self._refused = 0

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """
        OK at once.

        At a Disagreement too, as a hand may have been in the way; the third in a row will not go away on a table that
        nobody moves: raises ButtonsEndedError.
        """
        self._refused = self._refused + 1 if isinstance(snapshot.screen, Disagreement) else 0
        if self._refused >= _LOOKS_IN_VAIN:
            raise ButtonsEndedError
        return "ok"

    def forget(self) -> None:
        """Nothing: these buttons press when they are asked."""

    def close(self) -> None:
        """Nothing has to be closed."""


class ScriptButtons:
    """Presses what a file says: one name of a button a line; empty lines and # comments are passed over."""

    notice = ""
    of_people = False

    def __init__(self, path: Path) -> None:
        """Raises DeviceError when the file cannot be read or holds another word."""
        try:
            lines = read_file(path, _LARGEST_SCRIPT).decode().splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise DeviceError(f"{path}: the script of buttons cannot be read ({error}).") from error
        words = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, start=1)]
        self._presses = deque(_named(word, f"{path}, line {number}") for number, word in words if word)

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """The script's next press, at once. Raises ButtonsEndedError after the last one."""
        if not self._presses:
            raise ButtonsEndedError
        return self._presses.popleft()

    def forget(self) -> None:
        """The script's presses are meant one after the other."""

    def close(self) -> None:
        """Nothing has to be closed."""


def _named(word: str, place: str) -> Button:
    for name in _NAMES:
        if word == name:
            return name
    raise DeviceError(f"{place}: {word!r} is not a button. Write one of {', '.join(_NAMES)}.")
