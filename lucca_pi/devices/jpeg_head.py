"""What the head of a JPEG file promises its decoders: refused here, before they spend minutes or a gigabyte on it."""

from collections.abc import Iterator
from dataclasses import dataclass

MOST_SEGMENTS = 256
"""Segments before the picture: phones write ten or twenty; decoders take seconds for thousands."""
MOST_HEAD_BYTES = 8_000_000
START, START_OF_SCAN, PROGRESSIVE = 0xD8, 0xDA, 0xC2
FRAMES = (0xC0, 0xC1, PROGRESSIVE)
"""Markers of the kinds of JPEG that cameras write."""
OTHER_FRAMES = frozenset({*range(0xC3, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Those of all other kinds: lossless, in layers, arithmetic."""
COLOURS = (1, 3)
"""How many components a photograph has; the four of print take a third more memory."""


@dataclass(frozen=True, slots=True)
class JpegHead:
    """Size in pixels, and whether decoders must keep the whole picture while scan after scan adds to it."""

    height: int
    width: int
    in_many_scans: bool


def jpeg_head(data: bytes) -> JpegHead | None:
    """
    The head up to the first scan; None of what no camera writes. Nothing is decoded.

    Many scans: as libjpeg tells it, a progressive file or one whose first scan leaves components out (ITU-T T.81, B.2).
    """
    head: JpegHead | None = None
    for marker, segment in _segments(data):
        if marker in OTHER_FRAMES or (marker in FRAMES and (head or len(segment) < 6 or segment[5] not in COLOURS)):
            return None
        if marker in FRAMES:
            components = segment[5]
            height, width = int.from_bytes(segment[1:3], "big"), int.from_bytes(segment[3:5], "big")
            head = JpegHead(height, width, in_many_scans=marker == PROGRESSIVE)
        elif marker == START_OF_SCAN:
            if head is None or not segment:
                return None
            return JpegHead(head.height, head.width, head.in_many_scans or segment[0] < components)
    return None


def ends_in_head(data: bytes) -> bool:
    """Whether the file begins as a JPEG does and is cut off before its first scan."""
    at = 2
    for _marker, _segment in _segments(data):
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data[:2] == bytes((0xFF, START)) and len(data) < at + 4


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and content of each segment up to the first scan, as far as there are not too many and they join."""
    if data[:2] != bytes((0xFF, START)):
        return
    at = 2
    for _ in range(MOST_SEGMENTS):
        if at > MOST_HEAD_BYTES or len(data) < at + 4 or data[at] != 0xFF or data[at + 1] == 0xFF:
            return
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        yield data[at + 1], data[at + 4 : end]
        if data[at + 1] == START_OF_SCAN:
            return
        at = end
