"""What the referee judges: the game before a turn, and what a look shows of the table after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from lucca_pi.games.lucco.lying.known import Known, Reading
from lucca_pi.games.lucco.pieces import colour_of
from lucca_pi.games.lucco.rules.entry import Lay, Remove, Turn, turn_of
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.tiles import Cell
from lucca_pi.language import Text, _

Change = Lay | Remove
"""One tile more, or one less. What `extra` holds names the tile."""


@dataclass(frozen=True, slots=True)
class Case:
    """`passes`: players who can do nothing press OK as well."""

    game: Game
    known: Known
    reading: Reading
    passes: bool = True

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def changes(self) -> tuple[Change, ...]:
        """What has certainly changed: removals first, each by its cell."""
        gone = (cell for cell, why in sorted(self.reading.gone.items()) if why != "hidden")
        return (*map(self.removal, gone), *self._lays())

    def _lays(self) -> Iterator[Lay]:
        for code, cell in sorted(self.reading.new.items()):
            yield Lay(colour_of(code, self.known.colours), cell, (), {"tile": code})

    def removal(self, cell: Cell) -> Remove:
        """The removal of the tile in a cell."""
        code = self.known.figure.codes.get(cell)
        return Remove(cell, {"colour": self.position.table.pieces[cell]} | ({"tile": code} if code else {}))

    def movers(self, change: Change | None) -> tuple[str, ...]:
        """Whose turn it may be: on an empty table that of whoever has the colour, as misses are not told there."""
        owner = self.position.owner(change.colour) if isinstance(change, Lay) else None
        return (owner,) if owner and not self.position.table else (self.position.next,)

    def turn(self, player: str, change: Change | None) -> Turn:
        """The turn in which a player makes the change, with the throw if it was seen."""
        return turn_of(player, self.reading.thrown, change)

    def change_text(self, change: Change) -> Text:
        """A change in words, as the table shows it."""
        if isinstance(change, Lay):
            return _("{tile} is new", tile=self.known.text(change.extra["tile"]))
        return _("{tile} is gone", tile=self.known.cell_text(cell_of(change)))


def cell_of(change: Change) -> Cell:
    """The cell of a change. Raises ValueError for a free tile, which no camera tells."""
    if isinstance(change.at, str):
        raise ValueError(f"{change.at} is no cell")
    return change.at
