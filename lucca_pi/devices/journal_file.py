"""
A game's journal as a text file: one JSON object a line, each line sealed with a mark that covers all lines before it.

    {"journal": "lucca-journal/1", "game": "2026-05-01T2000", "number": 17, "mark": "…"}      the head
    {"event": "begun", …, "mark": "…"}                                                        the events, oldest first
    {"damage": {"events": 30, "file": "…"}, "mark": "…"}                                      where it was mended

A mark is a hash over the mark before it, the game's name, the line's number and its text. A line counts once it ends:
what follows the last end of line was never acknowledged. From the first line that does not fit, nothing is believed.
"""

import errno
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.files import sync_directory
from lucca_pi.outside import read_json

_FORMAT = "lucca-journal/1"
END = ".jsonl"
"""How the name of a journal's file ends; before it stands the game's name."""
_MARK_DIGITS = 32
_KEY = b'"mark": "'
_LIKE_A_MARK, _LONGEST_MARK = re.compile(rb'": "[0-9a-f]{32}"\}\Z'), 50
"""A mark under another key; no event may end so."""
_RESERVED = ("mark", "damage")
"""Keys that no event may have."""
MOST_NESTED = 20
"""Largest depth of lists and objects in one another; an event has 6."""
_LONGEST_GAME_BYTES = 200
"""Longest name of a game, in bytes of UTF-8: a file's name has room for 255."""
_MOST_BYTES = 50_000_000
"""Largest journal, bytes; one of a long game has some 100,000."""
END_GONE = "damaged: its end is gone, or another"
_READINGS = 3
"""How often a journal with a cut end is read: play may just be writing it."""


class UnfitError(Exception):
    """A text is no event, or not the one that was recorded; the message says why."""


def text_of(event: Mapping[str, Any]) -> str:
    """The event as JSON, without a mark. Raises UnfitError where it could not be read again."""
    try:
        text = json.dumps(event, ensure_ascii=False, allow_nan=False)
        read_event(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        raise UnfitError(str(error)) from None
    return text


def read_event(data: bytes) -> dict[str, Any]:
    """The event in a text without its mark. Raises UnfitError."""
    try:
        event = read_json(data.decode()).object()
    except UnicodeDecodeError:
        raise UnfitError("is not UTF-8 text") from None
    except UnreadableError as error:
        raise UnfitError(error.message) from None
    if any(level > MOST_NESTED for level in _levels(event)):
        raise UnfitError("is nested too deeply")
    if any(key in event for key in _RESERVED) or _LIKE_A_MARK.search(data[-_LONGEST_MARK:]):
        raise UnfitError("has a key that events do not have")
    return event


def _levels(value: object) -> Iterator[int]:
    """The depth of each value within the others; without recursion, which ends at another depth in each Python."""
    left = [(value, 1)]
    while left:
        one, level = left.pop()
        yield level
        if isinstance(one, dict | list):
            left += [(inner, level + 1) for inner in (one.values() if isinstance(one, dict) else one)]


def sealed(text: str, *about: object) -> str:
    """The text of a JSON object with its mark; `about` is what else the mark depends on."""
    comma = ", " if len(text) > len("{}") else ""
    return f'{text[:-1]}{comma}{_KEY.decode()}{_hash(text.encode(), *about)}"}}'


def unsealed(data: bytes, *about: object) -> bytes:
    """A text without the mark that it was sealed with. Raises UnfitError where it has another, or none."""
    end = len(_KEY) + _MARK_DIGITS + len(b'"}')
    text = data[:-end].removesuffix(b", ") + b"}"
    if data[-end:] != b"".join((_KEY, _hash(text, *about).encode(), b'"}')):
        raise UnfitError("is not as it was written")
    return text


def _hash(text: bytes, *about: object) -> str:
    hashed = hashlib.blake2b(digest_size=_MARK_DIGITS // 2)
    for part in about:
        hashed.update(f"{part}\0".encode(errors="surrogatepass"))
    hashed.update(text)
    return hashed.hexdigest()


def is_name(game: str) -> bool:
    r"""
    Whether a game's name can name a file and a folder as well.

    >>> [is_name(name) for name in ("2026-05-01T2000", "..", "a/b", "a\0", "", "x" * 201)]
    [True, False, False, False, False, False]
    """
    return (
        game.isprintable()
        and 0 < len(game.encode()) <= _LONGEST_GAME_BYTES
        and "/" not in game
        and game not in (".", "..")
    )


@dataclass(slots=True)
class Chain:
    """The lines of a game's journal, one after another: of `marks`, one for each, the last covers all of them."""

    game: str
    marks: list[str] = field(default_factory=list)

    @property
    def mark(self) -> str:
        """The mark of the last line; empty before the first."""
        return self.marks[-1] if self.marks else ""

    def take(self, line: bytes) -> bytes:
        """The text of the next line without its mark. Raises UnfitError where it is another line, or damaged."""
        text = unsealed(line, self.mark, self.game, len(self.marks))
        self.marks.append(line[-_MARK_DIGITS - 2 : -2].decode())
        return text

    def add(self, text: str) -> bytes:
        """A next line of this text, with its mark and its end."""
        line = sealed(text, self.mark, self.game, len(self.marks)).encode()
        self.take(line)
        return line + b"\n"

    def has(self, lines: int, mark: str) -> bool:
        """Whether the line of that number, from 1, is there and has that mark."""
        return 0 < lines <= len(self.marks) and self.marks[lines - 1] == mark


@dataclass(slots=True)
class Journal:
    """
    A game's journal as far as it can be read.

    `number`: the game's place among all, in the order they were begun; 0 where its head cannot be read. `texts`: its
    events, without marks. `intact_bytes`: how much of the file fits. `fault`: why nothing more does; `is_cut`: what
    follows is a line without its end. `damage`: what earlier starts could not read of it.
    """

    chain: Chain
    number: int = 0
    texts: list[bytes] = field(default_factory=list)
    intact_bytes: int = 0
    fault: str = ""
    is_cut: bool = False
    damage: Mapping[str, Any] | None = None
    trouble: str = ""
    """What of it cannot be read, in words; empty if all can."""

    @property
    def is_unsound(self) -> bool:
        """Whether the file is not as it was written; what earlier starts could not read is trouble, but not this."""
        return bool(self.fault) or not self.texts or self.trouble == END_GONE

    @property
    def events(self) -> list[dict[str, Any]]:
        """Its events, oldest first."""
        return [json.loads(text) for text in self.texts]


def parsed(data: bytes, game: str) -> Journal:
    """The journal of that game in the content of a file."""
    journal = Journal(Chain(game))
    *lines, rest = data.split(b"\n")
    for line in lines:
        try:
            _take(journal, journal.chain.take(line))
        except UnfitError as error:
            journal.fault = f"line {len(journal.chain.marks) + 1} {error}"
            break
        journal.intact_bytes += len(line) + 1
    else:
        journal.is_cut = bool(rest)
    journal.trouble = _trouble(journal)
    return journal


def _take(journal: Journal, text: bytes) -> None:
    if len(journal.chain.marks) == 1:
        journal.number = json.loads(text)["number"]
    elif text.startswith(b'{"damage": '):
        journal.damage = json.loads(text)["damage"]
    else:
        journal.texts.append(text)


def _trouble(journal: Journal) -> str:
    if journal.damage and not journal.fault:
        return _damage_text(**journal.damage)
    if journal.fault or not journal.texts:
        return _damage_text(len(journal.texts))
    return "its last line is cut off: it was not acknowledged" if journal.is_cut else ""


def _damage_text(events: int, file: str = "") -> str:
    """What is said of a journal that can be read so far; `file`: where all that was left of it is."""
    return f"damaged: events that could be read: {events}" + (f"; all that was left of it is in {file}" if file else "")


def read_journal(file: Path, game: str) -> Journal:
    """The journal in a file. Raises OSError where it cannot be read at all, also for a link, a folder or a pipe."""
    for _ in range(_READINGS):
        data = read_whole(file)
        journal = parsed(data, game)
        if len(data) > _MOST_BYTES:
            journal.fault, journal.is_cut = "is too far from the beginning", False
            journal.trouble = _trouble(journal)
        if not journal.is_cut:
            break
    return journal


def read_whole(file: Path) -> bytes:
    """The content of a regular file, at most a byte more than MOST_BYTES. Raises OSError, also for what is no file."""
    opened = _opened(file, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(opened, "rb") as stream:
        return stream.read(_MOST_BYTES + 1)


def _opened(file: Path, how: int) -> int:
    try:
        opened = os.open(file, how | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise no_file(file) if error.errno in (errno.ELOOP, errno.EISDIR, errno.ENXIO) else error from None
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise no_file(file)
    return opened


def no_file(file: Path) -> OSError:
    """The error for a link, a folder, a pipe or the like under the name of a file."""
    return OSError(errno.EINVAL, "it is not a file", str(file))


class LostError(Exception):
    """A journal that was being written is gone, or is another one."""


class OpenJournal:
    """
    A game's journal, open to append; what `append` has returned from is on the disk.

    `number`: the game's place among all. A journal without lines is made with the first event.
    """

    def __init__(self, file: Path, journal: Journal) -> None:
        """Raises OSError."""
        self.file, self.chain, self.number = file, journal.chain, journal.number
        self._size = journal.intact_bytes
        self._unsure = False
        """Whether more may stand in the file than was acknowledged."""
        self._opened = -1 if not self.chain.marks else _opened(file, os.O_RDWR)

    def append(self, text: str) -> None:
        """
        Writes the event. Raises OSError where the disk takes no more, LostError where the file was taken away.

        Nothing is half written then: what is left of it is cut off, at the latest before the next event.
        """
        chain, data = replace(self.chain, marks=[*self.chain.marks]), b""
        if is_new := not chain.marks:
            data = chain.add(json.dumps({"journal": _FORMAT, "game": chain.game, "number": self.number}))
        data += chain.add(text)
        if self._size + len(data) > _MOST_BYTES:
            raise OSError(errno.EFBIG, "the journal has become too long", str(self.file))
        if self._opened < 0:
            self._opened = _opened(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        self._check()
        try:
            self._write(data)
            if is_new:
                sync_directory(self.file.parent)
        except OSError:
            with suppress(OSError):
                self._cut()
                if is_new:
                    self.file.unlink()
                    self.close()
            raise
        self._size, self.chain, self._unsure = self._size + len(data), chain, False

    def check(self) -> None:
        """Raises LostError where the file was taken away, or changed by somebody else."""
        if self._opened >= 0:
            self._check()

    def lines(self) -> Journal:
        """All that was acknowledged, as it stands in the file. Raises OSError."""
        return parsed(os.pread(self._opened, self._size, 0) if self._opened >= 0 else b"", self.chain.game)

    def close(self) -> None:
        """Lets go of the file."""
        if self._opened >= 0:
            os.close(self._opened)
            self._opened = -1

    def _check(self) -> None:
        ours = os.fstat(self._opened)
        try:
            there = self.file.stat(follow_symlinks=False)
        except OSError as error:
            raise LostError from error
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            raise LostError
        if ours.st_size != self._size and not self._unsure:
            raise LostError

    def _write(self, data: bytes) -> None:
        if self._unsure:
            self._cut()
        self._unsure = True
        written = 0
        while written < len(data):
            written += os.pwrite(self._opened, data[written:], self._size + written)
        os.fsync(self._opened)

    def _cut(self) -> None:
        os.ftruncate(self._opened, self._size)
        os.fsync(self._opened)


def mended(data: bytes, journal: Journal, aside: str) -> bytes:
    """The content of a damaged journal's file as far as it fits, and a line that says where the whole of it is."""
    note = {"damage": {"events": len(journal.texts), "file": aside}}
    return data[: journal.intact_bytes] + replace(journal.chain, marks=[*journal.chain.marks]).add(json.dumps(note))


def written(game: str, number: int, events: Sequence[str]) -> bytes:
    """The content of a journal's file with these events."""
    chain = Chain(game)
    head = json.dumps({"journal": _FORMAT, "game": game, "number": number})
    return b"".join(map(chain.add, (head, *events)))
