"""What happens in the centre: where discards end up that should lie face up there, and to the triplets on offer."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Literal

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COMPLETED, OPENED, TRIPLET_MM, CardSpot
from lucca_pi.games.citta.rules.deck import CardName
from tests.sim.evening import Change, Moment
from tests.sim.eye import Laid, uncovered
from tests.sim.faults.once import (
    BELOW,
    TRIES,
    Find,
    Found,
    NotNowError,
    Occasion,
    Pick,
    at_place,
    away,
    exchanged,
    first,
    off,
    one,
    otherwise,
    turned_over,
    will_be_noticed,
)
from tests.sim.games import Triplet

ANYHOW_DEG = 180.0
ON_TOP = 300


def _discarded(at: Occasion) -> int:
    """The code of a card that was discarded in that turn. Raises NotNowError."""
    return at.evening.code(at.one_of(at.played("discard")))


def discard_face_down(at: Occasion) -> Found:
    """A discard is thrown face down among the others."""
    return Found(at.player, otherwise(one(_discarded(at), None), turned_over))


def discard_gone(at: Occasion) -> Found:
    """A discard is put out of sight at once: into the box, a pocket, or under the pile. Nobody fetches it again."""
    code = _discarded(at)
    card = one(code, None)
    due = (now for now in at.evening.moments[at.number :] if code in map(at.evening.code, now.scene.centre.discards))
    if not all(card(now.lies()) for now in due):
        raise NotNowError
    return Found(at.player, away(card), stays=True)


Where = Literal["right", "left", "neighbour", "anywhere"]


def _thrown(where: Where, *, face_down: bool, noticed: bool | None = None) -> Find:
    """
    A discard is thrown to a place in somebody's reach, where one is free.

    `noticed`: soon somebody sees that, and lays it in the centre. Before that nobody can tell it from what lies there.
    """

    def find(at: Occasion) -> Found:
        code = _discarded(at)
        if noticed and not will_be_noticed(at):
            raise NotNowError
        turned_deg = at.chance.choice((0.0, at.chance.uniform(0, ANYHOW_DEG)))
        there: Where = at.chance.choice(("right", "left", "neighbour")) if where == "anywhere" else where
        seat = at.evening.seat(at.another_player() if there == "neighbour" else at.player)
        spots = {
            "right": OPENED,  # where opened palaces lie
            "left": (*COMPLETED, *seat.walls[: seat.room]),
            "neighbour": (*OPENED, *COMPLETED, *BELOW),
        }[there]
        spot = first(at.free_spots(seat, spots))
        place = replace(spot, turned_deg=spot.turned_deg + turned_deg)
        return Found(at.player, otherwise(one(code, None), _lying_at(place, face_down)), noticed=noticed)

    return find


def _lying_at(spot: CardSpot, face_down: bool = False) -> Callable[[DrawnCard], DrawnCard]:
    return lambda card: replace(at_place(turned_over(card) if face_down else card, spot), level=0)


def discard_stacked(at: Occasion) -> Found:
    """A discard is laid on the pile of older ones, nearly squared: only the newest shows."""
    code = _discarded(at)
    still = [name for name in at.before.scene.centre.discards if name in at.moment.scene.centre.discards]
    if not still:
        raise NotNowError
    aside = at.chance.uniform(-5, 5), at.chance.uniform(-5, 5)
    discard, under = one(code, None), one(at.evening.code(at.chance.choice(still)), None)

    def change(lying: Laid) -> Laid:
        below = under(lying)
        if not below:
            return lying
        return otherwise(discard, lambda card: off(replace(below[0], code=card.code, level=ON_TOP), 0.0, *aside))(lying)

    return Found(at.player, change)


def discards_squared(at: Occasion) -> Found:
    """Somebody squares all discards into one pile: only the last shows, face up or its back."""
    codes = set(map(at.evening.code, at.moment.scene.centre.discards))
    if len(codes) < 2:
        raise NotNowError
    back_up = at.chance.random() < 0.5

    def change(lying: Laid) -> Laid:
        pile = [card for card in lying if card.owner is None and card.code in codes]
        if len(pile) < 2:
            return lying
        under = {card: replace(pile[0], code=card.code, level=up, buried=True) for up, card in enumerate(pile)}
        top = replace(pile[0], code=pile[-1].code, level=ON_TOP, buried=False)
        return exchanged(lying, {**under, pile[-1]: turned_over(top) if back_up else top})

    return Found(None, change)


def discard_among_triplets(at: Occasion) -> Found:
    """A discard is laid back to where its triplet lay, or close beside another triplet, until the round is over."""
    code, until = _discarded(at), _end_of_the_round(at)
    place = at.chance.choice((_where_it_lay, _beside_a_triplet))(at, code)
    return Found(at.player, otherwise(one(code, None), _lying_at(place)), until=until)


def _where_it_lay(at: Occasion, code: int) -> CardSpot:
    return _spot(first(one(code, None)(at.before.lies())))


def _beside_a_triplet(at: Occasion, _code: int) -> CardSpot:
    triplets = [three for three in at.moment.scene.centre.triplets if three]
    sides = [(three[end], step) for three in triplets for end, step in ((0, -TRIPLET_MM), (2, TRIPLET_MM))]
    some = at.chance.sample(sides, len(sides))
    beside = ((card, step) for name, step in some for card in one(at.evening.code(name), None)(at.laid))
    card, step = first(beside)
    return _spot(off(card, 0.0, step, 0.0))


def _spot(card: DrawnCard) -> CardSpot:
    return CardSpot(card.x_mm, card.y_mm, card.heading_deg)


def _end_of_the_round(at: Occasion) -> int:
    """The number of the moment at which the next triplets lie there. Raises NotNowError if they do already."""
    offered = [{*moment.scene.centre.triplets} for moment in at.evening.moments]
    triplets = offered[at.number]
    if triplets and None not in triplets:
        raise NotNowError
    numbers = range(at.number + 1, len(offered))
    return first(later for later in numbers if not triplets >= offered[later] - {None})


THROWN: dict[str, Find] = {
    "discard-down-right": _thrown("right", face_down=True),
    "discard-down-left": _thrown("left", face_down=True, noticed=True),
    "discard-down-neighbour": _thrown("neighbour", face_down=True),
    "discard-in-reach": _thrown("anywhere", face_down=False),
}


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


def other_triplet(at: Occasion) -> Iterator[Moment]:
    """Somebody takes another triplet by mistake, lays it back, and takes the one that he wants."""
    wanted = {play.card for play in at.turn.play}
    others = [three for three in at.before.scene.centre.triplets if three and set(three) != wanted]
    in_hand = away(_offered(at, at.one_of(others)))
    earlier = replace(at.before.changed(in_hand), done=None, half_way=True, mended=None, meant=None)
    earlier = replace(earlier, pressed=at.chance.random() < PRESSED)
    return iter((*at.evening.moments[: at.number], earlier, *at.evening.moments[at.number :]))


def triplet_shoved(at: Occasion) -> Found:
    """A triplet is shoved aside, towards another or away from all."""
    which = _offered(at, at.one_of(_triplets(at)))

    def change() -> Change:
        far_mm, direction_deg = at.chance.uniform(*SHOVED_MM), at.chance.uniform(0, 360)
        by_mm = moved_point((0.0, 0.0), direction_deg, far_mm, 0.0)
        return partial(_shoved, which, by_mm, at.chance.uniform(-CROOKED_DEG, CROOKED_DEG))

    return first(at.tried(None, change))


def _shoved(which: Pick, by_mm: tuple[float, float], turned_deg: float, lying: Laid) -> Laid:
    """Cards are shoved aside as one, and turned about the first of them."""
    first = next(iter(which(lying)), None)

    def shoved(card: DrawnCard) -> DrawnCard:
        assert first
        to = first.x_mm + by_mm[0], first.y_mm + by_mm[1]
        x_mm, y_mm = moved_point(to, turned_deg, card.x_mm - first.x_mm, card.y_mm - first.y_mm)
        return replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=(card.heading_deg + turned_deg) % 360)

    return otherwise(which, shoved)(lying)


def card_astray(at: Occasion) -> Found:
    """One card of a triplet lies at another triplet."""
    triplets = _triplets(at)
    if len(triplets) < 2:
        raise NotNowError
    three, other = at.chance.sample(triplets, 2)
    name, side = (other[0], -1) if at.chance.random() < 0.5 else (other[2], 1)
    place = off(first(one(at.evening.code(name), None)(at.laid)), 0.0, side * TRIPLET_MM, 0.0)
    pick = one(at.evening.code(at.chance.choice(three)), None)
    return Found(None, otherwise(pick, lambda card: replace(place, code=card.code, level=card.level)))


def triplet_missing(at: Occasion) -> Found:
    """As the next round's triplets are laid out one is forgotten, until the next OK."""
    return _missing(at, at.one_of(_next_triplets(at)))


def next_short(at: Occasion) -> Found:
    """A card of the next triplets is removed with the one left over, until the next OK."""
    return _missing(at, [at.chance.choice(at.one_of(_next_triplets(at)))])


def _missing(at: Occasion, names: Iterable[CardName]) -> Found:
    return Found(None, away(_offered(at, names)), until=at.number + 1, noticed=False)


def left_over(at: Occasion) -> Found:
    """The triplet left over at a round's end is not taken away, but pushed aside by the next ones."""
    taken = {play.card for play in at.turn.play}
    still = [three for three in at.before.scene.centre.triplets if three and set(three) != taken]
    if not _next_triplets(at) or len(still) != 1:
        raise NotNowError
    cards = _offered(at, still[0])(at.before.lying)
    in_sight = len(uncovered(at.laid, at.evening.deck_file))
    for _ in range(TRIES):
        x_mm, y_mm = at.chance.uniform(-260, 260), at.chance.uniform(-200, 200)
        shoved = tuple(off(card, 0.0, x_mm, y_mm) for card in cards)
        if len(uncovered((*at.laid, *shoved), at.evening.deck_file)) == in_sight + len(cards):
            return Found(None, partial(_with_more, shoved))
    raise NotNowError


def _with_more(cards: Laid, lying: Laid) -> Laid:
    codes = {card.code for card in lying}
    return (*lying, *(card for card in cards if card.code not in codes))
