"""
Which turns are searched: those of which something was seen first, and all others only where these leave a doubt.

Which of a turn's two bricks came first, where something hangs on it: what looks in mid-turn tell and leave open.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf

from lucca_pi.games.chessboard.referee.evidence import (
    CLEARLY,
    LIMIT,
    MARGIN,
    SLACK,
    Case,
    Scale,
    stack_misfit,
    strips_misfit,
)
from lucca_pi.games.chessboard.referee.partial_turns import (
    NOISE,
    Bricks,
    best_part,
    half_ways,
    nothing_placed,
    whole_turns,
    with_one_more,
)
from lucca_pi.games.chessboard.referee.turns import Situation, is_floor
from lucca_pi.games.chessboard.rules.city import COLOURS, lots, neighbours
from lucca_pi.games.chessboard.rules.legal import TurnFilter
from lucca_pi.games.chessboard.rules.turn import Brick

EXACT = 1.0
"""What fits so well needs no wider search: all else would have to explain away something that was seen."""
_SAME_COLOUR = 0.6
"""Of a top seen as surely as this, other colours are looked for only where nothing else explains the look."""


@dataclass(frozen=True, slots=True)
class Found:
    """What explains a look, the best first: `turns` that are whole, and the best `part`."""

    turns: tuple[Situation, ...]
    part: Situation | None

    @property
    def best(self) -> Situation | None:
        both = [*self.turns[:1], *([self.part] if self.part else [])]
        return min(both, key=lambda one: one.cost, default=None)


def search(case: Case, most: float = LIMIT) -> Found:
    """Every explanation that fits no worse than `most`, as far as it can matter beside the best."""
    most += SLACK if case.growth else 0.0
    near = _found(case, narrow(case), most)
    if near.turns and near.turns[0].cost <= EXACT:
        return near
    return _found(case, wide(case), most, near.part)


def _found(case: Case, known: TurnFilter, most: float, part: Situation | None = None) -> Found:
    """
    What these bricks explain.

    Where part of a turn fits clearly better than every whole one, none of these is looked at any further.
    """
    part = best_part(case, known, most, part)
    clearly = part.cost + CLEARLY if part else inf
    turns = one_of_each(whole_turns(case, known, most, now=clearly, spread=MARGIN))
    if turns and clearly < turns[0].cost + MARGIN:
        turns = one_of_each(whole_turns(case, known, min(most, turns[0].cost + MARGIN), spread=MARGIN))
    return Found(tuple(one for one in turns if one.cost <= turns[0].cost + MARGIN), part)


def both_kinds(case: Case, most: float = LIMIT) -> Found:
    """Whole turns and the best part of one side by side, however much better the one fits: for whoever asks why."""
    most += SLACK if case.growth else 0.0
    turns = one_of_each(whole_turns(case, wide(case), most, spread=MARGIN))
    part = best_part(case, wide(case), most)
    return Found(tuple(one for one in turns if one.cost <= turns[0].cost + MARGIN), part)


def nearest_turn(case: Case, most: float) -> Situation | None:
    """The whole turn that comes nearest to a look."""
    turns = one_of_each(whole_turns(case, wide(case), most, spread=0.0))
    return turns[0] if turns else None


def nearest(case: Case, most: float) -> Situation | None:
    """What comes nearest to a look: a whole turn, or else part of one."""
    part = best_part(case, wide(case), most)
    turn = nearest_turn(case, part.cost if part else most)
    return turn or part


def one_of_each(situations: Iterable[Situation]) -> list[Situation]:
    """
    The likeliest first, one of those that only the order of things tells apart, if they come to the same.

    Houses come first where the order of the bricks is open. Turns of other bricks stay, though they come to the same:
    it is one of these that the players know of.
    """
    best: dict[object, Situation] = {}
    for one in situations:
        bricks = frozenset((brick.colour, brick.at, *sorted(brick.prisoners)) for brick in one.bricks)
        other = best.get((one.after, bricks))
        if other is None or _order(one) < _order(other):
            best[one.after, bricks] = one
    return sorted(best.values(), key=lambda one: (round(one.cost, 6), *map(_brick_order, one.bricks)))


def _order(one: Situation) -> tuple[float, int, bool]:
    return (round(one.cost, 6), len(one.bricks), is_floor(one.bricks[0]))


def _brick_order(brick: Brick) -> tuple[str, str]:
    return brick.at, brick.colour


def disturbed(case: Case) -> frozenset[str]:
    """The lots whose stack is not on top what it was, or not there: what a struggle leaves behind."""
    found = set()
    for lot, stack in case.position.city.stacks.items():
        seen = case.now.stacks.get(lot)
        if (seen is None and lot not in case.now.hidden) or (seen and seen.top and seen.top != stack[0]):
            found.add(lot)
    return frozenset(found)


def lots_gone(case: Case) -> frozenset[str]:
    """The lots from which a house may be gone: nothing is seen there now, or something else."""
    unseen = (lot for lot in lots(case.position.size) if lot not in case.now.stacks)
    return disturbed(case).union(unseen)


def narrow(case: Case) -> TurnFilter:
    """Houses where a new top is seen, floors where the stairs show one; where there are no stairs, below any stack."""
    struggles = disturbed(case)
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

    return TurnFilter(may, lots_gone(case))


def _may_have_vanished(case: Case) -> frozenset[str]:
    """
    The empty lots on which a brick may have become a house and a prisoner at once: beside what stands there.

    The struggle that took it was begun by the turn's other brick, a house that stands where nothing stood before. The
    towers need not show it: below a top that is gone there may be one of the same colour.
    """
    beside, standing = neighbours(case.position.size), case.position.city.stacks
    towers = sum(len(stack) > 1 for stack in standing.values())
    built = {*case.now.stacks, *case.now.hidden}.difference(standing)
    if towers < 2 or not any(not standing.keys().isdisjoint(beside[lot]) for lot in built):
        return frozenset()
    return frozenset(lot for lot in case.position.city.empty if not standing.keys().isdisjoint(beside[lot]))


def _missing(case: Case) -> tuple[str, ...]:
    """The colours of which the supply holds fewer than before; all where it was not counted."""
    supply, before = case.now.supply, case.position.supply
    return COLOURS if supply is None else tuple(one for one in COLOURS if supply.get(one, 0) < before[one])


def _shows(case: Case, brick: Brick) -> bool:
    """Whether a stack's stairs have changed, and show the colour among the two floors that may be new."""
    stack, seen = case.position.city.stacks[brick.at], case.now.stacks[brick.at]
    without = stack_misfit(case, case.now, brick.at, stack)
    may_be = brick.colour in seen.floors[:2] or None in seen.floors[:2]
    return without > 0 and (may_be or stack_misfit(case, case.now, brick.at, (*stack, brick.colour)) <= without)


def wide(case: Case) -> TurnFilter:
    """Any floor that the stairs do not speak clearly against, and houses that may have been taken prisoner again."""
    changed, vanished = frozenset(seen_to_change(case)), _may_have_vanished(case)
    stacks, now = case.position.city.stacks, case.now

    def may(brick: Brick) -> bool:
        seen = now.stacks.get(brick.at)
        if brick.at not in stacks:
            return seen is not None or brick.at in now.hidden or brick.at in vanished
        if seen is None or not case.stairs or brick.at in changed:
            return True
        return strips_misfit(seen.floors, seen.sure, (brick.colour, *stacks[brick.at][:0:-1])) <= LIMIT

    return TurnFilter(may, lots_gone(case))


def seen_to_change(case: Case) -> Iterator[str]:
    """The lots that look otherwise than before."""
    lots = {*case.position.city.stacks, *case.now.stacks}
    return (
        lot for lot in sorted(lots) if stack_misfit(case, case.now, lot, case.position.city.stacks.get(lot)) > EXACT
    )


def either_order(case: Case, part: Situation) -> tuple[Situation, ...]:
    """The struggle half-way, and the one that the other order of the bricks leaves, if looks leave both open."""
    others = (one for one in half_ways(case, _known(case, part.bricks)) if len(one.bricks) == len(part.bricks) > 1)
    other = min((one for one in others if _first(one) != _first(part)), key=lambda one: one.cost, default=None)
    if other is None or other.cost > part.cost + NOISE:
        return (part,)
    told = _told_by_all(case, part)
    return tuple(one for one in (part, other) if told is None or _first(one) in told) or (part, other)


def other_was_first(case: Case, turn: Situation) -> bool:
    """Whether earlier looks show, or leave open, an order of the bricks that does not lead to this turn."""
    told = _told_by_all(case, turn)
    if told is None:
        return False
    same = (one for one in whole_turns(case, _known(case, turn.bricks), turn.cost) if one.after == turn.after)
    leading = {_first(one) for one in same}
    return len(leading) < len(turn.bricks) and not (told and told <= leading)


def _first(one: Situation) -> str:
    return one.bricks[0].colour


def _told_by_all(case: Case, one: Situation) -> frozenset[str] | None:
    """The colours that may have come first by all earlier looks that tell; empty: they disagree. None: none tells."""
    clear = (reading for reading in case.before if reading.has_board and not reading.between)
    earlier = (replace(case, readings=(reading,)) for reading in clear)
    told = [colours for look in earlier if (colours := frozenset(_told(look, one)))]
    return frozenset.intersection(*told) if told else None


def _told(case: Case, one: Situation) -> Iterator[str]:
    """The colours of the brick that may have come first, by a look in mid-turn; none where it shows all, or nothing."""
    found = [(cost, first) for cost, first in _shown(case, one) if cost <= LIMIT]
    best = min((cost for cost, _first in found), default=0.0)
    return (first for cost, first in found if first and cost <= best + CLEARLY)


def _shown(case: Case, one: Situation) -> Iterator[tuple[float, str]]:
    """How badly the look fits what lies there in a turn, and the colour placed first where that tells it."""
    known, scale = _known(case, one.bricks), Scale(case, case.now)
    start = nothing_placed(scale, case.position)
    yield start.cost, ""
    if one.is_whole:
        yield scale.misfit(one.after), ""
    yield from ((first.cost, first.used[0]) for first in with_one_more(start, Bricks(known, case.position.size)))
    yield from ((part.cost, _first(part)) for part in half_ways(case, known))


def _known(case: Case, bricks: tuple[Brick, ...]) -> TurnFilter:
    """These bricks alone."""
    asked = {(brick.colour, brick.at) for brick in bricks}
    return TurnFilter(lambda brick: (brick.colour, brick.at) in asked, lots_gone(case))
