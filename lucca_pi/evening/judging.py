"""
The judgement of a look: the turn being played, a question, or a complaint.

The referee proposes a turn, and the auditor must sign it; players are asked about what the auditor does not sign. The
look that ends a game is judged together with those of the last turn.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from lucca_pi.contract.history import Looks, Moment, Played
from lucca_pi.contract.questions import Among, Choice, Disagreed, EnterTurn, Option, Review, Stays, Take, Way
from lucca_pi.contract.verdict import (
    MOST_OFFERED,
    Certificate,
    Doubt,
    Explained,
    Fact,
    Gap,
    Judged,
    Split,
    Turns,
    Unexplained,
    Verdict,
    cost_to_beat,
)
from lucca_pi.errors import RuleError
from lucca_pi.evening.corrections import can_be, ok_too_many, reread_after
from lucca_pi.evening.journal import Corrected, TakenBack
from lucca_pi.evening.questions import (
    NONE_OF_THESE,
    are_alike,
    entering,
    is_it_right,
    unsettled_question,
    which_of,
    which_turns_they_were,
)
from lucca_pi.evening.state import Finish, Outcome, State, after_event, corrected
from lucca_pi.language import _

SETTLED = "settled by a later look"
"""Note on a turn that a later look settled."""


def judge(state: State, looks: Looks, date: str) -> Outcome:
    """
    The outcome of looks, the last being the latest.

    A turn that is not settled yet is judged first, by these looks: one look later it is settled or asked about. If the
    looks may show only the rest of that turn, the question about it comes alone: OK is due again after the answer.
    """
    number = state.course.open_turn
    if number is None:
        return _judge_turn(state, looks, date)
    is_last = number == len(state.course.turns)
    may_be = state.plugin.referee.finished_later(state.match, number, looks) if is_last else ()
    if may_be:
        return Outcome(mode=which_of(state, Among.turns(may_be, number), ()))
    return _settled_first(state, number, looks, date)


def _settled_first(state: State, number: int, looks: Looks, date: str) -> Outcome:
    """The outcome of looks for an unsettled turn, then for the one after it."""
    left = still_likely(state, number, looks)
    if not left:
        return _where_none_fits(state, number, looks, date)
    among = Among.turns(left, number)
    if not are_alike(state, among):
        return Outcome(mode=which_of(state, among, looks))
    settled = resolve_open_turn(state, number, left[0], date)
    turn = _judge_turn(replace(after_event(state, settled), mode=state.mode), looks, date)
    if turn.events and _are_signed(state, settled, turn, looks):
        return Outcome((settled, *turn.events), turn.mode)
    if isinstance(turn.mode, Disagreed):
        return turn
    return Outcome(mode=unsettled_question(state, number, looks))


def _where_none_fits(state: State, number: int, looks: Looks, date: str) -> Outcome:
    """
    The outcome if no unsettled turn fits: its player changed it, several turns were played since, or something is
    wrong.
    """
    is_last = number == len(state.course.turns)
    finished = state.plugin.referee.changed_afterwards(state.match, number, looks) if is_last else None
    if finished:
        return Outcome((resolve_open_turn(state, number, finished, date),))
    now = judged(state, looks)
    if now.split:
        return Outcome(mode=unsettled_question(state, number, looks))
    return _judged_alone(state, now.verdict, looks, date)


def _are_signed(state: State, settled: Corrected, now: Outcome, looks: Looks) -> bool:
    """True if all looks since an unsettled turn together prove that turn and the one after it."""
    if not all(moment.is_turn for moment in state.course.since(settled.number)):
        return False  # turns alone do not explain an adjustment between them
    turns = (*settled.turns, *(event.turn for event in now.events if isinstance(event, Played)))
    since = tuple(look for moment in state.course.since(settled.number) for look in moment.looks)
    return state.plugin.referee.audit(state.before(settled.number).match, turns, (*since, *looks)).is_signed


def _judge_turn(state: State, looks: Looks, date: str) -> Outcome:
    now = judged(state, looks)
    verdict, found = now.verdict, now.split
    if found and found.is_certain:
        return _taken_if_signed(state, found.ways[0], looks, date)
    too_many = _pressed_too_often(state, verdict, found, looks)
    if too_many:
        return Outcome(mode=too_many)
    if found:
        return Outcome(mode=which_turns_they_were(state, found, looks))
    return _judged_alone(state, verdict, looks, date)


def _pressed_too_often(state: State, verdict: Verdict, found: Split | None, looks: Looks) -> Choice | None:
    """
    The question whether OK was pressed once too often, if that explains looks that no turn explains.

    It also offers the turns that explain them if OK was forgotten; "None of these" leads to the complaint.
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
    text = _("{problem}. Which was it?", problem=verdict.problems[0])
    none = Option(NONE_OF_THESE, Disagreed(verdict.problems, verdict.advice, looks))
    return Choice.kept("", text, options, looks, none)


def _judged_alone(state: State, verdict: Verdict, looks: Looks, date: str) -> Outcome:
    """The outcome of a verdict on a single turn."""
    match verdict:
        case Explained() | Doubt() if left := state.plugin.referee.unfinished(state.match, verdict, looks):
            return Outcome(mode=left)
        case Explained(fits_badly=True):
            return Outcome(mode=is_it_right(state, (verdict.turn,), looks))
        case Explained():
            return _taken_if_signed(state, (verdict.turn,), looks, date)
        case Doubt():
            return _in_doubt(state, verdict, looks, date)
        case Unexplained():
            return Outcome(mode=_complaint(state, verdict, looks))


def _complaint(state: State, now: Unexplained, looks: Looks) -> Choice | Disagreed:
    """
    The complaint; a question instead if players have left lying what is wrong, and entered or answered a turn.

    They know about it then: they are shown the likeliest turn for one OK, or enter theirs.
    """
    if not now.wrong <= _left_lying(state, now):
        return state.plugin.referee.complaint(state.match, now, looks, reread_after(state))
    turns = state.plugin.referee.likeliest(state.match, looks)
    if not turns:
        return replace(entering(state, EnterTurn()), looks=looks)
    return is_it_right(state, turns, looks, (Gap(now.problems[0]),))


def _left_lying(state: State, now: Unexplained) -> frozenset[object]:
    """
    What was wrong at turns that players told, the latest first, until it is all that is wrong `now`.

    Things that lie there are remembered; anything else, such as a hand before the camera, counts for the next turn.
    """
    known = frozenset[object]()
    for number, moment in reversed([*state.course.numbered()][0 if now.about else -1 :]):
        if moment.is_by_players and moment.looks and not now.wrong <= known:
            was = state.plugin.referee.explain(state.before(number).match, moment.looks)
            known |= was.wrong if isinstance(was, Unexplained) else frozenset()
    return known


def _in_doubt(state: State, doubt: Doubt, looks: Looks, date: str) -> Outcome:
    """
    The outcome of a doubt: deferred to the next look, a request to uncover cards, or a question.

    It is deferred if play can go on and everything else is proved.
    """
    signed, in_doubt = state.plugin.referee.audit(state.match, doubt.turns[:1], looks), Among.turns(doubt.turns)
    may_go_on = doubt.may_wait and state.plugin.referee.may_wait(state.game, doubt.turns)
    if may_go_on and not signed.without(state.plugin.words.facts_answered(state.match, in_doubt.ways)):
        best, *others = doubt.turns
        return Outcome((Played(best, looks, None, date, (*others, *doubt.parts)),))
    alone = is_it_right(state, doubt.turns, looks, signed.gaps) if len(doubt.turns) == 1 else None
    return Outcome(mode=_put_in_sight(state, signed, looks) or alone or which_of(state, in_doubt, looks, doubt.unseen))


def judged(state: State, looks: Looks) -> Judged:
    """The referee's verdict on looks; if a single turn does not explain them well, several are looked for."""
    verdict = state.plugin.referee.explain(state.match, looks)
    cost = cost_to_beat(verdict)
    found = state.plugin.referee.split(state.match, looks) if cost is not None else None
    return Judged(verdict, found if found and cost is not None and found.costs[0] < cost else None)


def still_likely(state: State, number: int, looks: Looks) -> Turns:
    """Turns that an unsettled one may have been after further looks, likeliest first; empty if none explains them."""
    found = sorted(_likely(state, number, looks), key=lambda one: one[1])
    return tuple(turn for turn, cost in found if cost <= found[0][1] + state.plugin.referee.margin)


def _likely(state: State, number: int, looks: Looks) -> Iterator[tuple[Any, float]]:
    """
    Each possible turn with its cost; turns that count alike leave the same table, so each such group is explained once.
    """
    before, date = state.course.game_before(number), state.course.moment(number).date
    now: dict[object, float | None] = {}
    for turn, cost in _possible(state, number):
        same = state.plugin.referee.what_counts(before, turn)
        if same not in now:
            now[same] = _cost_now(state, resolve_open_turn(state, number, turn, date), looks)
        more = now[same]
        if more is not None:
            yield turn, cost + more


def _possible(state: State, number: int) -> list[tuple[Any, float]]:
    """Turns that it may have been, each with its cost by its own looks."""
    moment = state.course.moment(number)
    verdict = state.plugin.referee.explain(state.before(number).match, moment.looks)
    costs = dict(zip(verdict.turns, verdict.costs, strict=True)) if isinstance(verdict, Doubt) else {}
    return [(turn, costs.get(turn, 0.0)) for turn in (moment.entry, *moment.others)]


def _cost_now(state: State, event: Corrected, looks: Looks) -> float | None:
    """
    Cost of the looks if the event is true; None if no turn explains them, or the game is over or the turns since are
    illegal then.
    """
    try:
        after = state.at(corrected(state, event))
        is_over = after.game.player_in_turn is None
        return None if is_over else next(iter(after.plugin.referee.explain(after.match, looks).costs), None)
    except RuleError:
        return None


def resolve_open_turn(state: State, number: int, turn: Any, date: str) -> Corrected:
    """The event that settles which turn it was; the turns after it stay."""
    later = (moment.entry for moment in state.course.since(number)[1:] if moment.is_turn)
    return Corrected(number, (turn, *later), None, SETTLED, date)


OVER = Outcome(errand=Finish())
"""The outcome at the end of the game, when the last turn is certain."""


def at_the_end(state: State, looks: Looks, date: str) -> Outcome:
    """
    The outcome of a look after the last turn: the game is over, or its last turn is open again.

    The looks at that turn count as seen at rest before this one. Nobody has moved since, so the look shows the last
    turn.
    """
    number, moment = len(state.course.turns), state.course.moments[-1]
    if not moment.is_turn:  # the last moment is an adjustment
        return OVER
    before, seen = state.before(number), (*moment.looks, *looks)
    if _shows(before, moment, seen):
        is_sure = moment.is_by_players or before.plugin.referee.audit(before.match, (moment.entry,), seen).is_signed
        return OVER if is_sure else Outcome(mode=is_it_over(state))
    again = judge(before, seen, date)
    is_open = bool(again.events) or isinstance(again.mode, Choice)
    if is_open and not moment.is_by_players and state.past[-1] == before.course:
        return Outcome((TakenBack(date), *again.events), again.mode)
    return Outcome(mode=is_it_over(state))


def _shows(before: State, moment: Moment, seen: Looks) -> bool:
    """True if the looks show the turn that was taken; for one that players entered, if they leave it possible."""
    verdict = before.plugin.referee.explain(before.match, seen)
    may_be = not verdict.fits_badly if isinstance(verdict, Explained) else moment.is_by_players
    return may_be and any(before.plugin.referee.is_same(before.game, turn, moment.entry) for turn in verdict.turns)


def is_it_over(state: State) -> Choice:
    """The question whether the last turn was scored right, asked if the looks do not prove it."""
    turn, number = state.course.turns[-1], len(state.course.turns)
    moves = state.plugin.words.turn_words(state.begun.setup, turn)
    text = _("the table no longer shows the last turn: {moves}. Is that right?", moves=moves)
    options = Option(_("Yes, the game is over"), Way.OVER), Option(_("No"), Review(number))
    return Choice(turn.player, text, options)


def _taken_if_signed(state: State, turns: Turns, looks: Looks, date: str) -> Outcome:
    """
    The turns, if the auditor signs them; else the question about what is not proved. The looks show the last of them.
    """
    signed = state.plugin.referee.audit(state.match, turns, looks)
    if signed.is_signed:
        *earlier, last = turns
        before = (Played(turn, (), None, date) for turn in earlier)
        return Outcome((*before, Played(last, looks, None, date, signed=signed.proofs)))
    take = Take(turns, whole=False)
    return Outcome(mode=_put_in_sight(state, signed, looks) or _what_is_missing(state, take, signed.gaps, looks))


def pressed_twice(state: State, outcome: Outcome, looks: Looks) -> Outcome | None:
    """The question whether nothing was to be done, if the outcome is only that; None if it is anything else."""
    turns = tuple(event.turn for event in outcome.events if isinstance(event, Played))
    if len(turns) != 1 or not state.plugin.referee.is_nothing(turns[0]):
        return None
    return Outcome(mode=is_it_right(state, turns, looks, (Gap(_("OK was pressed twice, and nothing has changed")),)))


def _put_in_sight(state: State, signed: Certificate, looks: Looks) -> Disagreed | None:
    """
    A request to uncover cards; None if that does not help, or if players have just been asked the same and press again.
    """
    gap = next((gap for gap in signed.gaps if gap.remedy), None)
    if gap is None or (isinstance(state.mode, Disagreed) and state.mode.problems == (gap.text,)):
        return None
    return Disagreed((gap.text,), _("{remedy}, then press OK.", remedy=gap.remedy), looks)


def _what_is_missing(state: State, take: Take, gaps: Sequence[Gap], looks: Looks) -> Choice:
    """
    The question about what the auditor does not sign.

    First about an earlier turn that may have been changed. Then about facts that may be different; any other gap is
    shown with the turns for one OK.
    """
    stays = _does_it_stay(state, take, gaps, looks)
    if stays:
        return stays
    facts = frozenset(fact for gap in gaps for fact in gap.facts)
    turns = state.plugin.referee.alternatives(state.match, looks, take.turns[0], facts) if facts else take.turns[:1]
    if 1 < len(turns) <= MOST_OFFERED:
        return which_of(state, Among.turns(turns), looks)
    others = turns[1:] or _others(state, take.turns, gaps, looks)
    return is_it_right(state, take.turns, looks, gaps, Among.turns(others) if others else EnterTurn())


def _others(state: State, turns: Turns, gaps: Sequence[Gap], looks: Looks) -> Turns:
    """Turns that a single turn may have been instead, if the gaps doubt it."""
    doubts = frozenset(fact for gap in gaps for fact in gap.doubts)
    return (
        state.plugin.referee.alternatives(state.match, looks, turns[0], doubts)[1:]
        if doubts and len(turns) == 1
        else ()
    )


def to_confirm(state: State, take: Take, looks: Looks) -> Choice | None:
    """
    A question before turns are taken that the players have answered or entered, about other gaps in the certificate.

    Never ask a fact twice; show the turns once for OK. Also show them when one answer left several turns, since the
    player may not know there were several.
    """
    gaps = state.plugin.referee.audit(state.match, take.turns, looks).without(take.told) if looks else ()
    gaps = tuple(gap for gap in gaps if gap.is_earlier or not take.whole)
    stays = _does_it_stay(state, take, gaps, looks)
    now = [gap for gap in gaps if not gap.is_earlier]
    is_shown = now or (len(take.turns) > 1 and not take.whole)
    others = _others(state, take.turns, now, looks)
    no = Among.turns(others) if others else EnterTurn()
    return stays or (is_it_right(state, take.turns, looks, now, no) if is_shown else None)


def _turn_with(state: State, facts: Collection[Fact]) -> int | None:
    """The number, from 1, of the latest turn that involves one of the facts; None if there is none."""
    turns = [*enumerate(state.course.turns, start=1)]
    about = (number for number, turn in reversed(turns) if not state.plugin.words.facts_of(turn).isdisjoint(facts))
    return next(about, None)


def _does_it_stay(state: State, take: Take, gaps: Sequence[Gap], looks: Looks) -> Choice | None:
    """
    The question whether an earlier turn is still as recorded, if a gap is about one; `take` is what was played now.
    """
    gap = next((gap for gap in gaps if gap.is_earlier), None)
    if gap is None:
        return None
    number = _turn_with(state, gap.facts)
    if number is None:
        return None
    was, moment = state.course.turns[number - 1], state.course.moment(number)
    moves = state.plugin.words.turn_words(state.begun.setup, was)
    text = _("{gap}. Turn before: {moves}. Is that still right?", gap=gap.text, moves=moves)
    before = state.before(number)
    others = state.plugin.referee.alternatives(before.match, moment.looks, was, gap.facts)[1:] if moment.looks else ()
    others = tuple(one for one in others if can_be(state, number, one))
    no = Among.turns(others, number) if len(others) > 1 else EnterTurn(number)
    stays = Stays(number, replace(take, told=take.told | gap.facts))
    return Choice.kept(was.player, text, (Option(_("Yes"), stays), Option(_("No"), no)), looks)
