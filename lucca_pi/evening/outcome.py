"""What an input comes to: events for the journal, what is waited for after them, and what the app has to fetch."""

from dataclasses import dataclass, replace
from enum import Enum, auto

from lucca_pi.evening.journal import Event
from lucca_pi.evening.modes import Mode, Waiting
from lucca_pi.evening.state import State
from lucca_pi.games.contract.questions import Decision, ListPast, ToStick


class Errand(Enum):
    """What the app has to do after an answer."""

    LOOK = auto()
    """Look at the table."""
    NEW_GAME = auto()
    """Begin another game."""
    FINISH = auto()
    """The game is over and its end was seen."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    The events, in their order, and then the mode. Nothing at all: the state stays as it is.

    `errand`: what the app does then; the screen stays until that is done.
    """

    events: tuple[Event, ...] = ()
    mode: Mode = Waiting
    errand: Errand | ListPast | ToStick | None = None


def decided_by(state: State, decision: Decision, date: str) -> Outcome:
    """What a game's decision comes to; names that it changes are arranged first."""
    names = decision.names
    begun = () if names is None else (state.begun.arranged(replace(state.begun.arrangement, names=names), date),)
    return Outcome((*begun, *decision.events), decision.mode)
