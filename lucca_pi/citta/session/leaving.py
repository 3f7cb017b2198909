"""The table is right as it lies: what the players settled among themselves against the rules, as adjustments."""

from collections.abc import Iterator
from dataclasses import replace

from lucca_pi.citta.referee.candidates import nearest
from lucca_pi.citta.referee.lying import as_it_lies, lies_otherwise, untold
from lucca_pi.citta.referee.verdict import Explained, explain
from lucca_pi.citta.rules.adjustment import Adjustment
from lucca_pi.citta.rules.errors import RuleError
from lucca_pi.citta.session.journal import Adjusted, Event, Played
from lucca_pi.citta.session.modes import Choice, Disagreed, Leave, Option
from lucca_pi.citta.session.outcome import Outcome
from lucca_pi.citta.session.state import State, after_event
from lucca_pi.table.sighting import Look

SETTLED_BY_PLAYERS = "settled by the players"
TELL_IT = "Tell the turn by hand first, then leave the table as it lies."


def is_it_right(state: State, looks: tuple[Look, ...]) -> Choice | Disagreed:
    """Whether the players mean it: their cards count as they lie from here on."""
    outcome = left_as_it_lies(state, looks, "")
    if isinstance(outcome.mode, Disagreed):
        return outcome.mode
    names = [event.adjustment.player for event in outcome.events if isinstance(event, Adjusted)]
    text = f"{' and '.join(names)}: cards count as they lie now?"
    return Choice("", text, (Option("No", "back"), Option("Yes, settled", Leave(sure=True))), looks)


def left_as_it_lies(state: State, looks: tuple[Look, ...], date: str) -> Outcome:
    """
    The adjustments, of the other players first, and the turn that was played with them, if one was.

    Where no legal turn explains the mover's cards even so, the nearest is taken and those cards are adjusted as well.
    """
    try:
        events = tuple(_events(state, looks, date))
    except RuleError as error:
        return Outcome(mode=Disagreed((error.message,), "Put it right, or tell the turn by hand.", looks))
    if not events:
        return Outcome(mode=Disagreed(("I know of no triplet that was taken",), TELL_IT, looks))
    return Outcome(events)


def _events(state: State, looks: tuple[Look, ...], date: str) -> Iterator[Event]:
    for player in state.case(looks).game.position.others(state.case(looks).player):
        # without the looks: they show the mover's new cards as well
        for other in _adjusted(state, player, looks, Adjusted(Adjustment(player), (), date)):
            state = after_event(state, other)
            yield other
    case = state.case(looks)
    verdict = explain(case)
    if isinstance(verdict, Explained):
        yield Played(verdict.turn, looks, None, date)
        return
    turn = nearest(case)
    if turn is None and untold(case):
        return
    if turn:
        played = Played(turn, looks, None, date)
        state = after_event(state, played)
        yield played
    yield from _adjusted(state, case.player, looks, Adjusted(Adjustment(case.player), looks[-1:], date))


def _adjusted(state: State, player: str, looks: tuple[Look, ...], event: Adjusted) -> Iterator[Adjusted]:
    """The event with the player's cards as they lie, where they lie otherwise than the game has them."""
    case = state.case(looks)
    adjustment = as_it_lies(case, player, SETTLED_BY_PLAYERS)
    if lies_otherwise(case, player, adjustment):
        yield replace(event, adjustment=adjustment)
