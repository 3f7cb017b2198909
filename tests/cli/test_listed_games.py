"""`games`: every game that is kept, also where the file is damaged; a list needs no look to be read."""

import sqlite3
from contextlib import closing

import pytest
from damaging import CLOCK, change
from evening import LAST, begun, date, looks

from lucca_pi import stored_games
from lucca_pi.app.summary import summary, without_looks
from lucca_pi.devices.store import FILE, SqliteStore, StoredGames
from lucca_pi.evening.journal import event_json
from lucca_pi.evening.state import begin_evening
from lucca_pi.evening.step import Keep, Looked, step
from lucca_pi.games.citta.game import GAME

GAMES = ("2026-05-01T2000", "2026-05-02T2000", "2026-05-03T2000")


@pytest.fixture(scope="module")
def events():
    """The events of a whole game."""
    state, found = begin_evening(begun()), [event_json(begun(), GAME)]
    for number, look in enumerate(looks()[: LAST + 1]):
        state, effects = step(state, Looked(look, date(number)))
        found += [event_json(effect.event, GAME) for effect in effects if isinstance(effect, Keep)]
    return found


@pytest.fixture
def kept(tmp_path, events):
    """A directory with two whole games and one that was left in its second round."""
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        for game, some in zip(GAMES, (events, events, events[:6]), strict=True):
            for event in some:
                store.append(game, event)
            store.sum_up(game, summary(without_looks(some)))
    return tmp_path


def test_a_list_reads_no_event_of_a_game_that_is_summed_up(run, kept, monkeypatch):
    listed = run("games", "--state", kept).out
    monkeypatch.setattr(StoredGames, "journal", None)
    assert run("games", "--state", kept).out == listed
    assert [line.split()[1] for line in listed.splitlines()] == ["finished", "finished", "round"]


def test_a_list_says_the_same_without_what_was_summed_up(run, kept):
    lists = [run("games", "--state", kept, *how).out for how in ((), ("--json",))]
    with closing(sqlite3.connect(kept / FILE)) as games:
        games.execute('UPDATE summary SET json = replace(json, \'"totals": {\', \'"totals": {"Nobody": 99, \')')
        games.commit()
    assert [run("games", "--state", kept, *how).out for how in ((), ("--json",))] == lists


def test_of_many_games_without_a_summary_only_the_latest_are_replayed(run, kept, monkeypatch):
    whole = run("games", "--state", kept).out.splitlines()
    with closing(sqlite3.connect(kept / FILE)) as games:
        games.execute("DELETE FROM summary WHERE game != ?", (GAMES[2],))
        games.commit()
    monkeypatch.setattr(stored_games, "SUMMED_UP", 1)
    listed = run("games", "--state", kept).out.splitlines()
    assert listed == [f"{GAMES[0]}  not summed up: list it with --all, or show it", *whole[1:]]
    assert run("games", "--state", kept, "--json").json()[0]["trouble"].startswith("not summed up")
    assert run("games", "--all", "--state", kept).out.splitlines() == whole


def test_a_game_that_is_damaged_costs_only_itself(run, kept, tmp_path):
    change(kept / FILE, b'"event": "played"', b'"event": "pl\x80yed"')
    ran = run("games", "--state", kept, "--json")
    assert (ran.code, [game["id"] for game in ran.json()]) == (0, list(GAMES))
    shown = run("games", "show", GAMES[0], "--state", kept)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "damaged: events that could be read: 3")
    assert "damaged" in run("games", "show", GAMES[0], "--state", kept, "--json").json()["trouble"]
    exported = run("games", "export", GAMES[0], "--state", kept, "--out", tmp_path / "game.zip")
    assert (exported.code, "damaged: events that could be read: 3" in exported.out) == (0, True)
    assert run("games", "show", GAMES[1], "--state", kept).code == 0


def test_after_the_next_start_a_damaged_game_is_still_said_to_be_so(run, kept):
    change(kept / FILE, b'"event": "played"', b'"event": "pl\x80yed"')
    SqliteStore(kept, CLOCK).close()
    first, *others = run("games", "--state", kept).out.splitlines()
    assert first.startswith("2026-05-01T2000  round 1 of 7") and "(damaged: events that could be read: 3; " in first
    assert not any("damaged" in line for line in others)


def test_a_game_of_which_nothing_is_left_is_listed_and_named(run, kept):
    with closing(sqlite3.connect(kept / FILE)) as games:
        games.execute("DROP TRIGGER event_is_not_deleted")
        games.execute("DELETE FROM event WHERE game = ?", (GAMES[1],))
        games.commit()
    SqliteStore(kept, CLOCK).close()
    assert run("games", "--state", kept).out.splitlines()[1].startswith(f"{GAMES[1]}  damaged: events")
    ran = run("games", "show", GAMES[1], "--state", kept, "--json")
    assert (ran.code, ran.json()["error"]["code"]) == (2, "unreadable")


@pytest.mark.parametrize("number", [1, 9, "x"])
def test_a_journal_that_does_not_add_up_is_listed_so(run, tmp_path, events, number):
    corrected = {"event": "corrected", "number": number, "turns": [], "asked": None, "note": "", "date": ""}
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        for event in (*events[:4], corrected):
            store.append("g", event)
    listed = run("games", "--state", tmp_path).out
    assert listed == "g  cannot be read: its journal makes no game: event 5 does not fit the events before it\n"


def test_an_event_that_is_none_is_listed_so(run, tmp_path, events):
    with closing(SqliteStore(tmp_path, CLOCK)) as store:
        for event in (*events[:2], {"event": "taken-back"}):
            store.append("g", event)
    listed = run("games", "--state", tmp_path).out
    assert listed == "g  cannot be read: its journal holds an event that lucca-pi does not write like this\n"
