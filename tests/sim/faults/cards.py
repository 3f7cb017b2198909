"""Cards on the table, picked out and laid elsewhere: in place among the others, so that a row keeps its order."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from random import Random

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import CardSpot, TableSeat
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from lucca_pi.games.citta.rules.turn import Turn, Way
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.codes import code_middle
from tests.sim.evening import Evening, Laid
from tests.sim.eye import uncovered

LOOKED_AHEAD = 8
"""Moments for which a place stays free that somebody lays a card in by mistake."""


@dataclass(frozen=True, slots=True)
class One:
    """One card wherever it lies with that owner (None: the centre); `area` None: in whatever area."""

    code: int
    owner: int | None
    area: Area | None = None

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """It, or nothing."""
        cards = [card for card in lying if card.code == self.code and card.owner == self.owner]
        return [card for card in cards if self.area in (None, card.area)]


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall that was laid as the so manieth by that owner, from 0."""

    owner: int
    number: int

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """It, or nothing."""
        return walls(lying, self.owner)[self.number : self.number + 1]


Pick = Callable[[Laid], list[DrawnCard]]
"""Picks cards of a table."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The cards that are picked lie otherwise, one by one."""

    pick: Pick
    how: Callable[[DrawnCard], DrawnCard]

    def __call__(self, lying: Laid) -> Laid:
        """The table with them so."""
        return exchanged(lying, {card: self.how(card) for card in self.pick(lying)})


@dataclass(frozen=True, slots=True)
class Away:
    """The cards that are picked are out of sight."""

    pick: Pick

    def __call__(self, lying: Laid) -> Laid:
        """The table without them."""
        gone = self.pick(lying)
        return tuple(card for card in lying if card not in gone)


def exchanged(lying: Laid, new: dict[DrawnCard, DrawnCard]) -> Laid:
    """The table with some cards exchanged for others."""
    return tuple(new.get(card, card) for card in lying)


def walls(lying: Iterable[DrawnCard], owner: int) -> list[DrawnCard]:
    """An owner's walls, in the order laid."""
    return [card for card in lying if card.code == BACK_CODE and card.owner == owner and card.area == "completed"]


def turned_over(card: DrawnCard) -> DrawnCard:
    """The card with its back up."""
    return replace(card, code=BACK_CODE)


def off(card: DrawnCard, heading_deg: float, x_mm: float, y_mm: float, turned_deg: float = 0.0) -> DrawnCard:
    """The card so far off, in axes of that heading, and turned so much more about its middle."""
    x, y = moved_point((card.x_mm, card.y_mm), heading_deg, x_mm, y_mm)
    return replace(card, x_mm=x, y_mm=y, heading_deg=(card.heading_deg + turned_deg) % 360)


def seat_of(evening: Evening, player: str) -> TableSeat:
    """Where a player sits."""
    return evening.table.seats[evening.game.record.players.index(player)]


def at_spot(card: DrawnCard, seat: TableSeat, spot: CardSpot) -> DrawnCard:
    """The card at a spot beside that seat's quarter."""
    place = seat.to_table(spot)
    return replace(card, x_mm=place.x_mm, y_mm=place.y_mm, heading_deg=place.turned_deg % 360)


def spot_of(card: DrawnCard, seat: TableSeat) -> CardSpot:
    """Where a card lies, in that seat's axes."""
    return seat.from_table(CardSpot(card.x_mm, card.y_mm, card.heading_deg))


def column(evening: Evening, lying: Laid, owner: int, colour: str) -> list[DrawnCard]:
    """An owner's cards of that colour under construction, oldest first."""
    numbers = evening.game.record.deck.cards
    codes = {evening.code(number) for number, card in numbers.items() if card.colour == colour}
    cards = [card for card in lying if card.owner == owner and card.area == "construction" and card.code in codes]
    return sorted(cards, key=lambda card: card.level)


def played(turn: Turn, *ways: Way) -> list[CardName]:
    """The cards that were played in one of these ways."""
    return [play.card for play in turn.play if play.way in ways]


def hides_nothing(evening: Evening, before: Laid, after: Laid) -> bool:
    """Whether as many codes are in sight as before."""
    return len(uncovered(after, evening.deck_file)) == len(uncovered(before, evening.deck_file))


def free_spots(evening: Evening, number: int, chance: Random, spots: Sequence[CardSpot]) -> Iterator[CardSpot]:
    """The spots in table axes, in any order, that no card touches for some moments."""
    ahead = [card for moment in evening.moments[number : number + LOOKED_AHEAD] for card in moment.lying]
    for spot in chance.sample(spots, len(spots)):
        if all(_apart(spot, card) for card in ahead):
            yield spot


def _apart(spot: CardSpot, card: DrawnCard) -> bool:
    """Whether a card that lies upright there would not touch it; cards that lie across may, at a corner."""
    across, down = moved_point((0.0, 0.0), -spot.turned_deg, card.x_mm - spot.x_mm, card.y_mm - spot.y_mm)
    return abs(across) > CARD_MM[0] + 1 or abs(down) > CARD_MM[1] + 1


def around(evening: Evening, lying: Laid, middle: tuple[float, float], radius_mm: float) -> list[DrawnCard]:
    """The cards whose codes lie so near a point."""
    return [card for card in lying if dist(middle, code_middle(card, evening.deck_file)) < radius_mm]


def without(lying: Laid, cards: Collection[DrawnCard]) -> Laid:
    """The table without these cards."""
    return tuple(card for card in lying if card not in cards)
