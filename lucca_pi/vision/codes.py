"""The marker dictionary that all pieces share, and what its markers look like."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

CODES = 128
"""Markers in the dictionary: the first of DICT_5X5_250, any two of them 7 modules apart in any turn."""
MODULES = 7
"""Modules along a marker's side: 5 of data within the black border."""


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """The dictionary; its readers may correct up to 3 modules of a marker."""
    all_codes = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    return cv2.aruco.Dictionary(all_codes.bytesList[:CODES], MODULES - 2, 3)


def marker_bitmap(code: int) -> NDArray[np.uint8]:
    """The marker's 7 x 7 modules with its black border, 0 or 255, without the white margin that it needs around it."""
    return np.asarray(cv2.aruco.generateImageMarker(dictionary(), code, MODULES), np.uint8)
