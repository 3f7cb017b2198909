"""What a game came to, in a few figures: lists, statistics and records of players need no journal then."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from lucca_pi.contract.setup import settings_of
from lucca_pi.evening.journal import events_from_json, game_key
from lucca_pi.evening.people import own_names
from lucca_pi.evening.state import State, resumed

_LONGEST_TURN_S = 900
"""Longest turn, s, that counts for the time of a turn: longer ones were pauses."""


def summary(state: State) -> dict[str, Any]:
    """
    Players, points, progress and figures of a game as JSON data; before the deal, only that it is not dealt.

    `points` and `bests` as in `Tally`; `seconds`: of each player the time of all turns, and their number; `people`:
    those players who were given a name; `variant`: the first thing that is set of the game, such as its edition.
    """
    if state.game is None:
        return {**game_key(state.plugin), "dealt": False, "given_up": state.given_up}
    game, standings = state.game, state.plugin.show.standings(state.match)
    totals = {one.player: one.total for one in standings}
    own = own_names(state.plugin, state.begun.setup)
    variant = next((value for value in settings_of(state.begun.setup).values() if isinstance(value, str | int)), "")
    return {
        **game_key(state.plugin),
        "dealt": True,
        "given_up": state.given_up,
        "finished": game.is_over,
        "round": game.round,
        "rounds": game.rounds,
        "totals": {player: totals[player] for player in game.players},
        "ranking": [one.player for one in standings],
        "first": [one.player for one in standings if one.rank == 1],
        "variant": str(variant),
        "date": state.begun.date,
        "people": [player for player in game.players if player not in own],
        "seconds": _seconds(state),
        **asdict(state.plugin.show.tally(state.match)),
    }


def _seconds(state: State) -> dict[str, list[int]]:
    """The seconds of each player's turns, and their number, without pauses and undated turns."""
    found: dict[str, list[int]] = {}
    last = state.course.start.date if state.course.start else ""
    for moment in state.course.moments:
        seconds = _between(last, moment.date)
        if moment.is_turn and 0 < seconds <= _LONGEST_TURN_S:
            total, turns = found.get(moment.entry.player, (0, 0))
            found[moment.entry.player] = [total + seconds, turns + 1]
        last = moment.date
    return found


def _between(earlier: str, later: str) -> int:
    """Whole seconds from one date to another; 0 if one of them is none."""
    try:
        return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds())
    except (ValueError, TypeError):  # no date, or one with a time zone and one without
        return 0


def without_looks(events: Iterable[Mapping[str, Any]]) -> State:
    """
    The state of a game without its looks, for its points only: looks take the most time to read.

    Raises UnreadableError and RuleError.
    """
    return resumed(events_from_json({**event, "looks": []} for event in events))
