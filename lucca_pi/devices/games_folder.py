"""The folder of journals in a state directory: made, locked for one program, and what to do if the disk refuses."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lucca_pi.devices.errors import StoreError
from lucca_pi.errors import reason_of
from lucca_pi.files import sync_directory
from lucca_pi.language import _

GAMES = "games"
"""The folder's name; who keeps games there holds its lock."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)


def hold(directory: Path) -> int:
    """Makes the folder of journals if need be and takes its lock; gives the lock's file descriptor."""
    folder = directory / GAMES
    try:
        make(folder)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
            os.close(lock)
            number = errno.EROFS if os.statvfs(folder).f_flag & os.ST_RDONLY else errno.EACCES
            raise OSError(number, os.strerror(number))
    except OSError as error:
        raise StoreError(
            _(
                "{directory}: cannot be written ({reason}). Choose another directory with --state DIR.",
                directory=folder if os.access(folder, os.F_OK) else directory,
                reason=reason_of(error),
            )
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise StoreError(
            _(
                "{directory}: another lucca-pi stores its games here. Stop it first (systemctl stop lucca-pi), or "
                "give this one another directory with --state DIR.",
                directory=directory,
            )
        ) from error
    return lock


def make(folder: Path) -> None:
    """Makes a folder, and those it lies in, on the disk. Raises OSError."""
    if not folder.is_dir():
        make(folder.parent)
        try:
            folder.mkdir()
        except FileExistsError:
            if not folder.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
        with suppress(PermissionError):
            sync_directory(folder.parent)


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Turns what the disk says into what to do about it: a StoreError."""
    try:
        yield
    except OSError as error:
        raise StoreError(_trouble(f"{file}: {reason_of(error)}", error.errno)) from error


def _trouble(what: str, number: int | None) -> str:
    if number in _NO_ROOM:
        return _("{what}. Make room on the disk (df -h shows it): the game goes on where it was.", what=what)
    if number in _NO_RIGHT:
        return _("{what}. Let this user write there, or choose another directory with --state DIR.", what=what)
    return _("{what}. The disk may be broken: copy the games elsewhere, and use another one.", what=what)


def lost_text(file: Path) -> str:
    """What players must know where the journals went while a game was being played."""
    return _(
        "{file}: is gone or replaced: its disk or folder was removed. What you play is not saved. Put it back, and "
        "start again.",
        file=file,
    )
