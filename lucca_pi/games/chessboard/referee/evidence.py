"""
Evidence: how badly a position fits a reading, and the case that is judged.

Costs are natural logarithms of odds; 0 means that everything is seen as it should be.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.game import Game
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.reading import BoardReading, SeenStack, count_range, off, supply_off

SLACK = 10.0
"""Largest extra weight of all tops' widths together: each errs a little, so none alone refuses a turn."""
MARGIN = 6.9
"""Largest cost behind the best at which a turn stays possible: odds of a thousand to one."""
LIMIT = 8.0
"""Largest cost of an explanation; more than one thing must be misread to exceed it."""
CLEARLY = 2.0
"""Least cost by which part of a turn must fit better than a whole one to count as unfinished."""


@dataclass(frozen=True, slots=True)
class Growth:
    """
    The growth of a top's width with the floors below it.

    `sigma`: the error in floors, as calibration measured it. `per_floor`: relative growth of a top's width for one
    floor.
    """

    sigma: float
    per_floor: float


@dataclass(frozen=True, slots=True)
class Case:
    """
    The position before a turn, the readings, and what earlier looks showed.

    `readings` in the order of the looks, the judged one last; earlier ones may show the turn half-way. `across_mm`:
    width of each stack's top when it was last confirmed, by lot. `stairs`: towers show their lowest floors. `growth`
    None: the width of tops is not used. `before`: earlier looks at the turn, used only for the order of its bricks.
    """

    game: Game
    readings: tuple[BoardReading, ...]
    across_mm: Mapping[str, float] = field(default_factory=dict)
    stairs: bool = True
    growth: Growth | None = None
    before: tuple[BoardReading, ...] = ()

    @property
    def now(self) -> BoardReading:
        """The reading of the latest look."""
        return self.readings[-1]

    @property
    def position(self) -> Position:
        """The position before the turn."""
        return self.game.position

    @property
    def player(self) -> str:
        """The player in turn, by name."""
        return self.game.player.name


_UNTOLD = 0.3
"""Cost of a brick whose colour is not recognised."""
WRONG, _SURE = 2.0, 7.0
"""Cost of another colour: `WRONG` plus up to `_SURE`, growing with the sighting's sureness."""
_MISSED = 7.0
"""Cost of a stack on a lot that was seen empty."""
_NOTHING_THERE = 9.0
"""Cost of a brick seen on an empty lot."""
_SQUARED = 7.0
"""Cost if one of the three lowest floors shows no strip because it is flush with the next."""
_ALL_SQUARED = 4.5
"""Cost if a whole tower shows no strip: somebody has squared it up."""
_NO_FLOOR = 8.0
"""Cost of a strip without a floor."""
IN_STAIRS = 3
"""Number of a tower's lowest floors that stick out."""
_MISCOUNTED = 5.0
"""Cost of each brick of the supply, or each prisoner, that is miscounted."""
_MOST_GROWTH = 12.0
"""Largest cost of one top's width against a height: the stack may have been touched."""


class Scale:
    """Weighs positions against a reading; each stack that may be on a lot is weighed once."""

    def __init__(self, case: Case, reading: BoardReading) -> None:
        self._case, self.reading = case, reading
        self._before = case.position.city.stacks
        self._known: dict[tuple[str, Stack | None], float] = {}
        self.before = sum(self.on_lot(lot, self._before.get(lot)) for lot in {*self._before, *reading.stacks})

    def on_lot(self, lot: str, stack: Stack | None) -> float:
        """Cost of this stack, or none, on a lot."""
        known = self._known.get((lot, stack))
        if known is None:
            known = self._known[lot, stack] = stack_misfit(self._case, self.reading, lot, stack)
        return known

    def on_lots(self, position: Position) -> float:
        """Cost of all lots; `before`: the cost for the position before the turn."""
        stacks, before, cost = position.city.stacks, self._before, self.before
        for lot, stack in stacks.items():
            was = before.get(lot)
            if was is not stack and was != stack:
                cost += self.on_lot(lot, stack) - self.on_lot(lot, was)
        for lot, was in before.items():
            if lot not in stacks:
                cost += self.on_lot(lot, None) - self.on_lot(lot, was)
        return max(cost, 0.0)

    def misfit(self, position: Position) -> float:
        """Cost of a position for this reading."""
        return self.on_lots(position) + counts_misfit(self.reading, position)

    def one_less(self, position: Position, colour: str) -> float:
        """Change of the supply's cost if it has one brick of a colour less; negative if it fits better."""
        if self.reading.supply is None:
            return 0.0
        now = position.supply
        less = {**now, colour: now[colour] - 1}
        return supply_misfit(self.reading, less) - supply_misfit(self.reading, now)


def misfit(case: Case, reading: BoardReading, position: Position) -> float:
    """Cost of a position for a reading."""
    return Scale(case, reading).misfit(position)


def stack_misfit(case: Case, reading: BoardReading, lot: str, stack: Stack | None) -> float:
    """Cost of this stack, or of none, given the sighting on a lot."""
    seen = reading.stacks.get(lot)
    if seen is None:
        return _MISSED if stack and lot not in reading.hidden else 0.0
    if stack is None:
        return _NOTHING_THERE
    cost = _colour_misfit(seen.top or None, stack[0], seen.margin)
    if case.stairs:
        cost += strips_misfit(seen.floors, seen.sure, stack[:0:-1])
    return cost + growth_misfit(case, seen, lot, stack)


def _colour_misfit(seen: str | None, colour: str, margin: float) -> float:
    if seen is None:
        return _UNTOLD
    return 0.0 if seen == colour else WRONG + _SURE * margin


@lru_cache(maxsize=20000)
def strips_misfit(seen: tuple[str | None, ...], sure: tuple[float, ...], floors: tuple[str, ...]) -> float:
    """
    Cost of the visible strips for a tower's floors, both from the lowest up, without the top.

    Floors above the third may be squared up. One of the three lowest may be, but that costs more than seeing them all.

    >>> strips_misfit(("red", "blue"), (1, 1), ("red", "blue")), strips_misfit(("red",), (1,), ("red", "blue"))
    (0.0, 7.0)
    >>> strips_misfit(("red", "blue", "red"), (1, 1, 1), ("red", "blue", "red", "white", "white"))
    0.0
    """
    if not seen:
        return _ALL_SQUARED if floors else 0.0
    if not floors:
        return _NO_FLOOR * len(seen)
    return _aligned(seen, sure, floors, 0)


def _aligned(seen: tuple[str | None, ...], sure: tuple[float, ...], floors: tuple[str, ...], skipped_to: int) -> float:
    """Least cost of assigning the strips to floors in their order."""
    if not seen:
        return _SQUARED * max(0, min(len(floors) + skipped_to, IN_STAIRS) - skipped_to)
    if not floors:
        return _NO_FLOOR * len(seen)
    here = _colour_misfit(seen[0], floors[0], sure[0] if sure else 1.0)
    taken = here + _aligned(seen[1:], sure[1:], floors[1:], skipped_to + 1)
    if here == 0:
        return taken
    skipping = _SQUARED if skipped_to < IN_STAIRS else 0.0
    return min(taken, skipping + _aligned(seen, sure, floors[1:], skipped_to + 1))


def growth_misfit(case: Case, seen: SeenStack, lot: str, stack: Stack) -> float:
    """
    Cost of a top's width for this many floors more, or fewer, than when it was last confirmed.

    It is measured from the best-fitting number, so an error that affects all numbers alike costs nothing.
    """
    before, was = case.across_mm.get(lot), case.position.city.stacks.get(lot)
    if case.growth is None or not before or not seen.across_mm or was is None:
        return 0.0
    grown = (seen.across_mm / before - 1) / case.growth.per_floor
    off, least = grown - (len(stack) - len(was)), grown - round(grown)
    return min(_MOST_GROWTH, (off**2 - least**2) / case.growth.sigma**2 / 2)


def counts_misfit(reading: BoardReading, position: Position) -> float:
    """Cost of the counts of the supply and of the prisoners' fields."""
    return supply_misfit(reading, position.supply) + took_misfit(reading, position)


def supply_misfit(reading: BoardReading, supply: Mapping[str, int]) -> float:
    """Cost of a supply for a reading; 0 if no whole mat was seen."""
    return 0.0 if reading.supply is None else _MISCOUNTED * supply_off(reading.supply, reading.unsure, supply)


def took_misfit(reading: BoardReading, position: Position) -> float:
    """Cost of a position's prisoners for a reading; 0 if no whole mat was seen."""
    seen, took = reading.took, position.took
    if seen is None:
        return 0.0
    pairs = {*seen, *took}
    return _MISCOUNTED * sum(
        off(took.get(pair, 0), *count_range(seen.get(pair, 0), reading.unsure, pair[1], pair[0])) for pair in pairs
    )
