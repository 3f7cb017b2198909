"""Files that are never half written, whatever happens to the power."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
"""How a file is opened that must not be there yet, nor be a link to another one."""


@contextmanager
def atomic_write(file: Path) -> Iterator[BinaryIO]:
    """
    What to write into: once done, `file` is that and on the disk; till then, and if anything fails, what it was.

    Whatever else has the name of the part is taken away, and a link there is not followed. Raises OSError.
    """
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, NEW, 0o666), "wb") as stream:
            yield stream
            on_the_disk(stream)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    sync_directory(file.parent)


def on_the_disk(stream: BinaryIO) -> None:
    """Puts what was written so far on the disk. Raises OSError."""
    stream.flush()
    os.fsync(stream.fileno())


def sync_directory(directory: Path) -> None:
    """Puts the names in the directory on the disk. Raises OSError."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
