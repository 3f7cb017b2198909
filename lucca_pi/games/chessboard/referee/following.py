"""
Whole turns, and parts of turns, that fit a look.

A struggle is people's work, and they may press before they have done it, or half-way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf

from lucca_pi.games.chessboard.referee.evidence import Scale
from lucca_pi.games.chessboard.referee.judged import Case
from lucca_pi.games.chessboard.referee.placing import NOISE, Bricks, Placed, nothing_placed, struggle_of, with_one_more
from lucca_pi.games.chessboard.referee.situation import Situation, marked
from lucca_pi.games.chessboard.rules.legal import Known, can_place
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Struggle, take_step
from lucca_pi.games.chessboard.rules.turn import Brick

IGNORED = 10.0
"""What an earlier look may say against a turn: it may have shown a hand, or what was put right since."""


def whole_turns(case: Case, known: Known, most: float, *, now: float = inf, spread: float = inf) -> Iterator[Situation]:
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
    return sum(min(IGNORED, *(scale.misfit(position) for position in shown)) for scale in earlier)


def best_part(case: Case, known: Known, most: float, best: Situation | None = None) -> Situation | None:
    """
    Nothing, one brick, or bricks with a struggle that is not settled: what fits best, of it the fewest bricks.

    `best`: one that has been found before.
    """
    search = _Parts(case, Bricks(known, case.position.size), most + NOISE if best is None else best.cost, best)
    search.follow()
    return search.best


def half_ways(case: Case, known: Known) -> Iterator[Situation]:
    """Every part of a turn that ends in a struggle which is not settled, however badly it fits."""
    bricks, start = Bricks(known, case.position.size), nothing_placed(Scale(case, case.now), case.position)
    for placed in (start, *with_one_more(start, bricks)):
        for brick in (one for asked in bricks.by_lot.values() for one in asked if one.colour not in placed.used):
            is_house = brick.at not in placed.position.city.stacks and placed.position.supply[brick.colour] > 0
            struggle = struggle_of(placed, brick) if is_house else None
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
                struggle = struggle_of(placed, brick, self.most)
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


def _half_way(struggle: Struggle, known: Known) -> Iterator[tuple[Struggle, bool, Position]]:
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
