"""
Light on the table, and the changes that a lens and a sensor make to a picture.

Light is drawn at an eighth of the picture's size: light and shadow change slowly. Pictures have 8 bits.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, cos, hypot, radians, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import Conditions
from lucca_pi.drawn.things import Ground, Point, Thing, mark_middle, moved_point
from lucca_pi.drawn.view import Picture, Projection, along

_BLUR_TILE_PX = 288
_NOISE_TILE_PX = 512


def blurred(picture: Picture, middle_px: float, corner_px: float) -> Picture:
    """
    The picture with a blur that grows with the square of the distance from the middle, even within each tile.

    A lens spreads light, not grey values: light areas grow at the cost of dark ones.
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
    """The light behind grey values, which are about its root."""
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


_SMALLER = 8
LightField = NDArray[np.float32]
"""A number for each eighth dot, of shape `(height / 8, width / 8)`."""

_EVEN = 128
"""The eight-bit value that leaves a dot as light as it is."""
_LAMP = (0.06, -0.14)
"""The lamp's place in the picture: from its middle, in halves of its width and height."""
_HAZE_WIDE = 0.22
"""Reach of its reflection in matte sleeves (standard deviation), in halves of the picture's width."""
_LUMA = (0.114, 0.587, 0.299)
_SHADOW_MM = 22.0
"""Distance of a thing's shadow on the table, and its softness."""
_THINGS = 30
"""Usual number of things on a table, for evenings whose reflections stay."""
_PERSON_MM = (260.0, 200.0)
"""Half the width and the depth of a person's shadow."""


@dataclass(frozen=True, slots=True)
class Sheen:
    """A reflection: its middle in table axes, half its size along and across, how it is turned, its grey values."""

    middle: Point
    size_mm: tuple[float, float]
    turned_deg: float
    glare: float


def light_field(
    conditions: Conditions, projection: Projection, ground: Ground, covers: Sequence[NDArray[np.float64]]
) -> LightField:
    """The share of light that reaches each place; `covers` are outlines of things on the table, in table axes."""
    width, height = _small_size(conditions)
    x, y = np.linspace(-1, 1, width, dtype=np.float32)[None], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    light = np.full((height, width), conditions.exposure, np.float32)
    light *= 1 - conditions.vignetting * (x**2 + y**2) / 2
    light *= 1 - conditions.lamp * (1 - np.exp(-((x - _LAMP[0]) ** 2 + (y - _LAMP[1]) ** 2) / 0.6))
    light *= 1 - conditions.window * (1 + x * 0.8 + y * 0.2) / 2
    light *= 1 - conditions.people * _soft(_people(ground), projection, (width, height), 60)
    return np.asarray(
        light * (1 - 0.35 * _soft(_shifted(covers), projection, (width, height), _SHADOW_MM / 2)), np.float32
    )


def _small_size(conditions: Conditions) -> tuple[int, int]:
    return -(-conditions.view.width_px // _SMALLER), -(-conditions.view.height_px // _SMALLER)


def _people(ground: Ground) -> list[NDArray[np.float64]]:
    """The outlines of people's shadows: at the table's edge, behind their cards."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    around = np.column_stack([np.cos(angles) * _PERSON_MM[0], 320 + np.sin(angles) * _PERSON_MM[1]])
    return [
        np.array([moved_point((one.x_mm, one.y_mm), one.heading_deg, x, y) for x, y in around]) for one in ground.people
    ]


def _shifted(covers: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    return [cover + _SHADOW_MM * 0.7 for cover in covers]


def _soft(
    outlines: Sequence[NDArray[np.float64]], projection: Projection, size: tuple[int, int], softness_mm: float
) -> LightField:
    """The field with 1 within the outlines, falling to 0 far from them."""
    shape = np.zeros((size[1], size[0]), np.float32)
    for outline in outlines:
        corners = np.round((projection.to_picture(along(outline)) + 0.5) / _SMALLER - 0.5).astype(np.int32)
        cv2.fillPoly(shape, [corners], (1.0,))
    sigma_px = max(0.5, softness_mm * projection.px_per_mm / _SMALLER)
    return np.asarray(cv2.GaussianBlur(shape, (0, 0), sigma_px), np.float32) if outlines else shape


def lit(picture: Picture, light: LightField, white_balance: tuple[float, float, float]) -> Picture:
    """The picture in that light."""
    large = _enlarged(light * _EVEN, picture.shape)
    if picture.ndim == 2:
        gain = sum(share * one for share, one in zip(_LUMA, white_balance, strict=True))
        return np.asarray(cv2.multiply(picture, large, scale=gain / _EVEN), np.uint8)
    channels = zip(cv2.split(picture), white_balance, strict=True)
    return np.asarray(cv2.merge([cv2.multiply(one, large, scale=gain / _EVEN) for one, gain in channels]), np.uint8)


def sheens(things: Iterable[Thing], conditions: Conditions, seed: str) -> tuple[Sheen, ...]:
    """Reflections in sleeves: half of them on a code, the rest anywhere on a thing."""
    lying = [thing for thing in things if not thing.is_buried]
    if conditions.sheens_stay:
        return tuple(chain.from_iterable(_mirrored(thing, conditions, seed) for thing in lying))
    chance = Random(f"{seed} sheens")
    return tuple(
        _sheen(chance, chance.choice(lying), conditions.glare, on_code=index % 2 == 0)
        for index in range(conditions.sheens if lying else 0)
    )


def _mirrored(thing: Thing, conditions: Conditions, seed: str) -> Iterator[Sheen]:
    """The reflections in a thing; other things on the table do not change them."""
    chance = Random(f"{seed} {thing.x_mm:.0f} {thing.y_mm:.0f} {thing.top_mm:.0f} {thing.heading_deg:.0f} sheens")
    for _ in range(int(conditions.sheens / _THINGS + chance.random())):
        yield _sheen(chance, thing, conditions.glare, on_code=chance.random() < 0.5)


def _sheen(chance: Random, thing: Thing, glare: float, on_code: bool) -> Sheen:
    marks = thing.kind.marks
    if on_code and marks:
        mark = marks[0] if len(marks) == 1 else chance.choice(marks)
        middle = moved_point(mark_middle(thing, mark), chance.uniform(0, 360), chance.uniform(0, 6), 0.0)
    else:
        x_mm, y_mm = (chance.uniform(-0.4, 0.4) * length for length in thing.kind.size_mm)
        middle = moved_point((thing.x_mm, thing.y_mm), thing.heading_deg, x_mm, y_mm)
    size = chance.uniform(7, 20), chance.uniform(4, 9)
    return Sheen(middle, size, chance.uniform(0, 360), glare * chance.uniform(0.4, 1.0))


def glare_field(conditions: Conditions, reflections: Sequence[Sheen], projection: Projection) -> LightField:
    """The grey values that reflections add at each place: the lamp's wide one in all that is matte, and the sheens."""
    glare = _haze(conditions.haze, *_small_size(conditions))
    for sheen in reflections:
        _add(glare, sheen, projection)
    return glare


def glaring(picture: Picture, glare: LightField) -> Picture:
    """The picture with its reflections: light is added, up to white."""
    if not glare.any():
        return picture
    large = _enlarged(glare, picture.shape)
    return np.asarray(cv2.add(picture, large if picture.ndim == 2 else cv2.merge([large] * 3)), np.uint8)


def _haze(grey: float, width: int, height: int) -> LightField:
    """The lamp's wide reflection."""
    x, y = np.linspace(-1, 1, width, dtype=np.float32)[None], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    far2 = (x - _LAMP[0]) ** 2 + ((y - _LAMP[1]) * height / width) ** 2
    return np.asarray(grey * np.exp(-far2 / (2 * _HAZE_WIDE**2)), np.float32)


def _add(glare: LightField, sheen: Sheen, projection: Projection) -> None:
    x, y = (projection.to_picture(np.array([sheen.middle]))[0] + 0.5) / _SMALLER - 0.5
    turn, px_per_mm = np.radians(sheen.turned_deg), projection.px_per_mm / _SMALLER
    reach = int(np.ceil(3.5 * max(sheen.size_mm) * px_per_mm)) + 1
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = glare[top : max(0, int(y) + reach), left : max(0, int(x) + reach)]
    across = np.arange(left, left + part.shape[1])[None] - x
    down = np.arange(top, top + part.shape[0])[:, None] - y
    along = (across * np.cos(turn) + down * np.sin(turn)) / (sheen.size_mm[0] * px_per_mm)
    aside = (down * np.cos(turn) - across * np.sin(turn)) / (sheen.size_mm[1] * px_per_mm)
    part += (sheen.glare * np.exp(-(along**2 + aside**2) / 2)).astype(np.float32)


def _enlarged(small: LightField, shape: tuple[int, ...]) -> Picture:
    eight_bits = np.clip(small, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(eight_bits, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.uint8)
