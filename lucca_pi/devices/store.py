"""
Games in a state directory, each with a journal, `games/ID.jsonl`, to which events are only appended.

An event is on the disk when `append` returns: a power cut loses none. A damaged journal costs its own game the events
after the damage, and no other game. Beside the journals are the list of games, a cache, and photographs of decks.

Deleted games can be brought back: their journals lie unchanged in a folder within that of the journals. Nothing empties
it but people: a clock that is wrong must not delete games.
"""

import errno
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any

from lucca_pi.devices.album import PICTURES
from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.game_list import GameList, Row, stamp_of
from lucca_pi.devices.journal_file import (
    END,
    END_GONE,
    Journal,
    LostError,
    OpenJournal,
    UnfitError,
    is_name,
    no_file,
    read_journal,
    read_whole,
    text_of,
    written,
)
from lucca_pi.devices.mending import DAMAGED, mend, notice_of, unreadable_text
from lucca_pi.devices.state_directory import (
    GAMES,
    PHOTOGRAPHS,
    explained,
    lock_games,
    lost_text,
    make_folder,
    with_photographs,
    without_photographs,
)
from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.files import move, sync_directory, write_file
from lucca_pi.language import Text, _

DELETED = "deleted"
"""Folder of the journals of deleted games, within the folder of journals."""


class StoredGames:
    """Games in `directory`, read only; another program may be writing there at the same time."""

    def __init__(self, directory: Path) -> None:
        """A missing directory counts as empty."""
        self._directory, self._folder = directory, directory / GAMES
        self._list = GameList(directory)

    def deleted(self) -> list[Row]:
        """The deleted games that can be brought back, the latest first."""
        with explained(self._folder):
            return sorted((row for row, _journal in self._known(DELETED)), key=lambda row: row.game, reverse=True)

    def rename(self, game: str, title: str) -> None:
        """Gives a game a title that `fit_title` passed, "" for none. Any thread may call it. Raises StoreError."""
        self.tell_about(game, {"event": "titled", "title": title})

    def hide(self, game: str, *, hidden: bool) -> None:
        """Leaves a game out of lists, or lists it again. Any thread may call it. Raises StoreError."""
        self.tell_about(game, {"event": "hidden", "hidden": hidden})

    def tell_about(self, game: str, event: Mapping[str, Any]) -> None:
        """Appends an event that is not played. Any thread may call it. Raises StoreError."""
        with explained(self._file(game)):
            journal = self.journal(game)
            if not journal.is_sound:
                raise StoreError(_("The game {game} is damaged: start play, which saves what can be read.", game=game))
            try:
                with closing(OpenJournal(self._file(game), journal)) as writer:
                    writer.append(text_of(event))
            except BlockingIOError:
                raise StoreError(
                    _("This game is being played: change it on the page, or when another has begun.")
                ) from None
            self._list.note(self._read(game)[0])

    def pictures(self, game: str) -> Path:
        """The folder of the game's pictures, which need not exist."""
        return self._directory / PICTURES / game

    def journal(self, game: str, folder: str = "") -> Journal:
        """
        The readable part of a game's journal, without photographs; no events for an unknown game. `folder`: DELETED for
        a deleted one.
        """
        return self._read(game, folder)[1]

    def events(self, game: str) -> list[dict[str, Any]]:
        """The readable events of a game, oldest first; empty for an unknown game."""
        return self.with_photographs(self.journal(game).events)

    def with_photographs(self, events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Events of a journal with their photographs, if these are stored."""
        return [with_photographs(event, self._directory) for event in events]

    def listed(self) -> list[Row]:
        """Games in the order they were begun. Raises StoreError if the folder of journals cannot be read."""
        with explained(self._folder):
            for row, journal in self._known():
                if journal:
                    self._list.remember(row)
        return self._list.in_order()

    def games(self) -> list[str]:
        return [one.game for one in self.listed()]

    def stamp(self, game: str) -> tuple[int, ...] | None:
        """A value that changes with the game's journal; None if there is no such game."""
        with suppress(OSError):
            return stamp_of(self._file(game).stat(follow_symlinks=False)) if is_name(game) else None
        return None

    def sum_up(self, journal: Journal, summary: dict[str, Any], folder: str = "") -> None:
        """
        Stores what the game of this journal came to, if the list belongs to this user, and knows no more of the game.

        `folder`: DELETED for a deleted one; nothing is stored if the list has another game of its name.
        """
        game = journal.game
        with suppress(OSError):
            is_listed = self._list.rows.get(game, Row(game)).deleted == bool(folder)
            is_ours = self._folder.stat().st_uid == os.geteuid() and self._file(game, folder).exists()
            if is_listed and is_ours:
                self._list.sum_up(game, summary, len(journal.marks))

    def unsound(self) -> Iterator[tuple[str, str]]:
        """Name and damage of each damaged journal; all journals are read. Raises StoreError."""
        for game in self.games():
            journal = self.journal(game)
            if not journal.is_sound:
                yield game, journal.trouble

    def close(self) -> None:
        """No-op: no file stays open."""

    def _file(self, game: str, folder: str = "") -> Path:
        return self._folder / folder / f"{game}{END}"

    def _files(self, folder: str = "") -> dict[str, os.stat_result]:
        """Journals in the folder, or in one within it, by game; none if that is missing. Raises OSError."""
        place, found = self._folder / folder, {}
        if folder and (place.is_symlink() or not place.is_dir()):
            return {}
        with suppress(FileNotFoundError):
            for one in os.scandir(place):
                if one.name.endswith(END):
                    with suppress(FileNotFoundError, UnicodeEncodeError):  # it was just deleted, or its name is no text
                        one.name.encode()
                        found[one.name.removesuffix(END)] = one.stat(follow_symlinks=False)
        return found

    def _known(self, folder: str = "") -> Iterator[tuple[Row, Journal | None]]:
        """The row of each game in the folder, with its journal if that was read, because it differs from the list."""
        found, deleted = self._files(folder), self._files(DELETED)
        listed = () if folder else (row.game for row in self._list.in_order() if row.game not in deleted)
        for game in dict.fromkeys((*found, *listed)):
            row = self._row(game, folder)
            if not row.trouble and game in found and row.stamp == stamp_of(found[game]):
                yield row, None
            else:
                yield self._read(game, folder)

    def _row(self, game: str, folder: str) -> Row:
        """The row of a game in that folder; an empty one if the list has none."""
        known = self._list.rows.get(game)
        return known if known and known.deleted == bool(folder) else Row(game, deleted=bool(folder))

    def _read(self, game: str, folder: str = "", row: Row | None = None) -> tuple[Row, Journal]:
        """Row, which was `row` before, and readable journal of a game; both empty if there is no such game."""
        row, journal, found = row or self._row(game, folder), Journal(game), None
        try:
            if not is_name(game):
                raise OSError(errno.EINVAL, "no game has this name")
            found = self._file(game, folder).stat(follow_symlinks=False)
            journal = read_journal(self._file(game, folder), game)
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
        self._busy = RLock()
        """Held while games change: the page changes some while play writes to one."""
        self._refused: dict[str, str] = {}
        """Games that cannot be continued, with the reason."""
        try:
            super().__init__(directory)
            with explained(self._folder):
                self._held = os.fstat(self._lock)
                known = [(row, journal) for row, journal in self._known() if journal]
                told = [text for row, journal in known for text in self._settled(row, journal)]
                told += self._sync_last()
                for row in self.deleted():
                    if not os.path.lexists(self._file(row.game)):  # else there is another of that name
                        self._list.note(row)
                self._list.tidy()
            self.notice = notice_of(told)
        except BaseException:
            os.close(self._lock)
            raise

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events. Raises UnreadableError for a game that cannot be continued, and StoreError."""
        if game in self._refused:
            raise UnreadableError(self._refused[game])
        writer = self._writing(game)
        journal = writer.journal if writer else self.journal(game)
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

    def listed(self) -> list[Row]:
        with self._busy:
            return super().listed()

    def hidden(self) -> set[str]:
        return {row.game for row in self.listed() if row.hidden}

    def is_free(self, game: str) -> bool:
        """True if nothing has this name: no game, no deleted or damaged one, no folder of pictures."""
        places = self._file(game), self._file(game, DELETED), self._folder / DAMAGED / game
        return game not in self._list.rows and not any(map(os.path.lexists, (*places, self.pictures(game))))

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
        with self._busy, explained(self._file(game)):
            try:
                writer = self._writer_of(game)
                writer.append(text)
                row = self._list.rows.get(game, Row(game)).after(writer.journal, writer.file.stat())
            except FileNotFoundError as error:
                raise LostError from error
            self._list.note(row)

    def tell_about(self, game: str, event: Mapping[str, Any]) -> None:
        with self._busy, self._changing():
            if self._writing(game):
                self.append(game, event)
            else:
                super().tell_about(game, event)

    def keep_photographs(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Stores the event's photographs; returns the event as its journal has it. Raises StoreError."""
        with explained(self._directory / PHOTOGRAPHS):
            return without_photographs(event, self._directory)

    def put_aside(self, game: str) -> None:
        """
        Deletes a game so that it can be brought back. May be called from any thread. Raises StoreError.

        The game being played cannot be deleted.
        """
        self._change_folder(game, "", DELETED)

    def bring_back(self, game: str) -> None:
        """Undoes `put_aside`. May be called from any thread. Raises StoreError."""
        self._change_folder(game, DELETED, "")

    def _change_folder(self, game: str, folder: str, to: str) -> None:
        with self._busy, self._changing():
            if not folder:
                self._refuse_played(game)
            known = replace(self._row(game, folder), deleted=bool(to))
            self._move(self._regular(game, folder), self._file(game, to))
            self._list.note(self._read(game, to, known)[0])

    def delete_for_good(self, game: str) -> int:
        """
        Deletes a game for good, with its pictures and damaged journals; gives the number of pictures.

        A game that `put_aside` has deleted goes before one of the same name, from a backup, which keeps the pictures.
        May be called from any thread. Raises StoreError.
        """
        with self._busy, self._changing():
            is_deleted = os.path.lexists(self._file(game, DELETED))
            file = self._regular(game, DELETED) if is_deleted else self._file(game)
            if not is_deleted:
                self._refuse_played(game)
            if "/" in game or "\0" in game or (file.is_dir() and not file.is_symlink()):
                raise no_file(file)
            pictures = 0
            if not (is_deleted and os.path.lexists(self._file(game))):
                pictures = self._delete_pictures(game)
                self._list.forget(game)  # first, so that it does not count as lost
            aside = self._folder / DAMAGED / game
            if is_name(game) and aside.is_dir() and not aside.is_symlink():
                shutil.rmtree(aside)
            file.unlink(missing_ok=True)
            self._refused.pop(game, None)
            with suppress(OSError):  # it is deleted, and only a power cut could undo that
                sync_directory(file.parent)
            return pictures

    def add(self, game: str, events: Sequence[Mapping[str, Any]]) -> None:
        """
        Writes a whole game, in place of a shorter part of it; it stands where its name belongs among the others.

        Raises StoreError.
        """
        with self._busy, self._changing():
            self._refuse_played(game)
            earlier = [row.number for row in self._list.rows.values() if row.game < game]
            content = written(game, max(earlier, default=1), [text_of(event) for event in events])
            write_file(self._file(game), content)
            self._list.note(self._read(game, row=Row(game))[0])

    def journals(self, holding: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Name and readable events of the games, deleted ones too, whose journal holds that word. Raises StoreError."""
        word = json.dumps(holding, ensure_ascii=False)[1:-1].encode()
        for folder in ("", DELETED):
            with explained(self._folder):
                games = [game for game in self._files(folder) if word in read_whole(self._file(game, folder))]
            yield from ((game, self.journal(game, folder).events) for game in games)

    def rewrite(self, changed: Mapping[str, Sequence[Mapping[str, Any]]], without: str) -> None:
        """
        Gives games other events, so that the words in `without` are nowhere any more; damaged copies that hold them go.

        May be called from any thread. Raises StoreError, first of all if one of the games is being played.
        """
        with self._busy, self._changing():
            for game in changed:
                self._refuse_played(game)
            folders = {game: "" if os.path.lexists(self._file(game)) else DELETED for game in changed}
            numbers = {game: self.journal(game, folder).number for game, folder in folders.items()}
            words = re.escape(json.dumps(without, ensure_ascii=False)[1:-1])
            for copy in (self._folder / DAMAGED).glob(f"*/*{END}"):
                if re.search(rf"(?<!\w){words}(?!\w)", read_whole(copy).decode(errors="replace")):
                    copy.unlink()
            self._list.forget(*changed)  # first: what a power cut leaves is then no journal that differs from the list
            for game, folder in folders.items():
                texts = [text_of(event) for event in changed[game]]
                write_file(self._regular(game, folder), written(game, numbers[game], texts))
                self._list.note(self._read(game, folder)[0])

    def _delete_pictures(self, game: str) -> int:
        folder = self.pictures(game)
        if not is_name(game) or not folder.is_dir():
            return 0
        pictures = sum(file.is_file() for file in folder.glob("*.*"))
        shutil.rmtree(folder)  # follows no links, and refuses to begin at one
        return pictures

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Turns errors of the disk into StoreErrors, and refuses a folder that took the place of the games."""
        with explained(self._folder):
            self._check_folder()
            yield

    def _writing(self, game: str) -> OpenJournal | None:
        """The open journal, if it is this game's, the one being played."""
        return self._writer if self._writer and self._writer.journal.game == game else None

    def _refuse_played(self, game: str) -> None:
        if self._writing(game):
            raise StoreError(_("This game is being played: it can be changed so when another has begun."))

    def _regular(self, game: str, folder: str = "") -> Path:
        """The game's journal, which must be a file in a folder that is no link. Raises OSError."""
        file = self._file(game, folder)
        if not is_name(game) or not file.is_file() or file.is_symlink() or file.parent.is_symlink():
            raise no_file(file)
        return file

    def _move(self, file: Path, to: Path) -> None:
        """Moves a journal to a free name. Raises OSError."""
        if to.parent.is_symlink():
            raise no_file(to.parent)
        make_folder(to.parent)
        if os.path.lexists(to):
            raise OSError(errno.EEXIST, "another game has this name: move its file away")
        try:
            with file.open("rb") as stream:
                move(file, to, stream)
            sync_directory(file.parent)
        except OSError:
            if os.path.lexists(file):
                raise  # else it is moved, and only a power cut could undo that

    def close(self) -> None:
        """Closes the open journal, and releases the lock."""
        with self._busy:
            self._let_go()
            os.close(self._lock)

    def _let_go(self) -> None:
        if self._writer:
            self._writer.close()
        self._writer = None

    def _writer_of(self, game: str) -> OpenJournal:
        """The game's journal, open to append. Raises StoreError for a game that cannot be continued, and OSError."""
        if writer := self._writing(game):
            return writer
        journal = self.journal(game)
        if (journal.trouble and journal.is_unsound) or game in self._refused:
            raise StoreError(_("The game {game} is damaged: begin a new one.", game=game))
        if not journal.number:
            journal.number = 1 + max((row.number for row in self._list.rows.values()), default=0)
        self._let_go()
        self._writer = OpenJournal(self._file(game), journal)
        return self._writer

    def _settled(self, row: Row, journal: Journal) -> Iterator[Text]:
        """Texts for players about a game that differs from the list; mends the game if possible."""
        game, before = row.game, self._list.rows.get(row.game, Row(row.game))
        is_never_begun = not (journal.texts or before.lines or journal.fault) and row.stamp is not None
        try:
            if is_never_begun or (journal.texts and not journal.is_sound):
                yield mend(self._file(game), journal)
                self._list.rows.pop(game, None)
                row, _journal = self._read(game)
            elif journal.is_unsound and journal.trouble != before.trouble:
                yield unreadable_text(game, journal.trouble)
        except OSError as error:
            self._refused[game] = f"{journal.trouble} ({reason_of(error)})"
            yield unreadable_text(game, self._refused[game])
        if not is_never_begun:
            self._list.note(row)

    def _sync_last(self) -> list[Text]:
        """
        Syncs the last game to the disk: a killed program may have written more of it than it acknowledged.

        Returns what players must know if that fails, since they are shown what may be lost.
        """
        rows = self._list.in_order()
        file = self._file(rows[-1].game) if rows else None
        try:
            if file and file.is_file():
                with explained(file), file.open("rb") as stream:
                    os.fsync(stream.fileno())
                    sync_directory(self._folder)
        except StoreError as error:
            return [error.args[0]]
        return []
