"""
Events as they lie in the pages of a SQLite file and of its log, for what SQLite cannot find any more.

The file's format: https://www.sqlite.org/fileformat.html. Each page is read for itself: it does not matter whether what
leads to it, or the names of tables, are damaged. An event whose key alone is found, in an index, has no text.
"""

import errno
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lucca_pi.devices.journals.file import PAGE_BYTES, log_of

LEAF, INDEX_LEAF, INDEX = 0x0D, 0x0A, 0x02
CELLS_AT = {LEAF: 8, INDEX_LEAF: 8, INDEX: 12}
"""The kinds of pages that hold events or their keys, and where the list of their cells begins."""
CHILD_BYTES = 4
FILE_HEADER, LOG_HEADER, FRAME_HEADER = 100, 32, 24
COLUMNS = 3
INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
INTEGERS = {8: 0, 9: 1}
"""Serial types that are a number themselves."""
Found = tuple[int, bytes, int, bytes | None]
"""The place in the order of appending, the game, the number, the text."""


def rows_in_pages(file: Path) -> Iterator[Found]:
    """What can be an event in any page of the file or its log; what the disk does not give is passed over."""
    for page_bytes in sorted({PAGE_BYTES, _page_bytes(file)}):
        pages = _Pages(file, page_bytes)
        for image, header in pages.images():
            for at in _cells(image, header):
                with suppress(IndexError, struct.error):
                    row = pages.row(image, at) if image[header] == LEAF else _key(image, at, image[header])
                    if row:
                        yield row


class _Pages:
    """The pages of a file and of its log; a page in the log goes before that of the file."""

    def __init__(self, file: Path, page_bytes: int) -> None:
        self._file, self._bytes = file, page_bytes
        self._size = file.stat().st_size if file.exists() else 0
        self._log = list(_frames(log_of(file), page_bytes))
        self._later = dict(self._log)

    def images(self) -> Iterator[tuple[bytes, int]]:
        """Each page that may hold events or keys, and where its header is."""
        in_file = ((number, self._in_file(number)) for number in range(1, self._size // self._bytes + 2))
        for number, image in (*self._log, *in_file):
            header = FILE_HEADER if number == 1 else 0
            if len(image) == self._bytes and image[header] in CELLS_AT:
                yield image, header

    def row(self, image: bytes, at: int) -> Found | None:
        """The event in a cell, if it is one."""
        length, at = _varint(image, at)
        place, at = _varint(image, at)
        most = self._bytes - 35
        least = (self._bytes - 12) * 32 // 255 - 23
        here = least + (length - least) % (self._bytes - 4)
        here = length if length <= most else here if here <= most else least
        payload = image[at : at + here]
        if length > here:
            if length > self._size + len(self._log) * self._bytes:
                return None
            payload += self._overflow(struct.unpack_from(">I", image, at + here)[0], length - here)
        event = _event(payload) if len(payload) == length else None
        return (place, *event) if event else None

    def _overflow(self, number: int, left: int) -> bytes:
        """What did not fit on a leaf: a chain of pages."""
        parts: list[bytes] = []
        while left > 0 and number:
            image = self._later.get(number) or self._in_file(number)
            if len(image) < self._bytes:
                break
            parts.append(image[4 : 4 + left])
            left -= len(parts[-1])
            (number,) = struct.unpack_from(">I", image)
        return b"".join(parts)

    def _in_file(self, number: int) -> bytes:
        at = (number - 1) * self._bytes
        image = _read(self._file, at, self._bytes) if 0 <= at < self._size else b""
        return image.ljust(self._bytes, b"\0") if image else image  # the last one may be cut


def _frames(log: Path, page_bytes: int) -> Iterator[tuple[int, bytes]]:
    """The pages in a log with their numbers, oldest first."""
    size = log.stat().st_size if log.exists() else 0
    for at in range(LOG_HEADER, size, FRAME_HEADER + page_bytes):
        frame = _read(log, at, FRAME_HEADER + page_bytes)
        if len(frame) == FRAME_HEADER + page_bytes:
            yield struct.unpack_from(">I", frame)[0], frame[FRAME_HEADER:]


def _read(file: Path, at: int, size: int) -> bytes:
    """Bytes of the file; none where the disk does not give them, asked twice. Raises OSError for anything else."""
    for _ in range(2):
        try:
            opened = os.open(file, os.O_RDONLY)
            try:
                return os.pread(opened, size, at)
            finally:
                os.close(opened)
        except FileNotFoundError:
            return b""
        except OSError as error:
            if error.errno != errno.EIO:
                raise
    return b""


def _page_bytes(file: Path) -> int:
    """The size of a page as the file says it."""
    header = _read(file, 16, 2)
    said = int.from_bytes(header, "big")
    return said if said in (512, 1024, 2048, 4096, 8192, 16384, 32768) else 65536 if said == 1 else PAGE_BYTES


def _cells(image: bytes, header: int) -> Iterator[int]:
    """Where the cells of a page begin."""
    count = int.from_bytes(image[header + 3 : header + 5], "big")
    start = header + CELLS_AT[image[header]]
    for at in range(start, min(start + 2 * count, len(image) - 1), 2):
        yield int.from_bytes(image[at : at + 2], "big")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where it ends."""
    value = 0
    for length in range(1, 10):
        byte = data[at + length - 1]
        value = value << 8 | byte if length == 9 else value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, at + length


def _key(image: bytes, at: int, page: int) -> Found | None:
    """The key in a cell of an index, if it is an event's; such a key always fits into its page."""
    length, at = _varint(image, at + (CHILD_BYTES if page == INDEX else 0))
    match _values(image[at : at + length]):
        case [bytes() as game, int() as number, int() as place]:
            return place, game, number, None
    return None


def _event(payload: bytes) -> tuple[bytes, int, bytes] | None:
    """Game, number and text, where a record is of these three."""
    match _values(payload):
        case [bytes() as game, int() as number, bytes() as text]:
            return game, number, text
    return None


def _values(payload: bytes) -> list[bytes | int | None]:
    """The three values of a record, texts and whole numbers; none of another record."""
    end, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < end and len(kinds) <= COLUMNS:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[bytes | int | None] = []
    for kind in kinds if len(kinds) == COLUMNS else ():
        size = INTEGER_BYTES.get(kind, max(0, (kind - 13) // 2))
        part, end = payload[end : end + size], end + size
        whole = INTEGERS.get(kind, int.from_bytes(part, "big", signed=True) if kind in INTEGER_BYTES else None)
        values.append(part if kind >= 13 and kind % 2 == 1 else whole)
    return values
