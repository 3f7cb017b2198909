"""Where labels stand in a crowded drawing: beside what they name, upon nothing else if there is room."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""

GAP_PX = 5.0
RINGS = (0.0, 10.0, 20.0, 32.0)
"""How much farther away a label is put where there is no room beside."""


FAR_PX = 1e5


class Labels:
    """The boxes that are taken already, in a picture of some width and height."""

    def __init__(self, size_px: tuple[int, int], taken: Iterable[Box] = ()) -> None:
        width, height = size_px
        left, top = (-FAR_PX, -FAR_PX, 0.0, FAR_PX), (-FAR_PX, -FAR_PX, FAR_PX, 0.0)
        right, bottom = (float(width), -FAR_PX, FAR_PX, FAR_PX), (-FAR_PX, float(height), FAR_PX, FAR_PX)
        self._taken = [left, top, right, bottom, *taken]

    def take(self, box: Box) -> None:
        """Here no label should stand."""
        self._taken.append(box)

    def place(self, width: float, height: float, beside: Box) -> tuple[float, float]:
        """The left top corner of a label that stands beside a box, upon as little as can be; it is taken then."""
        places = [place for ring in RINGS for place in _around(width, height, beside, GAP_PX + ring)]
        x, y = min(places, key=lambda place: self._covered((*place, place[0] + width, place[1] + height)))
        self.take((x, y, x + width, y + height))
        return x, y

    def _covered(self, box: Box) -> float:
        """How many square pixels of what is taken the box would cover."""
        taken: NDArray[np.float64] = np.array(self._taken)
        wide = np.minimum(taken[:, 2], box[2]) - np.maximum(taken[:, 0], box[0])
        high = np.minimum(taken[:, 3], box[3]) - np.maximum(taken[:, 1], box[1])
        return float((wide.clip(0) * high.clip(0)).sum())


def _around(width: float, height: float, beside: Box, gap: float) -> Iterable[tuple[float, float]]:
    """Right, below, above, left of the box, each first on its middle and then at its ends."""
    left, top, right, bottom = beside
    along_x = ((left + right - width) / 2, left, right - width)
    along_y = ((top + bottom - height) / 2, bottom - height, top)
    yield from ((right + gap, y) for y in along_y)
    yield from ((x, bottom + gap) for x in along_x)
    yield from ((x, top - gap - height) for x in along_x)
    yield from ((left - gap - width, y) for y in along_y)
