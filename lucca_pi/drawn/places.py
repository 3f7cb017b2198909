"""Which spot each thing lies in: what has been laid keeps its spot, what is new takes the first free one."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.position import Position
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.drawn.seats import COLUMNS, COMPLETED, OPENED, Point, Seat, Spot, Table
from lucca_pi.table.pieces import CARD_MM

Spots = dict[str, int]
"""What lies there (a colour, a tower, "wall 3") to the number of its spot."""


@dataclass(frozen=True, slots=True)
class Centre:
    """What lies in the centre: triplets still on offer and discards, each in its place; None where one has gone."""

    triplets: tuple[tuple[CardName, ...] | None, ...] = ()
    discards: tuple[CardName, ...] = ()


@dataclass(frozen=True, slots=True)
class QuarterPlaces:
    """The spots of one player's palaces by colour, and of walls and towers."""

    construction: Spots = field(default_factory=dict)
    completed: Spots = field(default_factory=dict)
    opened: Spots = field(default_factory=dict)
    walls: Spots = field(default_factory=dict)


Places = Mapping[str, QuarterPlaces]
"""By player."""


def places_after(before: Places, position: Position, table: Table) -> Places:
    """The places of everything in `position`; what lay in the same area `before` stays where it was."""
    seats = zip(position.players, table.seats, strict=True)
    return {
        player: _quarter_places(before.get(player, QuarterPlaces()), position.quarters[player], seat)
        for player, seat in seats
    }


def _quarter_places(before: QuarterPlaces, quarter: Quarter, seat: Seat) -> QuarterPlaces:
    completed = _placed(before.completed, quarter.completed, _clear(COMPLETED, seat.walls(), before.walls))
    return QuarterPlaces(
        construction=_placed(before.construction, quarter.construction, range(len(COLUMNS))),
        completed=completed,
        opened=_placed(before.opened, quarter.opened, range(len(OPENED))),
        walls=_walls(before.walls, quarter, seat, completed),
    )


def _walls(before: Spots, quarter: Quarter, seat: Seat, completed: Spots) -> Spots:
    """Walls leave the first two spots to towers while there are others: a tower's code is far from its middle."""
    clear = _clear(seat.walls(), COMPLETED, completed)
    walls = [f"wall {index}" for index in range(quarter.walls)]
    lying = {before[wall] for wall in walls if wall in before}
    spots = sorted(clear[: seat.room], key=lambda spot: spot < 2) + clear[seat.room :]
    towers = _placed(before, quarter.towers, [spot for spot in clear if spot not in lying])
    return towers | _placed(before, walls, [spot for spot in spots if spot not in towers.values()])


def _clear(spots: Sequence[Spot], others: Sequence[Spot], taken: Spots) -> list[int]:
    """The numbers of `spots`, best first, those that something in `others` lies upon at the end."""
    occupied = [others[index] for index in taken.values()]
    return sorted(range(len(spots)), key=lambda index: any(_touch(spots[index], other) for other in occupied))


def _touch(one: Spot, other: Spot) -> bool:
    width, height = (sum(sizes) / 2 for sizes in zip(_size(one), _size(other), strict=True))
    return abs(one.x_mm - other.x_mm) < width and abs(one.y_mm - other.y_mm) < height


def _size(spot: Spot) -> Point:
    """A card's width and height, and a millimetre between it and the next, as it lies at the spot."""
    width, height = CARD_MM[0] + 1, CARD_MM[1] + 1
    return (height, width) if spot.turned_deg else (width, height)


def _placed(before: Spots, now: Collection[str], spots: Iterable[int]) -> Spots:
    """The spot of each thing. When all are taken, what comes lies on the last one."""
    kept = {name: before[name] for name in now if name in before}
    free = [spot for spot in spots if spot not in kept.values()]
    last = max(kept.values(), default=0)
    new = [name for name in now if name not in kept]
    return kept | {name: free[index] if index < len(free) else last for index, name in enumerate(new)}
