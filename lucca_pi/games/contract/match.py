"""
What an evening sees of a game's own values: a turn, and the game as it stands.

Where an evening stores one of them it stands as `Any`: only the game knows the rest of it. Functions that look into one
say by these protocols what they need of it.
"""

from collections.abc import Sequence
from typing import Protocol


class Entry(Protocol):
    """A turn, or what players settled among themselves, with the player whose it is. Compared by value."""

    @property
    def player(self) -> str: ...


class Game(Protocol):
    """The game as it stands, a frozen value of the game's rules."""

    @property
    def players(self) -> Sequence[str]: ...

    @property
    def player_in_turn(self) -> str | None:
        """Whose turn it is; None when nobody can play."""
        ...

    @property
    def is_over(self) -> bool: ...

    @property
    def round(self) -> int | None:
        """The round being played, from 1; None in a game without rounds."""
        ...

    @property
    def rounds(self) -> int | None:
        """The number of rounds; None where nobody knows it."""
        ...

    @property
    def turns(self) -> int:
        """Turns played: in this round, or in a game without rounds since its start."""
        ...
