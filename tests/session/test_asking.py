"""Questions: three answers at most, one of them true; what they leave open is asked after them."""

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "referee"))

from evening import chosen, given, kept
from small_tables import beside, laid, session_at

from lucca_pi.evening.step import Looked, NoMoreLooks

BEFORE = laid("red 1, blue 5", (8, 12, 10), (4, 9, 6), (18, 21, 24), (30, 31, 33))
WALLED = BEFORE.after("red 1+8, blue 5; walls 1", 10)


def seen_badly():
    """A table, and a look at it after a turn: two cards lie 2 cm from where alone they can be meant to lie."""
    before = laid("violet 14", *BEFORE.triplets)
    look = before.after("violet 14, yellow 10").look()
    off = (beside(101, 8, -60, 25, look), beside(101, 12, 60, 25, look))
    return before, replace(look, sightings=(*look.sightings, *off))


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


def test_no_more_is_asked_than_counts():
    state, done = chosen(in_doubt(), "10, 12")
    assert (kept(done), state.mode) == (["Corrected"], None)


def test_the_question_kept_is_the_last_with_its_answer():
    state, _ = chosen(chosen(in_doubt(), "only 10")[0], "12 discarded")
    ((_, _, asked),) = state.course.asked
    assert (asked.question, asked.answers[asked.given]) == ("Ada: where is 12?", "12 discarded")


def test_a_turn_that_fits_badly_is_shown_before_it_is_taken():
    before, look = seen_badly()
    state, done = given(session_at(before), Looked(look, ""))
    assert (kept(done), state.mode.text) == ([], "8 to red; 10 to yellow; 12 to blue. Is that right?")
    assert chosen(state, "No")[0].mode.text == "which cards?"
    state, done = chosen(state, "Yes")
    assert (kept(done), [asked.answers[asked.given] for _, _, asked in state.course.asked]) == (["Played"], ["Yes"])


def test_half_a_turn_is_no_turn_while_a_card_lies_in_its_triplets_place():
    lay = next(one for one in BEFORE.look().sightings if one.code == 10)
    state, done = given(session_at(BEFORE), Looked(BEFORE.after("red 1+8, blue 5+12").look(lay), ""))
    assert (kept(done), state.mode.problems) == ([], ("Ada: 10 still in the triplet's place",))
    assert state.mode.advice == "Play it, or lay it apart if it is discarded, then press OK."


def test_two_turns_that_fit_are_told_before_one_that_fits_badly():
    played = BEFORE.after("red 1, blue 5; walls 3", *BEFORE.triplets[1])
    look = replace(played, triplets=(None, None, *BEFORE.triplets[2:])).look()
    state, _ = given(session_at(BEFORE), Looked(look, ""))
    assert state.mode.text.startswith("Ada: 8 as a wall, 10 as a wall, 12 as a wall. Ben: 4 discarded, 6 discarded")
