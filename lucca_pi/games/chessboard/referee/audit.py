"""
The auditor's certificate: the facts of a turn that a look proves, and those it leaves open.

It uses sightings on the lots that a turn changes, without the referee's costs. A brick counts as seen if its colour is
sure, and a house as gone if its lot was seen empty.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import zip_longest

from lucca_pi.contract.verdict import Certificate, Gap
from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.referee.evidence import (
    IN_STAIRS,
    Case,
    miscounted,
    not_there,
    stack_misfit,
    strips_misfit,
)
from lucca_pi.games.chessboard.referee.turns import is_floor
from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.game import Game, play_turn
from lucca_pi.games.chessboard.rules.turn import Turn
from lucca_pi.games.chessboard.table.reading import SeenStack
from lucca_pi.language import _

_SURE = 0.5
"""Least sureness of a colour that proves anything."""


def audit(case: Case, turns: Iterable[Turn]) -> Certificate:
    """Certificate of the turns by the last look, lot by lot."""
    turns = tuple(turns)
    try:
        after = reduce(play_turn, turns, case.game)
    except RuleError as error:
        return Certificate((), (Gap(error.message),))
    before, now = case.position.city.stacks, after.position.city.stacks
    changed = sorted(lot for lot in {*before, *now} if before.get(lot) != now.get(lot))
    proofs, gaps = list[str](), list[Gap]()
    for lot in changed:
        gap = _gap(case, lot, now.get(lot), _facts(turns, lot)) or _unshown(case, lot, now.get(lot), turns)
        if gap:
            gaps.append(gap)
        else:
            proofs.append(_proof(lot, before.get(lot), now.get(lot)))
    gaps += _contradictions(case, after, changed)
    return Certificate(tuple(proofs), (*gaps, *_uncounted(case, after)))


def _contradictions(case: Case, after: Game, changed: Iterable[str]) -> Iterator[Gap]:
    """Gaps for sightings elsewhere that cannot be true after these turns."""
    stacks = after.position.city.stacks
    for lot in sorted({*stacks, *case.now.stacks}.difference(changed)):
        seen, stack = case.now.stacks.get(lot), stacks.get(lot)
        if seen is None:
            if stack and lot not in case.now.hidden:
                missing = not_there(lot, stack)
                yield Gap(missing.problem, remedy=missing.remedy)
        elif stack is None:
            yield Gap(_("{at}: a brick lies there", at=lot), remedy=_("Take it away from {at}", at=lot))
        else:
            yield from _changed(case, lot, seen, stack)


def _changed(case: Case, lot: str, seen: SeenStack, stack: Stack) -> Iterator[Gap]:
    """Gaps for stacks that changed although nothing was placed below them: a hidden floor may be gone."""
    told, floors = {"at": lot, "colour": stack[0]}, stack[:0:-1]
    sure = zip_longest(seen.floors, seen.sure[: len(seen.floors)], fillvalue=1.0)
    surely = tuple(colour if margin >= _SURE else None for colour, margin in sure)
    is_short = case.stairs and len(seen.floors) < min(len(floors), IN_STAIRS)
    if is_short:
        yield Gap(
            _("{at}: the lowest floors are not all in sight", **told), remedy=_("Pull out the stairs of {at}", **told)
        )
    elif seen.top not in ("", stack[0]) or (case.stairs and strips_misfit(surely, seen.sure, floors) > 1):
        yield Gap(_("{at} has changed", **told), remedy=_("Put {at} right", **told))


def _facts(turns: Iterable[Turn], lot: str) -> frozenset[tuple[str, str]]:
    """The facts that decide the stack on a lot."""
    bricks = [brick for turn in turns for brick in turn.bricks]
    here = [brick for brick in bricks if brick.at == lot or lot in brick.prisoners]
    return frozenset(
        fact
        for brick in here or bricks
        for fact in (("brick", brick.colour), *((("prisoners", brick.colour),) if brick.prisoners else ()))
    )


def _gap(case: Case, lot: str, stack: Stack | None, facts: frozenset[tuple[str, str]]) -> Gap | None:
    seen = case.now.stacks.get(lot)
    if stack is None:
        if seen is None and lot not in case.now.hidden:
            return None
        return Gap(_("I do not see that {at} is empty", at=lot), facts, _("Clear the view of {at}", at=lot))
    if seen is None:
        return Gap(_("I do not see {at}", at=lot), facts, _("Clear the view of {at}", at=lot))
    if seen.top != stack[0] or seen.margin < _SURE:
        return Gap(_("{at}: I am not sure that {colour} is on top", at=lot, colour=stack[0]), facts)
    if case.stairs and not _shows_floors(seen, stack):
        told = {"at": lot}
        remedy = _("Pull out the stairs of {at}", **told)
        return Gap(_("{at}: the lowest floors are not all in sight", **told), facts, remedy)
    return None


def _unshown(case: Case, lot: str, stack: Stack | None, turns: Iterable[Turn]) -> Gap | None:
    """
    Gap if a stack would look the same without its new floor: straight, or in stairs of one colour.

    Such a floor may be the only explanation of a look, and yet a missed house was placed, or the brick is beside the
    board. So it is never taken without a word, unless the stack has grown.
    """
    placed = [brick for turn in turns for brick in turn.bricks if brick.at == lot and is_floor(brick)]
    lower = stack[: -len(placed)] if stack and placed else ()
    seen = case.now.stacks.get(lot)
    if not placed or (case.stairs and not (lower and seen and _looks_as(seen, lower))):
        return None
    if case.growth and lower and stack_misfit(case, case.now, lot, lower) > stack_misfit(case, case.now, lot, stack):
        return None
    facts = frozenset(("brick", brick.colour) for brick in placed)
    if case.stairs:
        return Gap(_("{at}: its stairs look as they did before", at=lot), facts)
    return Gap(_("{at}: a straight stack hides its floors", at=lot), facts)


def _looks_as(seen: SeenStack, stack: Stack) -> bool:
    """True if the visible strips fit the stack with nothing hidden or added."""
    return strips_misfit(seen.floors, seen.sure, stack[:0:-1]) <= 1


def _shows_floors(seen: SeenStack, stack: Stack) -> bool:
    """True if the lowest floor is recognised and the strips fit with nothing hidden."""
    floors = stack[:0:-1]
    if not _looks_as(seen, stack):
        return False
    return not floors or (bool(seen.floors) and seen.floors[0] == floors[0] and (seen.sure or (1.0,))[0] >= _SURE)


def _proof(lot: str, before: Stack | None, after: Stack | None) -> str:
    if after is None:
        return f"{lot} was seen empty"
    if before is None:
        return f"{after[0]} was seen at {lot}"
    return f"{lot} was seen to change, now {' '.join(after)}"


def _uncounted(case: Case, after: Game) -> Iterator[Gap]:
    """Gaps for the counts on the mat: neither fewer nor more bricks of any colour may be missing from the supply."""
    for one in miscounted(case.now, after.position):
        yield Gap(one.problem, frozenset({one.fact}), one.remedy)
