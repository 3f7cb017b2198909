"""The referee's verdict on a look: the turn, a doubt between several, the rest of a turn to play, or the fault."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained, Verdict
from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.referee.evidence import (
    CLEARLY,
    IN_STAIRS,
    MOST_PROBLEMS,
    Case,
    complaint_about,
    differences,
    stack_misfit,
    unreadable,
)
from lucca_pi.games.chessboard.referee.search import (
    EXACT,
    Found,
    either_order,
    nearest,
    other_was_first,
    search,
    seen_to_change,
)
from lucca_pi.games.chessboard.referee.turns import Situation, brick_words, is_floor
from lucca_pi.games.chessboard.report import to_do
from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.game import play_turn
from lucca_pi.games.chessboard.rules.placing import check_floor, check_house
from lucca_pi.games.chessboard.rules.struggle import Fight
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn, check_colour
from lucca_pi.language import Text, _, listed

FARTHEST = 60.0
"""
Largest cost at which turns are distinguished; beyond it, everything is compared with the position before the turn.
"""
_MOST_ODD = 5
"""Most changed stacks among which a single misread one is sought."""


def explain(case: Case) -> Verdict:
    """The legal turn that explains the last look, several, or what does not fit."""
    return unreadable(case) or _judged(case, search(case))


def _judged(case: Case, found: Found) -> Verdict:
    """
    The verdict on what a search found.

    A floor may be out of sight below stairs of one colour, or where two floors went below a stack that is higher than
    its stairs. Then one brick alone explains the look as well, and the next look decides. This does not hold for a
    struggle that may be half-way: nobody sees what people have forgotten. A turn that is legal only in another order
    than an earlier look showed is never taken without a word.
    """
    turns, part = _with_either_order(case, found.turns), found.part
    if not turns or (part and part.cost + CLEARLY < turns[0].now) or _is_rather(part, turns[0]):
        return _unfinished(case, part) if part else _unexplained(case)
    half_way = bool(part and part.cost <= turns[0].cost and (part.struggle or case.stairs))
    first_alone = (part.turn(case.player),) if part and half_way and part.bricks and not part.struggle else ()
    if len({one.after for one in turns}) == 1:
        if not first_alone:
            is_odd = half_way or other_was_first(case, turns[0])
            return Explained(turns[0].turn(case.player), turns[0].cost, fits_badly=is_odd)
        turns = turns[:1]
    return Doubt(
        tuple(one.turn(case.player) for one in turns),
        tuple(one.cost for one in turns),
        may_wait=case.stairs,
        parts=first_alone,
    )


def _with_either_order(case: Case, turns: tuple[Situation, ...]) -> tuple[Situation, ...]:
    """The turns, with the other order of two floors below one stack whose stairs do not show both properly."""
    more = [
        other for one in turns if (other := _other_order(case, one)) and other.after not in {x.after for x in turns}
    ]
    return (*turns, *more)


def _other_order(case: Case, one: Situation) -> Situation | None:
    """The turn with its two floors below one stack in the other order, if that is legal and the look leaves it open."""
    lots = {brick.at for brick in one.bricks if is_floor(brick)}
    if (
        not case.stairs
        or len(one.bricks) < BRICKS_IN_A_TURN
        or len(lots) != 1
        or {brick.at for brick in one.bricks} != lots
    ):
        return None
    (lot,) = lots
    if stack_misfit(case, case.now, lot, one.after.city.stacks[lot]) == 0:
        return None
    bricks = one.bricks[::-1]
    try:
        after = play_turn(case.game, Turn(case.player, bricks)).position
    except RuleError:
        return None
    return replace(one, bricks=bricks, after=after)


def _is_rather(part: Situation | None, turn: Situation) -> bool:
    """
    True if a struggle is probably still going on.

    If both fit alike the turn is whole, unless it takes a brick that was placed and is a prisoner already.
    """
    if part is None or part.struggle is None:
        return False
    gone_again = any(brick.at in other.prisoners for brick in turn.bricks for other in turn.bricks)
    return part.cost + 0.5 < turn.now or (gone_again and part.cost <= turn.now)


def _unfinished(case: Case, part: Situation) -> Unexplained:
    """The rest of a turn still to play, in words."""
    if part.struggle:
        return _struggle_left(case, part)
    wrong = (_too_many(case) if part.cost > 0 else None) or _wrong(case, part)
    if wrong:
        return wrong
    if not part.bricks:
        return Unexplained((_("No new brick is in sight"),), _("Place two bricks of different colours, then press OK."))
    placed = brick_words(part.bricks[0])
    hidden = _("Place the second, then press OK.")
    return Unexplained((_("One brick: {brick}", brick=placed),), hidden)


def _struggle_left(case: Case, part: Situation) -> Unexplained:
    """Orders for the step that is due now; for either order of the bricks if it depends on that."""
    ways = either_order(case, part)
    told = list(dict.fromkeys(_step_words(one) for one in ways))
    if not told[0]:
        return _unexplained(case)
    wrong = [one.problem for one in differences(case, case.now, part.after)] if part.cost > 0 else []
    problems: tuple[str, ...] = (*told[0][:1], *wrong[:1], *told[0][1:])
    if len(told) > 1:
        problems = (*wrong[:1], *(line for one in ways for line in _if_first(one)))
    return Unexplained(problems, _("Do it, then press OK."))


def _step_words(part: Situation) -> tuple[str, ...]:
    """Which towers struggle and what people have to do now; empty if nothing is due."""
    struggle = part.struggle
    step = struggle.step if struggle else None
    if struggle is None or step is None:
        return ()
    actions = to_do(step)
    if part.felled and isinstance(step, Fight):
        actions = actions[1:]
    return (_("{one} and {two} struggle", one=struggle.stronger, two=struggle.weaker), *actions)


def _if_first(part: Situation) -> Iterator[Text]:
    """The steps to take now if this brick came first."""
    first = part.bricks[0].colour
    for action in _step_words(part)[1:]:
        yield _("If {colour} was placed first: {action}", colour=first, action=action)


def _wrong(case: Case, part: Situation) -> Unexplained | None:
    """The single misread or touched stack if the rest is a legal turn; else the refusal or the misplaced stack."""
    odd = misread(case) if part.cost > 0 else None
    if odd and odd.at not in {brick.at for brick in odd.turn.bricks}:
        return _of_misread(case, odd)
    return _refused(case, part) or (_of_misread(case, odd) if odd else None) or _misplaced(case, part)


@dataclass(frozen=True, slots=True)
class _Misread:
    """A stack without whose reading a legal turn explains the look; `stack`: what that turn leaves there."""

    at: str
    turn: Situation
    stack: Stack
    cost: float


def misread(case: Case) -> _Misread | None:
    """The single stack that keeps a legal turn from explaining the look, the best-fitting one if there are several."""
    stacks = case.position.city.stacks
    odd = [lot for lot in seen_to_change(case) if lot in stacks and lot in case.now.stacks]
    found = [one for lot in odd for one in _without(case, lot)] if len(odd) <= _MOST_ODD else []
    return min(found, key=lambda one: (one.cost, one.at), default=None)


def _without(case: Case, lot: str) -> Iterator[_Misread]:
    """The turns that explain the look without the reading of this lot, if they leave a stack there."""
    now = case.now
    stacks = {other: seen for other, seen in now.stacks.items() if other != lot}
    hidden = replace(now, stacks=stacks, hidden=now.hidden | {lot})
    for turn in search(replace(case, readings=(*case.readings[:-1], hidden))).turns:
        stack = turn.after.city.stacks.get(lot)
        if stack and turn.cost <= EXACT:
            yield _Misread(lot, turn, stack, stack_misfit(case, now, lot, stack))


def _of_misread(case: Case, odd: _Misread) -> Unexplained | None:
    """The difference on the misread lot."""
    return complaint_about([one for one in differences(case, case.now, odd.turn.after) if one.at == odd.at])


def _refused(case: Case, part: Situation) -> Unexplained | None:
    """A sentence if a brick is where it may not be, with the reason."""
    twice = _one_colour_twice(case, part)
    if twice:
        return twice
    position = part.after
    for lot, seen in sorted(case.now.stacks.items()):
        stack = position.city.stacks.get(lot)
        try:
            if stack is None and seen.top:
                check_house(position.city, seen.top, lot)
            elif stack and case.stairs and seen.floors and seen.floors[0] and _has_new_floor(seen.floors, stack):
                check_floor(position.city, str(seen.floors[0]), lot)
        except RuleError as error:
            return Unexplained((_("{at}: {problem}", at=lot, problem=error.message),), _("Take it away again."))
    return None


def _one_colour_twice(case: Case, part: Situation) -> Unexplained | None:
    """A sentence if two new houses have one colour."""
    new = {lot: seen.top for lot, seen in case.now.stacks.items() if lot not in case.position.city.stacks and seen.top}
    for colour in {*new.values()}:
        same = sorted(lot for lot, one in new.items() if one == colour)
        if len(same) > 1 and len(part.bricks) <= 1:
            try:
                check_colour(Brick(colour, same[1]), (colour,))
            except RuleError as error:
                problem = _("{at}: {problem}", at=listed(same), problem=error.message)
                return Unexplained((problem,), _("Take it away again."))
    return None


def _has_new_floor(seen: tuple[str | None, ...], stack: tuple[str, ...]) -> bool:
    """True if the strips look as if there were one more floor below."""
    floors, above = stack[:0:-1], seen[1:IN_STAIRS]
    return above == floors[: len(above)] and seen[: len(floors)] != floors[: len(seen)]


def _misplaced(case: Case, part: Situation) -> Unexplained | None:
    """The misplaced stacks, with the remedy of the first."""
    if part.cost <= 0:
        return None
    found = [*differences(case, case.now, part.after)]
    if {one.at for one in found} & {brick.at for brick in part.bricks}:  # it does not even explain those
        found = [*differences(case, case.now, case.position)]
    return complaint_about(sorted(found, key=lambda one: _may_be_new(case, one.at)))


def _may_be_new(case: Case, lot: str) -> bool:
    """True if a brick is on a lot where it may be a house of this turn; other faults are reported before it."""
    seen, city = case.now.stacks.get(lot), case.position.city
    if seen is None or lot in city.stacks:
        return False
    try:
        check_house(city, seen.top or case.game.player.colour, lot)
    except RuleError:
        return False
    return True


def _too_many(case: Case) -> Unexplained | None:
    """A sentence if more bricks are new than a turn has: presses were forgotten."""
    number = sum(lot not in case.position.city.stacks for lot in case.now.stacks)
    if number <= BRICKS_IN_A_TURN:
        return None
    problem = _("There are {number} new bricks; a turn places two", number=number)
    return Unexplained((problem,), _("Enter the turns one by one, or take the last bricks back."))


def _unexplained(case: Case) -> Unexplained:
    """The fault, compared with the nearest explanation."""
    if too_many := _too_many(case):
        return too_many
    best = nearest(case, FARTHEST)
    if best is None:
        odd = misread(case)
        if odd and (wrong := _of_misread(case, odd)):
            return wrong
        found = [one.problem for one in differences(case, case.now, case.position)]
        return Unexplained(tuple(found[:MOST_PROBLEMS]), _("Put it right, then press OK."))
    twice = _one_colour_twice(case, Situation((), case.position, False, 0.0))
    if twice:
        return twice
    if best.struggle:
        return _unfinished(case, best)
    return _wrong(case, best) or _unfinished(case, best)
