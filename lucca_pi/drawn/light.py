"""Light on the table, at an eighth of the picture's size: light and shadow change slowly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import Conditions
from lucca_pi.drawn.lens import Picture
from lucca_pi.drawn.lying import Ground, Thing, mark_middle, moved
from lucca_pi.drawn.pen import Point
from lucca_pi.drawn.stickers import INK
from lucca_pi.drawn.view import Points, Projection, along

_SMALLER = 8
Field = NDArray[np.float32]
"""A number for each eighth dot, of shape `(height / 8, width / 8)`."""

_EVEN = 128
"""The eight-bit value that leaves a dot as light as it is."""
_LAMP = (0.06, -0.14)
"""Where the lamp is seen in the picture: from its middle, in halves of its width and height."""
_HAZE_WIDE = 0.22
"""How far its reflection in matte sleeves reaches (standard deviation), in halves of the picture's width."""
_LUMA = (0.114, 0.587, 0.299)
_SHADOW_MM = 22.0
"""How far the shadow of a thing on the table lies from it, and how soft it is."""
_THINGS = 30
"""So many things lie on a table, about, where the evening's reflections stay."""
_PERSON_MM = (260.0, 200.0)
"""Half the width and the depth of a person's shadow."""


@dataclass(frozen=True, slots=True)
class Sheen:
    """A reflection: its middle in table axes, half its size along and across, how it is turned, its grey values."""

    middle: Point
    size_mm: tuple[float, float]
    turned_deg: float
    glare: float


def field(
    conditions: Conditions, projection: Projection, ground: Ground, covers: Sequence[NDArray[np.float64]]
) -> Field:
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
    """Where people keep the light from the table: at its edge, behind what lies in front of them."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    around = np.column_stack([np.cos(angles) * _PERSON_MM[0], 320 + np.sin(angles) * _PERSON_MM[1]])
    return [np.array([moved((one.x_mm, one.y_mm), one.heading_deg, x, y) for x, y in around]) for one in ground.people]


def _shifted(covers: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    return [cover + _SHADOW_MM * 0.7 for cover in covers]


def _soft(
    outlines: Sequence[NDArray[np.float64]], projection: Projection, size: tuple[int, int], softness_mm: float
) -> Field:
    """1 within the outlines, 0 far from them."""
    shape = np.zeros((size[1], size[0]), np.float32)
    for outline in outlines:
        corners = np.round((projection.to_picture(along(outline)) + 0.5) / _SMALLER - 0.5).astype(np.int32)
        cv2.fillPoly(shape, [corners], (1.0,))
    sigma_px = max(0.5, softness_mm * projection.px_per_mm / _SMALLER)
    return np.asarray(cv2.GaussianBlur(shape, (0, 0), sigma_px), np.float32) if outlines else shape


def lit(picture: Picture, light: Field, white_balance: tuple[float, float, float]) -> Picture:
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
    """The reflections in a thing, which are the same whatever else lies there."""
    chance = Random(f"{seed} {thing.x_mm:.0f} {thing.y_mm:.0f} {thing.top_mm:.0f} {thing.heading_deg:.0f} sheens")
    for _ in range(int(conditions.sheens / _THINGS + chance.random())):
        yield _sheen(chance, thing, conditions.glare, on_code=chance.random() < 0.5)


def _sheen(chance: Random, thing: Thing, glare: float, on_code: bool) -> Sheen:
    marks = thing.kind.marks
    if on_code and marks:
        mark = marks[0] if len(marks) == 1 else chance.choice(marks)
        middle = moved(mark_middle(thing, mark), chance.uniform(0, 360), chance.uniform(0, 6), 0.0)
    else:
        x_mm, y_mm = (chance.uniform(-0.4, 0.4) * length for length in thing.kind.size_mm)
        middle = moved((thing.x_mm, thing.y_mm), thing.heading_deg, x_mm, y_mm)
    size = chance.uniform(7, 20), chance.uniform(4, 9)
    return Sheen(middle, size, chance.uniform(0, 360), glare * chance.uniform(0.4, 1.0))


def glare_field(conditions: Conditions, reflections: Sequence[Sheen], projection: Projection) -> Field:
    """The grey values that reflections add at each place: the lamp's wide one in all that is matte, and the sheens."""
    glare = _haze(conditions.haze, *_small_size(conditions))
    for sheen in reflections:
        _add(glare, sheen, projection)
    return glare


def glaring(picture: Picture, glare: Field) -> Picture:
    """The picture with its reflections: light is added, up to white."""
    if not glare.any():
        return picture
    large = _enlarged(glare, picture.shape)
    return np.asarray(cv2.add(picture, large if picture.ndim == 2 else cv2.merge([large] * 3)), np.uint8)


def contrast_left(light: Field, glare: Field) -> Field:
    """The share of the contrast between paper and printed black that the glare leaves at each place."""
    white, black = 255 * light, 255 * INK * light
    return np.asarray((np.minimum(255, white + glare) - np.minimum(255, black + glare)) / (white - black), np.float32)


def values_at(values: Field, points_px: Points) -> Field:
    """The field's values at points of the picture, shape `(n, 2)`, as shape `(n,)`."""
    x, y = ((points_px + 0.5) / _SMALLER - 0.5).astype(np.float32).T
    return np.asarray(cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[:, 0], np.float32)


def _haze(grey: float, width: int, height: int) -> Field:
    """The lamp's wide reflection."""
    x, y = np.linspace(-1, 1, width, dtype=np.float32)[None], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    far2 = (x - _LAMP[0]) ** 2 + ((y - _LAMP[1]) * height / width) ** 2
    return np.asarray(grey * np.exp(-far2 / (2 * _HAZE_WIDE**2)), np.float32)


def _add(glare: Field, sheen: Sheen, projection: Projection) -> None:
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


def _enlarged(small: Field, shape: tuple[int, ...]) -> Picture:
    eight_bits = np.clip(small, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(eight_bits, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.uint8)
