"""Codes on things, and stickers as people print and place them: crooked, faded, with spots. Lengths in mm."""

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import Conditions
from lucca_pi.vision.codes import marker_bitmap

_SHIFT_MM_PER_DEG = 0.15
"""Who sticks crooked sticks beside the place, too."""
INK = 0.12
"""How light printed black is in a matte sleeve; the paper's white is 1."""
_ROUGH_DOTS = 1.5
_ROUGHNESS = 0.15
"""How far ink runs, in dots, and how uneven it is (standard deviation)."""
_SPECK_DOTS = (2, 5)


@dataclass(frozen=True, slots=True)
class Sticker:
    """
    A sticker against the one that it should be: where it sits, how dark its black is (1: black), its spots.

    `rough`: its edges are as ink leaves them on paper.
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    turned_deg: float = 0.0
    black: float = 1.0
    specks: int = 0
    rough: bool = True


PRINTED = Sticker(rough=False)
"""No sticker at all: a code that was printed with what bears it, sharp and in its place."""


@dataclass(frozen=True, slots=True)
class Mark:
    """
    A code on a thing: its middle, and the side of its black square.

    `sticker` None: people stuck it on, as crooked and pale as the evening has it. `is_anchor`: it tells where the table
    lies, so that people keep hands and mugs off it. `is_bare`: no code is there, only what people touch and keep in
    sight as they would a code.
    """

    code: int
    x_mm: float
    y_mm: float
    side_mm: float
    sticker: Sticker | None = None
    is_anchor: bool = False
    is_bare: bool = False


def sticker_on(code: int, conditions: Conditions, seed: int) -> Sticker:
    """The sticker that bears `code`. The same for all backs."""
    chance = Random(f"{seed} sticker {code}")
    x, y, turn = (max(-2.0, min(2.0, chance.gauss(0, 1))) * conditions.crooked_deg for _ in range(3))
    worst = chance.random() ** 2
    return Sticker(
        x * _SHIFT_MM_PER_DEG,
        y * _SHIFT_MM_PER_DEG,
        turn,
        1 - conditions.faded * worst,
        round(conditions.specks * worst),
    )


def printed(code: int, module_dots: int, sticker: Sticker) -> NDArray[np.uint8]:
    """The marker with a white margin of one module, each module `module_dots` wide, as it was printed."""
    modules = np.pad(marker_bitmap(code), 1, constant_values=255)
    square: NDArray[np.uint8] = modules.repeat(module_dots, 0).repeat(module_dots, 1)
    chance = Random(code)
    for index in range(sticker.specks):
        spot = (chance.randrange(square.shape[1]), chance.randrange(square.shape[0]))
        cv2.circle(square, spot, chance.randint(*_SPECK_DOTS), (255 if index % 3 else 0,), -1, cv2.LINE_AA)
    if sticker.rough:
        square = _rough(square, np.random.default_rng(code))
    return np.asarray(255 - (255 - square.astype(np.float32)) * (1 - INK) * sticker.black, np.uint8)


def _rough(square: NDArray[np.uint8], chance: np.random.Generator) -> NDArray[np.uint8]:
    """The square in black and white with edges as ink leaves them on paper."""
    paper = cv2.GaussianBlur(chance.normal(0, 1, square.shape), (0, 0), 2.0)
    inked = cv2.GaussianBlur(square / 255, (0, 0), _ROUGH_DOTS) + paper * (_ROUGHNESS / paper.std())
    return np.where(inked > 0.5, 255, 0).astype(np.uint8)
