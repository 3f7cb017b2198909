"""Questions about what was played: one fact, three answers at most, and the truth always among them."""

from functools import cache
from random import Random

import pytest

from lucca_pi.games.chessboard.referee.questions import question
from lucca_pi.games.chessboard.referee.turns import marked
from lucca_pi.games.chessboard.rules.game import Game, legal_turns
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.rules.turn import Brick, Turn
from tests.chessboard.sim.answers import is_true

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
