"""
An event as the text that is kept: one judgement for writing, rescuing and reading.

The text of an event ends with a mark: a hash over the mark before it, the game, the number and the event itself. A text
of an older version has none; the next mark covers it as well.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.errors import UnreadableError
from lucca_pi.strict import read_json

MARK_DIGITS = 32
KEY = b'"mark": "'
LIKE_A_MARK, LONGEST_MARK = re.compile(rb'": "[0-9a-f]{32}"\}\Z'), 50
"""A mark under a damaged key; no event of ours ends so."""
MOST_NESTED = 20
"""Levels of lists and objects in one another; an event has 6."""
LONGEST_GAME = 100
"""Characters of a game's name."""


class UnfitError(Exception):
    """A text is no event, or not the one that was kept; the message says why."""


def text_of(event: Mapping[str, Any]) -> str:
    """The event as JSON, without a mark. Raises UnfitError where it could not be read again."""
    try:
        text = json.dumps(event, ensure_ascii=False, allow_nan=False)
        data = text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise UnfitError(str(error)) from None
    read_event(data)
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
    if "mark" in event or LIKE_A_MARK.search(data[-LONGEST_MARK:]):
        raise UnfitError("has a damaged mark")
    return event


def _levels(value: object) -> Iterator[int]:
    """How deep each value lies within the others; without recursion, which ends at another depth in each Python."""
    left = [(value, 1)]
    while left:
        one, level = left.pop()
        yield level
        if isinstance(one, dict | list):
            left += [(inner, level + 1) for inner in (one.values() if isinstance(one, dict) else one)]


def sealed(text: str, *about: object) -> str:
    """The text of a JSON object with its mark; `about` is what else the mark depends on."""
    comma = ", " if len(text) > len("{}") else ""
    return f'{text[:-1]}{comma}{KEY.decode()}{_hash(text.encode(), *about)}"}}'


def parted(data: bytes) -> tuple[bytes, str | None]:
    """A text without its mark, and the mark; None where it ends with none."""
    end = len(KEY) + MARK_DIGITS + len(b'"}')
    tail = data[-end:]
    if not (tail.startswith(KEY) and tail.endswith(b'"}')):
        return data, None
    mark = tail[len(KEY) : -2]
    return data[:-end].removesuffix(b", ") + b"}", mark.decode(errors="replace")


def is_intact(data: bytes, *about: object) -> bool:
    """Whether a text has the mark that it was sealed with."""
    text, mark = parted(data)
    return mark == _hash(text, *about)


def _hash(text: bytes, *about: object) -> str:
    hashed = hashlib.blake2b(digest_size=MARK_DIGITS // 2)
    for part in about:
        hashed.update(f"{part}\0".encode(errors="surrogatepass"))
    hashed.update(text)
    return hashed.hexdigest()


def is_name(game: str) -> bool:
    r"""
    Whether a game's name can name a folder as well.

    >>> [is_name(name) for name in ("2026-05-01T2000", "..", "a/b", "a\0", "", "x" * 101)]
    [True, False, False, False, False, False]
    """
    return 0 < len(game) <= LONGEST_GAME and game.isprintable() and "/" not in game and game not in (".", "..")


@dataclass(slots=True)
class Chain:
    """
    The events of a game, one after another.

    `marked` is the last that had its mark; of `marks`, one for each, the last covers all of them.
    """

    game: str
    marked: int = 0
    marks: list[str] = field(default_factory=list)

    @property
    def events(self) -> int:
        """How many were taken so far."""
        return len(self.marks)

    @property
    def mark(self) -> str:
        """What covers them; empty before the first."""
        return self.marks[-1] if self.marks else ""

    def take(self, number: object, data: object) -> bytes:
        """The text of the next event without its mark. Raises UnfitError where it is not the next one, or damaged."""
        if number != self.events + 1:
            raise UnfitError("is missing")
        if not isinstance(data, bytes):
            raise UnfitError("is no text")
        text, mark = parted(data)
        covering = self._covering(text)
        if mark is None:
            read_event(text)
        elif mark != covering:
            raise UnfitError("is not as it was kept")
        self.marks.append(covering)
        self.marked = self.marked if mark is None else self.events
        return text

    def next(self, text: str) -> str:
        """The text of a next event with its mark."""
        return sealed(text, self.mark, self.game, self.events + 1)

    def _covering(self, text: bytes) -> str:
        return _hash(text, self.mark, self.game, self.events + 1)
