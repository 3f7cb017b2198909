"""The marker dictionary that all pieces share, and its markers as bitmaps."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

CODES = 128
"""Markers in the dictionary: the first of DICT_5X5_250, any two of them 7 modules apart in any turn."""
MODULES = 7
"""Modules along a marker's side: 5 of data within the black border."""


@dataclass(frozen=True, slots=True, eq=False)
class Markers:
    """
    Square markers of one kind: modules 0 or 255, shape (codes, side, side), each in its black border.

    They are numbered from 0, and need white around them.
    """

    bitmaps: NDArray[np.uint8]

    @property
    def codes(self) -> int:
        """The number of markers."""
        return len(self.bitmaps)

    @property
    def modules(self) -> int:
        """Modules along a side, with the border."""
        return int(self.bitmaps.shape[1])


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """The dictionary; its readers may correct up to 3 modules of a marker."""
    all_codes = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    return cv2.aruco.Dictionary(all_codes.bytesList[:CODES], MODULES - 2, 3)


def marker_bitmap(code: int) -> NDArray[np.uint8]:
    """The marker's 7 x 7 modules with its black border, 0 or 255, without the white margin that it needs around it."""
    return np.asarray(cv2.aruco.generateImageMarker(dictionary(), code, MODULES), np.uint8)


OURS = Markers(np.array([marker_bitmap(code) for code in range(CODES)]))
"""The markers of the dictionary."""
