"""What happens to completed and opened palaces: squared wrongly, not squared, laid or left in a wrong area."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.drawn.things import Point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, CardSpot
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.table.areas import Area
from tests.sim.evening import Evening, Laid
from tests.sim.eye import uncovered
from tests.sim.faults.cards import at_spot, exchanged, free_spots, off, seat_of
from tests.sim.faults.once import Found, done_at

STRIPS_MM = ((0.0, -20.0), (-20.0, 0.0), (-16.0, -16.0))
"""Upward, to the left, or aslant: so that the codes show."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A player's completed or opened palace of one colour."""

    evening: Evening
    player: str
    colour: str

    def cards(self, lying: Laid, *areas: Area) -> list[DrawnCard]:
        """Its cards where it lies in one of these areas, the newest last."""
        owner, deck = self.evening.seats[self.player], self.evening.game.record.deck
        codes = {self.evening.code(number) for number, card in deck.cards.items() if card.colour == self.colour}
        cards = [card for card in lying if card.owner == owner and card.area in areas and card.code in codes]
        return sorted(cards, key=lambda card: card.level)


@dataclass(frozen=True, slots=True)
class OnTop:
    """The older card with that code lies on top of a pile, where it is squared."""

    pile: Pile
    older: int

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        cards = self.pile.cards(lying, "completed", "opened")
        older, newest = [card for card in cards if card.code == self.older], cards[-1:]
        if not older or older == newest:
            return lying
        (under,), (newest_card,) = older, newest
        return exchanged(
            lying, {under: replace(newest_card, code=under.code), newest_card: replace(under, code=newest_card.code)}
        )


@dataclass(frozen=True, slots=True)
class Moved:
    """A pile lies at another spot in its player's axes, while it belongs in that area."""

    pile: Pile
    area: Area
    spot: CardSpot

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        seat = seat_of(self.pile.evening, self.pile.player)
        return exchanged(lying, {card: at_spot(card, seat, self.spot) for card in self.pile.cards(lying, self.area)})


@dataclass(frozen=True, slots=True)
class Fanned:
    """A completed palace whose older cards look out from under the newest, each by a strip."""

    pile: Pile
    strip_mm: Point

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        cards = self.pile.cards(lying, "completed")[::-1]
        heading_deg = seat_of(self.pile.evening, self.pile.player).heading_deg
        x_mm, y_mm = self.strip_mm
        new = {card: off(cards[0], heading_deg, x_mm * at, y_mm * at) for at, card in enumerate(cards)}
        return exchanged(lying, {card: replace(place, code=card.code, level=card.level) for card, place in new.items()})


def _completed(evening: Evening, number: int, chance: Random) -> Pile | None:
    """A palace of several cards that was completed in that turn."""
    player = done_at(evening, number).player
    was = evening.whole_before(number).scene.position.quarters[player].completed
    now = evening.moments[number].scene.position.quarters[player].completed
    new = [colour for colour, palace in now.items() if colour not in was and len(palace.cards) > 1]
    return Pile(evening, player, chance.choice(new)) if new else None


def old_on_top(evening: Evening, number: int, chance: Random) -> Found | None:
    """As a completed palace is squared a card of an earlier turn ends up on top."""
    pile = _completed(evening, number, chance)
    if pile is None:
        return None
    column = evening.whole_before(number).scene.position.quarters[pile.player].construction.get(pile.colour)
    older = [evening.code(card.number) for card in column.cards] if column else []
    return Found(pile.player, OnTop(pile, chance.choice(older))) if older else None


def left_fanned(evening: Evening, number: int, chance: Random) -> Found | None:
    """A completed palace is laid among the others without being squared."""
    pile, laid = _completed(evening, number, chance), evening.moments[number].lies()
    if pile is None:
        return None
    shown = len(pile.cards(laid, "completed")) - 1 + len(uncovered(laid, evening.deck_file))
    for strip in chance.sample(STRIPS_MM, len(STRIPS_MM)):
        if len(uncovered(Fanned(pile, strip)(laid), evening.deck_file)) == shown:
            return Found(pile.player, Fanned(pile, strip))
    return None


def squared_in_place(evening: Evening, number: int, chance: Random) -> Found | None:
    """A completed palace is squared, and left where its column was."""
    pile = _completed(evening, number, chance)
    if pile is None:
        return None
    spot = evening.whole_before(number).scene.places[pile.player].construction.get(pile.colour)
    if spot is None:
        return None
    row = chance.choice((1, 1, 2))
    place = CardSpot(COLUMNS[spot].x_mm, COLUMNS[spot].y_mm + row * CARD_MM[1] / 2)
    until = _taken_again(evening, number, pile.player, spot)
    return Found(pile.player, Moved(pile, "completed", place), until) if until > number else None


def _taken_again(evening: Evening, number: int, player: str, spot: int) -> int:
    """The number of the first moment from that one on at which a column lies in the spot."""
    for later, moment in enumerate(evening.moments[number:], start=number):
        if spot in moment.scene.places[player].construction.values():
            return later
    return len(evening.moments)


def completed_right(evening: Evening, number: int, chance: Random) -> Found | None:
    """A palace just completed is laid right of the quarter, among those that are opened."""
    pile = _completed(evening, number, chance)
    return _elsewhere(pile, number, chance, "completed", OPENED) if pile else None


def opened_back(evening: Evening, number: int, chance: Random) -> Found | None:
    """A palace opened long ago is laid back among the completed ones."""
    pile = _since_long(evening, number, "opened", chance)
    return _elsewhere(pile, number, chance, "opened", COMPLETED) if pile else None


def moved_unopened(evening: Evening, number: int, chance: Random) -> Found | None:
    """A completed palace is moved over to the opened ones, though nobody opens it, while somebody else plays."""
    pile = _since_long(evening, number, "completed", chance)
    return _elsewhere(pile, number, chance, "completed", OPENED) if pile else None


def _since_long(evening: Evening, number: int, area: Area, chance: Random) -> Pile | None:
    """A palace that lies in that area since before the turn, of a player who does not play in it."""
    mover = done_at(evening, number).player
    was, now = evening.whole_before(number).scene.position, evening.moments[number].scene.position
    piles = [
        Pile(evening, player, colour)
        for player in now.players
        for colour in getattr(now.quarters[player], area)
        if player != mover and colour in getattr(was.quarters[player], area)
    ]
    return chance.choice(piles) if piles else None


def _elsewhere(pile: Pile, number: int, chance: Random, area: Area, spots: Sequence[CardSpot]) -> Found | None:
    seat = seat_of(pile.evening, pile.player)
    for spot in free_spots(pile.evening, number, chance, [seat.to_table(spot) for spot in spots]):
        return Found(pile.player, Moved(pile, area, seat.from_table(spot)))
    return None


def opened_unmoved(evening: Evening, number: int, chance: Random) -> Found | None:
    """An opening is only said: the palace is moved over some turns later, before its player's next."""
    turn = done_at(evening, number)
    following = next_turn_of(evening, number, turn.player)
    if not turn.open or following is None or following <= number + 1:
        return None
    colour = chance.choice(turn.open)
    spot = COMPLETED[evening.whole_before(number).scene.places[turn.player].completed[colour]]
    change = Moved(Pile(evening, turn.player, colour), "opened", spot)
    return Found(turn.player, change, until=chance.randrange(number + 1, following), noticed=False)


def next_turn_of(evening: Evening, number: int, player: str) -> int | None:
    """The number of the moment at which that player has played the next time."""
    later = enumerate(evening.moments[number + 1 :], start=number + 1)
    return next((at for at, moment in later if moment.done and moment.done.player == player), None)
