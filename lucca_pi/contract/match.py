"""A game being played at the table, as the game's functions receive it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from lucca_pi.contract.history import Arrangement, Course, Looks, Memory, Moment, Setup


class Progress(Protocol):
    """A current game, a frozen value of its rules: everything an evening reads of it."""

    @property
    def players(self) -> Sequence[str]:
        """The names of all players."""
        ...

    @property
    def player_in_turn(self) -> str | None:
        """The player in turn; None if nobody can play."""
        ...

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        ...

    @property
    def round(self) -> int | None:
        """The round being played, from 1; None in a game without rounds."""
        ...

    @property
    def rounds(self) -> int | None:
        """The number of rounds; None if it is not known."""
        ...

    @property
    def turns(self) -> int:
        """Turns played: in this round, or in a game without rounds since its start."""
        ...


@dataclass(frozen=True, slots=True)
class Match:
    """
    A game being played: what is known of it, and what its players are asked.

    `pieces`: those that may be on the table (`Rules.pieces`). `rested`: looks at rest since the last confirmed one.
    `identified`: looks since then in which players identified cards. `mode`: what the machine waits for besides the
    next press: a `questions.Choice`, a `questions.Disagreed` or a mode of the evening's own; None for nothing else.
    `advice`: the player in turn gets advice. `setups`: set-ups of other evenings with the same game, the latest last.
    `pieces_told`: players have said that the pieces on the table are those that are set.
    """

    arrangement: Arrangement
    pieces: Any
    course: Course
    rested: Looks = ()
    identified: Looks = ()
    mode: object = None
    advice: bool = False
    setups: tuple[Setup, ...] = ()
    pieces_told: bool = False

    @property
    def setup(self) -> Setup:
        """The arranged set-up."""
        return self.arrangement.setup

    @property
    def game(self) -> Any:
        """The current game, a `Progress`; None before the start."""
        return self.course.game

    @property
    def memory(self) -> Memory:
        """Memory of the looks so far; None before the start."""
        return self.course.memory

    def at(self, course: Course) -> "Match":
        """The match with another course of turns, nothing at rest since, and no open question."""
        return replace(self, course=course, rested=(), identified=(), mode=None)

    def before(self, number: int) -> "Match":
        """The match before turn `number`, counting from 1."""
        return self.at(self.course.until(number))

    def with_moment(self, moment: Moment) -> "Match":
        """The match after one more turn or adjustment."""
        return self.at(replace(self.course, moments=(*self.course.moments, moment)))
