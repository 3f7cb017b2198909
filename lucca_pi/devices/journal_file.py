"""
The SQLite file of games: its shape, the check at opening, and what becomes of a damaged one.

A damaged file is set aside whole, never deleted, and a new file holds what could be read of it.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from lucca_pi.language import _

SCHEMA = """
CREATE TABLE IF NOT EXISTS event (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE TRIGGER IF NOT EXISTS event_is_not_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
CREATE TRIGGER IF NOT EXISTS event_is_not_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
"""
"""An event's number counts from 1 within its game."""

Row = tuple[str, int, str]
"""game, number, the event as JSON"""


class DamagedError(Exception):
    """SQLite, or what reads the events, finds the file broken."""


def open_sound(file: Path) -> sqlite3.Connection:
    """
    Opens the file, made if it is missing, for durable appending.

    Raises DamagedError; sqlite3.OperationalError when the file may be well but cannot be had.
    """
    games = sqlite3.connect(file, isolation_level=None)
    try:
        _prepare(games)
        damage = games.execute("PRAGMA quick_check").fetchall() != [("ok",)]
        damage = damage or games.execute("SELECT 1 FROM event WHERE NOT json_valid(json)").fetchone() is not None
    except sqlite3.OperationalError:
        games.close()
        raise
    except sqlite3.DatabaseError as error:
        games.close()
        raise DamagedError from error
    if damage:
        games.close()
        raise DamagedError
    return games


def open_to_read(file: Path) -> sqlite3.Connection:
    """Opens the file so that it cannot be changed; one that is missing is as good as empty."""
    if not file.exists():
        games = sqlite3.connect(":memory:")
        games.executescript(SCHEMA)
        return games
    games = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        games.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.DatabaseError as error:
        games.close()
        if isinstance(error, sqlite3.OperationalError):  # a log cannot be read where no file can be made beside it
            return _in_memory(file)
        raise
    return games


def _in_memory(file: Path) -> sqlite3.Connection:
    """The file and its log as they are, in memory. Raises OSError when they cannot be read."""
    games = sqlite3.connect(":memory:")
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder))
        with suppress(FileNotFoundError):
            shutil.copy(log_of(file), log_of(copy))
        with closing(sqlite3.connect(copy)) as whole:
            whole.backup(games)
    return games


def log_of(file: Path) -> Path:
    """SQLite's write-ahead log of the file."""
    return file.with_name(f"{file.name}-wal")


def set_aside(file: Path, date: str) -> str:
    """
    Renames the damaged `file` after the `date` (ISO 8601) and puts what can be read of it in its place.

    Of each game the events up to the first gap are kept: what came after a gap cannot be told without it.
    Gives the notice for the players. Raises OSError or sqlite3.Error when there is no room.
    """
    rows = list(_unbroken(_readable(file)))
    rescued = file.with_name("rescued.sqlite3")
    _write(rescued, rows)
    aside = _rename(file, date)
    rescued.rename(file)
    games = len({game for game, _number, _json in rows})
    return _(
        "The file of games was damaged. It is kept as {file}; read from it: {games} games, {events} events.",
        file=aside.name,
        games=games,
        events=len(rows),
    )


def _prepare(games: sqlite3.Connection) -> None:
    """Write-ahead log and a sync at each commit; the triggers hold for REPLACE too."""
    games.execute("PRAGMA journal_mode = WAL")
    games.execute("PRAGMA synchronous = FULL")
    games.execute("PRAGMA recursive_triggers = ON")
    games.executescript(SCHEMA)


def _readable(file: Path) -> list[Row]:
    """Every row that can be reached from the front or from the back, in the order they were appended."""
    rows: dict[int, Row] = {}
    with suppress(sqlite3.DatabaseError), closing(open_to_read(file)) as games:
        for direction in ("ASC", "DESC"):
            query = f"SELECT rowid, game, number, json FROM event NOT INDEXED ORDER BY rowid {direction}"
            with suppress(sqlite3.DatabaseError):
                for place, *row in games.execute(query):
                    rows[place] = (row[0], row[1], row[2])
    return [rows[place] for place in sorted(rows)]


def _unbroken(rows: list[Row]) -> Iterator[Row]:
    """The rows whose numbers go on without a gap from 1 in their game, and whose text is a JSON object."""
    last: dict[str, int] = {}
    for game, number, text in rows:
        if number == last.get(game, 0) + 1 and _is_object(text):
            last[game] = number
            yield game, number, text


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (TypeError, ValueError):
        return False


def _write(file: Path, rows: list[Row]) -> None:
    """Makes `file` anew with these rows; a half-written one of an earlier attempt gives way."""
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as games:
        games.executescript(SCHEMA)
        with games:
            games.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)


def _rename(file: Path, date: str) -> Path:
    """Gives the file, and its log beside it, a name with the date that no other file has."""
    stem = f"{file.stem}-damaged-{date.replace(':', '-')}"
    names = (file.with_name(f"{stem}{f'-{number}' if number else ''}{file.suffix}") for number in count())
    aside = next(name for name in names if not name.exists())
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + end).rename(aside.with_name(aside.name + end))
    return aside
