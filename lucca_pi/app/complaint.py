"""What a recorded look was complained of for, with the name of its picture: an OK goes on to the next one."""

from collections.abc import Sequence
from dataclasses import replace

from lucca_pi.evening.modes import Disagreed
from lucca_pi.evening.state import State
from lucca_pi.evening.step import Effect, Show
from lucca_pi.evening.views import snapshot
from lucca_pi.language import _


def complaint(state: State) -> Disagreed | None:
    """The complaint about the look before, which an OK answers with another look; None where there is none."""
    return state.mode if isinstance(state.mode, Disagreed) and not state.mode.paused else None


def naming(file: str, state: State, effects: Sequence[Effect]) -> tuple[State, Sequence[Effect]]:
    """State and effects of a look, whose complaint names the picture's file where it does not yet."""
    wrong = complaint(state)
    if not wrong or not file or any(file in problem for problem in wrong.problems):
        return state, effects
    state = replace(state, mode=replace(wrong, problems=(*wrong.problems, _("Seen in {picture}.", picture=file))))
    last = snapshot(state)
    return state, [Show((*one.snapshots[:-1], last)) if isinstance(one, Show) else one for one in effects]
