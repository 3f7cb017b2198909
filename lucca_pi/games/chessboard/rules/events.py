"""What happens in a turn, one event after another, each with its reason in a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lucca_pi.games.chessboard.rules.city import City
from lucca_pi.language import _
from lucca_pi.strict import shown

Kind = Literal["house", "floor", "struggle", "fight", "razed", "parted", "merge", "switch", "adjust"]
KINDS: tuple[Kind, ...] = ("house", "floor", "struggle", "fight", "razed", "parted", "merge", "switch", "adjust")


@dataclass(frozen=True, slots=True)
class Event:
    """What happened: its kind, why it was so, and the facts that belong to the kind."""

    kind: Kind
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def event_json(event: Event) -> dict[str, Any]:
    """The event as JSON data."""
    return {"kind": event.kind, **event.facts, "reason": event.reason}


def house_event(colour: str, at: str) -> Event:
    """A house was placed."""
    return Event("house", _("A {colour} house at {at}.", colour=colour, at=at), {"colour": colour, "at": at})


def floor_event(city: City, colour: str, at: str) -> Event:
    """
    A floor was placed; the city is the one after it.

    >>> floor_event(City(8, {"d4": ("white", "red", "blue")}), "blue", "d4").reason
    'A blue floor below white at d4, which is 3 high now.'
    """
    height = len(city.stacks[at])
    told = {"colour": colour, "top_colour": city.controls(at), "at": at, "height": height}
    reason = _("A {colour} floor below {top_colour} at {at}, which is {height} high now.", **told)
    return Event("floor", reason, {"colour": colour, "at": at, "height": height})


def switch_event(player: str, colour: str, to: str) -> Event:
    """A player took a neutral colour."""
    told = {"player": shown(player), "to_colour": to, "colour": colour}
    return Event(
        "switch", _("{player} plays {to_colour} from now on, no more {colour}.", **told), {"colour": colour, "to": to}
    )


def adjust_event(note: str) -> Event:
    """The players settled something by hand."""
    if not note:
        return Event("adjust", _("Settled by hand."))
    return Event("adjust", _("Settled by hand: {note}", note=shown(note, longest=200)))
