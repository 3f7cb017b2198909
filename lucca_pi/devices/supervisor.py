"""The service manager, which waits for word from the program, and signals that stop it: once, and then in peace."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from lucca_pi.outside import harmless
from lucca_pi.ports import Clock

FEED_S = 1.0
"""More often it need not be told that the loop goes round."""


class Systemd:
    """The socket of a service of Type=notify (man 3 sd_notify). One that cannot be reached stops no game."""

    def __init__(self, address: str, clock: Clock) -> None:
        """`address` is what systemd gives as NOTIFY_SOCKET: a path, or a name after @."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._clock = clock
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._fed_s: float | None = None
        self._status = ""

    def alive(self) -> None:
        """Ready, the first time; then the watchdog is fed."""
        if self._fed_s is None:
            self._send("READY=1")
        elif self._clock.now_s() < self._fed_s + FEED_S:
            return
        self._send("WATCHDOG=1")
        self._fed_s = self._clock.now_s()

    def status(self, text: str) -> None:
        """What `systemctl status` shows."""
        if text != self._status:
            self._send(f"STATUS={harmless(text)}".replace("\n", " "))  # each line is a word to systemd
        self._status = text

    def close(self) -> None:
        """From here on it has the time to stop, and needs no feeding."""
        self._send("STOPPING=1")
        self._socket.close()

    def _send(self, line: str) -> None:
        with suppress(OSError):
            self._socket.sendto(line.encode(), self._address)


class NoSupervisor:
    """Nobody watches: the program was started by hand."""

    def alive(self) -> None:
        """Nobody waits for it."""

    def status(self, text: str) -> None:
        """Nobody asks."""

    def close(self) -> None:
        """Nobody has to know."""


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopping() -> Iterator[None]:
    """
    A service is stopped by SIGTERM, a closed window sends SIGHUP: as if by Ctrl-C, so that all is put away.

    SIGINT is Ctrl-C itself, which Python does not heed where a shell started it in the background. After the first one
    no other is heard until the program has ended.
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
    """From here on nothing stops the program: it is about to put all away."""
    for name in SIGNALS:
        signal.signal(name, _heard_already)


def _heard_already(*_: object) -> None:
    """Passes over a signal; with SIG_IGN Python would write about each that came together with the first."""
