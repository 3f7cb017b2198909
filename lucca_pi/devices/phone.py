"""Photographs that phones send, as a camera: judged by the head of their file before anything is decoded."""

import struct
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from io import BytesIO
from threading import Lock
from zlib import crc32

from lucca_pi.language import Text, _
from lucca_pi.ports import Camera, Clock, Frame, NoPhotographError, PhotographError

_MOST_SEGMENTS = 256
"""Most segments before the picture: phones write ten or twenty; decoders take seconds for thousands."""
_MOST_HEAD_BYTES = 8_000_000
_START, _SCAN_MARKER, _PROGRESSIVE = 0xD8, 0xDA, 0xC2
FRAMES = (0xC0, 0xC1, _PROGRESSIVE)
"""Start-of-frame markers of the kinds of JPEG that cameras write."""
_OTHER_FRAMES = frozenset({*range(0xC3, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Start-of-frame markers of all other kinds: lossless, hierarchical, arithmetic."""
_COLOURS = (b"\1", b"\3")
"""Numbers of components that a photograph may have; the four of print take a third more memory."""


def segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and content of each segment up to the first scan; fewer if the segments do not join or are too many."""
    if data[:2] != bytes((0xFF, _START)):
        return
    at = 2
    for _marker in range(_MOST_SEGMENTS):
        if at > _MOST_HEAD_BYTES or len(data) < at + 4 or data[at] != 0xFF or data[at + 1] == 0xFF:
            return
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        yield data[at + 1], data[at + 4 : end]
        if data[at + 1] == _SCAN_MARKER:
            return
        at = end


MOST_BYTES = 30_000_000
"""Largest photograph, bytes: a JPEG of 50 million pixels has about 20 million."""
_MOST_PX = 60_000_000
_MOST_PX_IN_SCANS = 16_000_000
"""Largest progressive file, pixels: its decoder holds six bytes for each. Messengers make them, and small."""
_MOST_SCANS = 32
"""Most scans of a progressive JPEG: usual ones have ten; each takes the time of a whole picture."""
START_OF_SCAN = b"\xff\xda"
_HEIF = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif")

NO_HEIC = _(
    "This photograph is HEIC, which I cannot read. On an iPhone: Settings, Camera, Formats, Most Compatible; then take "
    "another."
)
NO_JPEG = _("This file is not a JPEG photograph: take one with the phone's camera.")
NOT_WHOLE = _("The photograph arrived incomplete: send it again.")
TOO_LARGE = _("This photograph is too large: set the camera to 50 million pixels or fewer, and take another.")


def _complaint_about_head(data: bytes) -> Text | str:
    """
    What is wrong with a file by its segments up to the first scan, without decoding; "" if nothing is.

    A file has many scans if it is progressive, or its first scan leaves components out, as libjpeg decides it (ITU-T
    T.81, B.2): a decoder must hold the whole picture over all of them.
    """
    size_px: int | None = None
    at, is_of_cameras = 2, True
    for marker, segment in segments(data):
        at += 4 + len(segment)
        if marker in FRAMES and size_px is None and segment[5:6] in _COLOURS:
            size_px = int.from_bytes(segment[1:3], "big") * int.from_bytes(segment[3:5], "big")
            components, is_progressive = segment[5], marker == _PROGRESSIVE
        elif marker in FRAMES or marker in _OTHER_FRAMES:
            is_of_cameras = False
        elif marker == _SCAN_MARKER:
            if size_px is None or not segment or not is_of_cameras:
                break
            has_many_scans = is_progressive or segment[0] < components
            if size_px > (_MOST_PX_IN_SCANS if has_many_scans else _MOST_PX):
                return TOO_LARGE
            return NO_JPEG if has_many_scans and data.count(START_OF_SCAN) > _MOST_SCANS else ""
    return NOT_WHOLE if data[:2] == bytes((0xFF, _START)) and len(data) < at + 4 else NO_JPEG


def complaint_about(data: bytes) -> Text | str:
    """Why a file cannot be used as a photograph, and what to do about it; "" if it can."""
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF:
        return NO_HEIC
    if len(data) > MOST_BYTES:
        return TOO_LARGE
    if complaint := _complaint_about_head(data):
        return complaint
    from lucca_pi.vision.picture import PictureError, pixels_in

    with suppress(PictureError):
        pixels_in(data)
        return ""
    return NO_JPEG


_OLD_MIN, _OLD_ANYWHERE_MIN = 15.0, 26 * 60.0
"""Minutes after which a photograph is asked about; more if it does not say its time zone."""
_DETAILS, _TAKEN, _ZONE = 0x8769, 0x9003, 0x9011
"""EXIF's tags for the details of a photograph, and in them for when it was taken, and in which time zone."""


def _is_old(data: bytes, date: str) -> bool:
    """True if the photograph says that it was taken long before `date`, ISO 8601 with a zone."""
    from PIL import Image

    now = datetime.fromisoformat(date)
    try:
        details = Image.open(BytesIO(data)).getexif().get_ifd(_DETAILS)
        taken, zone = (str(details.get(tag, "")).strip("\0 ") for tag in (_TAKEN, _ZONE))
        at = datetime.strptime(taken + (zone or now.strftime("%z")), "%Y:%m:%d %H:%M:%S%z")
    except (ValueError, OSError, SyntaxError, EOFError, struct.error):  # what Pillow raises at broken details
        return False
    return now - at > timedelta(minutes=_OLD_MIN if zone else _OLD_ANYWHERE_MIN)


_MOST_WAITING = 3
"""Most photographs that wait at once."""
_MOST_SHOTS = 3
"""Most photographs of a look that are joined."""
OLDEST_S = 300.0
"""Longest age, s, of a photograph that is joined with a new one: the table may have changed since."""

_TAKE_ONE = _("Photograph the table with a phone that has signed in on the page.")
OLD = _("This photograph was taken some time ago. If the table is still so, send it once more; if not, take another.")
WAIT = _("I am still looking at the earlier photographs: wait a moment.")


class PhoneCamera(Camera):
    """
    Takes looks from the latest photograph; earlier ones of the same look are its close-ups.

    `receive` and `leave_out` are called from the page's thread, all other methods from the game's.
    """

    notice = ""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._waiting: list[bytes] = []
        self._shots: list[tuple[float, Frame]] = []
        """The latest photographs, each with the time at which it came, s."""
        self._number, self._taken = -1, 0
        self._asked_about = 0
        """Checksum of the old photograph that was asked about last."""

    def receive(self, photograph: bytes) -> Text | str:
        """
        Accepts a file that a phone sends for the next look; returns what is wrong with it and what to do, "" if
        nothing.
        """
        complaint = complaint_about(photograph)
        if complaint:
            return complaint
        mark = crc32(photograph)
        if mark != self._asked_about and _is_old(photograph, self._clock.date()):
            self._asked_about = mark
            return OLD
        with self._lock:
            if len(self._waiting) >= _MOST_WAITING:
                return WAIT
            self._waiting.append(photograph)
        return ""

    def leave_out(self, photograph: bytes) -> None:
        """Drops a photograph that came too late."""
        with self._lock:
            self._waiting = [one for one in self._waiting if one is not photograph]

    def look(self, number: int = 0) -> Frame:
        """The latest photograph. Raises NoPhotographError if none has come since, PhotographError if it is damaged."""
        with self._lock:
            new, self._waiting = self._waiting, []
        if not new:
            raise NoPhotographError(_TAKE_ONE)
        now_s = self._clock.now_s()
        before = [one for one in self._shots if now_s - one[0] < OLDEST_S] if number == self._number else []
        self._number = number
        self._shots = [*before, *((now_s, self._frame(photograph)) for photograph in new)][-_MOST_SHOTS:]
        return self._shots[-1][1]

    def closer(self, number: int = 0) -> Iterator[Frame]:
        """The other photographs of this look, the latest first."""
        if number == self._number:
            yield from (frame for _came_s, frame in self._shots[-2::-1])

    def _frame(self, photograph: bytes) -> Frame:
        from lucca_pi.vision.picture import picture_in

        self._taken += 1
        try:
            picture = picture_in(photograph)
        except Exception as error:
            raise PhotographError(NOT_WHOLE) from error
        if picture.damage:
            raise PhotographError(NOT_WHOLE)
        return Frame(f"photograph {self._taken}", picture.grey, picture.colour, photograph, by_hand=True)
