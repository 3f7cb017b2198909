"""
The list of games, `games-list.jsonl`: a row for each with its result, so that listing games reads no journal.

It is a cache: without it, journals are read again and nothing is lost. It is also a witness: a journal whose lines
differ from the list is damaged. Each row is sealed by itself; the last row of a game counts.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Any

from lucca_pi.devices.journal_file import Journal, UnfitError, read_whole, sealed, unsealed
from lucca_pi.files import atomic_write

LIST_FILE, _DAMAGED = "games-list.jsonl", "games-list-damaged.jsonl"
_ABOUT = "lucca-games-list/1"
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_SPARE_ROWS = 500
"""Most superseded rows in the file; above this, the list is written anew."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    A game in the list, as it was last known.

    `number`: its place in the order of beginnings, from 1. `lines`, `mark`: length and last mark of its journal; 0 and
    "" if unknown. `stamp`: size and times of the journal's file, None if it was missing. `summary`: the result so far,
    None if it was not computed. `trouble`: the part of the journal that could not be read, in words. `title`, "" for
    none; `hidden`: lists leave it out; `deleted`: it can be brought back.
    """

    game: str
    number: int = 0
    lines: int = 0
    mark: str = ""
    stamp: tuple[int, ...] | None = None
    summary: dict[str, Any] | None = None
    trouble: str = ""
    title: str = ""
    hidden: bool = False
    deleted: bool = False

    def after(self, journal: Journal, found: os.stat_result | None) -> "Row":
        """The row after its journal was read; if that is damaged, with the lines and mark known before."""
        about: dict[str, Any] = {"stamp": stamp_of(found) if found else None, "trouble": journal.trouble}
        if journal.is_unsound:
            return replace(self, number=self.number or journal.number, **about)
        is_same = journal.has(self.lines, self.mark) and not journal.is_played_on(self.lines)
        about |= {"summary": self.summary if is_same else None, "title": journal.title, "hidden": journal.hidden}
        return replace(self, number=journal.number, lines=len(journal.marks), mark=journal.marks[-1], **about)

    def contradicts(self, journal: Journal) -> bool:
        """True if the journal lacks lines that it once had, or has other lines instead."""
        return self.lines > 0 and not journal.has(self.lines, self.mark)


def stamp_of(found: os.stat_result) -> tuple[int, ...]:
    """Size and times of a file: they differ after it was written, replaced or made unreadable."""
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


class GameList:
    """
    The list of games: its rows, by game. Rows that cannot be read are left out.

    It may be changed from several threads: the page deletes games while play writes to one.
    """

    def __init__(self, directory: Path) -> None:
        self.file = directory / LIST_FILE
        self.rows: dict[str, Row] = {}
        self._spare = 0
        self._lock = RLock()
        self._is_damaged = False
        """True if the file is not as it was written; nothing is added to it then."""
        with suppress(FileNotFoundError):
            self._read()

    def _read(self) -> None:
        try:
            self._is_damaged = self.file.stat(follow_symlinks=False).st_nlink > 1  # it may be a journal as well
            *lines, rest = read_whole(self.file).split(b"\n")
        except FileNotFoundError:
            raise
        except OSError:  # also for a folder, a link or a pipe
            self._is_damaged = True
            return
        self._is_damaged |= bool(rest)
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            told = json.loads(unsealed(line, _ABOUT))
            row = Row(**{**told, "stamp": tuple(told["stamp"]) if told["stamp"] else None})
        except (UnfitError, ValueError, TypeError, LookupError, RecursionError):
            self._is_damaged = True
        else:
            self._spare += row.game in self.rows
            self.rows[row.game] = row

    def in_order(self) -> list[Row]:
        """
        The rows in the order their games were begun, without deleted games; one without a number is placed by its name.
        """
        with self._lock:
            rows = [row for row in self.rows.values() if not row.deleted]
        known = sorted((row for row in rows if row.number), key=lambda row: (row.number, row.game))
        for row in (row for row in rows if not row.number):
            at = next((at for at, later in enumerate(known) if later.game > row.game), len(known))
            known.insert(at, row)
        return known

    def remember(self, row: Row) -> None:
        """Adds or replaces a row without writing it: the journal has what it says."""
        with self._lock:
            self.rows[row.game] = row

    def note(self, row: Row) -> None:
        """Adds or replaces a row, and writes it to the file if possible."""
        with self._lock:
            is_known = self.rows.get(row.game) == row
            self._spare += row.game in self.rows
            self.rows[row.game] = row
            if not (is_known or self._is_damaged):
                with suppress(OSError):
                    self._append(_line(row))

    def _append(self, line: bytes) -> None:
        """Adds a line to the file, which is damaged if it takes only a part of it. Raises OSError."""
        opened = os.open(self.file, _APPEND, 0o644)
        try:
            self._is_damaged = os.write(opened, line) < len(line)
        finally:
            os.close(opened)

    def sum_up(self, game: str, summary: dict[str, Any], lines: int) -> None:
        """Stores the game's result after so many lines of its journal, if no more are known."""
        with self._lock:
            if game in self.rows and self.rows[game].lines == lines:
                self.note(replace(self.rows[game], summary=summary))

    def tidy(self) -> None:
        """Writes the list anew if it has many superseded rows; a damaged list is first moved aside."""
        if self._is_damaged:
            with suppress(OSError):
                self.file.replace(self.file.with_name(_DAMAGED))
        if self._is_damaged or self._spare > _SPARE_ROWS:
            with suppress(OSError):
                self._write()

    def forget(self, *games: str) -> None:
        """
        Removes games, also from a damaged list; if the list cannot be written, it goes. Raises OSError if that fails.
        """
        with self._lock:
            self.file.with_name(_DAMAGED).unlink(missing_ok=True)
            if [self.rows.pop(game) for game in games if game in self.rows]:
                try:
                    self._write()
                except OSError:
                    self.file.unlink(missing_ok=True)

    def _write(self) -> None:
        with atomic_write(self.file) as stream:
            stream.writelines(map(_line, self.rows.values()))
        self._spare, self._is_damaged = 0, False


def _line(row: Row) -> bytes:
    return sealed(json.dumps(asdict(row), ensure_ascii=False), _ABOUT).encode() + b"\n"
