"""
A lens from pictures of laid tables: every code is a square, whatever the lens makes of it.

Of all lenses that one is sought with which the planes of all pictures leave the least misfits. Where the cards lie need
not be known.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.lens import Lens
from lucca_pi.vision.plane import Points, Squares, misfits_with, say_of, step_of

SIGMAS = (0.1, 0.1, 0.3, 0.05, 0.02)
"""What is likely before anything is seen: where the middle of the bend is, and its coefficients."""
LITTLE = 1e-4
ROUNDS = 20
SETTLING = 8
"""Rounds until the tolerance is as it should be: at first it is wide, so that what a strong lens bends has a say."""


def fit_lens(pictures: Sequence[Squares], size_px: tuple[int, int]) -> Lens:
    """The lens that makes the pictures' squares true; each picture has at least one of group 0."""
    values = np.zeros(len(SIGMAS))
    for round_ in range(ROUNDS):
        left, spread = _left(values, pictures, size_px)
        say = say_of(left, np.maximum(spread, 0.3 * 0.5**round_))
        steps = np.eye(len(values)) * LITTLE
        slopes = np.stack([(_left(values + one, pictures, size_px)[0] - left) / LITTLE for one in steps], axis=2)
        step = step_of(values, left, slopes, say, 1 / np.array(SIGMAS) ** 2)
        values = values + step
        if round_ > SETTLING and np.abs(step).max() < 1e-5:
            break
    return _lens(values)


def _lens(values: Points) -> Lens:
    middle_x, middle_y, a, b, c = values.tolist()
    return Lens((middle_x, middle_y), (a, b, c))


def _left(values: Points, pictures: Sequence[Squares], size_px: tuple[int, int]) -> tuple[Points, NDArray[np.float64]]:
    """What misfits are left in all pictures with that lens, shape (n, 5), and how large they may be, shape (n,)."""
    each = [misfits_with(_lens(values), squares, size_px) for squares in pictures]
    return np.concatenate([one for one, _ in each]), np.concatenate([spread for _, spread in each])
