"""
A lens that is known: what it does to straight lines, measured once.

Points are complex numbers, in half diagonals of the picture from its middle. A point that a lens without distortion
would show at the distance r from the middle of the bend is shown at r (1 + a r^2 + b r^4 + c r^6).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Complex = NDArray[np.complex128]

FARTHEST, STEPS = 4.0, 16384
"""The distances for which the bend is known, in half diagonals: those that any lens for a table shows."""


@dataclass(frozen=True)
class Lens:
    """The middle of the bend, and its three coefficients a, b and c."""

    middle: tuple[float, float] = (0.0, 0.0)
    bends: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def straightened(self, seen: Complex) -> Complex:
        """Where a lens without distortion would show what is seen there; beyond the fold, where none can be, at it."""
        straight, bent = self._distances
        centred = seen - complex(*self.middle)
        far = np.abs(centred)
        return np.asarray(centred * np.interp(far, bent, straight) / np.maximum(far, 1e-12) + complex(*self.middle))

    def seen(self, straight: Complex) -> Complex:
        """Where this lens shows what one without distortion would show there."""
        centred = straight - complex(*self.middle)
        return np.asarray(centred * self._grown(np.abs(centred)) + complex(*self.middle))

    def _grown(self, far: NDArray[np.float64]) -> NDArray[np.float64]:
        a, b, c = self.bends
        squared = far**2
        return np.asarray(1 + squared * (a + squared * (b + squared * c)))

    @cached_property
    def _distances(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Straight distances, and those that are seen, up to where they grow no more."""
        straight = np.linspace(0, FARTHEST, STEPS)
        bent = straight * self._grown(straight)
        ends = np.flatnonzero(np.diff(bent) <= 0)
        end = int(ends[0]) + 1 if len(ends) else STEPS
        return straight[:end], bent[:end]
