"""Why a turn fits a look badly: each thing that is seen otherwise, with its weight. They add up to what decides."""

from collections.abc import Iterator, Sequence

from lucca_pi.games.chessboard.referee.evidence import (
    growth_misfit,
    stack_misfit,
    strips_misfit,
    supply_misfit,
    took_misfit,
)
from lucca_pi.games.chessboard.referee.judged import Case
from lucca_pi.games.chessboard.referee.situation import Situation
from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.reading import Reading

Reason = tuple[str, float]
"""What speaks against a turn, in words, and how much: a natural logarithm of odds."""
LEAST = 1e-9


def reasons(case: Case, one: Situation) -> tuple[Reason, ...]:
    """All that speaks against what may have been played, in all looks."""
    found = [*position_reasons(case, case.now, one.after)]
    if one.cost - one.now > LEAST:
        found.append(("looks before the last one show it otherwise", one.cost - one.now))
    return tuple(found)


def position_reasons(case: Case, reading: Reading, position: Position) -> Iterator[Reason]:
    """What speaks against a position, lot by lot, then supply and prisoners: together `evidence.misfit`."""
    stacks = position.city.stacks
    for lot in sorted({*stacks, *reading.stacks}):
        yield from (one for one in _of_lot(case, reading, lot, stacks.get(lot)) if abs(one[1]) > LEAST)
    counts = (
        ("the supply has other bricks", supply_misfit(reading, position.supply)),
        ("the prisoners are others", took_misfit(reading, position)),
    )
    yield from (one for one in counts if one[1] > LEAST)


def _of_lot(case: Case, reading: Reading, lot: str, stack: Stack | None) -> Iterator[Reason]:
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
        below, would = floors_words(seen.floors), floors_words(stack[:0:-1])
        yield f"{lot}: below it {below}, it would be {would}", strips
        yield f"{lot}: the top is as wide as on another height", grown


def floors_words(floors: Sequence[str | None]) -> str:
    """Colours of floors, the lowest first."""
    return ", ".join(one or "something" for one in floors) or "nothing"


def changes(case: Case) -> Iterator[str]:
    """What the last look shows otherwise than the position before the turn: what a turn has to explain."""
    stacks, now = case.position.city.stacks, case.now
    for lot in sorted({*stacks, *now.stacks}):
        seen, stack = now.stacks.get(lot), stacks.get(lot)
        if seen is None and stack and lot not in now.hidden:
            yield f"{lot}: {stack[0]} is gone"
        elif seen and stack_misfit(case, now, lot, stack) > LEAST:
            yield f"{lot}: {seen.top or 'something'} on top, below it {floors_words(seen.floors)}"
    if now.hidden:
        yield f"not in sight: {', '.join(sorted(now.hidden))}"
    if now.supply is None:
        yield "the mat could not be counted"
