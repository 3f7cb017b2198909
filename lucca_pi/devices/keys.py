"""Any keyboard, numpad, remote or presenter that Linux knows, as buttons."""

import select
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from fcntl import ioctl
from pathlib import Path
from struct import pack
from types import MappingProxyType
from typing import Any

from lucca_pi.devices.errors import DeviceError, put_away
from lucca_pi.devices.press import Edge, Heard
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Button, Clock

_FOLDER = Path("/dev/input")
SEARCH_S = 2.0
"""Seconds between searches for new devices: one was plugged in, or a remote woke up."""
_SET_CLOCK = 0x400445A0
"""EVIOCSCLOCKID of linux/input.h: by which clock the events' times are told."""
_UP, _DOWN = 0, 1
"""The values of a key's event; 2 is the keyboard's own repeating, and no press."""

_NAMES: Mapping[Button, str] = {
    "ok": "ENTER KPENTER SPACE OK SELECT RIGHT DOT",
    "back": "ESC BACKSPACE BACK KP0 MINUS KPMINUS LEFT",
    "up": "UP KP8 PAGEUP VOLUMEUP",
    "down": "DOWN KP2 PAGEDOWN VOLUMEDOWN",
}
KEYS: Mapping[str, Button] = MappingProxyType(
    {f"KEY_{name}": button for button, names in _NAMES.items() for name in names.split()}
)
"""What each key means, by its name in linux/input-event-codes.h. A presenter's key for a black screen is the dot."""


class KeyButtons(Heard):
    """
    Keys of every device in /dev/input that has some of KEYS, or of one alone; held down they mean what buttons do.

    `which`: the one device's name or path, "" for all. Devices may come and go: what is unplugged is taken again when
    it is back. Raises DeviceError without the library, or where no device may be opened. `library` and `folder` take
    the places of python-evdev and /dev/input.
    """

    def __init__(self, clock: Clock, which: str = "", library: Any = None, folder: Path = _FOLDER) -> None:
        super().__init__(clock, debounce_s=0)
        self._which, self._folder = which, folder
        self._library = library or _evdev()
        names = self._library.ecodes.ecodes
        self._keys = {names[name]: name for name in KEYS if name in names}
        self._devices: dict[Path, Any] = {}
        self._others: dict[Path, str] = {}
        self._refused = self._failed = ""
        self._search()
        if self._refused and not self._devices:
            raise DeviceError(
                _(
                    "The keys cannot be read ({refused}). Give this user access: sudo usermod -aG input $USER, then "
                    "log in again; or play with --buttons keyboard.",
                    refused=self._refused,
                )
            )
        if self._failed and not self._devices:
            raise DeviceError(
                _(
                    "The keys cannot be read ({reason}). Unplug the device and plug it in again; or play with "
                    "--buttons keyboard.",
                    reason=self._failed,
                )
            )

    @property
    def notice(self) -> str:
        """The notice that there are no keys to press, or which one is stuck."""
        if self._devices:
            return super().notice
        if not self._which:
            return _("No keys: plug in a keyboard or remote, or wake it.")
        others = ", ".join(sorted(set(self._others.values()))) or "–"
        return _("No keys: plug in {name}, or wake it. Others: {others}.", name=self._which, others=others)

    def _search(self) -> None:
        """Opens what is new, and forgets what is gone."""
        self._search_s = self._clock.now_s() + SEARCH_S
        self._refused = self._failed = ""
        paths = set(self._folder.glob("event*"))
        self._others = {path: name for path, name in self._others.items() if path in paths}
        for path in sorted(paths - self._devices.keys() - self._others.keys()):
            try:
                self._open(path)
            except PermissionError as error:  # it may be ours in a moment: rights come after the file
                self._refused = f"{path}: {error.strerror}"
            except Exception as error:
                self._failed = f"{path}: {reason_of(error)}"

    def _open(self, path: Path) -> None:
        device = self._library.InputDevice(str(path))
        with ExitStack() as unless_taken:
            unless_taken.callback(put_away, device.close)
            if not self._fits(device, path):
                self._others[path] = device.name
                return
            ioctl(device.fd, _SET_CLOCK, pack("i", time.CLOCK_MONOTONIC))
            self._devices[path] = device
            unless_taken.pop_all()

    def _fits(self, device: Any, path: Path) -> bool:
        has = device.capabilities().get(self._library.ecodes.EV_KEY, ())
        return not self._keys.keys().isdisjoint(has) and self._which in ("", device.name, str(path))

    def _hear(self, wait_s: float) -> Iterator[Edge]:
        if self._clock.now_s() >= self._search_s:
            self._search()
        for device in self._readable(wait_s):
            yield from self._edges(device)

    def _readable(self, wait_s: float) -> Sequence[Any]:
        """The devices that have something to tell. One that cannot be waited for is gone."""
        try:
            return select.select(self._devices.values(), [], [], wait_s)[0]
        except Exception:
            for device in [*self._devices.values()]:
                with self._losing(device):
                    select.select([device], [], [], 0)
            return ()

    def _edges(self, device: Any) -> Iterator[Edge]:
        """What the device tells. Where something was missed, or it is gone, what was held down gives no press."""
        codes = self._library.ecodes
        with self._losing(device):
            for event in device.read():
                if event.type == codes.EV_KEY and event.code in self._keys and event.value in (_UP, _DOWN):
                    name = self._keys[event.code]
                    yield Edge(KEYS[name], event.value == _DOWN, event.timestamp(), _contact(name, device))
                elif (event.type, event.code) == (codes.EV_SYN, codes.SYN_DROPPED):
                    self._forget(device)

    def _levels(self) -> Iterator[Edge]:
        """Which keys are down, as Linux knows it."""
        for device in [one for one in self._devices.values() if hasattr(one, "active_keys")]:
            with self._losing(device):
                down, now_s = set(device.active_keys()), self._clock.now_s()
                yield from (
                    Edge(KEYS[name], code in down, now_s, _contact(name, device)) for code, name in self._keys.items()
                )

    @contextmanager
    def _losing(self, device: Any) -> Iterator[None]:
        """Whatever goes wrong with a device, it is as if it had been pulled out; it is searched for anew."""
        try:
            yield
        except BlockingIOError:  # there was nothing to read
            pass
        except Exception:
            self._forget(device)
            self._devices = {path: one for path, one in self._devices.items() if one is not device}
            put_away(device.close)

    def _forget(self, device: Any) -> None:
        self._presses.forget([_contact(name, device) for name in KEYS])

    def close(self) -> None:
        """Lets go of the devices."""
        put_away(*(device.close for device in self._devices.values()))


def _contact(name: str, device: Any) -> str:
    return f"{name.removeprefix('KEY_').capitalize()} on {device.name}"


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
