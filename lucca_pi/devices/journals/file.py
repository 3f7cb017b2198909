"""
The SQLite file of games: its shape, and how it is opened.

SQLite gives texts as bytes here: a damaged one may be no text at all.
"""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lucca_pi.devices.errors import StoreError
from lucca_pi.language import _

SCHEMA = """
CREATE TABLE IF NOT EXISTS event (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE TABLE IF NOT EXISTS summary (
    game TEXT PRIMARY KEY, events INTEGER NOT NULL, mark TEXT NOT NULL, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS damage (game TEXT NOT NULL, events INTEGER NOT NULL, file TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rescue (file TEXT NOT NULL, games INTEGER NOT NULL, events INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS event_is_not_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
CREATE TRIGGER IF NOT EXISTS event_is_not_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
"""
"""
event: a game's events; `number` counts from 1 within the game.
summary: a game summed up after `events` events, with the mark of the last one.
damage: a game that could be read only up to `events` events, and the damaged file that is kept.
rescue: a damaged file, the name it is kept under, and how much could be read of it.
"""
PAGE_BYTES = 4096
LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file; it belongs to that file alone."""
CIRCUMSTANCES = {
    *(
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    ),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_NOLFS),
}
"""SQLite errors whose cause is not the file's content."""


def is_damage(error: Exception) -> bool:
    """Whether what SQLite says comes of the file's content, or of a disk that does not give it."""
    return isinstance(error, sqlite3.Error) and kind_of(error) not in CIRCUMSTANCES


def kind_of(error: sqlite3.Error) -> int:
    """SQLite's code of the error, without its details; 0 where Python found it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def refuse_what_is_no_file(file: Path) -> None:
    """Raises StoreError where a folder, a pipe or the like has the name of the file, or of a log beside it."""
    for one in (file, *(log_of(file, end) for end in LOGS)):
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(one.stat().st_mode):
                raise StoreError(no_file_text(one))


def no_file_text(file: Path) -> str:
    """The message for a folder, a pipe or the like under the name of one of our files."""
    return _("{file}: is not a file. Move it elsewhere: the games need a file there.", file=file)


def open_to_append(file: Path) -> sqlite3.Connection:
    """Opens the file, made if it is missing, for durable appending. Raises sqlite3.Error."""
    games = _connected(str(file))
    try:
        games.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        games.execute("PRAGMA journal_mode = WAL")
        games.execute("PRAGMA synchronous = FULL")
        games.execute("PRAGMA secure_delete = ON")  # a game that was deleted is not to be found in a damaged file
        games.execute("PRAGMA recursive_triggers = ON")  # the triggers hold for REPLACE too
        games.executescript(SCHEMA)
    except sqlite3.Error:
        games.close()
        raise
    return games


def open_to_read(file: Path) -> sqlite3.Connection:
    """Opens the file so that it cannot be changed; one that is missing is as good as empty. Raises StoreError."""
    refuse_what_is_no_file(file)
    if not file.exists():
        return open_in_memory()
    games = _connected(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        games.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        games.close()
        if is_damage(error):
            raise
        return _copied(file)  # a log cannot be read where no file can be made beside it
    return games


def open_in_memory() -> sqlite3.Connection:
    """An empty file of games in memory: nothing of it stays."""
    games = _connected(":memory:")
    games.executescript(SCHEMA)
    return games


def make_new(file: Path) -> sqlite3.Connection:
    """A file made anew, whatever was there; without a log. Raises sqlite3.Error, OSError."""
    file.unlink(missing_ok=True)
    for end in LOGS:
        log_of(file, end).unlink(missing_ok=True)
    games = _connected(str(file))
    games.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    games.executescript(SCHEMA)
    return games


def log_of(file: Path, end: str = "-wal") -> Path:
    """What SQLite keeps beside the file."""
    return file.with_name(f"{file.name}{end}")


def holds_bytes(file: Path) -> bool:
    """Whether the file is there and not empty."""
    return file.exists() and file.stat().st_size > 0


def has_table(games: sqlite3.Connection, name: str) -> bool:
    """Whether the file has that table: one of an older version lacks some."""
    return games.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone() is not None


def fault_of_schema(games: sqlite3.Connection) -> str:
    """What of the file is not made as here, so that it may hide events or refuse them; other tables are let be."""
    with closing(open_in_memory()) as sound:
        as_made = _schema(sound)
    found = _schema(games)
    for name, made in found.items():
        kind, table, _ = made
        if made != as_made.get(name, made) or (kind != "table" and name not in as_made and table in as_made):
            return f"the {kind} {name} is not as it was made"
    return "the table of events is gone" if found and "event" not in found else ""


def _schema(games: sqlite3.Connection) -> dict[str, tuple[str, str, str]]:
    """The file's schema: by name the kind of each thing, its table, and how it was made, without spaces."""
    rows = games.execute("SELECT name, type, tbl_name, sql FROM sqlite_master")
    return {
        decoded(name): (decoded(kind), decoded(table), "".join(decoded(made_by).split()))
        for name, kind, table, made_by in rows
    }


def decoded(text: object) -> str:
    """A text from the file as it can be shown and compared, whatever it is."""
    return text.decode(errors="backslashreplace") if isinstance(text, bytes) else str(text)


class _Games(sqlite3.Connection):
    """SQLite names in its errors what is damaged; where that is no text, Python fails at the error itself."""

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        with _as_damage():
            return super().execute(sql, values)

    def executescript(self, script: str, /) -> sqlite3.Cursor:
        with _as_damage():
            return super().executescript(script)


@contextmanager
def _as_damage() -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise sqlite3.DatabaseError("its schema is damaged") from error


def _connected(name: str, **how: Any) -> sqlite3.Connection:
    games = sqlite3.connect(name, isolation_level=None, factory=_Games, **how)
    games.text_factory = bytes
    return games


def _copied(file: Path) -> sqlite3.Connection:
    """The file and its log as they are, in memory. Raises OSError when they cannot be read."""
    games = _connected(":memory:")
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder))
        with suppress(FileNotFoundError):
            shutil.copy(log_of(file), log_of(copy))
        with _as_damage(), closing(sqlite3.connect(copy)) as whole:
            whole.backup(games)
    return games
