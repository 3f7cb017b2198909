"""How `lucca-pi play` starts: first the display with a picture on it, then what takes seconds to load."""

from collections.abc import Collection
from typing import TYPE_CHECKING, TextIO

from lucca_pi.config import Config
from lucca_pi.devices.clock import SystemClock
from lucca_pi.devices.make import make_display
from lucca_pi.language import use
from lucca_pi.screens.splash import splash
from lucca_pi.stopping import stopping

if TYPE_CHECKING:
    from lucca_pi.play import Outcome


def start(config: Config, stream: TextIO | None, asked: Collection[str] = ()) -> "Outcome":
    """
    Plays with the devices of the configuration; a terminal display writes to `stream`, None for one that is closed.

    `asked`: the settings that somebody has a word on.

    Raises DeviceError, CalibrationError, UnreadableError and RuleError for what cannot be used.
    """
    use(config.language)
    clock = SystemClock()
    with stopping():
        display = make_display(config, clock, stream)
        if not display.keeps:  # on paper it would be one picture more
            display.show(splash())
        from lucca_pi.play import play

        return play(config, display, clock, asked)
