"""What the file of a stored game claims, and how a game holds each claim against what the file's pictures show."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import Begun, events_from_json
from lucca_pi.evening.state import State, resumed
from lucca_pi.games.contract.history import Looks, Started
from lucca_pi.games.contract.questions import Disagreed
from lucca_pi.games.contract.verdict import Split, Unexplained
from lucca_pi.strict import Node, read_json

MANIFEST, RECORD, SCORE, JOURNAL = "manifest.json", "record.json", "score.json", "journal.jsonl"
"""The documents of every game's file. The journal has an event on each line."""


class Members(Protocol):
    """The documents of a file by name. Whatever is wrong with one raises UnreadableError."""

    def json(self, name: str) -> Node: ...

    def text(self, name: str) -> str: ...

    def explained(self, name: str = "") -> AbstractContextManager[None]:
        """Names the member in what goes wrong within."""
        ...


@dataclass(frozen=True, slots=True)
class Claimed:
    """
    A turn, or what players settled, as the file claims it.

    `round` and `turn` count from 1: `round` is None in a game without rounds, `turn` for what players settled.
    """

    entry: Any
    player: str | None
    round: int | None
    turn: int | None

    @property
    def is_turn(self) -> bool:
        return self.turn is not None

    @property
    def place(self) -> str:
        """Its place in the game, for people."""
        numbers = (("round", self.round), ("turn", self.turn))
        return ", ".join(f"{name} {number}" for name, number in numbers if number is not None)


@dataclass(frozen=True, slots=True)
class Points:
    """
    The points that are claimed for a part of the game, and those that follow from what was derived.

    None where there are none. `differ`: how the two differ, in words; empty where they do not.
    """

    claimed: int | None
    derived: int | None
    differ: str = ""


@dataclass(frozen=True, slots=True)
class Claims(ABC):
    """What a file claims of a game. A game with points says how they are held against its own."""

    start_word: ClassVar[str] = "start"
    """What a proof calls the start of the game."""

    begun: Begun
    """How the game was arranged."""
    started: Started
    """How it started, without looks."""

    @abstractmethod
    def entries(self) -> Iterable[Claimed]:
        """The turns and what players settled, in the order of play."""

    @abstractmethod
    def differences(self, state: State) -> Sequence[str]:
        """What of the whole score is claimed otherwise than it follows from the state, by name."""

    def start_seen(self, state: State, looks: Looks) -> Started | Unexplained:
        """The start that the last look shows."""
        outcome = state.kind.judge_start(state, looks, "")
        started = (event for event in outcome.events if isinstance(event, Started))
        problems = outcome.mode.problems if isinstance(outcome.mode, Disagreed) else ()
        return next(started, Unexplained(problems or ("more would have to be asked",), ""))

    def start_told(self, state: State, looks: Looks) -> Started | Unexplained:
        """The start that the last look shows, with what it does not show as players told it."""
        return self.start_seen(state, looks)

    def is_same_start(self, state: State, one: Started, other: Started) -> bool:
        """Whether the two starts are one."""
        deals = [state.kind.deal_json(started.deal) for started in (one, other)]
        return dict(one.seats) == dict(other.seats) and deals[0] == deals[1]

    def start_words(self, started: Started) -> str:
        """The start that the pictures show, in words."""
        return f"another {self.start_word}"

    def is_alike(self, game: Any, one: Any, other: Any) -> bool:
        """Whether no picture can tell the two turns apart, or they come to the same."""
        return self.begun.kind.is_same(game, one, other)

    def ways(self, state: State, looks: Looks) -> Split | Unexplained:
        """The ways in which several turns explain the looks together."""
        found = state.kind.split(state, looks)
        return found or Unexplained(("more than one turn was played, or something lies wrong",), "")

    def points_of_turn(self, game: Any, claimed: Claimed, turn: Any | None) -> Points | None:
        """The points of a turn played in this game; `turn` is the one that was derived, None where none was."""
        return None

    def points_settled(self, claimed: Claimed) -> Points | None:
        """The points that players settled."""
        return None

    def final_points(self, state: State) -> Iterable[tuple[str, Points]]:
        """What each player gets at the end of the game, where the game or the claims come to one."""
        return ()


@dataclass(frozen=True, slots=True)
class JournalClaims(Claims):
    """The claims of a game whose journal tells all of it; its record and its score have to say the same."""

    state: State
    """What the journal adds up to, without its looks."""
    record: Mapping[str, Any]
    score: Mapping[str, Any]

    def entries(self) -> Iterator[Claimed]:
        for moment, before in self.state.course.with_before():
            player = getattr(moment.entry, "player", None)
            yield Claimed(moment.entry, player, before.round, before.turns + 1 if moment.is_turn else None)

    def differences(self, state: State) -> list[str]:
        derived, kind = as_stored(state.kind.score_json(state) or {}), state.kind
        keys = dict.fromkeys((*derived, *self.score))
        wrong = [key for key in keys if (key in derived, derived.get(key)) != (key in self.score, self.score.get(key))]
        return [*wrong, *(["record"] if as_stored(kind.record_json(self.state) or {}) != self.record else [])]


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
            raise UnreadableError(f"the game was left {state.kind.unstarted}: there is nothing to verify")
    return JournalClaims(state.begun, Started(start.seats, start.deal, (), start.date), state, record, score)


def journal_events(members: Members) -> list[Node]:
    """The events of the journal, each with its line. Raises UnreadableError."""
    lines = members.text(JOURNAL).splitlines()
    return [_event(number, line) for number, line in enumerate(lines, start=1)]


def _event(number: int, line: str) -> Node:
    try:
        return Node(read_json(line).value, f"line {number}")
    except UnreadableError as error:
        raise UnreadableError(error.message, f"line {number}") from None


def as_stored(document: Mapping[str, Any]) -> dict[str, Any]:
    """
    A document as it comes back from a file.

    >>> as_stored({"pebbles": (1, 2)})
    {'pebbles': [1, 2]}
    """
    stored: dict[str, Any] = json.loads(json.dumps(document))
    return stored
