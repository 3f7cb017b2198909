"""
A camera at a USB port, and its twin, a folder of pictures. (The drawn table has a package of its own.)

A USB camera gives its own JPEG, or dots in YUYV, in blue, green, red, or in grey.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lucca_pi.devices.album import calibration_of, closer_of, colours_of
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, put_away
from lucca_pi.devices.here import video_number
from lucca_pi.errors import reason_of
from lucca_pi.language import _, say
from lucca_pi.outside import note
from lucca_pi.ports import CameraEndedError, Clock, Frame, LookError

if TYPE_CHECKING:
    import cv2
    import numpy as np
    from numpy.typing import NDArray

_JPEG_HEAD = b"\xff\xd8"
_SPARE_BYTES = 16
"""So many bytes before the end marker that belong to no row: many cameras write some into each picture."""
_SMALLEST_PX = 32
"""A picture less wide or high is none of a table."""
_LACKING, _LACKING_PX = 128, 8
"""Blocks of 8 x 8 dots that OpenCV's decoder lacks become this grey, up to the lower right corner; it says nothing."""


class _DamagedFrameError(Exception):
    """The picture lacks a part of what was there; says what its decoder complains of."""


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
        """In red, green, blue; of shape `(height, width, 3)`."""
        import numpy as np

        return np.ascontiguousarray(self.in_colour() if self.in_colour else np.dstack([self.grey] * 3))

    @property
    def small(self) -> "NDArray[np.uint8] | None":
        """The colours, as small as those of a frame; None from a camera without colour."""
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
    """The dots, of shape `(height, width, channels)` or, from a camera without colour, `(height, width)`."""
    import cv2

    if len(dots.shape) < 3 and 1 in dots.shape:  # so OpenCV gives what it need not convert: all dots in one row
        size = int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)), int(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        dots = dots.reshape(*size, -1)
    return dots[:, :, 0] if dots.shape[2:] == (1,) else dots


_SUFFIXES = (".jpg", ".jpeg", ".png")
_AT_REST = re.compile(r"-[a-z]$")
"""A picture's name, before its suffix, that says: so it lay at rest before the look."""
_LARGEST_PX = 10_000
"""Wider and taller than any camera's picture: asked for it, a camera gives its largest."""
LIVE_PX = 640
"""How wide the live picture is."""
RETRY_S = 2.0
"""Seconds between attempts to find a lost camera."""
_TRIES, _TRIES_S = 5, 3.0
"""Pictures in a row of which one has to be whole, and the time for them: a camera whose driver waits longer is gone."""
STALE = 4
"""Pictures that a driver keeps in store, taken before the look."""


class FolderCamera:
    """
    Pictures instead of a table: one for each confirmed look, in the order of their names.

    A name that ends in -a, -b, ... before its suffix is no look of its own: the table lay so before the next one. A
    picture that was complained of is passed over when OK is pressed.
    """

    def __init__(self, folder: Path) -> None:
        """Raises DeviceError when there is no such folder or no picture in it."""
        try:
            files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)
        except OSError as error:
            raise DeviceError(
                f"{folder}: no folder of pictures ({error.strerror}). Give one: --camera folder:DIR."
            ) from error
        self._looks = [file for file in files if not _AT_REST.search(file.stem)]
        self._files = files
        self._at: dict[int, int] = {}
        """Where among the looks' pictures that of each look is, as far as it was asked for."""
        self.notice = ""
        """The notice that the picture of the last look is damaged."""
        if not self._looks:
            raise DeviceError(f"{folder}: contains no pictures ({', '.join(_SUFFIXES)}).")

    def look(self, number: int) -> Frame:
        """The picture of look `number`, from 0. Raises CameraEndedError past the last, LookError for no picture."""
        if not self._is_there(number):
            raise CameraEndedError
        self.notice = ""
        frame, self.notice = _frame(self._looks[self._place(number)])
        if self.notice:
            note(f"lucca-pi: {say(self.notice)}")
        return frame

    def file_of(self, number: int) -> str:
        """The picture's name; empty past the last."""
        return self._looks[self._place(number)].name if self._is_there(number) else ""

    def go_on(self, number: int) -> None:
        """Look `number` and those after it show the pictures from the next one on."""
        self._at = {look: at for look, at in self._at.items() if look < number} | {number: self._place(number) + 1}

    def _place(self, number: int) -> int:
        """The one after that of the look before; of a game that goes on, the one with the look's number."""
        return self._at.setdefault(number, self._at.get(number - 1, number - 1) + 1)

    def _is_there(self, number: int) -> bool:
        return self._place(number) < len(self._looks)

    def live(self) -> None:
        """Nothing: pictures do not move."""

    def closer(self, number: int) -> Iterator[Frame]:
        """The pictures that were joined with that of look `number`, where play kept them; else each look has one."""
        if self._is_there(number):
            yield from (_frame(file)[0] for file in closer_of(self._looks[self._place(number)]))

    def rested(self, number: int) -> Sequence[Frame]:
        """The pictures between look `number - 1` and look `number`."""
        at = [-1, *(self._files.index(file) for file in self._looks), len(self._files)]
        place = self._place(number)
        start, end = (at[min(index, len(at) - 1)] for index in (place, place + 1))
        return [_frame(file)[0] for file in self._files[start + 1 : end]]

    def close(self) -> None:
        """Nothing has to be closed."""


def _frame(file: Path) -> tuple[Frame, str]:
    """The picture, and that it is damaged. Raises LookError."""
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


class UsbCamera:
    """
    Any camera that OpenCV opens, as a live camera: `/dev/video0` is number 0.

    Pictures come in the largest size that the camera offers, as the lens gives them. One that comes damaged is passed
    over, as is a reading that fails; a lost camera is looked for every RETRY_S.
    """

    def __init__(self, source: int | str, clock: Clock) -> None:
        """
        `source` is the camera's number, its name or path as `here.video_number` takes them, or a recorded video.

        Raises DeviceError if it does not open or gives no picture.
        """
        self._source, self._clock = source, clock
        self._name = f"usb:{source}"
        self._capture: cv2.VideoCapture | None = None
        self._again_s = 0.0
        self._damage = self._reason = ""
        self._open()
        if not self._capture:
            raise DeviceError(
                _(
                    "No camera at {name}: plug it in, close other programs that use it, and check with ls /dev/video*.",
                    name=self._name,
                )
            )
        if self._next() is None and not self._damage:
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
        """Opens the camera; where it does not open, there is none."""
        import cv2

        self._again_s = self._clock.now_s() + RETRY_S
        try:
            cv2.setLogLevel(0)  # it reports on standard error what is said here
            number = video_number(self._source)
            capture = cv2.VideoCapture(self._source if number is None else number)
            if capture.isOpened():
                _ask(capture, is_device=number is not None)
                self._capture = capture
        except UNFORESEEN as error:
            self._reason = f" ({reason_of(error)})"

    @property
    def notice(self) -> str:
        """The notice that the camera gives no picture, or none that is whole."""
        if not self._capture:
            return _("The camera is gone: check the cable of {camera}. It resumes by itself.", camera=self._name)
        if self._damage:
            return _(
                "Pictures from {camera} arrive damaged: plug it straight into the machine, with a short cable and no "
                "hub.",
                camera=self._name,
            )
        return ""

    def look(self) -> Frame:
        """What lies there now. Raises LookError when the camera gives no picture."""
        shot = self._fresh()
        return Frame(self._name, shot.grey, shot.small)

    def colour(self) -> "NDArray[np.uint8]":
        """The same in colour, of shape `(height, width, 3)`: red, green, blue. Raises LookError."""
        return self._fresh().colour

    def _fresh(self) -> "_Shot":
        """The next picture that is not stale. Raises LookError."""
        if self._capture:
            with suppress(*UNFORESEEN):
                for _picture in range(STALE):
                    self._capture.grab()
        shot = self._next()
        if shot is None:
            raise LookError(self.notice)
        return shot

    def _next(self) -> "_Shot | None":
        """
        The next picture that is whole; None when there is none among the next TRIES.

        A camera that gives none at all is let go of, lest it come back under another number.
        """
        if not self._capture and self._clock.now_s() >= self._again_s:
            self._open()

        given, until_s = False, self._clock.now_s() + _TRIES_S
        for _try in range(_TRIES):
            if not self._capture or self._clock.now_s() > until_s:
                break
            try:
                taken, picture = self._capture.read()
                if taken:
                    shot = _shot_in(picture, self._capture)
                    self._damage = ""
                    return shot
            except _DamagedFrameError as error:
                self._damage, given = str(error), True
            except UNFORESEEN as error:
                self._reason = f" ({reason_of(error)})"
        if not given:
            self.close()
            self._again_s = self._clock.now_s() + RETRY_S
        return None

    def live(self) -> "NDArray[np.uint8] | None":
        """The next picture, small; None when the camera gives none."""
        import cv2
        import numpy as np

        shot = self._next()
        if shot is None:
            return None
        size = LIVE_PX, max(1, round(shot.grey.shape[0] * LIVE_PX / shot.grey.shape[1]))
        return np.asarray(cv2.resize(shot.grey, size, interpolation=cv2.INTER_AREA), np.uint8)

    def closer(self) -> Iterator[Frame]:
        """The next pictures: in each the noise is another."""
        yield self.look()
        yield self.look()

    def close(self) -> None:
        """Lets go of the camera."""
        if self._capture:
            put_away(self._capture.release)
        self._capture = None
        self._damage = ""


def _ask(capture: "cv2.VideoCapture", *, is_device: bool) -> None:
    """
    Asks for the largest pictures, and for the camera's own JPEG as it is.

    OpenCV's decoder says nothing of a part that got lost on the way; ours does.
    """
    import cv2

    jpeg = cv2.VideoWriter.fourcc(*"MJPG")
    capture.set(cv2.CAP_PROP_FOURCC, jpeg)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, _LARGEST_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _LARGEST_PX)
    if is_device and int(capture.get(cv2.CAP_PROP_FOURCC)) in (0, jpeg):  # 0: it does not say
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
