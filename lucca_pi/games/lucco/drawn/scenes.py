"""The looks of a recorded game: which tile lies in which place at the start and after each turn, and the throw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.pieces import TILES, colour_of
from lucca_pi.games.lucco.rules.game import enter, start
from lucca_pi.games.lucco.rules.record import Record
from lucca_pi.games.lucco.rules.table import Table, in_order
from lucca_pi.games.lucco.rules.tiles import FREE, Cell, Entry, Lay, Turn


@dataclass(frozen=True, slots=True)
class Scene:
    """What one look shows: the tiles' codes by their cells in the order in which they were laid, and the throw."""

    tiles: Mapping[Cell, int] = field(default_factory=dict)
    die: str | None = None


def scenes(record: Record, seed: int) -> Iterator[Scene]:
    """
    The empty table, then the table after each turn; nobody presses after a miss on an empty table.

    Raises RuleError where the record breaks a rule.
    """
    if record.tiles == FREE:
        raise RuleError("tiles", "a drawn table has hexagons and squares; no record tells the shape of free tiles")
    hand, game, tiles = _Hand(record.colours, seed), start(record), dict[Cell, int]()
    yield Scene()
    for entry in record.turns:
        was_empty, game = not game.position.table, enter(game, entry)
        tiles = _laid(tiles, game.position.table, hand, entry)
        if isinstance(entry, Turn) and not (was_empty and not tiles):
            yield Scene(dict(tiles), entry.die)


def _laid(before: Mapping[Cell, int], table: Table, hand: "_Hand", entry: Entry) -> dict[Cell, int]:
    """The tiles that stay in their cells, and a tile from the hand in each cell that is new."""
    colours = {cell: colour for cell, colour in table.pieces.items() if not isinstance(cell, str)}
    stay = {cell: code for cell, code in before.items() if colours.get(cell) == hand.colour(code)}
    told = {lay.at: lay for lay in _lays(entry)}
    for lay in in_order(table):
        if not isinstance(lay.at, str) and lay.at not in stay:
            stay[lay.at] = hand.take(told.get(lay.at, lay), {*stay.values()})
    return stay


def _lays(entry: Entry) -> tuple[Lay, ...]:
    if isinstance(entry, Turn):
        return (entry.lay,) if entry.lay else ()
    return entry.table


class _Hand:
    """Players and the pot, who take any of their tiles that do not lie."""

    def __init__(self, colours: tuple[str, ...], seed: int) -> None:
        self._colours = colours
        self._chance = Random(f"{seed} hand")

    def colour(self, code: int) -> str:
        return colour_of(code, self._colours)

    def take(self, lay: Lay, lying: set[int]) -> int:
        """The tile that the record names, if it does; else one of that colour by chance."""
        left = [code for code in TILES if code not in lying and self.colour(code) == lay.colour]
        told = lay.extra.get("tile")
        return told if isinstance(told, int) and told in left else self._chance.choice(left)
