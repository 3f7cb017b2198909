"""What the referee makes of each look, written to the log where somebody asked for one."""

import logging
from collections.abc import Iterable
from dataclasses import replace

from lucca_pi.evening.explaining import why_look
from lucca_pi.evening.journal import Event
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Effect, Input, Keep, LookCloser, Looked, Rested, Stepped
from lucca_pi.evening.why_report import why_text
from lucca_pi.games.contract.history import Played

LOG = logging.getLogger(__name__)


def log_look(before: State, given: Input, stepped: Stepped) -> None:
    """
    Writes why a look was judged as it was; of one that further pictures are taken for, once they are there.

    Nothing is worked out where nobody reads it.
    """
    if isinstance(given, Looked | Rested) and LOG.isEnabledFor(logging.INFO):
        after, effects = stepped
        if not any(isinstance(effect, LookCloser) for effect in effects):
            LOG.info("%s\n", _told(before, given, Outcome(_events(effects), after.mode)))


def _events(effects: Iterable[Effect]) -> tuple[Event, ...]:
    return tuple(effect.event for effect in effects if isinstance(effect, Keep))


def _told(before: State, given: Looked | Rested, outcome: Outcome) -> str:
    how = "a look at rest" if isinstance(given, Rested) else "a look"
    if before.game is None:
        return f"{how} before the start: {len(given.look.sightings)} codes are seen"
    why = why_look(before, (*before.rested, given.look), outcome=outcome)
    played = [event for event in outcome.events if isinstance(event, Played)]
    taken = tuple(event.turn for event in played)
    others = tuple(turn for event in played for turn in event.others)
    told = replace(why, taken=taken, others=others, note=played[-1].note if played else "")
    return f"{how}\n{why_text(told, before)}"
