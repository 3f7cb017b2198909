"""Tables with people around them: the quarters, the places for cards beside them, and the place of each card."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import product
from math import cos, hypot, radians, sin
from types import MappingProxyType

from lucca_pi.drawn.things import Ground, Person, Point
from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from lucca_pi.games.citta.rules.position import Position, Quarter

_COLUMN_TOP_MM = 49.0
"""The upper edge of the palaces under construction, just below the quarter card."""
_FAN_MM = 44.0
"""Distance from one fanned wall to the next, mm: less than a third of it is covered."""
_FAN_TURNED_MM = 64.0
"""The same for walls laid across."""
_PAIR_MM = 21.0
"""Distance of a discarded card from the card that half covers it, mm."""
TRIPLET_MM = 63.0
"""Distance from card to card of a triplet, mm."""
_FARTHEST_MM = 292.0
"""Distance, mm, of the farthest card's middle beside the quarter that is well within the player's reach."""

_REACH_MM = 335.0
"""Distance, mm, of the farthest wall's middle, at the edge of the reach."""


@dataclass(frozen=True, slots=True)
class CardSpot:
    """A place for a card in its quarter's axes: the card's middle, and its turn against the quarter."""

    x_mm: float
    y_mm: float
    turned_deg: float = 0.0


COLUMNS = tuple(CardSpot(x_mm, _COLUMN_TOP_MM) for x_mm in (-33.0, 33.0, -99.0, 99.0, -165.0, 165.0))
"""
Columns of palaces under construction, from the middle outwards; `y_mm` is the upper edge of a column's first card.
"""
OPENED = tuple(
    CardSpot(*middle) for middle in ((62, 0), (124, 0), (186, 0), (62, -93), (124, -93), (186, -93), (248, 0))
)
"""Spots of opened palaces: beside the quarter, then above."""
COMPLETED = tuple(CardSpot(-spot.x_mm, spot.y_mm) for spot in OPENED)
"""Spots of completed palaces. Walls and towers use them as well: the first to come has the spot."""


@dataclass(frozen=True)
class TableSeat:
    """A quarter on the table, in table axes, and the number of walls that fit beside it."""

    x_mm: float
    y_mm: float
    heading_deg: float
    upright: int
    turned: int
    beside: int
    reach_mm: float = _FARTHEST_MM
    """Distance of the farthest card in the palaces' own row, mm."""

    @property
    def room(self) -> int:
        """The number of walls and towers that fit where no neighbour lays anything."""
        return self.upright + self.turned + self.beside

    def from_table(self, spot: CardSpot) -> CardSpot:
        """A spot in table axes, in this seat's."""
        turn = radians(self.heading_deg)
        dx, dy = spot.x_mm - self.x_mm, spot.y_mm - self.y_mm
        x_mm, y_mm = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
        return CardSpot(x_mm, y_mm, spot.turned_deg - self.heading_deg)

    def to_table(self, spot: CardSpot) -> CardSpot:
        """A spot beside this seat, in table axes."""
        turn = radians(self.heading_deg)
        x_mm, y_mm = spot.x_mm * cos(turn) - spot.y_mm * sin(turn), spot.x_mm * sin(turn) + spot.y_mm * cos(turn)
        return CardSpot(self.x_mm + x_mm, self.y_mm + y_mm, spot.turned_deg + self.heading_deg)

    @cached_property
    def walls(self) -> tuple[CardSpot, ...]:
        """Spots for walls and towers; those past the seat's own room, which a neighbour may need, come last."""
        first = [CardSpot(-12 - _FAN_MM * index, -92.5) for index in range(9)]
        second = [CardSpot(-12 - _FAN_TURNED_MM * index, -168.5, -90.0) for index in range(6)]
        third = [CardSpot(-self.reach_mm + _FAN_MM * index, 0.0) for index in range(self.beside)]
        clear = first[: self.upright] + second[: self.turned] + third
        outwards = [CardSpot(-self.reach_mm - _FAN_MM * index, 0.0) for index in range(1, 4)]
        beyond = [spot for spot in outwards if spot.x_mm >= -_REACH_MM]
        above = [CardSpot(-12 + _FAN_MM * index, -92.5) for index in range(1, 5)]
        return (*clear, *first[self.upright :], *second[self.turned :], *beyond, *above)


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """
    A table, its seats clockwise, and the places in its centre.

    `triplets` are the middles of each triplet's left card, `discards` the middles of cards; all upright in table axes.
    """

    size_mm: tuple[float, float]
    seats: tuple[TableSeat, ...]
    triplets: tuple[Point, ...]
    discards: tuple[Point, ...]

    @property
    def ground(self) -> Ground:
        """The table without its cards: each seat is a person."""
        return Ground(self.size_mm, tuple(Person(seat.x_mm, seat.y_mm, seat.heading_deg) for seat in self.seats))

    def centre(self) -> Iterator[CardSpot]:
        """The places for cards in the centre."""
        yield from (CardSpot(*middle) for middle in self.discards)
        yield from (CardSpot(x_mm + index * TRIPLET_MM, y_mm) for x_mm, y_mm in self.triplets for index in range(3))


def _pairs(lefts_mm: tuple[float, ...], tops_mm: tuple[float, ...]) -> tuple[Point, ...]:
    """
    Places for discards, in pairs: three cards together would look like a triplet.

    Middles of overlapping pairs of cards with these upper left corners, each pair's first card before any second.
    Between pairs there is at least one and a half times a card's height, middle to middle.
    """
    return tuple((x + second + 29.5, y + 45.5) for second, y, x in product((0.0, _PAIR_MM), tops_mm, lefts_mm))


_THREE = SeatedTable(
    size_mm=(1200, 900),
    seats=(
        TableSeat(30, 170, 0, upright=5, turned=2, beside=5, reach_mm=245),
        TableSeat(-320, -65, 90, upright=6, turned=4, beside=5, reach_mm=245),
        TableSeat(320, -65, 270, upright=4, turned=2, beside=6, reach_mm=285),
    ),
    triplets=tuple((-63.0, -396.0 + 98 * row) for row in range(4)),
    discards=_pairs((160, 330, 500, -250, -420, -590), (-441,)),
)
"""
Three players, one on a long side and one at each end; the triplets are towards the free side, discards left and right
of them.
"""

FOUR = SeatedTable(
    size_mm=(1200, 900),
    seats=(
        TableSeat(250, 216, 0, upright=6, turned=1, beside=3, reach_mm=184),
        TableSeat(-250, 216, 0, upright=5, turned=1, beside=6),
        TableSeat(-366, -165, 90, upright=6, turned=4, beside=5, reach_mm=245),
        TableSeat(366, -225, 270, upright=5, turned=3, beside=4, reach_mm=225),
    ),
    triplets=tuple((-131.0, -400.0 + 96 * row) for row in range(5)),
    discards=_pairs((91,), (-446, -304, -162)) + _pairs((91,), (-20,)),
)
"""Four players, two on a long side and one at each end; the centre is towards the free side."""

FIVE = SeatedTable(
    size_mm=(1600, 1200),
    seats=(
        TableSeat(420, 411, 0, upright=7, turned=4, beside=6),
        TableSeat(-250, 411, 0, upright=7, turned=4, beside=6),
        TableSeat(-611, 0, 90, upright=7, turned=4, beside=6),
        TableSeat(-250, -411, 180, upright=7, turned=4, beside=6),
        TableSeat(420, -411, 180, upright=7, turned=4, beside=6),
    ),
    triplets=tuple((-72.0 + 230 * column, -100.0 + 100 * row) for row in range(3) for column in range(2)),
    discards=_pairs((400, 570, -350), (-180, -38, 104)),
)
"""Five players, two on each long side, one at an end."""

TABLES: Mapping[int, SeatedTable] = MappingProxyType({3: _THREE, 4: FOUR, 5: FIVE})
"""Tables by the number of players, for cards of 59 x 91 mm."""
_MOST_GROWN = 1.19
"""Largest scale of the table at which all cards beside a quarter are still within its player's reach."""


def growth(card_mm: Point) -> float:
    """
    Factor by which the table, with all distances on it, is larger for cards of that width and height.

    Raises RuleError "deck" for cards that are too large.

    >>> growth((59, 88))
    1.0
    """
    grown = max(1.0, card_mm[0] / CARD_MM[0], card_mm[1] / CARD_MM[1])
    if grown > _MOST_GROWN:
        most = " x ".join(f"{int(_MOST_GROWN * side)}" for side in CARD_MM)
        size = f"{card_mm[0]:g} x {card_mm[1]:g}"
        raise RuleError("deck", f"cards of {size} mm do not fit on a drawn table; cards of up to {most} mm do")
    return grown


def table_for(players: int, card_mm: Point) -> SeatedTable:
    """The table for this many players and cards of that size. Raises RuleError "deck" if cards are too large."""
    table, grown = TABLES[players], growth(card_mm)
    return SeatedTable(
        _times(table.size_mm, grown),
        tuple(replace(seat, x_mm=seat.x_mm * grown, y_mm=seat.y_mm * grown) for seat in table.seats),
        tuple(_times(middle, grown) for middle in table.triplets),
        tuple(_times(middle, grown) for middle in table.discards),
    )


def _times(point: Point, grown: float) -> Point:
    return point[0] * grown, point[1] * grown


_ROWS_KEPT_FREE = (1, 2, 3, 4)
"""Cards of each palace under construction for which other players leave room."""
_ROW_MM = 66.0
"""Distance, mm, below which a wall continues another wall's row."""
_MIDDLE = CardSpot(0.0, 0.0)
_Spots = dict[str, int]
"""The number of the spot of each colour, tower and wall ("wall 3")."""


@dataclass(frozen=True, slots=True)
class Centre:
    """The centre: triplets still on offer and discards, each in its place; None in the place of a taken triplet."""

    triplets: tuple[tuple[CardName, ...] | None, ...] = ()
    discards: tuple[CardName, ...] = ()


@dataclass(frozen=True, slots=True)
class QuarterPlaces:
    """The spots of one player's palaces by colour, and of walls and towers."""

    construction: _Spots = field(default_factory=dict)
    completed: _Spots = field(default_factory=dict)
    opened: _Spots = field(default_factory=dict)
    walls: _Spots = field(default_factory=dict)


Places = Mapping[str, QuarterPlaces]
"""The spots of each player."""


def places_after(before: Places, position: Position, table: SeatedTable) -> Places:
    """The places of everything in `position`; things in the same area as `before` keep their spots."""
    places = {player: before.get(player, QuarterPlaces()) for player in position.players}
    seats = dict(zip(position.players, table.seats, strict=True))
    for player, seat in seats.items():
        others = {name: other for name, other in seats.items() if name != player}
        lying = [spot for name, other in others.items() for spot in _lying(places[name], other)]
        around = _Around(
            tuple(map(seat.from_table, lying)),
            _kept_free(table, seat),
            tuple(seat.from_table(other.to_table(_MIDDLE)) for other in others.values()),
        )
        places[player] = _quarter_places(places[player], position.quarters[player], seat, around)
    return places


@dataclass(frozen=True, slots=True)
class _Around:
    """
    The cards around a player's own side, in the axes of the player's seat.

    `lying`: other players' cards, and own piles; `kept_free`: the centre and the other players' columns; `quarters`:
    the other players' quarters.
    """

    lying: tuple[CardSpot, ...]
    kept_free: tuple[CardSpot, ...]
    quarters: tuple[CardSpot, ...]

    def nearer(self, spot: CardSpot) -> bool:
        """True if another player's quarter is nearer to the spot than the player's own."""
        return any(_apart_mm(spot, quarter) < _apart_mm(spot, _MIDDLE) for quarter in self.quarters)


def _lying(places: QuarterPlaces, seat: TableSeat) -> Iterator[CardSpot]:
    """The spots of a player's cards in table axes, without palaces under construction."""
    spots = [
        _MIDDLE,
        *(COMPLETED[number] for number in places.completed.values()),
        *(OPENED[number] for number in places.opened.values()),
        *(seat.walls[number] for number in places.walls.values()),
    ]
    return map(seat.to_table, spots)


@cache
def _kept_free(table: SeatedTable, seat: TableSeat) -> tuple[CardSpot, ...]:
    """The spots of the centre and of the other players' palaces under construction, in the axes of the seat."""
    spots = [CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2 * row) for top in COLUMNS for row in _ROWS_KEPT_FREE]
    columns = (other.to_table(spot) for other in table.seats if other != seat for spot in spots)
    return tuple(map(seat.from_table, (*table.centre(), *columns)))


def _quarter_places(before: QuarterPlaces, quarter: Quarter, seat: TableSeat, around: _Around) -> QuarterPlaces:
    walls = [seat.walls[number] for number in before.walls.values()]
    completed = _placed(before.completed, quarter.completed, _clear(COMPLETED, [*around.lying, *walls]))
    piles = [COMPLETED[number] for number in completed.values()]
    return QuarterPlaces(
        construction=_placed(before.construction, quarter.construction, range(len(COLUMNS))),
        completed=completed,
        opened=_placed(before.opened, quarter.opened, _clear(OPENED, around.lying)),
        walls=_walls(before.walls, quarter, seat, replace(around, lying=(*around.lying, *piles))),
    )


def _walls(before: _Spots, quarter: Quarter, seat: TableSeat, around: _Around) -> _Spots:
    """Spots of towers and walls, one after the other; walls without room of their own continue the row."""
    spots = seat.walls
    walls = [f"wall {index}" for index in range(quarter.walls)]
    placed = {name: before[name] for name in (*quarter.towers, *walls) if name in before}
    for name in (*quarter.towers, *walls):
        if name not in placed:
            row = [spots[placed[wall]] for wall in walls if wall in placed] if name in walls else None
            free = [number for number in range(len(spots)) if number not in placed.values()]
            placed[name] = min(free, key=lambda number: _unlikely(number, seat, row, around), default=len(spots) - 1)
    return placed


def _unlikely(number: int, seat: TableSeat, row: Sequence[CardSpot] | None, around: _Around) -> tuple[bool, ...]:
    """
    The reasons against laying a wall at a spot, the weightiest first; towers have no `row` to continue.

    Walls leave the first two spots to towers while there are further ones: a tower's code is far from its middle.
    """
    spot = seat.walls[number]
    own, in_row = not around.nearer(spot), any(_apart_mm(spot, wall) < _ROW_MM for wall in row or ())
    beyond = number >= seat.room
    taken = _taken(spot, around.lying) or (beyond and _taken(spot, around.kept_free))
    return taken, not (own or in_row), not own, beyond, row is not None and number < 2


def _clear(spots: Sequence[CardSpot], lying: Sequence[CardSpot]) -> list[int]:
    """The numbers of `spots`, best first, occupied ones at the end."""
    return sorted(range(len(spots)), key=lambda number: _taken(spots[number], lying))


def _taken(spot: CardSpot, lying: Sequence[CardSpot]) -> bool:
    return any(_touch(spot, other) for other in lying)


def _apart_mm(one: CardSpot, other: CardSpot) -> float:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _touch(one: CardSpot, other: CardSpot) -> bool:
    (width, height), (other_width, other_height) = _size(one), _size(other)
    beside, below = abs(one.x_mm - other.x_mm), abs(one.y_mm - other.y_mm)
    return beside < (width + other_width) / 2 and below < (height + other_height) / 2


def _size(spot: CardSpot) -> Point:
    """Width and height of a card at the spot, with a millimetre between it and the next."""
    width, height = CARD_MM[0] + 1, CARD_MM[1] + 1
    return (height, width) if spot.turned_deg % 180 else (width, height)


def _placed(before: _Spots, now: Collection[str], spots: Iterable[int]) -> _Spots:
    """The spot of each thing; once all spots are taken, further things share the last."""
    kept = {name: before[name] for name in now if name in before}
    free = [spot for spot in spots if spot not in kept.values()]
    last = max(kept.values(), default=0)
    new = [name for name in now if name not in kept]
    return kept | {name: free[index] if index < len(free) else last for index, name in enumerate(new)}
