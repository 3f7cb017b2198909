"""The power fails, or the disk is full, at any file operation: no game is shorter than what was acknowledged of it."""

import errno
import os
import shutil
from contextlib import closing, suppress
from itertools import count
from threading import get_native_id

import pytest
from damaging import DAMAGES, EVENTS, NAMES, asides, changed, journal, keep_games, read, refusing, started

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.state_directory import GAMES, LIST_FILE
from lucca_pi.devices.store import GameStore
from lucca_pi.errors import UnreadableError

FEW = EVENTS[:5]
OPERATIONS = (
    *("open", "rename", "replace", "link", "unlink", "mkdir", "fsync", "ftruncate", "pwrite", "write", "scandir"),
    *("truncate", "fstat"),
)


class PowerCutError(BaseException):
    """Nothing catches it."""


POWER_CUT = (PowerCutError(), PowerCutError)
FULL_DISK = (OSError(errno.ENOSPC, "No space left on device"), (StoreError, UnreadableError))


class FailingDisk:
    """Fails at the n-th of its operations; a write may come half through before."""

    def __init__(self, monkeypatch):
        self.patch = monkeypatch

    def start(self, directory, number, failure, errors):
        """What was acknowledged of a start of play on these files, and whether it came to the operation that fails."""
        done, acknowledged = [], []

        def counted(operation):
            def called(*arguments, **more):
                done.append(operation)
                if len(done) == number:
                    if operation is os_pwrite:
                        operation(arguments[0], arguments[1][: len(arguments[1]) // 2], arguments[2])
                    raise failure
                return operation(*arguments, **more)

            return called

        os_pwrite = os.pwrite
        with self.patch.context() as patch, suppress(errors):
            for name in OPERATIONS:
                patch.setattr(os, name, counted(getattr(os, name)))
            with closing(GameStore(directory)) as store:
                first = EVENTS[len(FEW) if store.games() else 0]
                for game, event in (("first", first), ("new", EVENTS[0]), ("new", EVENTS[1])):
                    store.append(game, event)
                    acknowledged.append((game, event))
                    store.sum_up(game, {"events": 1})
                store.events("new")
        return acknowledged, len(done) >= number


@pytest.fixture
def disk(monkeypatch):
    return FailingDisk(monkeypatch)


def few(damage):
    """Makes three games of few events, and does that to them."""
    return lambda directory: damage(keep_games(directory, FEW))


def a_cut_line(directory):
    """Leaves a line at the end of a journal that was cut off."""
    file = journal(directory)
    file.write_bytes(file.read_bytes() + b'{"n": 5, "si')


a_torn_event = few(changed(b'{"n": 3,', b'{"n"; 3,'))
MADE = {
    "nothing yet": lambda directory: directory.mkdir(),
    "sound": few(lambda directory: None),
    "no list": few(lambda directory: (directory / LIST_FILE).unlink()),
    "a cut line": few(a_cut_line),
    "a torn event": a_torn_event,
    "a folder": few(DAMAGES["a folder"]),
    "no file": few(DAMAGES["no file"]),
}


def holds(directory, whole, acknowledged):
    """Whether all is there that could be read before, and what was acknowledged since; no event twice or half."""
    found = {game: events for game, (events, _) in read(directory).items()}
    for game in {**whole, **dict(acknowledged)}:
        expected = [*whole.get(game, []), *(event for name, event in acknowledged if name == game)]
        assert found[game][: len(expected)] == expected
        assert found[game] == EVENTS[: len(found[game])]
        assert len(found[game]) <= len(expected) + 1  # on the disk already, but not acknowledged
    return True


@pytest.mark.parametrize("failure", [POWER_CUT, FULL_DISK], ids=["a power cut", "a full disk"])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_play_that_is_cut_anywhere_loses_nothing_that_was_acknowledged(tmp_path, make, disk, failure):
    make(tmp_path / "made")
    shutil.copytree(tmp_path / "made", tmp_path / "undisturbed")
    started(tmp_path / "undisturbed")
    whole = {game: events for game, (events, _) in read(tmp_path / "undisturbed").items()}
    assert any(whole.values()) != (make is MADE["nothing yet"])
    for number in count(1):
        cut = shutil.copytree(tmp_path / "made", tmp_path / str(number))
        acknowledged, is_cut = disk.start(cut, number, *failure)
        assert holds(cut, whole, acknowledged)
        started(cut)
        assert holds(cut, whole, acknowledged)
        assert started(cut) is None
        if not is_cut:
            break
    assert number > 10


def test_what_a_killed_program_wrote_last_is_on_the_disk_before_anybody_sees_it(tmp_path, monkeypatch):
    keep_games(tmp_path, FEW)
    synced, fsync = [], os.fsync

    def noted(opened):
        synced.append(os.fstat(opened).st_ino)
        fsync(opened)

    monkeypatch.setattr(os, "fsync", noted)
    with closing(GameStore(tmp_path)):
        assert {journal(tmp_path, "third").stat().st_ino, (tmp_path / GAMES).stat().st_ino} <= {*synced}


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
