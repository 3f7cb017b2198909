"""Stickers as people print and place them: crooked, faded, with spots."""

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import Conditions
from lucca_pi.vision.codes import MODULES, marker_bitmap

SHIFT_MM_PER_DEG = 0.15
"""Who sticks crooked sticks beside the place, too."""
SPECK_DOTS = (2, 5)


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker against the one that it should be: where it sits, how dark its black is (1: black), its spots."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turned_deg: float = 0.0
    black: float = 1.0
    specks: int = 0


def sticker_on(code: int, conditions: Conditions, seed: int) -> Sticker:
    """The sticker that bears `code`. The same for all backs."""
    chance = Random(f"{seed} sticker {code}")
    x, y, turn = (max(-2.0, min(2.0, chance.gauss(0, 1))) * conditions.crooked_deg for _ in range(3))
    worst = chance.random() ** 2
    return Sticker(
        x * SHIFT_MM_PER_DEG, y * SHIFT_MM_PER_DEG, turn, 1 - conditions.faded * worst, round(conditions.specks * worst)
    )


def printed(code: int, side_dots: int, sticker: Sticker) -> NDArray[np.uint8]:
    """The marker with a white margin of one module, `side_dots` from edge to edge of the black, as it was printed."""
    margin = round(side_dots / MODULES)
    bitmap = cv2.resize(marker_bitmap(code), (side_dots, side_dots), interpolation=cv2.INTER_NEAREST)
    square = np.pad(bitmap, margin, constant_values=255)
    chance = Random(code)
    for index in range(sticker.specks):
        spot = (chance.randrange(square.shape[1]), chance.randrange(square.shape[0]))
        cv2.circle(square, spot, chance.randint(*SPECK_DOTS), (255 if index % 3 else 0,), -1, cv2.LINE_AA)
    return np.asarray(255 - (255 - square.astype(np.float32)) * sticker.black, np.uint8)
