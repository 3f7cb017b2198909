"""The explanation of how a look at the board was judged: what it shows, and the evidence against each possible turn."""

from collections.abc import Iterator, Sequence

from lucca_pi.contract.verdict import Explanation, Judged, Split, Turns, Weighed, section, side_by_side, weighed_json
from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.referee.evidence import (
    Case,
    growth_misfit,
    stack_misfit,
    strips_misfit,
    supply_misfit,
    took_misfit,
)
from lucca_pi.games.chessboard.referee.search import both_kinds
from lucca_pi.games.chessboard.referee.turns import Situation, turn_words, ways_words
from lucca_pi.games.chessboard.referee.verdict import FARTHEST
from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.game import play_turn
from lucca_pi.games.chessboard.table.reading import BoardReading

MOST = 6
"""Most turns that are shown side by side."""


def explained(case: Case, judged: Judged, taken: Turns) -> Explanation:
    """The explanation of how looks are judged; `taken`: the turns that the game has."""
    ways = _ways(judged.split, taken) if judged.split else _singles(case, taken)
    seen = tuple(_changes(case)) if case.now.has_board else ()
    best, decided = judged.best, judged.decision
    return Explanation(
        sure=judged.sure,
        best=best,
        weight=ways[0].weight if best and ways else None,
        ranking=tuple(ways),
        next_best=ways[1].words if len(ways) > 1 else "",
        lines=(f"{decided}.", *side_by_side(ways), *section("changed since before the turn:", seen)),
        data={"decision": decided, "candidates": [weighed_json(one) for one in ways], "seen": [*seen]},
        remedies=judged.remedies,
    )


def _ways(found: Split, taken: Turns) -> list[Weighed]:
    weighed = zip(found.ways, found.costs, ways_words(found.ways), strict=True)
    return [
        Weighed(words, cost, (("other differences on the table", cost),) if cost else (), taken=way == taken)
        for way, cost, words in weighed
    ]


def _singles(case: Case, taken: Turns) -> list[Weighed]:
    """The possible single turns and the best part of a turn, or the nearest ones if none is possible."""
    if not case.now.has_board or case.now.quarters:
        return []
    near = both_kinds(case)
    found = near if near.best else both_kinds(case, FARTHEST)
    both = [*found.turns, *([found.part] if found.part else [])]
    after = _after(case, taken)
    return [
        Weighed("; ".join(_parts(case, one)), one.cost, reasons(case, one), taken=one.is_whole and one.after == after)
        for one in sorted(both, key=lambda one: one.cost)[:MOST]
    ]


def _after(case: Case, taken: Turns) -> object:
    """The position after the turn taken; None if there is none, or several."""
    try:
        return play_turn(case.game, taken[0]).position if len(taken) == 1 else None
    except RuleError:
        return None


def _parts(case: Case, one: Situation) -> Iterator[str]:
    if one.bricks:
        yield turn_words(one.turn(case.player))
    if one.struggle:
        yield "a struggle still to be carried out"
    elif not one.is_whole:
        yield "not whole yet" if one.bricks else "nothing played yet"


_Reason = tuple[str, float]
"""The reason against a turn, in words, and its weight as a natural logarithm of odds."""
_LEAST = 1e-9


def reasons(case: Case, one: Situation) -> tuple[_Reason, ...]:
    """
    Everything that speaks against a situation, lot by lot, then supply and prisoners, over all looks.

    The weights add up to its cost, those of the last look to `evidence.misfit`.
    """
    stacks, reading = one.after.city.stacks, case.now
    found = [
        reason
        for lot in sorted({*stacks, *reading.stacks})
        for reason in _of_lot(case, reading, lot, stacks.get(lot))
        if abs(reason[1]) > _LEAST
    ]
    counts = (
        ("the supply has other bricks", supply_misfit(reading, one.after.supply)),
        ("the prisoners are others", took_misfit(reading, one.after)),
    )
    found += [reason for reason in counts if reason[1] > _LEAST]
    if one.cost - one.now > _LEAST:
        found.append(("looks before the last one show something else", one.cost - one.now))
    return tuple(found)


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


def _changes(case: Case) -> Iterator[str]:
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
