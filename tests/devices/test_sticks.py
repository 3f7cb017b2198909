"""The USB stick that a game goes to, by what Linux tells of blocks and mounts; and a release on it, offered."""

import os
import re
from pathlib import Path

import pytest

from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import Linux, the_stick
from lucca_pi.devices.update import _FRESH_S, _WORDS, Updates
from lucca_pi.proof.past_games import file_on_stick

CARD = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0"
STICK = "/dev/sda1 /media/pi/MY\\040STICK vfat rw,nosuid,flush 0 0"
AGAIN = "/dev/sda1 /mnt vfat rw,nosuid 0 0"
BARE = "/dev/sdb /media/pi/Zo\\303\\253 exfat rw 0 0"
STARTED, STARTS = "/dev/sda2 / ext4 rw,noatime 0 0", "/dev/sda1 /boot/firmware vfat rw 0 0"
LOCKED = "/dev/sdb /media/pi/LOCKED vfat ro,nosuid 0 0"


@pytest.fixture
def linux(tmp_path):
    """A Pi with its card and two places for sticks, one of them with partitions; and what is mounted."""
    for block, parts, removable in (
        ("mmcblk0", ["mmcblk0p2"], 0),
        ("sda", ["sda1", "sda2"], 1),
        ("sdb", [], 1),
        ("loop0", [], 0),
    ):
        (tmp_path / "block" / block).mkdir(parents=True)
        (tmp_path / "block" / block / "removable").write_text(f"{removable}\n")
        for part in parts:
            (tmp_path / "block" / block / part).mkdir()
            (tmp_path / "block" / block / part / "partition").write_text("1\n")

    def mounted(*lines):
        (tmp_path / "mounts").write_text("\n".join(("proc /proc proc rw 0 0", *lines)) + "\n")
        return Linux(tmp_path / "mounts", tmp_path / "block")

    return mounted


@pytest.mark.parametrize(
    ("lines", "folder"),
    [
        ([CARD, STICK], "/media/pi/MY STICK"),
        ([STICK, CARD, AGAIN], "/media/pi/MY STICK"),
        ([CARD, BARE], "/media/pi/Zoë"),
        ([STARTED, STARTS, BARE], "/media/pi/Zoë"),
    ],
)
def test_the_one_stick_that_is_mounted_is_found(linux, lines, folder):
    assert the_stick(linux(*lines)) == Path(folder)


def test_another_that_is_being_pulled_out_is_none(linux, tmp_path):
    (tmp_path / "block" / "sdb" / "removable").unlink()
    assert the_stick(linux(CARD, STICK)) == Path("/media/pi/MY STICK")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([CARD], "no USB stick is mounted: plug one in"),
        ([STARTED, STARTS], "no USB stick is mounted: plug one in"),
        ([STICK, BARE], r"several USB sticks \(/media/pi/MY STICK, /media/pi/Zoë\): leave only one"),
        ([CARD, LOCKED], "/media/pi/LOCKED: this USB stick cannot be written to: does it have a write-protect"),
    ],
)
def test_what_is_in_the_way_is_said_in_a_line(linux, lines, message):
    with pytest.raises(DeviceError, match=message) as raised:
        the_stick(linux(*lines))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("game", "name"), [("2026-05-01T2010-2", "lucca-2026-05-01T2010-2.zip"), ("../a:b", "lucca-.._a_b.zip")]
)
def test_a_game_has_a_name_that_every_stick_takes(linux, game, name):
    assert file_on_stick(game, linux(STICK)) == Path("/media/pi/MY STICK") / name


SCRIPT = Path(__file__).parents[2] / "systemd" / "update.sh"


@pytest.fixture
def updates(tmp_path):
    """A stick with a release, in a folder of its own."""
    (tmp_path / "block" / "sda").mkdir(parents=True)
    (tmp_path / "block" / "sda" / "removable").write_text("1\n")
    stick = tmp_path / "stick"
    stick.mkdir()
    (tmp_path / "mounts").write_text(f"/dev/sda {stick} vfat rw 0 0\n")
    for name in ("lucca_pi-0.10.0.tar.gz", "SHA256SUMS"):
        (stick / name).touch()
    return Updates(tmp_path / "asked", tmp_path / "told", Linux(tmp_path / "mounts", tmp_path / "block"))


def test_what_is_on_the_stick_is_offered_and_asked_for(updates):
    assert updates.offered() == "0.10.0"
    assert updates.begin().title == "Update"
    assert updates.asked.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "mounts").write_text(""),
        lambda folder: (folder / "stick" / "SHA256SUMS").unlink(),
        lambda folder: (folder / "stick" / "lucca_pi-0.10.0.tar.gz").unlink(),
        lambda folder: (folder / "stick" / "lucca_pi-0.11.0.tar.gz").touch(),
    ],
)
def test_nothing_is_offered_that_is_not_one_release(updates, tmp_path, change):
    change(tmp_path)
    assert updates.offered() == ""


def test_where_no_service_runs_nothing_is_offered_and_where_nobody_may_ask_that_is_told(updates, tmp_path):
    assert Updates().offered() == ""
    assert Updates().begin().text == "Updates from a USB stick are not set up here."
    told = Updates(tmp_path / "nowhere" / "asked").begin()
    assert (told.title, told.text) == ("Not updated", f"{tmp_path}/nowhere/asked: No such file or directory")


def test_what_became_of_it_is_told_for_two_minutes(updates):
    assert updates.news() == ""
    updates.told.write_text("back 0.10.0\n")
    assert updates.news().startswith("Version 0.10.0 did not come up. The version before runs again")
    old = updates.told.stat().st_mtime - _FRESH_S - 1
    os.utime(updates.told, (old, old))
    assert updates.news() == ""


def test_every_word_of_the_system_has_its_message():
    words = set(re.findall(r"\b(?:tell|end) ([a-z-]+)", re.sub(r"(?m)(^| )# .*", "", SCRIPT.read_text())))
    assert words == set(_WORDS)
