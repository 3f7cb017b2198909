"""
A game's journal as a text file: a JSON object on each line, sealed with a mark that covers all lines before it.

    {"journal": "lucca-journal/1", "game": "2026-05-01T2000", "number": 17, "mark": "…"}      the head
    {"event": "begun", …, "mark": "…"}                                                        the events, oldest first
    {"event": "titled", "title": "…", "mark": "…"}                                            about it; not played
    {"damage": {"events": 30, "file": "…"}, "mark": "…"}                                      where it was mended

A mark is a hash over the mark before it, the game's name, the line's number and its text. A line counts once it ends:
what follows the last end of line was never acknowledged. From the first line that does not fit, nothing is believed.
"""

import errno
import fcntl
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.files import sync_directory
from lucca_pi.outside import harmless, read_json

_FORMAT = "lucca-journal/1"
END = ".jsonl"
"""Suffix of a journal's file; the game's name precedes it."""
_MARK_DIGITS = 32
_KEY = b'"mark": "'
_LIKE_A_MARK, _LONGEST_MARK = re.compile(rb'": "[0-9a-f]{32}"\}\Z'), 50
"""A mark under another key: no event may end like this; and its longest match, bytes."""
_RESERVED = ("mark", "damage")
"""Keys that no event may have."""
MOST_NESTED = 20
"""Deepest nesting of lists and objects; events have 6 levels."""
_LONGEST_GAME_BYTES = 200
"""Longest name of a game, in bytes of UTF-8: a file's name has room for 255."""
_MOST_BYTES = 50_000_000
"""Largest journal, bytes; one of a long game has some 100,000."""
END_GONE = "damaged: its end is gone, or another"
LONGEST_TITLE = 60
"""Most letters of a game's title."""
_ABOUT = (b'{"event": "titled", ', b'{"event": "hidden", ')
"""Beginnings of the events about a game: its title, and whether lists leave it out. Replaying ignores them."""
_READINGS = 3
"""Attempts to read a journal whose last line is incomplete: play may be writing it."""


class UnfitError(Exception):
    """A text is no event, or differs from the event that was recorded; the message says how."""


def text_of(event: Mapping[str, Any]) -> str:
    """The event as JSON, without a mark. Raises UnfitError if it could not be read back."""
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
    """Depth of each value. It works without recursion, whose limit differs between versions of Python."""
    left = [(value, 1)]
    while left:
        one, level = left.pop()
        yield level
        if isinstance(one, dict | list):
            left += [(inner, level + 1) for inner in (one.values() if isinstance(one, dict) else one)]


def sealed(text: str, *about: object) -> str:
    """The text of a JSON object with its mark; the mark also depends on `about`."""
    comma = ", " if len(text) > len("{}") else ""
    return f'{text[:-1]}{comma}{_KEY.decode()}{_hash(text.encode(), *about)}"}}'


def unsealed(data: bytes, *about: object) -> bytes:
    """The text without its mark. Raises UnfitError if the mark is wrong or missing."""
    end = len(_KEY) + _MARK_DIGITS + len(b'"}')
    text = data[:-end].removesuffix(b", ") + b"}"
    if data[-end:] != b"".join((_KEY, _hash(text, *about).encode(), b'"}')):
        raise UnfitError("is not as it was written")
    return text


def _hash(text: bytes, *about: object) -> str:
    import hashlib  # which loads OpenSSL: the first picture waits for no journal

    hashed = hashlib.blake2b(digest_size=_MARK_DIGITS // 2)
    for part in about:
        hashed.update(f"{part}\0".encode(errors="surrogatepass"))
    hashed.update(text)
    return hashed.hexdigest()


def head_text(game: str, number: int) -> str:
    """The first line of a journal, without its mark; `number`: the game's place in the order of beginnings."""
    return json.dumps({"journal": _FORMAT, "game": game, "number": number})


def is_name(game: str) -> bool:
    r"""
    True if a game's name can name a file and a folder.

    >>> [is_name(name) for name in ("2026-05-01T2000", "..", "a/b", "a\0", "", "x" * 201)]
    [True, False, False, False, False, False]
    """
    return (
        game.isprintable()
        and 0 < len(game.encode()) <= _LONGEST_GAME_BYTES
        and "/" not in game
        and game not in (".", "..")
    )


def fit_title(text: str) -> str | None:
    r"""
    The title without superfluous spaces; None if it is too long, or holds signs that steer, turn or hide.

    >>> fit_title("  Grandma's   birthday "), fit_title("A\u202eda"), fit_title("x" * 61)
    ("Grandma's birthday", None, None)
    """
    title = " ".join(text.split())
    return title if len(title) <= LONGEST_TITLE and harmless(title) == title else None


@dataclass(slots=True)
class Journal:
    """
    The readable part of a game's journal.

    `number`: the game's place in the order of beginnings; 0 if the head cannot be read. `marks`: the mark of each line;
    the last covers all lines. `texts`: its events, without marks. `intact_bytes`: length of the intact part of the
    file. `fault`: why the next line does not fit; `is_cut`: true if the rest is a line without its end. `damage`: loss
    that was found at earlier starts.
    """

    game: str
    number: int = 0
    marks: list[str] = field(default_factory=list)
    texts: list[bytes] = field(default_factory=list)
    intact_bytes: int = 0
    fault: str = ""
    is_cut: bool = False
    damage: Mapping[str, Any] | None = None
    trouble: str = ""
    """The part that cannot be read, in words; "" if all can."""

    @property
    def is_unsound(self) -> bool:
        """True if the file is not as it was written; a loss that was mended at an earlier start does not count."""
        return bool(self.fault) or not self.texts or self.trouble == END_GONE

    @property
    def is_sound(self) -> bool:
        """True if the file is as it was written, to its end."""
        return not (self.is_unsound or self.is_cut)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events, oldest first."""
        return [json.loads(text) for text in self.texts]

    @property
    def title(self) -> str:
        """The title that players gave the game last; "" without one."""
        return fit_title(str(self._about().get("title", ""))) or ""

    @property
    def hidden(self) -> bool:
        """True if players hid the game from lists."""
        return self._about().get("hidden") is True

    def _about(self) -> dict[str, Any]:
        found = [json.loads(text) for text in self.texts if text.startswith(_ABOUT)]
        return {key: value for event in found for key, value in event.items()}

    def is_played_on(self, lines: int) -> bool:
        """True if lines after that number hold more than words about the game."""
        new = len(self.marks) - lines
        return not all(text.startswith(_ABOUT) for text in self.texts[max(0, len(self.texts) - new) :])

    def has(self, lines: int, mark: str) -> bool:
        """True if the line of that number, from 1, exists and has that mark."""
        return 0 < lines <= len(self.marks) and self.marks[lines - 1] == mark

    def read(self, line: bytes) -> None:
        """Takes the next line, without its end. Raises UnfitError if it does not fit."""
        text = unsealed(line, *_place(self.game, self.marks))
        if not self.marks:
            self.number = json.loads(text)["number"]
        elif text.startswith(b'{"damage": '):
            self.damage = json.loads(text)["damage"]
        else:
            self.texts.append(text)
        self.marks.append(_mark_of(line))
        self.intact_bytes += len(line) + 1


def _place(game: str, marks: Sequence[str]) -> tuple[object, ...]:
    """All that the mark of a line depends on besides its text: the mark before it, its game and its number."""
    return marks[-1] if marks else "", game, len(marks)


def _mark_of(line: bytes) -> str:
    return line[-_MARK_DIGITS - 2 : -2].decode()


def lines_of(game: str, marks: Sequence[str], texts: Iterable[str]) -> bytes:
    """Lines with these texts that follow those with the marks, each with its mark and its end."""
    marks, lines = [*marks], b""
    for text in texts:
        line = sealed(text, *_place(game, marks)).encode()
        marks.append(_mark_of(line))
        lines += line + b"\n"
    return lines


def parsed(data: bytes, game: str) -> Journal:
    """Parses the content of a journal's file."""
    journal = Journal(game)
    *lines, rest = data.split(b"\n")
    for line in lines:
        try:
            journal.read(line)
        except UnfitError as error:
            journal.fault = f"line {len(journal.marks) + 1} {error}"
            break
    else:
        journal.is_cut = bool(rest)
    if len(data) > _MOST_BYTES:
        journal.fault, journal.is_cut = "is too far from the beginning", False
    journal.trouble = _trouble(journal)
    return journal


def _trouble(journal: Journal) -> str:
    if journal.damage and not journal.fault:
        return _damage_text(**journal.damage)
    if journal.fault or not journal.texts:
        return _damage_text(len(journal.texts))
    return "its last line is cut off: it was not acknowledged" if journal.is_cut else ""


def _damage_text(events: int, file: str = "") -> str:
    """Text about a damaged journal; `file`: the copy of the whole of it."""
    return f"damaged: events that could be read: {events}" + (f"; all that was left of it is in {file}" if file else "")


def read_journal(file: Path, game: str) -> Journal:
    """The journal in a file. Raises OSError if it cannot be read, and for a link, a folder or a pipe."""
    for _ in range(_READINGS):
        journal = parsed(read_whole(file), game)
        if not journal.is_cut:
            break
    return journal


def read_whole(file: Path) -> bytes:
    """
    Content of a regular file, at most one byte more than MOST_BYTES. Raises OSError, also for a link, a folder or a
    pipe.
    """
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


def _locked(file: Path, how: int) -> int:
    """The file, opened and locked where the file system has locks. Raises OSError."""
    opened = _opened(file, how)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(opened)
        raise
    except OSError:
        pass  # the lock of the folder keeps two plays apart; only titles could be written at once
    return opened


def no_file(file: Path) -> OSError:
    """The error for a link, a folder, a pipe or the like under the name of a file."""
    return OSError(errno.EINVAL, "it is not a file", str(file))


class LostError(Exception):
    """The journal being written was taken away or replaced."""


class OpenJournal:
    """
    A game's journal, open to append; an event is on the disk when `append` returns.

    `journal`: what is acknowledged. One without lines is made with its first event.
    """

    def __init__(self, file: Path, journal: Journal) -> None:
        """Raises OSError; BlockingIOError if another program has it open to append."""
        self.file, self.journal = file, journal
        self._unsure = False
        """True if the file may hold more than was acknowledged."""
        self._opened = _locked(file, os.O_RDWR) if journal.marks else -1

    def append(self, text: str) -> None:
        """
        Writes an event. Raises OSError if the disk refuses, LostError if the file was taken away.

        A part of a line that was written then is removed, at the latest before the next event.
        """
        game, marks, is_new = self.journal.game, self.journal.marks, not self.journal.marks
        data = lines_of(game, marks, [head_text(game, self.journal.number), text] if is_new else [text])
        if self.journal.intact_bytes + len(data) > _MOST_BYTES:
            raise OSError(errno.EFBIG, "the journal has become too long: begin a new game", str(self.file))
        if self._opened < 0:
            self._opened = _locked(self.file, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        self.check()
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
        self._unsure = False
        for line in data.splitlines():
            self.journal.read(line)

    def check(self) -> None:
        """Raises LostError if the file was taken away, or changed by another program."""
        if self._opened < 0:
            return
        ours = os.fstat(self._opened)
        try:
            there = self.file.stat(follow_symlinks=False)
        except OSError as error:
            raise LostError from error
        if not os.path.samestat(there, ours) or (ours.st_size != self.journal.intact_bytes and not self._unsure):
            raise LostError

    def close(self) -> None:
        """Closes the file."""
        if self._opened >= 0:
            os.close(self._opened)
            self._opened = -1

    def _write(self, data: bytes) -> None:
        if self._unsure:
            self._cut()
        self._unsure = True
        written = 0
        while written < len(data):
            written += os.pwrite(self._opened, data[written:], self.journal.intact_bytes + written)
        os.fsync(self._opened)

    def _cut(self) -> None:
        os.ftruncate(self._opened, self.journal.intact_bytes)
        os.fsync(self._opened)


def written(game: str, number: int, events: Sequence[str]) -> bytes:
    """Content of a journal's file with these events."""
    return lines_of(game, (), (head_text(game, number), *events))
