"""What a look was complained of for, with the name of its picture, and with the game that lies there instead."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from lucca_pi.evening.other_game import with_other_game
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Effect, Show, Stepped
from lucca_pi.evening.views import snapshot
from lucca_pi.games.contract.questions import Disagreed


def complaint(state: State) -> Disagreed | None:
    """The complaint about the look before, which an OK answers with another look; None where there is none."""
    return state.mode if isinstance(state.mode, Disagreed) and not state.mode.paused else None


def naming(file: str, state: State, effects: Sequence[Effect]) -> tuple[State, Sequence[Effect]]:
    """State and effects of a look, whose complaint names the picture's file where it does not yet."""
    wrong = complaint(state)
    if not wrong or not file or any(file in problem for problem in wrong.problems):
        return state, effects
    return _with(replace(wrong, picture=file), state, effects)


def suggesting(codes: Callable[[], Collection[int]], state: State, effects: Sequence[Effect]) -> Stepped:
    """State and effects of a look before the start; its complaint says so if another game lies there, by all codes."""
    wrong = complaint(state)
    if not wrong or state.game is not None:
        return state, effects
    said = with_other_game(state, wrong, codes())
    return (state, effects) if said is wrong else _with(said, state, effects)


def _with(said: Disagreed, state: State, effects: Sequence[Effect]) -> Stepped:
    state = replace(state, mode=said)
    last = snapshot(state)
    return state, [Show((*one.snapshots[:-1], last)) if isinstance(one, Show) else one for one in effects]
