"""Questions: three answers at most, one of them true; what they leave open is asked after them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "referee"))

from evening import chosen, given, kept
from small_tables import laid, session_at

from lucca_pi.citta.session.step import Looked, NoMoreLooks

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


def test_no_more_is_asked_than_counts():
    state, done = chosen(in_doubt(), "10, 12")
    assert (kept(done), state.mode) == (["Corrected"], None)


def test_the_question_kept_is_the_last_with_its_answer():
    state, _ = chosen(chosen(in_doubt(), "only 10")[0], "12 discarded")
    ((_, _, asked),) = state.course.asked
    assert (asked.question, asked.answers[asked.given]) == ("Ada: where is 12?", "12 discarded")
