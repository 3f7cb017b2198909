"""
Whole and partial turns that fit a look, built brick by brick; branches that cannot fit well enough are cut.

A struggle is carried out by people, who may press before it is done, or half-way. Every misfit is 0 or more, and a lot
that no further brick can touch keeps its misfit, so no turn that could fit is lost.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf

from lucca_pi.games.chessboard.referee.evidence import Case, Scale, counts_misfit
from lucca_pi.games.chessboard.referee.turns import Situation, marked
from lucca_pi.games.chessboard.rules.legal import (
    TurnFilter,
    bricks_to_place,
    can_place,
    colours_left,
    next_bricks,
    struggles,
)
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Struggle, begin_struggle, steps_of
from lucca_pi.games.chessboard.rules.turn import Brick

NOISE = 1e-9
"""Rounding error of adding and subtracting costs."""


# No slots: a cached answer needs a place.
@dataclass(frozen=True)
class Placed:
    """Bricks that are placed and settled, and the position after them."""

    scale: Scale
    bricks: tuple[Brick, ...]
    position: Position

    @property
    def used(self) -> tuple[str, ...]:
        """The colours of the bricks."""
        return tuple(brick.colour for brick in self.bricks)

    @cached_property
    def lots(self) -> float:
        """The cost of the lots."""
        return self.scale.on_lots(self.position)

    @cached_property
    def counts(self) -> float:
        """The cost of supply and prisoners."""
        return counts_misfit(self.scale.reading, self.position)

    @cached_property
    def joining(self) -> Mapping[str, tuple[str, ...]]:
        """The lots on which a house begins a struggle, each with the two towers."""
        return dict(struggles(self.position.city))

    @property
    def cost(self) -> float:
        """The cost of lots, supply and prisoners."""
        return self.lots + self.counts


def with_one_more(placed: Placed, known: TurnFilter, most: float = inf) -> Iterator[Placed]:
    """
    The bricks with one more legal brick, lot by lot, for each way to settle its struggle.

    `most`: it is the last brick; results that may cost more are dropped.
    """
    asked, used = known.bricks or (), placed.used
    if most < inf:
        asked = [one for one in asked if one.colour not in used and _may_fit(placed, one, most)]
    legal = bricks_to_place(placed.position, used, asked)
    for brick, after in next_bricks(placed.position, legal, known.gone):
        yield Placed(placed.scale, (*placed.bricks, brick), after)


def _may_fit(placed: Placed, brick: Brick, most: float) -> bool:
    """True if the position after the brick may cost so little; of a struggle only the untouched lots are known."""
    scale, city = placed.scale, placed.position.city
    was = city.stacks.get(brick.at)
    lots = placed.lots + scale.on_lot(brick.at, (*(was or ()), brick.colour)) - scale.on_lot(brick.at, was)
    if lots <= most + NOISE:
        least = lots + placed.counts + scale.one_less(placed.position, brick.colour)
        return least <= most + NOISE or brick.at in placed.joining
    if was or brick.at not in placed.joining:
        return False
    touched = {lot for tower in placed.joining[brick.at] for lot in city.blocks[tower].lots}
    return lots - sum(scale.on_lot(lot, city.stacks[lot]) for lot in touched) <= most + NOISE


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
    earlier = [Scale(case, one) for one in case.readings[:-1]]
    for first in with_one_more(nothing_placed(case), known):
        for last in _seconds(first, known, min(most, now) + NOISE):
            shown = (case.position, first.position, last.position)
            # looks in mid-turn: each shows the table before, between or after the bricks
            cost = last.cost + sum(min(_IGNORED, *(scale.misfit(position) for position in shown)) for scale in earlier)
            if cost <= most + NOISE:
                most = min(most, cost + spread)
                yield Situation(marked(case.position, last.bricks), last.position, True, cost, now=last.cost)


def nothing_placed(case: Case) -> Placed:
    """The turn before its first brick."""
    return Placed(Scale(case, case.now), (), case.position)


def _seconds(first: Placed, known: TurnFilter, most: float) -> Iterator[Placed]:
    """The turns that begin with a brick; the brick alone if no second can be placed."""
    last = with_one_more(first, known, most) if can_place(first.position, first.used) else (first,)
    return (one for one in last if one.cost <= most)


def best_part(case: Case, known: TurnFilter, most: float, best: Situation | None = None) -> Situation | None:
    """
    The best-fitting partial turn with the fewest bricks: none, one, or bricks with an unsettled struggle.

    `best`: a partial turn found before.
    """
    found = best

    def bound() -> float:
        return found.cost if found else most + NOISE

    for part in _parts(case, known, bound):
        if part.cost <= most + NOISE and (found is None or part.cost < found.cost - NOISE):
            found = part
    return found


def _parts(case: Case, known: TurnFilter, most: Callable[[], float]) -> Iterator[Situation]:
    """Partial turns; those that must cost more than `most`, as it is now, may be left out."""
    start = nothing_placed(case)
    yield Situation((), start.position, False, start.cost, now=start.cost)
    if case.game.is_over:
        return
    yield from _struggling(case, start, known, most)
    firsts = [one for one in with_one_more(start, known) if can_place(one.position, one.used)]
    for one in firsts:
        yield Situation(marked(case.position, one.bricks), one.position, False, one.cost, now=one.cost)
    for one in firsts if most() > NOISE else ():
        yield from _struggling(case, one, known, most)


def half_ways(case: Case, known: TurnFilter) -> Iterator[Situation]:
    """Every partial turn that ends in an unsettled struggle, whatever its cost."""
    start = nothing_placed(case)
    for placed in (start, *with_one_more(start, known)):
        yield from _struggling(case, placed, known, lambda: inf)


def _struggling(case: Case, placed: Placed, known: TurnFilter, most: Callable[[], float]) -> Iterator[Situation]:
    """Partial turns with one more brick that begins a struggle, before each of its steps."""
    left = colours_left(placed.position, placed.used)
    for brick in known.bricks or ():
        if brick.at in placed.joining and brick.colour in left and _may_fit(placed, brick, most()):
            bricks = marked(case.position, (*placed.bricks, brick))
            struggle = begin_struggle(placed.position, brick.colour, brick.at)
            for half_way, felled, shown in _half_way(struggle, known) if struggle else ():
                cost = placed.scale.misfit(shown)
                yield Situation(bricks, shown, False, cost, half_way, felled, cost)


def _half_way(struggle: Struggle, known: TurnFilter) -> Iterator[tuple[Struggle, bool, Position]]:
    """The struggle before each step that people carry out, and with the top felled but no prisoner taken."""
    for one, step, _prisoners in steps_of(struggle, known.gone):
        if isinstance(step, Fight | Merge):
            yield one, False, one.position
        if isinstance(step, Fight) and step.choices:
            city = one.position.city
            yield one, True, one.position.with_city(city.with_stack(step.at, city.stacks[step.at][1:]))
