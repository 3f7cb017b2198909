"""Past games as the store gives them: none before it is asked for, and few at a time."""

import pytest
from twins import Paper, Presses, app_with, finished, store_of

from lucca_pi.app.journal_writer import past_games
from lucca_pi.contract.questions import Browse, Choice
from lucca_pi.contract.screens import Notice
from lucca_pi.evening.journal import events_from_json
from lucca_pi.evening.menus import MOST
from lucca_pi.evening.state import resumed
from lucca_pi.games.citta.game import GAME
from tests.in_memory import MemoryStore


class Counting(MemoryStore):
    """Counts the games that are read."""

    read = 0

    def events(self, game):
        self.read += 1
        return super().events(game)


def stored(games, most=None):
    """That many games, each with its events or the first of them."""
    store = Counting()
    for number in range(games):
        store_of(*finished()[1][:most], game=f"{number:03}", store=store)
    return store


def test_a_past_game_has_the_points_of_its_last_table():
    (past,) = past_games(stored(1), "now", 0).games
    assert (past.day, past.finished) == ("2026-05-01", True)
    assert past.standings == GAME.show.standings(resumed(events_from_json(finished()[1])).match)


def test_a_game_that_was_given_up_is_listed_and_one_without_a_deal_or_of_a_later_program_is_not():
    store, events = stored(1, 4), finished()[1]
    for name, more in (("bare", events[:1]), ("later", [*events[:2], {"event": "new"}]), ("now", events)):
        store_of(*more, game=name, store=store)
    assert [past.finished for past in past_games(store, "now", 0).games] == [False]


@pytest.mark.parametrize(("skip", "games", "older"), [(0, MOST, True), (MOST, MOST, True), (2 * MOST, 5, False)])
def test_so_many_are_read_at_a_time(skip, games, older):
    store = stored(2 * MOST + 5)
    past = past_games(store, "now", skip)
    assert (len(past.games), past.older, store.read) == (games, older, games)


def test_what_players_hid_is_not_listed(monkeypatch):
    monkeypatch.setattr(Counting, "hidden", lambda _: {"001"})
    assert [past.name for past in past_games(stored(3), "now", 0).games] == ["002", "000"]


def test_many_past_games_make_no_start_read_more():
    read = []
    for games in (20, 100):
        store = stored(games)
        app_with(Presses(), store=store, display=Paper(MemoryStore()))
        read.append(store.read)
    assert read[0] == read[1]


def test_at_the_table_they_are_two_presses_from_the_set_up():
    app = app_with(Presses("up", "ok", "up", "ok", "ok"), store=stored(3))
    app.run()
    assert isinstance(app.state.mode, Browse)
    app = app_with(Presses("up", "ok", "up", "ok"), store=stored(3))
    app.run()
    assert isinstance(app.state.mode, Choice)
    assert len(app.state.mode.options) == 3 + len(["Copy to a USB stick", "Ready"])


def test_the_one_that_is_chosen_goes_to_the_stick_and_the_list_stays():
    copied = []

    def to_stick(name):
        copied.append(name)
        return Notice("On the stick", name)

    buttons = Presses("up", "ok", "up", "ok", "up", "up", "ok", "down", "ok")
    app = app_with(buttons, store=stored(3), to_stick=to_stick)
    app.run()
    assert (copied, type(app.state.mode)) == (["001"], Choice)
