"""systemd, where it started the program as a service and waits for word from it; and its twin elsewhere, nobody."""

import socket
from contextlib import suppress

from lucca_pi.harmless import harmless
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
