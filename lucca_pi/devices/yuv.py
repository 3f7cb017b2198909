"""What the camera's own pictures hold: a plane of grey, and two of colour half as wide and high."""

from typing import TYPE_CHECKING

from lucca_pi.vision.picture import SMALLER

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def grey_in(planes: "NDArray[np.uint8]", size_px: tuple[int, int]) -> "NDArray[np.uint8]":
    """A copy of the grey plane, shape `(height, width)`, of planes whose rows may be longer."""
    import numpy as np

    width, height = size_px
    return np.array(planes[:height, :width], order="C")


def colour_in(planes: "NDArray[np.uint8]", size_px: tuple[int, int], form: str) -> "NDArray[np.uint8]":
    """
    The picture in colour, SMALLER times as small: red, green, blue, shape `(height, width, 3)`.

    `form`: "YUV420", the two planes of colour one after the other, each with rows half as long; or "NV12", a row of
    pairs.
    """
    import cv2
    import numpy as np

    width, height = size_px
    small_px = -(-width // SMALLER), -(-height // SMALLER)
    blue, red = _nv12(planes, size_px) if form == "NV12" else _yuv420(planes, size_px)
    each = [cv2.resize(plane, small_px, interpolation=cv2.INTER_AREA) for plane in (planes[:height, :width], red, blue)]
    return np.asarray(cv2.cvtColor(cv2.merge(each), cv2.COLOR_YCrCb2RGB), np.uint8)


def _yuv420(planes: "NDArray[np.uint8]", size_px: tuple[int, int]) -> tuple["NDArray[np.uint8]", "NDArray[np.uint8]"]:
    width, height = size_px
    halves = planes[height:].reshape(height, -1)
    return halves[: height // 2, : width // 2], halves[height // 2 :, : width // 2]


def _nv12(planes: "NDArray[np.uint8]", size_px: tuple[int, int]) -> tuple["NDArray[np.uint8]", "NDArray[np.uint8]"]:
    width, height = size_px
    pairs = planes[height : height + height // 2, :width]
    return pairs[:, 0::2], pairs[:, 1::2]
