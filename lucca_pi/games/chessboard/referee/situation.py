"""
What the table may be at when somebody presses: a whole turn, or part of one.

A struggle is people's work, and they may press before they have done it, or half-way.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lucca_pi.games.chessboard.referee.case import Case
from lucca_pi.games.chessboard.referee.evidence import Scale
from lucca_pi.games.chessboard.rules.game import legal_turns
from lucca_pi.games.chessboard.rules.legal import Known, bricks_to_place, can_place, ways_of
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Fight, Merge, Struggle, begin_struggle, take_step
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn, settled

IGNORED = 10.0
"""What an earlier look may say against a turn: it may have shown a hand, or what was put right since."""
FLOOR = "floor"
"""The key beside a brick that says that it lifted a stack: no more than its words are made from it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """
    Bricks that may have been placed, and the position that they lead to as far as all is done.

    `struggle`: one that is not settled yet, as it stands; `felled`: of its next step the top has gone already. `cost`
    tells how badly it fits all looks, `now` the last of them alone.
    """

    bricks: tuple[Brick, ...]
    after: Position
    is_whole: bool
    cost: float
    struggle: Struggle | None = None
    felled: bool = False
    now: float = 0.0

    def turn(self, player: str) -> Turn:
        return Turn(player, self.bricks)


def whole_turns(case: Case, known: Known, most: float) -> Iterator[Situation]:
    """The legal turns that fit no worse than `most`."""
    now, earlier = Scale(case, case.now), [Scale(case, one) for one in case.readings[:-1]]
    for bricks, after in legal_turns(case.game, known):
        last = now.misfit(after)
        cost = last + _earlier_misfit(case, earlier, bricks, after) if last <= most else last
        if cost <= most:
            yield Situation(marked(case.position, bricks), after, True, cost, now=last)


def _earlier_misfit(case: Case, earlier: list[Scale], bricks: tuple[Brick, ...], after: Position) -> float:
    """How badly looks in mid-turn fit: each shows the table before, between the bricks, or after them."""
    if not earlier:
        return 0.0
    first, _events = settled(case.position, bricks[0])
    shown = (case.position, first, after)
    return sum(min(IGNORED, *(scale.misfit(position) for position in shown)) for scale in earlier)


def parts_of_turns(case: Case, known: Known, most: float) -> Iterator[Situation]:
    """Nothing, one brick, or bricks with a struggle that is not settled, where these fit no worse than `most`."""
    now = Scale(case, case.now)
    for bricks, after, struggle, felled in _parts(case.position, (), known):
        cost = now.misfit(after)
        if cost <= most:
            yield Situation(marked(case.position, bricks), after, False, cost, struggle, felled, cost)


Part = tuple[tuple[Brick, ...], Position, Struggle | None, bool]


def _parts(position: Position, placed: tuple[Brick, ...], known: Known) -> Iterator[Part]:
    yield placed, position, None, False
    used = tuple(brick.colour for brick in placed)
    for brick in bricks_to_place(position, used, known.may):
        struggle = None if brick.at in position.city.stacks else begin_struggle(position, brick.colour, brick.at)
        for half_way, felled, shown in _half_way(struggle, known) if struggle else ():
            yield (*placed, brick), shown, half_way, felled
        if len(placed) + 1 < BRICKS_IN_A_TURN:
            for settled_so, after in ways_of(position, brick, known.gone):
                if can_place(after, (*used, brick.colour)):
                    yield from _parts(after, (*placed, settled_so), known)


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


def marked(position: Position, bricks: tuple[Brick, ...]) -> tuple[Brick, ...]:
    """The bricks, each with what its words are made from."""
    told, stacks = [], {*position.city.stacks}
    for brick in bricks:
        told.append(Brick(brick.colour, brick.at, brick.prisoners, {FLOOR: True} if brick.at in stacks else {}))
        stacks = (stacks | {brick.at}) - {*brick.prisoners}
    return tuple(told)


def is_floor(brick: Brick) -> bool:
    """Whether a brick that was found, or told, lifted a stack."""
    return bool(brick.extra.get(FLOOR))
