"""`lucca-pi games delete`: one game goes for good, and nothing else."""

import json
from contextlib import closing

import pytest
from damaging import renamed
from evening import begun

from lucca_pi.app.resume import new_game
from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.store import FILE, SqliteStore


@pytest.fixture
def state(tmp_path):
    """Two games, each with a picture, and the rights to both."""
    with closing(SqliteStore(tmp_path / "state", HandClock())) as store:
        for _ in range(2):
            name, _state = new_game(store, begun())
            (tmp_path / "state" / "pictures" / name).mkdir(parents=True)
            (tmp_path / "state" / "pictures" / name / "000-deal.jpg").touch()
    return tmp_path / "state"


def games(run, state):
    return [game["id"] for game in run("games", "--state", state, "--json").json()]


def test_a_game_is_deleted_with_its_pictures_and_the_others_stay(run, state):
    first, second = games(run, state)
    ran = run("games", "delete", first, "--yes", "--state", state)
    assert (ran.code, ran.out) == (0, f"deleted: {first}, and of its pictures 1\n")
    assert games(run, state) == [second]
    assert [folder.name for folder in (state / "pictures").iterdir()] == [second]


def test_events_are_only_ever_appended_after_it_as_before(run, state):
    first, second = games(run, state)
    run("games", "delete", first, "--yes", "--state", state)
    with closing(SqliteStore(state, HandClock())) as store:
        store.append(second, {"event": "x"})
        assert [trigger for (trigger,) in store._games.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        assert len(store.events(second)) == 2


def test_while_play_keeps_games_there_none_is_deleted(run, state):
    first, second = games(run, state)
    with closing(SqliteStore(state, HandClock())):
        ran = run("games", "delete", first, "--yes", "--state", state)
    assert (ran.code, "another lucca-pi is keeping its games here" in ran.err) == (2, True)
    assert games(run, state) == [first, second]
    assert len([*(state / "pictures").rglob("*.jpg")]) == 2


def test_where_nobody_can_be_asked_it_is_not_deleted(run, state, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    first, second = games(run, state)
    ran = run("games", "delete", first, "--state", state)
    assert (ran.code, "--yes" in ran.err, games(run, state)) == (2, True, [first, second])


def test_a_game_that_cannot_be_read_can_be_deleted(run, tmp_path):
    with closing(SqliteStore(tmp_path, HandClock())) as store:
        store.append("broken", {"event": "nonsense"})
    assert run("games", "delete", "broken", "--yes", "--state", tmp_path, "--json").json() == {
        "deleted": "broken",
        "pictures": 0,
    }
    assert games(run, tmp_path) == []


@pytest.mark.parametrize("name", ["..", "../other", "."])
def test_a_stored_id_leads_to_no_other_folder(run, tmp_path, name):
    (tmp_path / "state" / "pictures").mkdir(parents=True)
    (tmp_path / "state" / "other").mkdir()
    with closing(SqliteStore(tmp_path / "state", HandClock())) as store:
        store.append("plain", {"event": "nonsense"})
    renamed(tmp_path / "state" / FILE, "plain", name)
    assert run("games", "delete", name, "--yes", "--state", tmp_path / "state").code == 0
    assert {"pictures", "other"} <= {entry.name for entry in (tmp_path / "state").iterdir()}


def test_a_link_in_the_place_of_the_pictures_is_not_followed(run, state, tmp_path):
    first, _ = games(run, state)
    kept = tmp_path / "kept"
    (state / "pictures" / first).rename(kept)
    (state / "pictures" / first).symlink_to(kept)
    ran = run("games", "delete", first, "--yes", "--state", state)
    assert (ran.code, (kept / "000-deal.jpg").exists()) == (2, True)


def test_a_game_that_is_not_there_is_named(run, state):
    ran = run("games", "delete", "none", "--yes", "--state", state, "--json")
    assert (ran.code, json.loads(ran.out)["error"]["code"]) == (2, "no-such-game")
