"""
Deleted games that can still be brought back: their journals lie unchanged in a folder within that of the journals.

Nothing empties it but people: a clock that is wrong must not delete games.
"""

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from lucca_pi.devices.journal_file import END, is_name, no_file, read_journal
from lucca_pi.devices.state_directory import make_folder
from lucca_pi.files import move, sync_directory

DELETED = "deleted"
"""Folder of the journals of deleted games, within the folder of journals."""
DAMAGED = "damaged"
"""Folder of damaged journals, within the folder of journals; it has a folder for each game."""


class DeletedGames:
    """The deleted games beside the journals in `folder`. Methods that change them raise OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._deleted = folder, folder / DELETED

    def games(self) -> list[str]:
        """Names of the deleted games, the latest first."""
        with suppress(OSError):
            if not self._deleted.is_symlink():
                names = [file.name for file in self._deleted.iterdir() if file.name.endswith(END)]
                return sorted(filter(is_name, (name.removesuffix(END) for name in names)), reverse=True)
        return []

    def numbers(self) -> list[int]:
        """The places of the deleted games in the order of beginnings, if their journals can be read."""
        found = []
        for game in self.games():
            with suppress(OSError):
                found.append(read_journal(self._file(self._deleted, game), game).number)
        return found

    def put(self, game: str) -> None:
        """Moves a game's journal among the deleted ones."""
        self._move(self._file(self._folder, game), self._file(self._deleted, game))

    def bring_back(self, game: str) -> None:
        """Moves a game's journal back to the others."""
        self._move(self._file(self._deleted, game), self._file(self._folder, game))

    def delete(self, game: str) -> None:
        """Deletes a game's journal for good, and its damaged journals."""
        file = self._file(self._deleted, game)
        if not file.is_file() or file.is_symlink():
            raise no_file(file)
        forget_damaged(self._folder, game)
        file.unlink()
        with suppress(OSError):  # it is deleted, and only a power cut could undo that
            sync_directory(self._deleted)

    def _file(self, folder: Path, game: str) -> Path:
        if not is_name(game):
            raise OSError(errno.EINVAL, "no game has this name")
        return folder / f"{game}{END}"

    def _move(self, file: Path, to: Path) -> None:
        """Moves a journal, which must be a file, to a free name."""
        if not file.is_file() or file.is_symlink() or self._deleted.is_symlink():
            raise no_file(file)
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


def forget_damaged(folder: Path, game: str) -> None:
    """Deletes the damaged journals of a game. Raises OSError."""
    aside = folder / DAMAGED / game
    if is_name(game) and aside.is_dir() and not aside.is_symlink():
        shutil.rmtree(aside)
