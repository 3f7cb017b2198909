"""
Where the journals of games are kept: one SQLite file, to which events are only ever appended, until a game is deleted.

What `append` has returned from is on the disk (write-ahead log, synchronous=FULL): a power cut takes none of it.
"""

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journal_file import SCHEMA, DamagedError, open_sound, open_to_read, set_aside
from lucca_pi.language import _
from lucca_pi.ports import Clock

FILE = "games.sqlite3"
LOCK = "games.lock"

APPEND = """
INSERT INTO event (game, number, json)
SELECT :game, coalesce(max(number), 0) + 1, :json FROM event WHERE game = :game
"""


class StoredGames:
    """The games in `directory`, to be read only: also while another program is keeping one there."""

    def __init__(self, directory: Path) -> None:
        """A directory without games has none. Raises StoreError when they cannot be read."""
        self._file = directory / FILE
        with _explained(self._file):
            self._games = open_to_read(self._file)

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events, oldest first; none of a game never begun."""
        with _explained(self._file):
            rows = self._games.execute("SELECT json FROM event WHERE game = ? ORDER BY number", (game,)).fetchall()
        return [json.loads(text) for (text,) in rows]

    def games(self) -> list[str]:
        """The games in the order they were begun."""
        with _explained(self._file):
            rows = self._games.execute("SELECT game FROM event WHERE number = 1 ORDER BY rowid").fetchall()
        return [game for (game,) in rows]

    def close(self) -> None:
        """Closes the file."""
        self._games.close()


class SqliteStore(StoredGames):
    """
    The games in `directory`, which is made if it is missing, and room for more.

    One program at a time may hold it; the hold ends with the process, however it dies. A damaged file is set aside
    under a name with the date and never deleted; what could be read of it goes on, and `notice` says so.
    """

    notice: str | None = None
    """What happened to a damaged file, a sentence or two for the players; None if all was well."""

    def __init__(self, directory: Path, clock: Clock) -> None:
        """Raises StoreError when the directory cannot be used, or another program holds it."""
        self._file = directory / FILE
        self._lock = _hold(directory)
        try:
            with _explained(self._file):
                self._games = self._open(clock)
        except StoreError:
            os.close(self._lock)
            raise

    def _open(self, clock: Clock) -> sqlite3.Connection:
        try:
            return open_sound(self._file)
        except DamagedError:
            self.notice = set_aside(self._file, clock.date())
            return open_sound(self._file)

    def append(self, game: str, event: dict[str, Any]) -> None:
        """Keeps `event` as the game's next. Raises StoreError when the disk takes no more; nothing is half kept."""
        text = json.dumps(event, ensure_ascii=False)
        with _explained(self._file):
            self._games.execute(APPEND, {"game": game, "json": text})

    def delete(self, game: str) -> None:
        """Takes all events of the game away. Raises StoreError; a part of it is never gone."""
        with _explained(self._file):
            self._games.execute("BEGIN IMMEDIATE")
            try:
                self._games.execute("DROP TRIGGER event_is_not_deleted")
                self._games.execute("DELETE FROM event WHERE game = ?", (game,))
                self._games.execute("COMMIT")
            finally:
                if self._games.in_transaction:
                    self._games.execute("ROLLBACK")
                self._games.executescript(SCHEMA)

    def close(self) -> None:
        """Closes the file and lets go of the directory."""
        super().close()
        os.close(self._lock)


class MemoryStore:
    """The twin of SqliteStore that forgets all when the program ends."""

    notice: str | None = None

    def __init__(self) -> None:
        self._events: dict[str, list[str]] = {}

    def append(self, game: str, event: dict[str, Any]) -> None:
        self._events.setdefault(game, []).append(json.dumps(event))

    def events(self, game: str) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self._events.get(game, [])]

    def games(self) -> list[str]:
        return list(self._events)

    def close(self) -> None:
        """Nothing has to be closed."""


def _hold(directory: Path) -> int:
    """Makes the directory if need be and takes its lock; gives the lock's file descriptor."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(
            _(
                "{directory}: cannot be written ({reason}). Give a directory of your own with --state DIR.",
                directory=directory,
                reason=error.strerror,
            )
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise StoreError(
            _(
                "{directory}: another lucca-pi is keeping its games here. Stop it first (systemctl stop lucca-pi), "
                "or give this one another directory with --state DIR.",
                directory=directory,
            )
        ) from error
    return lock


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Turns what SQLite says into what to do about it."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(_trouble(file, str(error))) from error


def _trouble(file: Path, text: str) -> str:
    """What is wrong with the file, and what to do about it."""
    what = f"{file}: {text}"
    if "full" in text:
        return _("{what}. Make room on the disk (df -h shows it): the game goes on where it was.", what=what)
    if "readonly" in text or "unable to open" in text:
        return _("{what}. Give this user the right to write there, or another directory with --state DIR.", what=what)
    return _("{what}. Start again: a damaged file is set aside and what can be read of it is kept.", what=what)
