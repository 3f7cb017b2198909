"""Markers in a part of a picture."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.detect import Detections, detect
from lucca_pi.vision.picture import Grey

Window = tuple[int, int, int, int]
"""A part of the picture: its top, bottom, left and right, the second and fourth just outside."""


def in_window(grey: Grey, codes: Collection[int], window: Window, *, large: bool) -> Detections:
    """The markers of `codes` in that part, where they are in the whole picture; `large`: see `outlines`."""
    top, bottom, left, right = window
    found = detect(np.ascontiguousarray(grey[top:bottom, left:right]), codes, large=large)
    shift = np.array([left, top], np.float32)
    read = tuple(replace(one, corners_px=one.corners_px + shift) for one in found.read)
    return Detections(read, found.rejected_px + shift)


def holds(window: Window, quad: NDArray[np.float32]) -> bool:
    """Whether the quad's middle lies in that part."""
    x, y = quad.mean(0)
    top, bottom, left, right = window
    return bool(top <= y < bottom and left <= x < right)
