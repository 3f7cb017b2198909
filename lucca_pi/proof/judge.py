"""Told turns held against what their looks show."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from lucca_pi.errors import RuleError
from lucca_pi.evening.state import State
from lucca_pi.evening.verdict import Doubt, Explained, Unexplained
from lucca_pi.games.citta.referee.answers import moves_in_words
from lucca_pi.games.citta.referee.candidates import MARGIN
from lucca_pi.games.citta.referee.forgotten import split
from lucca_pi.games.citta.referee.verdict import explain
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.proof.derive import after_turn, alike
from lucca_pi.proof.seeing import Looks

Word = Literal["agrees", "told", "differs", "unseen"]
"""The pictures give the same; people's word decides; the pictures give something else; they do not tell."""
WORDS: tuple[Word, ...] = ("agrees", "told", "differs", "unseen")


@dataclass(frozen=True, slots=True)
class Found:
    """The word on a turn and why; `turn` is the one to go on with, `derived` whether pictures or people gave it."""

    word: Word
    why: str
    turn: Turn
    derived: bool = True


def judge(state: State, told: Turn, looks: Looks, later: Callable[[], Looks]) -> Found:
    """The word on a turn by its looks; where they leave it open, by the `later` ones, at the next turn, as in play."""
    game = state.game
    if game is None:
        raise ValueError("There is no turn before the deal.")
    verdict = explain(case_of(state, looks))
    match verdict:
        case Explained(turn=turn) if alike(game, turn, told):
            return Found("agrees", "", told)
        case Explained(turn=turn):
            return Found("differs", f"the pictures show {_in_words(state, [turn])}", turn)
        case Doubt():
            return _settled(state, told, verdict, looks, later())
        case Unexplained(problems=problems):
            return Found("differs", f"the pictures show no legal turn: {'; '.join(problems)}", told, derived=False)


def judge_several(state: State, told: Sequence[Turn], looks: Looks) -> list[Found]:
    """The word on turns that one look was read for: the table is as they left it together."""
    found = split(case_of(state, looks))
    if isinstance(found, Unexplained):
        why = f"the pictures show no legal turns: {'; '.join(found.problems)}"
        return [Found("differs", why, turn, derived=False) for turn in told]
    if not any(_all_alike(state, way, told) for way in found.ways):
        why = f"the pictures show {_in_words(state, found.ways[0])}"
        return [Found("differs", why, turn, derived=False) for turn in told]
    if len(found.ways) > 1:
        why = f"the pictures leave open: {' or '.join(found.words)}"
        return [Found("unseen", why, turn, derived=False) for turn in told]
    return [Found("agrees", "", turn) for turn in told]


def by_people(found: Found, told: Turn, said: str) -> Found:
    """What players said of a turn decides where the pictures do not give the told one."""
    if found.word == "agrees" or not said:
        return found
    return Found("told", f"{said} ({found.why})", told)


def _settled(state: State, told: Turn, doubt: Doubt, looks: Looks, later: Looks) -> Found:
    """The turn that is left of those in doubt once the later looks are known."""
    game = state.game
    left = [*_left(state, doubt, looks, later)] if later else [*doubt.turns]
    if game and all(alike(game, turn, told) for turn in left):
        return Found("agrees", "", told)
    if game and any(alike(game, turn, told) for turn in left):
        answers = " or ".join(_in_words(state, [turn]) for turn in left)
        return Found("unseen", f"the pictures leave open: {answers}", told, derived=False)
    return Found("differs", f"the pictures show {_in_words(state, left[:1])}", left[0])


def _left(state: State, doubt: Doubt, looks: Looks, later: Looks) -> Iterator[Turn]:
    """The turns in doubt that the later looks leave likely; all of them where those explain none."""
    costs = {
        turn: cost + more
        for turn, cost in zip(doubt.turns, doubt.costs, strict=True)
        if (more := _cost(state, turn, looks, later)) is not None
    }
    best = min(costs.values(), default=0.0)
    yield from (turn for turn in doubt.turns if not costs or costs.get(turn, best + 2 * MARGIN) <= best + MARGIN)


def _cost(state: State, turn: Turn, looks: Looks, later: Looks) -> float | None:
    """How badly the later looks fit after the turn; None where they cannot be."""
    try:
        after = after_turn(state, turn, looks)
    except RuleError:
        return None
    if after.game is None or after.game.player_in_turn is None:
        return None
    match explain(case_of(after, later)):
        case Explained(cost=cost):
            return cost
        case Doubt(costs=costs):
            return costs[0]
        case _:
            return None


def _all_alike(state: State, way: Sequence[Turn], told: Sequence[Turn]) -> bool:
    """Whether the turns come to the same, one after the other."""
    if len(way) != len(told):
        return False
    for one, other in zip(way, told, strict=True):
        if state.game is None or not alike(state.game, one, other):
            return False
        state = after_turn(state, other, ())
    return True


def _in_words(state: State, turns: Sequence[Turn]) -> str:
    deck = state.begun.setup.deck_file.deck
    return ", then ".join(f"{turn.player}: {'; '.join(moves_in_words(turn, deck))}" for turn in turns)
