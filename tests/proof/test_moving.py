"""Games moved to another machine, one by one or all at once: nothing is lost, nothing is there twice."""

import json
import os
import zipfile
from contextlib import closing
from zipfile import ZipFile

import pytest
from evening import LAST
from stored import GAME as NAME
from stored import store
from twins import finished

from lucca_pi.devices.store import GameStore, StoredGames
from lucca_pi.errors import UnreadableError
from lucca_pi.evening.journal import event_json, events_from_json
from lucca_pi.games.citta.game import GAME
from lucca_pi.proof.moving import backup, import_game, restore_backup
from lucca_pi.proof.past_games import export, game_in

JOURNAL = [*events_from_json(finished()[1])]


@pytest.fixture
def home(tmp_path):
    store(tmp_path / "home", GAME, JOURNAL)
    return tmp_path / "home"


@pytest.fixture
def away(tmp_path):
    with closing(GameStore(tmp_path / "away")) as games:
        yield games


def pictures(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.*") if file.is_file()}


def test_a_game_comes_in_with_points_and_pictures_and_only_once(home, away, tmp_path):
    export(home, NAME, tmp_path / "game.zip")
    assert import_game(away, tmp_path / "game.zip").new == (NAME,)
    assert import_game(away, tmp_path / "game.zip").known == (NAME,)
    here, there = game_in(away, NAME), game_in(StoredGames(home), NAME)
    assert here.result() == there.result() and pictures(here.folder)
    export(tmp_path / "away", NAME, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "game.zip").read_bytes()


def test_a_backup_brings_everything_back_also_beside_other_games(home, away, tmp_path):
    away.append("2026-01-01T2000", StoredGames(home).journal(NAME).events[0])
    assert backup(StoredGames(home), home, tmp_path / "all.zip") == 1
    assert restore_backup(away, tmp_path / "away", tmp_path / "all.zip").new == (NAME,)
    assert away.games() == ["2026-01-01T2000", NAME] and not [*away.unsound()]
    assert pictures(away.pictures(NAME)) == pictures(StoredGames(home).pictures(NAME))
    assert restore_backup(away, tmp_path / "away", tmp_path / "all.zip").known == (NAME,)


def test_another_game_of_the_same_name_stays_and_a_shorter_one_goes_on(home, away, tmp_path):
    events = StoredGames(home).journal(NAME).events
    away.append(NAME, {**events[0], "date": "2026-05-01T20:00:30"})
    export(home, NAME, tmp_path / "game.zip")
    assert import_game(away, tmp_path / "game.zip").new == (f"{NAME}-2",)
    with closing(GameStore(tmp_path / "third")) as third:
        third.add(NAME, events[:5])
        assert import_game(third, tmp_path / "game.zip").known == (NAME,)
        assert len(third.journal(NAME).events) == len(events) > LAST


@pytest.mark.parametrize("length", [None, 5])
def test_a_deleted_game_does_not_come_back_by_a_backup_even_a_longer_one(home, away, tmp_path, length):
    backup(StoredGames(home), home, tmp_path / "all.zip")
    away.add(NAME, StoredGames(home).journal(NAME).events[:length])
    away.put_aside(NAME)
    assert restore_backup(away, tmp_path / "away", tmp_path / "all.zip").known == (NAME,)
    assert away.games() == []


def test_a_backup_packed_again_by_another_program_and_with_pictures_of_a_wrong_clock_comes_in(home, away, tmp_path):
    """Other programs list folders in a ZIP; without the time, a Pi begins in 1970, of which a ZIP knows nothing."""
    os.utime(next(home.rglob("*.jpg")), (0, 0))
    backup(StoredGames(home), home, tmp_path / "all.zip")
    with ZipFile(tmp_path / "all.zip", "a") as archive:
        for folder in ("games/", "photographs/", "pictures/", f"pictures/{NAME}/"):
            archive.writestr(folder, "")
    assert restore_backup(away, tmp_path / "away", tmp_path / "all.zip").new == (NAME,)
    assert pictures(away.pictures(NAME)) == pictures(StoredGames(home).pictures(NAME))
    assert not (tmp_path / "away" / "photographs").is_file()


def test_a_file_of_the_large_kind_of_zip_comes_in(home, away, tmp_path, monkeypatch):
    """Beyond 4 GB a ZIP ends otherwise; here it does so beyond a megabyte."""
    export(home, NAME, tmp_path / "game.zip")
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", 1_000_000)
    with ZipFile(tmp_path / "game.zip", "a") as archive, archive.open("looks/large.jpg", "w", force_zip64=True) as file:
        file.write(bytes(2_000_000))
    assert import_game(away, tmp_path / "game.zip").new == (NAME,)


BEGINNING = json.dumps(event_json(JOURNAL[0], GAME))
BROKEN = {
    "no backup": {"manifest.json": '{"format": "lucca-game/1"}'},
    "a name that leads elsewhere": {"games/..jsonl": "{}"},
    "a journal that is none": {"games/2026-05-01T2000.jsonl": "[]"},
    "a journal that adds up to nothing": {"games/2026-05-01T2000.jsonl": '{"event": "taken-back", "date": ""}'},
    "an empty journal": {"games/2026-05-01T2000.jsonl": ""},
    "a key that no event has": {"games/2026-05-01T2000.jsonl": f'{BEGINNING[:-1]}, "mark": ""}}'},
    "looks that are none": {
        "games/2026-05-01T2000.jsonl": f"{BEGINNING}\n{json.dumps({**event_json(JOURNAL[1], GAME), 'looks': 5})}"
    },
}


@pytest.mark.parametrize("members", BROKEN.values(), ids=BROKEN)
def test_a_broken_backup_is_refused_in_a_line_and_leaves_nothing(members, away, tmp_path):
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        for name, text in {"manifest.json": json.dumps({"format": "lucca-backup/1"}), **members}.items():
            archive.writestr(name, text)
    with pytest.raises(UnreadableError, match=r"all\.zip"):
        restore_backup(away, tmp_path / "away", tmp_path / "all.zip")
    assert away.games() == []
