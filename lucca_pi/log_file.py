"""What is logged, in a file."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lucca_pi.devices.errors import DeviceError
from lucca_pi.errors import reason_of
from lucca_pi.harmless import harmless, note

PACKAGE = "lucca_pi"


@contextmanager
def logged(file: Path | None) -> Iterator[None]:
    """Appends all that is logged to the file while the block runs; None: nothing. Raises DeviceError."""
    if file is None:
        yield
        return
    log, handler = logging.getLogger(PACKAGE), _opened(file)
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.setLevel(logging.NOTSET)
        log.removeHandler(handler)
        handler.close()


def _opened(file: Path) -> "LogFile":
    try:
        return LogFile(file)
    except OSError as error:
        reason = f"the log cannot be written: {reason_of(error)}"
        raise DeviceError(f"{file}: {reason}. Give another file with --log.") from error


class LogFile(logging.FileHandler):
    """A file of log entries; that it cannot be written any more is said once, and stops no game."""

    def __init__(self, file: Path) -> None:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o666))  # a pipe without a reader is refused
        super().__init__(file, encoding="utf-8")
        self.setFormatter(Harmless("%(asctime)s %(message)s"))
        self._is_told = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, ARG002 - as logging calls it
        """Says it once."""
        if not self._is_told:
            self._is_told = True
            note(f"lucca-pi: {self.baseFilename}: the log cannot be written any more; the game goes on.")


class Harmless(logging.Formatter):
    """Entries in which texts from outside, such as names, are harmless to read."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry."""
        return harmless(super().format(record))
