"""What happens to the triplets on offer, and to a card that is laid with a neighbour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, TRIPLET_MM, CardSpot
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from tests.sim.evening import Change, Evening, Laid, Moment
from tests.sim.eye import uncovered
from tests.sim.faults.cards import Away, One, Otherwise, at_spot, free_spots, hides_nothing, off, played, seat_of
from tests.sim.faults.once import Found, done_at, in_any_order, turns_of
from tests.sim.faults.presses import ends_a_round
from tests.sim.games import Triplet

SHOVED_MM = (30.0, 120.0)
CROOKED_DEG = 25.0
TRIES = 20
PRESSED = 0.3
"""How often somebody presses OK while he has a wrong triplet in his hand."""


@dataclass(frozen=True, slots=True)
class Offered:
    """These cards, as far as they lie in the centre."""

    codes: frozenset[int]

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """Those that do."""
        return [card for card in lying if card.owner is None and card.code in self.codes]


def _offered(evening: Evening, names: Sequence[CardName]) -> Offered:
    return Offered(frozenset(map(evening.code, names)))


def _triplets(evening: Evening, number: int) -> list[Triplet]:
    return [three for three in evening.moments[number].scene.centre.triplets if three]


def other_triplet(evening: Evening, chance: Random) -> Iterator[Moment]:
    """Somebody takes another triplet by mistake, lays it back, and takes the one that he wants."""
    for number in in_any_order(evening, turns_of(evening), chance):
        before = evening.whole_before(number)
        wanted = {play.card for play in done_at(evening, number).play}
        others = [three for three in before.scene.centre.triplets if three and set(three) != wanted]
        if others:
            in_hand = Away(_offered(evening, chance.choice(others)))
            earlier = replace(before.changed(in_hand), done=None, half_way=True, mended=None, meant=None)
            earlier = replace(earlier, pressed=chance.random() < PRESSED)
            return iter((*evening.moments[:number], earlier, *evening.moments[number:]))
    return iter(evening.moments)


@dataclass(frozen=True, slots=True)
class Shoved:
    """Cards are shoved aside as one, and turned about the first of them."""

    which: Offered
    x_mm: float
    y_mm: float
    turned_deg: float

    def __call__(self, lying: Laid) -> Laid:
        """The table with them so."""
        cards = self.which(lying)
        return tuple(self._shoved(card, cards[0]) if card in cards else card for card in lying)

    def _shoved(self, card: DrawnCard, first: DrawnCard) -> DrawnCard:
        to = first.x_mm + self.x_mm, first.y_mm + self.y_mm
        x_mm, y_mm = moved_point(to, self.turned_deg, card.x_mm - first.x_mm, card.y_mm - first.y_mm)
        return replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=(card.heading_deg + self.turned_deg) % 360)


def _shove(evening: Evening, laid: Laid, which: Offered, chance: Random) -> Change | None:
    """A shove that covers nothing."""
    for _ in range(TRIES):
        far_mm, direction_deg = chance.uniform(*SHOVED_MM), chance.uniform(0, 360)
        x_mm, y_mm = moved_point((0.0, 0.0), direction_deg, far_mm, 0.0)
        change = Shoved(which, x_mm, y_mm, chance.uniform(-CROOKED_DEG, CROOKED_DEG))
        if hides_nothing(evening, laid, change(laid)):
            return change
    return None


def triplet_shoved(evening: Evening, number: int, chance: Random) -> Found | None:
    """A triplet is shoved aside, towards another or away from all."""
    triplets = _triplets(evening, number)
    if not triplets:
        return None
    change = _shove(evening, evening.moments[number].lies(), _offered(evening, chance.choice(triplets)), chance)
    return Found(None, change) if change else None


def card_astray(evening: Evening, number: int, chance: Random) -> Found | None:
    """One card of a triplet lies at another triplet."""
    triplets = _triplets(evening, number)
    if len(triplets) < 2:
        return None
    one, other = chance.sample(triplets, 2)
    name, side = (other[0], -1) if chance.random() < 0.5 else (other[2], 1)
    beside = One(evening.code(name), None)(evening.moments[number].lies())
    if not beside:
        return None
    place = off(beside[0], 0.0, side * TRIPLET_MM, 0.0)
    return Found(None, Otherwise(One(evening.code(chance.choice(one)), None), partial(_at, place)))


def _at(place: DrawnCard, card: DrawnCard) -> DrawnCard:
    return replace(place, code=card.code, level=card.level)


def triplet_missing(evening: Evening, number: int, chance: Random) -> Found | None:
    """As the next round's triplets are laid out one is forgotten, until the next OK."""
    triplets = _next_triplets(evening, number)
    if not triplets:
        return None
    return Found(None, Away(_offered(evening, chance.choice(triplets))), until=number + 1, noticed=False)


def next_short(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card of the next triplets is removed with the one left over, until the next OK."""
    triplets = _next_triplets(evening, number)
    if not triplets:
        return None
    card = chance.choice(chance.choice(triplets))
    return Found(None, Away(_offered(evening, [card])), until=number + 1, noticed=False)


def _next_triplets(evening: Evening, number: int) -> list[Triplet]:
    """The next round's triplets, where a round ends with that turn and another follows."""
    return _triplets(evening, number) if ends_a_round(evening, number) else []


@dataclass(frozen=True, slots=True)
class Added:
    """Cards lie there that should not."""

    cards: Laid

    def __call__(self, lying: Laid) -> Laid:
        """The table with them."""
        codes = {card.code for card in lying}
        return (*lying, *(card for card in self.cards if card.code not in codes))


def left_over(evening: Evening, number: int, chance: Random) -> Found | None:
    """The triplet left over at a round's end is not taken away, but pushed aside by the next ones."""
    if not _next_triplets(evening, number):
        return None
    taken = {play.card for play in done_at(evening, number).play}
    still = [three for three in evening.whole_before(number).scene.centre.triplets if three and set(three) != taken]
    if len(still) != 1:
        return None
    which, laid = _offered(evening, still[0]), evening.moments[number].lies()
    cards = tuple(which(evening.whole_before(number).lying))
    shove = _shove_far(evening, laid, cards, chance)
    return Found(None, Added(shove)) if shove else None


def _shove_far(evening: Evening, laid: Laid, cards: Laid, chance: Random) -> Laid | None:
    """The cards somewhere near where they lay, where they touch nothing."""
    for _ in range(TRIES):
        x_mm, y_mm = chance.uniform(-260, 260), chance.uniform(-200, 200)
        shoved = tuple(off(card, 0.0, x_mm, y_mm) for card in cards)
        if len(uncovered((*laid, *shoved), evening.deck_file)) == len(uncovered(laid, evening.deck_file)) + len(cards):
            return shoved
    return None


def with_neighbour(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card for a palace is laid with a neighbour, upright for him or for who plays."""
    turn = done_at(evening, number)
    quarter = evening.moments[number].scene.position.quarters[turn.player]
    newest = [palace.number for palace in quarter.construction.values()]
    cards = [card for card in played(turn, "palace") if card in newest]
    if not cards:
        return None
    other = chance.choice([name for name in evening.game.record.players if name != turn.player])
    seat, own = seat_of(evening, other), seat_of(evening, turn.player)
    spots = [seat.to_table(CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2)) for top in COLUMNS]
    heading_deg = chance.choice((0.0, own.heading_deg - seat.heading_deg))
    for spot in free_spots(evening, number, chance, spots):
        place = replace(seat.from_table(spot), turned_deg=heading_deg)
        pick = One(evening.code(chance.choice(cards)), evening.seats[turn.player], "construction")
        return Found(turn.player, Otherwise(pick, partial(at_spot, seat=seat, spot=place)))
    return None
