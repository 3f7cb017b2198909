"""Which spot each thing lies in: what has been laid keeps its spot, what is new takes the first free one."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import hypot

from lucca_pi.drawn.pen import Point
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, Seat, Spot, Table
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.position import Position, Quarter
from lucca_pi.games.citta.table.pieces import CARD_MM

_ROWS_KEPT_FREE = (1, 2, 3, 4)
"""Cards of palaces under construction for which the others keep room."""
_ROW_MM = 66.0
"""A wall that lies less than this from another continues its row."""
_MIDDLE = Spot(0.0, 0.0)
_Spots = dict[str, int]
"""What lies there (a colour, a tower, "wall 3") to the number of its spot."""


@dataclass(frozen=True, slots=True)
class Centre:
    """What lies in the centre: triplets still on offer and discards, each in its place; None where one has gone."""

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
"""By player."""


def places_after(before: Places, position: Position, table: Table) -> Places:
    """The places of everything in `position`; what lay in the same area `before` stays where it was."""
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
    What lies around a player's own side, in the axes of the player's seat.

    `lying`: cards of others, and own piles; `kept_free`: the centre and the others' columns; `quarters`: the others'.
    """

    lying: tuple[Spot, ...]
    kept_free: tuple[Spot, ...]
    quarters: tuple[Spot, ...]

    def nearer(self, spot: Spot) -> bool:
        """Whether another player's quarter is nearer than the player's own."""
        return any(_apart_mm(spot, quarter) < _apart_mm(spot, _MIDDLE) for quarter in self.quarters)


def _lying(places: QuarterPlaces, seat: Seat) -> Iterator[Spot]:
    """Where a player's cards lie, but for palaces under construction, in table axes."""
    spots = [
        _MIDDLE,
        *(COMPLETED[number] for number in places.completed.values()),
        *(OPENED[number] for number in places.opened.values()),
        *(seat.walls[number] for number in places.walls.values()),
    ]
    return map(seat.to_table, spots)


@cache
def _kept_free(table: Table, seat: Seat) -> tuple[Spot, ...]:
    """Where the centre and the others' palaces under construction may lie, in the axes of the seat."""
    columns = (spot for other in table.seats if other != seat for spot in _columns(other))
    return tuple(map(seat.from_table, (*table.centre(), *columns)))


def _columns(seat: Seat) -> Iterator[Spot]:
    """Where a player's palaces under construction may lie, in table axes."""
    for top in COLUMNS:
        yield from (seat.to_table(Spot(top.x_mm, top.y_mm + CARD_MM[1] / 2 * row)) for row in _ROWS_KEPT_FREE)


def _quarter_places(before: QuarterPlaces, quarter: Quarter, seat: Seat, around: _Around) -> QuarterPlaces:
    walls = [seat.walls[number] for number in before.walls.values()]
    completed = _placed(before.completed, quarter.completed, _clear(COMPLETED, [*around.lying, *walls]))
    piles = [COMPLETED[number] for number in completed.values()]
    return QuarterPlaces(
        construction=_placed(before.construction, quarter.construction, range(len(COLUMNS))),
        completed=completed,
        opened=_placed(before.opened, quarter.opened, _clear(OPENED, around.lying)),
        walls=_walls(before.walls, quarter, seat, replace(around, lying=(*around.lying, *piles))),
    )


def _walls(before: _Spots, quarter: Quarter, seat: Seat, around: _Around) -> _Spots:
    """Towers and walls, one after the other; walls that have no room of their own continue the row."""
    spots = seat.walls
    walls = [f"wall {index}" for index in range(quarter.walls)]
    placed = {name: before[name] for name in (*quarter.towers, *walls) if name in before}
    for name in (*quarter.towers, *walls):
        if name not in placed:
            row = [spots[placed[wall]] for wall in walls if wall in placed] if name in walls else None
            free = [number for number in range(len(spots)) if number not in placed.values()]
            placed[name] = min(free, key=lambda number: _unlikely(number, seat, row, around), default=len(spots) - 1)
    return placed


def _unlikely(number: int, seat: Seat, row: Sequence[Spot] | None, around: _Around) -> tuple[bool, ...]:
    """
    Why nobody lays a wall there, the weightiest reason first; towers have no `row` to continue.

    Walls leave the first two spots to towers while there are others: a tower's code is far from its middle.
    """
    spot = seat.walls[number]
    own, in_row = not around.nearer(spot), any(_apart_mm(spot, wall) < _ROW_MM for wall in row or ())
    beyond = number >= seat.room
    taken = _taken(spot, around.lying) or (beyond and _taken(spot, around.kept_free))
    return taken, not (own or in_row), not own, beyond, row is not None and number < 2


def _clear(spots: Sequence[Spot], lying: Sequence[Spot]) -> list[int]:
    """The numbers of `spots`, best first, those where something lies at the end."""
    return sorted(range(len(spots)), key=lambda number: _taken(spots[number], lying))


def _taken(spot: Spot, lying: Sequence[Spot]) -> bool:
    return any(_touch(spot, other) for other in lying)


def _apart_mm(one: Spot, other: Spot) -> float:
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _touch(one: Spot, other: Spot) -> bool:
    (width, height), (other_width, other_height) = _size(one), _size(other)
    beside, below = abs(one.x_mm - other.x_mm), abs(one.y_mm - other.y_mm)
    return beside < (width + other_width) / 2 and below < (height + other_height) / 2


def _size(spot: Spot) -> Point:
    """A card's width and height, and a millimetre between it and the next, as it lies at the spot."""
    width, height = CARD_MM[0] + 1, CARD_MM[1] + 1
    return (height, width) if spot.turned_deg % 180 else (width, height)


def _placed(before: _Spots, now: Collection[str], spots: Iterable[int]) -> _Spots:
    """The spot of each thing. When all are taken, what comes lies on the last one."""
    kept = {name: before[name] for name in now if name in before}
    free = [spot for spot in spots if spot not in kept.values()]
    last = max(kept.values(), default=0)
    new = [name for name in now if name not in kept]
    return kept | {name: free[index] if index < len(free) else last for index, name in enumerate(new)}
