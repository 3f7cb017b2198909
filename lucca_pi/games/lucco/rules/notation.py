"""
A position on one line: for tests, logs, and the message that says where a rule was broken.

    hexagon | Ada blue | Ben yellow | next Ben | table: blue 0,0 1,0; red 0,1
    free 5 | Ada blue | Ben yellow | table: blue p1; red p2 0>p1.3

Parts that say what is usual are left out: `next` where it is the first player, `table` where nothing lies. Colours are
those of the box unless named (`colours red pink ...`); fewer than five may be named for a small example. A free piece
tells its sides: `0>p1.3` is its side 0 along side 3 of p1. Names and colours are single words.
"""

from collections.abc import Iterator

from lucca_pi.games.lucco.rules.entry import Lay
from lucca_pi.games.lucco.rules.position import USUAL_COLOURS, Player, Position
from lucca_pi.games.lucco.rules.table import Table, in_order
from lucca_pi.games.lucco.rules.tiles import FREE, Contact, Tiles, by_place, place_text, tiles_called
from lucca_pi.strict import shown


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
    parts += [f"table: {write_table(position.table)}"] if position.table else []
    return " | ".join(parts)


def write_table(table: Table) -> str:
    """
    The pieces that lie.

    >>> write_table(read_table("hexagon | table: red 0,1 0,0; blue 1,0"))
    'red 0,0 0,1; blue 1,0'
    """
    if table.tiles.are_free:
        return "; ".join(_free_piece(lay) for lay in in_order(table))
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


def _contact(text: str) -> Contact:
    side, _arrow, rest = text.partition(">")
    other, _dot, its_side = rest.rpartition(".")
    return int(side), other, int(its_side)
