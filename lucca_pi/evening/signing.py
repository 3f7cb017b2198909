"""The auditor's signature under what the referee proposes, and what is asked where it is missing."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from lucca_pi.evening.asking import is_it_right, which_of
from lucca_pi.evening.correcting import can_be
from lucca_pi.evening.outcome import Outcome
from lucca_pi.evening.state import State
from lucca_pi.games.contract.history import Asked, Looks, Played
from lucca_pi.games.contract.questions import Among, Choice, Disagreed, Option, Stays, Take, Tell
from lucca_pi.games.contract.verdict import MOST_OFFERED, Certificate, Fact, Gap, Turns
from lucca_pi.language import _


def taken_if_signed(state: State, turns: Turns, looks: Looks, date: str) -> Outcome:
    """The turns, where the auditor signs them; else what it misses is asked. The looks show the last of them."""
    signed = state.kind.audit(state.match, turns, looks)
    if signed.is_signed:
        *earlier, last = turns
        before = (Played(turn, (), None, date) for turn in earlier)
        return Outcome((*before, Played(last, looks, None, date, signed=signed.proofs)))
    take = Take(turns, whole=False)
    return Outcome(mode=put_in_sight(state, signed, looks) or _what_is_missing(state, take, signed.gaps, looks))


def pressed_twice(state: State, outcome: Outcome, looks: Looks) -> Outcome | None:
    """Whether nothing was to be done is asked, if that alone was taken; `outcome` is what the looks come to."""
    turns = tuple(event.turn for event in outcome.events if isinstance(event, Played))
    if len(turns) != 1 or not state.kind.referee.is_nothing(turns[0]):
        return None
    return Outcome(mode=is_it_right(state, turns, looks, (Gap(_("OK came twice, and nothing has changed")),)))


def put_in_sight(state: State, signed: Certificate, looks: Looks) -> Disagreed | None:
    """What people can lay so that it is seen; None if nothing, or if they have just been told so and press again."""
    gap = next((gap for gap in signed.gaps if gap.remedy), None)
    if gap is None or (isinstance(state.mode, Disagreed) and state.mode.problems == (gap.text,)):
        return None
    return Disagreed((gap.text,), _("{remedy}, then press OK.", remedy=gap.remedy), looks)


def _what_is_missing(state: State, take: Take, gaps: Sequence[Gap], looks: Looks) -> Choice:
    """
    The question that what is missing leads to.

    First what may have changed of an earlier turn. Then what may have been played otherwise; anything else is shown
    with the turns for one OK.
    """
    stays = _does_it_stay(state, take, gaps, looks)
    if stays:
        return stays
    facts = frozenset(fact for gap in gaps for fact in gap.facts)
    turns = state.kind.alternatives(state.match, looks, take.turns[0], facts) if facts else take.turns[:1]
    if 1 < len(turns) <= MOST_OFFERED:
        return which_of(state, _among(turns), looks)
    others = turns[1:] or _others(state, take.turns, gaps, looks)
    return is_it_right(state, take.turns, looks, gaps, _among(others) if others else Tell())


def _others(state: State, turns: Turns, gaps: Sequence[Gap], looks: Looks) -> Turns:
    """What a single turn may have been otherwise, if the gaps doubt it."""
    doubts = frozenset(fact for gap in gaps for fact in gap.doubts)
    return state.kind.alternatives(state.match, looks, turns[0], doubts)[1:] if doubts and len(turns) == 1 else ()


def _among(turns: Turns) -> Among:
    return Among(tuple((one,) for one in turns))


def to_confirm(state: State, take: Take, looks: Looks) -> Choice | None:
    """
    What is to be asked before turns are taken that the players have told of: what else the auditor does not sign.

    What they were asked is not asked again: the turns are shown for one OK. So are several turns that a question about
    one fact has left: who answers it has not said that there were several.
    """
    gaps = state.kind.audit(state.match, take.turns, looks).without(take.told) if looks else ()
    gaps = tuple(gap for gap in gaps if gap.is_earlier or not take.whole)
    stays = _does_it_stay(state, take, gaps, looks)
    now = [gap for gap in gaps if not gap.is_earlier]
    is_shown = now or (len(take.turns) > 1 and not take.whole)
    others = _others(state, take.turns, now, looks)
    no = _among(others) if others else Tell()
    return stays or (is_it_right(state, take.turns, looks, now, no) if is_shown else None)


def _turn_with(state: State, facts: Collection[Fact]) -> int | None:
    """The number of the latest turn, from 1, that one of the facts is about."""
    turns = [*enumerate(state.course.turns, start=1)]
    about = (number for number, turn in reversed(turns) if not state.kind.words.facts_of(turn).isdisjoint(facts))
    return next(about, None)


def _does_it_stay(state: State, take: Take, gaps: Sequence[Gap], looks: Looks) -> Choice | None:
    """Whether an earlier turn is still as it was taken, if a gap is about one; `take` is what has been played now."""
    gap = next((gap for gap in gaps if gap.is_earlier), None)
    if gap is None:
        return None
    number = _turn_with(state, gap.facts)
    if number is None:
        return None
    was, moment = state.course.turns[number - 1], state.course.moment(number)
    moves = state.kind.words.turn_words(state.begun.setup, was)
    text = _("{gap}. Turn before: {moves}. Is that still right?", gap=gap.text, moves=moves)
    before = state.before(number)
    others = state.kind.alternatives(before.match, moment.looks, was, gap.facts)[1:] if moment.looks else ()
    others = tuple(one for one in others if can_be(state, number, one))
    no = Among(tuple((one,) for one in others), number) if len(others) > 1 else Tell(number)
    stays = Stays(number, replace(take, told=take.told | gap.facts))
    options = Option(_("Yes"), stays, 0), Option(_("No"), no, 1)
    asked = Asked(
        _("{player}: {question}", player=was.player, question=text), tuple(one.words for one in options), None
    )
    return Choice(was.player, text, options, looks, asked)
