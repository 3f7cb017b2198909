"""What happens to walls and towers; and what comes to lie among the walls while a discard is put out of sight."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import dist

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import OPENED, CardSpot
from lucca_pi.games.citta.rules.deck import TOWERS, CardName
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.evening import Change, Evening, Moment, Slip
from tests.sim.eye import Laid, uncovered
from tests.sim.faults.once import (
    BELOW,
    NOTICED,
    TRIES,
    Found,
    NotNowError,
    Occasion,
    Pick,
    at_place,
    away,
    exchanged,
    first,
    noticed_at,
    off,
    once,
    one,
    otherwise,
    pushed,
    turned_over,
    turns_of,
    wall,
    walls,
    will_be_noticed,
)
from tests.sim.hands import Hands

PUSHED_MM = (40.0, 150.0)
FACE_DOWN = 0.4
REACH_MM = (-345.0, -5.0, -205.0, LOWER_EDGE_MM - 5.0)
"""Where walls lie, in their owner's axes: the least and the greatest x, and y."""


def pushed_wall(at: Occasion) -> Found:
    """A wall is pushed about in its area, by 40 to 150 mm."""
    every = [
        (player, wall(code, number))
        for player, code in at.evening.seats.items()
        for number in range(len(walls(code)(at.laid)))
    ]
    some = at.chance.sample(every, len(every))
    return first(push for player, pick in some for push in _pushes(at, player, pick))


def pushed_row(at: Occasion) -> Found:
    """All of a player's walls are pushed about in their area, as one."""
    rows = [(player, walls(code)) for player, code in at.evening.seats.items()]
    some = at.chance.sample(rows, len(rows))
    return first(push for player, row in some if len(row(at.laid)) > 1 for push in _pushes(at, player, row))


def _pushes(at: Occasion, player: str, pick: Pick) -> Iterator[Found]:
    """Pushes that leave them in their area and cover nothing."""
    for _ in range(TRIES):
        far_mm, direction_deg = at.chance.uniform(*PUSHED_MM), at.chance.uniform(0, 360)
        turned_deg = at.chance.choice((0.0, at.chance.uniform(-30, 30)))
        change = otherwise(pick, pushed(direction_deg, far_mm, turned_deg))
        if _lie_well(at, player, pick, change):
            yield Found(player, change)


def _lie_well(at: Occasion, player: str, pick: Pick, change: Change) -> bool:
    """Whether the walls of a player's that are picked lie in their area afterwards, and nothing is hidden by them."""
    seat, (left, right, top, bottom) = at.evening.seat(player), REACH_MM
    for card in pick(change(at.laid)):
        spot = seat.from_table(CardSpot(card.x_mm, card.y_mm, card.heading_deg))
        if not (left <= spot.x_mm <= right and top <= spot.y_mm <= bottom and at.evening.is_in_order(card)):
            return False
    return at.hides_nothing(change)


def row_tidied(at: Occasion) -> Found:
    """A neighbour tidies a player's walls: they lie in another fan, closer or wider, elsewhere in their area."""
    for player in at.chance.sample(at.evening.game.record.players, len(at.evening.game.record.players)):
        row = walls(at.evening.seats[player])
        for _ in range(TRIES if len(row(at.laid)) > 1 else 0):
            change = _fan(at, player)
            if _lie_well(at, player, row, change):
                return Found(player, change)
    raise NotNowError


def _fan(at: Occasion, player: str) -> Change:
    """A player's walls lie in a fan from any spot on, each so much to the right of the last and towards the player."""
    x_mm, y_mm = at.chance.uniform(-320, -20), at.chance.uniform(-200, 30)
    right_mm, down_mm = at.chance.choice((-1, 1)) * at.chance.uniform(22, 60), at.chance.choice((0, 25))
    seat, row = at.evening.seat(player), walls(at.evening.seats[player])

    def fan(number: int, card: DrawnCard) -> DrawnCard:
        spot = CardSpot(x_mm + number * right_mm, y_mm + number * down_mm)
        return replace(at_place(card, seat.to_table(spot)), level=number)

    return lambda lying: exchanged(lying, {card: fan(number, card) for number, card in enumerate(row(lying))})


def slid_wall(at: Occasion) -> Found:
    """A wall is slid under another of its row: an edge shows of it, until somebody draws it out."""
    owners = [(player, code) for player, code in at.evening.seats.items() if len(walls(code)(at.laid)) > 1]
    player, owner = at.one_of(owners)
    under, over = at.chance.sample(range(len(walls(owner)(at.laid))), 2)
    aside_mm = at.chance.uniform(-6, 6)

    def change(lying: Laid) -> Laid:
        row = walls(owner)(lying)
        if max(under, over) >= len(row):
            return lying
        other = row[over]
        new = off(other, other.heading_deg, aside_mm, aside_mm)
        # a step below the one above it, and above everything that one lies on
        return exchanged(lying, {row[under]: replace(new, code=BACK_CODE, level=other.level - 1, buried=False)})

    return Found(player, change)


def wall_amiss(at: Occasion) -> Found:
    """A wall is laid right of the quarter, or below it beside the columns."""
    new, row = len(at.played("wall")), walls(at.owner)(at.laid)
    if not 0 < new <= len(row):
        raise NotNowError
    return _laid_amiss(at, wall(at.owner, len(row) - 1))


def tower_amiss(at: Occasion) -> Found:
    """A tower is laid face down, or right of the quarter, or below it beside the columns."""
    pick = one(at.evening.code(first(at.played("tower"))), at.owner, "completed")
    if at.chance.random() < FACE_DOWN and will_be_noticed(at):
        return Found(at.player, otherwise(pick, turned_over), noticed=True)  # until then it is as good as a wall
    return _laid_amiss(at, pick)


def _laid_amiss(at: Occasion, pick: Pick) -> Found:
    spot = first(at.free_spots(at.evening.seat(at.player), at.chance.choice((BELOW, OPENED))))
    return Found(at.player, otherwise(pick, partial(at_place, place=spot)))


# A discard is put out of sight while another card comes to lie face down in the player's row of walls.

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


FindMistaken = Callable[[Occasion, CardSpot], Mistaken]
"""A card that may come to lie at that spot in the row. Raises NotNowError."""


def mistaken_wall(name: str, find: FindMistaken) -> Hands:
    """
    Somebody discards a card out of sight, and another card comes to lie among the walls: nobody has laid a wall.

    People put that card back if the machine names its player or nobody, or if they notice it by themselves within some
    turns; the discard stays away.
    """

    def make(at: Occasion) -> Iterator[Moment]:
        seat, discard = at.evening.seat(at.player), _discard_in_sight(at)
        spot = next(at.free_spots(seat, seat.walls[: seat.room]), None)
        if discard is None or spot is None:
            raise NotNowError
        return _made(name, at, discard, find(at, spot))

    return once(make)


def _made(name: str, at: Occasion, discard: Pick, found: Mistaken) -> Iterator[Moment]:
    ends = len(at.evening.moments)
    if at.chance.random() < NOTICED:
        ends = min(ends, noticed_at(at))
    gone = Slip(f"{name} discard {at.number}", at.player, away(discard), stays=True)
    lies = Slip(f"{name} {at.number}", found.owner or at.player, found.lies)
    for number, moment in enumerate(at.evening.moments):
        more = [lies] * (at.number <= number < ends) + [gone] * (at.number <= number)
        if found.before and found.since <= number < at.number:
            more = [replace(lies, change=found.before)]
        yield replace(moment, slips=(*moment.slips, *more))


def _discard_in_sight(at: Occasion) -> Pick | None:
    """A card that was discarded in that turn and lies in the centre."""
    discards = [one(at.evening.code(name), None) for name in at.played("discard")]
    there = [discard for discard in discards if discard(at.laid)]
    return at.chance.choice(there) if there else None


def _in_the_row(at: Occasion, spot: CardSpot, card: DrawnCard) -> DrawnCard:
    place = replace(at_place(card, spot), level=0, buried=False)
    return replace(place, code=BACK_CODE, owner=at.owner, area="completed")


def _in_sight(at: Occasion) -> list[DrawnCard]:
    """The cards of that moment, and of the whole moment before, whose codes are in sight at both."""
    before = {card.code for card in uncovered(at.before.lies(), at.evening.deck_file)}
    return [card for card in uncovered(at.laid, at.evening.deck_file) if card.code in before]


def _one_of(at: Occasion, spot: CardSpot, cards: Sequence[DrawnCard]) -> Mistaken:
    """One of these cards, in the row."""
    card = at.one_of(cards)
    lies = otherwise(one(card.code, card.owner, card.area), partial(_in_the_row, at, spot))
    return Mistaken(at.evening.player(card.owner), lies)


def _codes(at: Occasion, names: Sequence[CardName]) -> set[int]:
    return set(map(at.evening.code, names))


def old_discard(at: Occasion, spot: CardSpot) -> Mistaken:
    """A discard of an earlier turn."""
    old = _codes(at, at.before.scene.centre.discards)
    return _one_of(at, spot, [card for card in _in_sight(at) if card.owner is None and card.code in old])


def column_card(at: Occasion, spot: CardSpot) -> Mistaken:
    """A card of somebody's column, or a tower: not of those just played."""
    new, towers = _codes(at, at.played("palace", "tower")), _codes(at, TOWERS)
    faces = [card for card in _in_sight(at) if card.owner is not None and card.code not in new]
    return _one_of(at, spot, [card for card in faces if card.area == "construction" or card.code in towers])


def palace_card(at: Occasion, spot: CardSpot) -> Mistaken:
    """The newest card of a palace that was completed before this turn."""
    quarters = at.before.scene.position.quarters.values()
    palaces = [palace for one in quarters for palace in (*one.completed.values(), *one.opened.values())]
    done = _codes(at, [palace.number for palace in palaces])
    return _one_of(at, spot, [card for card in _in_sight(at) if card.code in done])


def card_on_offer(at: Occasion, spot: CardSpot) -> Mistaken:
    """A card of a triplet that nobody has taken: at a round's end, of the next round's."""
    codes = _codes(at, [name for three in at.moment.scene.centre.triplets if three for name in three])
    laid = uncovered(at.laid, at.evening.deck_file)
    return _one_of(at, spot, [card for card in laid if card.owner is None and card.code in codes])


def wall_of_another(at: Occasion, spot: CardSpot) -> Mistaken:
    """Another player's wall."""
    laid = at.before.lies()
    rows = {name: walls(code)(laid) for name, code in at.evening.seats.items() if name != at.player}
    owner = at.one_of([name for name, row in rows.items() if row])
    pick = wall(at.evening.seats[owner], at.chance.randrange(len(rows[owner])))
    return Mistaken(owner, otherwise(pick, partial(_in_the_row, at, spot)))


def loose_back(at: Occasion, spot: CardSpot) -> Mistaken:
    """An earlier discard that lay face down since then: in the centre, or right of its player's quarter."""
    ats = [Occasion(at.evening, number, at.chance) for number in turns_of(at.evening) if number < at.number]
    then = at.one_of([then for then in ats if _discard_in_sight(then)])
    discard = _discard_in_sight(then)
    if discard is None or not discard(at.laid):
        raise NotNowError
    right = next(then.free_spots(at.evening.seat(then.player), OPENED), None)

    def aside(card: DrawnCard) -> DrawnCard:
        return replace(at_place(turned_over(card), right), level=0) if right else turned_over(card)

    lay = at.chance.choice((aside, turned_over)) if right else turned_over
    lies = otherwise(discard, partial(_in_the_row, at, spot))
    return Mistaken(then.player, lies, otherwise(discard, lay), then.number)


def pile_card(at: Occasion, spot: CardSpot) -> Mistaken:
    """The last card of the unused pile, which lay in the centre since the deal."""
    pile = first(_free_for_all_evening(at.evening))
    return Mistaken(None, lambda lying: (*lying, _in_the_row(at, spot, pile)), lambda lying: (*lying, pile))


def _free_for_all_evening(evening: Evening) -> Iterator[DrawnCard]:
    """Backs in places in the centre on which nothing ever lies."""
    width, height = (int(side / 2) for side in evening.table.size_mm)
    ever = {(card.x_mm, card.y_mm) for moment in evening.moments for card in moment.lying}
    for x_mm, y_mm in product(range(-width, width, STEP_MM), range(-height, height, STEP_MM)):
        card = DrawnCard(BACK_CODE, x_mm, y_mm, 0.0, 0)
        around = [off(card, at_deg, CLEAR_MM, 0.0) for at_deg in range(0, 360, 45)]
        is_far = all(evening.is_in_order(one) for one in (card, *around))
        if is_far and all(dist((x_mm, y_mm), middle) > CLEAR_MM for middle in ever):
            yield card


MISTAKEN: dict[str, FindMistaken] = {
    "old-discard-as-wall": old_discard,
    "column-card-as-wall": column_card,
    "palace-card-as-wall": palace_card,
    "offered-as-wall": card_on_offer,
    "neighbours-wall-as-wall": wall_of_another,
    "loose-back-as-wall": loose_back,
    "pile-as-wall": pile_card,
}
