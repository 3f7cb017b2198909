"""
The files of a state directory beside the journals.

    games/                 the folder of journals; the program that writes them holds its lock
    games/deleted/         journals of deleted games, which can be brought back
    games-list.jsonl       the list of games (`game_list.py`); it may be deleted
    photographs/           photographs of decks' faces, each set once, called by its digest
    phones.json            the phones that were let in, remembered across a restart
    language.json          the language chosen at the table
    table.key              the table's key, by which others know that what it publishes is genuine
    made/                  what took seconds to make (`files.kept`); it may be deleted
"""

import errno
import fcntl
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journal_file import LostError
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
