"""What a look comes to by what the referee and the auditor say of it: a turn, a question, or what is wrong."""

from dataclasses import replace

import pytest
from pebbles import Turn, look, played, says, scripted

from lucca_pi.contract.entering import Entered
from lucca_pi.contract.history import Adjusted, Asked, Played
from lucca_pi.contract.questions import Among, Choice, Disagreed, EnterTurn, Option, Settle, Stays, Take
from lucca_pi.contract.verdict import Certificate, Doubt, Explained, Gap, Split, Unexplained
from lucca_pi.evening.answers import answer_outcome
from lucca_pi.evening.journal import Corrected
from lucca_pi.evening.judging import judge, resolve_open_turn, still_likely, to_confirm

ONE, TWO, BOTH = (Turn("Ada", pebbles) for pebbles in ((1,), (2,), (1, 2)))
THEN = Turn("Ben", (7,))
LOOK, WAS = look(3, 4, 5, 6), look(2, 3, 4, 5, 6)
SIGNED = Certificate(("seen",), ())
WRONG = Unexplained(("this is wrong",), "Put it right.")
GAP = Gap("1 is not visible", frozenset({1}))
HIDDEN = Gap("1 is not visible", frozenset({1}), "Make 1 visible")


def kind(verdict=WRONG, signed=SIGNED, found=None, **more):
    """A game whose referee and auditor say this of any look."""
    return scripted(
        explain=lambda state, looks: verdict(state, looks) if callable(verdict) else verdict,
        audit=lambda state, turns, looks: signed(turns, looks) if callable(signed) else signed,
        split=lambda state, looks: found,
        **more,
    )


def said(outcome):
    """The events and the mode of an outcome, in words."""
    events = [
        f"{one.turn.player} {one.turn.pebbles} of {len(one.looks)} or {[other.pebbles for other in one.others]}"
        if isinstance(one, Played)
        else f"turn {one.number} was {[turn.pebbles for turn in one.turns]}"
        for one in outcome.events
    ]
    match outcome.mode:
        case Choice() as choice:
            return [*events, str(choice.text), *(str(option.words) for option in choice.options)]
        case Disagreed() as disagreed:
            return [*events, *map(str, disagreed.problems)]
        case _:
            return events


NO = Unexplained(("no",), "")
WAYS = Split(((ONE, THEN),), (2.0,), ("Ada 1, Ben 7",))
SURE = replace(WAYS, is_certain=True)
DOUBT = Doubt((ONE, TWO), (1.0, 2.0))
STUCK = Doubt((ONE, TWO), (2.0, 3.0), may_wait=False)
LIKE_1 = {"may_wait": lambda game, turns: True}
ASKED_ONE = ["takes 1. Is that right?", "Yes", "No"]
ASKED_WHICH = ["what was taken?", "takes 1", "takes 2", "None of these"]
ASKED_WAYS = ["2 turns since the last look: Ada 1, Ben 7. Is that right?", "Yes", "No"]
TAKEN = ["Ada (1,) of 1 or []"]
TAKEN_BOTH = ["Ada (1,) of 0 or []", "Ben (7,) of 1 or []"]
WAITS = ["Ada (1,) of 1 or [(2,)]"]

JUDGED = {
    "one turn fits": (kind(Explained(ONE)), TAKEN),
    "one fits badly": (kind(Explained(ONE, 7.0, fits_badly=True)), ASKED_ONE),
    "one fits badly, and several better": (kind(Explained(ONE, 7.0, fits_badly=True), found=WAYS), ASKED_WAYS),
    "one fits badly, and several as badly": (kind(Explained(ONE, 2.0, fits_badly=True), found=WAYS), ASKED_ONE),
    "one fits, and several would too": (kind(Explained(ONE, 7.0), found=WAYS), TAKEN),
    "none fits": (kind(NO), ["no"]),
    "none fits, but several": (kind(NO, found=WAYS), ASKED_WAYS),
    "several are certain": (kind(NO, found=SURE), TAKEN_BOTH),
    "several are certain and not proved": (
        kind(NO, Certificate((), (GAP,)), SURE),
        ["1 is not visible: Ada: takes 1; Ben: takes 7. Is that right?", "Yes", "No"],
    ),
    "two may be, and may wait": (kind(DOUBT, **LIKE_1), WAITS),
    "two may be, and may wait, with parts of others": (
        kind(replace(DOUBT, parts=(BOTH,)), **LIKE_1),
        ["Ada (1,) of 1 or [(2,), (1, 2)]"],
    ),
    "two may be, and several would fit too": (kind(DOUBT, found=WAYS, **LIKE_1), WAITS),
    "two may be, and who is next depends on it": (kind(DOUBT), ASKED_WHICH),
    "two may be, and something must be wrong": (kind(STUCK, **LIKE_1), ASKED_WHICH),
    "the same, and several fit better": (kind(replace(STUCK, costs=(2.1, 3.0)), found=WAYS), ASKED_WAYS),
    "the same, and several as well": (kind(STUCK, found=WAYS), ASKED_WHICH),
    "two may be, and one thing is not proved": (kind(DOUBT, Certificate((), (GAP,)), **LIKE_1), ASKED_WHICH),
    "the same, and that is what the answer tells": (
        kind(DOUBT, Certificate((), (GAP,)), facts_answered=lambda state, ways: frozenset({1}), **LIKE_1),
        WAITS,
    ),
    "two may be, and something can be laid in sight": (
        kind(DOUBT, Certificate((), (GAP, HIDDEN))),
        ["1 is not visible"],
    ),
    "one may be, besides parts of others": (kind(Doubt((ONE,), (1.0,), parts=(BOTH,))), ASKED_ONE),
    "the same, and it is not proved": (
        kind(Doubt((ONE,), (1.0,), parts=(BOTH,)), Certificate((), (GAP,))),
        ["1 is not visible: takes 1. Is that right?", "Yes", "No"],
    ),
    "a turn is not finished": (
        kind(Explained(ONE), unfinished=lambda state, verdict, looks: Disagreed(("not yet",), "")),
        ["not yet"],
    ),
}


@pytest.mark.parametrize(("game", "words"), JUDGED.values(), ids=JUDGED)
def test_a_look_is_taken_asked_about_or_refused_by_what_is_said_of_it(game, words):
    assert said(judge(played(game), (LOOK,), "")) == words


def test_what_the_auditor_has_seen_is_kept_with_the_turn():
    (event,) = judge(played(kind(Explained(ONE))), (LOOK,), "now").events
    assert (event.signed, event.date, event.asked) == (("seen",), "now", None)


def test_players_are_told_once_to_lay_something_in_sight_then_asked():
    game = kind(Explained(ONE), Certificate((), (GAP, HIDDEN)))
    told = judge(played(game), (LOOK,), "")
    assert (told.mode.problems, told.mode.advice) == (("1 is not visible",), "Make 1 visible, then press OK.")
    again = judge(played(game, mode=told.mode), (LOOK,), "")
    assert said(again) == ["1 is not visible: takes 1. Is that right?", "Yes", "No"]
    other = Disagreed(("something else",), "")
    assert isinstance(judge(played(game, mode=other), (LOOK,), "").mode, Disagreed)


# the turns that say another thing of what is not proved; the question
OTHERWISE = {
    "none": ((ONE,), ["1 is not visible: takes 1. Is that right?", "Yes", "No"]),
    "one": ((ONE, TWO), ASKED_WHICH),
    "two": (
        (ONE, TWO, BOTH),
        ["what was taken?", "takes 1", "takes 2", "takes 1, 2", "None of these"],
    ),
    "too many": ((ONE, TWO, BOTH, Turn("Ada", (3,))), ["1 is not visible: takes 1. Is that right?", "Yes", "No"]),
}


@pytest.mark.parametrize(("turns", "words"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_may_have_been_played_otherwise_is_asked_where_it_is_not_proved(turns, words):
    game = kind(Explained(ONE), Certificate((), (GAP,)), alternatives=lambda state, looks, turn, facts: turns)
    outcome = judge(played(game), (LOOK,), "")
    assert said(outcome) == words
    no = outcome.mode.options[1].lead
    assert no == {1: EnterTurn(), 4: Among(tuple((turn,) for turn in turns[1:]))}.get(len(turns), no)


DOUBTED = Gap("1 is not visible", doubts=frozenset({1}))
# the gaps, the turns; what "No" leads to
NO_LEADS = {
    "it doubts the turn": ((DOUBTED,), None, Among(((TWO,), (BOTH,)))),
    "it doubts nothing": ((Gap("1 is not visible"),), None, EnterTurn()),
    "it doubts one of several turns": ((DOUBTED,), SURE, EnterTurn()),
}


@pytest.mark.parametrize(("gaps", "found", "lead"), NO_LEADS.values(), ids=NO_LEADS)
def test_who_says_no_is_asked_what_else_a_single_turn_may_have_been_if_it_is_doubted(gaps, found, lead):
    verdict = NO if found else Explained(ONE)
    game = kind(verdict, Certificate((), gaps), found, alternatives=lambda *_given: (ONE, TWO, BOTH))
    mode = judge(played(game), (LOOK,), "").mode
    assert (mode.options[0].lead.turns, mode.options[1].lead) == ((ONE, THEN) if found else (ONE,), lead)


def test_what_is_about_no_card_is_shown_for_one_ok():
    gap = Gap("a pebble has gone")
    game = kind(Explained(ONE), Certificate((), (gap,)), alternatives=lambda *_given: (ONE, TWO))
    assert said(judge(played(game), (LOOK,), ""))[0] == "a pebble has gone: takes 1. Is that right?"


EARLIER = Gap("7 has gone", frozenset({7}), is_earlier=True)
FIRST = Played(ONE, (WAS,), None, "")
SECOND = Played(THEN, (WAS,), None, "")
THIRD = Turn("Ada", (2,))


def of_an_earlier(*gaps, others=(), events=(FIRST, SECOND)):
    """The question where the third turn is seen, and these gaps are left."""

    def otherwise(state, looks, turn, facts):
        return (turn, *others) if turn == THEN else (turn,)

    game = kind(Explained(THIRD), Certificate((), gaps), alternatives=otherwise)
    return judge(played(game, *events), (LOOK,), "").mode


def test_what_may_have_changed_of_an_earlier_turn_is_asked_of_the_latest_that_it_is_about():
    mode = of_an_earlier(GAP, EARLIER)
    assert (mode.player, mode.text) == ("Ben", "7 has gone. Turn before: takes 7. Is that still right?")
    assert mode.asked.question == "Ben: 7 has gone. Turn before: takes 7. Is that still right?"
    yes, no = (option.lead for option in mode.options)
    assert yes == Stays(2, Take((THIRD,), frozenset({7}), whole=False))
    assert no == EnterTurn(2)
    assert [option.given for option in mode.options] == [0, 1]
    of_first = of_an_earlier(replace(EARLIER, facts=frozenset({1})))
    assert (of_first.player, of_first.options[0].lead.number) == ("Ada", 1)


def test_what_else_an_earlier_turn_may_have_been_is_offered_where_it_is_more_than_one():
    others = Turn("Ben", (6,)), Turn("Ben", (5,))
    assert of_an_earlier(EARLIER, others=others).options[1].lead == Among(((others[0],), (others[1],)), 2)
    assert of_an_earlier(EARLIER, others=others[:1]).options[1].lead == EnterTurn(2)
    gone = Turn("Ben", (1,))
    assert of_an_earlier(EARLIER, others=(others[0], gone)).options[1].lead == EnterTurn(2)
    by_hand = replace(SECOND, looks=())
    assert of_an_earlier(EARLIER, others=others, events=(FIRST, by_hand)).options[1].lead == EnterTurn(2)


def test_where_no_turn_is_about_it_the_turn_played_now_is_shown():
    mode = of_an_earlier(replace(EARLIER, facts=frozenset({5})))
    assert mode.text == "7 has gone: takes 2. Is that right?"


# what the players have said, what is missing; what is asked before the turns are taken
CONFIRMED = {
    "all, and nothing is missing": (Take((THIRD,)), (), None),
    "all": (Take((THIRD,)), (GAP,), None),
    "all, and an earlier turn is in question": (Take((THIRD,)), (EARLIER,), "7 has gone. Turn before:"),
    "a fact that is missing": (Take((THIRD,), frozenset({1}), whole=False), (GAP,), None),
    "another fact": (Take((THIRD,), frozenset({2}), whole=False), (GAP,), "1 is not visible: takes 2. Is that right?"),
    "a fact, and there are several turns": (
        Take((THIRD, THEN), frozenset({1}), whole=False),
        (GAP,),
        "Ada: takes 2; Ben: takes 7. Is that right?",
    ),
    "all of several turns": (Take((THIRD, THEN)), (GAP,), None),
    "all, and an earlier turn is in question that nobody played": (
        Take((THIRD,)),
        (replace(EARLIER, facts=frozenset({5})),),
        None,
    ),
    "a fact, and something about no card is missing": (
        Take((THIRD,), frozenset({1}), whole=False),
        (Gap("a pebble has gone"),),
        "a pebble has gone: takes 2.",
    ),
    "a fact that an earlier turn is about, asked before": (
        Take((THIRD,), frozenset({7}), whole=False),
        (EARLIER,),
        None,
    ),
}


@pytest.mark.parametrize(("take", "gaps", "text"), CONFIRMED.values(), ids=CONFIRMED)
def test_what_players_have_said_is_not_asked_again_but_what_else_is_missing(take, gaps, text):
    state = played(kind(signed=Certificate((), gaps)), FIRST, SECOND)
    asked = to_confirm(state, take, (LOOK,))
    assert (asked is None) == (text is None)
    assert text is None or asked.text.startswith(text)
    assert to_confirm(state, take, ()) is None or len(take.turns) > 1


# an unsettled turn: what it may have been, by what a later look says if it was each
OPEN = Played(ONE, (WAS,), None, "then", others=(TWO,))
NEXT = Turn("Ben", (3,))


def unsettled(costs, *events, signed=SIGNED, own=DOUBT, **more):
    """The state with the first turn open; `costs`: how badly the next look fits if it was each, None: not at all."""

    def explain(state, looks):
        if state.game.turns == 0:
            return own
        cost = costs[state.course.turns[0].pebbles]
        return NO if cost is None else Explained(NEXT, cost) if isinstance(cost, float) else cost

    return played(scripted(explain=explain, audit=lambda *_given: signed, **more), OPEN, *events)


SETTLED = {
    "both fit": ({(1,): 1.0, (2,): 1.0}, ["what was taken?", "takes 1", "takes 2", "None of these"]),
    "the first fits alone": ({(1,): 1.0, (2,): None}, ["turn 1 was [(1,)]", "Ben (3,) of 1 or []"]),
    "the other fits alone": ({(1,): None, (2,): 1.0}, ["turn 1 was [(2,)]", "Ben (3,) of 1 or []"]),
    "the other fits far better": ({(1,): 6.0, (2,): 1.0}, ["turn 1 was [(2,)]", "Ben (3,) of 1 or []"]),
    "the other fits just so much better that both may be": (
        {(1,): 5.0, (2,): 1.0},
        ["what was taken?", "takes 2", "takes 1", "None of these"],
    ),
    "neither fits": ({(1,): None, (2,): None}, ["no"]),
    "what is in doubt of the next is asked": (
        {(1,): Doubt((NEXT, Turn("Ben", (4,))), (1.0, 1.0)), (2,): None},
        ["what was taken?", "takes 1", "takes 2", "None of these"],
    ),
    "what is in doubt of the next weighs as its likeliest": (
        {(1,): Doubt((NEXT, Turn("Ben", (4,))), (9.0, 1.0)), (2,): 1.0},
        ["turn 1 was [(2,)]", "Ben (3,) of 1 or []"],
    ),
}


@pytest.mark.parametrize(("costs", "words"), SETTLED.values(), ids=SETTLED)
def test_a_turn_that_is_not_settled_is_judged_by_the_next_look(costs, words):
    assert said(judge(unsettled(costs), (LOOK,), "")) == words


def test_what_a_turn_may_have_been_weighs_by_its_own_looks_and_by_the_next():
    state = unsettled({(1,): 2.0, (2,): 2.5})
    assert [turn.pebbles for turn in still_likely(state, 1, (LOOK,))] == [(1,), (2,)]
    certain = unsettled({(1,): 2.0, (2,): 1.0}, own=Explained(ONE))
    assert [turn.pebbles for turn in still_likely(certain, 1, (LOOK,))] == [(2,), (1,)]


def test_turns_that_count_alike_are_judged_once_and_settled_without_a_question():
    state = unsettled({(1,): 1.0, (2,): 1.0}, what_counts=lambda game, turn: turn.player)
    assert still_likely(state, 1, (LOOK,)) == (ONE, TWO)
    assert said(judge(state, (LOOK,), ""))[0] == "turn 1 was [(1,)]"


def test_what_is_settled_has_to_be_signed_by_all_looks_since():
    asked = []

    def audit(state, turns, looks):
        asked.append((state.game.turns, [turn.pebbles for turn in turns], looks))
        return Certificate((), (GAP,)) if len(turns) > 1 else SIGNED

    state = unsettled({(1,): 1.0, (2,): None})
    says(state.plugin, audit=audit)
    assert said(judge(state, (LOOK,), "")) == ["what was taken?", "takes 1", "takes 2", "None of these"]
    assert asked[-1] == (0, [(1,), (3,)], (WAS, LOOK))


def test_what_is_wrong_with_the_turn_after_it_is_said_first():
    state = unsettled({(1,): 1.0, (2,): None})
    says(state.plugin, audit=lambda state, turns, looks: Certificate((), (HIDDEN,)) if len(turns) == 1 else SIGNED)
    assert said(judge(state, (LOOK,), "")) == ["1 is not visible"]
    again = replace(state, mode=judge(state, (LOOK,), "").mode)
    assert said(judge(again, (LOOK,), "")) == ["what was taken?", "takes 1", "takes 2", "None of these"]


def test_where_the_looks_may_show_no_more_than_an_unsettled_turn_it_is_asked_alone():
    state = unsettled({(1,): 1.0, (2,): None}, finished_later=lambda state, number, looks: (TWO, ONE))
    mode = judge(state, (LOOK,), "").mode
    assert ([str(one.words) for one in mode.options], mode.looks) == (["takes 2", "takes 1", "None of these"], ())
    later = unsettled({(1,): 1.0, (2,): None}, Played(NEXT, (LOOK,), None, ""), finished_later=lambda *_given: (TWO,))
    assert later.course.open_turn == 1
    assert said(judge(later, (LOOK,), ""))[0] != "what was taken?"


def test_where_nothing_fits_its_player_has_thought_again_or_several_turns_were_played():
    nothing = {(1,): None, (2,): None}
    again = unsettled(nothing, changed_afterwards=lambda state, number, looks: BOTH)
    assert said(judge(again, (LOOK,), "")) == ["turn 1 was [(1, 2)]"]
    later = unsettled(nothing, Played(NEXT, (LOOK,), None, ""), changed_afterwards=lambda state, number, looks: BOTH)
    assert said(judge(later, (LOOK,), "")) == ["no"]
    several = unsettled(nothing, split=lambda state, looks: WAYS)
    assert said(judge(several, (LOOK,), ""))[0] == "what was taken?"


def test_the_turn_being_played_is_entered_after_the_one_before_it_is_settled_an_earlier_one_at_once():
    state = unsettled({(1,): 1.0, (2,): None})
    entering = Choice("", "what?", (Option("Enter", EnterTurn()), Option("Enter 1", EnterTurn(1))), (LOOK,))
    first = answer_outcome(state, entering, "").mode
    assert [str(one.words) for one in first.options] == ["takes 1", "takes 2", "None of these"]
    assert first.options[0].lead == Settle(1, ONE)
    earlier = answer_outcome(state, replace(entering, chosen=1), "").mode
    assert [one.lead for one in earlier.options] == [EnterTurn(1, Entered(told=(taken,))) for taken in ((1,), (1, 2))]
    assert answer_outcome(state, earlier, "").mode.option.lead == Settle(1, ONE)


def test_what_a_question_arose_from_goes_with_the_turn_that_is_told_instead():
    asked = Asked("what?", ("this",), None)
    entering = Choice("", "what?", (Option("Enter 1", EnterTurn(1)),), (LOOK,), asked)
    told = answer_outcome(unsettled({}), entering, "").mode
    assert (told.asked, told.looks) == (asked, (LOOK,))


# how the turn before came into the game, what its look said, what is wrong now; what is asked then
BY_HAND = Played(ONE, (WAS,), None, "", note="told by hand")
ANSWERED = replace(BY_HAND, note="", asked=Asked("what?", ("this",), 0))
AGAIN = Unexplained(("this is wrong; it is Ben's turn",), "", WRONG.wrong)
OTHER_THING = Unexplained(("another thing",), "")
BOTH_THINGS = Unexplained(("another thing", "this is wrong"), "")
ENDED = {
    "it was told by hand, and the same is wrong": (BY_HAND, WRONG, WRONG, (), "what was taken?"),
    "the same, and a turn is likely": (BY_HAND, WRONG, WRONG, (NEXT,), "this is wrong: takes 3. Is that right?"),
    "the same in other words": (BY_HAND, WRONG, AGAIN, (), "what was taken?"),
    "it was answered, and the same is wrong": (ANSWERED, WRONG, WRONG, (), "what was taken?"),
    "something else is wrong": (BY_HAND, WRONG, OTHER_THING, (), None),
    "something else is wrong too": (BY_HAND, WRONG, BOTH_THINGS, (), None),
    "nothing was wrong with its look": (BY_HAND, Explained(ONE), WRONG, (), None),
    "it had no look": (replace(BY_HAND, looks=()), WRONG, WRONG, (), None),
    "it was read": (FIRST, WRONG, WRONG, (), None),
}


@pytest.mark.parametrize(("told", "was", "now", "likely", "text"), ENDED.values(), ids=ENDED)
def test_a_complaint_that_players_have_answered_by_hand_is_not_said_again(told, was, now, likely, text):
    def explain(state, looks):
        return now if state.course.turns else was

    mode = judge(played(scripted(explain=explain, likeliest=lambda *_given: likely), told), (LOOK,), "").mode
    if text is None:
        assert isinstance(mode, Disagreed)
        return
    lead = Take(likely) if likely else EnterTurn(entered=Entered(told=((2,),)))
    assert (mode.text, mode.looks, mode.options[0].lead) == (text, (LOOK,), lead)


@pytest.mark.parametrize("about", [frozenset({"a card"}), frozenset()])
def test_what_was_left_lying_is_remembered_though_a_turn_was_read_since(about):
    def explain(state, looks):
        return replace(WRONG, about=about) if len(state.course.turns) != 1 else Explained(NEXT)

    state = played(scripted(explain=explain), BY_HAND, Played(Turn("Ben", (3,)), (LOOK,), None, ""))
    mode = judge(state, (LOOK,), "").mode
    assert isinstance(mode, Choice if about else Disagreed)


def test_turns_after_one_that_is_settled_stay_and_what_was_adjusted_is_none():
    later = unsettled({(1,): 1.0, (2,): None}, Played(NEXT, (LOOK,), None, ""))
    assert said(judge(later, (LOOK,), ""))[:1] == ["turn 1 was [(1,), (3,)]"]
    event = judge(later, (LOOK,), "now").events[0]
    assert event == Corrected(1, (ONE, NEXT), None, "settled by a later look", "now")


def test_what_was_settled_between_the_turns_is_no_part_of_what_they_would_leave():
    state = unsettled({(1,): 1.0, (2,): None})
    adjusted = replace(state, course=played(state.plugin, OPEN, Adjusted("settled", (WAS,), "")).course)
    assert said(judge(adjusted, (LOOK,), ""))[0] == "what was taken?"
    assert resolve_open_turn(adjusted, 1, TWO, "now") == Corrected(1, (TWO,), None, "settled by a later look", "now")
