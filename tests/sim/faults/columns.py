"""What happens to cards of palaces under construction: turned, turned over, tucked under, laid upward, pushed."""

from dataclasses import replace
from functools import partial

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from lucca_pi.games.citta.table.areas import Area
from tests.sim.evening import Change, Evening
from tests.sim.eye import Laid
from tests.sim.faults.once import (
    BELOW,
    Find,
    Found,
    Occasion,
    at_place,
    coloured,
    exchanged,
    named,
    off,
    one,
    otherwise,
    turned,
    turned_over,
)

HALF_MM = CARD_MM[1] / 2
STRIP_MM = (20.0, 45.0)
"""So much of a card that is tucked under another looks out."""
FROM_AFAR_DEG = (90.0, 180.0)
NEIGHBOURS = ((4, 2), (2, 0), (0, 1), (1, 3), (3, 5))
"""The spots of columns that lie beside each other, the left one first."""
FOR_GOOD = 0.3
"""So often a card that was laid turned stays so for the rest of the game."""


def upside_down(at: Occasion) -> Found | None:
    """A card is laid on its column turned by 180°, as it was handed across the table."""
    return _turned(at, 180.0)


def askew(at: Occasion) -> Found | None:
    """A card is laid on its column turned by more than 90°, this way or that."""
    return _turned(at, at.chance.choice((-1, 1)) * at.chance.uniform(*FROM_AFAR_DEG))


def _turned(at: Occasion, turned_deg: float) -> Found | None:
    cards = at.laid_on_columns()
    if not cards:
        return None
    card, for_good = at.chance.choice(cards), at.chance.random() < FOR_GOOD
    area: Area | None = None if for_good else "construction"
    change = otherwise(one(at.evening.code(card), at.owner, area), turned(turned_deg))
    return Found(at.player, change, noticed=False if for_good else None)


def palace_face_down(at: Occasion) -> Found | None:
    """A card for a palace is laid face down in its column."""
    cards = at.laid_on_columns()
    return _face_down(at.evening, at.player, at.chance.choice(cards)) if cards else None


def own_face_down(at: Occasion) -> Found | None:
    """A card that lies at the end of somebody's column since an earlier turn is turned over by mistake."""
    before, now = at.before.scene.position, at.moment.scene.position
    cards = [
        (player, palace.number)
        for player, quarter in now.quarters.items()
        for palace in quarter.construction.values()
        if palace in before.quarters[player].construction.values()
    ]
    return _face_down(at.evening, *at.chance.choice(cards)) if cards else None


def _face_down(evening: Evening, player: str, card: CardName) -> Found:
    return Found(player, otherwise(one(evening.code(card), evening.seats[player], "construction"), turned_over))


def _grown_columns(at: Occasion) -> list[tuple[str, CardName]]:
    """The mover's columns that were longer by one card after that turn, and the card; of two nobody knew the newer."""
    was, now = (one.scene.position.quarters[at.player].construction for one in (at.before, at.moment))
    return [
        (colour, palace.number)
        for colour, palace in now.items()
        if colour in was and len(palace.cards) == len(was[colour].cards) + 1
    ]


def tucked(at: Occasion) -> Found | None:
    """A card is tucked under the far end of its column; it looks out there, and the others have been drawn nearer."""
    grown = _grown_columns(at)
    if not grown:
        return None
    colour, name = at.chance.choice(grown)
    column, code = coloured(at.evening, at.player, colour, "construction"), at.evening.code(name)
    strip_mm, heading_deg = at.chance.uniform(*STRIP_MM), at.evening.seat(at.player).heading_deg

    def change(lying: Laid) -> Laid:
        cards = column(lying)
        others = [card for card in cards if card.code != code]
        if not others or len(others) == len(cards):
            return lying
        under = next(card for card in cards if card.code == code)
        new = {
            card: off(card, heading_deg, 0.0, strip_mm - (HALF_MM if index >= cards.index(under) else 0.0))
            for index, card in enumerate(others)
        }
        return exchanged(lying, {**new, under: replace(under, x_mm=cards[0].x_mm, y_mm=cards[0].y_mm, level=-1)})

    return Found(at.player, change)


def upward(at: Occasion) -> Found | None:
    """A column is laid upward, each newer card covering the far half of the one before."""
    grown = _grown_columns(at)
    if not grown:
        return None
    column = coloured(at.evening, at.player, at.chance.choice(grown)[0], "construction")

    def change(lying: Laid) -> Laid:
        cards = column(lying)
        turned_round = zip(cards, reversed(cards), strict=True)
        return exchanged(lying, {card: replace(card, x_mm=to.x_mm, y_mm=to.y_mm) for card, to in turned_round})

    return Found(at.player, change)


def _pushed(at: Occasion, colour: str, x_mm: float, y_mm: float) -> Change:
    """A column lies elsewhere, over what lies there: so far to its player's right and towards him."""
    heading_deg = at.evening.seat(at.player).heading_deg

    def how(card: DrawnCard) -> DrawnCard:
        return replace(off(card, heading_deg, x_mm, y_mm), level=card.level + 20)

    return otherwise(coloured(at.evening, at.player, colour, "construction"), how)


def columns_together(at: Occasion) -> Found | None:
    """Two columns of a player touch, or one lies half over the other."""
    lies_at = {spot: colour for colour, spot in at.moment.scene.places[at.player].construction.items()}
    pairs = [pair for pair in NEIGHBOURS if set(pair) <= set(lies_at)]
    if not pairs:
        return None
    colour = lies_at[at.chance.choice(pairs)[1]]
    return Found(at.player, _pushed(at, colour, -at.chance.uniform(6, 40), at.chance.uniform(-12, 25)))


def column_off(at: Occasion) -> Found | None:
    """A column is begun on the quarter's edge, or far out on the left or right."""
    columns = at.moment.scene.position.quarters[at.player].construction
    begun = [colour for colour, palace in columns.items() if palace.cards[0].number in at.played("palace")]
    if not begun:
        return None
    colour = at.chance.choice(begun)
    if at.chance.random() < 0.5:
        return Found(at.player, _pushed(at, colour, 0.0, -at.chance.uniform(6, 20)))
    outwards, column = at.chance.uniform(90.0, 200.0), coloured(at.evening, at.player, colour, "construction")
    for side in at.chance.sample((-1, 1), 2):
        change = _pushed(at, colour, side * outwards, at.chance.uniform(0, 60))
        if all(at.evening.is_in_order(card) for card in column(change(at.laid))):
            return Found(at.player, change)
    return None


def with_neighbour(at: Occasion) -> Found | None:
    """A card for a palace is laid with a neighbour, upright for him or for who plays."""
    cards = at.laid_on_columns()
    if not cards:
        return None
    seat = at.evening.seat(at.another_player())
    turned_deg = at.chance.choice((seat.heading_deg, at.evening.seat(at.player).heading_deg))
    for spot in at.free_spots(seat, BELOW):
        place = replace(spot, turned_deg=turned_deg)
        pick = one(at.evening.code(at.chance.choice(cards)), at.owner, "construction")
        return Found(at.player, otherwise(pick, partial(at_place, place=place)))
    return None


LIES: dict[str, Find] = named(
    *(upside_down, askew, palace_face_down, own_face_down, tucked, upward, columns_together, column_off),
    with_neighbour,
)
