"""A discard is put out of sight while another card comes to lie face down in the player's row of walls."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import dist
from random import Random

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import OPENED, CardSpot
from lucca_pi.games.citta.rules.deck import TOWERS
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.evening import Change, Evening, Laid, Moment, Slip
from tests.sim.eye import uncovered
from tests.sim.faults.cards import (
    Away,
    One,
    Otherwise,
    Pick,
    Wall,
    free_spots,
    off,
    played,
    seat_of,
    turned_over,
    walls,
)
from tests.sim.faults.once import NOTICED, TURNS_UNTIL_NOTICED, after_turns, done_at, in_any_order, turns_of

STEP_MM, CLEAR_MM = 40, 130.0
"""Places for a pile are tried so far apart. It lies at least that far from every card, and from every reach."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """
    A card that is taken for a wall: how it comes to lie in the row, and with whom it belongs.

    `before`: how it lay otherwise than it should before, from the moment `since` on; None if it lay right.
    """

    owner: str | None
    lies: Change
    before: Change | None = None
    since: int = 0


Find = Callable[[Evening, int, CardSpot, Random], Mistaken | None]
"""A card that may come to lie at a spot in the row at the moment of that number, where there is one."""


@dataclass(frozen=True, slots=True)
class MistakenWall:
    """
    Somebody discards a card out of sight, and another card comes to lie among the walls: nobody has laid a wall.

    People put that card back if the machine names its player or nobody, or if they notice it by themselves within some
    turns; the discard stays away.
    """

    name: str
    find: Find

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        """The evening with it, at the first moment that suits it."""
        for number in in_any_order(evening, turns_of(evening), chance):
            player = done_at(evening, number).player
            discard = _discard_in_sight(evening, number, chance)
            spot = next(free_spots(evening, number, chance, _row(evening, player)), None)
            found = self.find(evening, number, spot, chance) if discard and spot else None
            if discard and found:
                return self._made(evening, number, discard, found, chance)
        return iter(evening.moments)

    def _made(self, evening: Evening, begins: int, discard: One, found: Mistaken, chance: Random) -> Iterator[Moment]:
        ends = len(evening.moments)
        if chance.random() < NOTICED:
            ends = min(ends, after_turns(evening, begins, chance.choice(TURNS_UNTIL_NOTICED)) + 1)
        player = done_at(evening, begins).player
        away = Slip(f"{self.name} discard {begins}", player, Away(discard), stays=True)
        lies = Slip(f"{self.name} {begins}", found.owner or player, found.lies)
        for number, moment in enumerate(evening.moments):
            more = [lies] * (begins <= number < ends) + [away] * (begins <= number)
            if found.before and found.since <= number < begins:
                more = [replace(lies, change=found.before)]
            yield replace(moment, slips=(*moment.slips, *more))


def _discard_in_sight(evening: Evening, number: int, chance: Random) -> One | None:
    """A card that was discarded in that turn and lies in the centre."""
    discards = [One(evening.code(name), None) for name in played(done_at(evening, number), "discard")]
    laid = evening.moments[number].lies()
    there = [discard for discard in discards if discard(laid)]
    return chance.choice(there) if there else None


def _row(evening: Evening, player: str) -> list[CardSpot]:
    """Where the player's walls have room, in table axes."""
    seat = seat_of(evening, player)
    return [seat.to_table(spot) for spot in seat.walls[: seat.room]]


def _as_wall(spot: CardSpot, owner: int, card: DrawnCard) -> DrawnCard:
    place = replace(card, x_mm=spot.x_mm, y_mm=spot.y_mm, heading_deg=spot.turned_deg % 360, level=0)
    return replace(place, code=BACK_CODE, owner=owner, area="completed", buried=False)


def _in_the_row(evening: Evening, number: int, spot: CardSpot, pick: Pick) -> Change:
    return Otherwise(pick, partial(_as_wall, spot, evening.seats[done_at(evening, number).player]))


def _in_sight(evening: Evening, number: int) -> list[DrawnCard]:
    """The cards of that moment, and of the whole moment before, whose codes are in sight at both."""
    before = {card.code for card in uncovered(evening.whole_before(number).lies(), evening.deck_file)}
    now = uncovered(evening.moments[number].lies(), evening.deck_file)
    return [card for card in now if card.code in before]


def _one_of(
    evening: Evening, number: int, spot: CardSpot, chance: Random, cards: Sequence[DrawnCard]
) -> Mistaken | None:
    """One of these cards, in the row."""
    if not cards:
        return None
    card = chance.choice(cards)
    owner = next((name for name, code in evening.seats.items() if code == card.owner), None)
    lies = _in_the_row(evening, number, spot, One(card.code, card.owner, card.area))
    return Mistaken(owner, lies)


def old_discard(evening: Evening, number: int, spot: CardSpot, chance: Random) -> Mistaken | None:
    """A discard of an earlier turn."""
    old = {evening.code(name) for name in evening.whole_before(number).scene.centre.discards}
    cards = [card for card in _in_sight(evening, number) if card.owner is None and card.code in old]
    return _one_of(evening, number, spot, chance, cards)


def column_card(evening: Evening, number: int, spot: CardSpot, chance: Random) -> Mistaken | None:
    """A card of somebody's column, or a tower: not of those just played."""
    new = {evening.code(name) for name in played(done_at(evening, number), "palace", "tower")}
    towers = {evening.code(tower) for tower in TOWERS}
    faces = [card for card in _in_sight(evening, number) if card.owner is not None and card.code not in new]
    cards = [card for card in faces if card.area == "construction" or card.code in towers]
    return _one_of(evening, number, spot, chance, cards)


def palace_card(evening: Evening, number: int, spot: CardSpot, chance: Random) -> Mistaken | None:
    """The newest card of a palace that was completed before this turn."""
    before = evening.whole_before(number).scene.position
    done = {
        evening.code(palace.number)
        for quarter in before.quarters.values()
        for palace in (*quarter.completed.values(), *quarter.opened.values())
    }
    return _one_of(evening, number, spot, chance, [card for card in _in_sight(evening, number) if card.code in done])


def card_on_offer(evening: Evening, number: int, spot: CardSpot, chance: Random) -> Mistaken | None:
    """A card of a triplet that nobody has taken: at a round's end, of the next round's."""
    codes = {evening.code(name) for three in evening.moments[number].scene.centre.triplets if three for name in three}
    laid = uncovered(evening.moments[number].lies(), evening.deck_file)
    cards = [card for card in laid if card.owner is None and card.code in codes]
    return _one_of(evening, number, spot, chance, cards)


def wall_of_another(evening: Evening, number: int, spot: CardSpot, chance: Random) -> Mistaken | None:
    """Another player's wall."""
    laid = evening.whole_before(number).lies()
    rows = {name: walls(laid, code) for name, code in evening.seats.items() if name != done_at(evening, number).player}
    owners = [name for name, row in rows.items() if row]
    if not owners:
        return None
    owner = chance.choice(owners)
    wall = Wall(evening.seats[owner], chance.randrange(len(rows[owner])))
    return Mistaken(owner, _in_the_row(evening, number, spot, wall))


def loose_back(evening: Evening, number: int, spot: CardSpot, chance: Random) -> Mistaken | None:
    """An earlier discard that lay face down since then: in the centre, or right of its player's quarter."""
    earlier = [at for at in turns_of(evening) if at < number and _discard_in_sight(evening, at, chance)]
    if not earlier:
        return None
    since = chance.choice(earlier)
    discard, player = _discard_in_sight(evening, since, chance), done_at(evening, since).player
    if discard is None or not discard(evening.moments[number].lies()):
        return None
    seat = seat_of(evening, player)
    right = next(free_spots(evening, since, chance, [seat.to_table(spot) for spot in OPENED]), None)
    aside = chance.choice((partial(_face_down_at, right), turned_over)) if right else turned_over
    return Mistaken(player, _in_the_row(evening, number, spot, discard), Otherwise(discard, aside), since)


def _face_down_at(spot: CardSpot, card: DrawnCard) -> DrawnCard:
    return replace(turned_over(card), x_mm=spot.x_mm, y_mm=spot.y_mm, heading_deg=spot.turned_deg % 360, level=0)


def pile_card(evening: Evening, number: int, spot: CardSpot, _chance: Random) -> Mistaken | None:
    """The last card of the unused pile, which lay in the centre since the deal."""
    place = _free_for_all_evening(evening)
    if place is None:
        return None
    pile = DrawnCard(BACK_CODE, place.x_mm, place.y_mm, 0.0, 0)
    owner = evening.seats[done_at(evening, number).player]
    return Mistaken(None, More(_as_wall(spot, owner, pile)), More(pile))


@dataclass(frozen=True, slots=True)
class More:
    """One card more lies there."""

    card: DrawnCard

    def __call__(self, lying: Laid) -> Laid:
        """The table with it."""
        return (*lying, self.card)


def _free_for_all_evening(evening: Evening) -> CardSpot | None:
    """A place in the centre on which nothing ever lies."""
    width, height = (int(side / 2) for side in evening.table.size_mm)
    ever = {(card.x_mm, card.y_mm) for moment in evening.moments for card in moment.lying}
    for x_mm, y_mm in product(range(-width, width, STEP_MM), range(-height, height, STEP_MM)):
        card = DrawnCard(BACK_CODE, x_mm, y_mm, 0.0, 0)
        around = [off(card, at_deg, CLEAR_MM, 0.0) for at_deg in range(0, 360, 45)]
        is_far = all(evening.is_in_order(one) for one in (card, *around))
        if is_far and all(dist((x_mm, y_mm), middle) > CLEAR_MM for middle in ever):
            return CardSpot(x_mm, y_mm)
    return None


MISTAKEN = {
    "old-discard-as-wall": old_discard,
    "column-card-as-wall": column_card,
    "palace-card-as-wall": palace_card,
    "offered-as-wall": card_on_offer,
    "neighbours-wall-as-wall": wall_of_another,
    "loose-back-as-wall": loose_back,
    "pile-as-wall": pile_card,
}
