"""A release on a stick is offered, the system is asked for it, and what became of it is told for a while."""

import os
import re
from pathlib import Path

import pytest

from lucca_pi.devices.system import _FRESH_S, _WORDS, Linux, Updates

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
