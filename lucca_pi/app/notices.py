"""Notices in passing, signals that people hear, and the log of why each look was judged as it was."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.screens import Disagreement, Notice, Question, Snapshot
from lucca_pi.evening.state import Outcome, State
from lucca_pi.evening.step import (
    Chosen,
    Effect,
    Input,
    Keep,
    LookCloser,
    Looked,
    Pressed,
    Rested,
    SeatsNamed,
    ShowScreens,
    Stepped,
)
from lucca_pi.evening.why import why_look, why_text
from lucca_pi.language import _, listed
from lucca_pi.ports import Button, Signal

COPYING = Notice(_("One moment"), _("Writing to the stick."))
NO_STICK = Notice(_("Not copied"), _("Copying to USB sticks is not set up here."))
A_MOMENT = Notice(_("One moment"), _("Something is moving over the table. I look when it is still."))
HANDS_FREE = Notice(_("Hands-free"), _("I take each turn as the table comes to rest."))
BY_PRESS = Notice(_("Hands-free is off"), _("Press OK after each turn."))
RESUMED = Disagreed((_("The game goes on where it was"),), _("Put everything back, then OK. Back: go on."), paused=True)
Tell = Callable[[str, State, tuple[str, ...]], None]
"""Called with game id, state and notices after every change."""
Asking = Callable[[Notice], Button]
"""Shows a notice, and gives the press that answers it."""


def tell_nobody(game: str, state: State, notices: tuple[str, ...]) -> None:
    """No-op: nothing but the display follows the game."""


def said_first(games: str | None, goes_on: str | None, lacks: str = "") -> Iterator[Snapshot]:
    """Screens at a start: changes to stored games, lacks of the set-up, and the progress of a resumed game."""
    if games:
        yield Snapshot(Notice(_("Games"), games))
    if lacks:
        yield Snapshot(Notice(_("Deck"), lacks))
    if goes_on:
        yield Snapshot(Notice(_("The game goes on"), goes_on))


def looking(picture: str) -> Notice:
    """The notice that OK was felt and a look is taken; `picture`: the picture's name in a recording, else empty."""
    return Notice(_("Looking …"), picture or _("Leave the table as it is for a moment."))


def signals_of(given: Input, effects: Sequence[Effect]) -> Iterator[Signal]:
    """
    Signals for a step: "taken" for a turn or deal that was recorded; "asked" if people have to act, "ready" if not.

    A menu that somebody opens or goes through gives no "asked".
    """
    if any(isinstance(effect, Keep) and isinstance(effect.event, Started | Played) for effect in effects):
        yield "taken"
    shown = [effect.snapshots[-1].screen for effect in effects if isinstance(effect, ShowScreens)]
    if not shown:
        return
    if not isinstance(shown[-1], Question | Disagreement):
        yield "ready"
    elif not isinstance(given, Pressed | Chosen | SeatsNamed):
        yield "asked"


def said_in_passing(effects: Sequence[Effect], stays: Snapshot) -> Iterator[str]:
    """Notices shown before the screen that stays, as text."""
    shown = (
        one.screen for effect in effects if isinstance(effect, ShowScreens) for one in effect.snapshots if one != stays
    )
    return (listed((screen.title, screen.text), ": ") for screen in shown if isinstance(screen, Notice))


_LOG = logging.getLogger(__name__)


def log_look(before: State, given: Input, stepped: Stepped) -> None:
    """
    Writes why a look was judged as it was; if further pictures are taken for it, once they are there.

    Works nothing out unless somebody reads the log.
    """
    if isinstance(given, Looked | Rested) and _LOG.isEnabledFor(logging.INFO):
        after, effects = stepped
        if not any(isinstance(effect, LookCloser) for effect in effects):
            events = tuple(effect.event for effect in effects if isinstance(effect, Keep))
            _LOG.info("%s\n", _told(before, given, Outcome(events, after.mode)))


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
