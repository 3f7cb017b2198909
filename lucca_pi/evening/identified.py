"""What players have told of cards in looks, apart or not seen: it holds for as long as those cards lie there."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist

from lucca_pi.evening.journal import Event
from lucca_pi.games.contract.history import Adjusted, Asked, Played, Started
from lucca_pi.games.contract.questions import Choice, Option, ThisCard
from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import wrapped
from lucca_pi.table.sighting import Alike, Look, Sighting, Told

STILL_MM = 8.0
STILL_DEG = 8.0
"""A card that lies no farther from where it was told, and is turned no more, is that card still."""


@dataclass(frozen=True, slots=True)
class Identified:
    """
    A card that players told in a look; `asked`: the question with its answer.

    `card`: what it is, in the look's axes, where the look leaves it open; that it lies there, where it is not seen.
    """

    look: Look
    card: Sighting | Told
    asked: Asked


def as_identified(look: Look, told: Iterable[Identified], anchors: Collection[int]) -> Look:
    """The look with the cards that have been told and lie there still."""
    for one in told:
        if isinstance(one.card, Told):
            look = _with_told(look, one.card)
        elif look.alike:
            look = _with(look, one.look, one.card, anchors)
    return look


def _with(look: Look, known: Look, card: Sighting, anchors: Collection[int]) -> Look:
    """The look with the card that was told in `known`, if one that may be it lies where it lay."""
    there = anchored(look, {seen.code: seen for seen in known.sightings}, anchors)
    at = next((at for at, one in enumerate(there.alike) if _is_still(one, card)), None)
    if at is None or any(seen.code == card.code for seen in look.sightings):
        return look
    one = look.alike[at]
    seen = Sighting(card.code, one.x_mm, one.y_mm, one.heading_deg, card.margin)
    return replace(look, sightings=(*look.sightings, seen), alike=(*look.alike[:at], *look.alike[at + 1 :]))


def _with_told(look: Look, card: Told) -> Look:
    """The look with a card that it does not show, if it may show those beside which that lies."""
    sure = {seen.code for seen in look.sightings}
    may_be = sure.union(*(one.codes for one in look.alike))
    is_more = card not in look.told and card.code not in sure and may_be.issuperset(card.beside)
    return replace(look, told=(*look.told, card)) if is_more else look


def _is_still(one: Alike, seen: Sighting) -> bool:
    near = dist((one.x_mm, one.y_mm), (seen.x_mm, seen.y_mm)) < STILL_MM
    return near and abs(wrapped(one.heading_deg - seen.heading_deg)) < STILL_DEG and seen.code in one.codes


def with_questions(events: Sequence[Event], identified: Sequence[Identified]) -> Sequence[Event]:
    """The events, with what was asked of the looks' cards in the one that has the looks."""
    asked = tuple(one.asked for one in identified)
    for at, event in enumerate(events):
        if isinstance(event, Started | Played | Adjusted) and event.looks:
            return (*events[:at], replace(event, identified=(*asked, *event.identified)), *events[at + 1 :])
    return events


def at_rest(choice: Choice, *, takes: bool) -> Choice:
    """The question put of a look at rest, with nothing to be judged yet; `takes` as in `step.Rested`."""
    return replace(choice, options=tuple(_resting(option, takes=takes) for option in choice.options))


def _resting(option: Option, *, takes: bool) -> Option:
    lead = option.lead
    return replace(option, lead=replace(lead, rests=True, takes=takes)) if isinstance(lead, ThisCard) else option
