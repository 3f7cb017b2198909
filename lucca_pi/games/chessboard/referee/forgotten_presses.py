"""Two turns that explain a look together because a press was forgotten; and alternatives to a turn that was taken."""

from collections.abc import Iterator

from lucca_pi.contract.verdict import Split
from lucca_pi.games.chessboard.referee.evidence import LIMIT, MARGIN, Case, Scale, stack_misfit
from lucca_pi.games.chessboard.referee.partial_turns import whole_turns
from lucca_pi.games.chessboard.referee.search import EXACT, disturbed, lots_gone, one_of_each, search, wide
from lucca_pi.games.chessboard.referee.turns import facts_of, marked, ways_words
from lucca_pi.games.chessboard.referee.verdict import unclear, unreadable, with_pushed
from lucca_pi.games.chessboard.rules.game import Game, legal_turns, play_turn
from lucca_pi.games.chessboard.rules.legal import TurnFilter
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick, Turn

_MOST_FIRST = 60
"""Most first turns that are followed."""


def split(case: Case) -> Split | None:
    """The pairs of turns that explain the last look; None if one turn, or part of one, explains it."""
    case = with_pushed(case)
    if unreadable(case.now) or unclear(case) or search(case).best:
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
    known = _known(case)
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


def _known(case: Case) -> TurnFilter:
    """Only bricks of which something is seen; otherwise there are too many pairs."""
    stacks, now, struggles = case.position.city.stacks, case.now, disturbed(case)

    def may(brick: Brick) -> bool:
        seen = now.stacks.get(brick.at)
        stack = stacks.get(brick.at)
        if seen is None:
            return False
        if stack is None:  # two turns may build a house and a floor below it
            return brick.colour in (seen.top, *seen.floors) or not seen.top
        changed = brick.at in struggles or stack_misfit(case, now, brick.at, stack) > EXACT
        return case.stairs and changed and (brick.colour in seen.floors or None in seen.floors)

    return TurnFilter(may, lots_gone(case))


_MOST = 12
"""Most alternatives offered, asked for one fact at a time."""
_Turns = tuple[Turn, ...]


def other_turns(case: Case, turn: Turn) -> _Turns:
    """Alternatives to a turn by the evidence of the look, likeliest first."""
    case = with_pushed(case)
    found = one_of_each(whole_turns(case, wide(case), 2 * LIMIT))
    return tuple(other for one in found if (other := one.turn(turn.player)) != turn)[:_MOST]


def turns_otherwise(case: Case, turn: Turn, facts: frozenset[object]) -> _Turns:
    """The turn, then the legal turns that differ from it in these facts only, likeliest first."""
    mine = facts_of(turn)
    fixed = {fact: value for fact, value in mine.items() if fact not in facts}
    same = (one for one in other_turns(case, turn) if fixed.items() <= facts_of(one).items())
    return (turn, *same)


def may_wait(game: Game, turns: _Turns) -> bool:
    """
    True if play can go on before it is known which of the turns was played.

    False if the game may be over, and after a struggle. A refusal or a strength that depends on the turn is found when
    the next turn is compared with each of them. Who has won is asked first, because a doubt waits for one look only.
    """
    for turn in turns:
        after = play_turn(game, turn)
        struggled = any(event.kind == "struggle" for event in after.told[-1].events)
        if after.is_over or struggled:
            return False
    return not game.switching
