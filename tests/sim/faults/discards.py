"""Where discards end up that should lie face up in the centre."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from lucca_pi.drawn.things import Point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, TRIPLET_MM, CardSpot
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.evening import Change, Evening, Laid
from tests.sim.faults.cards import (
    Away,
    One,
    Otherwise,
    exchanged,
    free_spots,
    off,
    played,
    seat_of,
    turned_over,
)
from tests.sim.faults.once import Find, Found, done_at, will_be_noticed

THROWN_DEG = 180.0
ON_TOP = 300


def _discarded(evening: Evening, number: int, chance: Random) -> One | None:
    """A card that was discarded in that turn."""
    discards = played(done_at(evening, number), "discard")
    return One(evening.code(chance.choice(discards)), None) if discards else None


def face_down_in_the_centre(evening: Evening, number: int, chance: Random) -> Found | None:
    """A discard is thrown face down among the others."""
    card = _discarded(evening, number, chance)
    return Found(done_at(evening, number).player, Otherwise(card, turned_over)) if card else None


def gone(evening: Evening, number: int, chance: Random) -> Found | None:
    """A discard is put out of sight at once: into the box, a pocket, or under the pile. Nobody fetches it again."""
    card = _discarded(evening, number, chance)
    is_fetched = card is not None and any(not card(lying) for lying in _with_it_in_the_centre(evening, number, card))
    return Found(done_at(evening, number).player, Away(card), stays=True) if card and not is_fetched else None


def _with_it_in_the_centre(evening: Evening, number: int, card: One) -> Iterator[Laid]:
    """The tables from that moment on, as long as the card should lie in the centre."""
    for moment in evening.moments[number:]:
        if card.code in map(evening.code, moment.scene.centre.discards):
            yield moment.lies()


@dataclass(frozen=True, slots=True)
class Thrown:
    """
    A discard is thrown to a place in somebody's reach.

    `noticed`: soon somebody sees that, and lays it in the centre. Before that nobody can tell it from what lies there.
    """

    where: Callable[[Evening, str, Random], Sequence[CardSpot]]
    face_down: bool
    noticed: bool | None = None

    def __call__(self, evening: Evening, number: int, chance: Random) -> Found | None:
        """It, where there is a free place."""
        card, player = _discarded(evening, number, chance), done_at(evening, number).player
        if card is None or (self.noticed and not will_be_noticed(evening, number)):
            return None
        turned_deg = chance.choice((0.0, chance.uniform(0, THROWN_DEG)))
        for spot in free_spots(evening, number, chance, self.where(evening, player, chance)):
            place = replace(spot, turned_deg=spot.turned_deg + turned_deg)
            change = Otherwise(card, partial(_lying_at, place, self.face_down))
            return Found(player, change, noticed=self.noticed)
        return None


def _lying_at(spot: CardSpot, face_down: bool, card: DrawnCard) -> DrawnCard:
    code = BACK_CODE if face_down else card.code
    return replace(card, code=code, x_mm=spot.x_mm, y_mm=spot.y_mm, heading_deg=spot.turned_deg % 360, level=0)


def own_right(evening: Evening, player: str, _chance: Random) -> list[CardSpot]:
    """Right of the quarter, where opened palaces lie."""
    return [seat_of(evening, player).to_table(spot) for spot in OPENED]


def own_left(evening: Evening, player: str, _chance: Random) -> list[CardSpot]:
    """Among the completed palaces and the walls."""
    seat = seat_of(evening, player)
    return [seat.to_table(spot) for spot in (*COMPLETED, *seat.walls[: seat.room])]


def with_a_neighbour(evening: Evening, player: str, chance: Random) -> list[CardSpot]:
    """In another player's reach, wherever there is room."""
    other = chance.choice([name for name in evening.game.record.players if name != player])
    columns = [CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2) for top in COLUMNS]
    return [seat_of(evening, other).to_table(spot) for spot in (*OPENED, *COMPLETED, *columns)]


def anywhere(evening: Evening, player: str, chance: Random) -> list[CardSpot]:
    """In somebody's reach, the own or another's."""
    return chance.choice((own_right, own_left, with_a_neighbour))(evening, player, chance)


@dataclass(frozen=True, slots=True)
class Stacked:
    """A discard lies on another, nearly squared."""

    card: One
    under: One
    aside: Point

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        cards, below = self.card(lying), self.under(lying)
        if not cards or not below:
            return lying
        on_top = off(replace(below[0], code=cards[0].code, level=ON_TOP), 0.0, *self.aside)
        return exchanged(lying, {cards[0]: on_top})


def stacked(evening: Evening, number: int, chance: Random) -> Found | None:
    """A discard is laid on the pile of older ones: only the newest shows."""
    card = _discarded(evening, number, chance)
    old = evening.whole_before(number).scene.centre.discards
    still = [name for name in old if name in evening.moments[number].scene.centre.discards]
    if card is None or not still:
        return None
    aside = chance.uniform(-5, 5), chance.uniform(-5, 5)
    return Found(done_at(evening, number).player, Stacked(card, One(evening.code(chance.choice(still)), None), aside))


@dataclass(frozen=True, slots=True)
class Squared:
    """The discards with these codes lie in one pile: only the last of them shows, or its back."""

    codes: Collection[int]
    back_up: bool

    def __call__(self, lying: Laid) -> Laid:
        """The table with them so."""
        pile = [card for card in lying if card.owner is None and card.code in self.codes]
        if len(pile) < 2:
            return lying
        under = {card: replace(pile[0], code=card.code, level=at, buried=True) for at, card in enumerate(pile)}
        top = replace(pile[0], code=pile[-1].code, level=ON_TOP, buried=False)
        return exchanged(lying, {**under, pile[-1]: turned_over(top) if self.back_up else top})


def squared(evening: Evening, number: int, chance: Random) -> Found | None:
    """Somebody squares all discards into one pile, face up or with a back on top."""
    codes = frozenset(map(evening.code, evening.moments[number].scene.centre.discards))
    return Found(None, Squared(codes, back_up=chance.random() < 0.5)) if len(codes) > 1 else None


def among_triplets(evening: Evening, number: int, chance: Random) -> Found | None:
    """A discard is laid back to where its triplet lay, or close beside another triplet, until the round is over."""
    card = _discarded(evening, number, chance)
    if card is None or not (until := _end_of_the_round(evening, number)):
        return None
    change = chance.choice((_back, _beside))(evening, number, card, chance)
    return Found(done_at(evening, number).player, change, until=until) if change else None


def _back(evening: Evening, number: int, card: One, _chance: Random) -> Change | None:
    was = card(evening.whole_before(number).lies())
    return Otherwise(card, partial(_lying_at, _spot(was[0]), False)) if was else None


def _beside(evening: Evening, number: int, card: One, chance: Random) -> Change | None:
    triplets = [three for three in evening.moments[number].scene.centre.triplets if three]
    sides = [(three[end], step) for three in triplets for end, step in ((0, -TRIPLET_MM), (2, TRIPLET_MM))]
    for name, step in chance.sample(sides, len(sides)):
        beside = One(evening.code(name), None)(evening.moments[number].lies())
        if beside:
            return Otherwise(card, partial(_lying_at, _spot(off(beside[0], 0.0, step, 0.0)), False))
    return None


def _spot(card: DrawnCard) -> CardSpot:
    return CardSpot(card.x_mm, card.y_mm, card.heading_deg)


def _end_of_the_round(evening: Evening, number: int) -> int | None:
    """The number of the moment at which the next triplets lie there; None if they do already."""
    triplets = {three for three in evening.moments[number].scene.centre.triplets if three}
    if triplets and None not in evening.moments[number].scene.centre.triplets:
        return None
    for later in range(number + 1, len(evening.moments)):
        if not triplets >= {three for three in evening.moments[later].scene.centre.triplets if three}:
            return later
    return None


DISCARDS: dict[str, Find] = {
    "discard-face-down": face_down_in_the_centre,
    "discard-down-right": Thrown(own_right, face_down=True),
    "discard-down-left": Thrown(own_left, face_down=True, noticed=True),
    "discard-down-neighbour": Thrown(with_a_neighbour, face_down=True),
    "discard-in-reach": Thrown(anywhere, face_down=False),
    "discard-gone": gone,
    "discard-stacked": stacked,
    "discards-squared": squared,
    "discard-among-triplets": among_triplets,
}
