import os
from errno import EIO, ENOSPC

import pytest
from evening import begun

from lucca_pi.atomic_write import atomic_write
from lucca_pi.devices.display import PngDisplay
from lucca_pi.devices.errors import DeviceError
from lucca_pi.games.citta.files import DECK
from lucca_pi.replayable import SETTINGS, keep_game
from lucca_pi.screens.splash import splash


def test_a_file_is_there_whole_under_its_name_and_nothing_beside_it(tmp_path):
    with atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
        assert not (tmp_path / "a.zip").exists()
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"new")]


@pytest.mark.parametrize("error", [OSError(ENOSPC, "full"), OSError(EIO, "pulled out"), KeyboardInterrupt()])
def test_what_fails_before_it_is_on_the_disk_leaves_what_was_there(tmp_path, monkeypatch, error):
    (tmp_path / "a.zip").write_bytes(b"old")

    def fails(_):
        raise error

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(type(error)), atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.zip", b"old")]


def test_a_link_with_the_name_of_the_part_leads_nowhere(tmp_path):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / "a.zip.part").symlink_to(tmp_path / "other")
    with atomic_write(tmp_path / "a.zip") as stream:
        stream.write(b"new")
    assert (tmp_path / "other").read_bytes() == b"of somebody else"
    assert ((tmp_path / "a.zip").read_bytes(), (tmp_path / "a.zip").is_symlink()) == (b"new", False)


def test_a_link_that_comes_just_then_is_an_error_and_is_not_followed(tmp_path, monkeypatch):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / "a.zip.part").symlink_to(tmp_path / "other")
    monkeypatch.setattr("pathlib.Path.unlink", lambda *_, **__: None)
    with pytest.raises(FileExistsError), atomic_write(tmp_path / "a.zip"):
        pass
    assert (tmp_path / "other").read_bytes() == b"of somebody else"


def test_what_is_kept_of_a_game_follows_no_links(tmp_path):
    (tmp_path / "other").write_bytes(b"of somebody else")
    (tmp_path / "game").mkdir()
    for name in (DECK, SETTINGS, "again.sh"):
        (tmp_path / "game" / name).symlink_to(tmp_path / "other")
    keep_game(tmp_path / "game", begun(), "aruco")
    assert (tmp_path / "other").read_bytes() == b"of somebody else"


def test_a_screen_kept_as_a_picture_follows_no_link(tmp_path):
    display = PngDisplay(tmp_path)
    (tmp_path / "0001.png").symlink_to(tmp_path / "other")
    with pytest.raises(DeviceError):
        display.show(splash())
    assert not (tmp_path / "other").exists()
