"""
Titles that players gave to games, and games that they hid: `game-marks.json` in the state directory.

Journals hold neither, so that they read the same everywhere. Without the file every game is listed under its date.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from lucca_pi.devices.state_directory import explained
from lucca_pi.files import atomic_write, read_file
from lucca_pi.outside import harmless

MARKS_FILE = "game-marks.json"
_MOST_BYTES = 8_000_000
LONGEST_TITLE = 60
"""Most letters of a game's title."""


@dataclass(frozen=True, slots=True)
class Mark:
    """
    The title of a game, "" for none, and whether lists leave it out.

    `summary`: the result of a deleted game that can still be brought back; None if it is unknown.
    """

    title: str = ""
    hidden: bool = False
    summary: Mapping[str, Any] | None = None


NO_MARK = Mark()


def fit_title(text: str) -> str | None:
    r"""
    The title without superfluous spaces; None if it is too long, or holds signs that steer, turn or hide.

    >>> fit_title("  Grandma's   birthday "), fit_title("A\u202eda"), fit_title("x" * 61)
    ("Grandma's birthday", None, None)
    """
    title = " ".join(text.split())
    return title if len(title) <= LONGEST_TITLE and harmless(title) == title else None


class GameMarks:
    """The marks of games in a state directory. A file that cannot be read counts as empty."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / MARKS_FILE
        self._lock = Lock()

    def read(self) -> dict[str, Mark]:
        """The marks by game, as the file has them now."""
        try:
            told = json.loads(read_file(self._file, _MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        return {game: mark for game, data in told.items() if (mark := _mark(data))} if isinstance(told, dict) else {}

    def change(self, game: str, **changed: Any) -> None:
        """Changes fields of a game's mark, and writes the file. Raises StoreError."""
        with self._lock, explained(self._file):
            marks = self.read()
            mark = replace(marks.pop(game, NO_MARK), **changed)
            if mark != NO_MARK:
                marks[game] = mark
            with atomic_write(self._file) as stream:
                stream.write(
                    json.dumps({name: asdict(one) for name, one in marks.items()}, ensure_ascii=False).encode()
                )

    def forget(self, game: str) -> None:
        """Removes a game's mark. Raises StoreError."""
        if game in self.read():
            self.change(game, title="", hidden=False, summary=None)


def _mark(data: object) -> Mark | None:
    """The mark in a part of the file; None if it has another form."""
    with suppress(TypeError, AttributeError):
        mark = Mark(**data)  # type: ignore[arg-type]
        if (
            isinstance(mark.hidden, bool)
            and isinstance(mark.summary, dict | None)
            and fit_title(mark.title) is not None
        ):
            return mark
    return None
