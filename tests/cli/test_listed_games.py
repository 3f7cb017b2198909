"""`games`: every game, also where journals are damaged; a list needs no look to be read."""

from contextlib import closing

import pytest
from damaging import change, journal
from twins import finished

from lucca_pi.app.journal_writer import summary, without_looks
from lucca_pi.devices.state_directory import LIST_FILE
from lucca_pi.devices.store import DELETED, GameStore, StoredGames
from lucca_pi.proof import past_games

GAMES = ("2026-05-01T2000", "2026-05-02T2000", "2026-05-03T2000")
EVENTS = finished()[1]


@pytest.fixture
def kept(tmp_path):
    """A directory with two whole games and one that was left in its second round."""
    with closing(GameStore(tmp_path)) as store:
        for game, some in zip(GAMES, (EVENTS, EVENTS, EVENTS[:6]), strict=True):
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
    for harm in (lambda file: change(file, b'"totals": {', b'"totals": {"Nobody": 99, '), lambda file: file.unlink()):
        harm(kept / LIST_FILE)
        assert [run("games", "--state", kept, *how).out for how in ((), ("--json",))] == lists


def test_deleted_games_are_listed_with_their_points_without_the_list_too(run, kept):
    first, *_ = run("games", "--state", kept).out.splitlines()
    run("games", "delete", GAMES[0], "--state", kept)
    (kept / LIST_FILE).unlink()
    assert run("games", "--deleted", "--state", kept).out.splitlines() == [first]


def test_a_deleted_game_is_replayed_once_and_its_result_is_no_other_games_of_its_name(run, kept, monkeypatch):
    run("games", "delete", GAMES[0], "--state", kept)
    (kept / LIST_FILE).unlink()
    with closing(GameStore(kept)):
        pass  # a start knows the deleted ones again
    whole, journal_of, replayed = run("games", "--deleted", "--state", kept).out, StoredGames.journal, []
    monkeypatch.setattr(StoredGames, "journal", lambda *game: replayed.append(game[1]) or journal_of(*game))
    assert (run("games", "--deleted", "--state", kept).out, replayed) == (whole, [])
    with closing(GameStore(kept)) as store:
        store.add(GAMES[0], EVENTS[:1])
        store.sum_up_past(GAMES[0], {"dealt": True}, DELETED)
        assert next(row.summary for row in store.listed()) is None


def test_of_many_games_without_a_summary_only_the_latest_are_replayed(run, kept, monkeypatch):
    whole = run("games", "--state", kept).out.splitlines()
    (kept / LIST_FILE).unlink()
    monkeypatch.setattr(past_games, "SUMMED_UP", 1)
    unsummed = "  no summary: list it with --all, or show it"
    listed = run("games", "--state", kept).out.splitlines()
    assert listed == [f"{GAMES[0]}{unsummed}", f"{GAMES[1]}{unsummed}", whole[2]]
    assert run("games", "--state", kept, "--json").json()[0]["trouble"].startswith("no summary")
    assert run("games", "--all", "--state", kept).out.splitlines() == whole


def test_what_a_list_has_replayed_it_need_not_replay_again(run, kept, monkeypatch):
    whole = run("games", "--state", kept).out
    (kept / LIST_FILE).unlink()
    run("games", "--all", "--state", kept)
    replayed = []
    journal_of = StoredGames.journal
    monkeypatch.setattr(StoredGames, "journal", lambda *game: replayed.append(game[1]) or journal_of(*game))
    assert (run("games", "--state", kept).out, replayed) == (whole, [GAMES[2]])  # play may be adding to the last


def test_a_game_that_is_damaged_costs_only_itself(run, kept, tmp_path):
    change(journal(kept, GAMES[0]), b'"event": "played"', b'"event": "pl\x80yed"')
    ran = run("games", "--state", kept, "--json")
    assert (ran.code, [game["id"] for game in ran.json()]) == (0, list(GAMES))
    assert ["trouble" in game for game in ran.json()] == [True, False, False]
    shown = run("games", "show", GAMES[0], "--state", kept)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "damaged: events that could be read: 2")
    assert "damaged" in run("games", "show", GAMES[0], "--state", kept, "--json").json()["trouble"]
    exported = run("games", "export", GAMES[0], "--state", kept, "--out", tmp_path / "game.zip")
    assert (exported.code, "damaged: events that could be read: 2" in exported.out) == (0, True)
    assert run("games", "show", GAMES[1], "--state", kept).code == 0


@pytest.mark.parametrize("make", [lambda file: file.mkdir(), lambda file: file.write_bytes(b"\xff" * 999)])
def test_a_journal_that_cannot_be_read_at_all_is_named_and_hides_no_other(run, kept, make):
    whole = run("games", "--state", kept).out.splitlines()
    journal(kept, GAMES[1]).unlink()
    make(journal(kept, GAMES[1]))
    first, bad, last = run("games", "--state", kept).out.splitlines()
    assert [first, last] == [whole[0], whole[2]]
    assert bad.startswith(f"{GAMES[1]}  ")
    assert "(damaged: its end is gone, or another)" in bad or "(cannot be read: it is not a file)" in bad
    assert run("games", "show", GAMES[1], "--state", kept).code == 2


def test_after_the_next_start_a_damaged_game_is_still_said_to_be_so(run, kept):
    change(journal(kept, GAMES[0]), b'"event": "played"', b'"event": "pl\x80yed"')
    GameStore(kept).close()
    first, *others = run("games", "--state", kept).out.splitlines()
    assert first.startswith("2026-05-01T2000  round 1 of 7") and "(damaged: events that could be read: 2; " in first
    assert not any("damaged" in line for line in others)


def test_a_game_of_which_nothing_is_left_is_listed_and_named(run, kept):
    journal(kept, GAMES[1]).unlink()
    GameStore(kept).close()
    assert "damaged: its events are gone" in run("games", "--state", kept).out.splitlines()[1]
    ran = run("games", "show", GAMES[1], "--state", kept, "--json")
    assert (ran.code, ran.json()["error"]["code"]) == (2, "unreadable")


@pytest.mark.parametrize("number", [1, 9, "x"])
def test_a_journal_that_does_not_add_up_is_listed_so(run, tmp_path, number):
    corrected = {"event": "corrected", "number": number, "turns": [], "asked": None, "note": "", "date": ""}
    with closing(GameStore(tmp_path)) as store:
        for event in (*EVENTS[:4], corrected):
            store.append("g", event)
    listed = run("games", "--state", tmp_path).out
    assert listed == "g  cannot be read: its journal is inconsistent: event 5 does not fit the events before it\n"


def test_an_event_that_is_none_is_listed_so(run, tmp_path):
    with closing(GameStore(tmp_path)) as store:
        for event in (*EVENTS[:2], {"event": "taken-back"}):
            store.append("g", event)
    listed = run("games", "--state", tmp_path).out
    assert listed == "g  cannot be read: its journal contains an event in a form that lucca-pi never writes\n"


def test_the_latest_game_is_shown_without_its_name(run, kept):
    shown = [run("games", "show", name, "--state", kept).out for name in ("last", GAMES[-1], GAMES[0])]
    assert shown[0] == shown[1] != shown[2]
