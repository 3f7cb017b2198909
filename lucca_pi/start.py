"""How `lucca-pi play` starts: first the display with a picture on it, then what takes seconds to load."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from lucca_pi.config import Config
from lucca_pi.devices.clock import SystemClock
from lucca_pi.devices.make import make_display
from lucca_pi.language import use
from lucca_pi.screens.splash import splash

if TYPE_CHECKING:
    from lucca_pi.play import Outcome


def start(config: Config, stream: TextIO) -> "Outcome":
    """
    Plays with the devices of the configuration; a terminal display writes to `stream`.

    Raises DeviceError, CalibrationError, UnreadableError and RuleError for what cannot be used.
    """
    use(config.language)
    clock = SystemClock()
    with _stopping():
        display = make_display(config, clock, stream)
        if not display.keeps:  # on paper it would be one picture more
            display.show(splash())
        from lucca_pi.play import play

        return play(config, display, clock)


@contextmanager
def _stopping() -> Iterator[None]:
    """
    A service is stopped by SIGTERM, a closed window sends SIGHUP: as if by Ctrl-C, so that all is put away.

    SIGINT is Ctrl-C itself, which Python does not heed where a shell started it in the background.
    """

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = {name: signal.signal(name, stop) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
