"""What happens to walls and towers: pushed, slid under one another, laid in a wrong area or with a wrong side up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from lucca_pi.drawn.things import Point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, OPENED, CardSpot, TableSeat
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM
from tests.sim.evening import Change, Evening, Laid
from tests.sim.faults.cards import (
    One,
    Otherwise,
    Pick,
    Wall,
    at_spot,
    exchanged,
    free_spots,
    hides_nothing,
    off,
    played,
    seat_of,
    spot_of,
    turned_over,
    walls,
)
from tests.sim.faults.once import Found, done_at, will_be_noticed

PUSHED_MM = (40.0, 150.0)
TRIES = 20
FACE_DOWN = 0.4
REACH_MM = (-345.0, -5.0, -205.0, LOWER_EDGE_MM - 5.0)
"""Where walls lie, in their owner's axes: the least and the greatest x, and y."""


def pushed_wall(evening: Evening, number: int, chance: Random) -> Found | None:
    """A wall is pushed about in its area, by 40 to 150 mm."""
    laid = evening.moments[number].lies()
    for player, wall in _all_walls(evening, laid, chance):
        if change := _push(evening, laid, player, wall, chance):
            return Found(player, change)
    return None


def pushed_row(evening: Evening, number: int, chance: Random) -> Found | None:
    """All of a player's walls are pushed about in their area, as one."""
    laid = evening.moments[number].lies()
    rows = {player: walls(laid, code) for player, code in evening.seats.items()}
    for player in chance.sample([*rows], len(rows)):
        if len(rows[player]) > 1 and (change := _push(evening, laid, player, _Row(evening.seats[player]), chance)):
            return Found(player, change)
    return None


@dataclass(frozen=True, slots=True)
class _Row:
    owner: int

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        return walls(lying, self.owner)


def _push(evening: Evening, laid: Laid, player: str, pick: Pick, chance: Random) -> Change | None:
    """A push that leaves them in their area and covers nothing."""
    for _ in range(TRIES):
        far_mm, direction_deg = chance.uniform(*PUSHED_MM), chance.uniform(0, 360)
        turn = chance.choice((0.0, chance.uniform(-30, 30)))
        change = Otherwise(pick, partial(off, heading_deg=direction_deg, x_mm=far_mm, y_mm=0.0, turned_deg=turn))
        if _lie_well(evening, laid, change(laid), player, pick):
            return change
    return None


def _lie_well(evening: Evening, before: Laid, after: Laid, player: str, pick: Pick) -> bool:
    """Whether the walls of a player's that are picked lie in their area afterwards, and nothing is hidden by them."""
    seat = seat_of(evening, player)
    in_area = all(_is_among_walls(spot_of(card, seat)) and evening.is_in_order(card) for card in pick(after))
    return in_area and hides_nothing(evening, before, after)


def _is_among_walls(spot: CardSpot) -> bool:
    left, right, top, bottom = REACH_MM
    return left <= spot.x_mm <= right and top <= spot.y_mm <= bottom


def _all_walls(evening: Evening, laid: Laid, chance: Random) -> Iterator[tuple[str, Wall]]:
    """Every wall on the table, in any order."""
    all_of_them = [
        (player, Wall(code, number)) for player, code in evening.seats.items() for number, _ in _numbered(laid, code)
    ]
    yield from chance.sample(all_of_them, len(all_of_them))


def _numbered(laid: Laid, owner: int) -> Iterable[tuple[int, DrawnCard]]:
    return enumerate(walls(laid, owner))


@dataclass(frozen=True, slots=True)
class Fanned:
    """An owner's walls lie in a fan, from its first spot on; `step` to the right and towards the player."""

    owner: int
    seat: TableSeat
    first: CardSpot
    step: Point

    def __call__(self, lying: Laid) -> Laid:
        """The table with them so."""
        x_mm, y_mm = self.step
        fan = {
            card: replace(
                at_spot(card, self.seat, CardSpot(self.first.x_mm + at * x_mm, self.first.y_mm + at * y_mm)), level=at
            )
            for at, card in enumerate(walls(lying, self.owner))
        }
        return exchanged(lying, fan)


def row_tidied(evening: Evening, number: int, chance: Random) -> Found | None:
    """A neighbour tidies a player's walls: they lie in another fan, closer or wider, elsewhere in their area."""
    laid = evening.moments[number].lies()
    for player in chance.sample(evening.game.record.players, len(evening.game.record.players)):
        owner, seat = evening.seats[player], seat_of(evening, player)
        for _ in range(TRIES if len(walls(laid, owner)) > 1 else 0):
            first = CardSpot(chance.uniform(-320, -20), chance.uniform(-200, 30))
            fan = Fanned(owner, seat, first, (chance.choice((-1, 1)) * chance.uniform(22, 60), chance.choice((0, 25))))
            if _lie_well(evening, laid, fan(laid), player, _Row(owner)):
                return Found(player, fan)
    return None


@dataclass(frozen=True, slots=True)
class Covered:
    """A wall lies under another of the same row; what shows of it is an edge."""

    owner: int
    under: int
    over: int
    aside_mm: float

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        row = walls(lying, self.owner)
        if max(self.under, self.over) >= len(row):
            return lying
        wall, other = row[self.under], row[self.over]
        new = off(other, other.heading_deg, self.aside_mm, self.aside_mm)
        # a step below the one above it, and above everything that one lies on
        under = DrawnCard(wall.code, new.x_mm, new.y_mm, new.heading_deg, other.level - 1, wall.owner, wall.area)
        return exchanged(lying, {wall: under})


def slid_wall(evening: Evening, number: int, chance: Random) -> Found | None:
    """A wall is slid under another; it comes back into sight when somebody draws it out."""
    laid = evening.moments[number].lies()
    owners = [(player, code) for player, code in evening.seats.items() if len(walls(laid, code)) > 1]
    if not owners:
        return None
    player, code = chance.choice(owners)
    under, over = chance.sample(range(len(walls(laid, code))), 2)
    return Found(player, Covered(code, under, over, chance.uniform(-6, 6)))


def wall_amiss(evening: Evening, number: int, chance: Random) -> Found | None:
    """A wall is laid right of the quarter, or below it beside the columns."""
    turn = done_at(evening, number)
    new = len(played(turn, "wall"))
    row = walls(evening.moments[number].lies(), evening.seats[turn.player])
    if not new or len(row) < new:
        return None
    return _laid_amiss(evening, number, chance, turn.player, Wall(evening.seats[turn.player], len(row) - 1))


def tower_amiss(evening: Evening, number: int, chance: Random) -> Found | None:
    """A tower is laid face down, or right of the quarter, or below it beside the columns."""
    turn = done_at(evening, number)
    towers = played(turn, "tower")
    if not towers:
        return None
    pick = One(evening.code(towers[0]), evening.seats[turn.player], "completed")
    if chance.random() < FACE_DOWN and will_be_noticed(evening, number):
        return Found(turn.player, Otherwise(pick, turned_over), noticed=True)  # until then it is as good as a wall
    return _laid_amiss(evening, number, chance, turn.player, pick)


def _laid_amiss(evening: Evening, number: int, chance: Random, player: str, pick: Pick) -> Found | None:
    seat = seat_of(evening, player)
    below = [CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2) for top in COLUMNS]
    spots = [seat.to_table(spot) for spot in chance.choice((below, list(OPENED)))]
    for spot in free_spots(evening, number, chance, spots):
        return Found(player, Otherwise(pick, partial(_at, seat, seat.from_table(spot))))
    return None


def _at(seat: TableSeat, spot: CardSpot, card: DrawnCard) -> DrawnCard:
    return at_spot(card, seat, spot)
