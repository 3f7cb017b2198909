"""A position: the city, whose colours are whose, and who took whom prisoner."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lucca_pi.games.chessboard.rules.board import COLOURS
from lucca_pi.games.chessboard.rules.city import City


def bricks_of_a_colour(size: int) -> int:
    """
    How many bricks of each colour are in the game: twice the city size (2).

    >>> [bricks_of_a_colour(size) for size in (6, 8, 10, 12)]
    [12, 16, 20, 24]
    """
    return 2 * size


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays, and with which colour now."""

    name: str
    colour: str


# No slots: the search asks one position for its supply again and again, and a cached answer needs a place.
@dataclass(frozen=True)
class Position:
    """
    What lies on the table. `players` stand in the order of play; a colour that none of them has is neutral (1).

    `took` counts prisoners by the colour that took them and their own. They belong to the colour, not to who plays
    it, are out of the supply and never come back (13).
    """

    city: City
    players: tuple[Player, ...]
    took: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.city, self.players, frozenset(self.took.items())))

    @property
    def size(self) -> int:
        return self.city.size

    def player_of(self, colour: str) -> str | None:
        """Who plays a colour; None for a neutral one."""
        return next((player.name for player in self.players if player.colour == colour), None)

    def prisoners(self, colour: str) -> int:
        """How many prisoners a colour has taken."""
        return sum(number for (taker, _taken), number in self.took.items() if taker == colour)

    @cached_property
    def supply(self) -> Mapping[str, int]:
        """
        The bricks of each colour that are neither in the city nor prisoners; they are everybody's.

        >>> city, players = City(8, {"a1": ("red", "blue")}), (Player("Ada", "white"), Player("Ben", "red"))
        >>> Position(city, players, {("red", "blue"): 2}).supply
        {'white': 16, 'black': 16, 'red': 15, 'blue': 13}
        """
        taken: Counter[str] = Counter()
        for (_taker, colour), number in self.took.items():
            taken[colour] += number
        whole = bricks_of_a_colour(self.size)
        return {colour: whole - self.city.bricks.get(colour, 0) - taken[colour] for colour in COLOURS}

    def with_city(self, city: City) -> "Position":
        """The position with another city."""
        return Position(city, self.players, self.took)

    def with_prisoner(self, taker: str, colour: str) -> "Position":
        """The position with one more prisoner of `colour` taken by the colour `taker` (13)."""
        return Position(self.city, self.players, {**self.took, (taker, colour): self.took.get((taker, colour), 0) + 1})
