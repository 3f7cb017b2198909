"""Whole games that were played, with the points they came to."""

import json

import pytest

from lucca_pi.games.citta.example import EXAMPLE
from lucca_pi.games.citta.rules.game import replay
from lucca_pi.games.citta.rules.record import read_record, record_json
from lucca_pi.games.citta.rules.score import score, score_json

KINDS = ("completion", "opening", "final_opening", "walls", "street_number", "adjustment", "total", "rank")

POINTS = {
    EXAMPLE: {
        "Alex": (20, 5, 0, 4, 0, 0, 29, 3),
        "Charlie": (22, 7, 2, 3, 3, 0, 37, 1),
        "Bruno": (26, 7, 1, 6, -3, 0, 37, 2),
    }
}


def told(game):
    """The score of a recorded game."""
    return score_json(score(replay(read_record((game / "game.json").read_text(encoding="utf-8")))))


@pytest.mark.parametrize("game", POINTS)
def test_a_recorded_game_comes_to_its_points(game):
    players = told(game)["players"]
    assert {name: tuple(players[name][kind] for kind in KINDS) for name in players} == POINTS[game]


def test_equal_points_are_won_by_the_higher_street_number():
    result = told(EXAMPLE)
    assert (result["winner"], result["final_order"]) == ("Charlie", ["Alex", "Bruno", "Charlie"])


def test_a_recorded_game_is_written_as_it_was_read():
    text = (EXAMPLE / "game.json").read_text(encoding="utf-8")
    assert record_json(read_record(text)) == json.loads(text)
