"""What a USB camera gives, as a picture: its own JPEG, or dots in YUYV, in blue, green, red, or in grey."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cv2
    import numpy as np
    from numpy.typing import NDArray

JPEG_HEAD = b"\xff\xd8"
SPARE_BYTES = 16
"""So many bytes before the end marker that belong to no row: many cameras write some into each picture."""
SMALLEST_PX = 32
"""A picture less wide or high is none of a table."""
LACKING, LACKING_PX = 128, 8
"""Blocks of 8 x 8 dots that OpenCV's decoder lacks become this grey, up to the lower right corner; it says nothing."""


class DamagedFrameError(Exception):
    """The picture lacks a part of what was there; says what its decoder complains of."""


@dataclass(frozen=True)
class Shot:
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


def shot_in(given: Any, capture: "cv2.VideoCapture") -> Shot:
    """The picture in what `capture` gave. Raises DamagedFrameError, ValueError for none, and what OpenCV raises."""
    import numpy as np

    dots = np.asarray(given)
    if dots.dtype == np.uint16:
        dots = (dots >> 8).astype(np.uint8)
    if dots.dtype != np.uint8:
        raise ValueError(f"pictures of {dots.dtype}")
    # drivers fill up the file's last block with zeros
    is_file = dots.size == max(dots.shape, default=0) and dots.ravel()[:2].tobytes() == JPEG_HEAD
    return _in_file(dots.tobytes().rstrip(b"\0")) if is_file else _in_dots(_shaped(dots, capture))


def _in_file(data: bytes) -> Shot:
    from lucca_pi.vision.picture import colour_in, decoded_jpeg, picture_in

    grey, damage, data = decoded_jpeg(data, SPARE_BYTES)
    if damage:
        raise DamagedFrameError(damage)
    return Shot(picture_in(data).grey if grey is None else grey, lambda: colour_in(data)[0])


def _in_dots(dots: "NDArray[np.uint8]") -> Shot:
    import cv2
    import numpy as np

    if min(dots.shape[:2]) < SMALLEST_PX:
        raise ValueError(f"a picture of {dots.shape[1]} x {dots.shape[0]} dots")
    if dots.ndim == 2:
        return Shot(dots, None)
    if dots.shape[2] == 2:
        return Shot(np.ascontiguousarray(dots[:, :, 0]), lambda: _values(cv2.cvtColor(dots, cv2.COLOR_YUV2RGB_YUY2)))
    colours = dots[:, :, :3]
    if (colours[-LACKING_PX:, -LACKING_PX:] == LACKING).all():
        raise DamagedFrameError("its end is missing")
    return Shot(_values(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY)), lambda: colours[:, :, ::-1])


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
