"""
What happens around the cards: quarters pushed, a table turned, a mug on a card, a sticker lost, a careless deal.

And what hurts who knows cards by their faces and by where they lie: twins exchanged, cards turned, one held above.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import cos, dist, radians, sin

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COMPLETED, OPENED
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from tests.sim.evening import Change
from tests.sim.eye import Laid, code_middle, uncovered
from tests.sim.faces import four_alike
from tests.sim.faults.once import (
    BELOW,
    Find,
    Found,
    NotNowError,
    Occasion,
    at_place,
    away,
    first,
    named,
    one,
    otherwise,
    pushed,
    turned,
)

QUARTER_MM, QUARTER_DEG = (20.0, 80.0), (10.0, 30.0)
AREA_MM = (50.0, 100.0)
COVERING_MM = {"hand": 60.0, "mug": 42.0, "phone": 70.0}
"""How far from its middle each hides codes."""
HELD_MM = 70.0
"""A card is held above the table with its middle up to so far from another's, across and down."""
ABOVE_ALL = 98


def quarter_pushed(at: Occasion) -> Found:
    """A quarter card alone is pushed by 20 to 80 mm, or turned by 10 to 30°."""
    player, chance = at.any_player(), at.chance
    seat = at.evening.seats[player]

    def push() -> Change:
        far_mm, turned_deg = chance.uniform(*QUARTER_MM), chance.choice((-1, 1)) * chance.uniform(*QUARTER_DEG)
        far_mm, turned_deg = chance.choice(((far_mm, 0.0), (0.0, turned_deg), (far_mm, turned_deg)))
        return otherwise(one(seat, seat), pushed(chance.uniform(0, 360), far_mm, turned_deg))

    return first(at.tried(player, push))


def quarter_turned(at: Occasion) -> Found:
    """A quarter card is turned round where it lies, or across."""
    seat = at.evening.seats[at.any_player()]
    turned_deg = at.chance.choice((180.0, 180.0, 90.0, 270.0)) + at.chance.uniform(-10, 10)
    return Found(None, otherwise(one(seat, seat), turned(turned_deg)), noticed=False, named="quarter")


def quarters_exchanged(at: Occasion) -> Found:
    """Two players' quarter cards are laid in each other's place."""
    seats = at.chance.sample(list(at.evening.seats.values()), 2)
    return Found(None, _exchanged(*seats), noticed=False, named="quarter")


def _exchanged(code: int, other: int) -> Change:
    """Two cards lie in each other's place, as long as both lie there."""
    codes = {code: other, other: code}

    def change(lying: Laid) -> Laid:
        if not codes.keys() <= {card.code for card in lying}:
            return lying
        return tuple(replace(card, code=codes.get(card.code, card.code)) for card in lying)

    return change


def area_shoved(at: Occasion) -> Found:
    """All that a player has is shoved aside by 50 to 100 mm, his quarter too."""

    def shove(player: str) -> Change:
        how = pushed(at.chance.uniform(0, 360), at.chance.uniform(*AREA_MM))
        return otherwise(partial(_side, at.evening.seats[player]), how)

    players = at.chance.sample(at.evening.game.record.players, len(at.evening.game.record.players))
    return first(found for player in players for found in at.tried(player, partial(shove, player)))


def _side(owner: int, lying: Laid) -> list[DrawnCard]:
    return [card for card in lying if card.owner == owner]


def camera_nudged(at: Occasion) -> Found:
    """The camera is nudged or the table is turned, and stays so: turned, pushed and a little stretched before it."""
    uniform = at.chance.uniform
    right_mm, down_mm = uniform(-60, 60), uniform(-60, 60)
    turned_deg, stretched, skewed = uniform(-12, 12), uniform(-0.01, 0.01), uniform(-0.005, 0.005)
    turn = radians(turned_deg)

    def nudged(card: DrawnCard) -> DrawnCard:
        x_mm, y_mm = card.x_mm * (1 + stretched) + card.y_mm * skewed, card.y_mm
        x_mm, y_mm = x_mm * cos(turn) - y_mm * sin(turn), x_mm * sin(turn) + y_mm * cos(turn)
        heading_deg = (card.heading_deg + turned_deg) % 360
        return replace(card, x_mm=x_mm + right_mm, y_mm=y_mm + down_mm, heading_deg=heading_deg)

    return Found(None, lambda lying: tuple(map(nudged, lying)), stays=True)


def quarter_hidden(at: Occasion) -> Found:
    """Something lies on a quarter card's code: for one look, or for turns."""
    player = at.any_player()
    seat = at.evening.seats[player]
    return Found(player, away(one(seat, seat)), brief=at.chance.random() < 0.5)


def covered_palace(at: Occasion) -> Found:
    """A hand, a mug or a phone on a card of somebody's palace: a hand for one look, the others for turns."""
    return _covered(at, [card for card in _in_sight(at) if card.owner and card.code < QUARTER_CODES[0]])


def covered_wall(at: Occasion) -> Found:
    """A hand, a mug or a phone on somebody's wall."""
    return _covered(at, [card for card in _in_sight(at) if card.owner and card.code == BACK_CODE])


def _in_sight(at: Occasion) -> tuple[DrawnCard, ...]:
    return uncovered(at.laid, at.evening.deck_file)


def _covered(at: Occasion, cards: list[DrawnCard]) -> Found:
    """Something lies or stands on one of these, and hides all cards' codes around."""
    card, what = at.one_of(cards), at.chance.choice([*COVERING_MM])
    x_mm, y_mm = code_middle(card, at.evening.deck_file)
    middle = x_mm + at.chance.uniform(-15, 15), y_mm + at.chance.uniform(-15, 15)

    def around(lying: Laid) -> list[DrawnCard]:
        cards = (card for card in lying if card.code not in QUARTER_CODES)
        return [card for card in cards if dist(middle, code_middle(card, at.evening.deck_file)) < COVERING_MM[what]]

    return Found(at.evening.player(card.owner), away(around), brief=what == "hand")


def sticker_lost(at: Occasion) -> Found:
    """A card that lies in sight loses its sticker."""
    codes = [card.code for card in _in_sight(at) if card.code < QUARTER_CODES[0]]
    code = at.one_of(codes)
    return Found(None, away(lambda lying: [card for card in lying if card.code == code]), stays=True)


def deal_upside_down(at: Occasion) -> Found:
    """One of a player's first cards, or both, lie upside down from the deal on, as long as they are in construction."""
    player = at.any_player()
    cards = list(map(at.evening.code, at.evening.game.record.deal[player]))
    codes, owner = at.chance.sample(cards, at.chance.choice((1, 2))), at.evening.seats[player]

    def dealt(lying: Laid) -> list[DrawnCard]:
        own = (card for card in lying if card.owner == owner and card.area == "construction")
        return [card for card in own if card.code in codes]

    return Found(player, otherwise(dealt, turned(180.0)))


def deal_with_neighbour(at: Occasion) -> Found:
    """One of a player's first cards is laid with a neighbour."""
    player, other = at.chance.sample(at.evening.game.record.players, 2)
    code = at.evening.code(at.chance.choice(at.evening.game.record.deal[player]))
    spot = first(at.free_spots(at.evening.seat(other), BELOW))
    pick = one(code, at.evening.seats[player], "construction")
    return Found(player, otherwise(pick, partial(at_place, place=spot)))


def pile_in_reach(at: Occasion) -> Found:
    """The pile of unused cards lies in somebody's reach from the deal on; what shows is one back."""
    player = at.any_player()
    spot = first(at.free_spots(at.evening.seat(player), (*OPENED, *COMPLETED)))
    pile = DrawnCard(BACK_CODE, spot.x_mm, spot.y_mm, spot.turned_deg % 360, 0)
    return Found(player, partial(_with_pile, pile))


def _with_pile(pile: DrawnCard, lying: Laid) -> Laid:
    return (*lying, pile)


DEALT: dict[str, Find] = {
    **named(deal_upside_down, deal_with_neighbour, pile_in_reach),
    "deal-quarter-turned": quarter_turned,
}


def twins_exchanged(at: Occasion) -> Found:
    """Two cards that look alike lie exactly in each other's place: two players', or a player's and a discard."""
    discards = set(map(at.evening.code, at.moment.scene.centre.discards))
    there = {card.code: card for card in _faces(at) if card.owner or card.code in discards}
    alike = four_alike(at.evening.deck_file)
    pairs = [pair for group in alike for pair in combinations(sorted(there.keys() & group), 2)]
    for pair in at.chance.sample(pairs, len(pairs)):
        owners = [there[code].owner for code in pair if there[code].owner]
        if owners:
            return Found(at.evening.player(at.chance.choice(owners)), _exchanged(*pair))
    raise NotNowError


def turned_in_place(at: Occasion) -> Found:
    """A card that lies free, in the centre or with a player, is turned round by 180° where it lies."""
    cards = list(_faces(at))
    for card in at.chance.sample(cards, len(cards)):
        change = otherwise(one(card.code, card.owner, card.area), turned(180.0))
        if at.hides_nothing(change):
            return Found(at.evening.player(card.owner), change)
    raise NotNowError


def held_above(at: Occasion) -> Found:
    """Somebody holds a card of his in its sleeve above the table, for one look: it seems to lie where others lie."""
    cards = list(_faces(at))
    own = [card for card in cards if card.owner and card.area == "construction"]
    card = at.one_of(own)
    below = at.chance.choice([other for other in cards if other is not card] or [card])
    player = at.evening.player(card.owner)
    heading_deg = at.evening.seat(player or "").heading_deg + at.chance.uniform(-8, 8)
    x_mm, y_mm = (middle + at.chance.uniform(-HELD_MM, HELD_MM) for middle in (below.x_mm, below.y_mm))

    def held(card: DrawnCard) -> DrawnCard:
        return replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=heading_deg % 360, level=ABOVE_ALL)

    return Found(player, otherwise(one(card.code, card.owner, card.area), held), brief=True)


def _faces(at: Occasion) -> Iterator[DrawnCard]:
    """The cards whose faces are in sight."""
    return (card for card in _in_sight(at) if card.code in at.evening.deck_file.codes)


LIKENESS: dict[str, Find] = named(twins_exchanged, turned_in_place, held_above)
