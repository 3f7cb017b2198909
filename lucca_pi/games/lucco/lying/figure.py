"""The figure as it was confirmed last: in which cell each tile lies, by its code, and where it was seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lucca_pi.games.lucco.rules.tiles import Cell
from lucca_pi.table.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Figure:
    """
    What looks have taught of the figure. Nobody may have seen a tile that the game has there: then no code leads to it.

    `seen`: where each tile of `cells` was seen last, in the axes of the figure's first look. `turn`: the way from a
    cell to the one at its right, of length 1; None where fewer than two tiles have ever told it. `die` lay there when
    it was seen last; None if it has never been seen.
    """

    cells: Mapping[int, Cell] = field(default_factory=dict)
    seen: Mapping[int, Sighting] = field(default_factory=dict)
    turn: complex | None = None
    die: Sighting | None = None

    @property
    def codes(self) -> dict[Cell, int]:
        """The code of the tile in each cell."""
        return {cell: code for code, cell in self.cells.items()}


def place(seen: Sighting) -> complex:
    """A sighting's place: x to the right, y down, in mm."""
    return complex(seen.x_mm, seen.y_mm)
