"""Why a look at the board was judged as it was: reasons with weights, whose sums decide."""

import pytest

from lucca_pi.evening.why import why_look
from lucca_pi.games.chessboard.referee.differences import reasons
from lucca_pi.games.chessboard.referee.evidence import misfit
from lucca_pi.games.chessboard.referee.search import both_kinds
from lucca_pi.games.chessboard.referee.verdict import FARTHEST, explain, with_pushed
from lucca_pi.games.chessboard.session.memory import case_of
from tests.chessboard.sim.lying import look_at, table_of
from tests.chessboard.test_at_the_table import after, city

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
    case = with_pushed(case_of(state.match, looks_at(text)))
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
    assert why.explanation.weight == pytest.approx(explain(with_pushed(case_of(state.match, looks))).cost)
    assert why.certificate.is_signed
