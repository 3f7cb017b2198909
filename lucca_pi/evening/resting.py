"""The table at rest, without a press: a complaint put right, the end of a pause, a turn hands-free."""

from dataclasses import replace
from functools import reduce
from typing import Any

from lucca_pi.contract.history import Played, Started
from lucca_pi.contract.questions import Disagreed, Settle
from lucca_pi.contract.verdict import Explained
from lucca_pi.evening.answers import finish_correction
from lucca_pi.evening.corrections import begin_correction
from lucca_pi.evening.judging import judge
from lucca_pi.evening.state import Outcome, State, Waiting, after_event, decided_by
from lucca_pi.language import _
from lucca_pi.table.sighting import Look

_PUT_BACK = _("Put it back, then press OK. Back: go on as it is.")

AT_REST = "taken as the table came to rest"
"""Note on a turn taken without a press; the next press or look may still change it."""
CONFIRMED = "taken as the table came to rest, then confirmed"
"""Note on a turn taken without a press, then made final by one."""


def came_to_rest(state: State, look: Look, date: str, *, takes: bool) -> Outcome | None:
    """The outcome of a look at rest; None if it is only evidence for the next look."""
    looks = (*state.rested, look)
    match state.mode:
        case Disagreed(paused=True):
            return check_pause(state, looks)
        case Disagreed() if state.game and state.game.player_in_turn:
            return _put_right(state, state.mode, looks, date)
        case None if takes:
            return _taken(state, look, date)
        case _:
            return None


def check_pause(state: State, looks: tuple[Look, ...]) -> Outcome:
    """The outcome of a look in a pause: play goes on if everything is as before, else what is misplaced is shown."""
    problems = tuple(dict.fromkeys(state.plugin.referee.misplaced(state.match, looks))) if state.game else ()
    if not problems:
        return Outcome(mode=Waiting)
    return Outcome(mode=Disagreed(problems, _PUT_BACK, looks, paused=True))


def _put_right(state: State, disagreed: Disagreed, looks: tuple[Look, ...], date: str) -> Outcome | None:
    """
    The outcome of a complaint after a press: the turn once a whole legal one explains the table, else a changed
    complaint.
    """
    if state.plugin.referee.unidentified(replace(state, mode=Waiting).match, looks, False):  # nobody has pressed again
        return None
    outcome = judge(state, looks, date)
    if outcome.events and _is_sure(state, looks):
        return outcome
    now = outcome.mode
    return outcome if isinstance(now, Disagreed) and now.problems != disagreed.problems else None


def _is_sure(state: State, looks: tuple[Look, ...]) -> bool:
    verdict = state.plugin.referee.explain(state.match, looks)
    return isinstance(verdict, Explained) and verdict.cost <= state.plugin.referee.sure


def _taken(state: State, look: Look, date: str) -> Outcome | None:
    """The start or a whole turn, taken hands-free; the last turn taken so can change until the next player moves."""
    if state.game is None:
        decision = state.plugin.referee.judge_start(state.match, (*state.rested, look), date)
        start = decided_by(state, decision, date)
        return start if any(isinstance(event, Started) for event in start.events) else None
    return _taken_again(state, look, date) or _next_turn(state, (*state.rested, look), date)


def _taken_again(state: State, look: Look, date: str) -> Outcome | None:
    """The correction of the last turn, if it was taken at rest and its player has gone on."""
    again = _explained_again(state, look)
    if again is None or again.cost > state.plugin.referee.sure or again.turn == state.course.turns[-1]:
        return None
    return _taken_as(state, again.turn, date, AT_REST)


def made_final(state: State, look: Look, date: str) -> Outcome | None:
    """The outcome of OK after a turn that was taken at rest, with nothing played since: the turn is final."""
    again = _explained_again(state, look)
    return _taken_as(state, again.turn, date, CONFIRMED) if again else None


def _taken_as(state: State, turn: Any, date: str, note: str) -> Outcome | None:
    """The correction to this turn; None if earlier looks contradict it, so that players must be asked."""
    outcome = finish_correction(state, begin_correction(state, Settle(len(state.course.turns), turn), date, note=note))
    return outcome if outcome.events else None


def _explained_again(state: State, look: Look) -> Explained | None:
    """The last turn by a further look, if it was taken at rest; another turn only if the auditor signs it."""
    number = len(state.course.turns)
    moment = state.course.moment(number) if number else None
    if moment is None or moment.note != AT_REST:
        return None
    before, looks = state.before(number), (*moment.looks, look)
    verdict = state.plugin.referee.explain(before.match, looks)
    if not isinstance(verdict, Explained):
        return None
    is_known = (
        verdict.turn == moment.entry or state.plugin.referee.audit(before.match, (verdict.turn,), looks).is_signed
    )
    return verdict if is_known else None


def _next_turn(state: State, looks: tuple[Look, ...], date: str) -> Outcome | None:
    """
    The turn of the player in turn, and with it an unsettled earlier one.

    The game's last turn is never taken at rest: no later look would show that its player has changed it.
    """
    if state.game.player_in_turn is None or state.plugin.referee.may_end(state.game):
        return None
    outcome = judge(state, looks, date)
    if not outcome.events:
        return None
    *settled, last = outcome.events
    before = reduce(after_event, settled, state)
    if not isinstance(last, Played) or not _is_sure(before, looks):
        return None
    return Outcome((*settled, replace(last, note=AT_REST)))
