"""Claims in the file of a stored game: those that the game reads from its documents, else those of its journal."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from lucca_pi.contract.claims import JOURNAL, RECORD, SCORE, Claimed, Claims, Members
from lucca_pi.contract.game import Game
from lucca_pi.contract.history import Course, Started
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.state import resumed
from lucca_pi.outside import Node, read_json


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
        state = resumed(events_from_json({**event.object(), "looks": []} for event in journal_events(members)))
        start = state.course.start
        if start is None:
            raise UnreadableError(f"the game was left {state.plugin.show.unstarted}: there is nothing to verify")
    started = Started(start.seats, start.deal, (), start.date)
    wrong = ("record",) if keys_that_differ(record, state.plugin.record_json(state.match) or {}) else ()
    return Claims(state.begun.arrangement, started, tuple(_entries(state.course)), score, wrong)


def _entries(course: Course) -> Iterator[Claimed]:
    for moment, before in course.with_before():
        player = getattr(moment.entry, "player", None)
        yield Claimed(moment.entry, player, before.round, before.turns + 1 if moment.is_turn else None)


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
    lines = members.text(name).splitlines()
    return [_event(number, line) for number, line in enumerate(lines, start=1)]


def _event(number: int, line: str) -> Node:
    try:
        return Node(read_json(line).value, f"line {number}")
    except UnreadableError as error:
        raise UnreadableError(error.message, f"line {number}") from None
