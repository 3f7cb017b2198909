"""The event that was kept last, noted beside the file of games: a file that has lost its end is found out by it."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass

from lucca_pi.devices.journals.text import Chain, is_intact, parted, sealed

LONGEST = 1000
"""Bytes of the note."""


@dataclass(frozen=True, slots=True)
class Last:
    """A game, how many events were kept of it, and the mark of the last one."""

    game: str
    events: int
    mark: str

    def is_in(self, chain: Chain | None) -> bool:
        """Whether the events of its game go so far, and are those."""
        return chain is not None and 0 < self.events <= chain.events and chain.marks[self.events - 1] == self.mark


def read_last(noted: int) -> Last | None:
    """What is noted in an open file; None where nothing is, or nothing whole."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        data = os.pread(noted, LONGEST, 0).strip()
        if is_intact(data):
            return Last(**json.loads(parted(data)[0]))
    return None


def note_last(noted: int, last: Last | None) -> None:
    """Notes it in an open file, on the disk; a disk that refuses leaves what was noted before."""
    text = f"{sealed(json.dumps(asdict(last)))}\n".encode() if last else b""
    with suppress(OSError):
        os.pwrite(noted, text, 0)
        os.ftruncate(noted, len(text))
        os.fsync(noted)
