"""What a lens and a sensor do to a picture. Pictures are of shape `(height, width)` or `(height, width, 3)`, 8 bits."""

from math import ceil, cos, hypot, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_BLUR_TILE_PX = 288
_NOISE_TILE_PX = 512


def blurred(picture: Picture, middle_px: float, corner_px: float) -> Picture:
    """
    The picture with a blur that grows with the square of the distance from the middle, even within each tile.

    It is light that a lens spreads, not grey values: what is light grows at the cost of what is dark.
    """
    height, width = picture.shape[:2]
    sharp = np.empty_like(picture)
    room = ceil(4 * max(middle_px, corner_px))
    for top in range(0, height, _BLUR_TILE_PX):
        for left in range(0, width, _BLUR_TILE_PX):
            far = hypot((left + _BLUR_TILE_PX / 2) / width - 0.5, (top + _BLUR_TILE_PX / 2) / height - 0.5) / hypot(
                0.5, 0.5
            )
            sigma_px = middle_px + (corner_px - middle_px) * min(1.0, far**2)
            _blur_tile(picture, sharp, (left, top), sigma_px, room)
    return sharp


def _blur_tile(picture: Picture, onto: Picture, corner: tuple[int, int], sigma_px: float, room: int) -> None:
    left, top = corner
    first_x, first_y = max(0, left - room), max(0, top - room)
    part = picture[first_y : top + _BLUR_TILE_PX + room, first_x : left + _BLUR_TILE_PX + room]
    soft = np.sqrt(cv2.GaussianBlur(_as_light(part), (0, 0), sigma_px)) if sigma_px > 0 else part
    target = onto[top : top + _BLUR_TILE_PX, left : left + _BLUR_TILE_PX]
    height, width = target.shape[:2]
    found = soft[top - first_y : top - first_y + height, left - first_x : left - first_x + width]
    np.add(found, 0.5, out=target, casting="unsafe")


def _as_light(picture: Picture) -> NDArray[np.float32]:
    """Grey values are about the root of the light."""
    return np.asarray(cv2.multiply(picture, picture, dtype=cv2.CV_32F), np.float32)


def sharpened(picture: Picture, amount: float, radius_px: float) -> Picture:
    """The picture sharpened: part of what a blur of this radius takes away is added back."""
    if amount <= 0:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), radius_px)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)


def stored(picture: Picture, jpeg_quality: int | None) -> Picture:
    """The picture as it comes back from a JPEG file; None keeps it as it is."""
    if jpeg_quality is None:
        return picture
    _, file = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, jpeg_quality))
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_UNCHANGED), np.uint8)


def shaken(picture: Picture, length_px: float, direction_deg: float) -> Picture:
    """The picture moved along a line while it was taken, which spreads its light."""
    if length_px <= 0:
        return picture
    half = ceil(length_px / 2)
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    steps = np.linspace(-length_px / 2, length_px / 2, 41)
    for step in steps:
        _add_dot(kernel, half + step * cos(radians(direction_deg)), half + step * sin(radians(direction_deg)))
    spread = cv2.filter2D(_as_light(picture), -1, kernel / kernel.sum())
    return np.add(np.sqrt(spread, out=spread), 0.5, out=np.empty_like(picture), casting="unsafe")


def _add_dot(kernel: NDArray[np.float32], x: float, y: float) -> None:
    """One dot shared among the four places around it."""
    across = np.maximum(0, 1 - abs(np.arange(kernel.shape[1]) - x))
    down = np.maximum(0, 1 - abs(np.arange(kernel.shape[0]) - y))
    kernel += np.outer(down, across).astype(np.float32)


def noisy(picture: Picture, read: float, shot: float, chance: np.random.Generator) -> Picture:
    """
    The picture with noise whose variance is `read` squared and `shot` squared times the grey value.

    On a scale on which this noise is the same in light and dark, it is added from a tile.
    """
    if read <= 0 and shot <= 0:
        return picture
    grey = np.arange(256) + 0.5
    scale = np.concatenate([[0.0], np.cumsum(1 / np.sqrt(read**2 + shot**2 * grey))])[:256]
    steps = 255 / scale[-1]
    even = np.asarray(cv2.LUT(picture, np.round(scale * steps).astype(np.uint8)))
    back = np.interp(np.arange(256), scale * steps, np.arange(256)).round().astype(np.uint8)
    noise = _tiled_noise(picture.shape, steps, chance)
    return np.asarray(cv2.LUT(np.asarray(cv2.add(even, noise, dtype=cv2.CV_8U)), back), np.uint8)


def _tiled_noise(shape: tuple[int, ...], deviation: float, chance: np.random.Generator) -> NDArray[np.int8]:
    tile = chance.normal(0, deviation, (_NOISE_TILE_PX, _NOISE_TILE_PX, *shape[2:]))
    small = np.clip(tile.round(), -127, 127).astype(np.int8)
    repeats = (shape[0] // _NOISE_TILE_PX + 1, shape[1] // _NOISE_TILE_PX + 1, *(1 for _ in shape[2:]))
    return np.ascontiguousarray(np.tile(small, repeats)[: shape[0], : shape[1]])
