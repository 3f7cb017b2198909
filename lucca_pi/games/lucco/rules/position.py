"""
A position: the table, the players with their colours, and whose turn it is.

A position on one line, for tests, logs, and the message that says where a rule was broken:

    hexagon | Ada blue | Ben yellow | next Ben | table: blue 0,0 1,0; red 0,1
    free 5 | Ada blue | Ben yellow | table: blue p1; red p2 0>p1.3

Parts that say what is usual are left out: `next` where it is the first player, `table` where nothing lies. Colours are
those of the box unless named (`colours red pink ...`); fewer than five may be named for a small example. A free piece
tells its sides: `0>p1.3` is its side 0 along side 3 of p1. Names and colours are single words.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.table import Table, in_laying_order
from lucca_pi.games.lucco.rules.tiles import FREE, Lay, SideContact, Tiles, by_place, place_text, tiles_called
from lucca_pi.language import Text, _
from lucca_pi.outside import is_plain, shown

USUAL_COLOURS = ("blue", "yellow", "green", "red", "black")
WHITE = "white"
"""The joker on the die."""
PIECES_OF_A_COLOUR = 10
FEWEST_PLAYERS, MOST_PLAYERS = 2, 5


def colour_text(colour: str) -> Text:
    """A colour alone, which is said in the language in use."""
    return _("{colour}", colour=colour)


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
        """The players in the order of play."""
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
        The number of pieces of a colour that are not on the table: in their player's hand, or in the pot (rule 11).

        >>> read_position("square | Ada blue | Ben red | table: blue 0,0 0,1").stock("blue")
        8
        """
        return PIECES_OF_A_COLOUR - sum(1 for _place in self.table.of_colour(colour))

    def with_table(self, table: Table) -> "Position":
        """The position with another table."""
        return replace(self, table=table)

    def with_next(self, name: str) -> "Position":
        """The position with another player to throw next."""
        return replace(self, next=name)


def check_colours(colours: tuple[str, ...]) -> None:
    """
    Five different colours, and white is the joker's. Raises RuleError "colours".

    >>> check_colours(("blue", "yellow", "green", "red", "white"))
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: white is the joker on the die, not a colour of tiles (colours)
    """
    if len(colours) != len(USUAL_COLOURS):
        raise RuleError("colours", f"the tiles have {len(USUAL_COLOURS)} colours, not {len(colours)}")
    if len(set(colours)) < len(colours):
        raise RuleError("colours", "a colour is named twice")
    if WHITE in colours:
        raise RuleError("colours", "white is the joker on the die, not a colour of tiles")
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
            raise RuleError("players", f"{shown(player.name)}'s {shown(player.colour)} is not one of {known}")
        if player.colour in {other.colour for other in players[: number - 1]}:
            raise RuleError("players", f"two players have the colour {shown(player.colour)}")


def begin(players: tuple[Player, ...], table: Table, colours: tuple[str, ...] = USUAL_COLOURS) -> Position:
    """The position before the first turn, checked; the first player throws (rule 1). Raises RuleError."""
    check_colours(colours)
    check_players(players, colours)
    return Position(colours, players, table, players[0].name)


def write_position(position: Position) -> str:
    """
    The position in the notation above.

    >>> line = "free 5 | Ada blue | Ben yellow | next Ben | table: blue p1; red p2 0>p1.3"
    >>> write_position(read_position(line)) == line
    True
    """
    tiles, first = position.table.tiles, position.names[0]
    parts = [f"{tiles.name} {tiles.sides}" if tiles.are_free else tiles.name]
    parts += [f"colours {' '.join(map(shown, position.colours))}"] if position.colours != USUAL_COLOURS else []
    parts += [f"{shown(player.name)} {shown(player.colour)}" for player in position.players]
    parts += [f"next {shown(position.next)}"] if position.next != first else []
    parts += [f"table: {_write_table(position.table)}"] if position.table else []
    return " | ".join(parts)


def _write_table(table: Table) -> str:
    """
    The pieces on the table, in the notation of positions.

    >>> _write_table(read_table("hexagon | table: red 0,1 0,0; blue 1,0"))
    'red 0,0 0,1; blue 1,0'
    """
    if table.tiles.are_free:
        return "; ".join(_free_piece(lay) for lay in in_laying_order(table))
    return "; ".join(
        " ".join([shown(colour), *map(place_text, sorted(table.of_colour(colour), key=by_place))])
        for colour in dict.fromkeys(table.pieces.values())
    )


def _free_piece(lay: Lay) -> str:
    contacts = [f"{side}>{shown(other)}.{its_side}" for side, other, its_side in lay.touches]
    return " ".join([shown(lay.colour), place_text(lay.at), *contacts])


def read_position(text: str) -> Position:
    """
    The position that a line in the notation describes; rules are not asked. Raises ValueError.

    >>> read_position("hexagon | Ada blue | Ben yellow | table: blue 0,0").next
    'Ada'
    """
    parts = [part.strip() for part in text.split("|")[1:]]
    named = {part.split()[0]: part.split()[1:] for part in parts}
    colours = tuple(named.get("colours", USUAL_COLOURS))
    players = tuple(Player(name, rest[0]) for name, rest in named.items() if name not in ("colours", "next", "table:"))
    return Position(colours, players, read_table(text), named.get("next", [players[0].name])[0])


def read_table(text: str) -> Table:
    """
    The table alone of such a line. Raises ValueError.

    >>> read_table("square | table: blue 0,0; red 0,1").pieces
    {(0, 0): 'blue', (0, 1): 'red'}
    """
    parts = [part.strip() for part in text.split("|")]
    name, *sides = parts[0].split()
    table = Table(tiles_called(name, int(sides[0]) if sides else None))
    for part in parts[1:]:
        if part.startswith("table:"):
            for lay in _lays(part.removeprefix("table:"), table.tiles):
                table = table.with_piece(lay)
    return table


def _lays(text: str, tiles: Tiles) -> Iterator[Lay]:
    for part in text.split(";"):
        colour, *rest = part.split()
        if tiles.name == FREE:
            yield Lay(colour, rest[0], tuple(map(_contact, rest[1:])))
        else:
            yield from (Lay(colour, _read_cell(cell)) for cell in rest)


def _read_cell(text: str) -> tuple[int, int]:
    first, second = text.split(",")
    return int(first), int(second)


def _contact(text: str) -> SideContact:
    side, _arrow, rest = text.partition(">")
    other, _dot, its_side = rest.rpartition(".")
    return int(side), other, int(its_side)


def following(position: Position, player: str) -> str:
    """
    The player after another, round and round (rule 1).

    >>> game = read_position("square | Ada blue | Ben red | Cid green")
    >>> following(game, "Ada"), following(game, "Cid")
    ('Ben', 'Ada')
    """
    names = position.names
    return names[(names.index(player) + 1) % len(names)]


def may_play(position: Position, player: str) -> bool:
    """
    Whose turn it may be: on an empty table anybody's, as misses there need not be written (ruling 9).

    So it is at the beginning, and after the table was emptied (ruling 10). Afterwards the order goes on from who laid.

    >>> may_play(read_position("square | Ada blue | Ben red"), "Ben")
    True
    >>> may_play(read_position("square | Ada blue | Ben red | table: blue 0,0"), "Ben")
    False
    """
    return player == position.next or (not position.table and player in position.names)
