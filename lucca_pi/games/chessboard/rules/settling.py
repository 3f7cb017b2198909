"""A struggle settled whole, and told step by step."""

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.events import Event
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Parted, Razed, Step, Struggle, take_step
from lucca_pi.language import _
from lucca_pi.strict import shown


def settle(struggle: Struggle, prisoners: tuple[str, ...]) -> tuple[Position, tuple[Event, ...]]:
    """The position and the events of the whole struggle with these prisoners. Raises RuleError "prisoner"."""
    events, rest = [struggle_event(struggle)], list(prisoners)
    while step := struggle.step:
        chosen = rest.pop(0) if rest and isinstance(step, Fight) and step.choices else None
        struggle = take_step(struggle, chosen)
        events.append(step_event(step, chosen))
    check_none_left(tuple(rest))
    return struggle.position, tuple(events)


def check_none_left(prisoners: tuple[str, ...]) -> None:
    """No house is named that nobody takes (12.2). Raises RuleError "prisoner"."""
    if prisoners:
        raise RuleError("prisoner", _("{at} is named as a prisoner, but nobody takes it", at=shown(prisoners[0])))


def struggle_event(struggle: Struggle) -> Event:
    """A struggle began."""
    (strong, strong_houses), (weak, weak_houses) = struggle.strengths
    told = {"at": struggle.at, "stronger": struggle.stronger, "weaker": struggle.weaker}
    strengths = {"one": strong, "one_houses": strong_houses, "two": weak, "two_houses": weak_houses}
    reason = _(
        "The house at {at} joins two towers: {stronger} (strength {one}, houses {one_houses}) is stronger than "
        "{weaker} (strength {two}, houses {two_houses}).",
        **told,
        **strengths,
    )
    return Event("struggle", reason, {**told, "strengths": [list(one) for one in struggle.strengths]})


def step_event(step: Step, prisoner: str | None) -> Event:
    """A step of a struggle was taken."""
    match step:
        case Razed(at):
            return Event("razed", _("The tower at {at} is down to one brick: it is a house now.", at=at), {"at": at})
        case Parted():
            return Event("parted", _("The two towers do not hang together any more: both stay."))
        case Merge():
            return _merge_event(step)
    facts = {"tower": step.tower, "colour": step.colour, "fells": step.fells, "at": step.at}
    return Event("fight", fight_reason(step, prisoner), {**facts, "prisoner": prisoner or _from_supply(step)})


def _from_supply(step: Fight) -> str | None:
    return "supply" if step.from_supply else None


def fight_reason(step: Fight, prisoner: str | None) -> str:
    """
    A step of a fight in words.

    >>> fight_reason(Fight("b4", "white", "f4", "blue", "Bea", ("a4",), False), "a4")
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


def _merge_event(step: Merge) -> Event:
    told = {"colour": step.colour, "into": step.into, "source": step.source, "height": step.height}
    reason = _(
        "Both towers are {colour}: all bricks of {source} but the lowest go below {into}, now {height} high.", **told
    )
    facts = {"into": step.into, "source": step.source, "floors": list(step.floors), "height": step.height}
    return Event("merge", reason, facts)
