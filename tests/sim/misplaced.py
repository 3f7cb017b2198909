"""Piles, columns and towers that lie crooked, some centimetres off, near the line to the next area, or fanned."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from lucca_pi.drawn.things import moved_point
from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.table.areas import LOWER_EDGE_MM
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from lucca_pi.table.sighting import Sighting, in_axes
from tests.codes import code_middle
from tests.sim.evening import Evening, Laid, Moment
from tests.sim.eye import uncovered

OFF_MM = 40.0
CROOKED_DEG = (10.0, 40.0)
FROM_THE_LINE_MM = (1.0, 6.0)
STRIP_MM = 20.0
"""So much of an older card shows above a newer one in a fanned pile."""
PLACED_WELL_AT_FIRST = 0.5
"""Of those that lie badly at last, so many were pushed there later."""

Key = tuple[int, str, str]
"""Owner, area, and colour or code of what lies together."""


@dataclass(frozen=True, slots=True)
class Push:
    """How something lies off: by so much in its owner's axes, turned about its first card; from that moment on."""

    x_mm: float
    y_mm: float
    turned_deg: float
    from_moment: int
    inside_mm: float | None = None
    """How far its newest card's code lies within its area, beside the line of the quarter's lower edge."""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """
    So many of all piles, columns and towers are laid carelessly, or pushed later.

    They stay where the contract of the table says they belong: in their owner's reach, in their area, covering nothing.
    """

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        pushes: dict[Key, Push | None] = {}
        for number, moment in enumerate(evening.moments):
            for key in sorted({key for card in moment.lying if (key := _key(card, evening))}):
                if key not in pushes:
                    pushes[key] = _push(chance, number, len(evening.moments)) if chance.random() < self.rate else None
            now = {key: push for key, push in pushes.items() if push and push.from_moment <= number}
            yield moment.changed(partial(_pushed, evening, now))


@dataclass(frozen=True, slots=True)
class LeftFanned:
    """So many completed palaces are never squared: a strip of each older card shows above the newest."""

    rate: float

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        fanned: dict[Key, bool] = {}
        for moment in evening.moments:
            for key in sorted({key for card in moment.lying if card.buried and (key := _key(card, evening))}):
                fanned.setdefault(key, key[1] == "completed" and chance.random() < self.rate)
            yield moment.changed(partial(_fanned, evening, [key for key, left in fanned.items() if left]))


def _fanned(evening: Evening, keys: Iterable[Key], lying: Laid) -> Laid:
    for key in keys:
        group = sorted((card for card in lying if _key(card, evening) == key), key=lambda card: card.level)
        strips = tuple(_above(evening, card, up * STRIP_MM) for up, card in enumerate(reversed(group)))
        rest = tuple(card for card in lying if card not in group)
        if group and _covers_no_more(evening, rest, strips, (*rest, group[-1])):
            lying = (*rest, *strips)
    return lying


def _above(evening: Evening, card: DrawnCard, up_mm: float) -> DrawnCard:
    x_mm, y_mm = moved_point((card.x_mm, card.y_mm), _quarter(evening, card).heading_deg, 0.0, -up_mm)
    return replace(card, x_mm=x_mm, y_mm=y_mm, buried=False)


def _covers_no_more(evening: Evening, rest: Laid, group: Laid, before: Laid) -> bool:
    """Whether the group shows all its codes, and covers none that was in sight before."""
    shown = len(uncovered(before, evening.deck_file)) - 1 + len(group)
    return len(uncovered((*rest, *group), evening.deck_file)) == shown


def _push(chance: Random, number: int, moments: int) -> Push:
    later = chance.random() >= PLACED_WELL_AT_FIRST
    onset = chance.randrange(number, moments) if later else number
    off = chance.uniform(-OFF_MM, OFF_MM), chance.uniform(-OFF_MM, OFF_MM)
    turned = chance.choice((-1, 1)) * chance.uniform(*CROOKED_DEG)
    match chance.choice(("crooked", "off", "line")):
        case "crooked":
            return Push(0, 0, turned, onset)
        case "off":
            return Push(*off, 0, onset)
        case _:
            return Push(0, 0, 0, onset, chance.uniform(*FROM_THE_LINE_MM))


def _key(card: DrawnCard, evening: Evening) -> Key | None:
    if card.owner is None or card.area is None or card.code in QUARTER_CODES or card.code == BACK_CODE:
        return None
    number = {code: number for number, code in evening.deck_file.codes.items()}.get(card.code)
    colour = evening.deck_file.deck[number].colour if number is not None else str(card.code)
    return card.owner, card.area, colour


def _pushed(evening: Evening, pushes: dict[Key, Push], lying: Laid) -> Laid:
    """The cards with everything pushed that can be."""
    for key, push in pushes.items():
        group = [card for card in lying if _key(card, evening) == key]
        if group:
            moved_group = tuple(_moved(evening, group, push))
            rest = tuple(card for card in lying if card not in group)
            if _is_in_order(evening, lying, rest, moved_group):
                lying = (*rest, *moved_group)
    return lying


def _moved(evening: Evening, group: list[DrawnCard], push: Push) -> Iterator[DrawnCard]:
    """The group after the push: all its cards as one."""
    pivot = min(group, key=lambda card: card.level)
    y_mm = push.y_mm if push.inside_mm is None else _to_the_line(evening, group, push.inside_mm)
    to = moved_point((pivot.x_mm, pivot.y_mm), _quarter(evening, pivot).heading_deg, push.x_mm, y_mm)
    for card in group:
        beside = card.x_mm - pivot.x_mm, card.y_mm - pivot.y_mm
        x_mm, y_mm = moved_point(to, push.turned_deg, *beside)
        yield replace(card, x_mm=x_mm, y_mm=y_mm, heading_deg=card.heading_deg + push.turned_deg)


def _to_the_line(evening: Evening, group: Iterable[DrawnCard], inside_mm: float) -> float:
    """How far down, in the owner's axes, to the line along the quarter's lower edge."""
    card = max(group, key=lambda one: one.level)
    pose = in_axes(_sighting(card, evening), _quarter(evening, card))
    return LOWER_EDGE_MM - pose.y_mm + (inside_mm if card.area == "construction" else -inside_mm)


def _quarter(evening: Evening, card: DrawnCard) -> Sighting:
    return next(quarter for quarter in evening.quarters() if quarter.code == card.owner)


def _sighting(card: DrawnCard, evening: Evening) -> Sighting:
    return Sighting(card.code, *code_middle(card, evening.deck_file), card.heading_deg)


def _is_in_order(evening: Evening, before: Laid, rest: Laid, group: Laid) -> bool:
    """Whether the group lies in its area as before and no code is covered that was not."""
    stays = all(evening.is_in_order(card) for card in group)
    return stays and len(uncovered((*rest, *group), evening.deck_file)) == len(uncovered(before, evening.deck_file))
