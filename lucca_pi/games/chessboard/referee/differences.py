"""Differences between a look and a position, in words: the fault on each lot with its remedy, and its weight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lucca_pi.games.chessboard.referee.evidence import (
    IN_STAIRS,
    Case,
    growth_misfit,
    stack_misfit,
    strips_misfit,
    supply_misfit,
    took_misfit,
)
from lucca_pi.games.chessboard.referee.turns import Situation
from lucca_pi.games.chessboard.rules.city import COLOURS, Stack
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.reading import BoardReading, SeenStack, count_range
from lucca_pi.language import Text, _, listed


@dataclass(frozen=True, slots=True)
class _Difference:
    """
    The fault on a lot, and the order that mends it in the imperative; both without a full stop.

    `fact`: for a miscount on the mat, the number that was counted.
    """

    problem: Text
    remedy: Text
    at: str = ""
    fact: tuple[str, str] = ("", "")


def differences(case: Case, reading: BoardReading, position: Position) -> Iterator[_Difference]:
    """Differences from the position, lot by lot, then of supply and prisoners."""
    stacks = position.city.stacks
    for lot in sorted({*stacks, *reading.stacks}):
        yield from _on_lot(case, reading, lot, stacks.get(lot))
    yield from miscounted(reading, position)


def _on_lot(case: Case, reading: BoardReading, lot: str, stack: Stack | None) -> Iterator[_Difference]:
    seen = reading.stacks.get(lot)
    if seen is None and stack is not None and lot not in reading.hidden:
        told = {"at": lot, "colour": stack[0]}
        tower = _("{at}: the {colour} tower is not there", **told)
        problem = tower if len(stack) > 1 else _("{at}: the {colour} house is not there", **told)
        yield _Difference(problem, _("Put it back on {at}", at=lot), lot)
    elif seen is not None and stack is None:
        known = _("{at}: a {colour} brick lies there", at=lot, colour=seen.top)
        problem = known if seen.top else _("{at}: a brick lies there", at=lot)
        yield _Difference(problem, _("Take it away from {at}", at=lot), lot)
    elif seen is not None and stack is not None:
        yield from _of_stack(case, seen, lot, stack)


def _of_stack(case: Case, seen: SeenStack, lot: str, stack: Stack) -> Iterator[_Difference]:
    told = {"at": lot, "colour": stack[0]}
    if seen.top and seen.top != stack[0]:
        problem = _("{at}: {seen_colour} is on top, it should be {colour}", seen_colour=seen.top, **told)
        yield _Difference(problem, _("Put {colour} on top of {at}", **told), lot)
    floors = stack[:0:-1]
    if case.stairs and strips_misfit(seen.floors, seen.sure, floors) > 0:
        yield _of_stairs(seen, lot, floors)


def _of_stairs(seen: SeenStack, lot: str, floors: tuple[str, ...]) -> _Difference:
    if not floors:
        return _Difference(
            _("{at}: a floor lies below the house", at=lot), _("Take it out from below {at}", at=lot), lot
        )
    lowest = listed([_("{colour}", colour=colour) for colour in floors[:IN_STAIRS]])
    if len(seen.floors) < min(len(floors), IN_STAIRS):
        problem = _("{at}: the lowest floors are not all in sight", at=lot)
        return _Difference(problem, _("Pull out the stairs of {at}", at=lot), lot)
    problem = _("{at}: from below it should be {colours}", at=lot, colours=lowest)
    return _Difference(problem, _("Put the floors of {at} right", at=lot), lot)


def miscounted(reading: BoardReading, position: Position) -> Iterator[_Difference]:
    """Differences in the counts on the mat: the supply, then the prisoners."""
    for colour in COLOURS if reading.supply is not None else ():
        number, right = _nearest_count(reading, (colour, ""), position.supply[colour]), position.supply[colour]
        if number != right:
            told = {"number": number, "right": right, "colour": colour}
            problem = _("Supply: I count {number} {colour}, there should be {right}", **told)
            yield _Difference(problem, _("Check the supply and the prisoners"), fact=("supply", colour))
    for pair in sorted({*(reading.took or {}), *position.took}) if reading.took is not None else ():
        right = position.took.get(pair, 0)
        number = _nearest_count(reading, (pair[1], pair[0]), right)
        if number != right:
            told = {"number": number, "right": right, "taker_colour": pair[0], "colour": pair[1]}
            problem = _("Prisoners of {taker_colour}: I count {number} {colour}, there should be {right}", **told)
            remedy = _("Put the prisoners of {taker_colour} right", taker_colour=pair[0])
            yield _Difference(problem, remedy, fact=("took", pair[0]))


def _nearest_count(reading: BoardReading, what: tuple[str, str], right: int) -> int:
    """The possible count of a colour nearest to the expected one, in the supply or in a taker's field."""
    colour, taker = what
    seen = (reading.took or {}).get((taker, colour), 0) if taker else (reading.supply or {}).get(colour, 0)
    least, most = count_range(seen, reading.unsure, colour, taker)
    return min(max(right, least), most)


_Reason = tuple[str, float]
"""The reason against a turn, in words, and its weight as a natural logarithm of odds."""
_LEAST = 1e-9


def reasons(case: Case, one: Situation) -> tuple[_Reason, ...]:
    """Everything that speaks against a situation, over all looks; the weights add up to its cost."""
    found = [*_position_reasons(case, case.now, one.after)]
    if one.cost - one.now > _LEAST:
        found.append(("looks before the last one show something else", one.cost - one.now))
    return tuple(found)


def _position_reasons(case: Case, reading: BoardReading, position: Position) -> Iterator[_Reason]:
    """
    Everything that speaks against a position, lot by lot, then supply and prisoners; the sum is `evidence.misfit`.
    """
    stacks = position.city.stacks
    for lot in sorted({*stacks, *reading.stacks}):
        yield from (one for one in _of_lot(case, reading, lot, stacks.get(lot)) if abs(one[1]) > _LEAST)
    counts = (
        ("the supply has other bricks", supply_misfit(reading, position.supply)),
        ("the prisoners are others", took_misfit(reading, position)),
    )
    yield from (one for one in counts if one[1] > _LEAST)


def _of_lot(case: Case, reading: BoardReading, lot: str, stack: Stack | None) -> Iterator[_Reason]:
    seen, whole = reading.stacks.get(lot), stack_misfit(case, reading, lot, stack)
    if seen is None:
        yield f"{lot}: nothing is seen there, and it is in sight", whole
    elif stack is None:
        yield f"{lot}: a brick is seen where none would be", whole
    else:
        strips = strips_misfit(seen.floors, seen.sure, stack[:0:-1]) if case.stairs else 0.0
        grown = growth_misfit(case, seen, lot, stack)
        top = f"on top it is {seen.top}, it would be {stack[0]}" if seen.top else "the colour on top cannot be told"
        yield f"{lot}: {top}", whole - strips - grown
        below, would = _floors_words(seen.floors), _floors_words(stack[:0:-1])
        yield f"{lot}: below it {below}, it would be {would}", strips
        yield f"{lot}: the top is as wide as on another height", grown


def _floors_words(floors: Sequence[str | None]) -> str:
    """Colours of floors, the lowest first."""
    return ", ".join(one or "something" for one in floors) or "nothing"


def changes(case: Case) -> Iterator[str]:
    """Differences between the last look and the position before the turn: what a turn has to explain."""
    stacks, now = case.position.city.stacks, case.now
    for lot in sorted({*stacks, *now.stacks}):
        seen, stack = now.stacks.get(lot), stacks.get(lot)
        if seen is None and stack and lot not in now.hidden:
            yield f"{lot}: {stack[0]} is gone"
        elif seen and stack_misfit(case, now, lot, stack) > _LEAST:
            yield f"{lot}: {seen.top or 'something'} on top, below it {_floors_words(seen.floors)}"
    if now.hidden:
        yield f"not in sight: {', '.join(sorted(now.hidden))}"
    if now.supply is None:
        yield "the mat could not be counted"
