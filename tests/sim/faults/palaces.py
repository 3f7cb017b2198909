"""What happens to palaces: cards turned, tucked, pushed; columns squared wrongly, or not; in a wrong area."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, CardSpot
from lucca_pi.games.citta.rules.deck import CARD_MM, CardName
from lucca_pi.games.citta.table.areas import Area
from tests.sim.evening import Change, Evening
from tests.sim.eye import Laid, uncovered
from tests.sim.faults.once import (
    BELOW,
    Found,
    NotNowError,
    Occasion,
    at_place,
    coloured,
    exchanged,
    first,
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


def upside_down(at: Occasion) -> Found:
    """A card is laid on its column turned by 180°, as it was handed across the table."""
    return _turned(at, 180.0)


def askew(at: Occasion) -> Found:
    """A card is laid on its column turned by more than 90°, this way or that."""
    return _turned(at, at.chance.choice((-1, 1)) * at.chance.uniform(*FROM_AFAR_DEG))


def _turned(at: Occasion, turned_deg: float) -> Found:
    card, for_good = at.one_of(at.laid_on_columns()), at.chance.random() < FOR_GOOD
    area: Area | None = None if for_good else "construction"
    change = otherwise(one(at.evening.code(card), at.owner, area), turned(turned_deg))
    return Found(at.player, change, noticed=False if for_good else None)


def palace_face_down(at: Occasion) -> Found:
    """A card for a palace is laid face down in its column."""
    return _face_down(at.evening, at.player, at.one_of(at.laid_on_columns()))


def own_face_down(at: Occasion) -> Found:
    """A card that lies at the end of somebody's column since an earlier turn is turned over by mistake."""
    before, now = at.before.scene.position, at.moment.scene.position
    cards = [
        (player, palace.number)
        for player, quarter in now.quarters.items()
        for palace in quarter.construction.values()
        if palace in before.quarters[player].construction.values()
    ]
    return _face_down(at.evening, *at.one_of(cards))


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


def tucked(at: Occasion) -> Found:
    """A card is tucked under the far end of its column; it looks out there, and the others have been drawn nearer."""
    colour, name = at.one_of(_grown_columns(at))
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


def upward(at: Occasion) -> Found:
    """A column is laid upward, each newer card covering the far half of the one before."""
    column = coloured(at.evening, at.player, at.one_of(_grown_columns(at))[0], "construction")

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


def columns_together(at: Occasion) -> Found:
    """Two columns of a player touch, or one lies half over the other."""
    lies_at = {spot: colour for colour, spot in at.moment.scene.places[at.player].construction.items()}
    pairs = [pair for pair in NEIGHBOURS if set(pair) <= set(lies_at)]
    colour = lies_at[at.one_of(pairs)[1]]
    return Found(at.player, _pushed(at, colour, -at.chance.uniform(6, 40), at.chance.uniform(-12, 25)))


def column_off(at: Occasion) -> Found:
    """A column is begun on the quarter's edge, or far out on the left or right."""
    columns = at.moment.scene.position.quarters[at.player].construction
    begun = [colour for colour, palace in columns.items() if palace.cards[0].number in at.played("palace")]
    colour = at.one_of(begun)
    if at.chance.random() < 0.5:
        return Found(at.player, _pushed(at, colour, 0.0, -at.chance.uniform(6, 20)))
    outwards, column = at.chance.uniform(90.0, 200.0), coloured(at.evening, at.player, colour, "construction")
    sides = at.chance.sample((-1, 1), 2)
    changes = (_pushed(at, colour, side * outwards, at.chance.uniform(0, 60)) for side in sides)
    is_well = (change for change in changes if all(map(at.evening.is_in_order, column(change(at.laid)))))
    return Found(at.player, first(is_well))


def with_neighbour(at: Occasion) -> Found:
    """A card for a palace is laid with a neighbour, upright for him or for who plays."""
    cards = at.laid_on_columns()
    if not cards:
        raise NotNowError
    seat = at.evening.seat(at.another_player())
    turned_deg = at.chance.choice((seat.heading_deg, at.evening.seat(at.player).heading_deg))
    place = replace(first(at.free_spots(seat, BELOW)), turned_deg=turned_deg)
    pick = one(at.evening.code(at.chance.choice(cards)), at.owner, "construction")
    return Found(at.player, otherwise(pick, partial(at_place, place=place)))


STRIPS_MM = ((0.0, -20.0), (-20.0, 0.0), (-16.0, -16.0))
"""Upward, to the left, or aslant: so that the codes show."""


def _completed(at: Occasion) -> str:
    """The colour of a palace of several cards that was completed in that turn. Raises NotNowError."""
    was, now = (one.scene.position.quarters[at.player].completed for one in (at.before, at.moment))
    new = [colour for colour, palace in now.items() if colour not in was and len(palace.cards) > 1]
    return at.one_of(new)


def old_on_top(at: Occasion) -> Found:
    """As a completed palace is squared a card of an earlier turn ends up on top."""
    colour = _completed(at)
    column = at.before.scene.position.quarters[at.player].construction.get(colour)
    if column is None:
        raise NotNowError
    code = at.evening.code(at.chance.choice([card.number for card in column.cards]))
    pile = coloured(at.evening, at.player, colour, "completed", "opened")

    def change(lying: Laid) -> Laid:
        cards = pile(lying)
        older = next((card for card in cards if card.code == code), None)
        if older is None or older == cards[-1]:
            return lying
        return exchanged(lying, {older: replace(cards[-1], code=code), cards[-1]: replace(older, code=cards[-1].code)})

    return Found(at.player, change)


def left_fanned(at: Occasion) -> Found:
    """A completed palace is laid among the others unsquared: older cards look out from under the newest by a strip."""
    colour = _completed(at)
    pile = coloured(at.evening, at.player, colour, "completed")
    shown = len(pile(at.laid)) - 1 + len(uncovered(at.laid, at.evening.deck_file))
    changes = (partial(_fanned, at, colour, strip_mm) for strip_mm in at.chance.sample(STRIPS_MM, len(STRIPS_MM)))
    is_well = (change for change in changes if len(uncovered(change(at.laid), at.evening.deck_file)) == shown)
    return Found(at.player, first(is_well))


def _fanned(at: Occasion, colour: str, strip_mm: tuple[float, float], lying: Laid) -> Laid:
    cards = coloured(at.evening, at.player, colour, "completed")(lying)[::-1]
    (x_mm, y_mm), heading_deg = strip_mm, at.evening.seat(at.player).heading_deg
    new = {card: off(cards[0], heading_deg, x_mm * up, y_mm * up) for up, card in enumerate(cards)}
    return exchanged(lying, {card: replace(place, code=card.code, level=card.level) for card, place in new.items()})


def squared_in_place(at: Occasion) -> Found:
    """A completed palace is squared, and left where its column was."""
    colour = _completed(at)
    number = at.before.scene.places[at.player].construction.get(colour)
    if number is None:
        raise NotNowError
    top, row = COLUMNS[number], at.chance.choice((1, 1, 2))
    later = enumerate(at.evening.moments[at.number :], start=at.number)
    taken = (then for then, moment in later if number in moment.scene.places[at.player].construction.values())
    until = next(taken, len(at.evening.moments))  # as a column lies there again
    if until <= at.number:
        raise NotNowError
    spot = at.evening.seat(at.player).to_table(CardSpot(top.x_mm, top.y_mm + row * CARD_MM[1] / 2))
    return Found(at.player, _moved(at, at.player, colour, "completed", spot), until)


def _moved(at: Occasion, player: str, colour: str, area: Area, place: CardSpot) -> Change:
    """A palace lies elsewhere, as long as it belongs in that area."""
    return otherwise(coloured(at.evening, player, colour, area), partial(at_place, place=place))


def completed_right(at: Occasion) -> Found:
    """A palace just completed is laid right of the quarter, among those that are opened."""
    return _elsewhere(at, at.player, _completed(at), "completed", OPENED)


def opened_back(at: Occasion) -> Found:
    """A palace opened long ago is laid back among the completed ones."""
    return _old_elsewhere(at, "opened", COMPLETED)


def moved_unopened(at: Occasion) -> Found:
    """A completed palace is moved over to the opened ones, though nobody opens it, while somebody else plays."""
    return _old_elsewhere(at, "completed", OPENED)


def _old_elsewhere(at: Occasion, area: Area, spots: Sequence[CardSpot]) -> Found:
    """A palace that lies in that area since before the turn, of a player who does not play in it."""
    was, now = at.before.scene.position, at.moment.scene.position
    palaces = [
        (player, colour)
        for player in now.players
        for colour in getattr(now.quarters[player], area)
        if player != at.player and colour in getattr(was.quarters[player], area)
    ]
    return _elsewhere(at, *at.one_of(palaces), area, spots)


def _elsewhere(at: Occasion, player: str, colour: str, area: Area, spots: Sequence[CardSpot]) -> Found:
    spot = first(at.free_spots(at.evening.seat(player), spots))
    return Found(player, _moved(at, player, colour, area, spot))


def opened_unmoved(at: Occasion) -> Found:
    """An opening is only said: the palace is moved over some turns later, before its player's next."""
    later = enumerate(at.evening.moments[at.number + 1 :], start=at.number + 1)
    following = next((then for then, moment in later if moment.done and moment.done.player == at.player), None)
    if not at.turn.open or following is None or following <= at.number + 1:
        raise NotNowError
    colour = at.chance.choice(at.turn.open)
    spot = COMPLETED[at.before.scene.places[at.player].completed[colour]]
    change = _moved(at, at.player, colour, "opened", at.evening.seat(at.player).to_table(spot))
    return Found(at.player, change, until=at.chance.randrange(at.number + 1, following), noticed=False)
