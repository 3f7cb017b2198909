"""The lots of a city, named as the squares of a chess board, and the four colours."""

from collections.abc import Mapping
from functools import cache

SIZES = (6, 8, 10, 12)
"""Lots along a side."""

COLOURS = ("white", "black", "red", "blue")


@cache
def lots(size: int) -> tuple[str, ...]:
    """
    The names of all lots, row by row from below: columns are letters from the left, rows numbers from below.

    >>> lots(8)[0], lots(8)[1], lots(8)[-1], lots(12)[-1]
    ('a1', 'b1', 'h8', 'l12')
    """
    return tuple(lot_at(column, row) for row in range(size) for column in range(size))


def lot_at(column: int, row: int) -> str:
    """
    The lot in a column and a row, both from 0.

    >>> lot_at(0, 0), lot_at(3, 4)
    ('a1', 'd5')
    """
    return f"{'abcdefghijkl'[column]}{row + 1}"


@cache
def neighbours(size: int) -> Mapping[str, tuple[str, ...]]:
    """
    The lots that share an edge with each lot; corners do not count.

    >>> neighbours(8)["a1"], neighbours(8)["d4"]
    (('b1', 'a2'), ('e4', 'c4', 'd5', 'd3'))
    """
    return {lot_at(column, row): _beside(size, column, row) for row in range(size) for column in range(size)}


def _beside(size: int, column: int, row: int) -> tuple[str, ...]:
    around = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return tuple(lot_at(*place) for place in around if min(place) >= 0 and max(place) < size)
