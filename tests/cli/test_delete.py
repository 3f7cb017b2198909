"""`lucca-pi games delete`: one game goes for good, and nothing else."""

from contextlib import closing

import pytest
from damaging import journal
from evening import begun

from lucca_pi.app.resume import new_game
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore


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
