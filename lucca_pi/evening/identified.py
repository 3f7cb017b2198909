"""Cards that players have told apart where looks leave them open: that holds for as long as those cards lie there."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist

from lucca_pi.evening.journal import Adjusted, Asked, Event, Played, Started
from lucca_pi.evening.modes import Choice, Option, ThisCard
from lucca_pi.table.anchor import anchored
from lucca_pi.table.axes import wrapped
from lucca_pi.table.sighting import Alike, Look, Sighting

STILL_MM = 8.0
STILL_DEG = 8.0
"""A card that lies no farther from where it was told, and is turned no more, is that card still."""


@dataclass(frozen=True, slots=True)
class Identified:
    """A card that players told in a look: in the look's axes it is `seen`; `asked`: the question with its answer."""

    look: Look
    seen: Sighting
    asked: Asked


def as_identified(look: Look, told: Iterable[Identified], anchors: Collection[int]) -> Look:
    """The look with the cards that have been told and lie there still."""
    for one in told:
        look = _with(look, one, anchors) if look.alike else look
    return look


def _with(look: Look, known: Identified, anchors: Collection[int]) -> Look:
    places = {seen.code: seen for seen in known.look.sightings}
    there = anchored(look, places, anchors)
    at = next((at for at, one in enumerate(there.alike) if _is_still(one, known.seen)), None)
    if at is None or any(seen.code == known.seen.code for seen in look.sightings):
        return look
    one = look.alike[at]
    card = Sighting(known.seen.code, one.x_mm, one.y_mm, one.heading_deg, known.seen.margin)
    return replace(look, sightings=(*look.sightings, card), alike=(*look.alike[:at], *look.alike[at + 1 :]))


def _is_still(one: Alike, seen: Sighting) -> bool:
    near = dist((one.x_mm, one.y_mm), (seen.x_mm, seen.y_mm)) < STILL_MM
    return near and abs(wrapped(one.heading_deg - seen.heading_deg)) < STILL_DEG and seen.code in one.codes


def with_questions(events: Sequence[Event], identified: Sequence[Identified]) -> Sequence[Event]:
    """The events, with what was asked of the looks' cards in the one that has the looks."""
    asked = tuple(one.asked for one in identified)
    at = next((at for at, event in enumerate(events) if _has_looks(event)), len(events))
    return (*events[:at], *(_asking(one, asked) for one in events[at : at + 1]), *events[at + 1 :])


def _asking(event: Event, asked: tuple[Asked, ...]) -> Event:
    if not isinstance(event, Started | Played | Adjusted):
        return event
    return replace(event, identified=(*asked, *event.identified))


def _has_looks(event: Event) -> bool:
    return isinstance(event, Started | Played | Adjusted) and bool(event.looks)


def at_rest(choice: Choice, *, takes: bool) -> Choice:
    """The question put of a look at rest, with nothing to be judged yet; `takes` as in `step.Rested`."""
    return replace(choice, options=tuple(_resting(option, takes=takes) for option in choice.options))


def _resting(option: Option, *, takes: bool) -> Option:
    lead = option.lead
    return replace(option, lead=replace(lead, rests=True, takes=takes)) if isinstance(lead, ThisCard) else option
