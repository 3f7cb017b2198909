"""
The figure that tiles make: its grid, the cell of each tile, and its state before a look.

Loose tiles drift, so no grid is laid over the whole table: the tiles near a tile give its cell.
"""

from cmath import rect
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import radians
from typing import Literal

from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import Cell, Tiles
from lucca_pi.games.lucco.table.pieces import TILES, tile_text
from lucca_pi.language import Text, _
from lucca_pi.table.looks import anchored
from lucca_pi.table.sighting import Look, Sighting

_Touch = Literal["touch", "doubt", "apart"]

PITCH_MM = 30.0
"""Distance between the middles of neighbouring tiles, mm: the width of a tile."""
_TOUCH_MM, _APART_MM = {"hexagon": 38.0, "square": 36.2}, {"hexagon": 45.0, "square": 37.0}
"""Distance of middles, mm, below which tiles touch (first), and above which they do not (second)."""
_DOWN = {"hexagon": rect(1, radians(60)), "square": 1j}
"""The way from a cell to the next one down, with the way to the right as 1."""
_ASKEW = 0.3
"""Distance from the cell beside its neighbour, in pitches, at which a tile is surely in no cell."""


def touch(apart_mm: float, tiles: Tiles) -> _Touch:
    """
    The contact of two tiles whose middles are that far apart: the next but one is 52 mm away, with squares 42 mm.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> [touch(apart_mm, tiles_called("hexagon")) for apart_mm in (31, 40, 52)]
    ['touch', 'doubt', 'apart']
    """
    if apart_mm <= _TOUCH_MM[tiles.name]:
        return "touch"
    return "doubt" if apart_mm < _APART_MM[tiles.name] else "apart"


def way(tiles: Tiles, one: Cell, other: Cell) -> complex:
    """
    The way from a cell to another in pitches: right is 1, down the second axis of the grid.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> way(tiles_called("square"), (0, 0), (2, 1))
    (2+1j)
    """
    return other[0] - one[0] + (other[1] - one[1]) * _DOWN[tiles.name]


def _cell_beside(tiles: Tiles, cell: Cell, to: complex) -> Cell | None:
    """
    The cell beside another in a direction, in pitches; None for a direction between two cells.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> square = tiles_called("square")
    >>> _cell_beside(square, (5, 5), 0.1 - 1.1j), _cell_beside(square, (5, 5), 0.7 + 0.7j)
    ((5, 4), None)
    """
    nearest = min(tiles.neighbours(cell), key=lambda other: abs(way(tiles, cell, other) - to))
    return nearest if abs(way(tiles, cell, nearest) - to) < _ASKEW else None


_NEAR_MM = 80.0
"""Distance, mm, within which tiles give the grid's turn around a place."""
_UPON_MM = 20.0
"""Least distance between two tiles, mm, middle to middle: nearer, one is upon the other, or in its place."""
_AWAY_MM = 60.0
"""Distance from the figure, mm, from which a tile is no part of it: it is in a hand's heap, or in the pot."""
_Unfit = Literal["away", "loose", "askew"]
"""The reason why a tile is in no cell: far away; near, but not surely touching; or touching between two cells."""
_PlaceOfCell = Mapping[Cell, complex]
"""The place of the tile in each cell, in mm."""


@dataclass(frozen=True, slots=True)
class CellFit:
    """The cell of a tile and the way to the right there, or why it is in none; `near`: the tile beside it."""

    cell: Cell | None
    why: _Unfit | None = None
    near: Cell | None = None
    turn: complex | None = None


def fit(at: complex, laid: _PlaceOfCell, tiles: Tiles, turn: complex | None) -> CellFit:
    """
    The cell of a tile at that place, beside those of the figure.

    `turn`: the way to the right if too few tiles are near to give it; without one, the first two tiles give it.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> row, tiles = {(0, 0): 0j, (1, 0): 30 + 1j}, tiles_called("hexagon")
    >>> fit(61 + 0j, row, tiles, None).cell, fit(46 - 25j, row, tiles, None).cell
    ((2, 0), (2, -1))
    >>> fit(72 + 0j, row, tiles, None).why, fit(57 - 17j, row, tiles, None).why, fit(100j, row, tiles, None).why
    ('loose', 'askew', 'away')
    """
    apart = {cell: abs(there - at) for cell, there in laid.items()}
    near = min(apart, key=lambda cell: apart[cell], default=None)
    if near is None or apart[near] >= _AWAY_MM:
        return CellFit(None, "away", near)
    if apart[near] < _UPON_MM:
        return CellFit(None, "askew", near)
    if touch(apart[near], tiles) != "touch":
        return CellFit(None, "loose", near)
    here = turn_near(at, laid, tiles) or _turn_by_two(at - laid[near], tiles, turn)
    touched = [cell for cell in laid if touch(apart[cell], tiles) == "touch"]
    cells = {_cell_beside(tiles, cell, (at - laid[cell]) / (PITCH_MM * here)) for cell in touched}
    (cell,) = cells if len(cells) == 1 else (None,)
    if cell is None:
        return CellFit(None, "askew", near, here)
    wrong = next((one for one in laid if one != cell and not _agrees(cell, one, apart[one], tiles)), None)
    return CellFit(cell, None, near, here) if wrong is None else CellFit(None, "loose", wrong, here)


def _turn_by_two(to: complex, tiles: Tiles, turn: complex | None) -> complex:
    """The way to the right by two tiles alone: the second is in the cell nearest by the way known so far."""
    straight = to / abs(to)
    ways = [way(tiles, (0, 0), cell) for cell in tiles.neighbours((0, 0))]
    return straight / min(ways, key=lambda one: abs(one * (turn or straight) - straight))


def _agrees(cell: Cell, other: Cell, apart_mm: float, tiles: Tiles) -> bool:
    """True if the distance of two tiles fits their cells."""
    touches = other in tiles.neighbours(cell)
    return touch(apart_mm, tiles) == ("touch" if touches else "apart")


def turn_near(at: complex, laid: _PlaceOfCell, tiles: Tiles) -> complex | None:
    """
    The way to the right around a place, of length 1, by the tiles near it; None if fewer than two are near.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> turn_near(0j, {(0, 0): 0j, (1, 0): 31j}, tiles_called("square"))
    1j
    """
    around = [cell for cell, there in laid.items() if abs(there - at) < _NEAR_MM]
    if not around:
        return None
    first = around[0]
    middle = sum(laid[cell] for cell in around) / len(around)
    centre = sum(way(tiles, first, cell) for cell in around) / len(around)
    spin = sum((way(tiles, first, cell) - centre).conjugate() * (laid[cell] - middle) for cell in around)
    return spin / abs(spin) if abs(spin) > 1e-6 else None


@dataclass(frozen=True, slots=True)
class Figure:
    """
    The figure as looks have shown it. A tile of the game that nobody has seen has no code here.

    `seen`: where each tile of `cells` was seen last, in the axes of the figure's first look. `turn`: the way from a
    cell to the one at its right, of length 1; None if fewer than two tiles have ever been seen. `die`: its last
    sighting; None if it has never been seen.
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


_FAR_MM = 25.0
"""Least distance of two tiles, mm, that gives the figure's turn."""
_FEWEST = 2


def laid_over(look: Look, figure: Figure) -> Look:
    """
    The look in the axes of the figure, by the most tiles that kept their places among themselves.

    >>> from lucca_pi.table.sighting import Sighting
    >>> known = Figure(seen={7: Sighting(7, 0, 0, 0), 12: Sighting(12, 30, 0, 0)})
    >>> seen = Look((Sighting(7, 50, 0, 90), Sighting(12, 50, 30, 90), Sighting(20, 50, 60, 90)), 0.4, ())
    >>> round(laid_over(seen, known).sightings[2].x_mm), round(laid_over(seen, known).sightings[2].y_mm)
    (60, 0)
    """
    return anchored(look, figure.seen, TILES, far_mm=_FAR_MM, fewest=_FEWEST)


Gone = Literal["away", "bare", "hidden"]
"""The reason why a tile is not seen in its cell: it is elsewhere; the table is in sight there; or nothing is known."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A thing that cannot be read as it lies: the fault, and the remedy in the imperative."""

    problem: Text
    remedy: Text


@dataclass(frozen=True, slots=True)
class FigureReading:
    """
    The reading of a look.

    `lying`: the tiles seen in the figure, by code. `new`: tiles in cells that were empty or had another tile. `gone`:
    the cells of the figure whose tile is not seen there. `at`: the places of all tiles seen, in the figure's axes.
    `unwatched`: nothing new is seen, and not all places beside the figure are known to be bare: a tile may have been
    laid out of sight. `thrown`: the die's upper face, if it was thrown since the look before.
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
        """The cells whose state is unknown."""
        return tuple(cell for cell, why in self.gone.items() if why == "hidden")


@dataclass(frozen=True, slots=True)
class KnownFigure:
    """The knowledge before a look: the figure, the game's table, and its colours."""

    figure: Figure
    table: Table
    colours: tuple[str, ...]

    @property
    def tiles(self) -> Tiles:
        """The shape of the tiles."""
        return self.table.tiles

    def text(self, code: int) -> Text:
        """A tile's name for people."""
        return tile_text(code, self.colours)

    def cell_text(self, cell: Cell) -> Text:
        """The name for people of the tile in a cell."""
        code = self.figure.codes.get(cell)
        return self.text(code) if code else _("{colour}", colour=self.table.pieces[cell])
