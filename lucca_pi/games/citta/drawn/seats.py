"""
Tables with people around them: where the quarters lie, and the places beside them for cards.

Table axes: origin in the table's middle, x to the right, y down to the side where the first player sits. A quarter's
own axes: origin in its middle, x to its right, y towards its player. Lengths in mm, headings clockwise.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import cos, radians, sin
from types import MappingProxyType

from lucca_pi.drawn.lying import Ground, Person
from lucca_pi.drawn.pen import Point
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import CARD_MM

_COLUMN_TOP_MM = 49.0
"""The upper edge of the palaces under construction, just below the quarter card."""
_FAN_MM = 44.0
"""From one fanned wall to the next: less than a third of it is covered."""
_FAN_TURNED_MM = 64.0
"""The same for walls that lie across."""
_PAIR_MM = 21.0
"""From a discarded card to the one that half covers it."""
TRIPLET_MM = 63.0
"""From card to card of a triplet."""
_FARTHEST_MM = 292.0
"""The farthest middle of a card beside the quarter that is well within the player's reach."""

_REACH_MM = 335.0
"""The farthest middle of a wall, at the edge of the reach."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a card in its quarter's axes: the card's middle, and how far it is turned against the quarter."""

    x_mm: float
    y_mm: float
    turned_deg: float = 0.0


COLUMNS = tuple(Spot(x_mm, _COLUMN_TOP_MM) for x_mm in (-33.0, 33.0, -99.0, 99.0, -165.0, 165.0))
"""For palaces under construction, from the middle outwards; `y_mm` is the upper edge of a column's first card."""
OPENED = tuple(Spot(*middle) for middle in ((62, 0), (124, 0), (186, 0), (62, -93), (124, -93), (186, -93), (248, 0)))
"""For opened palaces: beside the quarter, then above."""
COMPLETED = tuple(Spot(-spot.x_mm, spot.y_mm) for spot in OPENED)
"""For completed palaces. Walls and towers lie above them as well: what comes first has the spot."""


@dataclass(frozen=True)
class Seat:
    """
    A quarter on the table, in table axes, and the walls that have room beside it.

    Walls are fanned above the completed palaces: `upright` of them in a first row, `turned` across in a second, then
    `beside` in the palaces' own row, from its far end.
    """

    x_mm: float
    y_mm: float
    heading_deg: float
    upright: int
    turned: int
    beside: int
    reach_mm: float = _FARTHEST_MM
    """The farthest card in the palaces' own row."""

    @property
    def room(self) -> int:
        """How many walls and towers have room where no neighbour lays anything."""
        return self.upright + self.turned + self.beside

    def from_table(self, spot: Spot) -> Spot:
        """A spot in table axes, in this seat's."""
        turn = radians(self.heading_deg)
        dx, dy = spot.x_mm - self.x_mm, spot.y_mm - self.y_mm
        x_mm, y_mm = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
        return Spot(x_mm, y_mm, spot.turned_deg - self.heading_deg)

    def to_table(self, spot: Spot) -> Spot:
        """A spot beside this seat, in table axes."""
        turn = radians(self.heading_deg)
        x_mm, y_mm = spot.x_mm * cos(turn) - spot.y_mm * sin(turn), spot.x_mm * sin(turn) + spot.y_mm * cos(turn)
        return Spot(self.x_mm + x_mm, self.y_mm + y_mm, spot.turned_deg + self.heading_deg)

    @cached_property
    def walls(self) -> tuple[Spot, ...]:
        """Spots for walls and towers; past the seat's own room come those that a neighbour may need."""
        first = [Spot(-12 - _FAN_MM * index, -92.5) for index in range(9)]
        second = [Spot(-12 - _FAN_TURNED_MM * index, -168.5, -90.0) for index in range(6)]
        third = [Spot(-self.reach_mm + _FAN_MM * index, 0.0) for index in range(self.beside)]
        clear = first[: self.upright] + second[: self.turned] + third
        outwards = [Spot(-self.reach_mm - _FAN_MM * index, 0.0) for index in range(1, 4)]
        beyond = [spot for spot in outwards if spot.x_mm >= -_REACH_MM]
        above = [Spot(-12 + _FAN_MM * index, -92.5) for index in range(1, 5)]
        return (*clear, *first[self.upright :], *second[self.turned :], *beyond, *above)


@dataclass(frozen=True, slots=True)
class Table:
    """
    A table, its seats clockwise, and the places in its centre.

    `triplets` are the middles of each triplet's left card, `discards` the middles of cards; all upright in table axes.
    """

    size_mm: tuple[float, float]
    seats: tuple[Seat, ...]
    triplets: tuple[Point, ...]
    discards: tuple[Point, ...]

    @property
    def ground(self) -> Ground:
        """The table without its cards: each seat is a person."""
        return Ground(self.size_mm, tuple(Person(seat.x_mm, seat.y_mm, seat.heading_deg) for seat in self.seats))

    def centre(self) -> Iterator[Spot]:
        """Where cards may lie in the centre."""
        yield from (Spot(*middle) for middle in self.discards)
        yield from (Spot(x_mm + index * TRIPLET_MM, y_mm) for x_mm, y_mm in self.triplets for index in range(3))


def _pairs(lefts_mm: tuple[float, ...], tops_mm: tuple[float, ...]) -> tuple[Point, ...]:
    """
    Places for discards, two and two: three of them that lie together would look like a triplet.

    Middles of overlapping pairs of cards with these upper left corners, each pair's first card before any second.
    Between pairs there is at least one and a half times a card's height, middle to middle.
    """
    return tuple((x + second + 29.5, y + 45.5) for second, y, x in product((0.0, _PAIR_MM), tops_mm, lefts_mm))


_THREE = Table(
    size_mm=(1200, 900),
    seats=(
        Seat(30, 170, 0, upright=5, turned=2, beside=5, reach_mm=245),
        Seat(-320, -65, 90, upright=6, turned=4, beside=5, reach_mm=245),
        Seat(320, -65, 270, upright=4, turned=2, beside=6, reach_mm=285),
    ),
    triplets=tuple((-63.0, -396.0 + 98 * row) for row in range(4)),
    discards=_pairs((160, 330, 500, -250, -420, -590), (-441,)),
)
"""One on a long side and one at each end; the triplets lie towards the free side, discards left and right of them."""

FOUR = Table(
    size_mm=(1200, 900),
    seats=(
        Seat(250, 216, 0, upright=6, turned=1, beside=3, reach_mm=184),
        Seat(-250, 216, 0, upright=5, turned=1, beside=6),
        Seat(-366, -165, 90, upright=6, turned=4, beside=5, reach_mm=245),
        Seat(366, -225, 270, upright=5, turned=3, beside=4, reach_mm=225),
    ),
    triplets=tuple((-131.0, -400.0 + 96 * row) for row in range(5)),
    discards=_pairs((91,), (-446, -304, -162)) + _pairs((91,), (-20,)),
)
"""Two on a long side and one at each end; the centre lies towards the free side."""

FIVE = Table(
    size_mm=(1600, 1200),
    seats=(
        Seat(420, 411, 0, upright=7, turned=4, beside=6),
        Seat(-250, 411, 0, upright=7, turned=4, beside=6),
        Seat(-611, 0, 90, upright=7, turned=4, beside=6),
        Seat(-250, -411, 180, upright=7, turned=4, beside=6),
        Seat(420, -411, 180, upright=7, turned=4, beside=6),
    ),
    triplets=tuple((-72.0 + 230 * column, -100.0 + 100 * row) for row in range(3) for column in range(2)),
    discards=_pairs((400, 570, -350), (-180, -38, 104)),
)
"""Two on each long side, one at an end."""

TABLES: Mapping[int, Table] = MappingProxyType({3: _THREE, 4: FOUR, 5: FIVE})
"""By the number of players, for cards of 59 x 91 mm."""
_MOST_GROWN = 1.19
"""Largest scale of the table at which all that is laid beside a quarter is still within its player's reach."""


def growth(card_mm: Point) -> float:
    """
    How many times larger the table is for cards of that width and height, with all distances on it.

    Raises RuleError "deck" for cards that are too large.

    >>> growth((59, 88))
    1.0
    """
    grown = max(1.0, card_mm[0] / CARD_MM[0], card_mm[1] / CARD_MM[1])
    if grown > _MOST_GROWN:
        most = " x ".join(f"{int(_MOST_GROWN * side)}" for side in CARD_MM)
        size = f"{card_mm[0]:g} x {card_mm[1]:g}"
        raise RuleError("deck", f"cards of {size} mm have no room on a drawn table; cards of up to {most} mm have")
    return grown


def table_for(players: int, card_mm: Point) -> Table:
    """The table for this many players and cards of that size. Raises RuleError "deck" if cards are too large."""
    table, grown = TABLES[players], growth(card_mm)
    return Table(
        _times(table.size_mm, grown),
        tuple(replace(seat, x_mm=seat.x_mm * grown, y_mm=seat.y_mm * grown) for seat in table.seats),
        tuple(_times(middle, grown) for middle in table.triplets),
        tuple(_times(middle, grown) for middle in table.discards),
    )


def _times(point: Point, grown: float) -> Point:
    return point[0] * grown, point[1] * grown
