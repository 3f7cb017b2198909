"""
Games in a state directory, each with a journal, `games/ID.jsonl`, to which events are only appended.

An event is on the disk when `append` returns: a power cut loses none. A damaged journal costs its own game the events
after the damage, and no other game. Beside the journals are deleted games, the list of games, a cache, titles of games,
and photographs of decks.
"""

import errno
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from lucca_pi.devices.album import PICTURES
from lucca_pi.devices.deleted_games import DAMAGED, DeletedGames, forget_damaged
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_marks import GameMarks
from lucca_pi.devices.journal_file import (
    END,
    END_GONE,
    Chain,
    Journal,
    LostError,
    OpenJournal,
    UnfitError,
    is_name,
    mended,
    no_file,
    read_journal,
    read_whole,
    text_of,
)
from lucca_pi.devices.state_directory import (
    GAMES,
    PHOTOGRAPHS,
    GameList,
    Row,
    explained,
    lock_games,
    lost_text,
    make_folder,
    stamp_of,
    with_photographs,
    without_photographs,
)
from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.files import atomic_write, sync_directory
from lucca_pi.language import Text, _, listed

_MOST_TOLD = 2
"""Most damaged games that are named at a start; further ones are counted."""
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""Errors of file systems that allow only one name for a file."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list: its result so far (None if unknown), and the part of its journal that cannot be read."""

    game: str
    summary: dict[str, Any] | None
    trouble: str = ""


class StoredGames:
    """Games in `directory`, read only; another program may be writing there at the same time."""

    def __init__(self, directory: Path) -> None:
        """A missing directory counts as empty."""
        self._directory, self._folder = directory, directory / GAMES
        self._list = GameList(directory)
        self._deleted = DeletedGames(self._folder)
        self.marks = GameMarks(directory)
        """Titles of games, and which are hidden."""

    def deleted(self) -> list[str]:
        """Names of the deleted games that can be brought back, the latest first."""
        return self._deleted.games()

    def hidden(self) -> set[str]:
        return {game for game, mark in self.marks.read().items() if mark.hidden}

    def journal(self, game: str) -> Journal:
        """The readable part of a game's journal, without photographs; no events for an unknown game."""
        return self._read(game)[1]

    def events(self, game: str) -> list[dict[str, Any]]:
        """The readable events of a game, oldest first; empty for an unknown game."""
        return self.with_photographs(self.journal(game).events)

    def with_photographs(self, events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Events of a journal with their photographs, if these are stored."""
        return [with_photographs(event, self._directory) for event in events]

    def listed(self) -> list[Listed]:
        """Games in the order they were begun. Raises StoreError if the folder of journals cannot be read."""
        with explained(self._folder):
            for row, journal in self._known():
                if journal:
                    self._list.rows[row.game] = row
        return [Listed(row.game, row.summary, row.trouble) for row in self._list.in_order()]

    def games(self) -> list[str]:
        return [one.game for one in self.listed()]

    def stamp(self, game: str) -> tuple[int, ...] | None:
        """A value that changes with the game's journal; None if there is no such game."""
        with suppress(OSError):
            return stamp_of(self._file(game).stat(follow_symlinks=False)) if is_name(game) else None
        return None

    def sum_up(self, game: str, summary: dict[str, Any]) -> None:
        """Stores a past game's result, if the list belongs to this user and play is not writing to the game."""
        with suppress(OSError):
            is_last = self._list.in_order()[-1].game == game
            if not is_last and self._folder.stat().st_uid == os.geteuid() and self._file(game).exists():
                self._list.sum_up(game, summary)

    def unsound(self) -> Iterator[tuple[str, str]]:
        """Name and damage of each damaged journal; all journals are read. Raises StoreError."""
        for game in self.games():
            journal = self.journal(game)
            if journal.is_unsound or journal.is_cut:
                yield game, journal.trouble

    def close(self) -> None:
        """No-op: no file stays open."""

    def _file(self, game: str) -> Path:
        return self._folder / f"{game}{END}"

    def _known(self) -> Iterator[tuple[Row, Journal | None]]:
        """The row of each game, with its journal if that was read, because it differs from the list."""
        found = {}
        with suppress(FileNotFoundError):
            for one in os.scandir(self._folder):
                if one.name.endswith(END):
                    with suppress(FileNotFoundError, UnicodeEncodeError):  # it was just deleted, or its name is no text
                        one.name.encode()
                        found[one.name.removesuffix(END)] = one.stat(follow_symlinks=False)
        for game in dict.fromkeys((*found, *self._list.rows)):
            row = self._list.rows.get(game)
            if row and not row.trouble and game in found and row.stamp == stamp_of(found[game]):
                yield row, None
            else:
                yield self._read(game)

    def _read(self, game: str) -> tuple[Row, Journal]:
        """Row and readable journal of a game; both empty if there is no such game."""
        row, journal, found = self._list.rows.get(game, Row(game)), Journal(Chain(game)), None
        try:
            if not is_name(game):
                raise OSError(errno.EINVAL, "no game has this name")
            found = self._file(game).stat(follow_symlinks=False)
            journal = read_journal(self._file(game), game)
            if row.contradicts(journal) and not journal.fault:
                journal.trouble = END_GONE
        except FileNotFoundError:
            journal.trouble = "damaged: its events are gone" if row.lines or row.trouble else ""
        except OSError as error:
            journal.fault, journal.trouble = reason_of(error), f"cannot be read: {reason_of(error)}"
        return row.after(journal, found), journal


class GameStore(StoredGames):
    """
    Games in `directory`, to be read and written; the directory is made if it is missing.

    Only one program at a time may hold it; the lock ends with the process, however it dies. Journals found damaged at a
    start are stored unchanged in a separate folder; the game continues from its readable part, and `notice` says so.
    """

    notice: str | None = None
    """Text for players about journals that changed since the last start; None if all was well."""

    def __init__(self, directory: Path) -> None:
        """Raises StoreError if the directory cannot be used, or another program holds it."""
        self._lock = lock_games(directory)
        self._writer: OpenJournal | None = None
        self._refused: dict[str, str] = {}
        """Games that cannot be continued, with the reason."""
        try:
            super().__init__(directory)
            with explained(self._folder):
                self._held = os.fstat(self._lock)
                told = [*self.marks.put_aside_damaged()]
                told += (text for row, journal in self._known() if journal for text in self._settled(row, journal))
                self._sync_last()
                self._list.tidy()
            self.notice = _notice(told)
        except BaseException:
            os.close(self._lock)
            raise

    def listed(self) -> list[Listed]:
        return [Listed(row.game, row.summary, row.trouble) for row in self._list.in_order()]

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events. Raises UnreadableError for a game that cannot be continued, and StoreError."""
        if game in self._refused:
            raise UnreadableError(self._refused[game])
        if self._writer and self._writer.chain.game == game:
            with explained(self._writer.file):
                journal = self._writer.lines()
            if journal.fault:
                raise StoreError(lost_text(self._writer.file))
            return self.with_photographs(journal.events)
        journal = self.journal(game)
        if journal.trouble and journal.is_unsound:
            raise UnreadableError(journal.trouble)
        return self.with_photographs(journal.events)

    @property
    def lost(self) -> str:
        try:
            self._check_folder()
            if self._writer:
                self._writer.check()
        except (OSError, LostError):
            return lost_text(self._writer.file if self._writer else self._folder)
        return ""

    def _check_folder(self) -> None:
        """Raises LostError if the folder of journals was replaced, OSError if it is gone."""
        if not os.path.samestat(self._held, self._folder.stat()):
            raise LostError

    def is_free(self, game: str) -> bool:
        """True if nothing has this name: no game, no deleted or damaged one, no mark, no folder of pictures."""
        places = self._file(game), self._folder / DAMAGED / game, self._directory / PICTURES / game
        is_known = game in self._list.rows or game in self.marks.read() or game in self.deleted()
        return not is_known and not any(map(os.path.lexists, places))

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        """
        Appends the event to the game's journal. Raises StoreError if the disk refuses; no part of it is stored then.
        """
        try:
            text = text_of(self.keep_photographs(event))
        except UnfitError as error:
            raise StoreError(_("This look cannot be saved ({reason}). Let me look again.", reason=error)) from error
        if self.lost:
            raise StoreError(self.lost)
        with explained(self._file(game)):
            try:
                writer = self._writer_of(game)
                writer.append(text)
                stamp = stamp_of(writer.file.stat())
            except FileNotFoundError as error:
                raise LostError from error
            trouble = self._list.rows.get(game, Row(game)).trouble
            marks = writer.chain.marks
            self._list.note(Row(game, writer.number, len(marks), marks[-1], stamp, trouble=trouble))

    def keep_photographs(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Stores the event's photographs; returns the event as its journal has it. Raises StoreError."""
        with explained(self._directory / PHOTOGRAPHS):
            return without_photographs(event, self._directory)

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """Stores the game's result; if that fails, it is computed from the events again."""
        self._list.sum_up(game, dict(summary))

    def unsummed(self, most: int) -> list[str]:
        return [one.game for one in reversed(self.listed()) if one.summary is None][:most]

    def delete(self, game: str) -> None:
        """
        Deletes a game and its damaged journals; it leaves the list first, so that it does not count as lost. Raises
        StoreError.
        """
        with explained(self._file(game)):
            if "/" in game or "\0" in game:
                raise OSError(errno.EINVAL, "no game has this name")
            if self._writer and self._writer.chain.game == game:
                self._let_go()
            if self._file(game).is_dir() and not self._file(game).is_symlink():
                raise no_file(self._file(game))
            forget_damaged(self._folder, game)
            self._list.forget(game)
            self._file(game).unlink(missing_ok=True)
            self._refused.pop(game, None)
            sync_directory(self._folder)
        self._note_mark(game, title="", hidden=False, summary=None)

    def mark(self, game: str, **changed: Any) -> None:
        """Changes a game's title, or hides it. May be called from any thread. Raises StoreError."""
        with explained(self._folder):
            self._check_folder()
            self.marks.change(game, **changed)

    def put_aside(self, game: str) -> None:
        """
        Deletes a game so that it can be brought back. May be called from any thread. Raises StoreError.

        The game being played cannot be deleted.
        """
        if self._writer and self._writer.chain.game == game:
            raise StoreError(_("This game is being played: it can be deleted when another has begun."))
        row = self._list.rows.get(game)
        with explained(self._folder):
            self._check_folder()
            self._note_mark(game, summary=row.summary if row else None)
            try:
                self._list.forget(game)
                self._deleted.put(game)
            except OSError:
                if row:
                    self._list.note(row)
                raise

    def bring_back(self, game: str) -> None:
        """Undoes `put_aside`. May be called from any thread. Raises StoreError."""
        with explained(self._folder):
            self._check_folder()
            self._deleted.bring_back(game)
            row, _journal = self._read(game)
        mark = self.marks.read().get(game)
        self._list.note(replace(row, summary=dict(mark.summary) if mark and mark.summary else None))
        self._note_mark(game, summary=None)

    def delete_for_good(self, game: str) -> None:
        """Deletes a game for good that `put_aside` has deleted. May be called from any thread. Raises StoreError."""
        with explained(self._folder):
            self._check_folder()
            self._deleted.delete(game)
        if game not in self._list.rows:
            self._note_mark(game, title="", hidden=False, summary=None)

    def _note_mark(self, game: str, **changed: Any) -> None:
        """Changes a game's mark if possible: no deletion fails for it."""
        with suppress(StoreError):
            self.marks.change(game, **changed)

    def close(self) -> None:
        """Closes the open journal, and releases the lock."""
        self._let_go()
        os.close(self._lock)

    def _let_go(self) -> None:
        if self._writer:
            self._writer.close()
        self._writer = None

    def _writer_of(self, game: str) -> OpenJournal:
        """The game's journal, open to append. Raises StoreError for a game that cannot be continued, and OSError."""
        if self._writer and self._writer.chain.game == game:
            return self._writer
        journal = self.journal(game)
        if (journal.trouble and journal.is_unsound) or game in self._refused:
            raise StoreError(_("The game {game} is damaged: begin a new one.", game=game))
        if not journal.number:
            numbers = (row.number for row in self._list.in_order())
            journal.number = 1 + max((*numbers, *self._deleted.numbers()), default=0)
        self._let_go()
        self._writer = OpenJournal(self._file(game), journal)
        return self._writer

    def _settled(self, row: Row, journal: Journal) -> Iterator[Text]:
        """Texts for players about a game that differs from the list; mends the game if possible."""
        game, before = row.game, self._list.rows.get(row.game, Row(row.game))
        is_never_begun = not (journal.texts or before.lines or journal.fault) and row.stamp is not None
        try:
            if is_never_begun:
                yield self._put_away(game)
                return
            if journal.texts and journal.is_unsound:
                yield self._mended(game, journal)
                self._list.rows.pop(game, None)
                row, _journal = self._read(game)
            elif journal.texts and journal.is_cut:
                yield self._shortened(game, journal)
                row, _journal = self._read(game)
            elif journal.is_unsound and journal.trouble != before.trouble:
                yield _unreadable_text(game, journal.trouble)
        except OSError as error:
            self._refused[game] = f"{journal.trouble} ({reason_of(error)})"
            yield _unreadable_text(game, self._refused[game])
        self._list.note(row)

    def _sync_last(self) -> None:
        """Syncs the last game to the disk: a killed program may have written more of it than it acknowledged."""
        rows = self._list.in_order()
        file = self._file(rows[-1].game) if rows else None
        with suppress(OSError):  # what cannot be synced is complained of when something is added to it
            if file and file.is_file():
                with file.open("rb") as stream:
                    os.fsync(stream.fileno())
                sync_directory(self._folder)

    def _mended(self, game: str, journal: Journal) -> Text:
        """Stores a damaged journal in a separate folder, and shortens the game to its intact part. Raises OSError."""
        file, aside = self._file(game), ""
        if file.stat().st_size > journal.intact_bytes:
            aside = self._aside(game)
        content = mended(read_whole(file), journal, aside)
        with atomic_write(file) as stream:
            stream.write(content)
        if aside:
            return _(
                "Game {game}: its journal was damaged. {events} entries can be read; the damaged file is "
                "saved as {file}.",
                **{"game": game, "events": len(journal.texts), "file": aside},
            )
        events = len(journal.texts)
        return _("Game {game}: the end of its journal is gone; {events} entries are there.", game=game, events=events)

    def _shortened(self, game: str, journal: Journal) -> Text:
        """Removes an incomplete last line, left by a power cut. Raises OSError."""
        with self._file(game).open("rb+") as stream:
            stream.truncate(journal.intact_bytes)
            os.fsync(stream.fileno())
        return _("Game {game}: its last entry was cut off before it was confirmed.", game=game)

    def _put_away(self, game: str) -> Text:
        """Moves aside an empty journal, left by a power cut as its game began. Raises OSError."""
        self._aside(game)
        self._file(game).unlink()
        sync_directory(self._folder)
        return _("Game {game}: its first entry was cut off before it was confirmed.", game=game)

    def _aside(self, game: str) -> str:
        """Links or copies the journal into the folder of damaged ones; returns that name. Raises OSError."""
        folder = self._folder / DAMAGED / game
        make_folder(folder)
        name = next(one for number in count(1) if not (folder / (one := f"{number}{END}")).exists())
        try:
            os.link(self._file(game), folder / name)
            sync_directory(folder)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            with self._file(game).open("rb") as damaged, atomic_write(folder / name) as stream:
                shutil.copyfileobj(damaged, stream)
        return f"{GAMES}/{DAMAGED}/{game}/{name}"


def _unreadable_text(game: str, trouble: str) -> Text:
    return _("Game {game} cannot be read ({reason}). It was not changed.", game=game, reason=trouble)


def _notice(told: Sequence[Text]) -> Text | None:
    """Text about journals found damaged at a start; the first are named, the others counted."""
    more = len(told) - _MOST_TOLD
    texts = [*told[:_MOST_TOLD]]
    if more > 0:
        texts.append(_("{number} more games: lucca-pi games lists them.", number=more))
    return listed(texts, " ") if texts else None
