"""A turn that is changed: what else it may have been, and what follows for those after it."""

from dataclasses import replace

import pytest
from pebbles import Scripted, Turn, look, played

from lucca_pi.evening.answering import answered
from lucca_pi.evening.correcting import (
    can_be,
    examined,
    how_far,
    points_changed,
    to_examine,
    what_it_was,
    which_turn,
)
from lucca_pi.evening.journal import Adjusted, Played
from lucca_pi.evening.modes import Choice, Disagreed, Examining, Option, Review, Settle, Tell, Way
from lucca_pi.evening.snapshot import Standing
from lucca_pi.evening.verdict import Doubt, Explained, Unexplained

ONE, TWO, BOTH, FOUR = (Turn("Ada", pebbles) for pebbles in ((1,), (2,), (1, 2), (4,)))
THEN, OTHER = Turn("Ben", (7,)), Turn("Ben", (6,))
LOOK, LATER = look(3, 4, 5, 6), look(3, 4, 5)
NOTHING = Unexplained(("nothing fits",), "")
FIRST, SECOND = Played(ONE, (LOOK,), None, ""), Played(THEN, (LATER,), None, "")


def state_of(*events, explain=NOTHING, **more):
    verdict = explain if callable(explain) else lambda state, looks: explain
    return played(Scripted(explain=verdict, **more), *(events or (FIRST, SECOND)))


def leads(choice):
    return [option.lead for option in choice.options]


def test_the_latest_turn_is_the_first_that_may_be_changed():
    assert leads(which_turn(state_of())) == [Review(2), Review(1), Way.BACK]
    label = which_turn(state_of()).options[0].words
    assert label == "2. Ben: 7"


# what the looks leave possible, what others there are; the turns offered
OFFERED = {
    "nothing else": (Explained(ONE), (), ()),
    "what its look says now": (Explained(TWO), (), (TWO,)),
    "what is in doubt": (Doubt((ONE, TWO, BOTH), (1.0, 2.0, 3.0)), (), (TWO, BOTH)),
    "others": (NOTHING, (TWO, ONE), (TWO,)),
    "what is likely comes first, and each once": (Doubt((BOTH, ONE), (1.0, 2.0)), (TWO, BOTH), (BOTH, TWO)),
}


@pytest.mark.parametrize(("verdict", "others", "turns"), OFFERED.values(), ids=OFFERED)
def test_what_else_a_turn_may_have_been_is_offered_likeliest_first(verdict, others, turns):
    choice = what_it_was(state_of(explain=verdict, others=lambda state, looks, turn: others), 1)
    assert leads(choice) == [*(Settle(1, turn) for turn in turns), Tell(1), Way.BACK]
    assert (choice.player, choice.text) == ("Ada", "what was it?")


def test_of_turns_that_count_alike_the_likeliest_is_offered():
    alike = state_of(
        explain=Doubt((TWO, BOTH), (1.0, 2.0)),
        others=lambda *_given: (),
        what_counts=lambda game, turn: turn.player,
        is_same=lambda game, one, other: one == other,
    )
    assert leads(what_it_was(alike, 1)) == [Settle(1, TWO), Tell(1), Way.BACK]


def test_of_a_turn_without_a_look_nothing_is_offered_and_of_too_many_a_fact_is_asked():
    by_hand = state_of(replace(FIRST, looks=()), explain=Explained(TWO), others=lambda *_given: (BOTH,))
    assert leads(what_it_was(by_hand, 1)) == [Tell(1), Way.BACK]
    many = (TWO, BOTH, FOUR, Turn("Ada", (5,)))
    asked = what_it_was(state_of(others=lambda *_given: many), 1)
    assert (asked.text, len(asked.options)) == ("what was taken?", 6)
    assert asked.options[0].lead == Settle(1, TWO)
    three = what_it_was(state_of(others=lambda *_given: many[:3]), 1)
    assert three.text == "what was it?"


def through(state, settle, **more):
    """Each step of a correction, and what it comes to."""
    steps = [to_examine(state, settle, "now", **more)]
    while isinstance(steps[-1], Examining):
        steps.append(examined(state, steps[-1]))
    return steps


def reads(turns_after):
    """A referee that reads the second turn so, by what the first was."""

    def explain(state, looks):
        if state.game.turns == 0:
            return NOTHING
        return turns_after.get(state.course.turns[0].pebbles, NOTHING)

    return explain


AFTER = {
    "its looks say nothing": (NOTHING, (THEN,)),
    "its looks say the same": (Explained(THEN), (THEN,)),
    "its looks say another": (Explained(OTHER), (OTHER,)),
    "it is among several likely": (Doubt((OTHER, THEN), (1.0, 2.0)), (THEN,)),
    "others are likely": (Doubt((OTHER, Turn("Ben", (5,))), (1.0, 2.0)), (OTHER,)),
}


@pytest.mark.parametrize(("verdict", "turns"), AFTER.values(), ids=AFTER)
def test_a_later_turn_stays_unless_its_looks_say_otherwise_on_the_corrected_table(verdict, turns):
    state = state_of(explain=reads({(2,): verdict}), misplaced=lambda state, looks: iter(()))
    outcome = through(state, Settle(1, TWO), note="why")[-1]
    (event,) = outcome.events
    assert (event.number, event.turns, event.note, event.date) == (1, (TWO, *turns), "why", "now")


def test_what_becomes_illegal_is_said():
    state = state_of()
    outcome = through(state, Settle(1, Turn("Ada", (9,))))[-1]
    assert isinstance(outcome.mode, Disagreed)
    assert outcome.mode.problems == ("Then this cannot be: Ada cannot take these",)


def test_a_later_turn_that_becomes_illegal_is_said_and_can_be_changed():
    outcome = through(state_of(), Settle(1, Turn("Ada", (7,))))[-1]
    assert isinstance(outcome.mode, Choice)
    assert "later turn illegal (2. Ben: 7): Ben cannot take these." in outcome.mode.text
    assert [one.lead for one in outcome.mode.options] == [Review(2), Way.BACK]


@pytest.mark.parametrize(("turn", "is_so"), [(TWO, True), (Turn("Ada", (7,)), False)])
def test_what_later_turns_cannot_follow_is_not_offered(turn, is_so):
    state = state_of(others=lambda state, looks, was: (turn,))
    assert can_be(state, 1, turn) == is_so
    assert (Settle(1, turn) in [one.lead for one in what_it_was(state, 1).options]) == is_so


def test_what_players_settled_in_between_is_no_turn_that_has_to_follow():
    kind = Scripted()
    kind.advance = lambda state, entry, looks: (state.game if entry == "so" else state.game.after(entry), None)
    state = played(kind, FIRST, Adjusted("so", (LOOK,), ""), SECOND)
    assert (can_be(state, 1, TWO), can_be(state, 1, Turn("Ada", (7,)))) == (True, False)


def misplacing(*, before=(), after=("2 is missing",), at=2):
    """What lies wrong by a look, before the correction and after it; `at`: after which turn."""

    def misplaced(state, looks):
        if len(state.course.moments) != at:
            return iter(())
        return iter(after if state.course.turns[0] == TWO else before)

    return misplaced


SURE = {
    "after the corrected turn": (misplacing(at=1), "2 is missing. Sure?"),
    "after a later turn": (misplacing(at=2), "2 is missing. Sure?"),
    "what was wrong before as well": (misplacing(before=("2 is missing",)), None),
    "one of two was wrong before": (
        misplacing(before=("2 is missing",), after=("2 is missing", "1 is back")),
        "1 is back. Sure?",
    ),
    "nothing": (misplacing(after=()), None),
}


@pytest.mark.parametrize(("misplaced", "text"), SURE.values(), ids=SURE)
def test_players_are_asked_whether_they_are_sure_where_the_table_says_otherwise_then(misplaced, text):
    state = state_of(misplaced=misplaced)
    outcome = through(state, Settle(1, TWO))[-1]
    if text is None:
        assert [event.turns for event in outcome.events] == [(TWO, THEN)]
        return
    choice = outcome.mode
    assert isinstance(choice, Choice)
    assert (choice.player, choice.text) == ("Ada", text)
    assert leads(choice) == [Way.BACK, Settle(1, TWO, sure=True)]
    sure = through(state, choice.options[1].lead)[-1]
    assert [event.turns for event in sure.events] == [(TWO, THEN)]


def test_a_turn_without_looks_says_nothing_against_a_correction():
    state = state_of(FIRST, replace(SECOND, looks=()), misplaced=misplacing(at=2))
    assert through(state, Settle(1, TWO))[-1].events


def test_what_players_settled_in_between_stays():
    kind = Scripted(explain=lambda *_given: NOTHING, misplaced=lambda *_given: iter(()))
    kind.advance = lambda state, entry, looks: (state.game if entry == "so" else state.game.after(entry), None)
    state = played(kind, FIRST, Adjusted("so", (LOOK,), ""), SECOND)
    assert [event.turns for event in through(state, Settle(1, TWO))[-1].events] == [(TWO, THEN)]


@pytest.mark.parametrize(("sure", "percents"), [(False, [0, 25, 50, 75, 100]), (True, [0, 50, 100])])
def test_how_far_a_correction_is_is_told_in_percent(sure, percents):
    state = state_of(misplaced=lambda state, looks: iter(()))
    steps = through(state, Settle(1, TWO, sure=sure))
    told = [how_far(state, one) for one in steps if isinstance(one, Examining)]
    assert told == [f"I check the turns since then again: {percent} %." for percent in percents]
    of_second = through(state, Settle(2, OTHER, sure=sure))
    assert how_far(state, of_second[0]).endswith(" 0 %.")


@pytest.mark.parametrize(("given", "note"), [(0, ""), (None, "corrected by the players")])
def test_a_correction_that_nobody_asked_for_is_noted(given, note):
    choice = Choice("", "?", (Option("2", Settle(1, TWO), given),))
    state = state_of(misplaced=lambda state, looks: iter(()))
    assert [event.note for event in answered(state, choice, "").events] == [note]


@pytest.mark.parametrize(("turns", "at_once"), [(3, True), (4, False)])
def test_a_correction_of_more_than_three_moments_shows_how_far_it_is(turns, at_once):
    plays = [Played(Turn(("Ada", "Ben")[at % 2], (at + 1,)), (), None, "") for at in range(turns)]
    choice = Choice("", "?", (Option("7", Settle(1, Turn("Ada", (7,)))),))
    outcome = answered(state_of(*plays), choice, "")
    assert (len(outcome.events), isinstance(outcome.mode, Examining)) == (at_once, not at_once)


def test_looks_that_have_waited_are_judged_after_a_correction_that_can_be():
    state = state_of(
        explain=lambda state, looks: Explained(Turn("Ada", (5,))) if state.game.turns == 2 else NOTHING,
        misplaced=lambda *_given: iter(()),
    )

    def after(turn):
        outcome = answered(state, Choice("", "?", (Option("", Settle(1, turn)),), (LATER,)), "now")
        return [type(event).__name__ for event in outcome.events], type(outcome.mode).__name__

    assert after(TWO) == (["Corrected", "Played"], "NoneType")
    assert after(Turn("Ada", (9,))) == ([], "Disagreed")
    assert after(Turn("Ada", (7,))) == ([], "Choice")


def with_points(ada, ben):
    def standings(state):
        return tuple(Standing(1, player, points) for player, points in (("Ada", ada), ("Ben", ben)))

    return state_of(standings=standings)


POINTS = {
    "none": ((3, 4), (3, 4), "No points change."),
    "one player's": ((3, 4), (5, 4), "Ada 3 → 5."),
    "both players'": ((3, 4), (5, 2), "Ada 3 → 5, Ben 4 → 2."),
    "a game without points": ((None, None), (None, None), ""),
    "one without points yet": ((None, 4), (None, 5), "Ben 4 → 5."),
}


@pytest.mark.parametrize(("before", "after", "words"), POINTS.values(), ids=POINTS)
def test_whose_points_a_correction_changed_is_told(before, after, words):
    assert points_changed(with_points(*before), with_points(*after)) == words


def test_before_the_start_nothing_else_changes():
    started, not_started = with_points(3, 4), replace(state_of(), course=type(state_of().course)())
    assert points_changed(started, not_started) == "Nothing else changes."
    assert points_changed(not_started, started) == "Nothing else changes."
