"""
Bricks placed one after the other, and weighed as they are placed: what cannot fit well enough is not followed.

Every misfit is 0 or more, and what a brick cannot touch any more keeps its own: so nothing is left out that could fit.

Whole turns, and parts of turns, that fit a look.

A struggle is people's work, and they may press before they have done it, or half-way.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from lucca_pi.games.chessboard.referee.evidence import Case, Scale, counts_misfit
from lucca_pi.games.chessboard.referee.turns import Situation, marked
from lucca_pi.games.chessboard.rules.city import COLOURS, lots, with_floor, with_house
from lucca_pi.games.chessboard.rules.legal import TurnFilter, can_place
from lucca_pi.games.chessboard.rules.placing import may_take_floor, may_take_house, towers_joined
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Struggle, begin_struggle, outcomes, take_step
from lucca_pi.games.chessboard.rules.turn import Brick

NOISE = 1e-9
"""What adding and subtracting may be off by."""


# No slots: a cached answer needs a place.
@dataclass(frozen=True)
class Placed:
    """Bricks that are placed and settled, the position after them, and how badly its lots fit."""

    scale: Scale
    bricks: tuple[Brick, ...]
    position: Position
    lots: float

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(brick.colour for brick in self.bricks)

    @cached_property
    def counts(self) -> float:
        return counts_misfit(self.scale.reading, self.position)

    @property
    def cost(self) -> float:
        return max(self.lots, 0.0) + self.counts


def nothing_placed(scale: Scale, position: Position) -> Placed:
    return Placed(scale, (), position, scale.before)


@dataclass(frozen=True)
class Bricks:
    """Which bricks are followed: by `known`, of a position with so many lots."""

    known: TurnFilter
    size: int
    asked: dict[str, tuple[Brick, ...]] = field(default_factory=dict)

    @cached_property
    def by_lot(self) -> Mapping[str, tuple[Brick, ...]]:
        """The bricks of all colours that are followed, by their lot."""
        may = self.known.may
        found = {lot: tuple(Brick(colour, lot) for colour in COLOURS) for lot in lots(self.size)}
        if may is None:
            return found
        asked = {lot: tuple(brick for brick in bricks if may(brick)) for lot, bricks in found.items()}
        return {lot: bricks for lot, bricks in asked.items() if bricks}


def with_one_more(placed: Placed, bricks: Bricks, most: float | None = None) -> Iterator[Placed]:
    """
    The bricks with one more that is legal, each way in which its struggle can be settled.

    `most`: it is the last, and what then fits worse is left out.
    """
    stacks, supply, used = placed.position.city.stacks, placed.position.supply, placed.used
    for lot, asked in bricks.by_lot.items():
        left = [one for one in asked if one.colour not in used and supply[one.colour] > 0]
        if left:
            yield from _floors(placed, left, most) if lot in stacks else _houses(placed, lot, left, bricks.known, most)


def _floors(placed: Placed, bricks: list[Brick], most: float | None) -> Iterator[Placed]:
    city = placed.position.city
    for brick in bricks:
        stack = city.stacks[brick.at]
        lots = _with_lot(placed, brick, (*stack, brick.colour))
        if _may_fit(placed, brick, lots, most) and may_take_floor(city, brick.colour, brick.at):
            after = placed.position.with_city(with_floor(city, brick.colour, brick.at))
            yield Placed(placed.scale, (*placed.bricks, brick), after, lots)


def _with_lot(placed: Placed, brick: Brick, stack: tuple[str, ...]) -> float:
    """How badly the lots fit once this stack stands where the brick went."""
    scale, was = placed.scale, placed.position.city.stacks.get(brick.at)
    return placed.lots + scale.on_lot(brick.at, stack) - scale.on_lot(brick.at, was)


def _may_fit(placed: Placed, brick: Brick, lots: float, most: float | None) -> bool:
    if most is None:
        return True
    if lots > most + NOISE:
        return False
    return lots + placed.counts + placed.scale.one_less(placed.position, brick.colour) <= most + NOISE


def _houses(placed: Placed, lot: str, bricks: list[Brick], known: TurnFilter, most: float | None) -> Iterator[Placed]:
    city = placed.position.city
    if len(towers_joined(city, lot)) > 1:
        for brick in bricks:
            struggle = _struggle_of(placed, brick, most)
            yield from _settled(placed, brick, struggle, known) if struggle else ()
        return
    for brick in bricks:
        lots = _with_lot(placed, brick, (brick.colour,))
        if _may_fit(placed, brick, lots, most):
            after = placed.position.with_city(with_house(city, brick.colour, lot))
            yield Placed(placed.scale, (*placed.bricks, brick), after, lots)


def _struggle_of(placed: Placed, brick: Brick, most: float | None = None) -> Struggle | None:
    """The struggle that a house begins; None where there is none, it is refused, or all that it leads to fits worse."""
    position = placed.position
    towers = towers_joined(position.city, brick.at)
    if len(towers) != 2 or not may_take_house(position.city, brick.at):
        return None
    if most is not None and _at_least(placed, brick, towers) > most + NOISE:
        return None
    return begin_struggle(position, brick.colour, brick.at)


def _at_least(placed: Placed, brick: Brick, towers: tuple[str, ...]) -> float:
    """How badly the lots fit that the struggle cannot touch; it touches those of the blocks that it joins."""
    city, scale = placed.position.city, placed.scale
    touched = {lot for tower in towers for lot in city.blocks[tower].lots}
    left = placed.lots - sum(scale.on_lot(lot, city.stacks[lot]) for lot in touched)
    return left + scale.on_lot(brick.at, (brick.colour,)) - scale.on_lot(brick.at, None)


def _settled(placed: Placed, brick: Brick, struggle: Struggle, known: TurnFilter) -> Iterator[Placed]:
    for prisoners, after in outcomes(struggle, known.gone):
        settled = Brick(brick.colour, brick.at, prisoners)
        yield Placed(placed.scale, (*placed.bricks, settled), after, placed.scale.on_lots(after))


_IGNORED = 10.0
"""What an earlier look may say against a turn: it may have shown a hand, or what was put right since."""


def whole_turns(
    case: Case, known: TurnFilter, most: float, *, now: float = inf, spread: float = inf
) -> Iterator[Situation]:
    """
    The legal turns that fit no worse than `most`, and the last look alone no worse than `now`.

    `spread`: those that fit worse than one of them by more than this may be left out.
    """
    if case.game.is_over:
        return
    bricks, earlier = Bricks(known, case.position.size), [Scale(case, one) for one in case.readings[:-1]]
    for first in with_one_more(nothing_placed(Scale(case, case.now), case.position), bricks):
        for last in _seconds(first, bricks, min(most, now) + NOISE):
            shown = (case.position, first.position, last.position)
            cost = last.cost + _earlier_misfit(earlier, shown)
            if cost <= most + NOISE:
                most = min(most, cost + spread)
                yield Situation(marked(case.position, last.bricks), last.position, True, cost, now=last.cost)


def _seconds(first: Placed, bricks: Bricks, most: float) -> Iterator[Placed]:
    """The turns that begin with a brick; that brick alone, where no second can be placed."""
    last = with_one_more(first, bricks, most) if can_place(first.position, first.used) else (first,)
    return (one for one in last if one.cost <= most)


def _earlier_misfit(earlier: Iterable[Scale], shown: Iterable[Position]) -> float:
    """How badly looks in mid-turn fit: each shows the table before, between the bricks, or after them."""
    return sum(min(_IGNORED, *(scale.misfit(position) for position in shown)) for scale in earlier)


def best_part(case: Case, known: TurnFilter, most: float, best: Situation | None = None) -> Situation | None:
    """
    Nothing, one brick, or bricks with a struggle that is not settled: what fits best, of it the fewest bricks.

    `best`: one that has been found before.
    """
    search = _Parts(case, Bricks(known, case.position.size), most + NOISE if best is None else best.cost, best)
    search.follow()
    return search.best


def half_ways(case: Case, known: TurnFilter) -> Iterator[Situation]:
    """Every part of a turn that ends in a struggle which is not settled, however badly it fits."""
    bricks, start = Bricks(known, case.position.size), nothing_placed(Scale(case, case.now), case.position)
    for placed in (start, *with_one_more(start, bricks)):
        for brick in (one for asked in bricks.by_lot.values() for one in asked if one.colour not in placed.used):
            is_house = brick.at not in placed.position.city.stacks and placed.position.supply[brick.colour] > 0
            struggle = _struggle_of(placed, brick) if is_house else None
            for half_way, felled, shown in _half_way(struggle, known) if struggle else ():
                told, cost = marked(case.position, (*placed.bricks, brick)), placed.scale.misfit(shown)
                yield Situation(told, shown, False, cost, half_way, felled, cost)


@dataclass(slots=True)
class _Parts:
    """The best part of a turn so far. What cannot fit better is not followed."""

    case: Case
    bricks: Bricks
    most: float
    best: Situation | None

    def follow(self) -> None:
        start = nothing_placed(Scale(self.case, self.case.now), self.case.position)
        self._take(start.bricks, start.position, start.cost)
        if self.case.game.is_over:
            return
        self._struggles(start)
        settled = [one for one in with_one_more(start, self.bricks) if can_place(one.position, one.used)]
        for one in settled:
            self._take(one.bricks, one.position, one.cost)
        for one in settled if self.most > NOISE else ():
            self._struggles(one)

    def _struggles(self, placed: Placed) -> None:
        """What one brick more leaves that begins a struggle, before each of its steps."""
        city, supply, used = placed.position.city, placed.position.supply, placed.used
        for lot, asked in self.bricks.by_lot.items():
            for brick in asked if lot not in city.stacks else ():
                if brick.colour in used or supply[brick.colour] < 1:
                    continue
                struggle = _struggle_of(placed, brick, self.most)
                for half_way, felled, shown in _half_way(struggle, self.bricks.known) if struggle else ():
                    bricks, cost = (*placed.bricks, brick), placed.scale.misfit(shown)
                    self._take(bricks, shown, cost, half_way, felled=felled)

    def _take(
        self,
        bricks: tuple[Brick, ...],
        shown: Position,
        cost: float,
        struggle: Struggle | None = None,
        *,
        felled: bool = False,
    ) -> None:
        if cost > self.most or (self.best is not None and cost >= self.best.cost - NOISE):
            return
        told = marked(self.case.position, bricks)
        self.best, self.most = Situation(told, shown, False, cost, struggle, felled, cost), cost


def _half_way(struggle: Struggle, known: TurnFilter) -> Iterator[tuple[Struggle, bool, Position]]:
    """The struggle before each step in which people have to do something, and with the top felled before a prisoner."""
    now = [struggle]
    while now:
        later: dict[Struggle, None] = {}
        for one in now:
            step = one.step
            if not isinstance(step, Fight | Merge):
                continue
            yield one, False, one.position
            if isinstance(step, Merge):
                continue
            if step.choices:
                city = one.position.city
                yield one, True, one.position.with_city(city.with_stack(step.at, city.stacks[step.at][1:]))
            choices = [lot for lot in step.choices if known.gone is None or lot in known.gone]
            for choice in choices if step.choices else [None]:
                later[take_step(one, choice)] = None
        now = [*later]
