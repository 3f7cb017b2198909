"""Questions about what was played, three answers at most and the truth among them; and why a look was judged so."""

from functools import cache
from random import Random

import pytest

from lucca_pi.evening.why import why_look
from lucca_pi.games.chessboard.referee.evidence import misfit
from lucca_pi.games.chessboard.referee.explaining import reasons
from lucca_pi.games.chessboard.referee.search import both_kinds
from lucca_pi.games.chessboard.referee.turns import marked, question
from lucca_pi.games.chessboard.referee.verdict import FARTHEST, explain
from lucca_pi.games.chessboard.rules.game import Game, legal_turns
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.rules.turn import Brick, Turn
from lucca_pi.games.chessboard.session.memory import case_of
from tests.chessboard.sim.answers import is_true
from tests.chessboard.sim.lying import look_at, table_of
from tests.chessboard.test_at_the_table import after, city

POSITION = read_position("8 | a1 w, a2 w, b1 r, b2 rk, d4 b, d5 b, e4 k, e5 kk, g7 w, g8 b, h7 r | Ada white, Ben red")


@cache
def outcomes():
    """The turns that lead to different positions."""
    return [*{after: Turn("Ada", marked(POSITION, bricks)) for bricks, after in legal_turns(Game(POSITION))}.values()]


@pytest.mark.parametrize("seed", range(40))
def test_true_answers_lead_to_the_turn_that_was_played(seed):
    random = Random(seed)
    turns = random.sample(outcomes(), 60)
    true, ways = random.choice(turns), [(turn,) for turn in turns]
    while len(ways) > 1:
        asked = question(ways)
        assert 1 < len(asked.answers) <= 3
        truths = [bool(is_true(asked.text, answer, [true])) for answer in asked.answers]
        assert truths.count(True) == 1, (asked, true)
        ways = [*asked.left[truths.index(True)]]
    assert ways == [(true,)]


def test_the_order_of_bricks_is_asked_only_where_nothing_else_differs():
    one, two = (Turn("Ada", marked(POSITION, way)) for way in _orders("red a3", "blue d6"))
    other = Turn("Ada", marked(POSITION, _orders("red a3", "blue d3")[0]))
    assert question([(one,), (two,), (other,)]).text == "where did blue go?"
    assert question([(one,), (two,)]).text == "which brick came first?"


def _orders(*bricks: str):
    placed = tuple(Brick(*words.split()) for words in bricks)
    return placed, placed[::-1]


def test_turns_of_forgotten_presses_are_asked_about_one_by_one():
    one, two = (Turn("Ada", marked(POSITION, _orders("red a3", at)[0])) for at in ("blue d6", "blue d3"))
    last = Turn("Ben", marked(POSITION, _orders("red h8", "black f4")[0]))
    asked = question([(one, last), (two, last)])
    assert asked.text == "Ada, turn 1 of these: where did blue go?"
    assert [is_true(asked.text, answer, [two, last]) for answer in asked.answers] == [False, True]


SEEN = {
    "a turn": ("a1 w, b1 r, h1 k, h3 b", "sure"),
    "one brick": ("a1 w, b1 r, h1 k", "none"),
    "nothing": ("a1 w, b1 r", "none"),
    "a house gone": ("b1 r, h1 k, h3 b", "sure"),
    "a floor that may not be": ("a1 w, b1 rr, h1 k", "none"),
}


def looks_at(text):
    return (look_at(table_of(city(text))),)


@pytest.mark.parametrize(("text", "sure"), SEEN.values(), ids=SEEN)
def test_the_reasons_of_all_in_question_add_up_to_the_weights_that_decide(text, sure):
    state = after("a1 w, b1 r")[0]
    case = case_of(state.match, looks_at(text))
    found = both_kinds(case, FARTHEST)
    for one in (*found.turns, *([found.part] if found.part else [])):
        assert sum(weight for _words, weight in reasons(case, one)) == pytest.approx(one.cost, abs=1e-6)
        assert misfit(case, case.now, one.after) == pytest.approx(one.now, abs=1e-6)
    assert why_look(state, looks_at(text)).explanation.sure == sure


def test_it_tells_what_was_seen_and_what_speaks_against_each():
    state = after("a1 w, b1 r")[0]
    told = "\n".join(why_look(state, looks_at("b1 r, h1 k, h3 b")).explanation.lines)
    assert "a1: white is gone" in told and "h1: black on top, below it nothing" in told
    assert "a1: nothing is seen there, and it is in sight" in told


def test_what_is_told_weighs_what_the_verdict_used():
    state = after("a1 w, b1 r")[0]
    looks = looks_at("a1 w, b1 r, h1 k, h3 b")
    why = why_look(state, looks)
    assert why.explanation.weight == pytest.approx(explain(case_of(state.match, looks)).cost)
    assert why.certificate.is_signed
