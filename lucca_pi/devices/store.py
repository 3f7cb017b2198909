"""
Where the journals of games are kept: one SQLite file, to which events are only ever appended, until a game is deleted.

What `append` has returned from is on the disk (write-ahead log, synchronous=FULL): a power cut takes none of it.
Photographs of a deck, which an event may carry, lie beside the file (`journals.apart`).
"""

import fcntl
import json
import os
import sqlite3
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import ELOOP
from pathlib import Path
from typing import Any

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journals.apart import PHOTOGRAPHS, put_apart, put_back
from lucca_pi.devices.journals.examine import examine
from lucca_pi.devices.journals.file import (
    SCHEMA,
    holds_bytes,
    is_damage,
    log_of,
    no_file_text,
    open_to_append,
    refuse_what_is_no_file,
)
from lucca_pi.devices.journals.last import Last, note_last, read_last
from lucca_pi.devices.journals.reading import (
    Journal,
    Listed,
    chain_of,
    journal_of,
    last_noted,
    list_games,
    newest,
    open_what_is_left,
    salvaged_in_memory,
)
from lucca_pi.devices.journals.rescue import rescue, take_up
from lucca_pi.devices.journals.text import Chain, UnfitError, is_name, sealed, text_of
from lucca_pi.devices.journals.trouble import explained, gone_text, lost_text, rescued_text
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Clock

FILE = "games.sqlite3"
LOCK = "games.lock"


class StoredGames:
    """
    The games in `directory`, to be read only: also while another program is keeping one there.

    Of a damaged file is given what can be read; the file stays as it is.
    """

    def __init__(self, directory: Path) -> None:
        """A directory without games has none. Raises StoreError when they cannot be read."""
        self._directory = directory
        self._last = last_noted(directory / LOCK)
        with explained(directory / FILE):
            self._file = newest(directory / FILE)
            self._games, self._is_salvaged = open_what_is_left(self._file, self._last)

    def journal(self, game: str) -> Journal:
        """
        The game's events as far as they can be read, and what cannot; no events of a game never begun.

        They are as they stand there, without photographs.
        """
        with explained(self._file):
            try:
                journal = journal_of(self._games, game, self._last)
            except sqlite3.Error as error:
                if not is_damage(error) or self._is_salvaged:
                    raise
                journal = Journal([], str(error), is_whole=False)
            if journal.is_whole or self._is_salvaged:
                return journal
            self._salvage()
            return journal_of(self._games, game, None)

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events as they were given, oldest first, as far as they can be read; none of one never begun."""
        return self.with_photographs(self.journal(game).events)

    def with_photographs(self, events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Events of a journal with the photographs that belong to them, as far as these are there."""
        return [put_back(event, self._directory) for event in events]

    def listed(self) -> list[Listed]:
        """Every game in the order they were begun, with what it had come to where that is known."""
        with explained(self._file):
            try:
                return list_games(self._games, self._last)
            except sqlite3.Error as error:
                if not is_damage(error) or self._is_salvaged:
                    raise
            self._salvage()
            return list_games(self._games, None)

    def games(self) -> list[str]:
        """The games in the order they were begun."""
        return [one.game for one in self.listed()]

    def close(self) -> None:
        """Closes the file; what was kept is on the disk already."""
        with suppress(sqlite3.Error):
            self._games.close()

    def _salvage(self) -> None:
        self._games.close()
        self._games, self._is_salvaged = salvaged_in_memory(self._file, self._last), True


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
        self._directory, self._file = directory, directory / FILE
        self._lock = _hold(directory)
        self._chain = Chain("")
        self._is_salvaged = True  # a damaged file is set aside by the next start, not read on
        try:
            with explained(self._file):
                self._last = read_last(self._lock)
                self._games = self._open(clock)
                self._is = _identity(self._file)
        except BaseException:
            os.close(self._lock)
            raise

    def _open(self, clock: Clock) -> sqlite3.Connection:
        """Examines the file, and sets it aside if need be, once: what was rescued is sound."""
        refuse_what_is_no_file(self._file)
        told = take_up(self._file)
        is_missing = not self._file.exists() and not holds_bytes(log_of(self._file))
        gone = self._last if is_missing and told is None else None
        if told is None and not gone and examine(self._file, self._last):
            told = rescue(self._file, self._last, clock.date())
        games = open_to_append(self._file)
        if gone:
            self.notice = gone_text(self._file, gone.game)
            games.execute("INSERT INTO damage VALUES (?, 0, '')", (gone.game,))
        if told:
            self.notice = rescued_text(told)
        if gone or told:
            self._last = None
            note_last(self._lock, None)
        return games

    @property
    def lost(self) -> str:
        """What players must know where the file was taken away; empty while it is there."""
        return "" if _identity(self._file) == self._is else lost_text(self._file)

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        """Keeps `event` as the game's next. Raises StoreError when the disk takes no more; nothing is half kept."""
        try:
            text = text_of(self.keep_photographs(event))
        except UnfitError as error:
            raise StoreError(_("This look cannot be kept ({reason}). Take another one.", reason=error)) from error
        with explained(self._file):
            self._refuse_if_lost()
            chain = self._chain_of(game)
            kept = chain.next(text)
            self._games.execute("INSERT INTO event VALUES (?, ?, ?)", (game, chain.events + 1, kept))
            chain.take(chain.events + 1, kept.encode())
            self._settle()
            self._last = Last(game, chain.events, chain.mark)
            note_last(self._lock, self._last)
            self._refuse_if_lost()

    def keep_photographs(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keeps the photographs that the event carries; gives it as it stands in a journal. Raises StoreError."""
        with explained(self._directory / PHOTOGRAPHS):
            return put_apart(event, self._directory)

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """Keeps what the game has come to; where that fails, it is found out from its events again."""
        with suppress(sqlite3.Error, StoreError, UnfitError):
            chain = self._chain_of(game)
            about = game, chain.events, chain.mark
            row = (*about, sealed(text_of(summary), *about))
            self._games.execute("INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?)", row)
            self._settle()

    def unsummed(self, most: int) -> list[str]:
        """The latest games without a summary, at most `most`."""
        return [one.game for one in reversed(self.listed()) if one.summary is None][:most]

    def delete(self, game: str) -> None:
        """Deletes the game, whole or not at all. Raises StoreError."""
        with explained(self._file):
            if self._last and self._last.game == game:  # else it would be missed
                self._last = None
                note_last(self._lock, None)
            self._chain = Chain("")
            self._games.execute("BEGIN IMMEDIATE")
            try:
                self._games.execute("DROP TRIGGER event_is_not_deleted")
                for table in ("event", "summary", "damage"):
                    self._games.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
                self._games.execute("COMMIT")
            finally:
                if self._games.in_transaction:
                    self._games.execute("ROLLBACK")
                self._games.executescript(SCHEMA)
            self._settle()

    def close(self) -> None:
        """Closes the file and lets go of the directory."""
        super().close()
        os.close(self._lock)

    def _chain_of(self, game: str) -> Chain:
        """The chain of the game's events. Raises StoreError for one that cannot be gone on with."""
        if self._chain.game != game:
            chain, _texts, trouble = chain_of(self._games, game)
            if trouble or not is_name(game):
                raise StoreError(_("The game {game} is damaged: begin a new one.", game=game))
            self._chain = chain
        return self._chain

    def _settle(self) -> None:
        """Empties the log into the file, unless somebody reads there: what a log holds, a damaged log would lose."""
        with suppress(sqlite3.OperationalError):
            self._games.execute("PRAGMA busy_timeout = 0")
            self._games.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._games.execute("PRAGMA busy_timeout = 5000")

    def _refuse_if_lost(self) -> None:
        if self.lost:
            raise StoreError(self.lost)


class MemoryStore:
    """The twin of SqliteStore that forgets all when the program ends."""

    notice: str | None = None
    lost = ""

    def __init__(self) -> None:
        self._events: dict[str, list[str]] = {}

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        self._events.setdefault(game, []).append(json.dumps(event))

    def events(self, game: str) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self._events.get(game, [])]

    def games(self) -> list[str]:
        return list(self._events)

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """The events tell."""

    def unsummed(self, most: int) -> list[str]:  # noqa: ARG002
        """Nothing has to be summed up."""
        return []

    def close(self) -> None:
        """Nothing has to be closed."""


def _identity(file: Path) -> tuple[int, int] | None:
    """What file has that name now; None where none has."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _hold(directory: Path) -> int:
    """Makes the directory if need be and takes its lock; gives the lock's file descriptor."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        if error.errno == ELOOP:
            raise StoreError(no_file_text(directory / LOCK)) from error
        raise StoreError(
            _(
                "{directory}: cannot be written ({reason}). Give a directory of your own with --state DIR.",
                directory=directory,
                reason=reason_of(error),
            )
        ) from error
    if not stat.S_ISREG(os.fstat(lock).st_mode):
        os.close(lock)
        raise StoreError(no_file_text(directory / LOCK))
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
