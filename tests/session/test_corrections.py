"""A turn that is changed: what else it may have been, and what follows for those after it."""

from dataclasses import replace

import pytest
from evening import given, kept
from pebbles import PLAYERS, Turn, look, played, scripted

from lucca_pi.contract.history import CORRECTED, Adjusted, Asked, Played
from lucca_pi.contract.questions import (
    Among,
    Choice,
    Disagreed,
    EnterTurn,
    NoTurn,
    Option,
    Review,
    Settle,
    Take,
    Way,
)
from lucca_pi.contract.screens import Standing
from lucca_pi.contract.verdict import Certificate, Doubt, Explained, Gap, Split, Unexplained
from lucca_pi.evening.answers import answer_outcome
from lucca_pi.evening.corrections import (
    begin_correction,
    can_be,
    correction_choices,
    correction_progress,
    examine_moment,
    no_turn_event,
    ok_too_many,
    points_changed,
    turn_to_change,
)
from lucca_pi.evening.journal import Corrected
from lucca_pi.evening.judging import judge, pressed_twice
from lucca_pi.evening.state import Examining, Outcome, Waiting, corrected
from lucca_pi.evening.step import Looked

ONE, TWO, BOTH, FOUR = (Turn("Ada", pebbles) for pebbles in ((1,), (2,), (1, 2), (4,)))
THEN, OTHER = Turn("Ben", (7,)), Turn("Ben", (6,))
LOOK, LATER = look(3, 4, 5, 6), look(3, 4, 5)
NOTHING = Unexplained(("nothing fits",), "")
FIRST, SECOND = Played(ONE, (LOOK,), None, ""), Played(THEN, (LATER,), None, "")


def state_of(*events, explain=NOTHING, **more):
    verdict = explain if callable(explain) else lambda state, looks: explain
    return played(scripted(explain=verdict, **more), *(events or (FIRST, SECOND)))


def leads(choice):
    return [option.lead for option in choice.options]


def test_the_latest_turn_is_the_first_that_may_be_changed():
    assert leads(turn_to_change(state_of())) == [Review(2), Review(1), Way.BACK]
    label = turn_to_change(state_of()).options[0].words
    assert label == "2. Ben: 7"


# what the looks leave possible, what others there are; the turns offered
OFFERED = {
    "nothing else": (Explained(ONE), (), ()),
    "what its look says now": (Explained(TWO), (), (TWO,)),
    "what is in doubt": (Doubt((ONE, TWO, BOTH), (1.0, 2.0, 3.0)), (), (TWO, BOTH)),
    "others": (NOTHING, (TWO, ONE), (TWO,)),
    "what is likely comes first, and each once": (Doubt((BOTH, ONE), (1.0, 2.0)), (TWO, BOTH), (BOTH, TWO)),
}


def ways(choice):
    """The turns among which the answers to a question tell."""
    return tuple(way[0] for lead in leads(choice) if isinstance(lead, Among) for way in lead.ways)


@pytest.mark.parametrize(("verdict", "others", "turns"), OFFERED.values(), ids=OFFERED)
def test_what_else_a_turn_may_have_been_is_offered_after_the_turn_as_it_was(verdict, others, turns):
    choice = correction_choices(state_of(explain=verdict, corrections=lambda state, looks, turn: others), 1)
    assert ways(choice) == ((ONE, *turns) if turns else ())
    assert leads(choice)[-2:] == [EnterTurn(1), Way.BACK]
    assert (choice.player, choice.text) == ("Ada", "what was taken?" if turns else "what was played?")


def test_who_tells_a_turn_as_it_was_changes_nothing():
    state = state_of(corrections=lambda *_given: (TWO, BOTH))
    asked = correction_choices(state, 1)
    assert answer_outcome(state, asked, "").mode == Waiting
    assert answer_outcome(state, replace(asked, chosen=1), "").mode.options[0].lead == Settle(1, TWO)


def test_of_turns_that_count_alike_the_likeliest_is_offered():
    alike = state_of(
        explain=Doubt((TWO, BOTH), (1.0, 2.0)),
        corrections=lambda *_given: (),
        what_counts=lambda game, turn: turn.player,
        is_same=lambda game, one, other: one == other,
    )
    assert ways(correction_choices(alike, 1)) == (ONE, TWO)


def test_of_a_turn_without_a_look_nothing_is_offered():
    by_hand = state_of(replace(FIRST, looks=()), explain=Explained(TWO), corrections=lambda *_given: (BOTH,))
    assert leads(correction_choices(by_hand, 1)) == [EnterTurn(1), Way.BACK]


def through(state, settle, **more):
    """Each step of a correction, and what it comes to."""
    steps = [begin_correction(state, settle, "now", **more)]
    while isinstance(steps[-1], Examining):
        steps.append(examine_moment(state, steps[-1]))
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
    assert outcome.mode.problems == ("That would make a later turn illegal: Ada cannot take these",)


GAP, OLD_GAP = Gap("2 is not visible"), Gap("1 is not visible")
# what the auditor says of the turn as it was and of the other, and its look; who asks; what is asked then
UNPROVED = {
    "the look does not show it": ((), (GAP,), NOTHING, {}, "2 is not visible. Sure?"),
    "nor did it show the turn as it was": ((OLD_GAP,), (OLD_GAP, GAP), NOTHING, {}, "2 is not visible. Sure?"),
    "neither is shown for the same reason": ((GAP,), (GAP,), NOTHING, {}, None),
    "the look leaves it possible": ((), (GAP,), Doubt((ONE, TWO), (0.0, 1.0)), {}, None),
    "players were asked": ((), (GAP,), NOTHING, {"asked": Asked("what?", ("this",), 0)}, None),
    "the table came to rest": ((), (GAP,), NOTHING, {"note": "taken at rest"}, None),
}


@pytest.mark.parametrize(("was", "now", "verdict", "more", "text"), UNPROVED.values(), ids=UNPROVED)
def test_of_a_change_that_its_look_does_not_show_players_are_asked_whether_they_are_sure(was, now, verdict, more, text):
    def audit(state, turns, looks):
        return Certificate((), now if turns == (TWO,) else was)

    def explain(state, looks):
        return NOTHING if state.course.turns else verdict

    state = state_of(explain=explain, audit=audit, misplaced=lambda state, looks: iter(()))
    outcome = through(state, Settle(1, TWO), **{"note": CORRECTED, **more})[-1]
    assert (outcome.mode and outcome.mode.text) == text
    assert [event.turns[0] for event in outcome.events] == ([] if text else [TWO])


def test_a_later_turn_that_becomes_illegal_is_said_and_can_be_changed():
    outcome = through(state_of(), Settle(1, Turn("Ada", (7,))))[-1]
    assert isinstance(outcome.mode, Choice)
    assert "later turn illegal (2. Ben: 7): Ben cannot take these." in outcome.mode.text
    assert [one.lead for one in outcome.mode.options] == [Review(2), Way.BACK]


@pytest.mark.parametrize(("turn", "is_so"), [(TWO, True), (Turn("Ada", (7,)), False)])
def test_what_later_turns_cannot_follow_is_not_offered(turn, is_so):
    state = state_of(corrections=lambda state, looks, was: (turn,))
    assert can_be(state, 1, turn) == is_so
    assert (turn in ways(correction_choices(state, 1))) == is_so


def test_what_players_settled_in_between_is_no_turn_that_has_to_follow():
    kind = scripted()
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
    kind = scripted(explain=lambda *_given: NOTHING, misplaced=lambda *_given: iter(()))
    state = played(kind, FIRST, Adjusted("so", (LOOK,), ""), SECOND)
    assert [event.turns for event in through(state, Settle(1, TWO))[-1].events] == [(TWO, THEN)]


@pytest.mark.parametrize(("sure", "percents"), [(False, [0, 25, 50, 75, 100]), (True, [0, 50, 100])])
def test_how_far_a_correction_is_is_told_in_percent(sure, percents):
    state = state_of(misplaced=lambda state, looks: iter(()))
    steps = through(state, Settle(1, TWO, sure=sure))
    told = [correction_progress(state, one) for one in steps if isinstance(one, Examining)]
    assert told == [f"Checking the later turns again: {percent} %." for percent in percents]
    of_second = through(state, Settle(2, OTHER, sure=sure))
    assert correction_progress(state, of_second[0]).endswith(" 0 %.")


@pytest.mark.parametrize(("given", "note"), [(0, ""), (None, "corrected by the players")])
def test_a_correction_that_nobody_asked_for_is_noted(given, note):
    choice = Choice("", "?", (Option("2", Settle(1, TWO), given),))
    state = state_of(misplaced=lambda state, looks: iter(()))
    assert [event.note for event in answer_outcome(state, choice, "").events] == [note]


@pytest.mark.parametrize(("turns", "at_once"), [(3, True), (4, False)])
def test_a_correction_of_more_than_three_moments_shows_how_far_it_is(turns, at_once):
    plays = [Played(Turn(("Ada", "Ben")[at % 2], (at + 1,)), (), None, "") for at in range(turns)]
    choice = Choice("", "?", (Option("7", Settle(1, Turn("Ada", (7,)))),))
    outcome = answer_outcome(state_of(*plays), choice, "")
    assert (len(outcome.events), isinstance(outcome.mode, Examining)) == (at_once, not at_once)


def test_looks_that_have_waited_are_judged_after_a_correction_that_can_be():
    state = state_of(
        explain=lambda state, looks: Explained(Turn("Ada", (5,))) if state.game.turns == 2 else NOTHING,
        misplaced=lambda *_given: iter(()),
    )

    def after(turn):
        outcome = answer_outcome(state, Choice("", "?", (Option("", Settle(1, turn)),), (LATER,)), "now")
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
    assert points_changed(with_points(*before), with_points(*after)) == ((words,) if words else ())


def test_before_the_start_nothing_else_changes():
    started, not_started = with_points(3, 4), replace(state_of(), course=type(state_of().course)())
    assert points_changed(started, not_started) == ("Nothing else changes.",)
    assert points_changed(not_started, started) == ("Nothing else changes.",)


# --- a turn that was none, as OK was pressed twice

START, ONE_GONE, THREE_GONE = look(*range(1, 8)), look(*range(2, 8)), look(*range(4, 8))
PASSED, PASSES_TOO = Turn("Ben", ()), Turn("Ada", ())
TAKEN, TWICE = Played(ONE, (ONE_GONE,), None, ""), Played(PASSED, (ONE_GONE,), None, "")
SINCE = Played(Turn("Ada", (2, 3)), (THREE_GONE,), None, "")
BY_BEN = Turn("Ben", (2, 3))


def with_passes(only=PLAYERS, **more):
    """Pebbles in which who takes none passes; `only`: who may take some at all."""

    def advance(match, entry, _looks):
        if entry in ("nothing", "so"):
            return match.game, None
        game = match.game.after(entry) if entry.pebbles else replace(match.game, turns=match.game.turns + 1)
        return game, None

    def explain(match, looks):
        seen, player = {one.code for one in looks[-1].sightings}, match.game.player_in_turn
        gone = tuple(one for one in match.game.left if one not in seen)
        if (gone and player not in only) or len(gone) > 2:
            return Unexplained((f"{player} took {gone}",), "Lay them back.")
        return Explained(Turn(player, gone))

    def no_turn(_match, turn):
        if turn.pebbles:
            raise ValueError
        return "nothing"

    def unproved_passes(match):
        return (number for number, one in reversed([*match.course.numbered()]) if not one.entry.pebbles)

    told = {"advance": advance, "explain": explain, "no_turn": no_turn, "unproved_passes": unproved_passes}
    passes = {"is_nothing": lambda turn: not turn.pebbles, "split": lambda *_given: None}
    return scripted(**{**told, **passes, **more})


def passing(*events, **more):
    return played(with_passes(**more), *(events or (TAKEN, TWICE, SINCE)))


SO = Adjusted("so", (ONE_GONE,), "")
BY_OK = Asked("Which was it?", ("One OK too many",), 0)
# the turns; what those after the second were if it was none
NONE = {
    "by the player before": ((TAKEN, TWICE, SINCE), (BY_BEN,)),
    "nothing since": ((TAKEN, TWICE), ()),
    "something was settled since": ((TAKEN, TWICE, SO, SINCE), (BY_BEN,)),
    "a pass since": ((TAKEN, TWICE, replace(TWICE, turn=PASSES_TOO)), (PASSED,)),
    "told by hand since": ((TAKEN, TWICE, replace(SINCE, looks=())), None),
    "another may not have done that": ((TAKEN, TWICE, replace(SINCE, looks=(look(5, 6, 7),))), None),
    "another did something else": ((TAKEN, TWICE, replace(SINCE, looks=(look(3, 4, 5, 6, 7),))), None),
}


@pytest.mark.parametrize(("events", "turns"), NONE.values(), ids=NONE)
def test_if_a_turn_was_none_those_since_were_by_who_came_before(events, turns):
    event = no_turn_event(passing(*events), 2, "now", BY_OK)
    assert event == (None if turns is None else Corrected(2, turns, BY_OK, "corrected by the players", "now"))


def test_a_turn_that_was_none_leaves_its_look_with_what_was_asked_and_noted():
    course = corrected(passing(), no_turn_event(passing(), 2, "now", BY_OK))
    assert [(one.entry, one.is_turn) for one in course.moments] == [(ONE, True), ("nothing", False), (BY_BEN, True)]
    none, last = course.moments[1:]
    assert (none.looks, none.asked, none.note) == ((ONE_GONE,), BY_OK, "corrected by the players")
    assert (last.asked, last.note, last.looks) == (None, "", (THREE_GONE,))


AGAIN = replace(TWICE, turn=PASSES_TOO)
# the turns, up to which, what is seen now; the turns that may have been none
TOO_MANY = {
    "one": ((TAKEN, TWICE, SINCE), 3, (), [2]),
    "one that comes later": ((TAKEN, TWICE, SINCE), 1, (), []),
    "one that is just not later": ((TAKEN, TWICE, SINCE), 2, (), [2]),
    "two that come to the same": ((TAKEN, TWICE, AGAIN), 3, (), [3]),
    "one that those since speak against": ((TAKEN, TWICE, replace(SINCE, looks=())), 3, (), []),
    "one that the look now proves": ((TAKEN, TWICE), 2, (THREE_GONE,), [2]),
    "one that the look now does not explain": ((TAKEN, TWICE), 2, (look(7),), []),
}


@pytest.mark.parametrize(("events", "latest", "looks", "numbers"), TOO_MANY.values(), ids=TOO_MANY)
def test_turns_that_may_have_been_none_are_offered_up_to_one_the_latest_of_those_alike(events, latest, looks, numbers):
    options = ok_too_many(passing(*events), latest, looks)
    assert [option.lead.number for option in options] == numbers
    assert all(str(option.words).startswith(f"One OK too many: {option.lead.number}. ") for option in options)


def test_who_changes_a_turn_can_say_that_it_was_none():
    few = correction_choices(passing(), 2)
    assert leads(few) == [NoTurn(2), EnterTurn(2), Way.BACK]
    many = correction_choices(
        passing(corrections=lambda *_given: tuple(Turn("Ben", (one,)) for one in (4, 5, 6, 7))), 2
    )
    assert (many.text, leads(many)[0]) == ("what was taken?", NoTurn(2))
    assert NoTurn(2) not in leads(correction_choices(passing(), 1))


def test_who_answers_that_a_turn_was_none_is_judged_by_what_is_seen_now():
    def after_answer(state, *looks):
        choice = Choice("", "?", (Option("One OK too many", NoTurn(2)),), looks)
        outcome = answer_outcome(state, choice, "now")
        return [getattr(event, "turn", None) or event.number for event in outcome.events], outcome.mode

    assert after_answer(passing()) == ([2], None)
    assert after_answer(passing(), look(*range(5, 8))) == ([2, Turn("Ada", (4,))], None)
    assert after_answer(passing(TAKEN, TWICE, replace(SINCE, looks=())), LOOK) == ([], None)


@pytest.mark.parametrize(
    ("seen", "soon", "text"),
    [
        (THREE_GONE, True, None),
        (ONE_GONE, False, None),
        (ONE_GONE, True, "OK was pressed twice, and nothing has changed: takes . Is that right?"),
    ],
)
def test_ok_that_comes_twice_is_asked_about_if_nothing_has_changed(seen, soon, text):
    state, done = given(passing(TAKEN), Looked(seen, "now", soon=soon))
    assert (state.mode and state.mode.text) == text
    assert kept(done) == ([] if text else ["Played"])


def test_ok_that_comes_twice_is_asked_about_though_an_earlier_turn_was_settled_by_it():
    settled, took = Corrected(1, (ONE,), None, "", ""), replace(TWICE, turn=BY_BEN)
    cases = {(settled, TWICE): True, (settled, took): False, (TWICE, took): False, (settled,): False}
    for events, is_asked in cases.items():
        assert (pressed_twice(passing(TAKEN), Outcome(events), (ONE_GONE,)) is not None) == is_asked


ONE_WAY = Split(((BY_BEN, Turn("Ada", (4,))),), (0.0,), ("Ben 2, 3, Ada 4",))
WAYS = Split((*ONE_WAY.ways, (BY_BEN,)), (0.0, 1.0), ("this", "that"))
# the ways if OK was forgotten; the answers besides
FORGOTTEN = {
    "none": (None, {}),
    "one": (ONE_WAY, {"Ben 2, 3, Ada 4": Take(ONE_WAY.ways[0])}),
    "two": (WAYS, {"OK was forgotten": Among(WAYS.ways)}),
}


@pytest.mark.parametrize(("found", "more"), FORGOTTEN.values(), ids=FORGOTTEN)
def test_a_look_that_one_turn_fewer_explains_is_asked_about(found, more):
    state = passing(TAKEN, TWICE, only=("Ben",), split=lambda *_given: found)
    choice = judge(state, (THREE_GONE,), "").mode
    assert choice.text == "Ada took (2, 3). Which was it?"
    answers = {"One OK too many: 2. Ben: ": NoTurn(2), **more}
    none = {"None of these": Disagreed(("Ada took (2, 3)",), "Lay them back.", (THREE_GONE,))}
    assert {str(option.words): option.lead for option in choice.options} == {**answers, **none}
    assert [option.given for option in choice.options] == [*range(len(answers)), None]
    assert choice.asked == Asked(choice.text, tuple(answers), None)


def test_what_no_turn_fewer_explains_is_complained_of():
    state = passing(TAKEN, TWICE, only=())
    assert judge(state, (THREE_GONE,), "").mode.problems == ("Ada took (2, 3)",)
    taken = passing(TAKEN, TWICE)
    assert [event.turn for event in judge(taken, (THREE_GONE,), "").events] == [Turn("Ada", (2, 3))]
