"""Where discards end up that should lie face up in the centre."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COMPLETED, OPENED, TRIPLET_MM, CardSpot
from tests.sim.evening import Change
from tests.sim.eye import Laid
from tests.sim.faults.once import (
    BELOW,
    Find,
    Found,
    Occasion,
    at_place,
    away,
    exchanged,
    named,
    off,
    one,
    otherwise,
    turned_over,
    will_be_noticed,
)

THROWN_DEG = 180.0
ON_TOP = 300


def _discarded(at: Occasion) -> int | None:
    """The code of a card that was discarded in that turn."""
    discards = at.played("discard")
    return at.evening.code(at.chance.choice(discards)) if discards else None


def discard_face_down(at: Occasion) -> Found | None:
    """A discard is thrown face down among the others."""
    code = _discarded(at)
    return Found(at.player, otherwise(one(code, None), turned_over)) if code else None


def discard_gone(at: Occasion) -> Found | None:
    """A discard is put out of sight at once: into the box, a pocket, or under the pile. Nobody fetches it again."""
    code = _discarded(at)
    if code is None:
        return None
    card = one(code, None)
    due = (now for now in at.evening.moments[at.number :] if code in map(at.evening.code, now.scene.centre.discards))
    return Found(at.player, away(card), stays=True) if all(card(now.lies()) for now in due) else None


Where = Literal["right", "left", "neighbour", "anywhere"]


def _thrown(where: Where, *, face_down: bool, noticed: bool | None = None) -> Find:
    """
    A discard is thrown to a place in somebody's reach, where one is free.

    `noticed`: soon somebody sees that, and lays it in the centre. Before that nobody can tell it from what lies there.
    """

    def find(at: Occasion) -> Found | None:
        code = _discarded(at)
        if code is None or (noticed and not will_be_noticed(at)):
            return None
        turned_deg = at.chance.choice((0.0, at.chance.uniform(0, THROWN_DEG)))
        there: Where = at.chance.choice(("right", "left", "neighbour")) if where == "anywhere" else where
        seat = at.evening.seat(at.another_player() if there == "neighbour" else at.player)
        spots = {
            "right": OPENED,  # where opened palaces lie
            "left": (*COMPLETED, *seat.walls[: seat.room]),
            "neighbour": (*OPENED, *COMPLETED, *BELOW),
        }[there]
        for spot in at.free_spots(seat, spots):
            place = replace(spot, turned_deg=spot.turned_deg + turned_deg)
            return Found(at.player, otherwise(one(code, None), _lying_at(place, face_down)), noticed=noticed)
        return None

    return find


def _lying_at(spot: CardSpot, face_down: bool = False) -> Callable[[DrawnCard], DrawnCard]:
    return lambda card: replace(at_place(turned_over(card) if face_down else card, spot), level=0)


def discard_stacked(at: Occasion) -> Found | None:
    """A discard is laid on the pile of older ones, nearly squared: only the newest shows."""
    code = _discarded(at)
    still = [name for name in at.before.scene.centre.discards if name in at.moment.scene.centre.discards]
    if code is None or not still:
        return None
    aside = at.chance.uniform(-5, 5), at.chance.uniform(-5, 5)
    discard, under = one(code, None), one(at.evening.code(at.chance.choice(still)), None)

    def change(lying: Laid) -> Laid:
        below = under(lying)
        if not below:
            return lying
        return otherwise(discard, lambda card: off(replace(below[0], code=card.code, level=ON_TOP), 0.0, *aside))(lying)

    return Found(at.player, change)


def discards_squared(at: Occasion) -> Found | None:
    """Somebody squares all discards into one pile: only the last shows, face up or its back."""
    codes = set(map(at.evening.code, at.moment.scene.centre.discards))
    if len(codes) < 2:
        return None
    back_up = at.chance.random() < 0.5

    def change(lying: Laid) -> Laid:
        pile = [card for card in lying if card.owner is None and card.code in codes]
        if len(pile) < 2:
            return lying
        under = {card: replace(pile[0], code=card.code, level=up, buried=True) for up, card in enumerate(pile)}
        top = replace(pile[0], code=pile[-1].code, level=ON_TOP, buried=False)
        return exchanged(lying, {**under, pile[-1]: turned_over(top) if back_up else top})

    return Found(None, change)


def discard_among_triplets(at: Occasion) -> Found | None:
    """A discard is laid back to where its triplet lay, or close beside another triplet, until the round is over."""
    code = _discarded(at)
    if code is None or not (until := _end_of_the_round(at)):
        return None
    place = at.chance.choice((_where_it_lay, _beside_a_triplet))(at, code)
    change: Change | None = otherwise(one(code, None), _lying_at(place)) if place else None
    return Found(at.player, change, until=until) if change else None


def _where_it_lay(at: Occasion, code: int) -> CardSpot | None:
    was = one(code, None)(at.before.lies())
    return _spot(was[0]) if was else None


def _beside_a_triplet(at: Occasion, _code: int) -> CardSpot | None:
    triplets = [three for three in at.moment.scene.centre.triplets if three]
    sides = [(three[end], step) for three in triplets for end, step in ((0, -TRIPLET_MM), (2, TRIPLET_MM))]
    for name, step in at.chance.sample(sides, len(sides)):
        beside = one(at.evening.code(name), None)(at.laid)
        if beside:
            return _spot(off(beside[0], 0.0, step, 0.0))
    return None


def _spot(card: DrawnCard) -> CardSpot:
    return CardSpot(card.x_mm, card.y_mm, card.heading_deg)


def _end_of_the_round(at: Occasion) -> int | None:
    """The number of the moment at which the next triplets lie there; None if they do already."""
    offered = [{*moment.scene.centre.triplets} for moment in at.evening.moments]
    triplets = offered[at.number]
    if triplets and None not in triplets:
        return None
    numbers = range(at.number + 1, len(offered))
    return next((later for later in numbers if not triplets >= offered[later] - {None}), None)


LIES: dict[str, Find] = {
    **named(discard_face_down),
    "discard-down-right": _thrown("right", face_down=True),
    "discard-down-left": _thrown("left", face_down=True, noticed=True),
    "discard-down-neighbour": _thrown("neighbour", face_down=True),
    "discard-in-reach": _thrown("anywhere", face_down=False),
    **named(discard_gone, discard_stacked, discards_squared, discard_among_triplets),
}
