"""Questions: three answers at most, one of them true; what they leave open is asked, or settled by the next look."""

import pytest
from evening import after, chosen, covered, date, given, kept, looks, press, shown, unsettled
from pebbles import Turn, look, played, scripted
from small_tables import laid, session_at

from lucca_pi.contract.history import Asked, Played
from lucca_pi.contract.questions import Among, EnterTurn, Settle, Take, Way
from lucca_pi.contract.verdict import Gap, Split
from lucca_pi.evening.questions import (
    are_alike,
    decided,
    is_it_right,
    next_question,
    unanswered,
    which_of,
    which_turns_they_were,
)
from lucca_pi.evening.step import Looked, NoMoreLooks
from lucca_pi.games.citta.session.memory import record_of

BEFORE = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33))
WALLED = BEFORE.after("red 1+8, blue 5; walls 1", 10)


def in_doubt():
    """One of 10 and 12 is a wall; the other, discarded, is not in sight."""
    state, _ = given(session_at(BEFORE), Looked(WALLED.look(without=[10]), ""))
    return given(state, NoMoreLooks())[0]


def test_what_three_answers_cannot_tell_is_asked_one_fact_after_the_other():
    state = in_doubt()
    assert (state.mode.player, state.mode.text) == ("Ada", "which became walls?")
    state, done = chosen(state, "only 12")
    assert (kept(done), state.mode.text) == ([], "where is 10?")
    state, done = chosen(state, "10 discarded")
    assert (kept(done), state.course.open_turn) == (["Corrected"], None)
    assert {(play.card, play.way) for play in state.course.turns[0].play} == {
        (8, "palace"),
        (12, "wall"),
        (10, "discard"),
    }


def test_the_question_kept_is_the_last_with_its_answer():
    state, _ = chosen(chosen(in_doubt(), "only 10")[0], "12 discarded")
    ((_, _, asked),) = state.course.asked
    assert (asked.question, asked.answers[asked.given]) == ("Ada: where is 12?", "12 discarded")


def test_half_a_turn_is_no_turn_while_a_card_lies_in_its_triplets_place():
    lay = next(one for one in BEFORE.look().sightings if one.code == 10)
    state, done = given(session_at(BEFORE), Looked(BEFORE.after("red 1+8, blue 5+12").look(lay), ""))
    assert (kept(done), state.mode.problems) == ([], ("Ada: 10 still in the triplet's place",))
    assert state.mode.advice == "Play it, or put it aside if it is discarded, then press OK."


ONE, TWO = Turn("Ada", (1,)), Turn("Ada", (2,))
THEN, OTHER = Turn("Ben", (7,)), Turn("Ben", (6,))
LOOKS = (look(3, 4, 5, 6),)
TOLD = frozenset({9})


def state_with(*events, **more):
    return played(scripted(facts_answered=lambda state, ways: TOLD, **more), *events)


def leads(choice):
    return {str(option.words): option.lead for option in choice.options}


def test_turns_are_shown_for_one_ok_with_what_is_not_proved_and_whose_they_are():
    one = is_it_right(state_with(), (ONE,), LOOKS, [Gap("1 is not visible"), Gap("2 is not visible")])
    assert (one.player, one.text) == ("Ada", "1 is not visible: takes 1. Is that right?")
    assert one.asked == Asked("Ada: 1 is not visible: takes 1. Is that right?", ("Yes", "No"), None)
    assert [option.given for option in one.options] == [0, 1]
    both = is_it_right(state_with(), (ONE, THEN), LOOKS, no=EnterTurn(3))
    assert (both.player, both.text) == ("", "Ada: takes 1; Ben: takes 7. Is that right?")
    assert both.asked.question == both.text
    assert leads(both) == {"Yes": Take((ONE, THEN)), "No": EnterTurn(3)}
    assert leads(one)["No"] == EnterTurn()


NOTHING = Turn("Ada", ())
PASSES = {
    "a pass that is not proved": ((NOTHING,), True),
    "a pass and a turn": ((NOTHING, THEN), False),
    "a turn": ((ONE,), False),
}


@pytest.mark.parametrize(("turns", "is_so"), PASSES.values(), ids=PASSES)
def test_of_a_pass_that_is_not_proved_it_can_be_answered_that_it_is_not_finished(turns, is_so):
    choice = is_it_right(state_with(), turns, LOOKS, [Gap("no die is seen")])
    assert leads(choice).get("Not finished yet") == (Way.BACK if is_so else None)
    assert "Not finished yet" not in leads(is_it_right(state_with(), turns, LOOKS))


def test_turns_nobody_pressed_for_are_shown_or_asked_about_where_there_are_several_ways():
    one = Split(((ONE, THEN),), (0.0,), ("one way",))
    shown = which_turns_they_were(state_with(), one, LOOKS)
    assert (shown.text, leads(shown)["Yes"]) == (
        "2 turns since the last look: one way. Is that right?",
        Take((ONE, THEN)),
    )
    two = Split(((ONE, THEN), (TWO, OTHER)), (0.0, 1.0), ("one way", "another"))
    asked = which_turns_they_were(state_with(), two, LOOKS)
    assert (asked.text, asked.player, asked.asked.question) == ("what was taken?", "", "what was taken?")
    assert leads(asked)["takes 1"] == Take((ONE, THEN), TOLD, whole=False)


def test_a_question_about_one_player_names_the_player_and_leads_on_with_what_is_told():
    choice = which_of(state_with(), Among(((ONE,), (TWO,)), told=frozenset({1})), LOOKS, unseen=(1, 2))
    assert (choice.player, choice.asked.question) == ("Ada", "Ada: what was taken?")
    assert leads(choice) == {
        "takes 1": Take((ONE,), TOLD | {1}, whole=False),
        "takes 2": Take((TWO,), TOLD | {1}, whole=False),
        "Not finished yet": Way.BACK,
        "None of these": EnterTurn(),
    }
    assert [option.given for option in choice.options] == [0, 1, None, None]


def test_a_question_with_one_way_left_names_its_player_too():
    choice = which_of(state_with(), Among(((THEN,),)), LOOKS)
    assert (choice.player, leads(choice)) == (
        "Ben",
        {"takes 7": Take((THEN,), TOLD, whole=False), "None of these": EnterTurn()},
    )


def test_where_one_of_the_ways_is_of_several_turns_no_player_is_named():
    for ways in (((ONE,), (TWO, THEN)), ((ONE, THEN), (TWO,))):
        asked = which_of(state_with(), Among(ways), LOOKS)
        assert (asked.player, asked.asked.question) == ("", "what was taken?")


def test_of_an_earlier_turn_it_is_not_answered_that_it_is_not_finished():
    choice = which_of(state_with(), Among(((ONE,), (TWO,)), 1), LOOKS, unseen=(1, 2))
    assert leads(choice) == {"takes 1": Settle(1, ONE), "takes 2": Settle(1, TWO), "None of these": EnterTurn(1)}
    seen = which_of(state_with(), Among(((ONE,), (TWO,))), LOOKS)
    assert "Not finished yet" not in leads(seen)
    corrects = which_of(state_with(), Among(((ONE,), (TWO,)), 1, corrects=True), LOOKS)
    assert leads(corrects) == {
        "takes 1": Among(((ONE,),), 1, TOLD, corrects=True),
        "takes 2": Among(((TWO,),), 1, TOLD, corrects=True),
        "Enter it": EnterTurn(1),
        "As it was": Way.BACK,
    }
    assert corrects.asked is None


def test_a_change_is_shown_whole_before_it_is_made():
    shown = next_question(state_with(Played(ONE, (), None, "")), Among(((TWO,),), 1, corrects=True), LOOKS)
    assert (shown.player, shown.text) == ("Ada", "takes 2?")
    assert leads(shown) == {"Yes": Settle(1, TWO), "No, try again": EnterTurn(1)}


MIXED = Among(((ONE,), (TWO, THEN)))
ALIKE = {
    "one turn": (Among(((ONE,),)), {}, True),
    "two that count differently": (Among(((ONE,), (TWO,))), {}, False),
    "two that count alike": (Among(((ONE,), (TWO,))), {"what_counts": lambda game, turn: turn.player}, True),
    "one way of several turns": (Among(((ONE, THEN),)), {}, True),
    "two ways of several turns": (Among(((ONE, THEN), (TWO, THEN))), {}, False),
    "ways of one and of several": (MIXED, {"what_counts": lambda game, turn: turn.player}, False),
}


@pytest.mark.parametrize(("among", "more", "is_so"), ALIKE.values(), ids=ALIKE)
def test_more_is_asked_as_long_as_the_ways_left_count_differently(among, more, is_so):
    state = state_with(**more)
    assert are_alike(state, among) is is_so
    first = Take(among.ways[0], whole=False)
    assert decided(state, among) == (first if is_so else among)


def test_which_of_an_earlier_turn_counts_is_told_by_the_game_before_it():
    state = state_with(Played(ONE, LOOKS, None, ""), what_counts=lambda game, turn: (game.turns, turn.player))
    assert are_alike(state, Among(((ONE,), (TWO,)), 1))
    assert decided(state, Among(((ONE,), (TWO,)), 1)) == Settle(1, ONE)


def test_what_was_never_answered_stands_with_its_round_and_turn():
    assert unanswered(state_with(Played(ONE, LOOKS, None, ""))) == ()
    open_one = state_with(Played(TWO, LOOKS, None, ""), Played(OTHER, LOOKS, None, "", others=(THEN,)))
    ((number, turn, asked),) = unanswered(open_one)
    assert (number, turn, asked.question, asked.answers) == (None, 2, "Ben: what was taken?", ("takes 6", "takes 7"))


PLAYED = after(2).course.turns


def test_a_turn_in_doubt_is_taken_for_the_likeliest_and_the_doubt_is_shown():
    state, done = given(after(1), Looked(covered(1), date(2)))
    assert (kept(done), shown(done), state.course.open_turn) == (["Played"], ["Result", "Prompt"], 1)
    assert done[-1].snapshots[0].screen.unsure


def test_the_next_look_settles_it():
    state, done = given(unsettled(), Looked(looks()[2], date(3)))
    assert kept(done) == ["Corrected", "Played"]
    assert (state.course.open_turn, state.course.asked) == (None, ())
    assert set(state.course.turns[0].play) == set(PLAYED[0].play)
    assert record_of(state.match).extra["notes"] == [{"round": 1, "turn": 1, "note": "settled by a later look"}]


def test_players_may_say_it_at_once():
    state, done = press(unsettled(), "up", "up", "ok")
    assert [type(option.lead) for option in state.mode.options[:-1]] == [Settle] * (len(state.mode.options) - 1)
    state, done = press(state, "ok")
    assert (kept(done), state.course.open_turn, len(state.course.asked)) == (["Corrected"], None, 1)
