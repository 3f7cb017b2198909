"""The explanation of how a look at the board was judged: what it shows, and the evidence against each possible turn."""

from collections.abc import Iterator

from lucca_pi.contract.history import Looks
from lucca_pi.contract.match import Match
from lucca_pi.contract.verdict import (
    Explanation,
    Judged,
    Split,
    Turns,
    Weighed,
    odds,
    side_by_side,
    weighed_json,
)
from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.referee.differences import changes, reasons
from lucca_pi.games.chessboard.referee.evidence import Case
from lucca_pi.games.chessboard.referee.search import both_kinds
from lucca_pi.games.chessboard.referee.turns import Situation, turn_words, ways_words
from lucca_pi.games.chessboard.referee.verdict import FARTHEST, with_pushed
from lucca_pi.games.chessboard.rules.game import play_turn
from lucca_pi.games.chessboard.session.memory import case_of

MOST = 6
"""Most turns that are shown side by side."""


def explained(match: Match, looks: Looks, judged: Judged, taken: Turns) -> Explanation:
    """
    The explanation of how looks are judged; `taken`: the turns that the game has. Raises ValueError before the start.
    """
    case = with_pushed(case_of(match, looks))
    ways = _ways(judged.split, taken) if judged.split else _singles(case, taken)
    seen = tuple(changes(case)) if case.now.has_board else ()
    best, decided = judged.best, judged.decision
    lines = [f"{decided}.", *side_by_side(ways)]
    lines += ["", "changed since before the turn:", *(f"  {one}" for one in seen)] if seen else []
    data = {"decision": decided, "candidates": [weighed_json(one) for one in ways], "seen": [*seen]}
    return Explanation(
        sure=judged.sure,
        best=best,
        weight=ways[0].weight if best and ways else None,
        odds=odds(ways[0].weight) if best and ways else "",
        distance=ways[1].weight - ways[0].weight if len(ways) > 1 else None,
        next_best=ways[1].words if len(ways) > 1 else "",
        lines=tuple(lines),
        data=data,
        remedies=judged.remedies,
    )


def _ways(found: Split, taken: Turns) -> list[Weighed]:
    weighed = zip(found.ways, found.costs, ways_words(found.ways), strict=True)
    return [
        Weighed(words, cost, (("other differences on the table", cost),) if cost else (), taken=way == taken)
        for way, cost, words in weighed
    ]


def _singles(case: Case, taken: Turns) -> list[Weighed]:
    """The possible single turns and the best part of a turn, or the nearest ones if none is possible."""
    if not case.now.has_board or case.now.quarters:
        return []
    near = both_kinds(case)
    found = near if near.best else both_kinds(case, FARTHEST)
    both = [*found.turns, *([found.part] if found.part else [])]
    after = _after(case, taken)
    return [
        Weighed("; ".join(_parts(case, one)), one.cost, reasons(case, one), taken=one.is_whole and one.after == after)
        for one in sorted(both, key=lambda one: one.cost)[:MOST]
    ]


def _after(case: Case, taken: Turns) -> object:
    """The position after the turn taken; None if there is none, or several."""
    try:
        return play_turn(case.game, taken[0]).position if len(taken) == 1 else None
    except RuleError:
        return None


def _parts(case: Case, one: Situation) -> Iterator[str]:
    if one.bricks:
        yield turn_words(one.turn(case.player))
    if one.struggle:
        yield "a struggle still to be carried out"
    elif not one.is_whole:
        yield "not whole yet" if one.bricks else "nothing played yet"
