"""What people should hear of what happened, told from what the session answered."""

from collections.abc import Iterator, Sequence

from lucca_pi.evening.step import Chosen, Effect, Input, Keep, Named, Pressed, Show
from lucca_pi.games.contract.history import Played, Started
from lucca_pi.games.contract.screens import Disagreement, Notice, Question, Snapshot
from lucca_pi.language import listed
from lucca_pi.ports import Signal


def signals_of(given: Input, effects: Sequence[Effect]) -> Iterator[Signal]:
    """
    "taken" for a turn or deal that was kept; "asked" where people have to do something, "ready" where they do not.

    Who opens a menu or goes through its answers is not told that something is asked.
    """
    if any(isinstance(effect, Keep) and isinstance(effect.event, Started | Played) for effect in effects):
        yield "taken"
    shown = [effect.snapshots[-1].screen for effect in effects if isinstance(effect, Show)]
    if not shown:
        return
    if not isinstance(shown[-1], Question | Disagreement):
        yield "ready"
    elif not isinstance(given, Pressed | Chosen | Named):
        yield "asked"


def said_in_passing(effects: Sequence[Effect], stays: Snapshot) -> Iterator[str]:
    """What is said in passing, before the screen that stays."""
    shown = (one.screen for effect in effects if isinstance(effect, Show) for one in effect.snapshots if one != stays)
    return (listed((screen.title, screen.text), ": ") for screen in shown if isinstance(screen, Notice))
