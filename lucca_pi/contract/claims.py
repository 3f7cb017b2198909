"""Claims in a stored game's file, and how a game checks each against the file's pictures."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from lucca_pi.contract.history import Arrangement, Looks, Started
from lucca_pi.contract.match import Match
from lucca_pi.contract.verdict import Split, Unexplained
from lucca_pi.outside import Node

MANIFEST, RECORD, SCORE, JOURNAL = "manifest.json", "record.json", "score.json", "journal.jsonl"
"""File names of the documents in every game's file. The journal has one event per line."""


class Members(Protocol):
    """The documents in a game's file, by name. An invalid document raises UnreadableError."""

    def json(self, name: str) -> Node:
        """The JSON document of that name."""
        ...

    def text(self, name: str) -> str:
        """The document of that name as text."""
        ...

    def explained(self, name: str = "") -> AbstractContextManager[None]:
        """A context that adds the document's name to every error raised inside."""
        ...


@dataclass(frozen=True, slots=True)
class Claimed:
    """
    A turn, or an adjustment that players settled, as the file claims it.

    `round` and `turn` count from 1. `round` is None in a game without rounds, `turn` is None for an adjustment.
    """

    entry: Any
    player: str | None
    round: int | None
    turn: int | None

    @property
    def is_turn(self) -> bool:
        """True for a turn, False for an adjustment."""
        return self.turn is not None

    @property
    def place(self) -> str:
        """Round and turn as a text for people."""
        numbers = (("round", self.round), ("turn", self.turn))
        return ", ".join(f"{name} {number}" for name, number in numbers if number is not None)


@dataclass(frozen=True, slots=True)
class Points:
    """
    Points for a part of the game: those the file claims, and those that follow from what was derived.

    None if there are none. `differ` says in words how the two differ; empty if they agree.
    """

    claimed: int | None
    derived: int | None
    differ: str = ""


@dataclass(frozen=True, slots=True)
class Claims(ABC):
    """The claims of a game's file, and how they are checked against what the pictures show."""

    start_word: ClassVar[str] = "start"
    """Name of the game's start in a proof."""

    arrangement: Arrangement
    """The arrangement of the game."""
    started: Started
    """The start of the game, without looks."""

    @abstractmethod
    def entries(self) -> Iterable[Claimed]:
        """The claimed turns and adjustments, in the order of play."""

    @abstractmethod
    def differences(self, match: Match) -> Sequence[str]:
        """Names of the parts of the score whose claim differs from what follows from the match."""

    @abstractmethod
    def start_seen(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The start that the last look shows."""

    def start_completed(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The start that the last look shows; cards that it does not show are taken from the claimed start."""
        return self.start_seen(match, looks)

    @abstractmethod
    def is_same_start(self, match: Match, one: Started, other: Started) -> bool:
        """True if the two starts are the same."""

    def start_words(self, _started: Started) -> str:
        """The start that the pictures show, in words."""
        return f"another {self.start_word}"

    @abstractmethod
    def is_alike(self, game: Any, one: Any, other: Any) -> bool:
        """True if no picture can distinguish the two turns, or both lead to the same game."""

    @abstractmethod
    def ways(self, match: Match, looks: Looks) -> Split | Unexplained:
        """The ways to explain the looks by several turns."""

    def points_of_turn(self, _game: Any, _claimed: Claimed, _turn: Any | None) -> Points | None:
        """Points of a turn played in this game; `_turn` is the derived turn, None if none was derived."""
        return None

    def points_settled(self, _claimed: Claimed) -> Points | None:
        """Points of an adjustment."""
        return None

    def final_points(self, _match: Match) -> Iterable[tuple[str, Points]]:
        """Each player's points at the end of the game; empty if neither the game nor the claims reach one."""
        return ()


def keys_that_differ(claimed: Mapping[str, Any], derived: Mapping[str, Any]) -> list[str]:
    """
    Keys of two JSON documents whose values differ, or that only one of them has.

    >>> keys_that_differ({"points": 1, "cards": [1]}, {"cards": (1,), "points": True, "winner": None})
    ['points', 'winner']
    """
    ours, theirs = ({key: json.dumps(one[key], sort_keys=True) for key in one} for one in (derived, claimed))
    return [key for key in dict.fromkeys((*ours, *theirs)) if ours.get(key) != theirs.get(key)]
