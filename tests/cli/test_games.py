"""
`games`: every game is listed, also where journals are damaged; one is deleted for good, and nothing else.

A list needs no look to be read.
"""

from contextlib import closing
from pathlib import Path

import pytest
from damaging import change, journal, replaced
from evening import begun
from twins import finished

from lucca_pi.app.resume import new_game
from lucca_pi.devices.game_list import LIST_FILE
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import DELETED, GameStore, StoredGames
from lucca_pi.evening.stored import summary, without_looks
from lucca_pi.proof import past_games

NAMES = ("2026-05-01T2000", "2026-05-02T2000", "2026-05-03T2000")
EVENTS = finished()[1]


@pytest.fixture
def kept(tmp_path):
    """A directory with two whole games and one that was left in its second round."""
    with closing(GameStore(tmp_path)) as store:
        for game, some in zip(NAMES, (EVENTS, EVENTS, EVENTS[:6]), strict=True):
            for event in some:
                store.append(game, event)
            store.sum_up(store.journal(game), summary(without_looks(some)))
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
    run("games", "delete", NAMES[0], "--state", kept)
    (kept / LIST_FILE).unlink()
    assert run("games", "--deleted", "--state", kept).out.splitlines() == [first]


def test_a_deleted_game_is_replayed_once_and_its_result_is_no_other_games_of_its_name(run, kept, monkeypatch):
    run("games", "delete", NAMES[0], "--state", kept)
    (kept / LIST_FILE).unlink()
    with closing(GameStore(kept)):
        pass  # a start knows the deleted ones again
    whole, journal_of, replayed = run("games", "--deleted", "--state", kept).out, StoredGames.journal, []
    monkeypatch.setattr(StoredGames, "journal", lambda *game: replayed.append(game[1]) or journal_of(*game))
    assert (run("games", "--deleted", "--state", kept).out, replayed) == (whole, [])
    with closing(GameStore(kept)) as store:
        store.add(NAMES[0], EVENTS[:1])
        store.sum_up(store.journal(NAMES[0], DELETED), {"dealt": True}, DELETED)
        assert next(row.summary for row in store.listed()) is None


def test_of_many_games_without_a_summary_only_the_latest_are_replayed(run, kept, monkeypatch):
    whole = run("games", "--state", kept).out.splitlines()
    (kept / LIST_FILE).unlink()
    monkeypatch.setattr(past_games, "SUMMED_UP", 1)
    unsummed = "  no summary: list it with --all, or show it"
    listed = run("games", "--state", kept).out.splitlines()
    assert listed == [f"{NAMES[0]}{unsummed}", f"{NAMES[1]}{unsummed}", whole[2]]
    assert run("games", "--state", kept, "--json").json()[0]["trouble"].startswith("no summary")
    assert run("games", "--all", "--state", kept).out.splitlines() == whole


def test_what_a_list_has_replayed_it_need_not_replay_again(run, kept, monkeypatch):
    whole = run("games", "--state", kept).out
    (kept / LIST_FILE).unlink()
    run("games", "--all", "--state", kept)
    replayed = []
    journal_of = StoredGames.journal
    monkeypatch.setattr(StoredGames, "journal", lambda *game: replayed.append(game[1]) or journal_of(*game))
    assert (run("games", "--state", kept).out, replayed) == (whole, [])


def test_a_game_that_is_damaged_costs_only_itself(run, kept, tmp_path):
    change(journal(kept, NAMES[0]), b'"event": "played"', b'"event": "pl\x80yed"')
    ran = run("games", "--state", kept, "--json")
    assert (ran.code, [game["id"] for game in ran.json()]) == (0, list(NAMES))
    assert ["trouble" in game for game in ran.json()] == [True, False, False]
    shown = run("games", "show", NAMES[0], "--state", kept)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "damaged: events that could be read: 2")
    assert "damaged" in run("games", "show", NAMES[0], "--state", kept, "--json").json()["trouble"]
    exported = run("games", "export", NAMES[0], "--state", kept, "--out", tmp_path / "game.zip")
    assert (exported.code, "damaged: events that could be read: 2" in exported.out) == (0, True)
    assert run("games", "show", NAMES[1], "--state", kept).code == 0


HARMED = {
    "a folder": (replaced(Path.mkdir, NAMES[1]), "  (cannot be read: it is not a file)", 2),
    "noise": (
        lambda kept: journal(kept, NAMES[1]).write_bytes(b"\xff" * 999),
        "(damaged: its end is gone, or another)",
        2,
    ),
    "no file": (lambda kept: journal(kept, NAMES[1]).unlink(), "(damaged: its events are gone)", 2),
    "a wrong byte": (
        lambda kept: change(journal(kept, NAMES[1]), b'"event": "played"', b'"event": "pl\x80yed"'),
        "(damaged: events that could be read: 2",
        0,
    ),
}


@pytest.mark.parametrize("case", HARMED.values(), ids=HARMED)
def test_a_damaged_game_is_listed_so_now_and_after_the_next_start_and_hides_no_other(run, kept, case):
    (harm, says, code), whole = case, run("games", "--state", kept).out.splitlines()
    harm(kept)
    for _ in range(2):
        first, bad, last = run("games", "--state", kept).out.splitlines()
        assert ([first, last], bad.split()[0], says in bad) == ([whole[0], whole[2]], NAMES[1], True)
        ran = run("games", "show", NAMES[1], "--state", kept, "--json")
        assert (ran.code, ran.json().get("error", {}).get("code")) == (code, "unreadable" if code else None)
        GameStore(kept).close()


INCONSISTENT = "its journal is inconsistent: event 5 does not fit the events before it"
CORRECTED = {"event": "corrected", "turns": [], "asked": None, "note": "", "date": ""}
UNFIT = {
    "a turn without a start of it": ({**CORRECTED, "number": 1}, INCONSISTENT),
    "a turn that is not there": ({**CORRECTED, "number": 9}, INCONSISTENT),
    "a turn without a number": ({**CORRECTED, "number": "x"}, "expected a whole number, not 'x'"),
    "no date": ({"event": "taken-back"}, "its journal contains an event in a form that lucca-pi never writes"),
    "a later version": ({"event": "teleported"}, "the journal holds teleported, which this lucca-pi does not know: "),
}


@pytest.mark.parametrize(("event", "says"), UNFIT.values(), ids=UNFIT)
def test_a_journal_that_does_not_add_up_is_listed_so_and_hides_no_other(run, tmp_path, event, says):
    with closing(GameStore(tmp_path)) as store:
        for one in (*EVENTS[:4], event):
            store.append("g", one)
        new_game(store, begun())
    old, new = run("games", "--state", tmp_path).out.splitlines()
    assert (old.startswith(f"g  cannot be read: {says}"), new.endswith("before the deal")) == (True, True)
    assert [bool(game.get("trouble")) for game in run("games", "--state", tmp_path, "--json").json()] == [True, False]
    assert run("games", "show", "g", "--state", tmp_path).code == 2


def test_the_latest_game_is_shown_without_its_name(run, kept):
    shown = [run("games", "show", name, "--state", kept).out for name in ("last", NAMES[-1], NAMES[0])]
    assert shown[0] == shown[1] != shown[2]


@pytest.fixture
def state(tmp_path):
    """Two games, each with a picture, and the rights to both."""
    with closing(GameStore(tmp_path / "state")) as store:
        for _ in range(2):
            name, _state = new_game(store, begun())
            (tmp_path / "state" / "pictures" / name).mkdir(parents=True)
            (tmp_path / "state" / "pictures" / name / "000-deal.jpg").touch()
    return tmp_path / "state"


def games(run, state):
    return [game["id"] for game in run("games", "--state", state, "--json").json()]


FOR_GOOD = ("--for-good", "--yes", "--state")


def test_a_game_is_deleted_with_its_pictures_and_the_others_stay(run, state):
    first, second = games(run, state)
    ran = run("games", "delete", first, *FOR_GOOD, state)
    assert (ran.code, ran.out) == (0, f"deleted for good: {first}, and of its pictures 1\n")
    assert games(run, state) == [second]
    assert [folder.name for folder in (state / "pictures").iterdir()] == [second]


def test_while_play_keeps_games_there_none_is_deleted(run, state):
    first, second = games(run, state)
    with closing(GameStore(state)):
        ran = run("games", "delete", first, *FOR_GOOD, state)
    assert (ran.code, "another lucca-pi stores its games here" in ran.err) == (2, True)
    assert games(run, state) == [first, second]
    assert len([*(state / "pictures").rglob("*.jpg")]) == 2


def test_where_nobody_can_be_asked_it_is_not_deleted(run, state, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    first, second = games(run, state)
    ran = run("games", "delete", first, "--for-good", "--state", state)
    assert (ran.code, "--yes" in ran.err, games(run, state)) == (2, True, [first, second])


def test_a_game_that_cannot_be_read_can_be_deleted(run, tmp_path):
    with closing(GameStore(tmp_path)) as store:
        store.append("broken", {"event": "nonsense"})
    assert run("games", "delete", "broken", *FOR_GOOD, tmp_path, "--json").json() == {
        "deleted": "broken",
        "pictures": 0,
    }
    assert games(run, tmp_path) == []


@pytest.mark.parametrize("name", ["..", "../other", "."])
def test_a_stored_id_leads_to_no_other_folder(run, tmp_path, name):
    (tmp_path / "state" / "pictures").mkdir(parents=True)
    (tmp_path / "state" / "other").mkdir()
    with closing(GameStore(tmp_path / "state")) as store:
        store.append("plain", {"event": "nonsense"})
    journal(tmp_path / "state", "plain").rename(journal(tmp_path / "state", name))
    code = run("games", "delete", name, *FOR_GOOD, tmp_path / "state").code
    assert (code, journal(tmp_path / "state", name).exists()) == ((2, True) if "/" in name else (0, False))
    assert {"pictures", "other", GAMES} <= {entry.name for entry in (tmp_path / "state").iterdir()}


@pytest.mark.parametrize("make", [lambda file: file.mkdir(), lambda file: file.symlink_to("nowhere")])
def test_what_is_no_journal_is_moved_away_by_people_and_a_link_is_deleted(run, state, make):
    first, second = games(run, state)
    journal(state, first).unlink()
    make(journal(state, first))
    ran = run("games", "delete", first, *FOR_GOOD, state)
    is_link = games(run, state) == [second]
    assert (ran.code, "is not a file" in ran.err) == ((0, False) if is_link else (2, True))


def test_a_link_in_the_place_of_the_pictures_is_not_followed(run, state, tmp_path):
    first, _ = games(run, state)
    kept = tmp_path / "kept"
    (state / "pictures" / first).rename(kept)
    (state / "pictures" / first).symlink_to(kept)
    ran = run("games", "delete", first, *FOR_GOOD, state)
    assert (ran.code, (kept / "000-deal.jpg").exists()) == (2, True)


def test_a_deleted_game_is_brought_back(run, state):
    first, second = games(run, state)
    ran = run("games", "delete", first, "--state", state)
    assert (ran.code, f"games restore {first}" in ran.out, games(run, state)) == (0, True, [second])
    assert [one["id"] for one in run("games", "--deleted", "--state", state, "--json").json()] == [first]
    assert run("games", "restore", first, "--state", state).code == 0
    assert games(run, state) == [first, second]


def test_a_deleted_game_is_deleted_for_good(run, state):
    first, _ = games(run, state)
    run("games", "delete", first, "--state", state)
    ran = run("games", "delete", first, *FOR_GOOD, state)
    assert ran.out == f"deleted for good: {first}, and of its pictures 1\n"
    assert run("games", "restore", first, "--state", state).code == 2


def test_a_title_is_listed_and_a_hidden_game_only_when_asked_for(run, state):
    first, second = games(run, state)
    run("games", "rename", first, "The birthday", "--state", state)
    assert "“The birthday”" in run("games", "--state", state).out
    run("games", "hide", first, "--state", state)
    assert games(run, state) == [second]
    assert [one["id"] for one in run("games", "--hidden", "--state", state, "--json").json()] == [first, second]
    run("games", "hide", first, "--undo", "--state", state)
    assert games(run, state) == [first, second]
    assert run("games", "rename", first, "x" * 61, "--state", state).code == 2
