"""
The list of games, `games-list.jsonl`: what each game has come to, so that listing games reads no journal.

It is a cache: without it, journals are read again and nothing is lost. It is a witness, too: a journal that has fewer
lines than the list says, or others, is damaged. Each line is a row, sealed by itself; the last of a game counts.
"""

import errno
import json
import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from lucca_pi.devices.journal_file import Journal, UnfitError, read_whole, sealed, unsealed
from lucca_pi.files import atomic_write

FILE, _DAMAGED = "games-list.jsonl", "games-list-damaged.jsonl"
_ABOUT = "lucca-games-list/1"
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_SPARE_ROWS = 500
"""Most rows that are followed by a later one of the same game, before the list is written anew."""


@dataclass(frozen=True, slots=True)
class Row:
    """
    A game as it was known last.

    `number`: its place among all, in the order they were begun. `lines`, `mark`: how far its journal went, 0 and empty
    where that was never known. `stamp`: what the file's size and times were, None where it was gone. `summary`: what
    the game had come to then, None if that was not worked out. `trouble`: what of the journal could not be read.
    """

    game: str
    number: int = 0
    lines: int = 0
    mark: str = ""
    stamp: tuple[int, ...] | None = None
    summary: dict[str, Any] | None = None
    trouble: str = ""

    def after(self, journal: Journal, found: os.stat_result | None) -> "Row":
        """The row once the journal was read; of a damaged one it keeps what was known before."""
        about: dict[str, Any] = {"stamp": stamp_of(found) if found else None, "trouble": journal.trouble}
        if journal.is_unsound:
            return replace(self, number=self.number or journal.number, **about)
        lines, mark = len(journal.chain.marks), journal.chain.mark
        summary = self.summary if (lines, mark) == (self.lines, self.mark) else None
        return Row(self.game, journal.number, lines, mark, summary=summary, **about)

    def contradicts(self, journal: Journal) -> bool:
        """Whether the journal had lines that are gone, or others."""
        return self.lines > 0 and not journal.chain.has(self.lines, self.mark)


def stamp_of(found: os.stat_result) -> tuple[int, ...]:
    """What changes when a file is written, exchanged or made unreadable."""
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


class GameList:
    """The rows of a list, by game; without its file, or of one that is damaged, those that can be read."""

    def __init__(self, directory: Path) -> None:
        self.file = directory / FILE
        self.rows: dict[str, Row] = {}
        self._spare = 0
        self._is_damaged = False
        """Whether the file is not what was written: nothing is added to it."""
        self._is_kept_as_it_is = False
        """Whether the file could not be read, though it may be well: nothing is written."""
        self._is_torn = False
        """Whether the disk took a row only in part."""
        with suppress(FileNotFoundError):
            self._read()

    def _read(self) -> None:
        try:
            self._is_damaged = self.file.stat(follow_symlinks=False).st_nlink > 1  # it may be a journal as well
            *lines, rest = read_whole(self.file).split(b"\n")
        except FileNotFoundError:
            raise
        except OSError as error:
            self._is_damaged = error.errno == errno.EINVAL  # a folder, a link or a pipe
            self._is_kept_as_it_is = not self._is_damaged
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

    def note(self, row: Row) -> None:
        """Takes in a row, and writes it where that is possible."""
        if self.rows.get(row.game) == row:
            return
        self._spare += row.game in self.rows
        self.rows[row.game] = row
        if self._is_damaged or self._is_kept_as_it_is:
            return
        with suppress(OSError):
            opened = os.open(self.file, _APPEND, 0o644)
            line = (b"\n" if self._is_torn else b"") + _line(row)
            try:
                self._is_torn = os.write(opened, line) < len(line)
            finally:
                os.close(opened)

    def sum_up(self, game: str, summary: dict[str, Any]) -> None:
        """Takes in what a game has come to with the lines that are known of it."""
        if game in self.rows:
            self.note(replace(self.rows[game], summary=summary))

    def tidy(self) -> None:
        """Writes the list anew where many rows of it count no more; one that is damaged is kept beside it."""
        if self._is_damaged:
            with suppress(OSError):
                self.file.replace(self.file.with_name(_DAMAGED))
        if self._is_damaged or (self._spare > _SPARE_ROWS and not self._is_kept_as_it_is):
            with suppress(OSError):
                self._write()

    def forget(self, game: str) -> None:
        """Takes a game out; where the disk refuses, the whole list goes. Raises OSError where it cannot go either."""
        if self.rows.pop(game, None):
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


def in_order(rows: Collection[Row]) -> list[Row]:
    """The rows in the order their games were begun; one whose place is not known stands by its name."""
    known = sorted((row for row in rows if row.number), key=lambda row: (row.number, row.game))
    for row in (row for row in rows if not row.number):
        at = next((at for at, later in enumerate(known) if later.game > row.game), len(known))
        known.insert(at, row)
    return known
