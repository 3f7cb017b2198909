"""Files of the owner, and those named on the command line: regular ones, with the reason where one cannot be read."""

import os
import stat
import sys
from errno import EFBIG, EINVAL, EISDIR
from pathlib import Path
from typing import BinaryIO

from lucca_pi.errors import UnreadableError, reason_of
from lucca_pi.strict import LONGEST_TEXT

STANDARD_INPUT = "-"
HANDLES = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Names of what the caller has opened already, as a shell does for <(COMMAND)."""


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
    """The content of the file. Raises OSError as `open_file` does, and for one of more than `most_bytes`."""
    with open_file(file) as stream:
        data = stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(EFBIG, f"it has more than {most_bytes:,} bytes", str(file))
    return data


def read_text(name: str) -> str:
    """The text of a file; "-" is standard input. Raises UnreadableError."""
    try:
        if name == STANDARD_INPUT and sys.stdin is None:
            raise UnreadableError("cannot be read: standard input is closed", file=name)
        return _read(name).decode()
    except UnicodeDecodeError as error:
        raise UnreadableError("not UTF-8 text", f"byte {error.start + 1}", name) from None
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"cannot be read: {reason}", file=name) from None


def _read(name: str) -> bytes:
    """At most one byte more than a text may have, which is complained of where the text is read."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(LONGEST_TEXT + 1)
    with Path(name).open("rb") if name.startswith(HANDLES) else open_file(Path(name)) as file:
        return file.read(LONGEST_TEXT + 1)
