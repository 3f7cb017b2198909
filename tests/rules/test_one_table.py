import pytest
from hypothesis import given, settings
from random_games import games

from lucca_pi.errors import RuleError
from lucca_pi.games.citta.rules.editions import EDITIONS, ENGLISH
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.position import read_position
from lucca_pi.games.citta.rules.score import (
    cards_laid,
    impossible_counts,
    score,
    score_table,
    table_score_json,
    ties_left,
)


@settings(max_examples=25)
@given(games(stopped=False))
def test_a_game_s_last_table_comes_to_the_game_s_final_scoring(game):
    told = score(replay(game.record))
    result = score_table(told.game.position, game.record.edition)
    assert result.order == told.final_order
    assert result.lines == tuple(line for line in told.lines if line.round is None)


def test_no_final_scoring_without_three_players():
    with pytest.raises(RuleError, match="3 to 5 players"):
        score_table(read_position("A: red 1 | B: red 8"), EDITIONS["german"])


def test_the_support_by_shields_is_told_for_each_player():
    table = read_position("A: red 1; walls 2 | B: towers T1 | C: nothing")
    told = table_score_json(score_table(table, ENGLISH))["players"]
    assert told["A"]["support"] == {"walls": 2, "towers": [], "shields": 3, "shields_needed": 4, "supported": False}
    assert told["B"]["support"]["supported"]


CANNOT_BE = {
    "five cards of a colour are no longer under construction": (
        "A: red 1+8+15+22+29 | B: nothing | C: nothing",
        "A has 5 red cards under construction",
    ),
    "24 cards with one of three": (
        "A: opened red 1, blue 5, green 4; completed violet 6; walls 4 | B: nothing | C: nothing",
        "A has 24 cards",
    ),
}


@pytest.mark.parametrize(("table", "sentence"), CANNOT_BE.values(), ids=CANNOT_BE)
def test_what_no_game_leads_to_is_said(table, sentence):
    (said,) = impossible_counts(read_position(table))
    assert said.startswith(sentence)


@settings(max_examples=25)
@given(games(adjusted=False))
def test_what_a_game_leads_to_can_be(game):
    stands = replay(game.record)
    position = stands.position
    assert not list(impossible_counts(position))
    laid = sum(cards_laid(one, position.cards_to_complete) for one in position.quarters.values())
    assert laid <= len(stands.out)


def test_only_players_without_palaces_are_not_told_apart():
    table = read_position("A: nothing | B: opened red 1 | C: nothing")
    assert list(ties_left(table, score_table(table, ENGLISH).order)) == [("A", "C")]
