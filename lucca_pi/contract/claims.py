"""Claims in a stored game's file, which a proof compares with the file's pictures."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from lucca_pi.contract.history import Arrangement, Looks, Match, Started
from lucca_pi.contract.verdict import Unexplained
from lucca_pi.outside import Node

MANIFEST, RECORD, SCORE, JOURNAL = "manifest.json", "record.json", "score.json", "journal.jsonl"
"""File names of the documents in every game's file. The journal has one event per line."""


class Members(Protocol):
    """The documents in a game's file, by name. An invalid document raises UnreadableError."""

    def json(self, name: str) -> Node:
        """The JSON document of that name."""

    def text(self, name: str) -> str:
        """The document of that name as text."""

    def explained(self, name: str = "") -> AbstractContextManager[None]:
        """A context that adds the document's name to every error raised inside."""


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
class Claims:
    """
    The claims of a game's file: its arrangement, its start without looks, its turns and adjustments in the order of
    play, and its score as JSON data.

    `wrong` names documents that contradict the others. `has_lines`: the score lists `lines` of points, each with its
    `round`, `player` and `kind`, as Lucca Città's does. `start_word`: the name of the game's start in a proof.
    """

    arrangement: Arrangement
    started: Started
    entries: tuple[Claimed, ...]
    score: Mapping[str, Any]
    wrong: tuple[str, ...] = ()
    has_lines: bool = False
    start_word: str = "start"
    start_shown: Callable[[Match, Looks, Started | None], Started | Unexplained] | None = None
    """
    The start that the last look shows; cards that it does not show are taken from the given start, if one is given.

    None: as the game judges it.
    """
    is_alike: Callable[[Any, Any, Any], bool] | None = None
    """True if no picture can distinguish two turns in a game, or both lead to the same; None: as the game counts."""
