"""What goes into a game's file."""

import json
import os
from dataclasses import replace
from errno import EIO, ENOSPC
from pathlib import Path
from zipfile import ZipFile

import pytest
from evening import FILE, after

from lucca_pi.games.citta.rules.deck import read_deck_file
from lucca_pi.proof.export import ExportError, Stored, export_game


@pytest.fixture
def full_disk(monkeypatch):
    """A disk that takes no more."""

    def takes_no_more(_):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", takes_no_more)


@pytest.fixture
def kept(tmp_path):
    """A game of a deal and two turns, the second taken back; with pictures, one of them in grey with its colours."""
    folder = tmp_path / "pictures"
    for name in ("000-deal.png", "colour/000-deal.png", "001-r1-t1-a.jpg", "001-r1-t1.jpg", "closer/001-r1-t1.1.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode())
    (folder / "lucca.toml").write_text('codes = "auto"\n')
    pictures = [["001-r1-t1-a.jpg"], ["001-r1-t1.jpg", "closer/001-r1-t1.1.jpg"]]
    events = (
        {"event": "begun"},
        {"event": "dealt", "pictures": [["000-deal.png"]]},
        {"event": "played", "pictures": [["001-r1-t1.jpg"]]},
        {"event": "taken-back"},
        {"event": "played", "pictures": pictures},
    )
    state = after(3)
    state = replace(state, begun=replace(state.begun, setup=replace(state.begun.setup, swap=True)))
    return Stored("g", state, events, folder)


def exported(game, tmp_path):
    told = export_game(game, tmp_path / "game.zip")
    with ZipFile(told.file) as archive:
        return told, json.loads(archive.read("manifest.json")), set(archive.namelist())


def test_each_file_is_on_the_disk_before_the_next_one_and_tells_that_the_export_goes_on(kept, tmp_path, monkeypatch):
    synced, told, sync = [], [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(sync(file)))
    export_game(kept, tmp_path / "game.zip", lambda: told.append(len(synced)))
    assert told == [1, 2, 3, 4, 5]


def test_the_pictures_of_the_events_that_stand_and_their_colours(kept, tmp_path):
    told, manifest, names = exported(kept, tmp_path)
    assert (told.pictures, told.moments, told.without) == (4, 2, 0)
    assert [look["event"] for look in manifest["looks"]] == [2, 5]
    assert manifest["looks"][1]["pictures"] == kept.events[4]["pictures"]
    assert {name for name in names if name.startswith("looks/")} == {
        f"looks/{file.relative_to(kept.folder)}" for file in kept.folder.rglob("*.*g")
    }


def test_how_the_pictures_are_read_goes_with_them(kept, tmp_path):
    _, manifest, _ = exported(kept, tmp_path)
    assert (manifest["game"], manifest["codes"], manifest["swap"]) == ("g", "auto", True)


def test_the_deck_is_the_one_that_was_played_with(kept, tmp_path):
    file = export_game(kept, tmp_path / "game.zip").file
    with ZipFile(file) as archive:
        assert read_deck_file(archive.read("deck.json").decode()).deck.cards == FILE.deck.cards


def test_a_picture_that_made_room_for_others_is_not_named(kept, tmp_path):
    (kept.folder / "closer/001-r1-t1.1.jpg").unlink()
    told, manifest, _ = exported(kept, tmp_path)
    assert manifest["looks"][1]["pictures"] == [["001-r1-t1-a.jpg"], ["001-r1-t1.jpg"]]
    (kept.folder / "001-r1-t1.jpg").unlink()
    told, manifest, _ = exported(kept, tmp_path)
    assert ([look["event"] for look in manifest["looks"]], told.without) == ([2], 1)
    assert "1 more have none" in told.text()


def test_what_cannot_be_written_leaves_nothing_behind(kept, tmp_path):
    with pytest.raises(ExportError, match=r"game\.zip: cannot be written"):
        export_game(kept, tmp_path / "none" / "game.zip")
    assert not (tmp_path / "none").exists()


@pytest.mark.usefixtures("full_disk")
def test_on_a_full_stick_there_is_no_half_file_and_it_is_said(kept, tmp_path):
    with pytest.raises(ExportError, match=r"game\.zip: cannot be written: .*No space left on device\. Make room there"):
        exported(kept, tmp_path)
    assert not [*tmp_path.glob("game.zip*")]


def test_a_picture_that_cannot_be_read_is_named_and_nothing_is_written(kept, tmp_path, monkeypatch):
    def broken(file):
        raise OSError(EIO, "Input/output error", str(file))

    monkeypatch.setattr(Path, "read_bytes", broken)
    with pytest.raises(ExportError, match=r"000-deal\.png: cannot be read: Input/output error\. Nothing was written"):
        exported(kept, tmp_path)
    assert not [*tmp_path.glob("game.zip*")]


@pytest.mark.parametrize(
    "name",
    ["../secret.jpg", "closer/../../secret.jpg", "{there}/secret.jpg", "link.jpg", "way/secret.jpg", 7, "", "a\0"],
)
def test_nothing_outside_of_the_games_folder_goes_into_its_file(kept, tmp_path, name):
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (kept.folder / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    (kept.folder / "way").symlink_to(tmp_path)
    name = name.format(there=tmp_path) if isinstance(name, str) else name
    events = (*kept.events[:4], {"event": "played", "pictures": [[name]]})
    told, _, names = exported(replace(kept, events=events), tmp_path)
    with ZipFile(told.file) as archive:
        assert b"secret" not in b"".join(archive.read(name) for name in names if name.startswith("looks/"))
    assert told.without == 1


def test_nothing_behind_a_link_in_the_place_of_the_folder_or_the_settings_does(kept, tmp_path):
    (tmp_path / "codes").write_text('codes = "qr"')
    (kept.folder / "lucca.toml").unlink()
    (kept.folder / "lucca.toml").symlink_to(tmp_path / "codes")
    assert exported(kept, tmp_path)[1]["codes"] == "aruco"
    (tmp_path / "another").symlink_to(kept.folder)
    assert exported(replace(kept, folder=tmp_path / "another"), tmp_path)[0].pictures == 0


@pytest.mark.parametrize("pictures", [None, 5, "x", [5], {"a": 1}])
def test_a_journal_that_names_no_pictures_where_they_should_be_has_none(kept, tmp_path, pictures):
    events = (*kept.events[:4], {"event": "played", "pictures": pictures})
    assert exported(replace(kept, events=events), tmp_path)[0].without == 1


def test_settings_that_are_damaged_are_named(kept, tmp_path):
    (kept.folder / "lucca.toml").write_bytes(b"\xff")
    with pytest.raises(ExportError, match=r"lucca\.toml: cannot be read: .*Nothing was written"):
        exported(kept, tmp_path)


def test_what_is_missing_of_the_journal_is_told(kept, tmp_path):
    assert exported(replace(kept, trouble="damaged: event 9 is missing"), tmp_path)[0].text().endswith("9 is missing")
