"""The grid of a figure, measured: which tiles touch, and which way leads from a tile to the one beside it."""

from cmath import rect
from math import radians
from typing import Literal

from lucca_pi.games.lucco.rules.tiles import Cell, Tiles

Touch = Literal["touch", "doubt", "apart"]

PITCH_MM = 30.0
"""From the middle of a tile to the middle of the one beside it: as much as a tile is across."""
TOUCH_MM, APART_MM = {"hexagon": 38.0, "square": 36.2}, {"hexagon": 45.0, "square": 37.0}
"""Middles nearer than the first belong to tiles that touch, farther than the second to tiles that do not."""
DOWN = {"hexagon": rect(1, radians(60)), "square": 1j}
"""The way from a cell to the next one down, where the way to the right is 1."""
ASKEW = 0.3
"""A tile this much of a pitch off the cell beside its neighbour lies in no cell for certain."""


def touch(apart_mm: float, tiles: Tiles) -> Touch:
    """
    Whether tiles touch whose middles are so far apart: the next but one is 52 mm away, with squares 42 mm.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> [touch(apart_mm, tiles_called("hexagon")) for apart_mm in (31, 40, 52)]
    ['touch', 'doubt', 'apart']
    """
    if apart_mm <= TOUCH_MM[tiles.name]:
        return "touch"
    return "doubt" if apart_mm < APART_MM[tiles.name] else "apart"


def way(tiles: Tiles, one: Cell, other: Cell) -> complex:
    """
    The way from a cell to another in pitches: right is 1, down the second axis of the grid.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> way(tiles_called("square"), (0, 0), (2, 1))
    (2+1j)
    """
    return other[0] - one[0] + (other[1] - one[1]) * DOWN[tiles.name]


def beside(tiles: Tiles, cell: Cell, to: complex) -> Cell | None:
    """
    The cell beside another to which a way leads, in pitches; None for a way that leads between two of them.

    >>> from lucca_pi.games.lucco.rules.tiles import tiles_called
    >>> beside(tiles_called("square"), (5, 5), 0.1 - 1.1j), beside(tiles_called("square"), (5, 5), 0.7 + 0.7j)
    ((5, 4), None)
    """
    nearest = min(tiles.neighbours(cell), key=lambda other: abs(way(tiles, cell, other) - to))
    return nearest if abs(way(tiles, cell, nearest) - to) < ASKEW else None
