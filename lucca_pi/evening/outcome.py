"""What an input comes to: events for the journal, and what is waited for after them."""

from dataclasses import dataclass

from lucca_pi.evening.journal import Event
from lucca_pi.evening.modes import Mode, Waiting


@dataclass(frozen=True, slots=True)
class Outcome:
    """The events, in their order, and then the mode. Nothing at all: the state stays as it is."""

    events: tuple[Event, ...] = ()
    mode: Mode = Waiting
