"""A stored game: what it came to, in a few figures, for lists and statistics; and what its file claims."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from lucca_pi.contract.claims import JOURNAL, RECORD, SCORE, Claimed, Claims, Members
from lucca_pi.contract.game import Game
from lucca_pi.contract.history import Started
from lucca_pi.contract.setup import settings_of
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import events_from_json, game_key
from lucca_pi.evening.people import own_names
from lucca_pi.evening.state import State, resumed
from lucca_pi.outside import Node, read_json

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


def claims_in(game: Game, members: Members) -> Claims:
    """The claims of a game's file. Raises UnreadableError."""
    return game.rules.claims(members) if game.rules.claims else journal_claims(members)


def journal_claims(members: Members) -> Claims:
    """The claims of a file by its journal, with which its record must agree. Raises UnreadableError."""
    with members.explained(RECORD):
        record = members.json(RECORD).object()
    with members.explained(SCORE):
        score = members.json(SCORE).object()
    with members.explained(JOURNAL):
        state = without_looks(event.object() for event in journal_events(members))
        start = state.course.start
        if start is None:
            raise UnreadableError(f"the game was left {state.plugin.show.unstarted}: there is nothing to verify")
    started = Started(start.seats, start.deal, (), start.date)
    wrong = ("record",) if keys_that_differ(record, state.plugin.record_json(state.match) or {}) else ()
    entries = (
        Claimed(one.entry, getattr(one.entry, "player", None), before.round, before.turns + 1 if one.is_turn else None)
        for one, before in state.course.with_before()
    )
    return Claims(state.begun.arrangement, started, tuple(entries), score, wrong)


def keys_that_differ(claimed: Mapping[str, Any], derived: Mapping[str, Any]) -> list[str]:
    """
    Keys of two JSON documents whose values differ, or that only one of them has.

    >>> keys_that_differ({"points": 1, "cards": [1]}, {"cards": (1,), "points": True, "winner": None})
    ['points', 'winner']
    """
    ours, theirs = ({key: json.dumps(one[key], sort_keys=True) for key in one} for one in (derived, claimed))
    return [key for key in dict.fromkeys((*ours, *theirs)) if ours.get(key) != theirs.get(key)]


def journal_events(members: Members, name: str = JOURNAL) -> list[Node]:
    """The events of the journal in a member, each with its line. Raises UnreadableError."""
    events: list[Node] = []
    for number, line in enumerate(members.text(name).splitlines(), start=1):
        try:
            events.append(Node(read_json(line).value, f"line {number}"))
        except UnreadableError as error:
            raise UnreadableError(error.message, f"line {number}") from None
    return events
