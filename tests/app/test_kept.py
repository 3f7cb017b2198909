"""What is kept of a game with each of its events, and how a later start goes on with it."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from evening import LAST, begun, drawn_aside, looks
from twins import CameraWithFiles, Presses, TableCamera, app_with, finished, played, store_of

from lucca_pi.app.journal_writer import result
from lucca_pi.app.resume import new_game
from lucca_pi.devices.album import FolderAlbum
from lucca_pi.devices.buttons import AutoButtons
from lucca_pi.evening.journal import GivenUp, event_json, events_from_json
from lucca_pi.evening.state import resumed
from lucca_pi.evening.stored import summary, without_looks
from lucca_pi.games.citta.game import GAME
from lucca_pi.games.citta.rules.editions import GERMAN, HEBREW
from lucca_pi.games.citta.rules.score import score
from tests.in_memory import MemoryStore


@pytest.mark.parametrize("cut", [1, 5, 19])
def test_a_game_cut_off_goes_on_where_it_was(cut):
    camera = TableCamera()
    second = played(AutoButtons(), camera, store_of(*finished()[1][: cut + 1], game="cut-off"))
    assert (second.resumed, second.game) == (True, "cut-off")
    assert camera.looked[0] == cut
    assert result(second.state)["record"]["rounds"] == finished()[0]["record"]["rounds"]


def test_a_finished_game_makes_room_for_a_new_one():
    store = store_of(*finished()[1])
    app = app_with(Presses(), store=store)
    assert not app.resumed
    assert store.games() == ["2026-05-01T2000", "2026-05-01T2000-2"]


def test_a_game_taken_back_after_its_end_is_unfinished_again():
    store = store_of(*finished()[1])
    store.append("2026-05-01T2000", {"event": "taken-back", "date": ""})
    app = app_with(Presses(), store=store)
    assert app.resumed
    assert app.state.course.looks == LAST


def test_the_journal_names_the_picture_of_each_confirmed_look_and_undo_sets_it_aside(tmp_path):
    store, album = MemoryStore(), FolderAlbum(tmp_path, 1, waiting=9)
    app = played(Presses("ok", "ok", "undo", "ok", "ok", "undo"), CameraWithFiles(), store, album=album)
    album.close()
    named = [event.get("pictures") for event in store.events(app.game)]
    second, third = [["001-r1-t1.jpg"]], [["002-r1-t2.jpg"]]
    assert named == [None, [["000-deal.jpg"]], second, None, second, third, None]
    kept = sorted((tmp_path / app.game).glob("*.jpg"))
    assert [file.read_bytes()[-1] for file in kept] == [0, 1]


def test_a_last_turn_that_was_opened_again_keeps_the_picture_of_the_last_look(tmp_path):
    store, album = store_of(*finished()[1][:-1]), FolderAlbum(tmp_path, 1, waiting=9)
    shown = {LAST: drawn_aside(42), LAST + 1: looks()[LAST]}
    camera = CameraWithFiles(LAST + 2)
    app = played(Presses("ok", "ok"), camera, store, lambda one, *_, **__: shown[int(one.name)], album=album)
    album.close()
    *_, early, back, last = store.events(app.game)
    assert (early["event"], back["event"], last["event"]) == ("played", "taken-back", "played")
    (*_, (name,)) = last["pictures"]
    assert name == early["pictures"][-1][0]
    assert (tmp_path / app.game / name).read_bytes()[-1] == LAST + 1
    assert result(app.state)["record"]["rounds"] == finished()[0]["record"]["rounds"]


def test_a_new_game_begins_where_one_was_given_up():
    store = MemoryStore()
    give_up = ("up", "ok", "up", "ok", "down", "ok")
    app = played(Presses("ok", "ok", *give_up, "ok"), store=store)
    assert [len(store.events(game)) for game in store.games()] == [4, 2]
    assert app.state.course.looks == 1
    assert played(Presses(), store=store).game == app.game


def test_names_and_decks_of_the_last_evening_are_remembered():
    store = MemoryStore()
    store.append("2026-04-01T2000", event_json(replace(begun(), names={102: "Ada", 103: "Ben"}), GAME))
    store.append("2026-04-01T2000", event_json(GivenUp(""), GAME))
    state = app_with(Presses(), store=store).state
    assert (state.begun.names, state.people) == ({102: "Ada", 103: "Ben"}, ("Ada", "Ben"))
    assert {setup.deck_file.name for setup in state.setups} == {"reference"}


def test_rules_chosen_at_the_table_are_chosen_again_until_the_configuration_changes():
    store = MemoryStore()
    store.append("2026-04-01T2000", event_json(begun(), GAME))
    store.append("2026-04-01T2000", event_json(replace(begun(), setup=replace(begun().setup, edition=GERMAN)), GAME))
    for day in ("2026-04-02", "2026-04-03"):
        name, state = new_game(store, replace(begun(), date=f"{day}T20:00:00+02:00"))
        again = resumed(events_from_json(store.events(name)))
        assert state.begun.setup.edition == again.begun.setup.edition == GERMAN
    _, state = new_game(
        store, replace(begun(), setup=replace(begun().setup, edition=HEBREW), date="2026-04-04T20:00:00+02:00")
    )
    assert state.begun.setup.edition == HEBREW


def test_what_a_game_has_come_to_follows_from_its_events_without_their_looks():
    whole = resumed(events_from_json(finished()[1]))
    came_to = summary(without_looks(finished()[1]))
    assert came_to == summary(whole)
    assert (came_to["finished"], came_to["totals"]) == (True, dict(score(whole.game).totals))


def test_a_game_is_summed_up_with_the_time_of_each_players_turns_without_pauses():
    begun_event, *others = (event for event in finished()[1] if event["event"] in ("begun", "dealt", "played"))
    minutes = (0, 1, 2, 3, 60, 61)  # there was a pause before the fourth turn
    start = datetime.fromisoformat("2026-05-01T20:00:00+02:00")
    dated = [
        {**event, "date": (start + timedelta(minutes=late)).isoformat()}
        for event, late in zip(others, minutes, strict=False)
    ]
    quick = Counter(event["player"] for event in (*dated[1:4], dated[5]))
    came_to = summary(without_looks([begun_event, *dated]))
    assert came_to["seconds"] == {player: [60 * turns, turns] for player, turns in quick.items()}


def test_a_game_that_was_given_up_is_summed_up_so():
    store = MemoryStore()
    app = played(Presses("ok", "ok", "up", "ok", "up", "ok", "up", "ok"), store=store)
    first, second = store.games()
    assert (summary(without_looks(store.events(first)))["given_up"], app.game) == (True, second)
