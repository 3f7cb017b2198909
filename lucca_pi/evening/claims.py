"""Claims of the journal in the file of a stored game, checked against the file's pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.contract.claims import JOURNAL, RECORD, SCORE, Claimed, Claims, Members, keys_that_differ
from lucca_pi.contract.game import Game
from lucca_pi.contract.history import Looks, Started
from lucca_pi.contract.match import Match
from lucca_pi.contract.questions import Disagreed
from lucca_pi.contract.verdict import Split, Unexplained
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import deal_json, events_from_json
from lucca_pi.evening.state import State, resumed
from lucca_pi.outside import Node, read_json


def claims_in(game: Game, members: Members) -> Claims:
    """The claims of a game's file. Raises UnreadableError."""
    return game.rules.claims(members) if game.rules.claims else journal_claims(members)


@dataclass(frozen=True, slots=True)
class JournalClaims(Claims):
    """The claims of a game whose journal holds all of it; its record and its score must agree with the journal."""

    state: State
    """The state that the journal adds up to, without its looks."""
    record: Mapping[str, Any]
    score: Mapping[str, Any]

    def entries(self) -> Iterator[Claimed]:
        """The journal's turns and adjustments, in the order of play."""
        for moment, before in self.state.course.with_before():
            player = getattr(moment.entry, "player", None)
            yield Claimed(moment.entry, player, before.round, before.turns + 1 if moment.is_turn else None)

    def differences(self, match: Match) -> list[str]:
        """Keys of the score that differ from what the match gives, and the record if it differs."""
        plugin = self.state.plugin
        is_other = keys_that_differ(self.record, plugin.record_json(self.state.match) or {})
        return [*keys_that_differ(self.score, plugin.score_json(match) or {}), *(["record"] if is_other else [])]

    def start_seen(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The start as the game judges the looks."""
        match = replace(match, pieces_told=True)  # which cards these were is part of the claim
        decision = self.state.plugin.referee.judge_start(match, looks, "")
        started = (event for event in decision.events if isinstance(event, Started))
        problems = decision.mode.problems if isinstance(decision.mode, Disagreed) else ()
        return next(started, Unexplained(problems or ("more would have to be asked",), ""))

    def is_same_start(self, _match: Match, one: Started, other: Started) -> bool:
        """True if seats and deal are the same."""
        deals = [deal_json(started.deal) for started in (one, other)]
        return dict(one.seats) == dict(other.seats) and deals[0] == deals[1]

    def is_alike(self, game: Any, one: Any, other: Any) -> bool:
        """True if the game counts the two turns as the same."""
        return self.state.plugin.referee.is_same(game, one, other)

    def ways(self, match: Match, looks: Looks) -> Split | Unexplained:
        """The ways in which the game splits the looks into turns."""
        found = self.state.plugin.referee.split(match, looks)
        return found or Unexplained(("more than one turn was played, or something lies wrong",), "")


def journal_claims(members: Members) -> JournalClaims:
    """The claims of a file by its journal. Raises UnreadableError."""
    with members.explained(RECORD):
        record = members.json(RECORD).object()
    with members.explained(SCORE):
        score = members.json(SCORE).object()
    with members.explained(JOURNAL):
        state = resumed(events_from_json({**event.object(), "looks": []} for event in journal_events(members)))
        start = state.course.start
        if start is None:
            raise UnreadableError(f"the game was left {state.plugin.show.unstarted}: there is nothing to verify")
    return JournalClaims(
        state.begun.arrangement, Started(start.seats, start.deal, (), start.date), state, record, score
    )


def journal_events(members: Members) -> list[Node]:
    """The events of the journal, each with its line. Raises UnreadableError."""
    lines = members.text(JOURNAL).splitlines()
    return [_event(number, line) for number, line in enumerate(lines, start=1)]


def _event(number: int, line: str) -> Node:
    try:
        return Node(read_json(line).value, f"line {number}")
    except UnreadableError as error:
        raise UnreadableError(error.message, f"line {number}") from None
