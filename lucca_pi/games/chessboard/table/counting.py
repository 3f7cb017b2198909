"""
What lies on the mat, counted by colour; where a brick's colour is not told, between a least and a most.

A count is never a guess: what may be of either colour is counted in neither.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.table.board import FIELDS_MM, SUPPLY_MM, Mat
from lucca_pi.table.sighting import Spot

BRICK_MM = 26.0
MOST_UNSURE = 8
"""Where more is doubtful, light hides too much of the mat: then nothing is counted."""

Pair = tuple[str, str]
"""Whose field a prisoner lies in, and its own colour."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """
    Something on the mat that may be a brick of one of these colours, `taker` where it lies in that colour's field.

    `is_brick`: else it may be no brick, but part of another, or what a reflection leaves.
    """

    colours: tuple[str, ...]
    taker: str = ""
    is_brick: bool = True


Counted = tuple[Mapping[str, int] | None, Mapping[Pair, int] | None, tuple[Unsure, ...]]


def counted(mat: Mat | None, spots: Iterable[Spot], *, top: str, hidden: str) -> Counted:
    """The supply, the prisoners, and what is unsure; None where there is no mat, or something hides part of it."""
    supply, took = dict.fromkeys(COLOURS, 0), dict[Pair, int]()
    unsure: list[Unsure] = []
    for spot in spots:
        point = mat.axes.of(spot.x_mm, spot.y_mm) if mat else None
        if mat is None or point is None or (spot.kind == hidden and _is_on(mat, point)):
            return None, None, ()
        if spot.kind != top or not _is_on(mat, point):
            continue
        taker = "" if point.imag <= SUPPLY_MM[1] else _field(mat, point)
        if spot.colour not in COLOURS:
            unsure.append(Unsure(spot.among or COLOURS, taker, is_brick=bool(spot.among)))
        elif taker:
            took[taker, spot.colour] = took.get((taker, spot.colour), 0) + 1
        else:
            supply[spot.colour] += 1
    if mat is None or len(unsure) > MOST_UNSURE:
        return None, None, ()
    return supply, took, tuple(unsure)


def _is_on(mat: Mat, point: complex) -> bool:
    return abs(point.real) <= mat.half_mm + BRICK_MM and SUPPLY_MM[0] <= point.imag <= FIELDS_MM[1]


def _field(mat: Mat, point: complex) -> str:
    """The colour whose field it is."""
    return COLOURS[min(3, max(0, int((point.real + mat.half_mm) / mat.half_mm * 2)))]


def between(seen: int, unsure: Sequence[Unsure], colour: str, taker: str = "") -> tuple[int, int]:
    """The least and the most bricks of a colour that there may be in the supply, or in a field."""
    return seen, seen + sum(colour in one.colours and one.taker == taker for one in unsure)


def off(number: int, least: int, most: int) -> int:
    """How many bricks a number is outside of what was counted."""
    return max(0, least - number, number - most)


def supply_off(seen: Mapping[str, int], unsure: Sequence[Unsure], supply: Mapping[str, int]) -> int:
    """
    How many bricks at least are seen otherwise than this supply has them.

    >>> doubt = Unsure(("red", "blue"))
    >>> supply_off({"red": 3, "blue": 3}, [doubt], {"red": 4, "blue": 3})
    0
    >>> supply_off({"red": 3, "blue": 3}, [doubt], {"red": 4, "blue": 4})
    1
    """
    here = [one for one in unsure if not one.taker]
    each = sum(off(supply.get(colour, 0), *between(seen.get(colour, 0), here, colour)) for colour in COLOURS)
    if not here:
        return each
    least = sum(seen.values()) + sum(one.is_brick for one in here)
    most = sum(seen.values()) + len(here)
    return max(each, off(sum(supply.values()), least, most))
