"""The operating system: its clock, its service manager, the signals that stop the program, and mounted USB sticks."""

import ctypes
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from lucca_pi.devices.errors import DeviceError
from lucca_pi.language import _
from lucca_pi.outside import harmless
from lucca_pi.ports import Clock, Supervisor

_M_MMAP_THRESHOLD = -3
_LARGE_BYTES = 1_000_000


def give_back_large_blocks() -> None:
    """
    Lets glibc give each large block of memory back as it is freed.

    Otherwise it soon takes blocks of a picture's size from its heap, where what is freed stays between what is not.
    """
    with suppress(OSError, AttributeError):  # another C library has no such setting
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)


class SystemClock:
    """The machine's clock."""

    def now_s(self) -> float:
        """Seconds on a clock that never goes back, whatever is done to the time of day."""
        return time.monotonic()

    def date(self) -> str:
        return datetime.now().astimezone().isoformat(timespec="seconds")


class HandClock:
    """
    A clock that a program moves by hand, for tests and drawn games.

    >>> clock = HandClock("2026-05-01T20:00:00+02:00")
    >>> clock.forward(90)
    >>> clock.now_s(), clock.date()
    (90.0, '2026-05-01T20:01:30+02:00')
    """

    def __init__(self, start: str = "2026-01-01T20:00:00+01:00") -> None:
        """`start` is the date at 0 seconds, ISO 8601 with a zone."""
        self._start = datetime.fromisoformat(start)
        self._now_s = 0.0

    def forward(self, seconds: float) -> None:
        """Moves the clock forward."""
        self._now_s += seconds

    def now_s(self) -> float:
        """Seconds since the clock was made."""
        return self._now_s

    def date(self) -> str:
        """Date and time of day, counted from the start's, ISO 8601."""
        return (self._start + timedelta(seconds=self._now_s)).isoformat(timespec="seconds")


FEED_S = 1.0
"""Shortest interval, s, between two signs of life to the service manager."""


class Systemd:
    """The service manager of a unit of Type=notify (man 3 sd_notify). A failure to reach it never stops a game."""

    def __init__(self, address: str, clock: Clock) -> None:
        """`address`: the value of NOTIFY_SOCKET: a path, or a name after @."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._clock = clock
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._fed_s: float | None = None
        self._status = ""

    def alive(self) -> None:
        """Reports READY the first time, and feeds the watchdog."""
        if self._fed_s is None:
            self._send("READY=1")
        elif self._clock.now_s() < self._fed_s + FEED_S:
            return
        self._send("WATCHDOG=1")
        self._fed_s = self._clock.now_s()

    def status(self, text: str) -> None:
        """Sets the line that `systemctl status` shows."""
        if text != self._status:
            self._send(f"STATUS={harmless(text)}".replace("\n", " "))  # each line is a word to systemd
        self._status = text

    def close(self) -> None:
        """Reports STOPPING: the watchdog is not fed any more."""
        self._send("STOPPING=1")
        self._socket.close()

    def _send(self, line: str) -> None:
        with suppress(OSError):
            self._socket.sendto(line.encode(), self._address)


class NoSupervisor(Supervisor):
    """No-op twin: no service manager is listening."""


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopping() -> Iterator[None]:
    """
    Turns SIGTERM (a stopped service) and SIGHUP (a closed window) into KeyboardInterrupt, so that all devices are
    closed.

    SIGINT is handled, too: Python ignores it if a shell started the program in the background. After the first signal
    all further ones are ignored until the program ends.
    """
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True
        hear_no_more()
        raise KeyboardInterrupt

    before = {name: signal.signal(name, stop) for name in SIGNALS}
    try:
        yield
    finally:
        hear_no_more()
        for name, handler in before.items():  # Python puts its own handlers away before it ends
            signal.signal(name, signal.SIG_IGN if stopped else handler)


def hear_no_more() -> None:
    """Ignores further stop signals, while the program closes its devices."""
    for name in SIGNALS:
        signal.signal(name, _heard_already)


def _heard_already(*_: object) -> None:
    """Ignores a signal; with SIG_IGN, Python would write a message about each signal that came with the first."""


_ESCAPED = re.compile(rb"\\([0-7]{3})")
"""Escaped character, such as a space, in the list of mounts (man 5 fstab)."""


@dataclass(frozen=True, slots=True)
class Linux:
    """Paths of Linux's lists: mounts and block devices."""

    mounts: Path = Path("/proc/self/mounts")
    blocks: Path = Path("/sys/block")


def the_stick(linux: Linux | None = None) -> Path:
    """Folder of the only USB stick, mounted and writable. Raises DeviceError."""
    sticks = _sticks(linux or Linux())
    if not sticks:
        raise DeviceError(_("no USB stick is mounted: plug one in, and mount it if the desktop does not"))
    if len(sticks) > 1:
        folders = ", ".join(str(folder) for folder, _is_read_only in sticks)
        raise DeviceError(_("there are several USB sticks ({folders}): leave only one plugged in", folders=folders))
    ((folder, is_read_only),) = sticks
    if is_read_only:
        raise DeviceError(
            _("{folder}: this USB stick cannot be written to: does it have a write-protect switch?", folder=folder)
        )
    return folder


def _sticks(linux: Linux) -> list[tuple[Path, bool]]:
    """
    Where each removable medium is mounted first, True if read-only, without the medium that the system runs from.
    """
    mounted = [tuple(map(_unescaped, line.split(b" "))) for line in linux.mounts.read_bytes().splitlines()]
    systems = {device for device, folder, *_rest in mounted if folder == "/"}
    sticks = dict[str, tuple[Path, bool]]()
    removable = {device for devices in _removable(linux.blocks) if not devices & systems for device in devices}
    for device, folder, _kind, options, *_rest in mounted:
        if device in removable:
            sticks.setdefault(device, (Path(folder), "ro" in options.split(",")))
    return list(sticks.values())


def _removable(blocks: Path) -> Iterator[set[str]]:
    """Device names of each removable medium, with its partitions."""
    for block in sorted(blocks.iterdir()):
        with suppress(OSError):  # it is being pulled out
            if (block / "removable").read_text().strip() == "1":
                yield {f"/dev/{block.name}", *(f"/dev/{part.parent.name}" for part in block.glob("*/partition"))}


def _unescaped(text: bytes) -> str:
    return os.fsdecode(_ESCAPED.sub(lambda found: bytes([int(found[1], 8)]), text))
