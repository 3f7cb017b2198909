"""
Search for the turns that explain a look: one, or two because a press was forgotten; and for the order of their bricks.

Turns with some evidence are searched first; all others only if these leave a doubt.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from lucca_pi.contract.verdict import Split
from lucca_pi.games.chessboard.referee.evidence import (
    CLEARLY,
    LIMIT,
    MARGIN,
    SLACK,
    Case,
    Scale,
    stack_misfit,
    strips_misfit,
    unreadable,
)
from lucca_pi.games.chessboard.referee.partial_turns import (
    NOISE,
    best_part,
    half_ways,
    nothing_placed,
    whole_turns,
    with_one_more,
)
from lucca_pi.games.chessboard.referee.turns import Situation, facts_of, is_floor, marked, ways_words
from lucca_pi.games.chessboard.rules.city import COLOURS, lots, neighbours
from lucca_pi.games.chessboard.rules.game import Game, legal_turns, play_turn
from lucca_pi.games.chessboard.rules.legal import TurnFilter, bricks_where
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn

EXACT = 1.0
"""Largest cost of an explanation that needs no wider search: any other would have to explain away a sighting."""
_SAME_COLOUR = 0.6
"""Sureness of a top's colour above which other colours are tried only if nothing else explains the look."""


@dataclass(frozen=True, slots=True)
class Found:
    """Explanations of a look, the best first: whole `turns`, and the best `part` of a turn."""

    turns: tuple[Situation, ...]
    part: Situation | None

    @property
    def best(self) -> Situation | None:
        """The cheapest explanation, a whole turn or a part of one; None if there is none."""
        both = [*self.turns[:1], *([self.part] if self.part else [])]
        return min(both, key=lambda one: one.cost, default=None)


def search(case: Case, most: float = LIMIT) -> Found:
    """Every explanation that costs no more than `most` and may matter beside the best."""
    most += SLACK if case.growth else 0.0
    near = _found(case, narrow(case), most)
    if near.turns and near.turns[0].cost <= EXACT:
        return near
    return _found(case, wide(case), most, near.part)


def _found(case: Case, known: TurnFilter, most: float, part: Situation | None = None, *, both: bool = False) -> Found:
    """
    Explanations by these bricks.

    If part of a turn fits clearly better than every whole turn, whole turns are dropped, but for `both`.
    """
    part = best_part(case, known, most, part)
    clearly = part.cost + CLEARLY if part and not both else inf
    turns = _one_of_each(whole_turns(case, known, most, now=clearly, spread=MARGIN))
    if turns and clearly < turns[0].cost + MARGIN:
        turns = _one_of_each(whole_turns(case, known, min(most, turns[0].cost + MARGIN), spread=MARGIN))
    return Found(tuple(one for one in turns if one.cost <= turns[0].cost + MARGIN), part)


def both_kinds(case: Case, most: float = LIMIT) -> Found:
    """Whole turns and the best partial one, however much better one kind fits; used to explain a decision."""
    return _found(case, wide(case), most + (SLACK if case.growth else 0.0), both=True)


def nearest_turn(case: Case, most: float) -> Situation | None:
    """The whole turn nearest to a look."""
    turns = _one_of_each(whole_turns(case, wide(case), most, spread=0.0))
    return turns[0] if turns else None


def nearest(case: Case, most: float) -> Situation | None:
    """The situation nearest to a look: a whole turn, else part of one."""
    part = best_part(case, wide(case), most)
    turn = nearest_turn(case, part.cost if part else most)
    return turn or part


def _one_of_each(situations: Iterable[Situation]) -> list[Situation]:
    """
    Turns without repetitions that differ only in order and have the same result, likeliest first.

    If the order of the bricks is open, houses come first. Turns of other bricks stay, even if they have the same
    result: players will recognise the one they played.
    """
    best: dict[object, Situation] = {}
    for one in situations:
        bricks = frozenset((brick.colour, brick.at, *sorted(brick.prisoners)) for brick in one.bricks)
        other = best.get((one.after, bricks))
        if other is None or _order(one) < _order(other):
            best[one.after, bricks] = one
    return sorted(
        best.values(), key=lambda one: (round(one.cost, 6), *((brick.at, brick.colour) for brick in one.bricks))
    )


def _order(one: Situation) -> tuple[float, int, bool]:
    return (round(one.cost, 6), len(one.bricks), is_floor(one.bricks[0]))


def _disturbed(case: Case) -> frozenset[str]:
    """Lots whose stack has another top than before, or none: traces of a struggle."""
    found = set()
    for lot, stack in case.position.city.stacks.items():
        seen = case.now.stacks.get(lot)
        if (seen is None and lot not in case.now.hidden) or (seen and seen.top and seen.top != stack[0]):
            found.add(lot)
    return frozenset(found)


def _lots_gone(case: Case) -> frozenset[str]:
    """Lots from which a house may be gone: nothing, or something else, is seen there now."""
    unseen = (lot for lot in lots(case.position.size) if lot not in case.now.stacks)
    return _disturbed(case).union(unseen)


def narrow(case: Case) -> TurnFilter:
    """
    Bricks of which something is seen: houses under new tops, floors that the stairs show, or without stairs below any
    stack.
    """
    struggles = _disturbed(case)
    stacks, now = case.position.city.stacks, case.now

    missing = _missing(case) if not struggles else COLOURS
    vanished = frozenset[str]() if case.stairs or now.supply else _may_have_vanished(case)

    def may(brick: Brick) -> bool:
        if brick.colour not in missing:
            return False
        seen = now.stacks.get(brick.at)
        if brick.at not in stacks:
            if seen is None:
                return brick.at in now.hidden or brick.at in vanished
            if not case.stairs:  # a straight stack hides the floor that a new house got at once
                return True
            return not seen.top or brick.colour in (seen.top, *seen.floors) or seen.margin < _SAME_COLOUR
        return not case.stairs or brick.at in struggles or seen is None or _shows(case, brick)

    return TurnFilter(bricks_where(case.position.size, may), _lots_gone(case))


def _may_have_vanished(case: Case) -> frozenset[str]:
    """
    Empty lots on which a brick may have become a house and at once a prisoner: those beside houses.

    The struggle that took it was begun by the turn's other brick, a new house. The towers need not show it: below a top
    that is gone there may be another of the same colour.
    """
    beside, standing = neighbours(case.position.size), case.position.city.stacks
    towers = sum(len(stack) > 1 for stack in standing.values())
    built = {*case.now.stacks, *case.now.hidden}.difference(standing)
    if towers < 2 or not any(not standing.keys().isdisjoint(beside[lot]) for lot in built):
        return frozenset()
    return frozenset(lot for lot in case.position.city.empty if not standing.keys().isdisjoint(beside[lot]))


def _missing(case: Case) -> tuple[str, ...]:
    """Colours of which the supply holds fewer bricks than before; all colours if it was not counted."""
    supply, before = case.now.supply, case.position.supply
    return COLOURS if supply is None else tuple(one for one in COLOURS if supply.get(one, 0) < before[one])


def _shows(case: Case, brick: Brick) -> bool:
    """True if a stack's stairs have changed and show the colour among the two floors that may be new."""
    stack, seen = case.position.city.stacks[brick.at], case.now.stacks[brick.at]
    without = stack_misfit(case, case.now, brick.at, stack)
    may_be = brick.colour in seen.floors[:2] or None in seen.floors[:2]
    return without > 0 and (may_be or stack_misfit(case, case.now, brick.at, (*stack, brick.colour)) <= without)


def wide(case: Case) -> TurnFilter:
    """Any floor that the stairs do not clearly contradict, and houses that may have been taken prisoner at once."""
    changed, vanished = frozenset(seen_to_change(case)), _may_have_vanished(case)
    stacks, now = case.position.city.stacks, case.now

    def may(brick: Brick) -> bool:
        seen = now.stacks.get(brick.at)
        if brick.at not in stacks:
            return seen is not None or brick.at in now.hidden or brick.at in vanished
        if seen is None or not case.stairs or brick.at in changed:
            return True
        return strips_misfit(seen.floors, seen.sure, (brick.colour, *stacks[brick.at][:0:-1])) <= LIMIT

    return TurnFilter(bricks_where(case.position.size, may), _lots_gone(case))


def seen_to_change(case: Case) -> Iterator[str]:
    """Lots that look different than before."""
    lots = {*case.position.city.stacks, *case.now.stacks}
    return (
        lot for lot in sorted(lots) if stack_misfit(case, case.now, lot, case.position.city.stacks.get(lot)) > EXACT
    )


def either_order(case: Case, part: Situation) -> tuple[Situation, ...]:
    """The unfinished struggle, and that of the other order of the bricks if the looks leave both open."""
    others = (one for one in half_ways(case, _known(case, part.bricks)) if len(one.bricks) == len(part.bricks) > 1)
    other = min((one for one in others if _first(one) != _first(part)), key=lambda one: one.cost, default=None)
    if other is None or other.cost > part.cost + NOISE:
        return (part,)
    told = _told_by_all(case, part)
    return tuple(one for one in (part, other) if told is None or _first(one) in told) or (part, other)


def other_was_first(case: Case, turn: Situation) -> bool:
    """True if earlier looks show, or leave open, an order of the bricks that does not lead to this turn."""
    told = _told_by_all(case, turn)
    if told is None:
        return False
    same = (one for one in whole_turns(case, _known(case, turn.bricks), turn.cost) if one.after == turn.after)
    leading = {_first(one) for one in same}
    return len(leading) < len(turn.bricks) and not (told and told <= leading)


def _first(one: Situation) -> str:
    return one.bricks[0].colour


def _told_by_all(case: Case, one: Situation) -> frozenset[str] | None:
    """
    Colours that may have come first by all earlier looks that show an order; empty if they disagree, None if none does.
    """
    clear = (reading for reading in case.before if reading.has_board and not reading.between)
    earlier = (replace(case, readings=(reading,)) for reading in clear)
    told = [colours for look in earlier if (colours := frozenset(_told(look, one)))]
    return frozenset.intersection(*told) if told else None


def _told(case: Case, one: Situation) -> Iterator[str]:
    """Colours of the brick that may have come first by one look in mid-turn; empty if it shows all bricks, or none."""
    found = [(cost, first) for cost, first in _shown(case, one) if cost <= LIMIT]
    best = min((cost for cost, _first in found), default=0.0)
    return (first for cost, first in found if first and cost <= best + CLEARLY)


def _shown(case: Case, one: Situation) -> Iterator[tuple[float, str]]:
    """Cost of the look for each stage of a turn, and the colour placed first if the stage shows it."""
    known, start = _known(case, one.bricks), nothing_placed(case)
    yield start.cost, ""
    if one.is_whole:
        yield start.scale.misfit(one.after), ""
    yield from ((first.cost, first.used[0]) for first in with_one_more(start, known))
    yield from ((part.cost, _first(part)) for part in half_ways(case, known))


def _known(case: Case, bricks: tuple[Brick, ...]) -> TurnFilter:
    """These bricks only."""
    asked = {(brick.colour, brick.at) for brick in bricks}
    return TurnFilter(
        bricks_where(case.position.size, lambda brick: (brick.colour, brick.at) in asked), _lots_gone(case)
    )


_MOST_FIRST = 60
"""Most first turns that are followed."""


def split(case: Case) -> Split | None:
    """The pairs of turns that explain the last look; None if one turn, or part of one, explains it."""
    if unreadable(case) or search(case).best:
        return None
    best: dict[Position, tuple[float, tuple[Turn, ...]]] = {}
    for cost, way, after in _ways(case):
        if after not in best or cost < best[after][0]:
            best[after] = cost, way
    ways = sorted(best.values(), key=lambda one: one[0])
    near = [one for one in ways if one[0] <= ways[0][0] + MARGIN]
    if not near:
        return None
    turns = tuple(way for _cost, way in near)
    return Split(turns, tuple(cost for cost, _way in near), ways_words(turns))


def _ways(case: Case) -> Iterator[tuple[float, tuple[Turn, ...], Position]]:
    known = _of_which_something_is_seen(case)
    seen: set[Position] = set()
    for bricks, middle in legal_turns(case.game, known):
        if middle in seen or len(bricks) < BRICKS_IN_A_TURN or len(seen) >= _MOST_FIRST:
            continue
        seen.add(middle)
        first = Turn(case.player, marked(case.position, bricks))
        between = play_turn(case.game, first)
        yield from _second(case, between, first, known)


def _second(
    case: Case, between: Game, first: Turn, known: TurnFilter
) -> Iterator[tuple[float, tuple[Turn, ...], Position]]:
    now = Scale(case, case.now)
    for bricks, after in legal_turns(between, known):
        cost = now.misfit(after)
        if cost <= LIMIT:
            second = Turn(between.player.name, marked(between.position, bricks))
            yield cost, (first, second), after


def _of_which_something_is_seen(case: Case) -> TurnFilter:
    """Only bricks of which something is seen; otherwise there are too many pairs."""
    stacks, now, struggles = case.position.city.stacks, case.now, _disturbed(case)

    def may(brick: Brick) -> bool:
        seen = now.stacks.get(brick.at)
        stack = stacks.get(brick.at)
        if seen is None:
            return False
        if stack is None:  # two turns may build a house and a floor below it
            return brick.colour in (seen.top, *seen.floors) or not seen.top
        changed = brick.at in struggles or stack_misfit(case, now, brick.at, stack) > EXACT
        return case.stairs and changed and (brick.colour in seen.floors or None in seen.floors)

    floors = (Brick(colour, lot) for colour in COLOURS for lot in stacks)
    houses = bricks_where(case.position.size, lambda brick: brick.at not in stacks)
    return TurnFilter([brick for brick in (*floors, *houses) if may(brick)], _lots_gone(case))


_MOST = 12
"""Most alternatives offered, asked for one fact at a time."""


def other_turns(case: Case, turn: Turn) -> tuple[Turn, ...]:
    """Alternatives to a turn by the evidence of the look, likeliest first."""
    found = _one_of_each(whole_turns(case, wide(case), 2 * LIMIT))
    return tuple(other for one in found if (other := one.turn(turn.player)) != turn)[:_MOST]


def turns_otherwise(case: Case, turn: Turn, facts: frozenset[object]) -> tuple[Turn, ...]:
    """The turn, then the legal turns that differ from it in these facts only, likeliest first."""
    mine = facts_of(turn)
    fixed = {fact: value for fact, value in mine.items() if fact not in facts}
    same = (one for one in other_turns(case, turn) if fixed.items() <= facts_of(one).items())
    return (turn, *same)
