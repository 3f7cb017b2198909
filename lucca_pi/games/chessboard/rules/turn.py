"""A turn: two bricks of different colours, one after the other, and the events that each of them causes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.city import COLOURS, City, lots, with_floor, with_house
from lucca_pi.games.chessboard.rules.placing import check_floor, check_house
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import (
    Fight,
    Merge,
    Parted,
    Razed,
    Struggle,
    StruggleStep,
    begin_struggle,
    take_step,
)
from lucca_pi.language import Text, _, ngettext
from lucca_pi.outside import shown

_EventKind = Literal["house", "floor", "struggle", "fight", "razed", "parted", "merge", "switch", "adjust"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, the reason, and the facts that belong to the kind."""

    kind: _EventKind
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def event_json(event: Event) -> dict[str, Any]:
    """The event as JSON data."""
    return {"kind": event.kind, **event.facts, "reason": event.reason}


def _floor_event(city: City, colour: str, at: str) -> Event:
    """
    The event of a placed floor; the city is the one after it.

    >>> _floor_event(City(8, {"d4": ("white", "red", "blue")}), "blue", "d4").reason
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


def _settle(struggle: Struggle, prisoners: tuple[str, ...]) -> tuple[Position, tuple[Event, ...]]:
    """The position and the events of the whole struggle with these prisoners. Raises RuleError "prisoner"."""
    events, rest = [_struggle_event(struggle)], list(prisoners)
    while step := struggle.step:
        chosen = rest.pop(0) if rest and isinstance(step, Fight) and step.choices else None
        struggle = take_step(struggle, chosen)
        events.append(_step_event(step, chosen))
    _check_none_left(tuple(rest))
    return struggle.position, tuple(events)


def _check_none_left(prisoners: tuple[str, ...]) -> None:
    """No house is named that nobody takes (12.2). Raises RuleError "prisoner"."""
    if prisoners:
        raise RuleError("prisoner", _("{at} is named as a prisoner, but nobody takes it", at=shown(prisoners[0])))


def _struggle_event(struggle: Struggle) -> Event:
    """A struggle began."""
    (strong, strong_houses), (weak, weak_houses) = struggle.strengths
    told = {"at": struggle.at, "stronger": struggle.stronger, "weaker": struggle.weaker}
    strengths = {"one": strong, "one_houses": _houses(strong_houses), "two": weak, "two_houses": _houses(weak_houses)}
    reason = _(
        "The house at {at} joins two towers: {stronger} (strength {one}, {one_houses}) is stronger than "
        "{weaker} (strength {two}, {two_houses}).",
        **told,
        **strengths,
    )
    return Event("struggle", reason, {**told, "strengths": [list(one) for one in struggle.strengths]})


def _houses(number: int) -> Text:
    return ngettext("{number} house", "{number} houses", number)


def _step_event(step: StruggleStep, prisoner: str | None) -> Event:
    """A step of a struggle was taken."""
    match step:
        case Razed(at):
            return Event("razed", _("The tower at {at} is down to one brick: it is a house now.", at=at), {"at": at})
        case Parted():
            return Event("parted", _("The two towers are no longer connected: both stay."))
        case Merge():
            told = {"colour": step.colour, "into": step.into, "source": step.source, "height": step.height}
            reason = _(
                "Both towers are {colour}: all bricks of {source} except the lowest go under {into}, which is now "
                "{height} high.",
                **told,
            )
            facts = {"into": step.into, "source": step.source, "floors": list(step.floors), "height": step.height}
            return Event("merge", reason, facts)
    facts = {"tower": step.tower, "colour": step.colour, "fells": step.fells, "at": step.at}
    taken = prisoner or ("supply" if step.from_supply else None)
    return Event("fight", _fight_reason(step, prisoner), {**facts, "prisoner": taken})


def _fight_reason(step: Fight, prisoner: str | None) -> str:
    """
    A step of a fight in words.

    >>> _fight_reason(Fight("b4", "white", "f4", "blue", "Bea", ("a4",), False), "a4")
    'The white tower at b4 fells blue at f4; blue takes the white house at a4.'
    """
    told = {"colour": step.colour, "tower": step.tower, "fells_colour": step.fells, "at": step.at}
    if prisoner is not None:
        return _(
            "The {colour} tower at {tower} fells {fells_colour} at {at}; {fells_colour} takes the {colour} house at "
            "{prisoner}.",
            prisoner=prisoner,
            **told,
        )
    if step.from_supply:
        return _(
            "The {colour} tower at {tower} fells {fells_colour} at {at}; {fells_colour} takes a {colour} brick from "
            "the supply.",
            **told,
        )
    return _(
        "The {colour} tower at {tower} fells {fells_colour} at {at}; there is no {colour} prisoner to take.", **told
    )


BRICKS_IN_A_TURN = 2


@dataclass(frozen=True, slots=True)
class Brick:
    """A placed brick: a house on an empty lot, a floor on a stack."""

    colour: str
    at: str
    prisoners: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: the bricks in the order placed, and the neutral colour taken at its end, if any."""

    player: str
    bricks: tuple[Brick, ...]
    switch: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


def check_colour(brick: Brick, used: tuple[str, ...]) -> None:
    """
    A brick has one of the four colours, and not that of the turn's other brick (4).

    Raises RuleError "colour" or "different-colours".
    """
    if brick.colour not in COLOURS:
        raise RuleError("colour", f"there is no colour {shown(brick.colour)}; there are {', '.join(COLOURS)}")
    if brick.colour in used:
        text = _("both bricks are {colour}; a turn's two bricks have different colours", colour=brick.colour)
        raise RuleError("different-colours", text)


def check_supply(position: Position, colour: str) -> None:
    """Every brick comes from the supply that all share (2, 4). Raises RuleError "supply"."""
    if position.supply[colour] < 1:
        raise RuleError("supply", _("there is no {colour} brick left in the supply", colour=colour))


def _check_lot(position: Position, lot: str) -> None:
    """A brick goes on a lot of the city. Raises RuleError "lot"."""
    if lot not in lots(position.size):
        last = lots(position.size)[-1]
        raise RuleError("lot", f"there is no lot {shown(lot)}; there are a1 to {last}")


def settled_brick(position: Position, brick: Brick, used: tuple[str, ...] = ()) -> tuple[Position, tuple[Event, ...]]:
    """
    The position after a brick whose struggle is settled whole, and what happened (4 to 13). Raises RuleError.

    >>> from lucca_pi.games.chessboard.rules.position import read_position, write_city
    >>> position = read_position("8 | a1 wr, a2 r, a3 r, c1 kk, c2 b | Ada red, Ben blue")
    >>> after, events = settled_brick(position, Brick("white", "b1"))
    >>> write_city(after.city), [event.kind for event in events]
    ('a1 wr, a2 r, a3 r, b1 w, c1 k, c2 b', ['house', 'struggle', 'fight', 'razed'])
    """
    check_colour(brick, used)
    check_supply(position, brick.colour)
    _check_lot(position, brick.at)
    return _floor(position, brick) if brick.at in position.city.stacks else _house(position, brick)


def _floor(position: Position, brick: Brick) -> tuple[Position, tuple[Event, ...]]:
    check_floor(position.city, brick.colour, brick.at)
    _check_none_left(brick.prisoners)
    city = with_floor(position.city, brick.colour, brick.at)
    return position.with_city(city), (_floor_event(city, brick.colour, brick.at),)


def _house(position: Position, brick: Brick) -> tuple[Position, tuple[Event, ...]]:
    check_house(position.city, brick.colour, brick.at)
    told = {"colour": brick.colour, "at": brick.at}
    built = Event("house", _("A {colour} house at {at}.", **told), told)
    if struggle := begin_struggle(position, brick.colour, brick.at):
        after, events = _settle(struggle, brick.prisoners)
        return after, (built, *events)
    _check_none_left(brick.prisoners)
    return position.with_city(with_house(position.city, brick.colour, brick.at)), (built,)
