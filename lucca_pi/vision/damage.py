"""Whether a picture's file is damaged, though it can be read: what was lost in it is grey, or lies elsewhere."""

import re
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lucca_pi.language import Text, _

HARMLESS = ("Invalid SOS parameters", "Unknown Adobe color", "Warning: unknown JFIF", "tjDecompressHeader")
"""How complaints begin of what some cameras write so, or of a kind of JPEG that this decoder does not know."""
WHOLE_PX = 51_000_000
"""A JPEG of more pixels is decoded at half the size, or a quarter: memory is bounded, and cards are seen as well."""
END = b"\xff\xd9"
FOREIGN = re.compile(rb"\xff[\x01-\xbf]")
"""What follows 0xFF in no JPEG (ITU-T T.81, B.1.1.3): here begins, or has begun, what is none."""
BEHIND_ROWS = re.compile(r"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9")
"""The decoder's complaint of bytes that it needed for no row."""
FILM, FILM_WITHIN = b"ftyp", 64
"""A film that a phone keeps behind its photograph says so within this many bytes."""
PNG_HEAD, PNG_FRAME = 8, 12
"""Bytes before the first chunk, and of a chunk besides its data: length, name and checksum."""


def damaged(picture: str, why: str) -> Text:
    """The notice to players that a picture is damaged."""
    return _(
        "{picture} is damaged ({reason}): cards may be missing or wrong. Copy it again from the camera.",
        picture=picture,
        reason=why,
    )


def times_smaller(pixels: int, most: int) -> int:
    """
    By how much both sides are to be divided for a picture to have at most so many pixels: a power of two.

    >>> [times_smaller(pixels, 51_000_000) for pixels in (12_000_000, 64_000_000, 199_000_000, 250_000_000)]
    [1, 2, 2, 4]
    """
    times = 1
    while pixels > most * times**2:
        times *= 2
    return times


def decoded_jpeg(
    data: bytes, spare_bytes: int = 0, most_px: int = WHOLE_PX
) -> tuple[NDArray[np.uint8] | None, str, bytes]:
    """
    The JPEG in grey, of shape `(height, width)`, not turned; what its decoder complains of; and the file for others.

    The grey is None where the decoder complains. Other decoders fill in what they lack and say nothing of it. A wrong
    bit need not be noticed: JPEG has no checksum. Where the end marker alone is missing, the file for others has one;
    up to `spare_bytes` before it that belong to no row are left out. A picture of more than `most_px` is made smaller
    as it is decoded, which takes the memory of the smaller one.
    """
    grey, complaint = _decoded(data, most_px)
    if complaint and (ended := _with_end(data, spare_bytes)):
        return *_decoded(ended, most_px), ended
    return grey, complaint, data


def _decoded(data: bytes, most_px: int = WHOLE_PX) -> tuple[NDArray[np.uint8] | None, str]:
    from simplejpeg import decode_jpeg, decode_jpeg_header

    try:
        height, width, colours = decode_jpeg_header(data)[:3]
        times = times_smaller(height * width, most_px)
        kind = "CMYK" if colours in ("CMYK", "YCCK") else "GRAY"
        dots = decode_jpeg(data, kind, fastdct=False, min_height=height // times, min_width=width // times)
    except ValueError as error:
        return None, "" if str(error).startswith(HARMLESS) else str(error)
    return (np.asarray(dots[:, :, 0], np.uint8) if dots.shape[2] == 1 else None), ""


def _with_end(data: bytes, spare_bytes: int) -> bytes | None:
    """
    The JPEG with its end marker, if that alone was missing; None where rows are missing too.

    Some phones leave the marker out of a panorama, and put a film in its place.
    """
    foreign = FOREIGN.search(data, _scan_at(data))
    rows = (data[: foreign.start()] if foreign else data).removesuffix(END)
    complaint = _decoded(rows + END)[1]
    more = BEHIND_ROWS.fullmatch(complaint)
    spare = int(more[1]) if more else 0
    behind = len(rows) - spare
    is_film = FILM in data[behind : behind + FILM_WITHIN]
    has_all_rows = not complaint or (spare and (spare <= spare_bytes or is_film))
    return rows[:behind] + END if has_all_rows else None


def _scan_at(data: bytes) -> int:
    """Where the first scan begins: behind segments that each tell their length."""
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1 : at + 2] != b"\xda":
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at


def size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Height and width, as the file says; None of what is no JPEG. Nothing is decoded."""
    from simplejpeg import decode_jpeg_header

    try:
        height, width, *_rest = decode_jpeg_header(data)
    except ValueError:
        return None
    return height, width


def damage_of_png(data: bytes) -> str:
    """
    What is wrong with the PNG: a checksum, or its end; empty if nothing is.

    >>> damage_of_png(bytes(8) + bytes([0, 0, 0, 0]) + b"IEND" + crc32(b"IEND").to_bytes(4, "big"))
    ''
    """
    rest = memoryview(data)[PNG_HEAD:]
    while len(rest) >= PNG_FRAME:
        end = 8 + int.from_bytes(rest[:4], "big")
        if crc32(rest[4:end]) != int.from_bytes(rest[end : end + 4], "big"):
            return "a checksum in it is wrong"
        if bytes(rest[4:8]) == b"IEND":
            return ""
        rest = rest[end + 4 :]
    return "its end is missing"
