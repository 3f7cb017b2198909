"""What a look shows of the turn being played: the turn, a question, or what is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.evening.asking import (
    NONE_OF_THESE,
    are_alike,
    is_it_right,
    told_by,
    unsettled_question,
    which_earlier,
    which_turn_it_was,
    which_turns_they_were,
)
from lucca_pi.evening.correcting import ok_too_many, reread_after
from lucca_pi.evening.journal import Corrected
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.signing import put_in_sight, taken_if_signed
from lucca_pi.evening.state import State, after_event, corrected
from lucca_pi.games.contract.history import Asked, Looks, Played
from lucca_pi.games.contract.questions import Among, Choice, Disagreed, Option, Take
from lucca_pi.games.contract.verdict import Doubt, Explained, Gap, Split, Unexplained, Verdict
from lucca_pi.games.contract.verdict import several as rather_several
from lucca_pi.language import _

SETTLED = "settled by a later look"


def judge(state: State, looks: Looks, date: str) -> Outcome:
    """
    What looks show, the last being the latest.

    A turn that is not settled yet is judged first, by what is seen now: one look later it is settled or asked about.
    Where the looks may show no more than all of it, that is asked alone: after the answer OK is due again.
    """
    number = state.course.open_turn
    if number is None:
        return _judge_turn(state, looks, date)
    is_last = number == len(state.course.turns)
    may_be = state.kind.referee.finished_later(state.match, number, looks) if is_last else ()
    if may_be:
        return Outcome(mode=which_earlier(state, number, may_be))
    return _settled_first(state, number, looks, date)


def _settled_first(state: State, number: int, looks: Looks, date: str) -> Outcome:
    """What looks show of an unsettled turn, then of the one after it."""
    left = still_likely(state, number, looks)
    if not left:
        return _where_none_fits(state, number, looks, date)
    if not are_alike(state, Among(tuple((one.turn,) for one in left), number)):
        return Outcome(mode=which_earlier(state, number, tuple(one.turn for one in left), looks))
    settled = settle(state, number, left[0].turn, date)
    turn = _judge_turn(replace(after_event(state, settled), mode=state.mode), looks, date)
    if turn.events and _are_signed(state, settled, turn, looks):
        return Outcome((settled, *turn.events), turn.mode)
    if isinstance(turn.mode, Disagreed):
        return turn
    return Outcome(mode=unsettled_question(state, number, looks))


def _where_none_fits(state: State, number: int, looks: Looks, date: str) -> Outcome:
    """Its player has thought again, several turns have been played since, or something is wrong."""
    is_last = number == len(state.course.turns)
    finished = state.kind.referee.changed_afterwards(state.match, number, looks) if is_last else None
    if finished:
        return Outcome((settle(state, number, finished, date),))
    verdict = state.kind.explain(state.match, looks)
    if several(state, verdict, looks):
        return Outcome(mode=unsettled_question(state, number, looks))
    return _judged_alone(state, verdict, looks, date)


def _are_signed(state: State, settled: Corrected, now: Outcome, looks: Looks) -> bool:
    """Whether all looks since an unsettled turn together prove what it was, and the turn after it."""
    if not all(moment.is_turn for moment in state.course.since(settled.number)):
        return False  # what was settled between the turns is no part of what they would leave
    turns = (*settled.turns, *(event.turn for event in now.events if isinstance(event, Played)))
    since = tuple(look for moment in state.course.since(settled.number) for look in moment.looks)
    return state.kind.audit(state.before(settled.number).match, turns, (*since, *looks)).is_signed


def _judge_turn(state: State, looks: Looks, date: str) -> Outcome:
    verdict = state.kind.explain(state.match, looks)
    found = several(state, verdict, looks)
    if found and found.is_certain:
        return taken_if_signed(state, found.ways[0], looks, date)
    too_many = pressed_too_often(state, verdict, found, looks)
    if too_many:
        return Outcome(mode=too_many)
    if found:
        return Outcome(mode=which_turns_they_were(state, found, looks))
    return _judged_alone(state, verdict, looks, date)


def pressed_too_often(state: State, verdict: Verdict, found: Split | None, looks: Looks) -> Choice | None:
    """
    The question whether OK was pressed once too often before, where that explains looks that no turn explains.

    Beside it stand the turns that explain them if OK was forgotten; whoever says neither hears what is wrong.
    """
    if not isinstance(verdict, Unexplained):
        return None
    too_many = ok_too_many(state, len(state.course.turns), looks)
    if not too_many:
        return None
    ways = found.ways if found else ()
    lead: Take | Among = Take(ways[0]) if len(ways) == 1 else Among(ways)
    words = found.words[0] if found and len(ways) == 1 else _("OK was forgotten")
    options = (*too_many, *((Option(words, lead),) if ways else ()))
    options = tuple(replace(option, given=number) for number, option in enumerate(options))
    text = _("{problem}. Which was it?", problem=verdict.problems[0])
    asked = Asked(text, tuple(option.words for option in options), None)
    none = Option(NONE_OF_THESE, Disagreed(verdict.problems, verdict.advice, looks))
    return Choice("", text, (*options, none), looks, asked)


def _judged_alone(state: State, verdict: Verdict, looks: Looks, date: str) -> Outcome:
    """What comes of a verdict on one turn, where it is not several."""
    match verdict:
        case Explained() | Doubt() if left := state.kind.referee.unfinished(state.match, verdict, looks):
            return Outcome(mode=left)
        case Explained(fits_badly=True):
            return Outcome(mode=is_it_right(state, (verdict.turn,), looks))
        case Explained():
            return taken_if_signed(state, (verdict.turn,), looks, date)
        case Doubt():
            return _in_doubt(state, verdict, looks, date)
        case Unexplained():
            return Outcome(mode=state.kind.referee.complaint(state.match, verdict, looks, reread_after(state)))


def ended_by_hand(state: State, said: Disagreed, looks: Looks) -> Choice | None:
    """
    What is asked instead of a complaint that players have answered already, by saying what the turn before was.

    What still lies amiss then is theirs to know: they are shown the likeliest turn for one OK, or enter theirs.
    """
    number = len(state.course.turns)
    moment = state.course.moment(number) if number else None
    if moment is None or not moment.is_told or not moment.looks:
        return None
    was = state.kind.explain(state.before(number).match, moment.looks)
    if not isinstance(was, Unexplained) or not set(said.problems) <= set(was.problems):
        return None
    turns = state.kind.referee.likeliest(state.match, looks)
    if not turns:
        return replace(state.kind.words.enter(state.match, None, None), looks=looks)
    return is_it_right(state, turns, looks, (Gap(said.problems[0]),))


def _in_doubt(state: State, doubt: Doubt, looks: Looks, date: str) -> Outcome:
    """The next look may settle it, if all else is certain; else people lay in sight what is not, or are asked."""
    signed, in_doubt = (
        state.kind.audit(state.match, doubt.turns[:1], looks),
        Among(tuple((turn,) for turn in doubt.turns)),
    )
    may_go_on = doubt.may_wait and state.kind.referee.may_wait(state.game, doubt.turns)
    if may_go_on and not signed.without(told_by(state, in_doubt)):
        best, *others = doubt.turns
        return Outcome((Played(best, looks, None, date, (*others, *doubt.parts)),))
    alone = is_it_right(state, doubt.turns, looks, signed.gaps) if len(doubt.turns) == 1 else None
    return Outcome(mode=put_in_sight(state, signed, looks) or alone or which_turn_it_was(state, doubt, looks))


def several(state: State, verdict: Verdict, looks: Looks) -> Split | None:
    """Several turns, as presses were forgotten, that explain looks better than one that fits badly or not at all."""
    return rather_several(verdict, lambda: state.kind.split(state.match, looks))


@dataclass(frozen=True, slots=True)
class Likely:
    """What an earlier turn may have been, and how badly all that was seen since fits it."""

    turn: Any
    cost: float


def still_likely(state: State, number: int, looks: Looks) -> list[Likely]:
    """What an unsettled turn may have been after further looks, likeliest first; none where nothing explains them."""
    found = [*_likely(state, number, looks)]
    best = min((one.cost for one in found), default=0.0)
    return sorted((one for one in found if one.cost <= best + state.kind.referee.margin), key=lambda one: one.cost)


def _likely(state: State, number: int, looks: Looks) -> Iterator[Likely]:
    """What explains them at all; turns that count alike leave the same behind, so one of them tells for all."""
    before, date = state.course.game_before(number), state.course.moment(number).date
    now: dict[object, float | None] = {}
    for turn, cost in _possible(state, number):
        same = state.kind.referee.what_counts(before, turn)
        if same not in now:
            now[same] = _cost_now(state, settle(state, number, turn, date), looks)
        more = now[same]
        if more is not None:
            yield Likely(turn, cost + more)


def _possible(state: State, number: int) -> list[tuple[Any, float]]:
    """What the turn may have been, each with how badly its own looks fit it."""
    moment = state.course.moment(number)
    verdict = state.kind.explain(state.before(number).match, moment.looks)
    costs = dict(zip(verdict.turns, verdict.costs, strict=True)) if isinstance(verdict, Doubt) else {}
    return [(turn, costs.get(turn, 0.0)) for turn in (moment.entry, *moment.others)]


def _cost_now(state: State, event: Corrected, looks: Looks) -> float | None:
    """How badly the looks fit if the event is true; None where no turn explains them, or those since cannot be."""
    try:
        verdict = state.kind.explain(state.at(corrected(state, event)).match, looks)
    except RuleError:
        return None
    match verdict:
        case Explained():
            return verdict.cost
        case Doubt():
            return verdict.costs[0]
        case Unexplained():
            return None


def settle(state: State, number: int, turn: Any, date: str) -> Corrected:
    """The event that says which turn it was; those after it stay."""
    later = (moment.entry for moment in state.course.since(number)[1:] if moment.is_turn)
    return Corrected(number, (turn, *later), None, SETTLED, date)
