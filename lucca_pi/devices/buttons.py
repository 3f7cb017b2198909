"""Buttons without wires: a terminal's keyboard, keys of input devices, a script, and automatic presses."""

# ruff: noqa: ARG002 - a port's methods take what the port says, needed or not

import atexit
import os
import re
import select
import termios
import time
import tty
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from struct import pack
from types import MappingProxyType
from typing import Any, TextIO, get_args

from lucca_pi.contract.screens import Disagreement, Snapshot
from lucca_pi.devices.errors import DeviceError, foreseen, put_away
from lucca_pi.devices.press import ContactButtons
from lucca_pi.errors import reason_of
from lucca_pi.files import read_file
from lucca_pi.language import _
from lucca_pi.ports import Button, Buttons, ButtonsEndedError, Clock

_NAMES: tuple[Button, ...] = get_args(Button)

_LETTERS: Mapping[Button, str] = {
    "ok": "o ם щ ο",
    "back": "b נ и β",
    "up": "u k ו ל г л θ κ",
    "down": "d j ג ח в о δ ξ",
    "undo": "z ז я ζ",
    "off": "q / й ;",
}
"""The letters of each button's keys while the keyboard writes Latin, Hebrew, Cyrillic and Greek."""
_KEYS: Mapping[str, Button] = MappingProxyType(
    {"": "ok", **{letter: button for button, letters in _LETTERS.items() for letter in letters.split()}}
)
"""The button of each key; "" is Enter."""

_ARROWS: Mapping[str, str] = MappingProxyType({"A": "u", "B": "d", "C": "o", "D": "b"})
"""The key that means the same as an arrow, by the last letter of the arrow's escape sequence."""
_SPECIAL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*([@-~])|O(.))")
"""Escape sequence of a special key (ECMA-48, 5.4), also in application mode (DEC's SS3)."""

_CTRL_D = "\x04"
_LARGEST_SCRIPT = 1_000_000
"""Largest script, bytes."""


class KeyboardButtons:
    """
    A terminal's keyboard, or lines of a pipe: Enter or o is OK, b back, u or k up, d or j down, z undo, q off.

    Arrows are up and down, right is OK and left is back. Another layout's letters on the same keys mean the same. At a
    terminal each key acts at once, without echo; `close` or the end of the program restores the terminal. In a pipe or
    file, each line is a key or a button's name; an empty line is OK.
    """

    notice = ""

    def __init__(self, stream: TextIO) -> None:
        """`stream` must have a file descriptor, as standard input has; nothing may have been read from it."""
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
        """True at a terminal; False for a pipe or a file."""
        return self._terminal is not None

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """
        The next press; None if none came within `wait_s`, or a key without meaning.

        Raises ButtonsEndedError at the end of the input (Ctrl-D), DeviceError at a line that names no button.
        """
        if not self._given and not self._ended and select.select([self._descriptor], [], [], wait_s)[0]:
            self._read()
        if self._given:
            return self._given.popleft()
        if self._ended:
            raise ButtonsEndedError
        return None

    def forget(self) -> None:
        """Drops keys typed so far at a terminal; lines of a pipe or a file are all meant."""
        if not self._terminal:
            return
        while not self._ended and select.select([self._descriptor], [], [], 0)[0]:
            self._read()
        self._given = deque(button for button in self._given if button == "off")

    def _read(self) -> None:
        """Reads the input that is available."""
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
        """Restores the terminal."""
        if self._terminal:
            atexit.unregister(self.close)
            with suppress(termios.error):  # its window was closed
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._terminal)
            self._terminal = None


_LOOKS_IN_VAIN = 3
"""Complaints in a row after which play ends, since nobody moves anything."""


class AutoButtons(Buttons):
    """Presses OK whenever it is possible, and so takes the first answer of each question."""

    notice = ""
    of_people = False

    def __init__(self) -> None:
        self._refused = 0

    def press(self, snapshot: Snapshot, wait_s: float) -> Button | None:
        """
        OK, at once.

        A complaint is answered, too, since a hand may have been in the way. Raises ButtonsEndedError at the third
        complaint in a row: on a table that nobody moves it will not go away.
        """
        self._refused = self._refused + 1 if isinstance(snapshot.screen, Disagreement) else 0
        if self._refused >= _LOOKS_IN_VAIN:
            raise ButtonsEndedError
        return "ok"


class ScriptButtons(Buttons):
    """Presses the buttons named in a file, one name a line; empty lines and # comments are skipped."""

    notice = ""
    of_people = False

    def __init__(self, path: Path) -> None:
        """Raises DeviceError if the file cannot be read, or holds another word."""
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


def _named(word: str, place: str) -> Button:
    for name in _NAMES:
        if word == name:
            return name
    raise DeviceError(f"{place}: {word!r} is not a button. Write one of {', '.join(_NAMES)}.")


_FOLDER = Path("/dev/input")
SEARCH_S = 2.0
"""Seconds between searches for new devices."""
_SET_CLOCK = 0x400445A0
"""EVIOCSCLOCKID of linux/input.h: selects the clock of the events' times."""
_LEVELS: Mapping[int, Sequence[bool]] = MappingProxyType({0: (True, False), 1: (False, True), 2: (True,)})
"""
What the value of a key's event says: whether the key was down until then, and is down from then on. 0 is a release, 1 a
press, 2 the keyboard's own repetition.
"""

_KEY_NAMES: Mapping[Button, str] = {
    "ok": "ENTER KPENTER SPACE OK SELECT RIGHT DOT B PLAYPAUSE KP5 KPPLUS",
    "back": "ESC F5 BACKSPACE BACK KP0 MINUS KPMINUS LEFT",
    "up": "UP KP8 PAGEUP VOLUMEUP",
    "down": "DOWN KP2 PAGEDOWN VOLUMEDOWN",
}
KEYS: Mapping[str, Button] = MappingProxyType(
    {f"KEY_{name}": button for button, names in _KEY_NAMES.items() for name in names.split()}
)
"""
The button of each key, by its name in linux/input-event-codes.h. Presenters send a dot or B for a black screen, and F5
and Esc in turn for the start.
"""
_SHUTTER = "KEY_VOLUMEUP"
"""The only key of a shutter remote: OK on a device that has no other key for it."""


@dataclass(frozen=True)
class _Keyboard:
    """A device of `library` that has some of KEYS; `keys`: their names for players and buttons by their numbers."""

    device: Any
    keys: Mapping[int, tuple[str, Button]]

    def fileno(self) -> int:
        """The descriptor to wait for."""
        return int(self.device.fileno())


class KeyButtons(ContactButtons):
    """
    Keys of all input devices that have some of KEYS, or of a single device; holding a key works as with push buttons.

    `which`: name or path of the single device, "" for all. Devices may come and go: a device that was unplugged is used
    again when it is back. Raises DeviceError without the library, or if no device may be opened. `library` and `folder`
    replace python-evdev and /dev/input.
    """

    def __init__(self, clock: Clock, which: str = "", library: Any = None, folder: Path = _FOLDER) -> None:
        super().__init__(clock, debounce_s=0)
        self._which, self._folder = which, folder
        self._library = library or _evdev()
        names = self._library.ecodes.ecodes
        self._names = {names[name]: name for name in KEYS if name in names}
        self._devices: dict[Path, _Keyboard] = {}
        self._others: dict[Path, str] = {}
        unread = self._search()
        if unread and not self._devices:
            raise DeviceError(unread)

    @property
    def notice(self) -> str:
        """Text for players if no key can be pressed, or a key is stuck; empty if all is well."""
        if self._devices:
            return super().notice
        if not self._which:
            return _("No keyboard: plug one in, or a remote, or wake it up.")
        others = ", ".join(sorted(set(self._others.values()))) or "–"
        return _("{name} is missing: plug it in, or wake it up. Others: {others}.", name=self._which, others=others)

    def _search(self) -> str:
        """Opens new devices, and forgets devices that are gone. Returns why one cannot be read, and what to do."""
        self._search_s = self._clock.now_s() + SEARCH_S
        refused = failed = ""
        paths = set(self._folder.glob("event*"))
        self._others = {path: name for path, name in self._others.items() if path in paths}
        for path in sorted(paths - self._devices.keys() - self._others.keys()):
            try:
                self._open(path)
            except PermissionError as error:  # it may be ours in a moment: rights come after the file
                refused = _(
                    "The keys cannot be read ({refused}). Give this user access: sudo usermod -aG input $USER, then "
                    "log in again; or play with --buttons keyboard.",
                    refused=f"{path}: {error.strerror}",
                )
            except Exception as error:
                failed = _(
                    "The keys cannot be read ({reason}). Unplug the device and plug it in again; or play with "
                    "--buttons keyboard.",
                    reason=f"{path}: {reason_of(foreseen(error))}",
                )
        return refused or failed

    def _open(self, path: Path) -> None:
        device = self._library.InputDevice(str(path))
        with ExitStack() as unless_taken:
            unless_taken.callback(put_away, device.close)
            has = device.capabilities().get(self._library.ecodes.EV_KEY, ())
            names = {code: name for code, name in self._names.items() if code in has}
            meaning = {name: KEYS[name] for name in names.values()}
            if _SHUTTER in meaning and "ok" not in meaning.values():
                meaning[_SHUTTER] = "ok"
            keys = {
                code: (f"{name.removeprefix('KEY_').capitalize()} on {device.name}", meaning[name])
                for code, name in names.items()
            }
            if not keys or self._which not in ("", device.name, str(path)):
                self._others[path] = device.name
                return
            ioctl(device.fd, _SET_CLOCK, pack("i", time.CLOCK_MONOTONIC))
            self._devices[path] = _Keyboard(device, keys)
            unless_taken.pop_all()

    def _hear(self, wait_s: float) -> None:
        if self._clock.now_s() >= self._search_s:
            self._search()
        for keyboard in self._readable(wait_s):
            with self._losing(keyboard):
                self._read(keyboard)
        self._given.extend(self._presses.until(self._clock.now_s()))

    def _readable(self, wait_s: float) -> Sequence[_Keyboard]:
        """Devices with events to read. A device that cannot be waited for is dropped."""
        try:
            return select.select(self._devices.values(), [], [], wait_s)[0]
        except Exception:
            for keyboard in [*self._devices.values()]:
                with self._losing(keyboard):
                    select.select([keyboard], [], [], 0)
            return ()

    def _read(self, keyboard: _Keyboard) -> None:
        """Takes the events of a device. If some were missed, keys held down give no press."""
        codes = self._library.ecodes
        for event in keyboard.device.read():
            if event.type == codes.EV_KEY and event.code in keyboard.keys:
                for is_down in _LEVELS[event.value]:
                    self._level(*keyboard.keys[event.code], is_down, event.timestamp())
            elif (event.type, event.code) == (codes.EV_SYN, codes.SYN_DROPPED):
                self._forget_keys(keyboard)

    def _forget_keys(self, keyboard: _Keyboard) -> None:
        self._presses.forget(name for name, _ in keyboard.keys.values())

    @contextmanager
    def _losing(self, keyboard: _Keyboard) -> Iterator[None]:
        """Drops a device at any error, as if it had been unplugged; it is searched for again."""
        try:
            yield
        except BlockingIOError:  # there was nothing to read
            pass
        except Exception as error:
            foreseen(error)
            self._forget_keys(keyboard)
            self._devices = {path: one for path, one in self._devices.items() if one is not keyboard}
            put_away(keyboard.device.close)

    def close(self) -> None:
        """Lets go of the devices."""
        put_away(*(keyboard.device.close for keyboard in self._devices.values()))


def _evdev() -> Any:
    try:
        import evdev
    except ImportError as error:
        raise DeviceError(
            _(
                "--buttons keys needs python-evdev ({error}). On a Pi: sudo apt install python3-evdev; elsewhere: "
                "pip install evdev (it needs gcc and linux-libc-dev); or play with --buttons keyboard.",
                error=error,
            )
        ) from error
    return evdev
