"""Names of games, their titles, and what a refusing disk leaves of them."""

import errno
import fcntl
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from damaging import refusing
from evening import begun

from lucca_pi.app.resume import new_game
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.store import GameStore, StoredGames

NAME = begun().date[:16].replace(":", "")
EVENT = {"event": "nonsense"}


@pytest.fixture
def games(tmp_path):
    with closing(GameStore(tmp_path)) as store:
        yield store


def deleted(games, _directory):
    games.append(NAME, EVENT)
    games.append("next", EVENT)
    games.put_aside(NAME)


BEARERS = {
    "a journal": lambda games, _: games.append(NAME, EVENT),
    "a deleted game": deleted,
    "pictures": lambda _, place: (place / "pictures" / NAME).mkdir(parents=True),
    "damaged journals": lambda _, place: (place / "games" / "damaged" / NAME).mkdir(parents=True),
    "a file that is no journal": lambda _, place: (place / "games" / f"{NAME}.jsonl").symlink_to("nowhere"),
}


@pytest.mark.parametrize("bear", BEARERS.values(), ids=BEARERS)
def test_a_name_is_taken_while_anything_bears_it(games, tmp_path, bear):
    bear(games, tmp_path)
    assert new_game(games, begun())[0] == f"{NAME}-2"


def test_titles_and_hidings_are_told_by_the_list_and_without_it_by_the_journals(games, tmp_path):
    games.append(NAME, EVENT)
    games.sum_up(games.journal(NAME), {"dealt": False})
    games.append("next", EVENT)
    games.rename(NAME, "Eve")
    games.hide(NAME, hidden=True)
    assert [(row.title, row.summary) for row in StoredGames(tmp_path).listed()] == [
        ("Eve", {"dealt": False}),
        ("", None),
    ]
    (tmp_path / "games-list.jsonl").unlink()
    assert [(row.title, row.hidden) for row in StoredGames(tmp_path).listed()] == [("Eve", True), ("", False)]


def test_what_a_game_came_to_is_not_kept_once_play_has_gone_on(games):
    games.append(NAME, EVENT)
    journal = games.journal(NAME)
    games.append(NAME, EVENT)
    games.sum_up(journal, {"dealt": False})
    assert [row.summary for row in games.listed()] == [None]


def test_play_sees_a_title_that_another_program_gave_and_keeps_the_result(games, tmp_path):
    games.append(NAME, EVENT)
    games.sum_up(games.journal(NAME), {"dealt": False})
    games.append("next", EVENT)
    StoredGames(tmp_path).rename(NAME, "Eve")
    assert [(row.title, row.summary) for row in games.listed()] == [("Eve", {"dealt": False}), ("", None)]


def test_the_game_being_played_is_not_deleted_and_another_program_gives_it_no_title(games, tmp_path):
    games.append(NAME, EVENT)
    with pytest.raises(StoreError, match="is being played: change it on the page"):
        StoredGames(tmp_path).rename(NAME, "Eve")
    with pytest.raises(StoreError, match="is being played"):
        games.put_aside(NAME)
    games.rename(NAME, "Eve")
    games.append(NAME, EVENT)
    assert ([row.title for row in games.listed()], len(games.events(NAME))) == (["Eve"], 3)


def test_a_damaged_game_gets_no_title(games, tmp_path):
    games.append(NAME, EVENT)
    games.append("next", EVENT)
    with (tmp_path / "games" / f"{NAME}.jsonl").open("a") as journal:
        journal.write("x")
    with pytest.raises(StoreError, match="is damaged: start play"):
        games.rename(NAME, "Eve")


def test_titles_given_at_once_are_all_there(games):
    for number in range(8):
        games.append(f"{number}", EVENT)
    with ThreadPoolExecutor(8) as threads:
        [*threads.map(lambda number: games.rename(f"{number % 8}", f"{number}"), range(40))]
    assert all(row.title for row in games.listed())


@pytest.mark.parametrize("way", [lambda place: place.write_text(""), lambda place: place.symlink_to("/tmp")])
def test_a_game_whose_deletion_is_refused_is_still_listed(games, tmp_path, way):
    games.append(NAME, EVENT)
    games.append("next", EVENT)
    way(tmp_path / "games" / "deleted")
    with pytest.raises(StoreError):
        games.put_aside(NAME)
    assert games.games() == [NAME, "next"]


def test_a_deleted_game_keeps_title_and_result_and_is_no_loss_once_its_file_is_removed(games, tmp_path):
    games.append(NAME, EVENT)
    games.sum_up(games.journal(NAME), {"dealt": False})
    games.rename(NAME, "Eve")
    games.append("next", EVENT)
    games.put_aside(NAME)
    assert (games.games(), [(row.title, row.summary) for row in games.deleted()]) == (
        ["next"],
        [("Eve", {"dealt": False})],
    )
    games.bring_back(NAME)
    assert ([row.title for row in games.listed()], games.deleted()) == (["Eve", ""], [])
    games.put_aside(NAME)
    (tmp_path / "games" / "deleted" / f"{NAME}.jsonl").unlink()
    assert (StoredGames(tmp_path).games(), games.deleted()) == (["next"], [])


def test_a_game_from_a_backup_keeps_its_pictures_when_its_deleted_twin_goes(games, tmp_path):
    deleted(games, tmp_path)
    (tmp_path / "pictures" / NAME).mkdir(parents=True)
    games.append(NAME, EVENT)
    games.append("third", EVENT)
    games.delete_for_good(NAME)
    assert (games.deleted(), games.games()) == ([], ["next", NAME, "third"])
    assert (tmp_path / "pictures" / NAME).exists()


def test_a_name_that_is_no_text_keeps_no_game_from_being_played(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / os.fsdecode(b"\xff.jsonl")).write_text("x")
    with closing(GameStore(tmp_path)) as games:
        assert (games.games(), games.notice) == ([], None)


def test_titles_go_into_no_folder_that_took_the_place_of_the_games(games, tmp_path):
    tmp_path.rename(tmp_path.with_name("away"))
    (tmp_path / "games").mkdir(parents=True)
    for change in (games.put_aside, games.bring_back, games.delete_for_good, lambda name: games.rename(name, "Eve")):
        with pytest.raises(StoreError, match="is gone or replaced"):
            change(NAME)
    assert [*tmp_path.rglob("*")] == [tmp_path / "games"]


def test_a_game_that_is_brought_back_is_not_taken_for_the_one_being_played(tmp_path):
    with closing(GameStore(tmp_path)) as games:
        games.append("2026-05", EVENT)
        games.append("2026-06", EVENT)
    with closing(GameStore(tmp_path)) as games:
        games.put_aside("2026-06")
        games.append("2026-01", EVENT)  # the clock was set back
        games.bring_back("2026-06")
    with closing(GameStore(tmp_path)) as games:
        assert games.games() == ["2026-05", "2026-06", "2026-01"]


@pytest.mark.parametrize(
    ("number", "told"), [(errno.EWOULDBLOCK, "another lucca-pi stores its games here"), (errno.ENOLCK, "No locks")]
)
def test_only_a_lock_that_is_held_is_blamed_on_another_program(tmp_path, monkeypatch, number, told):
    monkeypatch.setattr(fcntl, "flock", refusing(number))
    with pytest.raises(StoreError, match=told):
        GameStore(tmp_path)
