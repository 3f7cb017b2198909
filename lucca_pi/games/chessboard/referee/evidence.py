"""
How badly a position fits what a look tells. Costs are natural logarithms of odds; 0: all is seen as it should be.

What the referee judges: the game before the turn, what the looks tell, and what earlier looks taught.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.game import Game
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.counting import between, off, supply_off
from lucca_pi.games.chessboard.table.reading import Reading, Seen

SLACK = 10.0
"""So much more may the widths of all tops together weigh: each errs a little, and none of them alone refuses a turn."""
MARGIN = 6.9
"""Turns that fit worse than the best by no more than this stay possible: odds of a thousand to one."""
LIMIT = 8.0
"""What fits worse is no explanation: it takes more than one thing wrongly seen."""
CLEARLY = 2.0
"""By so much part of a turn has to fit better than a whole one before it is taken that something is left to do."""


@dataclass(frozen=True, slots=True)
class Growth:
    """
    What the width of a top tells of the floors below it.

    `sigma` is the error in floors, as calibration has measured it; `per_floor` is how much wider, as a part of its
    width, a top is that stands a floor higher.
    """

    sigma: float
    per_floor: float


@dataclass(frozen=True, slots=True)
class Case:
    """
    `readings` are in the order of the looks, the last what is judged; those before it may show the turn half-way.

    `across_mm`: how wide each stack's top was when it was confirmed last, by its lot. `stairs`: towers show their
    lowest floors. `growth` None: the width of tops tells nothing. `before`: earlier looks at the turn, for the order of
    its bricks alone.
    """

    game: Game
    readings: tuple[Reading, ...]
    across_mm: Mapping[str, float] = field(default_factory=dict)
    stairs: bool = True
    growth: Growth | None = None
    before: tuple[Reading, ...] = ()

    @property
    def now(self) -> Reading:
        return self.readings[-1]

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def player(self) -> str:
        return self.game.player.name


_UNTOLD = 0.3
"""A colour that cannot be told."""
WRONG, _SURE = 2.0, 7.0
"""A colour that is another: so much at least, and so much more the surer the sighting is."""
_MISSED = 7.0
"""A stack that stands on a lot which was seen empty."""
_NOTHING_THERE = 9.0
"""A brick that was seen where nothing stands."""
_SQUARED = 7.0
"""One of the three lowest floors whose strip is not in sight, as it lies flush with the next."""
_ALL_SQUARED = 4.5
"""No strip in sight of a whole tower: somebody has squared it up."""
_NO_FLOOR = 8.0
"""A strip where there is no floor."""
IN_STAIRS = 3
"""So many of a tower's lowest floors stick out."""
_MISCOUNTED = 5.0
"""Each brick of the supply, or each prisoner, that is counted wrongly."""
_MOST_GROWTH = 12.0
"""Whatever the width of one top says against a height: it may have been touched."""


class Scale:
    """Weighs positions against a reading. Each stack that may stand on a lot is weighed once."""

    def __init__(self, case: Case, reading: Reading) -> None:
        self._case, self.reading = case, reading
        self._before = case.position.city.stacks
        self._known: dict[tuple[str, Stack | None], float] = {}
        self.before = sum(self.on_lot(lot, self._before.get(lot)) for lot in {*self._before, *reading.stacks})

    def on_lot(self, lot: str, stack: Stack | None) -> float:
        """How badly what is seen on a lot fits this stack, or none."""
        known = self._known.get((lot, stack))
        if known is None:
            known = self._known[lot, stack] = stack_misfit(self._case, self.reading, lot, stack)
        return known

    def on_lots(self, position: Position) -> float:
        """How badly all lots fit; `before` is that of the position before the turn."""
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
        """How badly a position fits the reading."""
        return self.on_lots(position) + counts_misfit(self.reading, position)

    def one_less(self, position: Position, colour: str) -> float:
        """By how much worse the supply fits, or better below 0, once it has one brick of a colour less."""
        if self.reading.supply is None:
            return 0.0
        now = position.supply
        less = {**now, colour: now[colour] - 1}
        return supply_misfit(self.reading, less) - supply_misfit(self.reading, now)


def misfit(case: Case, reading: Reading, position: Position) -> float:
    """How badly a position fits a reading."""
    return Scale(case, reading).misfit(position)


def stack_misfit(case: Case, reading: Reading, lot: str, stack: Stack | None) -> float:
    """How badly what is seen on a lot fits this stack, or none, on it."""
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
    How badly the strips in sight fit a tower's floors, both from the lowest up, the top left out.

    Floors above the third may be squared up. Of the three lowest one may be, but that is worse than all being seen.

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
    """The best way to take the strips for floors in their order."""
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


def growth_misfit(case: Case, seen: Seen, lot: str, stack: Stack) -> float:
    """
    How badly the width of a top fits so many floors more, or fewer, than when it was confirmed last.

    It is counted from the number that fits best: an error that speaks against all numbers alike speaks against none.
    """
    before, was = case.across_mm.get(lot), case.position.city.stacks.get(lot)
    if case.growth is None or not before or not seen.across_mm or was is None:
        return 0.0
    grown = (seen.across_mm / before - 1) / case.growth.per_floor
    off, least = grown - (len(stack) - len(was)), grown - round(grown)
    return min(_MOST_GROWTH, (off**2 - least**2) / case.growth.sigma**2 / 2)


def counts_misfit(reading: Reading, position: Position) -> float:
    """How badly the supply and the prisoners' fields fit."""
    return supply_misfit(reading, position.supply) + took_misfit(reading, position)


def supply_misfit(reading: Reading, supply: Mapping[str, int]) -> float:
    return 0.0 if reading.supply is None else _MISCOUNTED * supply_off(reading.supply, reading.unsure, supply)


def took_misfit(reading: Reading, position: Position) -> float:
    seen, took = reading.took, position.took
    if seen is None:
        return 0.0
    pairs = {*seen, *took}
    return _MISCOUNTED * sum(
        off(took.get(pair, 0), *between(seen.get(pair, 0), reading.unsure, pair[1], pair[0])) for pair in pairs
    )
