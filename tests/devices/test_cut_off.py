"""What a power cut leaves is mended as far as it can be; `tests/seeds` cuts the power and fills the disk anywhere."""

import errno
import os
from contextlib import closing
from threading import get_native_id

import pytest
from damaging import EVENTS, NAMES, asides, changed, journal, keep_games, read, refusing, started

from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import GameStore
from lucca_pi.errors import UnreadableError

FEW = EVENTS[:5]


def few(damage):
    """Makes three games of few events, and does that to them."""
    return lambda directory: damage(keep_games(directory, FEW))


a_torn_event = few(changed(b'{"n": 3,', b'{"n"; 3,'))


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP])
def test_a_file_system_that_knows_no_second_names_gets_a_copy(tmp_path, monkeypatch, number):
    a_torn_event(tmp_path)
    damaged = journal(tmp_path).read_bytes()
    monkeypatch.setattr(os, "link", refusing(number))
    assert started(tmp_path)
    assert [aside.read_bytes() for aside in asides(tmp_path)] == [damaged]


@pytest.mark.parametrize(
    "name", [f"{GAMES}/second.jsonl.{get_native_id()}.part", f"{GAMES}/damaged"], ids=["part", "damaged"]
)
def test_where_something_is_in_the_way_the_damaged_game_waits_and_others_are_played(tmp_path, name):
    a_torn_event(tmp_path)
    before = journal(tmp_path).read_bytes()
    if name.endswith("damaged"):
        (tmp_path / name).touch()
    else:
        (tmp_path / name).mkdir()
    assert "second cannot be read" in started(tmp_path)
    with closing(GameStore(tmp_path)) as store:
        with pytest.raises(UnreadableError):
            store.events("second")
        store.append("first", EVENTS[5])
        store.append("new", EVENTS[0])
    assert journal(tmp_path).read_bytes() == before
    assert read(tmp_path)["second"] == (EVENTS[:3], "damaged: events that could be read: 3")
    (tmp_path / name).unlink() if name.endswith("damaged") else (tmp_path / name).rmdir()
    assert "the damaged file is saved as" in started(tmp_path)
    assert [*read(tmp_path)] == [*NAMES, "new"]


def test_a_full_disk_lets_games_be_deleted_and_none_is_missed(tmp_path, monkeypatch):
    keep_games(tmp_path, FEW)
    full = refusing(errno.ENOSPC)
    with monkeypatch.context() as patch, closing(GameStore(tmp_path)) as store:
        patch.setattr(os, "write", full)
        patch.setattr("lucca_pi.devices.state_directory.atomic_write", full)
        store.delete_for_good("second")
    assert (started(tmp_path), [*read(tmp_path)]) == (None, ["first", "third"])


def test_what_a_killed_program_wrote_last_is_told_if_it_cannot_be_synced(tmp_path, monkeypatch):
    keep_games(tmp_path, FEW)
    monkeypatch.setattr(os, "fsync", refusing(errno.EIO))
    assert "third.jsonl: Input/output error. The disk may be broken" in started(tmp_path)
