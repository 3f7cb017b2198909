"""
The files of a state directory beside the journals.

    games/                 the folder of journals; the program that writes them holds its lock
    games/deleted/         journals of deleted games, which can be brought back
    games-list.jsonl       a row for each game with its result, so that listing games reads no journal
    photographs/           photographs of decks' faces, each set once, called by its digest
    phones.json            the phones that were let in, remembered across a restart
    language.json          the language chosen at the table
    table.key              the table's key, by which others know that what it publishes is genuine
    made/                  what took seconds to make (`files.kept`); it may be deleted

The list of games is a cache: without it, journals are read again and nothing is lost. It is also a witness: a journal
whose lines differ from the list is damaged. Each row is sealed by itself; the last row of a game counts.
"""

import errno
import fcntl
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journal_file import Journal, LostError, UnfitError, read_whole, sealed, unsealed
from lucca_pi.errors import reason_of
from lucca_pi.files import atomic_write, read_file, sync_directory, write_file
from lucca_pi.language import LANGUAGES, _

GAMES = "games"
"""Name of the folder of journals; the program that writes games holds its lock."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_BROKEN = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EUCLEAN)
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)


def lock_games(directory: Path) -> int:
    """The file descriptor of the lock on the folder of journals, which is made if it is missing. Raises StoreError."""
    folder, lock = directory / GAMES, -1
    try:
        make_folder(folder)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
            number = errno.EROFS if os.statvfs(folder).f_flag & os.ST_RDONLY else errno.EACCES
            raise OSError(number, os.strerror(number))
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if lock >= 0:
            os.close(lock)
        if isinstance(error, BlockingIOError):
            raise StoreError(
                _(
                    "{directory}: another lucca-pi stores its games here. Stop it first (q in its terminal; on a Pi "
                    "sudo systemctl stop lucca-pi), or give this one another directory with --state DIR.",
                    directory=directory,
                )
            ) from error
        raise StoreError(
            _(
                "{directory}: cannot be written ({reason}). Choose another directory with --state DIR.",
                directory=folder if os.access(folder, os.F_OK) else directory,
                reason=reason_of(error),
            )
        ) from error
    return lock


def make_folder(folder: Path) -> None:
    """Makes a folder and its parents, and syncs them to the disk. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        try:
            folder.mkdir()
        except FileExistsError:
            if not folder.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
        with suppress(PermissionError):
            sync_directory(folder.parent)


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Turns an OSError of the disk, or a LostError, into a StoreError that says what to do about it."""
    try:
        yield
    except LostError as error:
        raise StoreError(lost_text(file)) from error
    except OSError as error:
        raise StoreError(_trouble(f"{file}: {reason_of(error)}", error.errno)) from error


def _trouble(what: str, number: int | None) -> str:
    if number in _NO_ROOM:
        return _("{what}. Make room on the disk (df -h shows it): the game goes on where it was.", what=what)
    if number in _NO_RIGHT:
        return _("{what}. Let this user write there, or choose another directory with --state DIR.", what=what)
    if number in _BROKEN:
        return _("{what}. The disk may be broken: copy the games elsewhere, and use another one.", what=what)
    return f"{what}."


def lost_text(file: Path) -> str:
    """Text for players whose journals were taken away during a game."""
    return _(
        "{file}: is gone or replaced: its disk or folder was removed. What you play is not saved. Put it back, and "
        "start again.",
        file=file,
    )


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

    def sum_up(self, game: str, summary: dict[str, Any]) -> None:
        """Stores the game's result for the lines of its journal that are known."""
        if game in self.rows:
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


PHOTOGRAPHS = "photographs"
"""Key of the photographs in an event, and name of their folder in the state directory."""
_DIGEST = "sha256"
_LARGEST_BYTES = 50_000_000
"""Largest file of photographs, bytes: they come from a deck file of at most 8 million characters."""


def without_photographs(event: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    """The event with digests in place of its photographs, which are written to the disk first. Raises OSError."""
    told = {**event}
    for name, part in event.items():
        if isinstance(part, dict) and isinstance(part.get(PHOTOGRAPHS), list):
            text = json.dumps(part[PHOTOGRAPHS]).encode()
            digest = _digest_of(text)
            if _read(file := directory / PHOTOGRAPHS / f"{digest}.json") is None:
                file.parent.mkdir(exist_ok=True)
                sync_directory(directory)
                write_file(file, text)
            told[name] = {**part, PHOTOGRAPHS: {_DIGEST: digest}}
    return told


def with_photographs(event: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    """The event with its photographs in place of their digests; a digest stays if its file is missing."""
    told = {**event}
    for name, part in event.items():
        kept = part.get(PHOTOGRAPHS) if isinstance(part, dict) else None
        if isinstance(kept, dict) and isinstance(digest := kept.get(_DIGEST), str) and digest.isalnum():
            told[name] = {**part, PHOTOGRAPHS: _read(directory / PHOTOGRAPHS / f"{digest}.json") or kept}
    return told


def _digest_of(text: bytes) -> str:
    from hashlib import sha256  # which loads OpenSSL: the first picture waits for no photograph

    return sha256(text).hexdigest()


def _read(file: Path) -> list[Any] | None:
    """The photographs in a file; None if it is missing, or does not match its digest."""
    try:
        return _sound(file, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=1)
def _sound(file: Path, changed_ns: int) -> list[Any]:  # noqa: ARG001 - a file that was changed is read anew
    """The photographs in a file; the latest are cached. Raises OSError, and ValueError for a damaged file."""
    text = read_file(file, _LARGEST_BYTES)
    if _digest_of(text) != file.stem:
        raise ValueError(file)
    found: list[Any] = json.loads(text)
    return found


_MOST_BYTES = 100_000
_KEY_FILE = "table.key"
_KEY_BYTES = 32
_KEY = re.compile(rf"[0-9a-f]{{{2 * _KEY_BYTES}}}")


def table_key(directory: Path) -> str:
    """The table's key, hexadecimal; it is made once, for its owner's eyes only. Raises StoreError."""
    file = directory / _KEY_FILE
    with explained(file):
        try:
            key = read_file(file, _MOST_BYTES).decode(errors="replace").strip()
        except FileNotFoundError:
            key = os.urandom(_KEY_BYTES).hex()
            make_folder(directory)
            with atomic_write(file) as stream:
                os.fchmod(stream.fileno(), 0o600)
                stream.write(key.encode())
    if not _KEY.fullmatch(key):
        raise StoreError(_("{file}: this is no key of a table. Delete it: a new one is made.", file=file))
    return key


def _document(file: Path) -> dict[str, Any]:
    """The JSON object in a file; empty if it cannot be read."""
    try:
        known = json.loads(read_file(file, _MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return known if isinstance(known, dict) else {}


class KnownPhones:
    """The file of known phones. It holds no secret: only a hash of the token that a phone sends."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "phones.json"

    def read(self) -> Mapping[str, Any]:
        """The phones of the last run; empty if the file cannot be read: then phones are let in again."""
        return _document(self._file)

    def keep(self, phones: Mapping[str, Any]) -> None:
        """Replaces the stored phones. If that fails, phones are known until the program ends."""
        with suppress(OSError):
            write_file(self._file, json.dumps(phones).encode())


class KeptLanguage:
    """The file of the language chosen at the table. It counts until another language is set than at the choice."""

    def __init__(self, directory: Path, usual: str) -> None:
        """`usual`: the language of the settings."""
        self._file, self._usual = directory / "language.json", usual

    def read(self) -> str:
        """The language to speak: the chosen one, or else the usual one."""
        kept = _document(self._file)
        chosen = str(kept.get("chosen"))
        return chosen if kept.get("instead_of") == self._usual and chosen in LANGUAGES else self._usual

    def keep(self, language: str) -> None:
        """Stores the choice. If that fails, it counts until the program ends."""
        with suppress(OSError):
            write_file(self._file, json.dumps({"chosen": language, "instead_of": self._usual}).encode())

    def forget(self) -> None:
        """Deletes the choice, as a language is given on the command line."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
