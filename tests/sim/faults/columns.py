"""What happens to cards of palaces under construction: turned, turned over, tucked under, laid upward, pushed."""

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from lucca_pi.games.citta.table.areas import Area
from tests.sim.evening import Evening, Laid, Moment
from tests.sim.faults.cards import One, Otherwise, column, exchanged, off, played, seat_of, turned_over
from tests.sim.faults.once import Found, done_at

HALF_MM = CARD_MM[1] / 2
STRIP_MM = (20.0, 45.0)
"""So much of a card that is tucked under another looks out."""
FROM_AFAR_DEG = (90.0, 180.0)
NEIGHBOURS = ((4, 2), (2, 0), (0, 1), (1, 3), (3, 5))
"""The spots of columns that lie beside each other, the left one first."""
FOR_GOOD = 0.3
"""So often a card that was laid turned stays so for the rest of the game."""


def upside_down(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card is laid on its column turned by 180°, as it was handed across the table."""
    return _turned(evening, number, chance, 180.0)


def askew(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card is laid on its column turned by more than 90°, this way or that."""
    return _turned(evening, number, chance, chance.choice((-1, 1)) * chance.uniform(*FROM_AFAR_DEG))


def _turned(evening: Evening, number: int, chance: Random, turned_deg: float) -> Found | None:
    card = _laid_on_a_column(evening, number, chance)
    if card is None:
        return None
    player, for_good = done_at(evening, number).player, chance.random() < FOR_GOOD
    area: Area | None = None if for_good else "construction"
    pick = One(evening.code(card), evening.seats[player], area)
    return Found(player, Otherwise(pick, partial(_round, turned_deg)), noticed=False if for_good else None)


def _round(turned_deg: float, card: DrawnCard) -> DrawnCard:
    return replace(card, heading_deg=(card.heading_deg + turned_deg) % 360)


def palace_face_down(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card for a palace is laid face down in its column."""
    card = _laid_on_a_column(evening, number, chance)
    player = done_at(evening, number).player
    return _face_down(evening, player, card) if card is not None else None


def own_face_down(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card that lies at the end of somebody's column since an earlier turn is turned over by mistake."""
    before, now = evening.whole_before(number).scene.position, evening.moments[number].scene.position
    cards = [
        (player, palace.number)
        for player, quarter in now.quarters.items()
        for palace in quarter.construction.values()
        if palace in before.quarters[player].construction.values()
    ]
    return _face_down(evening, *chance.choice(cards)) if cards else None


def _face_down(evening: Evening, player: str, card: CardName) -> Found:
    return Found(player, Otherwise(One(evening.code(card), evening.seats[player], "construction"), turned_over))


def _laid_on_a_column(evening: Evening, number: int, chance: Random) -> CardName | None:
    """A card that was played in that turn and lies at the end of its column, as its first or not."""
    turn = done_at(evening, number)
    quarter = evening.moments[number].scene.position.quarters[turn.player]
    newest = [palace.number for palace in quarter.construction.values()]
    cards = [card for card in played(turn, "palace") if card in newest]
    return chance.choice(cards) if cards else None


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column of one colour."""

    evening: Evening
    player: str
    colour: str

    def cards(self, lying: Laid) -> list[DrawnCard]:
        """Its cards, oldest first."""
        return column(self.evening, lying, self.evening.seats[self.player], self.colour)

    @property
    def heading_deg(self) -> float:
        """Where the player looks."""
        return seat_of(self.evening, self.player).heading_deg


def _grown_columns(evening: Evening, number: int) -> list[tuple[Column, CardName]]:
    """The mover's columns that were longer by one card after that turn, and the card; of two nobody knew the newer."""
    player = done_at(evening, number).player
    was = evening.whole_before(number).scene.position.quarters[player].construction
    now = evening.moments[number].scene.position.quarters[player].construction
    return [
        (Column(evening, player, colour), palace.number)
        for colour, palace in now.items()
        if colour in was and len(palace.cards) == len(was[colour].cards) + 1
    ]


@dataclass(frozen=True, slots=True)
class Tucked:
    """One card of a column lies under its oldest, and looks out at the far end; the others have been drawn nearer."""

    column: Column
    code: int
    strip_mm: float

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so, as long as the column is there."""
        cards = self.column.cards(lying)
        tucked = [card for card in cards if card.code == self.code]
        others = [card for card in cards if card.code != self.code]
        if not tucked or not others:
            return lying
        at = cards.index(tucked[0])
        new = {
            card: off(card, self.column.heading_deg, 0.0, self.strip_mm - (HALF_MM if index >= at else 0.0))
            for index, card in enumerate(others)
        }
        under = replace(tucked[0], x_mm=cards[0].x_mm, y_mm=cards[0].y_mm, level=-1)
        return exchanged(lying, {**new, tucked[0]: under})


def tucked(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card is tucked under the far end of its column instead of being laid on the near one."""
    grown = _grown_columns(evening, number)
    if not grown:
        return None
    where, card = chance.choice(grown)
    return Found(where.player, Tucked(where, evening.code(card), chance.uniform(*STRIP_MM)))


@dataclass(frozen=True, slots=True)
class Upward:
    """A column is laid away from the player: each newer card covers the far half of the one before."""

    column: Column

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        cards = self.column.cards(lying)
        return exchanged(lying, {card: self._swapped(card, cards[-1 - index]) for index, card in enumerate(cards)})

    def _swapped(self, card: DrawnCard, other: DrawnCard) -> DrawnCard:
        return replace(card, x_mm=other.x_mm, y_mm=other.y_mm)


def upward(evening: Evening, number: int, chance: Random) -> Found | None:
    """A column is laid upward, the newest card farthest from the player."""
    grown = _grown_columns(evening, number)
    return Found(where.player, Upward(where)) if grown and (where := chance.choice(grown)[0]) else None


@dataclass(frozen=True, slots=True)
class Pushed:
    """A column lies elsewhere, over what lies there; `x_mm` and `y_mm` to its player's right and towards him."""

    column: Column
    x_mm: float
    y_mm: float

    def __call__(self, lying: Laid) -> Laid:
        """The table with it so."""
        heading_deg = self.column.heading_deg
        new = {
            card: replace(off(card, heading_deg, self.x_mm, self.y_mm), level=card.level + 20)
            for card in self.column.cards(lying)
        }
        return exchanged(lying, new)


def columns_together(evening: Evening, number: int, chance: Random) -> Found | None:
    """Two columns of a player touch, or one lies half over the other."""
    moment, player = evening.moments[number], done_at(evening, number).player
    places = moment.scene.places[player].construction
    at = {spot: colour for colour, spot in places.items()}
    pairs = [pair for pair in NEIGHBOURS if set(pair) <= set(at)]
    if not pairs:
        return None
    colour = at[chance.choice(pairs)[1]]
    return Found(player, Pushed(Column(evening, player, colour), -chance.uniform(6, 40), chance.uniform(-12, 25)))


def column_off(evening: Evening, number: int, chance: Random) -> Found | None:
    """A column is begun on the quarter's edge, or far out on the left or right."""
    turn, moment = done_at(evening, number), evening.moments[number]
    begun = [colour for colour, palace in _construction(moment, turn.player) if palace[0] in played(turn, "palace")]
    if not begun:
        return None
    where = Column(evening, turn.player, chance.choice(begun))
    if chance.random() < 0.5:
        return Found(turn.player, Pushed(where, 0.0, -chance.uniform(6, 20)))
    return _far_out(evening, moment.lies(), where, chance)


def _far_out(evening: Evening, laid: Laid, where: Column, chance: Random) -> Found | None:
    outwards = chance.uniform(90.0, 200.0)
    for side in chance.sample((-1, 1), 2):
        change = Pushed(where, side * outwards, chance.uniform(0, 60))
        if all(evening.is_in_order(card) for card in where.cards(change(laid))):
            return Found(where.player, change)
    return None


def _construction(moment: Moment, player: str) -> list[tuple[str, list[int]]]:
    quarter = moment.scene.position.quarters[player]
    return [(colour, [card.number for card in palace.cards]) for colour, palace in quarter.construction.items()]
