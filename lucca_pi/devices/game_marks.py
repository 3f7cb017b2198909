"""
Titles that players gave to games, and games that they hid: `game-marks.json` in the state directory.

Journals hold neither, so that they read the same everywhere. Without the file every game is listed under its date.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journal_file import UnfitError, sealed, unsealed
from lucca_pi.devices.state_directory import explained
from lucca_pi.errors import reason_of
from lucca_pi.files import atomic_write, read_file
from lucca_pi.language import Text, _
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
    """The marks of games in a state directory, which page and command may change at once."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / MARKS_FILE

    def read(self) -> dict[str, Mark]:
        """The marks by game, as the file has them now; none if it cannot be read."""
        with suppress(OSError, ValueError):
            return {game: _mark(entry) for game, entry in self._entries().items()}
        return {}

    def change(self, game: str, **changed: Any) -> None:
        """
        Changes fields of a game's mark, and writes the file, in which all else stays; other programs wait.

        Raises StoreError, also for a file that cannot be read: it is left as it is.
        """
        if summary := changed.get("summary"):
            changed["summary"] = sealed(json.dumps(summary), MARKS_FILE)
        with explained(self._file):
            lock = os.open(self._file.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._write_changed(game, changed)
            except ValueError:
                raise StoreError(
                    _("{file} is damaged: start play, which saves it under another name.", file=self._file)
                ) from None
            finally:
                os.close(lock)

    def _write_changed(self, game: str, changed: Mapping[str, Any]) -> None:
        """Raises OSError, and ValueError for a damaged file."""
        entries = self._entries()
        entry = entries.pop(game, None)
        fields = {**(entry if isinstance(entry, dict) else {}), **changed}
        if marked := {name: value for name, value in fields.items() if value}:
            entries[game] = marked
        if marked or entry:
            with atomic_write(self._file) as stream:
                stream.write(json.dumps(entries, ensure_ascii=False).encode(errors="surrogatepass"))

    def put_aside_damaged(self) -> Iterator[Text]:
        """Moves a damaged file aside; texts for players about that, or about a file that cannot be read."""
        try:
            try:
                self._entries()
            except ValueError:
                names = (f"game-marks-damaged-{number}.json" for number in count(1))
                aside = next(name for name in names if not self._file.with_name(name).exists())
                self._file.rename(self._file.with_name(aside))
                yield _("The titles of games were damaged. The file that held them is saved as {file}.", file=aside)
        except OSError as error:
            yield _(
                "{file} cannot be read ({reason}): games have no titles, and none is hidden. It was not changed.",
                file=MARKS_FILE,
                reason=reason_of(error),
            )

    def _entries(self) -> dict[str, Any]:
        """The entries of the file by game; none without a file. Raises OSError, and ValueError for a damaged file."""
        try:
            entries = json.loads(read_file(self._file, _MOST_BYTES))
        except FileNotFoundError:
            return {}
        except RecursionError:
            raise ValueError(self._file) from None
        if not isinstance(entries, dict):
            raise ValueError(self._file)
        return entries


def _mark(entry: object) -> Mark:
    """The mark in an entry of the file, as far as it can be understood."""
    fields = entry if isinstance(entry, dict) else {}
    title, summary = fields.get("title"), None
    with suppress(UnfitError, AttributeError, ValueError):
        summary = json.loads(unsealed(fields["summary"].encode(), MARKS_FILE)) if fields.get("summary") else None
    is_fit = isinstance(title, str) and fit_title(title) is not None
    return Mark(str(title) if is_fit else "", fields.get("hidden") is True, summary)
