"""
The games in a state directory: a journal a game, `games/ID.jsonl`, to which events are only ever appended.

What `append` has returned from is on the disk: a power cut takes none of it. A damaged journal costs its own game what
follows the damage, and no other game. Beside the journals lie the list of games, a cache, and photographs of decks.
"""

import errno
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from lucca_pi.devices.errors import StoreError
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
    rows_in_order,
    stamp_of,
    with_photographs,
    without_photographs,
)
from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.files import atomic_write, sync_directory
from lucca_pi.language import Text, _, listed

DAMAGED = "damaged"
"""The folder among the journals with what was left of damaged ones, a folder a game."""
_MOST_TOLD = 2
"""Most games that the players are told of at a start; of more, they are told the number."""
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
"""What a file system says that gives a file one name only."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game, what it had come to (None where that is not known), and what of its journal cannot be read."""

    game: str
    summary: dict[str, Any] | None
    trouble: str = ""


class StoredGames:
    """The games in `directory`, to be read only: also while another program is keeping one there."""

    def __init__(self, directory: Path) -> None:
        """A directory without games has none."""
        self._directory, self._folder = directory, directory / GAMES
        self._list = GameList(directory)

    def journal(self, game: str) -> Journal:
        """The game's journal as far as it can be read, without photographs; no events of a game never begun."""
        return self._read(game)[1]

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events as they were given, oldest first, as far as they can be read; none of one never begun."""
        return self.with_photographs(self.journal(game).events)

    def with_photographs(self, events: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Events of a journal with the photographs that belong to them, as far as these are there."""
        return [with_photographs(event, self._directory) for event in events]

    def listed(self) -> list[Listed]:
        """Every game in the order they were begun. Raises StoreError where the folder of journals cannot be read."""
        with explained(self._folder):
            for row, journal in self._known():
                if journal:
                    self._list.rows[row.game] = row
        return [Listed(row.game, row.summary, row.trouble) for row in rows_in_order(self._list.rows.values())]

    def games(self) -> list[str]:
        """The games in the order they were begun."""
        return [one.game for one in self.listed()]

    def sum_up(self, game: str, summary: dict[str, Any]) -> None:
        """Notes what a past game has come to, where the list is this user's and play is not just adding to the game."""
        rows = self._list.rows
        with suppress(OSError):
            is_last = rows[game].number == max(row.number for row in rows.values())
            if not is_last and self._folder.stat().st_uid == os.geteuid() and self._file(game).exists():
                self._list.sum_up(game, summary)

    def unsound(self) -> Iterator[tuple[str, str]]:
        """Each journal that is damaged and how, all of them read. Raises StoreError."""
        for game in self.games():
            journal = self.journal(game)
            if journal.is_unsound or journal.is_cut:
                yield game, journal.trouble

    def close(self) -> None:
        """Nothing stays open."""

    def _file(self, game: str) -> Path:
        return self._folder / f"{game}{END}"

    def _known(self) -> Iterator[tuple[Row, Journal | None]]:
        """Every game by its row, with its journal where that was read, as it is not as the list knows it."""
        found = {}
        with suppress(FileNotFoundError):
            for one in os.scandir(self._folder):
                if one.name.endswith(END):
                    with suppress(FileNotFoundError):  # it was just deleted
                        found[one.name.removesuffix(END)] = one.stat(follow_symlinks=False)
        for game in dict.fromkeys((*found, *self._list.rows)):
            row = self._list.rows.get(game)
            if row and not row.trouble and game in found and row.stamp == stamp_of(found[game]):
                yield row, None
            else:
                yield self._read(game)

    def _read(self, game: str) -> tuple[Row, Journal]:
        """The game's row and journal, as far as that can be read; empty where there is no such game."""
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
    The games in `directory`, which is made if it is missing, and room for more.

    One program at a time may hold it; the hold ends with the process, however it dies. What a start finds damaged is
    kept whole in a folder of its own; the game goes on from what could be read, and `notice` says so.
    """

    notice: str | None = None
    """What happened to journals since the last start, for the players; None if all was well."""

    def __init__(self, directory: Path) -> None:
        """Raises StoreError when the directory cannot be used, or another program holds it."""
        self._lock = lock_games(directory)
        self._writer: OpenJournal | None = None
        self._refused: dict[str, str] = {}
        """Games that cannot go on, and why."""
        try:
            super().__init__(directory)
            with explained(self._folder):
                self._held = os.fstat(self._lock)
                told = [text for row, journal in self._known() if journal for text in self._settled(row, journal)]
                self._sync_last()
                self._list.tidy()
            self.notice = _notice(told)
        except BaseException:
            os.close(self._lock)
            raise

    def listed(self) -> list[Listed]:
        """Every game in the order they were begun."""
        return [Listed(row.game, row.summary, row.trouble) for row in rows_in_order(self._list.rows.values())]

    def events(self, game: str) -> list[dict[str, Any]]:
        """The game's events as they were given. Raises UnreadableError for a game that cannot go on, and StoreError."""
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
        """What players must know where the journals were taken away; empty while they are there."""
        try:
            if not os.path.samestat(self._held, self._folder.stat()):
                return lost_text(self._folder)
            if self._writer:
                self._writer.check()
        except (OSError, LostError):
            return lost_text(self._writer.file if self._writer else self._folder)
        return ""

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        """Writes `event` as the game's next. Raises StoreError when the disk takes no more; nothing is half kept."""
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
            except (LostError, FileNotFoundError) as error:
                raise StoreError(lost_text(self._file(game))) from error
            trouble = self._list.rows.get(game, Row(game)).trouble
            marks = writer.chain.marks
            self._list.note(Row(game, writer.number, len(marks), marks[-1], stamp, trouble=trouble))

    def keep_photographs(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keeps the photographs that the event carries; gives it as it stands in a journal. Raises StoreError."""
        with explained(self._directory / PHOTOGRAPHS):
            return without_photographs(event, self._directory)

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """Notes what the game has come to; where that fails, it is found out from its events again."""
        self._list.sum_up(game, dict(summary))

    def unsummed(self, most: int) -> list[str]:
        """The latest games without a summary, at most `most`."""
        return [one.game for one in reversed(self.listed()) if one.summary is None][:most]

    def delete(self, game: str) -> None:
        """Deletes the game with what was damaged of it: first from the list, so that it is not missed. StoreError."""
        with explained(self._file(game)):
            if "/" in game or "\0" in game:
                raise OSError(errno.EINVAL, "no game has this name")
            if self._writer and self._writer.chain.game == game:
                self._let_go()
            if self._file(game).is_dir() and not self._file(game).is_symlink():
                raise no_file(self._file(game))
            aside = self._folder / DAMAGED / game
            if is_name(game) and aside.is_dir() and not aside.is_symlink():
                shutil.rmtree(aside)
            self._list.forget(game)
            self._file(game).unlink(missing_ok=True)
            self._refused.pop(game, None)
            sync_directory(self._folder)

    def close(self) -> None:
        """Lets go of the directory."""
        self._let_go()
        os.close(self._lock)

    def _let_go(self) -> None:
        if self._writer:
            self._writer.close()
        self._writer = None

    def _writer_of(self, game: str) -> OpenJournal:
        """The game's journal, open. Raises StoreError for one that cannot be gone on with, OSError."""
        if self._writer and self._writer.chain.game == game:
            return self._writer
        journal = self.journal(game)
        if (journal.trouble and journal.is_unsound) or game in self._refused:
            raise StoreError(_("The game {game} is damaged: begin a new one.", game=game))
        journal.number = journal.number or 1 + max((row.number for row in self._list.rows.values()), default=0)
        self._let_go()
        self._writer = OpenJournal(self._file(game), journal)
        return self._writer

    def _settled(self, row: Row, journal: Journal) -> Iterator[Text]:
        """What players are told of a game that was not as the list knew it; it can go on then, if that is possible."""
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
        """Puts the last game on the disk: a killed program may have written more of it than it acknowledged."""
        rows = rows_in_order(self._list.rows.values())
        file = self._file(rows[-1].game) if rows else None
        with suppress(OSError):  # what cannot be synced is complained of when something is added to it
            if file and file.is_file():
                with file.open("rb") as stream:
                    os.fsync(stream.fileno())
                sync_directory(self._folder)

    def _mended(self, game: str, journal: Journal) -> Text:
        """Keeps a damaged journal whole, apart, and has the game go on from what fits. Raises OSError."""
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
        """Cuts off the line that a power cut left without its end. Raises OSError."""
        with self._file(game).open("rb+") as stream:
            stream.truncate(journal.intact_bytes)
            os.fsync(stream.fileno())
        return _("Game {game}: its last entry was cut off before it was confirmed.", game=game)

    def _put_away(self, game: str) -> Text:
        """Puts away what a power cut left of a game that was about to begin. Raises OSError."""
        self._aside(game)
        self._file(game).unlink()
        sync_directory(self._folder)
        return _("Game {game}: its first entry was cut off before it was confirmed.", game=game)

    def _aside(self, game: str) -> str:
        """Gives the journal a second name among the damaged ones, or a copy there; that name. Raises OSError."""
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


class MemoryStore:
    """The twin of GameStore that forgets all when the program ends."""

    notice: str | None = None
    lost = ""

    def __init__(self) -> None:
        self._events: dict[str, list[str]] = {}

    def append(self, game: str, event: Mapping[str, Any]) -> None:
        self._events.setdefault(game, []).append(json.dumps(event))

    def events(self, game: str) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self._events.get(game, [])]

    def games(self) -> list[str]:
        return list(self._events)

    def sum_up(self, game: str, summary: Mapping[str, Any]) -> None:
        """The events tell."""

    def unsummed(self, most: int) -> list[str]:  # noqa: ARG002
        """Nothing has to be summed up."""
        return []

    def close(self) -> None:
        """Nothing has to be closed."""


def _unreadable_text(game: str, trouble: str) -> Text:
    return _("Game {game} cannot be read ({reason}). It was not changed.", game=game, reason=trouble)


def _notice(told: Sequence[Text]) -> Text | None:
    """What is said of journals at a start; of many, that there are more."""
    more = len(told) - _MOST_TOLD
    texts = [*told[:_MOST_TOLD]]
    if more > 0:
        texts.append(_("{number} more games: lucca-pi games lists them.", number=more))
    return listed(texts, " ") if texts else None
