"""A camera's own JPEG without what it tells of people: place, time, device, remarks, a film or a preview behind it."""

from contextlib import suppress
from io import BytesIO
from typing import Any

from lucca_pi.devices.phone import segments

_ORIENTATION, _EXIF, _EXPOSURE_S, _ISO = 0x0112, 0x8769, 33434, 34855
"""EXIF's tags: how the camera was held, where the rest stands, and of that exposure and sensitivity."""
_SCAN = 0xDA
_TOLD = frozenset({0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEF, 0xFE})
"""Segments that tell something: all of applications but JFIF's and Adobe's, which decoders need; and remarks."""
_END = b"\xff\xd9"


def stripped(data: bytes) -> bytes | None:
    """
    The same picture, dot by dot, in a file that tells nothing else but which way is up; None for what is no JPEG.

    >>> stripped(b"no picture") is None
    True
    """
    kept, at = [data[:2], _upright(data)], 2
    for marker, segment in segments(data):
        end = at + 4 + len(segment)
        if marker == _SCAN:
            whole = data.find(_END, at)
            return b"".join([*kept, data[at : whole + len(_END) if whole >= 0 else None]])
        if marker not in _TOLD:
            kept.append(data[at:end])
        at = end
    return None


def _upright(data: bytes) -> bytes:
    """A segment that says how the camera was held; nothing if it was upright."""
    from PIL import Image

    held: Any = 1
    with suppress(Exception):  # whatever a library raises for what cannot be read: then the picture is as it is
        held = Image.open(BytesIO(data)).getexif().get(_ORIENTATION, 1)
    if held == 1:
        return b""
    told = Image.Exif()
    told[_ORIENTATION] = held
    content = told.tobytes()
    return b"\xff\xe1" + (len(content) + 2).to_bytes(2, "big") + content


def exposure_of(data: bytes | None) -> dict[str, float | None]:
    """Seconds of exposure and sensitivity; None where a camera's file does not tell it."""
    from PIL import Image

    told: Any = {}
    if data:
        with suppress(Exception):  # as above
            told = Image.open(BytesIO(data)).getexif().get_ifd(_EXIF)
    tags = {"exposure_s": _EXPOSURE_S, "iso": _ISO}
    return {name: round(float(told[tag]), 6) if tag in told else None for name, tag in tags.items()}
