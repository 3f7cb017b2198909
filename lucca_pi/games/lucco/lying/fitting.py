"""Which cell a tile lies in, told by the tiles near it: loose tiles drift, so no grid is laid over the whole table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from lucca_pi.games.lucco.lying.grid import PITCH_MM, beside, touch, way
from lucca_pi.games.lucco.rules.tiles import Cell, Tiles

NEAR_MM = 80.0
"""Tiles this near tell which way the grid is turned around a place."""
UPON_MM = 20.0
"""Least distance between two tiles, middle to middle: nearer, one lies upon the other, or in its place."""
AWAY_MM = 60.0
"""A tile that lies this far from the figure is no part of it: it is in a hand's heap, or in the pot."""
Unfit = Literal["away", "loose", "askew"]
"""Why a tile is in no cell: far away; near, but not touching for certain; or touching between two cells."""
Laid = Mapping[Cell, complex]
"""Where the tile in a cell lies, in mm."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The cell that a tile lies in and the way to the right there, or why it is in none; `near`: the tile beside it."""

    cell: Cell | None
    why: Unfit | None = None
    near: Cell | None = None
    turn: complex | None = None


def fit(at: complex, laid: Laid, tiles: Tiles, turn: complex | None) -> Fit:
    """
    The cell of a tile that lies there, beside those of the figure.

    `turn`: the way to the right where too few lie near to tell it; without one, the first two tiles tell it.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> row, tiles = {(0, 0): 0j, (1, 0): 30 + 1j}, tiles_called("hexagon")
    >>> fit(61 + 0j, row, tiles, None).cell, fit(46 - 25j, row, tiles, None).cell
    ((2, 0), (2, -1))
    >>> fit(72 + 0j, row, tiles, None).why, fit(57 - 17j, row, tiles, None).why, fit(100j, row, tiles, None).why
    ('loose', 'askew', 'away')
    """
    apart = {cell: abs(there - at) for cell, there in laid.items()}
    near = min(apart, key=lambda cell: apart[cell], default=None)
    if near is None or apart[near] >= AWAY_MM:
        return Fit(None, "away", near)
    if apart[near] < UPON_MM:
        return Fit(None, "askew", near)
    if touch(apart[near], tiles) != "touch":
        return Fit(None, "loose", near)
    here = turn_near(at, laid, tiles) or _turn_by_two(at - laid[near], tiles, turn)
    touched = [cell for cell in laid if touch(apart[cell], tiles) == "touch"]
    cells = {beside(tiles, cell, (at - laid[cell]) / (PITCH_MM * here)) for cell in touched}
    (cell,) = cells if len(cells) == 1 else (None,)
    if cell is None:
        return Fit(None, "askew", near, here)
    wrong = next((one for one in laid if one != cell and not _agrees(cell, one, apart[one], tiles)), None)
    return Fit(cell, None, near, here) if wrong is None else Fit(None, "loose", wrong, here)


def _turn_by_two(to: complex, tiles: Tiles, turn: complex | None) -> complex:
    """The way to the right by two tiles alone: the second lies in the cell that the way known so far comes nearest."""
    straight = to / abs(to)
    ways = [way(tiles, (0, 0), cell) for cell in tiles.neighbours((0, 0))]
    return straight / min(ways, key=lambda one: abs(one * (turn or straight) - straight))


def _agrees(cell: Cell, other: Cell, apart_mm: float, tiles: Tiles) -> bool:
    """Whether tiles in these cells are so far apart as their cells say."""
    touches = other in tiles.neighbours(cell)
    return touch(apart_mm, tiles) == ("touch" if touches else "apart")


def turn_near(at: complex, laid: Laid, tiles: Tiles) -> complex | None:
    """
    The way to the right around a place, of length 1, by the tiles near it; None where fewer than two lie there.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> turn_near(0j, {(0, 0): 0j, (1, 0): 31j}, tiles_called("square"))
    1j
    """
    around = [cell for cell, there in laid.items() if abs(there - at) < NEAR_MM]
    if not around:
        return None
    first = around[0]
    middle = sum(laid[cell] for cell in around) / len(around)
    centre = sum(way(tiles, first, cell) for cell in around) / len(around)
    spin = sum((way(tiles, first, cell) - centre).conjugate() * (laid[cell] - middle) for cell in around)
    return spin / abs(spin) if abs(spin) > 1e-6 else None
