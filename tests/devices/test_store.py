import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.store import FILE, MemoryStore, SqliteStore, StoredGames
from lucca_pi.ports import Store

CLOCK = HandClock("2026-05-01T20:00:00+02:00")
NOBODY = 65534
ASIDE = "games-damaged-2026-05-01T20-00-00+02-00.sqlite3"


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = SqliteStore(tmp_path, CLOCK) if request.param == "sqlite" else MemoryStore()
    yield made
    made.close()


def test_events_come_back_in_the_order_they_were_appended(store: Store) -> None:
    events: list[dict[str, Any]] = [
        {"looked": 1, "who": "Zoë"},
        {"confirmed": True},
        {"points": -2.5, "cards": [17, "T1", None]},
    ]

    for event in events:
        store.append("evening", event)

    assert store.events("evening") == events


def test_games_are_told_apart_and_come_in_the_order_they_were_begun(store: Store) -> None:
    for game, number in [("b", 1), ("a", 2), ("b", 3)]:
        store.append(game, {"n": number})

    assert list(store.games()) == ["b", "a"]
    assert store.events("b") == [{"n": 1}, {"n": 3}]


def test_a_game_never_begun_has_no_events(store: Store) -> None:
    assert store.events("none") == []
    assert list(store.games()) == []


def test_what_was_read_is_a_copy(store: Store) -> None:
    store.append("g", {"cards": [1]})

    store.events("g")[0]["cards"].append(2)

    assert store.events("g") == [{"cards": [1]}]


def test_a_store_opened_again_goes_on(tmp_path: Path) -> None:
    for number in (1, 2):
        store = SqliteStore(tmp_path / "new" / "directory", CLOCK)
        store.append("g", {"n": number})
        store.close()

    store = SqliteStore(tmp_path / "new" / "directory", CLOCK)
    assert store.events("g") == [{"n": 1}, {"n": 2}]
    assert store.notice is None
    store.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE event SET json = '{}'",
        "DELETE FROM event",
        "INSERT INTO event VALUES ('g', 1, '{}')",
    ],
)
def test_what_was_appended_can_be_neither_changed_nor_taken_away(tmp_path: Path, change: str) -> None:
    store = SqliteStore(tmp_path, CLOCK)
    store.append("g", {"n": 1})

    with sqlite3.connect(tmp_path / FILE) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute(change)

    assert store.events("g") == [{"n": 1}]
    store.close()


def test_a_second_program_is_refused_and_told_what_to_do(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, CLOCK)

    with pytest.raises(StoreError, match=r"another lucca-pi.*--state DIR"):
        SqliteStore(tmp_path, CLOCK)

    store.close()
    SqliteStore(tmp_path, CLOCK).close()


def test_games_can_be_read_while_another_program_keeps_one(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, CLOCK)
    store.append("g", {"n": 1})
    reader = StoredGames(tmp_path)
    store.append("g", {"n": 2})

    assert reader.games() == ["g"]
    assert reader.events("g") == [{"n": 1}, {"n": 2}]
    reader.close()
    store.close()


def test_a_directory_without_games_has_none_and_is_not_made(tmp_path: Path) -> None:
    reader = StoredGames(tmp_path / "none")

    assert reader.games() == []
    reader.close()
    assert not (tmp_path / "none").exists()


CHILD = """
import sys
from pathlib import Path
from lucca_pi.devices.clock import SystemClock
from lucca_pi.devices.store import SqliteStore

store = SqliteStore(Path(sys.argv[1]), SystemClock())
number = len(store.events("g"))
while True:
    number += 1
    store.append("g", {"n": number})
    print(number, flush=True)
"""


def test_a_kill_takes_nothing_that_append_returned_from_and_frees_the_directory(tmp_path: Path) -> None:
    for lines in (1, 7, 40):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        for _ in range(lines):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        printed = child.communicate()[0].splitlines()
        store = SqliteStore(tmp_path, CLOCK)
        numbers = [event["n"] for event in store.events("g")]
        store.close()
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= int(printed[-1] if printed else lines)


def _no_room(games: sqlite3.Connection) -> None:
    pages = games.execute("PRAGMA page_count").fetchone()[0]
    games.execute(f"PRAGMA max_page_count = {pages}")


def _read_only(games: sqlite3.Connection) -> None:
    games.execute("PRAGMA query_only = ON")


@pytest.mark.parametrize(("trouble", "remedy"), [(_no_room, "Make room"), (_read_only, "right to write")])
def test_a_full_or_read_only_disk_is_said_with_what_to_do(
    tmp_path: Path, trouble: Callable[[sqlite3.Connection], None], remedy: str
) -> None:
    store = SqliteStore(tmp_path, CLOCK)
    store.append("g", {"n": 1})
    trouble(store._games)

    with pytest.raises(StoreError, match=remedy):
        store.append("g", {"long": "x" * 100_000})

    assert store.events("g") == [{"n": 1}]
    store.close()


def test_once_there_is_room_again_the_same_store_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, CLOCK)
    _no_room(store._games)
    with pytest.raises(StoreError):
        store.append("g", {"long": "x" * 100_000})
    store._games.execute("PRAGMA max_page_count = 1000000")
    store.append("g", {"n": 1})

    assert store.events("g") == [{"n": 1}]
    store.close()


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A directory in which this user, who is not root for the while, cannot make a file."""
    with TemporaryDirectory() as name:
        directory, user = Path(name), os.geteuid()
        yield directory
        os.seteuid(user)
        directory.chmod(0o755)


def _forbid_writing(directory: Path) -> None:
    directory.chmod(0o555)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


@pytest.mark.parametrize("log", [False, True], ids=["put away", "cut off with a log"])
def test_games_are_read_where_no_file_can_be_made(tmp_path: Path, read_only: Path, log: bool) -> None:
    store = SqliteStore(tmp_path, CLOCK)
    for number in (1, 2):
        store.append("g", {"n": number})
    if log:
        shutil.copy(tmp_path / f"{FILE}-wal", read_only)
    else:
        store.close()
    shutil.copy(tmp_path / FILE, read_only)
    _forbid_writing(read_only)

    games = StoredGames(read_only)

    assert games.events("g") == [{"n": 1}, {"n": 2}]
    games.close()


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match=r"file/games: cannot be written.*--state DIR"):
        SqliteStore(tmp_path / "file" / "games", CLOCK)


def _a_file_of_games(directory: Path) -> Path:
    """Three games of 40 events of about 500 bytes; all in the one file, no log beside it."""
    store = SqliteStore(directory, CLOCK)
    for game in ("first", "second", "third"):
        for number in range(40):
            store.append(game, {"n": number, "sightings": "x" * 500})
    store.close()
    return directory / FILE


def test_of_a_damaged_file_what_can_be_read_is_kept_and_the_file_is_set_aside(tmp_path: Path) -> None:
    file = _a_file_of_games(tmp_path)
    whole = file.read_bytes()
    page = whole.index(b'{"n": 20,', whole.index(b'{"n": 20,') + 1) // 4096 * 4096
    damaged = whole[:page] + b"\xff" * 4096 + whole[page + 4096 :]
    file.write_bytes(damaged)

    store = SqliteStore(tmp_path, CLOCK)

    assert store.notice is not None and ASIDE in store.notice
    assert (tmp_path / ASIDE).read_bytes() == damaged
    assert [event["n"] for event in store.events("first")] == list(range(40))
    second = [event["n"] for event in store.events("second")]
    assert 10 < len(second) <= 20
    assert second == list(range(len(second)))
    assert [event["n"] for event in store.events("third")] == list(range(40))
    store.append("second", {"n": len(second)})
    store.close()


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_of_which_nothing_can_be_read_is_set_aside_and_play_can_begin(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)

    store = SqliteStore(tmp_path, CLOCK)

    assert (tmp_path / ASIDE).read_bytes() == content
    assert list(store.games()) == []
    store.close()


def test_an_event_whose_text_is_damaged_ends_its_game_there(tmp_path: Path) -> None:
    file = _a_file_of_games(tmp_path)
    file.write_bytes(file.read_bytes().replace(b'{"n": 17,', b'{"n"; 17,', 1))

    store = SqliteStore(tmp_path, CLOCK)

    assert [len(store.events(game)) for game in store.games()] == [17, 40, 40]
    store.close()


def test_setting_aside_twice_within_a_second_keeps_both(tmp_path: Path) -> None:
    for content in (b"one" * 100, b"two" * 100):
        (tmp_path / FILE).write_bytes(content)
        SqliteStore(tmp_path, CLOCK).close()

    assert len(list(tmp_path.glob("games-damaged-*.sqlite3"))) == 2
