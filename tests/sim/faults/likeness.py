"""What hurts who knows cards by their faces and by where they lie: twins exchanged, cards turned, one held above."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from random import Random

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from tests.sim.evening import Evening, Laid
from tests.sim.eye import uncovered
from tests.sim.faces import four_alike
from tests.sim.faults.cards import One, Otherwise, hides_nothing, off, seat_of
from tests.sim.faults.once import Found

HELD_MM = 70.0
"""A card is held above the table with its middle up to so far from another's, across and down."""
ABOVE_ALL = 98


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Two cards lie in each other's place."""

    one: int
    other: int

    def __call__(self, lying: Laid) -> Laid:
        """The table with them so, as long as both lie there."""
        codes = {self.one: self.other, self.other: self.one}
        if not codes.keys() <= {card.code for card in lying}:
            return lying
        return tuple(replace(card, code=codes.get(card.code, card.code)) for card in lying)


def twins_exchanged(evening: Evening, number: int, chance: Random) -> Found | None:
    """Two cards that look alike lie exactly in each other's place: two players', or a player's and a discard."""
    discards = set(map(evening.code, evening.moments[number].scene.centre.discards))
    there = {card.code: card for card in _in_sight(evening, number) if card.owner or card.code in discards}
    pairs = [pair for group in four_alike(evening.deck_file) for pair in combinations(sorted(there.keys() & group), 2)]
    for one, other in chance.sample(pairs, len(pairs)):
        owners = [card.owner for card in (there[one], there[other]) if card.owner]
        if owners:
            return Found(_player(evening, chance.choice(owners)), Exchanged(one, other))
    return None


def turned_in_place(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card that lies free, in the centre or with a player, is turned round by 180° where it lies."""
    laid = evening.moments[number].lies()
    cards = list(_in_sight(evening, number))
    for card in chance.sample(cards, len(cards)):
        how = partial(off, heading_deg=0.0, x_mm=0.0, y_mm=0.0, turned_deg=180.0)
        change = Otherwise(One(card.code, card.owner, card.area), how)
        if hides_nothing(evening, laid, change(laid)):
            return Found(_player(evening, card.owner), change)
    return None


def held_above(evening: Evening, number: int, chance: Random) -> Found | None:
    """Somebody holds a card of his in its sleeve above the table, for one look: it seems to lie where others lie."""
    cards = list(_in_sight(evening, number))
    own = [card for card in cards if card.owner and card.area == "construction"]
    if not own:
        return None
    card = chance.choice(own)
    below = chance.choice([other for other in cards if other is not card] or [card])
    player = _player(evening, card.owner)
    heading_deg = seat_of(evening, player or "").heading_deg + chance.uniform(-8, 8)
    x_mm, y_mm = (middle + chance.uniform(-HELD_MM, HELD_MM) for middle in (below.x_mm, below.y_mm))
    held = partial(_held, x_mm=x_mm, y_mm=y_mm, heading_deg=heading_deg % 360)
    return Found(player, Otherwise(One(card.code, card.owner, card.area), held), brief=True)


def _held(card: DrawnCard, x_mm: float, y_mm: float, heading_deg: float) -> DrawnCard:
    return replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=heading_deg, level=ABOVE_ALL)


def _in_sight(evening: Evening, number: int) -> Iterator[DrawnCard]:
    """The cards whose faces are in sight."""
    seen = uncovered(evening.moments[number].lies(), evening.deck_file)
    return (card for card in seen if card.code < QUARTER_CODES[0] and card.code in evening.deck_file.codes)


def _player(evening: Evening, owner: int | None) -> str | None:
    return next((name for name, code in evening.seats.items() if code == owner), None)
