"""
Whole and partial turns that fit a look, built brick by brick; branches that cannot fit well enough are cut.

A struggle is carried out by people, who may press before it is done, or half-way. Every misfit is 0 or more, and a lot
that no further brick can touch keeps its misfit, so no turn that could fit is lost.
"""

from collections.abc import Iterator, Mapping
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
"""Rounding error of adding and subtracting costs."""


# No slots: a cached answer needs a place.
@dataclass(frozen=True)
class Placed:
    """Bricks that are placed and settled, the position after them, and the cost of its lots."""

    scale: Scale
    bricks: tuple[Brick, ...]
    position: Position
    lots: float

    @property
    def used(self) -> tuple[str, ...]:
        """The colours of the bricks."""
        return tuple(brick.colour for brick in self.bricks)

    @cached_property
    def counts(self) -> float:
        """The cost of supply and prisoners."""
        return counts_misfit(self.scale.reading, self.position)

    @property
    def cost(self) -> float:
        """The cost of lots, supply and prisoners."""
        return max(self.lots, 0.0) + self.counts


def nothing_placed(scale: Scale, position: Position) -> Placed:
    """The turn before its first brick."""
    return Placed(scale, (), position, scale.before)


@dataclass(frozen=True)
class Bricks:
    """The bricks that are followed: those in `known`, on a board with this many lots."""

    known: TurnFilter
    size: int
    asked: dict[str, tuple[Brick, ...]] = field(default_factory=dict)

    @cached_property
    def by_lot(self) -> Mapping[str, tuple[Brick, ...]]:
        """The bricks that are followed, of all colours, by lot."""
        may = self.known.may
        found = {lot: tuple(Brick(colour, lot) for colour in COLOURS) for lot in lots(self.size)}
        if may is None:
            return found
        asked = {lot: tuple(brick for brick in bricks if may(brick)) for lot, bricks in found.items()}
        return {lot: bricks for lot, bricks in asked.items() if bricks}


def with_one_more(placed: Placed, bricks: Bricks, most: float | None = None) -> Iterator[Placed]:
    """
    The bricks with one more legal brick, for each way to settle its struggle.

    `most`: it is the last brick; results that cost more are dropped.
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
    """Cost of the lots with this stack where the brick went."""
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
    """The struggle that a house begins; None if it begins none, is refused, or can only lead to higher costs."""
    position = placed.position
    towers = towers_joined(position.city, brick.at)
    if len(towers) != 2 or not may_take_house(position.city, brick.at):
        return None
    if most is not None and _at_least(placed, brick, towers) > most + NOISE:
        return None
    return begin_struggle(position, brick.colour, brick.at)


def _at_least(placed: Placed, brick: Brick, towers: tuple[str, ...]) -> float:
    """Cost of the lots that the struggle cannot touch; it touches those of the blocks that it joins."""
    city, scale = placed.position.city, placed.scale
    touched = {lot for tower in towers for lot in city.blocks[tower].lots}
    left = placed.lots - sum(scale.on_lot(lot, city.stacks[lot]) for lot in touched)
    return left + scale.on_lot(brick.at, (brick.colour,)) - scale.on_lot(brick.at, None)


def _settled(placed: Placed, brick: Brick, struggle: Struggle, known: TurnFilter) -> Iterator[Placed]:
    for prisoners, after in outcomes(struggle, known.gone):
        settled = Brick(brick.colour, brick.at, prisoners)
        yield Placed(placed.scale, (*placed.bricks, settled), after, placed.scale.on_lots(after))


_IGNORED = 10.0
"""Largest cost of an earlier look for a turn: it may have shown a hand, or something that was put right since."""


def whole_turns(
    case: Case, known: TurnFilter, most: float, *, now: float = inf, spread: float = inf
) -> Iterator[Situation]:
    """
    The legal turns that cost no more than `most` in all, and no more than `now` in the last look.

    `spread`: turns that cost more than one of them by this may be dropped.
    """
    if case.game.is_over:
        return
    bricks, earlier = Bricks(known, case.position.size), [Scale(case, one) for one in case.readings[:-1]]
    for first in with_one_more(nothing_placed(Scale(case, case.now), case.position), bricks):
        for last in _seconds(first, bricks, min(most, now) + NOISE):
            shown = (case.position, first.position, last.position)
            # looks in mid-turn: each shows the table before, between or after the bricks
            cost = last.cost + sum(min(_IGNORED, *(scale.misfit(position) for position in shown)) for scale in earlier)
            if cost <= most + NOISE:
                most = min(most, cost + spread)
                yield Situation(marked(case.position, last.bricks), last.position, True, cost, now=last.cost)


def _seconds(first: Placed, bricks: Bricks, most: float) -> Iterator[Placed]:
    """The turns that begin with a brick; the brick alone if no second can be placed."""
    last = with_one_more(first, bricks, most) if can_place(first.position, first.used) else (first,)
    return (one for one in last if one.cost <= most)


def best_part(case: Case, known: TurnFilter, most: float, best: Situation | None = None) -> Situation | None:
    """
    The best-fitting partial turn with the fewest bricks: none, one, or bricks with an unsettled struggle.

    `best`: a partial turn found before.
    """
    search = _Parts(case, Bricks(known, case.position.size), most + NOISE if best is None else best.cost, best)
    search.follow()
    return search.best


def half_ways(case: Case, known: TurnFilter) -> Iterator[Situation]:
    """Every partial turn that ends in an unsettled struggle, whatever its cost."""
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
    """Collects the best partial turn; branches that cannot fit better are cut."""

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
        """Partial turns with one more brick that begins a struggle, before each of its steps."""
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
    """The struggle before each step that people carry out, and with the top felled but no prisoner taken."""
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
