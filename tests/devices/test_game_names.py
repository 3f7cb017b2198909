"""Names of games, their titles, and what a refusing disk leaves of them."""

import errno
import fcntl
import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from evening import begun

from lucca_pi.app.resume import new_game
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_marks import MARKS_FILE, GameMarks
from lucca_pi.devices.store import GameStore
from lucca_pi.proof.past_games import deleted_games, forget_for_good

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
    "a title": lambda games, _: games.marks.change(NAME, title="Eve"),
    "a title of a newer version": lambda _, place: (place / MARKS_FILE).write_text(json.dumps({NAME: [5]})),
    "pictures": lambda _, place: (place / "pictures" / NAME).mkdir(parents=True),
    "damaged journals": lambda _, place: (place / "games" / "damaged" / NAME).mkdir(parents=True),
    "a file that is no journal": lambda _, place: (place / "games" / f"{NAME}.jsonl").symlink_to("nowhere"),
}


@pytest.mark.parametrize("bear", BEARERS.values(), ids=BEARERS)
def test_a_name_is_taken_while_anything_bears_it(games, tmp_path, bear):
    bear(games, tmp_path)
    assert new_game(games, begun())[0] == f"{NAME}-2"


@pytest.mark.parametrize("harm", [b"[", b'{"a": \xff}', b"[1]", b"[" * 9000, bytes(8_000_001)])
def test_titles_that_cannot_be_read_are_not_written_over(tmp_path, harm):
    (tmp_path / MARKS_FILE).write_bytes(harm)
    with pytest.raises(StoreError, match=MARKS_FILE):
        GameMarks(tmp_path).change(NAME, title="Eve")
    assert (tmp_path / MARKS_FILE).read_bytes() == harm


def test_a_damaged_file_of_titles_is_put_aside_at_a_start_which_says_so(tmp_path):
    for number, harm in enumerate((b"[", b"{"), start=1):
        (tmp_path / MARKS_FILE).write_bytes(harm)
        with closing(GameStore(tmp_path)) as store:
            assert f"game-marks-damaged-{number}.json" in store.notice
            store.mark(NAME, title="Eve")
        assert (tmp_path / f"game-marks-damaged-{number}.json").read_bytes() == harm


def test_a_file_of_titles_that_cannot_be_read_is_named_at_a_start(tmp_path):
    (tmp_path / MARKS_FILE).mkdir()
    with closing(GameStore(tmp_path)) as store:
        assert f"{MARKS_FILE} cannot be read (Is a directory)" in store.notice


def test_what_a_newer_version_wrote_stays_when_a_title_is_given(tmp_path):
    newer = {NAME: {"title": "Ada", "star": True}, "other": {"title": ["Bo"]}, "more": 5}
    (tmp_path / MARKS_FILE).write_text(json.dumps(newer))
    GameMarks(tmp_path).change(NAME, title="Eve")
    assert json.loads((tmp_path / MARKS_FILE).read_text()) == {**newer, NAME: {"title": "Eve", "star": True}}


def test_titles_given_at_once_are_all_there(tmp_path):
    with ThreadPoolExecutor(8) as threads:
        [*threads.map(lambda number: GameMarks(tmp_path).change(f"{number}", title="Eve"), range(40))]
    assert len(GameMarks(tmp_path).read()) == 40


def test_a_deleted_game_whose_stored_result_was_damaged_is_still_listed(games, tmp_path):
    deleted(games, tmp_path)
    for summary in ({"ranking": ["A"], "totals": {}}, "x", 5, '{"dealt": true, "mark": "0"}'):
        (tmp_path / MARKS_FILE).write_text(json.dumps({NAME: {"title": "Eve", "summary": summary}}))
        assert "Eve" in deleted_games(tmp_path)[0].line()


@pytest.mark.parametrize("way", [lambda place: place.write_text(""), lambda place: place.symlink_to("/tmp")])
def test_a_game_whose_deletion_is_refused_is_still_listed(games, tmp_path, way):
    games.append(NAME, EVENT)
    games.append("next", EVENT)
    way(tmp_path / "games" / "deleted")
    with pytest.raises(StoreError):
        games.put_aside(NAME)
    assert games.games() == [NAME, "next"]


def test_a_game_is_deleted_and_comes_back_without_a_file_for_titles(games, tmp_path):
    (tmp_path / MARKS_FILE).mkdir()
    deleted(games, tmp_path)
    assert (games.games(), games.deleted()) == (["next"], [NAME])
    games.bring_back(NAME)
    assert (games.games(), games.deleted()) == ([NAME, "next"], [])


def test_a_game_from_a_backup_keeps_its_pictures_when_its_deleted_twin_goes(games, tmp_path):
    deleted(games, tmp_path)
    BEARERS["a title"](games, tmp_path)
    (tmp_path / "pictures" / NAME).mkdir(parents=True)
    games.append(NAME, EVENT)
    forget_for_good(games, tmp_path, NAME)
    assert (games.deleted(), games.marks.read()[NAME].title) == ([], "Eve")
    assert (tmp_path / "pictures" / NAME).exists()


def test_a_name_that_is_no_text_keeps_no_game_from_being_played(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / os.fsdecode(b"\xff.jsonl")).write_text("x")
    with closing(GameStore(tmp_path)) as games:
        assert (games.games(), games.notice) == ([], None)


def test_titles_go_into_no_folder_that_took_the_place_of_the_games(games, tmp_path):
    tmp_path.rename(tmp_path.with_name("away"))
    (tmp_path / "games").mkdir(parents=True)
    for change in (games.put_aside, games.bring_back, games.delete_for_good, games.mark):
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
    def refuses(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuses)
    with pytest.raises(StoreError, match=told):
        GameStore(tmp_path)
