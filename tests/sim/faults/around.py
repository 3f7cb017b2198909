"""What happens around the cards: quarters pushed, a table turned, a mug on a card, a sticker lost, a careless deal."""

from dataclasses import dataclass, replace
from functools import partial
from math import cos, dist, radians, sin
from random import Random

from lucca_pi.drawn.things import Point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, CardSpot
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from tests.codes import code_middle
from tests.sim.evening import Change, Evening, Laid
from tests.sim.eye import uncovered
from tests.sim.faults.cards import Away, One, Otherwise, at_spot, free_spots, hides_nothing, off, seat_of
from tests.sim.faults.likeness import Exchanged
from tests.sim.faults.once import Found

QUARTER_MM, QUARTER_DEG = (20.0, 80.0), (10.0, 30.0)
AREA_MM = (50.0, 100.0)
COVERING_MM = {"hand": 60.0, "mug": 42.0, "phone": 70.0}
"""How far from its middle each hides codes."""
TRIES = 20


def quarter_pushed(evening: Evening, number: int, chance: Random) -> Found | None:
    """A quarter card alone is pushed by 20 to 80 mm, or turned by 10 to 30°."""
    player = chance.choice(evening.game.record.players)
    pick, laid = One(evening.seats[player], evening.seats[player]), evening.moments[number].lies()
    for _ in range(TRIES):
        far_mm, turned_deg = chance.uniform(*QUARTER_MM), chance.choice((-1, 1)) * chance.uniform(*QUARTER_DEG)
        far_mm, turned_deg = chance.choice(((far_mm, 0.0), (0.0, turned_deg), (far_mm, turned_deg)))
        how = partial(off, heading_deg=chance.uniform(0, 360), x_mm=far_mm, y_mm=0.0, turned_deg=turned_deg)
        if hides_nothing(evening, laid, Otherwise(pick, how)(laid)):
            return Found(player, Otherwise(pick, how))
    return None


def quarter_turned(evening: Evening, _number: int, chance: Random) -> Found | None:
    """A quarter card is turned round where it lies, or across."""
    seat = evening.seats[chance.choice(evening.game.record.players)]
    turned_deg = chance.choice((180.0, 180.0, 90.0, 270.0))
    how = partial(off, heading_deg=0.0, x_mm=0.0, y_mm=0.0, turned_deg=turned_deg + chance.uniform(-10, 10))
    return Found(None, Otherwise(One(seat, seat), how), noticed=False, named="quarter")


def quarters_exchanged(evening: Evening, _number: int, chance: Random) -> Found | None:
    """Two players' quarter cards are laid in each other's place."""
    one, other = chance.sample(list(evening.seats.values()), 2)
    return Found(None, Exchanged(one, other), noticed=False, named="quarter")


@dataclass(frozen=True, slots=True)
class Side:
    """Everything that is one player's."""

    owner: int

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """His cards and his quarter."""
        return [card for card in lying if card.owner == self.owner]


def area_shoved(evening: Evening, number: int, chance: Random) -> Found | None:
    """All that a player has is shoved aside by 50 to 100 mm, his quarter too."""
    laid = evening.moments[number].lies()
    for player in chance.sample(evening.game.record.players, len(evening.game.record.players)):
        for _ in range(TRIES):
            how = partial(off, heading_deg=chance.uniform(0, 360), x_mm=chance.uniform(*AREA_MM), y_mm=0.0)
            change = Otherwise(Side(evening.seats[player]), how)
            if hides_nothing(evening, laid, change(laid)):
                return Found(player, change)
    return None


@dataclass(frozen=True, slots=True)
class Nudged:
    """The camera looks from elsewhere: the whole table lies turned, pushed and a little stretched before it."""

    turned_deg: float
    pushed_mm: Point
    stretched: float
    skewed: float

    def __call__(self, lying: Laid) -> Laid:
        """The table as it lies before the camera."""
        return tuple(self._nudged(card) for card in lying)

    def _nudged(self, card: DrawnCard) -> DrawnCard:
        turn = radians(self.turned_deg)
        x_mm, y_mm = card.x_mm * (1 + self.stretched) + card.y_mm * self.skewed, card.y_mm
        x_mm, y_mm = x_mm * cos(turn) - y_mm * sin(turn), x_mm * sin(turn) + y_mm * cos(turn)
        heading_deg = (card.heading_deg + self.turned_deg) % 360
        return replace(card, x_mm=x_mm + self.pushed_mm[0], y_mm=y_mm + self.pushed_mm[1], heading_deg=heading_deg)


def camera_nudged(_evening: Evening, _number: int, chance: Random) -> Found | None:
    """The camera is nudged or the table is turned, and stays so."""
    pushed_mm = chance.uniform(-60, 60), chance.uniform(-60, 60)
    change = Nudged(chance.uniform(-12, 12), pushed_mm, chance.uniform(-0.01, 0.01), chance.uniform(-0.005, 0.005))
    return Found(None, change, stays=True)


def quarter_hidden(evening: Evening, _number: int, chance: Random) -> Found | None:
    """Something lies on a quarter card's code: for one look, or for turns."""
    player = chance.choice(evening.game.record.players)
    return Found(player, Away(One(evening.seats[player], evening.seats[player])), brief=chance.random() < 0.5)


@dataclass(frozen=True, slots=True)
class Covering:
    """Something lies or stands there, and hides all cards' codes around."""

    evening: Evening
    middle: Point
    radius_mm: float

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """The cards whose codes it hides."""
        deck_file = self.evening.deck_file
        cards = (card for card in lying if card.code not in QUARTER_CODES)
        return [card for card in cards if dist(self.middle, code_middle(card, deck_file)) < self.radius_mm]


def covered_palace(evening: Evening, number: int, chance: Random) -> Found | None:
    """A hand, a mug or a phone on a card of somebody's palace: a hand for one look, the others for turns."""
    cards = [card for card in _owned(evening, number) if card.code < QUARTER_CODES[0]]
    return _covered(evening, cards, chance)


def covered_wall(evening: Evening, number: int, chance: Random) -> Found | None:
    """A hand, a mug or a phone on somebody's wall."""
    return _covered(evening, [card for card in _owned(evening, number) if card.code == BACK_CODE], chance)


def _owned(evening: Evening, number: int) -> list[DrawnCard]:
    seen = uncovered(evening.moments[number].lies(), evening.deck_file)
    return [card for card in seen if card.owner is not None]


def _covered(evening: Evening, cards: list[DrawnCard], chance: Random) -> Found | None:
    if not cards:
        return None
    card, what = chance.choice(cards), chance.choice([*COVERING_MM])
    player = next(name for name, code in evening.seats.items() if code == card.owner)
    middle = code_middle(card, evening.deck_file)
    middle = middle[0] + chance.uniform(-15, 15), middle[1] + chance.uniform(-15, 15)
    return Found(player, Away(Covering(evening, middle, COVERING_MM[what])), brief=what == "hand")


@dataclass(frozen=True, slots=True)
class Face:
    """The card with that code, wherever it lies face up."""

    code: int

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """It, or nothing."""
        return [card for card in lying if card.code == self.code]


def sticker_lost(evening: Evening, number: int, chance: Random) -> Found | None:
    """A card that lies in sight loses its sticker."""
    codes = [card.code for card in uncovered(evening.moments[number].lies(), evening.deck_file)]
    faces = [code for code in codes if code < QUARTER_CODES[0]]
    return Found(None, Away(Face(chance.choice(faces))), stays=True) if faces else None


def deal_upside_down(evening: Evening, _number: int, chance: Random) -> Found | None:
    """One of a player's first cards, or both, lie upside down from the deal on."""
    player = chance.choice(evening.game.record.players)
    cards = list(map(evening.code, evening.game.record.deal[player]))
    turned = Dealt(frozenset(chance.sample(cards, chance.choice((1, 2)))), evening.seats[player])
    return Found(player, Otherwise(turned, partial(off, heading_deg=0.0, x_mm=0.0, y_mm=0.0, turned_deg=180.0)))


@dataclass(frozen=True, slots=True)
class Dealt:
    """An owner's cards with these codes, as long as they are under construction."""

    codes: frozenset[int]
    owner: int

    def __call__(self, lying: Laid) -> list[DrawnCard]:
        """Those that are."""
        own = (card for card in lying if card.owner == self.owner and card.area == "construction")
        return [card for card in own if card.code in self.codes]


def deal_with_neighbour(evening: Evening, number: int, chance: Random) -> Found | None:
    """One of a player's first cards is laid with a neighbour."""
    player, other = chance.sample(evening.game.record.players, 2)
    code, seat = evening.code(chance.choice(evening.game.record.deal[player])), seat_of(evening, other)
    spots = [seat.to_table(CardSpot(top.x_mm, top.y_mm + CARD_MM[1] / 2)) for top in COLUMNS]
    for spot in free_spots(evening, number, chance, spots):
        how = partial(at_spot, seat=seat, spot=seat.from_table(spot))
        return Found(player, Otherwise(One(code, evening.seats[player], "construction"), how))
    return None


def pile_in_reach(evening: Evening, number: int, chance: Random) -> Found | None:
    """The pile of unused cards lies in somebody's reach from the deal on; what shows is one back."""
    player = chance.choice(evening.game.record.players)
    seat = seat_of(evening, player)
    for spot in free_spots(evening, number, chance, [seat.to_table(spot) for spot in (*OPENED, *COMPLETED)]):
        pile = DrawnCard(BACK_CODE, spot.x_mm, spot.y_mm, spot.turned_deg % 360, 0)
        change: Change = _Pile(pile)
        return Found(player, change)
    return None


@dataclass(frozen=True, slots=True)
class _Pile:
    pile: DrawnCard

    def __call__(self, lying: Laid) -> Laid:
        return (*lying, self.pile)
