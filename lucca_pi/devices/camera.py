"""
A USB camera, and its twin, a folder of pictures. (The drawn table has a package of its own.)

A USB camera gives its own JPEG, or pixels in YUYV, in blue, green, red, or in grey; or the same
picture for ever, though its stream goes on.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from lucca_pi.devices.album import calibration_of, closer_of, colours_of
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, foreseen, put_away
from lucca_pi.devices.here import video_number
from lucca_pi.errors import reason_of
from lucca_pi.language import _, say
from lucca_pi.outside import note
from lucca_pi.ports import Camera, CameraEndedError, Clock, Frame, LookError

if TYPE_CHECKING:
    import cv2
    import numpy as np
    from numpy.typing import NDArray

STILL_S = 2.0
"""Longest time, s, for which the same picture may come again; beyond, the camera counts as frozen."""


class StandstillError(TimeoutError):
    """The camera hangs in such a way that its last picture comes again and again."""

    def __init__(self) -> None:
        super().__init__(_("its picture stands still"))


class Standstill:
    """
    Recognises a picture that a camera gives again, byte for byte: a sensor's noise never repeats.

    Pictures of one size are compared with each other; those of one grey value alone show nothing that could repeat.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: dict[tuple[int, ...], tuple[int, float]] = {}
        """For each size the last picture's checksum, and when it came first, s."""

    def repeats(self, picture: "NDArray[np.uint8]", file: "NDArray[np.uint8] | None" = None) -> bool:
        """
        True if the picture before was the same; `file`: as the camera gave it, if that is smaller.

        Raises StandstillError if the same has come for STILL_S.
        """
        import numpy as np

        mark, now_s = crc32(np.ascontiguousarray(picture if file is None else file).data), self._clock.now_s()
        before, since_s = self._since.get(picture.shape, (None, now_s))
        if mark != before or not np.ptp(picture):
            self._since[picture.shape] = mark, now_s
            return False
        if now_s > since_s + STILL_S:
            raise StandstillError
        return True


_JPEG_HEAD = b"\xff\xd8"
_SPARE_BYTES = 16
"""Most bytes before the end marker that belong to no row: many cameras append some to each picture."""
_SMALLEST_PX = 32
"""Smallest width and height of a picture, px; a smaller one shows no table."""
_LACKING, _LACKING_PX = 128, 8
"""Grey level of missing blocks, which OpenCV's decoder fills up to the lower right corner; and their size, px."""


class _DamagedFrameError(Exception):
    """A part of the picture is missing; the message is the decoder's."""


@dataclass(frozen=True)
class _Shot:
    """
    A whole picture in grey, of shape `(height, width)`.

    `in_colour` gives the same in red, green, blue; None from a camera without colour.
    """

    grey: "NDArray[np.uint8]"
    in_colour: "Callable[[], NDArray[np.uint8]] | None"

    @property
    def colour(self) -> "NDArray[np.uint8]":
        """The picture in red, green, blue; shape `(height, width, 3)`."""
        import numpy as np

        return np.ascontiguousarray(self.in_colour() if self.in_colour else np.dstack([self.grey] * 3))

    @property
    def small(self) -> "NDArray[np.uint8] | None":
        """The picture in colour at a frame's small size; None from a camera without colour."""
        from lucca_pi.vision.picture import reduced

        return reduced(self.colour) if self.in_colour else None


def _shot_in(given: Any, capture: "cv2.VideoCapture") -> _Shot:
    """The picture in what `capture` gave. Raises DamagedFrameError, ValueError for none, and what OpenCV raises."""
    import numpy as np

    dots = np.asarray(given)
    if dots.dtype == np.uint16:
        dots = (dots >> 8).astype(np.uint8)
    if dots.dtype != np.uint8:
        raise ValueError(f"pictures of {dots.dtype}")
    # drivers fill up the file's last block with zeros
    is_file = dots.size == max(dots.shape, default=0) and dots.ravel()[:2].tobytes() == _JPEG_HEAD
    return _in_file(dots.tobytes().rstrip(b"\0")) if is_file else _in_dots(_shaped(dots, capture))


def _in_file(data: bytes) -> _Shot:
    from lucca_pi.vision.picture import decoded_colour, decoded_jpeg, picture_in

    grey, damage, data = decoded_jpeg(data, _SPARE_BYTES)
    if damage:
        raise _DamagedFrameError(damage)
    return _Shot(picture_in(data).grey if grey is None else grey, lambda: decoded_colour(data)[0])


def _in_dots(dots: "NDArray[np.uint8]") -> _Shot:
    import cv2
    import numpy as np

    if min(dots.shape[:2]) < _SMALLEST_PX:
        raise ValueError(f"a picture of {dots.shape[1]} x {dots.shape[0]} dots")
    if dots.ndim == 2:
        return _Shot(dots, None)
    if dots.shape[2] == 2:
        return _Shot(np.ascontiguousarray(dots[:, :, 0]), lambda: _values(cv2.cvtColor(dots, cv2.COLOR_YUV2RGB_YUY2)))
    colours = dots[:, :, :3]
    if (colours[-_LACKING_PX:, -_LACKING_PX:] == _LACKING).all():
        raise _DamagedFrameError("its end is missing")
    return _Shot(_values(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY)), lambda: colours[:, :, ::-1])


def _values(picture: Any) -> "NDArray[np.uint8]":
    import numpy as np

    return np.asarray(picture, np.uint8)


def _shaped(dots: "NDArray[np.uint8]", capture: "cv2.VideoCapture") -> "NDArray[np.uint8]":
    """The pixels, of shape `(height, width, channels)`, or `(height, width)` from a camera without colour."""
    import cv2

    if len(dots.shape) < 3 and 1 in dots.shape:  # so OpenCV gives what it need not convert: all dots in one row
        size = int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)), int(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        dots = dots.reshape(*size, -1)
    return dots[:, :, 0] if dots.shape[2:] == (1,) else dots


_SUFFIXES = (".jpg", ".jpeg", ".png")
_AT_REST = re.compile(r"-[a-z]$")
"""End of a picture's name, before its suffix, that marks a table at rest before the look."""
_LARGEST_PX = 10_000
"""Size asked of a camera, px: larger than any picture, so that it gives its largest."""
LIVE_PX = 640
"""Width of the live picture, px."""
RETRY_S = 2.0
"""Seconds between attempts to find a lost camera."""
_TRIES, _TRIES_S = 5, 3.0
"""Most pictures in a row without an intact one, and longest time for them, s; beyond, the camera counts as gone."""
STALE = 4
"""Pictures that a driver buffers, taken before the look."""
_REPEATED = 90
"""Most pictures in a row that are the same; beyond, the camera counts as frozen, however fast they come."""


class FolderCamera(Camera):
    """
    Pictures in a folder instead of a table: one for each confirmed look, in the order of their names.

    A name that ends in -a, -b, ... before its suffix is a picture of the resting table before the next look. A picture
    that led to a complaint is skipped when OK is pressed.
    """

    notice = ""
    """Text for players if the picture of the last look is damaged; else empty."""

    def __init__(self, folder: Path) -> None:
        """Raises DeviceError if the folder is missing or has no picture."""
        try:
            files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)
        except OSError as error:
            raise DeviceError(
                f"{folder}: no folder of pictures ({error.strerror}). Give one: --camera folder:DIR."
            ) from error
        self._looks = [file for file in files if not _AT_REST.search(file.stem)]
        self._files = files
        self._at: dict[int, int] = {}
        """Index of each look's picture, for looks that were asked for."""
        if not self._looks:
            raise DeviceError(f"{folder}: contains no pictures ({', '.join(_SUFFIXES)}).")

    def look(self, number: int = 0) -> Frame:
        """
        The picture of look `number`, from 0. Raises CameraEndedError after the last, LookError if the file is no
        picture.
        """
        if not self._is_there(number):
            raise CameraEndedError
        self.notice = ""
        frame, self.notice = _frame(self._looks[self._place(number)])
        if self.notice:
            note(f"lucca-pi: {say(self.notice)}")
        return frame

    def file_of(self, number: int) -> str:
        """Name of the look's picture; "" after the last."""
        return self._looks[self._place(number)].name if self._is_there(number) else ""

    def go_on(self, number: int) -> None:
        """Skips a picture: look `number` and later looks show the pictures after it."""
        self._at = {look: at for look, at in self._at.items() if look < number} | {number: self._place(number) + 1}

    def _place(self, number: int) -> int:
        """Index of a look's picture: the one after the look before; in a resumed game, the look's number."""
        return self._at.setdefault(number, self._at.get(number - 1, number - 1) + 1)

    def _is_there(self, number: int) -> bool:
        return self._place(number) < len(self._looks)

    def closer(self, number: int = 0) -> Iterator[Frame]:
        """Close-ups joined with the picture of look `number`, if play stored them."""
        if self._is_there(number):
            yield from (_frame(file)[0] for file in closer_of(self._looks[self._place(number)]))

    def rested(self, number: int) -> Sequence[Frame]:
        """Pictures of the resting table between look `number - 1` and look `number`."""
        at = [-1, *(self._files.index(file) for file in self._looks), len(self._files)]
        place = self._place(number)
        start, end = (at[min(index, len(at) - 1)] for index in (place, place + 1))
        return [_frame(file)[0] for file in self._files[start + 1 : end]]


def _frame(file: Path) -> tuple[Frame, str]:
    """A picture as a frame; sets the notice if it is damaged. Raises LookError."""
    from lucca_pi.vision.picture import PictureError, damaged, load_colour, load_picture

    try:
        picture = load_picture(file)
        calibration = calibration_of(file) if calibration_of(file).exists() else None
        notice = damaged(file.name, picture.damage) if picture.damage else ""
        if colours_of(file).exists():
            return Frame(file.name, picture.grey, load_colour(colours_of(file)), calibration=calibration), notice
        return Frame(file.name, picture.grey, picture.colour, file.read_bytes(), calibration), notice
    except (PictureError, OSError) as error:
        raise LookError(str(error)) from error


class UsbCamera(Camera):
    """
    Any camera that OpenCV opens; `/dev/video0` is number 0.

    Pictures have the largest size that the camera offers, with the lens's distortion. Damaged pictures and failed
    readings are skipped; a camera that is lost, or whose picture stands still, is opened anew every RETRY_S.
    """

    def __init__(self, source: int | str, clock: Clock) -> None:
        """
        `source`: the camera's number, name or path as `here.video_number` takes them, or a recorded video.

        Raises DeviceError if it does not open or gives no picture.
        """
        self._source, self._clock = source, clock
        self._name = f"usb:{source}"
        self._capture: cv2.VideoCapture | None = None
        self._again_s = 0.0
        self._damage = self._reason = ""
        self._standstill, self._stands_still = Standstill(clock), False
        self._open()
        if not self._capture:
            raise DeviceError(
                _(
                    "No camera at {name}: plug it in, close other programs that use it, and check with ls /dev/video*.",
                    name=self._name,
                )
            )
        if self._next(clock.now_s() + _TRIES_S) is None and not self._damage:
            self.close()
            raise DeviceError(
                _(
                    "The camera {name} opens but delivers no picture{reason}: close other programs that use it, and "
                    "try the other numbers that ls /dev/video* shows, since many cameras have two.",
                    name=self._name,
                    reason=self._reason,
                )
            )

    def _open(self) -> None:
        """Opens the camera, if it is there."""
        import cv2

        self._again_s = self._clock.now_s() + RETRY_S
        try:
            cv2.utils.logging.setLogLevel(0)  # it reports on standard error what is said here
            number = video_number(self._source)
            capture = cv2.VideoCapture(self._source if number is None else number)
            if capture.isOpened():
                _ask(capture, is_device=number is not None)
                self._capture = capture
        except UNFORESEEN as error:
            self._reason = f" ({reason_of(foreseen(error))})"

    @property
    def notice(self) -> str:
        """Text for players if the camera gives no picture, the same one or damaged ones; empty if all is well."""
        if self._stands_still:
            return _(
                "The picture from {camera} stands still: unplug the camera and plug it in again. Play continues by "
                "itself.",
                camera=self._name,
            )
        if not self._capture:
            return _("No picture from {camera}: check the camera's cable. Play continues by itself.", camera=self._name)
        if self._damage:
            return _(
                "Pictures from {camera} arrive damaged: plug it straight into the machine, with a short cable and no "
                "hub.",
                camera=self._name,
            )
        return ""

    def look(self, number: int = 0) -> Frame:  # noqa: ARG002
        """The table as it lies now. Raises LookError if the camera gives no picture."""
        shot = self._fresh()
        return Frame(self._name, shot.grey, shot.small)

    def colour(self) -> "NDArray[np.uint8]":
        """The table in colour, of shape `(height, width, 3)`: red, green, blue. Raises LookError."""
        return self._fresh().colour

    def _fresh(self) -> "_Shot":
        """The next picture taken after the request. Raises LookError."""
        until_s = self._clock.now_s() + _TRIES_S  # a reading that hangs takes ten seconds, and so would each after it
        if self._capture:
            try:
                for _picture in range(STALE):
                    if self._capture.grab() is False or self._clock.now_s() > until_s:
                        break
            except UNFORESEEN as error:
                self._reason = f" ({reason_of(foreseen(error))})"
        shot = self._next(until_s)
        if shot is None:
            raise LookError(self.notice)
        return shot

    def _next(self, until_s: float) -> "_Shot | None":
        """
        The next intact picture that differs from the one before; None if there is none in TRIES readings until then.

        A camera that gives no picture is closed, since it might come back under another number; so is one whose picture
        stands still, since opening it anew may mend that.
        """
        if not self._capture and self._clock.now_s() >= self._again_s:
            self._open()
        if not self._capture:
            return None

        given = False
        for _try in range(_TRIES):
            if self._clock.now_s() > until_s:
                break
            try:
                if shot := self._read(self._capture):
                    self._damage, self._stands_still = "", False
                    return shot
            except _DamagedFrameError as error:
                self._damage, given = str(error), True
            except StandstillError:
                self._stands_still, given = True, False
                break
            except UNFORESEEN as error:
                self._reason = f" ({reason_of(foreseen(error))})"
        if not given:
            self.close()
            self._again_s = self._clock.now_s() + RETRY_S
        return None

    def _read(self, capture: "cv2.VideoCapture") -> "_Shot | None":
        """The next picture that differs from the one before; None if `capture` gives none. Raises StandstillError."""
        import numpy as np

        for _picture in range(_REPEATED):
            taken, picture = capture.read()
            if not taken:
                return None
            shot = _shot_in(picture, capture)
            if not self._standstill.repeats(shot.grey, np.asarray(picture)):
                return shot
        raise StandstillError

    def live(self) -> "NDArray[np.uint8] | None":
        """The next picture, small; None if the camera gives none."""
        shot = self._next(self._clock.now_s() + _TRIES_S)
        return live_picture(shot.grey) if shot else None

    def closer(self, number: int = 0) -> Iterator[Frame]:  # noqa: ARG002
        """The next pictures, which differ in their noise."""
        yield self.look()
        yield self.look()

    def close(self) -> None:
        """Closes the camera."""
        if self._capture:
            put_away(self._capture.release)
        self._capture = None
        self._damage = ""


def live_picture(grey: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    """The picture as small as the live picture is."""
    import cv2

    size = LIVE_PX, max(1, round(grey.shape[0] * LIVE_PX / grey.shape[1]))
    return _values(cv2.resize(grey, size, interpolation=cv2.INTER_AREA))


def _ask(capture: "cv2.VideoCapture", *, is_device: bool) -> None:
    """
    Asks for the largest pictures, and for the camera's own JPEG.

    OpenCV's decoder does not report a part that got lost on the way; ours does.
    """
    import cv2

    jpeg = cv2.VideoWriter.fourcc(*"MJPG")
    capture.set(cv2.CAP_PROP_FOURCC, jpeg)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, _LARGEST_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _LARGEST_PX)
    if is_device and int(capture.get(cv2.CAP_PROP_FOURCC)) in (0, jpeg):  # 0: it does not say
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
