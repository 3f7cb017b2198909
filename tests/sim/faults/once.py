"""A fault that is made once in an evening: at a moment that suits it, with some of the cards that lie there."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from typing import TypeVar

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, CardSpot, TableSeat
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from lucca_pi.games.citta.rules.turn import Turn, Way
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.games.citta.table.pieces import BACK_CODE
from tests.sim.evening import Change, Evening, Moment, Slip
from tests.sim.eye import Laid
from tests.sim.hands import Hands

TURNS_UNTIL_NOTICED = (0, 1, 2, 3)
"""Turns for which people overlook what lies amiss, where they notice it by themselves."""
NOTICED = 0.5
"""How often they do; otherwise it lies so until the machine complains."""
TOGETHER = 0.7
"""How often a second fault is made at the same moment as the first, or the nearest to it that suits."""
LOOKED_AHEAD = 8
"""Moments for which a place stays free that somebody lays a card in by mistake."""
TRIES = 20
"""Places that are tried for what is pushed about, until it covers nothing."""
BELOW = tuple(CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2) for top in COLUMNS)
"""Below the quarter, where columns lie."""

One = TypeVar("One")


class NotNowError(Exception):
    """A moment does not suit a fault."""


def first(some: Iterable[One]) -> One:
    """The first of them. Raises NotNowError."""
    for one in some:
        return one
    raise NotNowError


@dataclass(frozen=True)
class Occasion:
    """A moment of an evening, by its number, at which something may happen, and the chance that decides what."""

    evening: Evening
    number: int
    chance: Random

    @property
    def moment(self) -> Moment:
        return self.evening.moments[self.number]

    @cached_property
    def before(self) -> Moment:
        """The last moment at which nobody was at his turn."""
        return self.evening.whole_before(self.number)

    @cached_property
    def laid(self) -> Laid:
        """The table as it lies."""
        return self.moment.lies()

    @property
    def turn(self) -> Turn:
        """The turn that was played, at one of the moments of `turns_of`."""
        turn = self.moment.done
        assert isinstance(turn, Turn)
        return turn

    @property
    def player(self) -> str:
        """Who has played it."""
        return self.turn.player

    @property
    def owner(self) -> int:
        """The code of that player's quarter."""
        return self.evening.seats[self.player]

    def played(self, *ways: Way) -> list[CardName]:
        """The cards that were played in one of these ways."""
        return [play.card for play in self.turn.play if play.way in ways]

    def laid_on_columns(self) -> list[CardName]:
        """The cards that were played to palaces and lie at the end of their columns."""
        newest = self.moment.newest(self.player)
        return [card for card in self.played("palace") if card in newest]

    def ends_a_round(self) -> bool:
        """Whether a round ends with that turn."""
        return any(entries[-1] == self.turn for entries in self.evening.game.record.rounds)

    def hides_nothing(self, change: Change) -> bool:
        """Whether as many codes are in sight after the change as before."""
        return self.evening.hides_nothing(self.laid, change(self.laid))

    def one_of(self, some: Sequence[One]) -> One:
        """Any of them. Raises NotNowError."""
        return self.chance.choice(some) if some else first(some)

    def any_player(self) -> str:
        return self.chance.choice(self.evening.game.record.players)

    def another_player(self) -> str:
        return self.chance.choice([name for name in self.evening.game.record.players if name != self.player])

    def free_spots(self, seat: TableSeat, spots: Iterable[CardSpot]) -> Iterator[CardSpot]:
        """The spots of a seat, in table axes and in any order, that no card touches for some moments."""
        ahead = self.evening.moments[self.number : self.number + LOOKED_AHEAD]
        lying = [card for moment in ahead for card in moment.lying]
        there = [seat.to_table(spot) for spot in spots]
        for spot in self.chance.sample(there, len(there)):
            if all(_apart(spot, card) for card in lying):
                yield spot

    def tried(self, player: str | None, make: Callable[[], Change]) -> "Iterator[Found]":
        """Some changes that are made until one hides nothing."""
        changes = (make() for _ in range(TRIES))
        return (Found(player, change) for change in changes if self.hides_nothing(change))


def _apart(spot: CardSpot, card: DrawnCard) -> bool:
    """Whether a card that lies upright there would not touch it; cards that lie across may, at a corner."""
    across, down = moved_point((0.0, 0.0), -spot.turned_deg, card.x_mm - spot.x_mm, card.y_mm - spot.y_mm)
    return abs(across) > CARD_MM[0] + 1 or abs(down) > CARD_MM[1] + 1


def turns_of(evening: Evening) -> list[int]:
    """The numbers of the moments at which somebody has played and presses OK, and means what he has done."""
    return [
        number
        for number, moment in enumerate(evening.moments)
        if isinstance(moment.done, Turn) and moment.pressed and not moment.half_way and moment.meant is None
    ]


def occasions(evening: Evening, chance: Random, numbers: Sequence[int] | None = None) -> Iterator[Occasion]:
    """All turns, or those moments, in any order; often, where a fault is being made already, those near it first."""
    numbers = turns_of(evening) if numbers is None else numbers
    mixed = chance.sample(numbers, len(numbers))
    # at the deal mostly nothing is amiss
    troubled = next((at for at, moment in enumerate(evening.moments) if at and _is_troubled(moment)), None)
    if troubled is not None and chance.random() < TOGETHER:
        mixed.sort(key=lambda number: abs(number - troubled))
    return (Occasion(evening, number, chance) for number in mixed)


def _is_troubled(moment: Moment) -> bool:
    unpressed = moment.done is not None and not moment.pressed
    return bool(moment.slips) or moment.meant is not None or moment.half_way or unpressed


def after_turns(evening: Evening, number: int, turns: int) -> int:
    """The number of the last moment before so many more turns, and one, have been played."""
    left = turns
    for later in range(number + 1, len(evening.moments)):
        left -= evening.moments[later].done is not None
        if left < 0:
            return later - 1
    return len(evening.moments) - 1


def will_be_noticed(at: Occasion) -> bool:
    """Whether so much is left of the evening that people notice by themselves what happens at that moment."""
    return after_turns(at.evening, at.number, TURNS_UNTIL_NOTICED[-1]) + 1 < len(at.evening.moments)


def noticed_at(at: Occasion) -> int:
    """The number of the moment at which people have noticed by themselves what happens."""
    return after_turns(at.evening, at.number, at.chance.choice(TURNS_UNTIL_NOTICED)) + 1


def once(make: Callable[[Occasion], Iterator[Moment]], which: slice = slice(None)) -> Hands:
    """
    What is done at the first turn that suits it: `make` gives the evening with it, or raises NotNowError.

    `which`: of all turns these.
    """

    def hands(evening: Evening, chance: Random) -> Iterator[Moment]:
        for at in occasions(evening, chance, turns_of(evening)[which]):
            with suppress(NotNowError):
                return make(at)
        return iter(evening.moments)

    return hands


@dataclass(frozen=True, slots=True)
class Found:
    """
    What happens, and with whom; None: in the centre.

    `until`: it is over at that moment at the latest. `noticed`: whether people notice it by themselves within some
    turns; None: by chance. `brief`, `stays`, `named`: as a `Slip`.
    """

    player: str | None
    change: Change
    until: int | None = None
    noticed: bool | None = None
    brief: bool = False
    stays: bool = False
    named: str = ""


Find = Callable[[Occasion], Found]
"""What can happen at that moment. Raises NotNowError."""


def named(*finds: Find) -> dict[str, Find]:
    """These by their names: `pushed_wall` is "pushed-wall"."""
    return {find.__name__.replace("_", "-"): find for find in finds}


def lies(name: str, find: Find, *, at_the_deal: bool = False) -> Hands:
    """Something comes to lie amiss after one turn of the evening. `at_the_deal`: as the game begins."""

    def hands(evening: Evening, chance: Random) -> Iterator[Moment]:
        for at in [Occasion(evening, 0, chance)] if at_the_deal else occasions(evening, chance):
            with suppress(NotNowError):
                found = find(at)
                if found.change(at.laid) != at.laid:
                    return _slipped(name, at, found)
        return iter(evening.moments)

    return hands


def _slipped(name: str, at: Occasion, found: Found) -> Iterator[Moment]:
    ends = len(at.evening.moments) if found.until is None else found.until
    noticed = at.chance.random() < NOTICED if found.noticed is None else found.noticed
    if noticed and not found.stays:
        ends = min(ends, noticed_at(at))
    slip = Slip(f"{name} {at.number}", found.player, found.change, found.brief, found.stays, found.named)
    for number, moment in enumerate(at.evening.moments):
        # what happens to cards, and after it what happens to all of them or to their stickers
        slips = sorted((*moment.slips, slip), key=lambda slip: slip.stays)
        yield replace(moment, slips=tuple(slips)) if at.number <= number < ends else moment


# Cards that are picked, and laid elsewhere: in place among the others, so that a row keeps its order.

Pick = Callable[[Laid], list[DrawnCard]]
"""Picks cards of a table, or nothing where they do not lie so."""


def one(code: int, owner: int | None, area: Area | None = None) -> Pick:
    """One card wherever it lies with that owner (None: the centre); `area` None: in whatever area."""
    return lambda lying: [
        card for card in lying if card.code == code and card.owner == owner and area in (None, card.area)
    ]


def walls(owner: int) -> Pick:
    """An owner's walls, in the order laid."""
    return lambda lying: [
        card for card in lying if card.code == BACK_CODE and card.owner == owner and card.area == "completed"
    ]


def wall(owner: int, number: int) -> Pick:
    """The wall that was laid as the so manieth by that owner, from 0."""
    return lambda lying: walls(owner)(lying)[number : number + 1]


def coloured(evening: Evening, player: str, colour: str, *areas: Area) -> Pick:
    """A player's palace cards of a colour in these areas, oldest first."""
    codes = {evening.code(number) for number, card in evening.game.record.deck.cards.items() if card.colour == colour}
    owner = evening.seats[player]
    return lambda lying: sorted(
        (card for card in lying if card.owner == owner and card.area in areas and card.code in codes),
        key=lambda card: card.level,
    )


def otherwise(pick: Pick, how: Callable[[DrawnCard], DrawnCard]) -> Change:
    """The cards that are picked lie otherwise, one by one."""
    return lambda lying: exchanged(lying, {card: how(card) for card in pick(lying)})


def away(pick: Pick) -> Change:
    """The cards that are picked are out of sight."""
    return lambda lying: without(lying, pick(lying))


def without(lying: Laid, gone: Sequence[DrawnCard]) -> Laid:
    """The table without these cards."""
    return tuple(card for card in lying if card not in gone)


def exchanged(lying: Laid, new: dict[DrawnCard, DrawnCard]) -> Laid:
    """The table with some cards exchanged for others."""
    return tuple(new.get(card, card) for card in lying)


def turned_over(card: DrawnCard) -> DrawnCard:
    """The card with its back up."""
    return replace(card, code=BACK_CODE)


def turned(by_deg: float) -> Callable[[DrawnCard], DrawnCard]:
    """Turns a card where it lies."""
    return lambda card: replace(card, heading_deg=(card.heading_deg + by_deg) % 360)


def off(card: DrawnCard, heading_deg: float, x_mm: float, y_mm: float, turned_deg: float = 0.0) -> DrawnCard:
    """The card so far off, in axes of that heading, and turned so much more about its middle."""
    x, y = moved_point((card.x_mm, card.y_mm), heading_deg, x_mm, y_mm)
    return replace(card, x_mm=x, y_mm=y, heading_deg=(card.heading_deg + turned_deg) % 360)


def pushed(heading_deg: float, by_mm: float, turned_deg: float = 0.0) -> Callable[[DrawnCard], DrawnCard]:
    """Pushes a card so far in that direction, and turns it."""
    return partial(off, heading_deg=heading_deg, x_mm=by_mm, y_mm=0.0, turned_deg=turned_deg)


def at_place(card: DrawnCard, place: CardSpot) -> DrawnCard:
    """The card at a spot in table axes."""
    return replace(card, x_mm=place.x_mm, y_mm=place.y_mm, heading_deg=place.turned_deg % 360)
