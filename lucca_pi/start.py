"""How `lucca-pi play` starts: first the display with a picture on it, then what takes seconds to load."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from lucca_pi.config import Config
from lucca_pi.devices.clock import SystemClock
from lucca_pi.devices.make import make_display
from lucca_pi.errors import reason_of
from lucca_pi.games.contract.screens import Notice, Snapshot
from lucca_pi.language import _, use
from lucca_pi.ports import Display
from lucca_pi.problems import problem_of
from lucca_pi.screens.pages import pages, splash
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
    with stopping(), told_why(make_display(config, clock, stream)) as display:
        if not display.keeps:  # on paper it would be one picture more
            display.show(splash(display.panel))
        from lucca_pi.play import play

        return play(config, display, clock, asked)


@contextmanager
def told_why(display: Display) -> Iterator[Display]:
    """Closes the display at the end. Whatever stops play is told on it: often it is all there is to read."""
    try:
        yield display
    except Exception as error:
        display.leave(pages(Snapshot(Notice(_("Cannot play"), _why(error))), display.panel)[0])
        raise
    finally:
        display.close()


def _why(error: Exception) -> str:
    """What is said of an error that was foreseen; of another one that it is ours."""
    try:
        return str(problem_of(error)[0]["message"])
    except Exception:
        return _("A fault in the program stopped it ({reason}). What was played is kept.", reason=reason_of(error))
