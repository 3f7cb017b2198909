"""A position: the table, the players with their colours, and the player who throws next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.strict import is_plain, shown

USUAL_COLOURS = ("blue", "yellow", "green", "red", "black")
WHITE = "white"
"""The joker on the die."""
PIECES_OF_A_COLOUR = 10
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5


@dataclass(frozen=True, slots=True)
class Player:
    """A player and the colour that is theirs. `extra` is kept unread."""

    name: str
    colour: str
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Position:
    """The table, the players in the order of play, and the name of the player who throws `next`."""

    colours: tuple[str, ...]
    players: tuple[Player, ...]
    table: Table
    next: str

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of the die: the five colours, and white."""
        return (*self.colours, WHITE)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def pot_colours(self) -> tuple[str, ...]:
        """The colours that nobody plays."""
        return tuple(colour for colour in self.colours if self.owner(colour) is None)

    def colour_of(self, name: str) -> str:
        """A player's own colour."""
        return next(player.colour for player in self.players if player.name == name)

    def owner(self, colour: str) -> str | None:
        """The player of a colour; None for the pot's."""
        return next((player.name for player in self.players if player.colour == colour), None)

    def stock(self, colour: str) -> int:
        """
        How many pieces of a colour do not lie: they are in their player's hand, or in the pot (rule 11).

        >>> from lucca_pi.games.lucco.rules.notation import read_position
        >>> read_position("square | Ada blue | Ben red | table: blue 0,0 0,1").stock("blue")
        8
        """
        return PIECES_OF_A_COLOUR - sum(1 for _place in self.table.of_colour(colour))

    def with_table(self, table: Table) -> "Position":
        return replace(self, table=table)

    def with_next(self, name: str) -> "Position":
        return replace(self, next=name)


def check_colours(colours: tuple[str, ...]) -> None:
    """
    Five different colours, and white is the joker's. Raises RuleError "colours".

    >>> check_colours(("blue", "yellow", "green", "red", "white"))
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: white is the joker on the die, no colour of pieces (colours)
    """
    if len(colours) != len(USUAL_COLOURS):
        raise RuleError("colours", f"the pieces have {len(USUAL_COLOURS)} colours, not {len(colours)}")
    if len(set(colours)) < len(colours):
        raise RuleError("colours", "a colour is named twice")
    if WHITE in colours:
        raise RuleError("colours", "white is the joker on the die, no colour of pieces")
    for number, colour in enumerate(colours, start=1):
        if not is_plain(colour):
            raise RuleError("colours", f'colour {number} needs a name on one line, not "{shown(colour)}"')


def check_players(players: tuple[Player, ...], colours: tuple[str, ...]) -> None:
    """
    Two to five play, each under a name and with a colour of their own (rule 1). Raises RuleError "players".

    >>> check_players((Player("Ada", "blue"), Player("Ben", "blue")), USUAL_COLOURS)
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: two players have the colour blue (players)
    """
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise RuleError("players", f"Lucco is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not for {len(players)}")
    if len({player.name for player in players}) < len(players):
        raise RuleError("players", "two players have the same name")
    for number, player in enumerate(players, start=1):
        if not is_plain(player.name):
            raise RuleError("players", f'player {number} needs a name on one line, not "{shown(player.name)}"')
        if player.colour not in colours:
            known = ", ".join(map(shown, colours))
            raise RuleError("players", f"{shown(player.name)}'s {shown(player.colour)} is none of {known}")
        if player.colour in {other.colour for other in players[: number - 1]}:
            raise RuleError("players", f"two players have the colour {shown(player.colour)}")


def begin(players: tuple[Player, ...], table: Table, colours: tuple[str, ...] = USUAL_COLOURS) -> Position:
    """The position before the first turn, checked; the first player throws (rule 1). Raises RuleError."""
    check_colours(colours)
    check_players(players, colours)
    return Position(colours, players, table, players[0].name)
