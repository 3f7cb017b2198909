"""A position: the city, the players' colours, and the prisoners; positions with which a game may begin."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import COLOURS, SIZES, City, Stack, lots, two_towers_in_a_block
from lucca_pi.language import _
from lucca_pi.outside import is_plain, shown


def bricks_of_a_colour(size: int) -> int:
    """
    The number of bricks of each colour in the game: twice the city size (2).

    >>> [bricks_of_a_colour(size) for size in (6, 8, 10, 12)]
    [12, 16, 20, 24]
    """
    return 2 * size


@dataclass(frozen=True, slots=True)
class Player:
    """A player and their colour now. `extra` is kept unread."""

    name: str
    colour: str
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


# No slots: the search asks one position for its supply again and again, and a cached answer needs a place.
@dataclass(frozen=True)
class Position:
    """
    The bricks on the table. `players` are in the order of play; a colour of no player is neutral (1).

    `took` counts prisoners by the colour that took them and their own. They belong to the colour, not to who plays it,
    are out of the supply and never come back (13).
    """

    city: City
    players: tuple[Player, ...]
    took: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.city, self.players, frozenset(self.took.items())))

    @property
    def size(self) -> int:
        """Lots along a side of the city."""
        return self.city.size

    def player_of(self, colour: str) -> str | None:
        """The player of a colour; None for a neutral one."""
        return next((player.name for player in self.players if player.colour == colour), None)

    def prisoners(self, colour: str) -> int:
        """The number of prisoners a colour has taken."""
        return sum(number for (taker, _taken), number in self.took.items() if taker == colour)

    def tower_to_win(self, colour: str) -> int:
        """
        The floors with which a colour's tower wins: as many as a side has lots, and more than any other tower has (15).

        Neutral colours count among the others (ruling k).

        >>> [read_position(f"6 | a1 wrr, c1 {other}").tower_to_win("white") for other in ("bb", "bkkkkk", "bkkkkkk")]
        [6, 7, 8]
        """
        return self._to_win(self.city.highest, colour)

    def prisoners_to_win(self, colour: str) -> int:
        """
        The prisoners with which a colour wins: as many as a side has lots, and more than any other colour has (15).

        >>> [read_position(f"6 | empty | | black {taken} red").prisoners_to_win("white") for taken in (5, 6)]
        [6, 7]
        """
        return self._to_win(self.prisoners, colour)

    def _to_win(self, figure: Callable[[str], int], colour: str) -> int:
        return max(self.size, *(figure(other) + 1 for other in COLOURS if other != colour))

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


_MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Adjustment:
    """
    The city and the prisoners as players set them by hand, against the rules.

    `prisoners` counts by the colour that took them and their own. Nothing here need be reachable. `extra` and
    `beside` are keys of a record, in the adjustment and beside it, that mean nothing here.
    """

    city: Mapping[str, Stack]
    prisoners: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    note: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    beside: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


def check_size(size: int) -> None:
    """A city has 6, 8, 10 or 12 lots along a side. Raises RuleError "size"."""
    if size not in SIZES:
        raise RuleError("size", f"there is no city of {size} × {size} lots; sizes are {', '.join(map(str, SIZES))}")


def check_players(players: tuple[Player, ...]) -> None:
    """Two to four play, each with a name and a colour of their own (1). Raises RuleError "players"."""
    if not 2 <= len(players) <= _MOST_PLAYERS:
        raise RuleError(
            "players", f"Lucca on a chess board is for 2 to {_MOST_PLAYERS} players, not for {len(players)}"
        )
    for number, player in enumerate(players, start=1):
        if not is_plain(player.name):
            raise RuleError("players", f'player {number} needs a name on one line, not "{shown(player.name)}"')
        if player.colour not in COLOURS:
            colours = ", ".join(COLOURS)
            raise RuleError("players", f"{shown(player.name)} plays {shown(player.colour)}; colours are {colours}")
    if len({player.name for player in players}) < len(players):
        raise RuleError("players", "two players have the same name")
    if len({player.colour for player in players}) < len(players):
        raise RuleError("players", "two players have the same colour")


def checked_city(size: int, stacks: Mapping[str, Stack], rule: str) -> City:
    """The city of these stacks on its lots, no two towers in a block. Raises RuleError with the rule named."""
    for lot, stack in stacks.items():
        if lot not in lots(size):
            raise RuleError(rule, _("there is no lot {at}", at=shown(lot)))
        if not stack:
            raise RuleError(rule, _("the stack at {at} has no brick", at=lot))
        for colour in stack:
            _check_colour(colour, rule)
    city = City(size, dict(stacks))
    for one, two in two_towers_in_a_block(city):
        raise RuleError(rule, _("the towers at {one} and {two} are in one block", one=one, two=two))
    return city


def _check_colour(colour: str, rule: str) -> None:
    if colour not in COLOURS:
        raise RuleError(rule, f"there is no colour {shown(colour)}; there are {', '.join(COLOURS)}")


def check_bricks(city: City, took: Mapping[tuple[str, str], int], rule: str) -> None:
    """No colour has more bricks in the city and as prisoners than there are (2). Raises RuleError with the rule."""
    used = Counter(city.bricks)
    for (_taker, colour), number in took.items():
        used[colour] += number
    most = bricks_of_a_colour(city.size)
    for colour in COLOURS:
        if used[colour] > most:
            told = {"number": used[colour], "most": most, "colour": colour}
            raise RuleError(rule, _("{number} {colour} bricks are too many: there are {most} of each colour", **told))


def checked_prisoners(prisoners: Mapping[str, Mapping[str, int]]) -> Mapping[tuple[str, str], int]:
    """The prisoners set by hand, by the colour that took them and their own. Raises RuleError "adjustment"."""
    took = {(taker, colour): number for taker, taken in prisoners.items() for colour, number in taken.items()}
    for taker in prisoners:
        _check_colour(taker, "adjustment")
    for (_taker, colour), number in took.items():
        _check_colour(colour, "adjustment")
        if number < 0:
            raise RuleError("adjustment", _("{number} prisoners are not possible", number=number))
    return {pair: number for pair, number in took.items() if number}


def started_city(size: int, start: Mapping[str, Stack]) -> City:
    """The city that a game begins with: empty, unless the record has another (ruling a). Raises RuleError "start"."""
    city = checked_city(size, start, "start")
    check_bricks(city, {}, "start")
    return city


LETTERS = {"white": "w", "black": "k", "red": "r", "blue": "b"}
"""The letter of each colour; b is blue, and k black as printers call it."""
_COLOUR_OF = {letter: colour for colour, letter in LETTERS.items()}


def write_position(position: Position) -> str:
    """
    The position in the notation above.

    >>> write_position(read_position("8 | a4 w, b4 wrk | Rosa red, Wim white | white 2 red"))
    '8 | a4 w, b4 wrk | Rosa red, Wim white | white 2 red'
    """
    players = ", ".join(f"{player.name} {player.colour}" for player in position.players)
    took = ", ".join(f"{taker} {number} {colour}" for (taker, colour), number in sorted(position.took.items()))
    parts = [str(position.size), write_city(position.city), players, took]
    return " | ".join(parts if took else parts[:-1])


def write_city(city: City) -> str:
    """
    The stacks, column by column; `empty` for a city without any.

    >>> write_city(City(8, {"b1": ("red",), "a2": ("white", "black")})), write_city(City(8))
    ('a2 wk, b1 r', 'empty')
    """
    return ", ".join(f"{lot} {_write_stack(city.stacks[lot])}" for lot in by_column(city)) or "empty"


def by_column(city: City) -> list[str]:
    """The lots that are built on, column by column from the left, each from below."""
    return sorted(city.stacks, key=lambda lot: (lot[0], int(lot[1:])))


def _write_stack(stack: Stack) -> str:
    """A stack's letters, from the top down."""
    return "".join(LETTERS[colour] for colour in stack)


def read_position(text: str) -> Position:
    """
    The position that a line in the notation describes. Raises ValueError.

    >>> position = read_position("8 | a4 w, b4 wrk | Rosa red, Wim white | white 2 red")
    >>> position.supply["red"], position.player_of("white"), position.prisoners("white")
    (13, 'Wim', 2)
    """
    size, stacks, players, took, *_rest = *(part.strip() for part in text.split("|")), "", "", ""
    return Position(read_city(stacks, int(size)), _read_players(players), _read_took(took))


def read_city(text: str, size: int = 8) -> City:
    """
    The city of a list of stacks. Raises ValueError.

    >>> read_city("a2 wk, b1 r").stacks
    {'a2': ('white', 'black'), 'b1': ('red',)}
    """
    named = [] if text.strip() in ("", "empty") else [part.split() for part in text.split(",")]
    city = City(size, {lot: tuple(_COLOUR_OF[letter] for letter in letters) for lot, letters in named})
    if unknown := set(city.stacks) - set(lots(size)):
        raise ValueError(f"{text}: there is no lot {', '.join(sorted(unknown))}")
    return city


def _read_players(text: str) -> tuple[Player, ...]:
    named = [part.rsplit(maxsplit=1) for part in text.split(",") if part.strip()]
    return tuple(Player(name.strip(), _colour(colour)) for name, colour in named)


def _read_took(text: str) -> dict[tuple[str, str], int]:
    named = [part.split() for part in text.split(",") if part.strip()]
    return {(_colour(taker), _colour(colour)): int(number) for taker, number, colour in named}


def _colour(name: str) -> str:
    if name not in COLOURS:
        raise ValueError(f"{name} is not one of {', '.join(COLOURS)}")
    return name
