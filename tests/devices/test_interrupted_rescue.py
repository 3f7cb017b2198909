"""The power fails at any file operation: each game that could be read is there after the next start."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from itertools import count

import pytest
from damaging import CLOCK, DAMAGES, EVENTS, GAMES, asides, cut_off, keep_games, read, started

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journals.rescue import ready_of
from lucca_pi.devices.store import FILE, SqliteStore

FEW = EVENTS[:5]
OPERATIONS = ("rename", "replace", "link", "unlink", "fsync", "ftruncate", "pwrite")


class PowerCutError(BaseException):
    """Nothing catches it."""


POWER_CUT = (PowerCutError(), PowerCutError)
FULL_DISK = (OSError(errno.ENOSPC, "No space left on device"), StoreError)


class FailingDisk:
    """Fails at the n-th of its operations."""

    def __init__(self, monkeypatch):
        self.patch = monkeypatch

    def start(self, directory, number, failure, errors):
        """Whether a start of play on these files came to the operation that fails."""
        done = []

        def counted(operation):
            def called(*arguments, **more):
                done.append(operation)
                if len(done) == number:
                    raise failure
                return operation(*arguments, **more)

            return called

        with self.patch.context() as patch, suppress(errors):
            for name in OPERATIONS:
                patch.setattr(os, name, counted(getattr(os, name)))
            with closing(SqliteStore(directory, CLOCK)) as store:
                store.append(GAMES[0], EVENTS[5])
        return len(done) >= number


@pytest.fixture
def disk(monkeypatch):
    return FailingDisk(monkeypatch)


def a_torn_event(directory):
    file = keep_games(directory, FEW)
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'{"n": 3,', b'{"n"; 3,', 1))


def a_torn_header(directory):
    DAMAGES["another column"](keep_games(directory, FEW))


def a_log_beside_it(directory):
    file = cut_off(directory.with_name("played"), directory, FEW)
    log = file.with_name(f"{FILE}-wal")
    log.write_bytes(log.read_bytes()[:-100])


MADE = {"nothing yet": lambda directory: directory.mkdir(), "sound": lambda directory: keep_games(directory, FEW)}
DAMAGED = {"a torn event": a_torn_event, "a torn header": a_torn_header, "a log beside it": a_log_beside_it}


def kept(directory, whole):
    """The events that are kept of those of the whole."""
    found = read(directory)
    return {game: found[game][0][: len(events)] for game, events in whole.items()}


@pytest.mark.parametrize("failure", [POWER_CUT, FULL_DISK], ids=["a power cut", "a full disk"])
@pytest.mark.parametrize("make", [*MADE.values(), *DAMAGED.values()], ids=[*MADE, *DAMAGED])
def test_a_start_that_is_cut_anywhere_loses_no_game(tmp_path, make, disk, failure):
    make(tmp_path / "made")
    shutil.copytree(tmp_path / "made", tmp_path / "undisturbed")
    started(tmp_path / "undisturbed")
    whole = {game: events for game, (events, _) in read(tmp_path / "undisturbed").items()}
    assert any(whole.values()) != (make is MADE["nothing yet"])
    for number in count(1):
        cut = shutil.copytree(tmp_path / "made", tmp_path / str(number))
        is_cut = disk.start(cut, number, *failure)
        assert kept(cut, whole) == whole
        started(cut)
        assert kept(cut, whole) == whole
        if not is_cut:
            break


def test_a_rescue_that_was_cut_off_is_taken_up_without_reading_the_damaged_file_again(tmp_path, monkeypatch):
    a_torn_event(tmp_path)

    def cut(*_):
        raise PowerCutError

    with monkeypatch.context() as power:
        power.setattr(os, "link", cut)
        with pytest.raises(PowerCutError):
            SqliteStore(tmp_path, CLOCK)
    assert ready_of(tmp_path / FILE).exists()
    (tmp_path / FILE).write_bytes(b"worse than before")
    assert "was damaged" in started(tmp_path)
    assert len(read(tmp_path)["second"][0]) == len(FEW)
    assert [aside.read_bytes() for aside in asides(tmp_path)] == [b"worse than before"]


def test_a_file_system_that_knows_no_second_names_gets_a_copy(tmp_path, monkeypatch):
    a_torn_event(tmp_path)
    damaged = (tmp_path / FILE).read_bytes()

    def refuses(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuses)
    assert started(tmp_path)
    assert [aside.read_bytes() for aside in asides(tmp_path)] == [damaged]


def test_a_rescue_of_an_older_version_that_was_cut_off_between_its_two_names_is_ended(tmp_path):
    keep_games(tmp_path, FEW).rename(tmp_path / "games-damaged-before.sqlite3")
    shutil.copy(tmp_path / "games-damaged-before.sqlite3", ready_of(tmp_path / FILE))
    started(tmp_path)
    assert [events for events, _ in read(tmp_path).values()] == [FEW] * 3


def test_one_that_it_left_half_written_gives_way(tmp_path):
    keep_games(tmp_path, FEW)
    sqlite3.connect(ready_of(tmp_path / FILE)).execute("CREATE TABLE event (game, number, json)").connection.close()
    assert started(tmp_path) is None
    assert [events for events, _ in read(tmp_path).values()] == [FEW] * 3


def test_a_folder_with_the_name_of_a_rescue_is_none(tmp_path):
    ready_of(keep_games(tmp_path, FEW)).mkdir()
    assert started(tmp_path) is None
    assert [events for events, _ in read(tmp_path).values()] == [FEW] * 3


@pytest.mark.parametrize("end", ["", ".part"])
def test_a_folder_in_the_way_of_a_rescue_gives_way(tmp_path, end):
    a_torn_event(tmp_path)
    ready = ready_of(tmp_path / FILE)
    (ready.with_name(f"{ready.name}{end}") / "dear").mkdir(parents=True)
    assert started(tmp_path)
    assert ([*read(tmp_path)], (tmp_path / f"{ready.name}{end}-1" / "dear").exists()) == ([*GAMES], True)


def test_without_room_for_a_rescue_the_damaged_file_stays_and_that_is_said(tmp_path, monkeypatch):
    a_torn_event(tmp_path)
    before = (tmp_path / FILE).read_bytes()

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"No space left on device\. Make room"):
        SqliteStore(tmp_path, CLOCK)
    assert ((tmp_path / FILE).read_bytes(), asides(tmp_path)) == (before, [])
