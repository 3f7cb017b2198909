"""What happens to the triplets on offer."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import TRIPLET_MM
from lucca_pi.games.citta.rules.deck import CardName
from tests.sim.evening import Change, Moment
from tests.sim.eye import Laid, uncovered
from tests.sim.faults.once import TRIES, Find, Found, Occasion, Pick, away, named, off, one, otherwise
from tests.sim.games import Triplet

SHOVED_MM = (30.0, 120.0)
CROOKED_DEG = 25.0
PRESSED = 0.3
"""How often somebody presses OK while he has a wrong triplet in his hand."""


def _offered(at: Occasion, names: Iterable[CardName]) -> Pick:
    """These cards, as far as they lie in the centre."""
    codes = set(map(at.evening.code, names))
    return lambda lying: [card for card in lying if card.owner is None and card.code in codes]


def _triplets(at: Occasion) -> list[Triplet]:
    return [three for three in at.moment.scene.centre.triplets if three]


def _next_triplets(at: Occasion) -> list[Triplet]:
    """The next round's triplets, where a round ends with that turn and another follows."""
    return _triplets(at) if at.ends_a_round() else []


def other_triplet(at: Occasion) -> Iterator[Moment] | None:
    """Somebody takes another triplet by mistake, lays it back, and takes the one that he wants."""
    wanted = {play.card for play in at.turn.play}
    others = [three for three in at.before.scene.centre.triplets if three and set(three) != wanted]
    if not others:
        return None
    in_hand = away(_offered(at, at.chance.choice(others)))
    earlier = replace(at.before.changed(in_hand), done=None, half_way=True, mended=None, meant=None)
    earlier = replace(earlier, pressed=at.chance.random() < PRESSED)
    return iter((*at.evening.moments[: at.number], earlier, *at.evening.moments[at.number :]))


def triplet_shoved(at: Occasion) -> Found | None:
    """A triplet is shoved aside, towards another or away from all."""
    triplets = _triplets(at)
    if not triplets:
        return None
    which = _offered(at, at.chance.choice(triplets))
    for _ in range(TRIES):
        far_mm, direction_deg = at.chance.uniform(*SHOVED_MM), at.chance.uniform(0, 360)
        by_mm = moved_point((0.0, 0.0), direction_deg, far_mm, 0.0)
        change: Change = partial(_shoved, which, by_mm, at.chance.uniform(-CROOKED_DEG, CROOKED_DEG))
        if at.hides_nothing(change):
            return Found(None, change)
    return None


def _shoved(which: Pick, by_mm: tuple[float, float], turned_deg: float, lying: Laid) -> Laid:
    """Cards are shoved aside as one, and turned about the first of them."""
    first = next(iter(which(lying)), None)

    def shoved(card: DrawnCard) -> DrawnCard:
        assert first
        to = first.x_mm + by_mm[0], first.y_mm + by_mm[1]
        x_mm, y_mm = moved_point(to, turned_deg, card.x_mm - first.x_mm, card.y_mm - first.y_mm)
        return replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=(card.heading_deg + turned_deg) % 360)

    return otherwise(which, shoved)(lying)


def card_astray(at: Occasion) -> Found | None:
    """One card of a triplet lies at another triplet."""
    triplets = _triplets(at)
    if len(triplets) < 2:
        return None
    three, other = at.chance.sample(triplets, 2)
    name, side = (other[0], -1) if at.chance.random() < 0.5 else (other[2], 1)
    beside = one(at.evening.code(name), None)(at.laid)
    if not beside:
        return None
    place = off(beside[0], 0.0, side * TRIPLET_MM, 0.0)
    pick = one(at.evening.code(at.chance.choice(three)), None)
    return Found(None, otherwise(pick, lambda card: replace(place, code=card.code, level=card.level)))


def triplet_missing(at: Occasion) -> Found | None:
    """As the next round's triplets are laid out one is forgotten, until the next OK."""
    triplets = _next_triplets(at)
    return _missing(at, at.chance.choice(triplets)) if triplets else None


def next_short(at: Occasion) -> Found | None:
    """A card of the next triplets is removed with the one left over, until the next OK."""
    triplets = _next_triplets(at)
    return _missing(at, [at.chance.choice(at.chance.choice(triplets))]) if triplets else None


def _missing(at: Occasion, names: Iterable[CardName]) -> Found:
    return Found(None, away(_offered(at, names)), until=at.number + 1, noticed=False)


def left_over(at: Occasion) -> Found | None:
    """The triplet left over at a round's end is not taken away, but pushed aside by the next ones."""
    if not _next_triplets(at):
        return None
    taken = {play.card for play in at.turn.play}
    still = [three for three in at.before.scene.centre.triplets if three and set(three) != taken]
    if len(still) != 1:
        return None
    cards = _offered(at, still[0])(at.before.lying)
    in_sight = len(uncovered(at.laid, at.evening.deck_file))
    for _ in range(TRIES):
        x_mm, y_mm = at.chance.uniform(-260, 260), at.chance.uniform(-200, 200)
        shoved = tuple(off(card, 0.0, x_mm, y_mm) for card in cards)
        if len(uncovered((*at.laid, *shoved), at.evening.deck_file)) == in_sight + len(cards):
            return Found(None, partial(_with_more, shoved))
    return None


def _with_more(cards: Laid, lying: Laid) -> Laid:
    codes = {card.code for card in lying}
    return (*lying, *(card for card in cards if card.code not in codes))


LIES: dict[str, Find] = named(triplet_shoved, card_astray, triplet_missing, next_short, left_over)
