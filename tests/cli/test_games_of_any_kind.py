"""`games` on games that are not the card game: they tell what they are by their own words."""

import pytest
from pebble_games import TABLES, journal_of
from pebbles import GAME as PEBBLE_GAME
from stored import GAME, store

from lucca_pi import games


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setitem(games.PLAYED, "pebbles", "pebbles")


@pytest.fixture
def kept(tmp_path):
    """The whole game, stored, and its looks by the names of their pictures."""
    return tmp_path, store(tmp_path, PEBBLE_GAME, journal_of(*TABLES))


def test_a_list_tells_players_without_points_and_no_rounds(run, kept):
    ran = run("games", "--state", kept[0])
    assert ran.out == f"{GAME}  finished     Ben, Ada\n"
    (listed,) = run("games", "--state", kept[0], "--json").json()
    assert listed == {"id": GAME, "game": "pebbles", "players": ["Ada", "Ben"], "finished": True, "totals": {}}


@pytest.mark.parametrize(("tables", "says"), [(TABLES[:2], "under way    Ada, Ben"), ((), "before the start")])
def test_a_list_tells_how_far_a_game_is(run, tmp_path, tables, says):
    store(tmp_path, PEBBLE_GAME, journal_of(*tables))
    assert run("games", "--state", tmp_path).out == f"{GAME}  {says}\n"


def test_it_is_shown_by_its_own_words_and_documents(run, kept):
    ran = run("games", "show", GAME, "--state", kept[0], "--json").json()
    assert [turn["pebbles"] for turn in ran["record"]["turns"]] == [[6, 7], [5], [3, 4], [1, 2]]
    assert ran["record"] == ran["score"]


def test_bg_stats_is_told_of_no_game_that_has_no_link(run, kept):
    ran = run("games", "show", GAME, "--state", kept[0], "--bgstats")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "pebbles, which has no link for BG Stats" in ran.err


def test_a_game_left_before_its_start_is_not_exported(run, tmp_path):
    store(tmp_path, PEBBLE_GAME, journal_of())
    ran = run("games", "export", GAME, "--state", tmp_path)
    assert (ran.code, "was left before the start: there is nothing to export" in ran.err) == (2, True)
