"""A kept game copied to a USB stick."""

from unittest.mock import patch
from zipfile import ZipFile

import pytest
from twins import finished

from lucca_pi.devices.store import GameStore
from lucca_pi.devices.system import Linux
from lucca_pi.proof.past_games import copied


@pytest.fixture
def state(tmp_path):
    """A state directory with a game that was dealt, and one that was not."""
    store = GameStore(tmp_path / "state")
    for name, some in (("dealt", finished()[1][:2]), ("bare", finished()[1][:1])):
        for event in some:
            store.append(name, event)
    store.close()
    return tmp_path / "state"


@pytest.fixture
def linux(tmp_path):
    """A stick that is mounted, in a folder of its own."""
    (tmp_path / "block" / "sda").mkdir(parents=True)
    (tmp_path / "block" / "sda" / "removable").write_text("1\n")
    (tmp_path / "stick").mkdir()
    (tmp_path / "mounts").write_text(f"/dev/sda {tmp_path / 'stick'} vfat rw 0 0\n")
    return Linux(tmp_path / "mounts", tmp_path / "block")


def test_players_are_told_what_is_on_the_stick(state, linux, tmp_path):
    told = copied(state, "dealt", linux)
    assert (told.title, told.text) == ("On the stick", "lucca-dealt.zip")
    with ZipFile(tmp_path / "stick" / told.text) as archive:
        assert "record.json" in archive.namelist()


@pytest.mark.parametrize(
    ("game", "change", "text"),
    [
        ("bare", lambda folder: None, "the game bare was left before the deal"),
        ("dealt", lambda folder: (folder / "mounts").write_text(""), "no USB stick is mounted"),
        ("dealt", lambda folder: (folder / "stick").rmdir(), "lucca-dealt.zip: cannot be written: No such file"),
    ],
)
def test_players_are_told_why_nothing_is(state, linux, game, change, text):
    change(linux.mounts.parent)
    told = copied(state, game, linux)
    assert told.title == "Not copied"
    assert text in told.text


@pytest.mark.parametrize("error", [RuntimeError("odd"), OSError(5, "odd"), ValueError("odd"), IndexError("odd")])
def test_whatever_goes_wrong_with_the_stick_stops_no_game(state, linux, error):
    with patch("lucca_pi.proof.past_games.export", side_effect=error):
        told = copied(state, "dealt", linux)
    assert (told.title, "The USB stick cannot be used (" in told.text, "odd" in told.text) == ("Not copied", True, True)


def test_on_the_command_line_a_file_and_a_stick_are_not_given_at_once(run):
    ran = run("games", "export", "dealt", "--usb", "--out", "a.zip")
    assert (ran.code, "not both" in ran.err) == (2, True)
