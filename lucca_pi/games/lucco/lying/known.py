"""What was known of the figure before a look, and what the look shows of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from lucca_pi.games.lucco.lying.figure import Figure
from lucca_pi.games.lucco.pieces import tile_text
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import Cell, Tiles
from lucca_pi.language import Text, _
from lucca_pi.table.sighting import Sighting

Gone = Literal["away", "bare", "hidden"]
"""Of a tile that is not seen in its cell: it lies elsewhere; the table is in sight there; or nothing is known."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not lie as it can be read: what is wrong, and the remedy in the imperative."""

    problem: Text
    remedy: Text


@dataclass(frozen=True, slots=True)
class Reading:
    """
    What a look shows.

    `lying`: the tiles seen in the figure, by code. `new`: those in cells where nothing lay, or another tile. `gone`:
    the cells of the figure whose tile is not seen there. `at`: where all tiles are seen, in the figure's axes.
    `unwatched`: nothing new is seen, and not all places beside the figure are known to be bare: a tile may have been
    laid out of sight.
    `thrown`: the die's upper face, if it was thrown since the look before.
    """

    lying: Mapping[int, Cell] = field(default_factory=dict)
    new: Mapping[int, Cell] = field(default_factory=dict)
    gone: Mapping[Cell, Gone] = field(default_factory=dict)
    at: Mapping[int, Sighting] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    unwatched: bool = False
    turn: complex | None = None
    die: Sighting | None = None
    thrown: str | None = None

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The cells of which nothing is known."""
        return tuple(cell for cell, why in self.gone.items() if why == "hidden")


@dataclass(frozen=True, slots=True)
class Known:
    """What was known before a look: the figure, the game's table, and what its colours are."""

    figure: Figure
    table: Table
    colours: tuple[str, ...]

    @property
    def tiles(self) -> Tiles:
        """The shape of the tiles."""
        return self.table.tiles

    def text(self, code: int) -> Text:
        """What people call a tile."""
        return tile_text(code, self.colours)

    def cell_text(self, cell: Cell) -> Text:
        """What people call the tile in a cell."""
        code = self.figure.codes.get(cell)
        return self.text(code) if code else _("{colour}", colour=self.table.pieces[cell])
