"""
Files read and written whole: regular ones, with the reason if one cannot be read, and none ever half written.

And where settings and games lie, by the environment; and what takes seconds to make, such as the places of a box's
prints, kept on the disk from one start to the next.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EFBIG, EINVAL, EISDIR
from functools import cache
from pathlib import Path
from threading import get_native_id
from typing import BinaryIO, TypeVar

from lucca_pi.errors import UnreadableError, in_file, reason_of
from lucca_pi.language import _
from lucca_pi.outside import LONGEST_TEXT
from lucca_pi.version import version


def state_directory(environment: Mapping[str, str]) -> Path:
    """Directory of games: the service's StateDirectory, else the user's state directory."""
    if "STATE_DIRECTORY" in environment:
        return Path(environment["STATE_DIRECTORY"])
    base = environment.get("XDG_STATE_HOME") or str(Path("~/.local/state").expanduser())
    return Path(base) / "lucca"


def halt_file(environment: Mapping[str, str]) -> Path | None:
    """File that makes the system halt, in the service's RuntimeDirectory; None elsewhere."""
    return Path(environment["RUNTIME_DIRECTORY"]) / "halt" if "RUNTIME_DIRECTORY" in environment else None


def config_file(environment: Mapping[str, str]) -> Path:
    """Usual place of the configuration file."""
    if "CONFIGURATION_DIRECTORY" in environment:
        return Path(environment["CONFIGURATION_DIRECTORY"]) / "lucca.toml"
    base = environment.get("XDG_CONFIG_HOME") or str(Path("~/.config").expanduser())
    return Path(base) / "lucca" / "lucca.toml"


_ReadT = TypeVar("_ReadT")
_STANDARD_INPUT = "-"
_HANDLES = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Names of files that the caller has opened already, as a shell does for <(COMMAND)."""


def open_file(file: Path) -> BinaryIO:
    """
    The file, opened to be read; /dev/null is an empty one.

    Raises OSError, also for a pipe, a socket or a device: to open or to read one might never end.
    """
    mode = file.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(file))
    if not stat.S_ISREG(mode) and not file.samefile(os.devnull):
        raise OSError(EINVAL, "it is a pipe, a socket or a device, not a file", str(file))
    return file.open("rb")


def read_file(file: Path, most_bytes: int) -> bytes:
    """Content of the file. Raises OSError as `open_file` does, and for a file of more than `most_bytes`."""
    with open_file(file) as stream:
        data = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(EFBIG, f"it has more than {most_bytes:,} bytes", str(file))
    return data


def read_text(name: str) -> str:
    """The text of a file; "-" is standard input. Raises UnreadableError."""
    try:
        if name == _STANDARD_INPUT and sys.stdin is None:
            raise UnreadableError("cannot be read: standard input is closed", file=name)
        return _read(name).decode()
    except UnicodeDecodeError as error:
        raise UnreadableError("not UTF-8 text", f"byte {error.start + 1}", name) from None
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            raise UnreadableError(_("there is no such file. Check the name and the folder."), file=name) from None
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"cannot be read: {reason}", file=name) from None


def read_as(read: Callable[[str], _ReadT], name: str) -> _ReadT:
    """What `read` makes of the text of a file; its errors name the file. Raises UnreadableError."""
    text = read_text(name)
    with in_file(name):
        return read(text)


def _read(name: str) -> bytes:
    """Reads at most one byte more than a text may have; a reader of the text complains of that."""
    if name == _STANDARD_INPUT:
        return sys.stdin.buffer.read(LONGEST_TEXT + 1)
    with Path(name).open("rb") if name.startswith(_HANDLES) else open_file(Path(name)) as file:
        return file.read(LONGEST_TEXT + 1)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
"""Flags that open a new file: it must not exist, nor be a link."""


@contextmanager
def atomic_write(file: Path) -> Iterator[BinaryIO]:
    """
    A stream whose content becomes `file` when the block ends; if anything fails before that, `file` is unchanged.

    The content is on the disk then. Each thread has a temporary file of its own, so that two that write at once do not
    mix; a link of that name is not followed. Raises OSError.
    """
    part = file.with_name(f"{file.name}.{get_native_id()}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, _NEW, 0o666), "wb") as stream:
            yield stream
            on_the_disk(stream)
            move(part, file, stream)
    finally:
        part.unlink(missing_ok=True)


def write_file(file: Path, data: bytes, *, with_folder: bool = False) -> None:
    """Writes a file as `atomic_write` does; `with_folder`: makes its folder first, if that is missing."""
    if with_folder:
        file.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(file) as stream:
        stream.write(data)


def move(file: Path, to: Path, stream: BinaryIO) -> None:
    """
    Renames a file that `stream` has open, replacing `to`; its new name is on the disk then. Raises OSError.

    FAT writes the new name without the file's size and place: only a sync of the file itself brings them to the disk.
    """
    file.replace(to)
    os.fsync(stream.fileno())
    sync_directory(to.parent)


def on_the_disk(stream: BinaryIO) -> None:
    """Syncs a stream to the disk. Raises OSError."""
    stream.flush()
    os.fsync(stream.fileno())


def sync_directory(directory: Path) -> None:
    """Syncs a directory's names to the disk. Raises OSError."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


_SEAL_BYTES = 32


def kept(name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
    """
    What `make` makes of these inputs; from the disk if this same program has made it before.

    A file that is missing, damaged or another program's is made anew, and where none can be written none is kept.
    """
    from hashlib import sha256

    digest = sha256()
    for one in inputs:
        digest.update(b"%d:" % len(one) + one)
    try:
        file = state_directory(os.environ) / "made" / f"{name}-{digest.hexdigest()[:32]}"
    except RuntimeError:  # a user without a home
        return make()
    with suppress(OSError):
        data = file.read_bytes()
        seal, made = data[:_SEAL_BYTES], data[_SEAL_BYTES:]
        if seal == _sealed(made):
            return made
    made = make()
    with suppress(OSError):
        write_file(file, _sealed(made) + made, with_folder=True)
    return made


def _sealed(made: bytes) -> bytes:
    from hashlib import sha256

    return sha256(_program() + made).digest()


@cache
def _program() -> bytes:
    """Differs for each version of the program, and for each state of a clone that somebody works in."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return repr((version(), [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files])).encode()
