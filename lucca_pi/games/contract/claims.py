"""Claims of a stored game's file, and how a game holds each against what the file's pictures show."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from lucca_pi.games.contract.history import Arrangement, Looks, Started
from lucca_pi.games.contract.match import Match
from lucca_pi.games.contract.verdict import Split, Unexplained
from lucca_pi.outside import Node

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
        """Whether it is a turn, not an adjustment."""
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
    """A file's claims of a game, and how they are held against what is derived from its pictures."""

    start_word: ClassVar[str] = "start"
    """What a proof calls the start of the game."""

    arrangement: Arrangement
    """How the game was arranged."""
    started: Started
    """How it started, without looks."""

    @abstractmethod
    def entries(self) -> Iterable[Claimed]:
        """The turns and what players settled, in the order of play."""

    @abstractmethod
    def differences(self, match: Match) -> Sequence[str]:
        """Parts of the whole score that are claimed otherwise than they follow from the match, by name."""

    @abstractmethod
    def start_seen(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The start that the last look shows."""

    def start_told(self, match: Match, looks: Looks) -> Started | Unexplained:
        """The start that the last look shows, with what it does not show as players told it."""
        return self.start_seen(match, looks)

    @abstractmethod
    def is_same_start(self, match: Match, one: Started, other: Started) -> bool:
        """Whether the two starts are one."""

    def start_words(self, _started: Started) -> str:
        """The start that the pictures show, in words."""
        return f"another {self.start_word}"

    @abstractmethod
    def is_alike(self, game: Any, one: Any, other: Any) -> bool:
        """Whether no picture can tell the two turns apart, or they come to the same."""

    @abstractmethod
    def ways(self, match: Match, looks: Looks) -> Split | Unexplained:
        """The ways in which several turns explain the looks together."""

    def points_of_turn(self, _game: Any, _claimed: Claimed, _turn: Any | None) -> Points | None:
        """The points of a turn played in this game; the turn is the one that was derived, None if none was."""
        return None

    def points_settled(self, _claimed: Claimed) -> Points | None:
        """The points that players settled."""
        return None

    def final_points(self, _match: Match) -> Iterable[tuple[str, Points]]:
        """Points of each player at the end of the game, if the game or the claims come to one."""
        return ()
