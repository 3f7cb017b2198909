"""What goes wrong with the file of games, in words for players, with what to do about it."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lucca_pi.devices.errors import StoreError
from lucca_pi.devices.journals.file import kind_of
from lucca_pi.devices.journals.rescue import Rescued
from lucca_pi.errors import reason_of
from lucca_pi.language import _

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)
NO_RIGHT_IN_SQLITE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Turns what SQLite and the disk say into what to do about it: a StoreError."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(trouble(file, error)) from error


def trouble(file: Path, error: sqlite3.Error | OSError) -> str:
    """What is wrong with the file, and what to do about it."""
    said = reason_of(error) if isinstance(error, OSError) else str(error)
    what = f"{file}: {said}"
    number = error.errno if isinstance(error, OSError) else None
    kind = kind_of(error) if isinstance(error, sqlite3.Error) else None
    if number in NO_ROOM or kind == sqlite3.SQLITE_FULL:
        return _("{what}. Make room on the disk (df -h shows it): the game goes on where it was.", what=what)
    if number in NO_RIGHT or kind in NO_RIGHT_IN_SQLITE:
        return _("{what}. Give this user the right to write there, or another directory with --state DIR.", what=what)
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _("{what}. Another program uses it: end that, and try again.", what=what)
    if number is not None or kind == sqlite3.SQLITE_IOERR:
        return _("{what}. The disk may be broken: copy the games elsewhere, and take another one.", what=what)
    return _("{what}. Start again: a damaged file is set aside and what can be read of it is kept.", what=what)


def rescued_text(told: Rescued) -> str:
    """The notice for players of a damaged file."""
    return _(
        "The file of games was damaged. It is kept as {file}; {games} games and {events} events could be read from it.",
        file=told.file,
        games=told.games,
        events=told.events,
    )


def gone_text(file: Path, game: str) -> str:
    """The notice for players where there was a file of games the last time."""
    return _(
        "{file} is gone, and with it the games; the last one was {game}. Put it back if you have it.",
        file=file,
        game=game,
    )


def lost_text(file: Path) -> str:
    """What players must know where the file went while a game was being kept."""
    return _(
        "{file}: is gone or replaced: its disk or folder was taken away. What is played is not kept. "
        "Put it back, and start again.",
        file=file,
    )
