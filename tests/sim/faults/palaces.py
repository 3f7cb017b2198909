"""What happens to completed and opened palaces: squared wrongly, not squared, laid or left in a wrong area."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lucca_pi.games.citta.drawn.seats import COLUMNS, COMPLETED, OPENED, CardSpot
from lucca_pi.games.citta.rules.deck import CARD_MM
from lucca_pi.games.citta.table.areas import Area
from tests.sim.evening import Change
from tests.sim.eye import Laid, uncovered
from tests.sim.faults.once import (
    Find,
    Found,
    Occasion,
    at_place,
    coloured,
    exchanged,
    named,
    off,
    otherwise,
)

STRIPS_MM = ((0.0, -20.0), (-20.0, 0.0), (-16.0, -16.0))
"""Upward, to the left, or aslant: so that the codes show."""


def _completed(at: Occasion) -> str | None:
    """The colour of a palace of several cards that was completed in that turn."""
    was, now = (one.scene.position.quarters[at.player].completed for one in (at.before, at.moment))
    new = [colour for colour, palace in now.items() if colour not in was and len(palace.cards) > 1]
    return at.chance.choice(new) if new else None


def old_on_top(at: Occasion) -> Found | None:
    """As a completed palace is squared a card of an earlier turn ends up on top."""
    colour = _completed(at)
    column = at.before.scene.position.quarters[at.player].construction.get(colour) if colour else None
    if colour is None or column is None:
        return None
    code = at.evening.code(at.chance.choice([card.number for card in column.cards]))
    pile = coloured(at.evening, at.player, colour, "completed", "opened")

    def change(lying: Laid) -> Laid:
        cards = pile(lying)
        older = next((card for card in cards if card.code == code), None)
        if older is None or older == cards[-1]:
            return lying
        return exchanged(lying, {older: replace(cards[-1], code=code), cards[-1]: replace(older, code=cards[-1].code)})

    return Found(at.player, change)


def left_fanned(at: Occasion) -> Found | None:
    """A completed palace is laid among the others unsquared: older cards look out from under the newest by a strip."""
    colour = _completed(at)
    if colour is None:
        return None
    pile = coloured(at.evening, at.player, colour, "completed")
    shown = len(pile(at.laid)) - 1 + len(uncovered(at.laid, at.evening.deck_file))
    for strip_mm in at.chance.sample(STRIPS_MM, len(STRIPS_MM)):
        change = partial(_fanned, at, colour, strip_mm)
        if len(uncovered(change(at.laid), at.evening.deck_file)) == shown:
            return Found(at.player, change)
    return None


def _fanned(at: Occasion, colour: str, strip_mm: tuple[float, float], lying: Laid) -> Laid:
    cards = coloured(at.evening, at.player, colour, "completed")(lying)[::-1]
    (x_mm, y_mm), heading_deg = strip_mm, at.evening.seat(at.player).heading_deg
    new = {card: off(cards[0], heading_deg, x_mm * up, y_mm * up) for up, card in enumerate(cards)}
    return exchanged(lying, {card: replace(place, code=card.code, level=card.level) for card, place in new.items()})


def squared_in_place(at: Occasion) -> Found | None:
    """A completed palace is squared, and left where its column was."""
    colour = _completed(at)
    number = at.before.scene.places[at.player].construction.get(colour) if colour else None
    if colour is None or number is None:
        return None
    top, row = COLUMNS[number], at.chance.choice((1, 1, 2))
    later = enumerate(at.evening.moments[at.number :], start=at.number)
    taken = (then for then, moment in later if number in moment.scene.places[at.player].construction.values())
    until = next(taken, len(at.evening.moments))  # as a column lies there again
    spot = at.evening.seat(at.player).to_table(CardSpot(top.x_mm, top.y_mm + row * CARD_MM[1] / 2))
    return Found(at.player, _moved(at, at.player, colour, "completed", spot), until) if until > at.number else None


def _moved(at: Occasion, player: str, colour: str, area: Area, place: CardSpot) -> Change:
    """A palace lies elsewhere, as long as it belongs in that area."""
    return otherwise(coloured(at.evening, player, colour, area), partial(at_place, place=place))


def completed_right(at: Occasion) -> Found | None:
    """A palace just completed is laid right of the quarter, among those that are opened."""
    colour = _completed(at)
    return _elsewhere(at, at.player, colour, "completed", OPENED) if colour else None


def opened_back(at: Occasion) -> Found | None:
    """A palace opened long ago is laid back among the completed ones."""
    return _old_elsewhere(at, "opened", COMPLETED)


def moved_unopened(at: Occasion) -> Found | None:
    """A completed palace is moved over to the opened ones, though nobody opens it, while somebody else plays."""
    return _old_elsewhere(at, "completed", OPENED)


def _old_elsewhere(at: Occasion, area: Area, spots: Sequence[CardSpot]) -> Found | None:
    """A palace that lies in that area since before the turn, of a player who does not play in it."""
    was, now = at.before.scene.position, at.moment.scene.position
    palaces = [
        (player, colour)
        for player in now.players
        for colour in getattr(now.quarters[player], area)
        if player != at.player and colour in getattr(was.quarters[player], area)
    ]
    return _elsewhere(at, *at.chance.choice(palaces), area, spots) if palaces else None


def _elsewhere(at: Occasion, player: str, colour: str, area: Area, spots: Sequence[CardSpot]) -> Found | None:
    for spot in at.free_spots(at.evening.seat(player), spots):
        return Found(player, _moved(at, player, colour, area, spot))
    return None


def opened_unmoved(at: Occasion) -> Found | None:
    """An opening is only said: the palace is moved over some turns later, before its player's next."""
    later = enumerate(at.evening.moments[at.number + 1 :], start=at.number + 1)
    following = next((then for then, moment in later if moment.done and moment.done.player == at.player), None)
    if not at.turn.open or following is None or following <= at.number + 1:
        return None
    colour = at.chance.choice(at.turn.open)
    spot = COMPLETED[at.before.scene.places[at.player].completed[colour]]
    change = _moved(at, at.player, colour, "opened", at.evening.seat(at.player).to_table(spot))
    return Found(at.player, change, until=at.chance.randrange(at.number + 1, following), noticed=False)


LIES: dict[str, Find] = named(
    *(old_on_top, left_fanned, squared_in_place, completed_right, opened_unmoved, opened_back, moved_unopened)
)
