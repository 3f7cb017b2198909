"""Table tops: how light each dot is, 128 on average, and in which colour."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import Surface
from lucca_pi.drawn.pen import Bgr

_Lightness = NDArray[np.uint8]

_CHECK_MM = 9.0


def lightness(surface: Surface, size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """The surface's pattern, of shape `(height, width)` for a size of width and height."""
    return _PATTERNS[surface](size_px, px_per_mm, chance)


def _planks(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """Boards along the table with a grain of fine stripes."""
    del px_per_mm
    boards = np.repeat(chance.normal(0, 5, (9, 1)), 40, axis=0)
    stripes = boards + cv2.GaussianBlur(chance.normal(0, 16, (360, 48)), (0, 0), 0.8)
    return _enlarged(128 + stripes, size_px)


def _checks(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """A chequered cloth: squares nearly as large as a code, in three tones."""
    width, height = size_px
    pitch = max(2.0, _CHECK_MM * px_per_mm)
    across, down = ((36 * (np.arange(length) // pitch % 2)).astype(np.uint8) for length in (width, height))
    weave = _tiled(chance.normal(92, 5, (256, 256)), size_px)
    return np.asarray(weave + across[None, :] + down[:, None], np.uint8)


def _plain(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """Nothing but a faint unevenness."""
    del px_per_mm
    return _enlarged(128 + chance.normal(0, 2, (12, 20)), size_px)


def _fibres(size_px: tuple[int, int], px_per_mm: float, chance: np.random.Generator) -> _Lightness:
    """A fine mottle without direction."""
    del px_per_mm
    return _tiled(chance.normal(128, 14, (256, 256)), size_px)


def _tiled(tile: NDArray[np.float64], size_px: tuple[int, int]) -> _Lightness:
    width, height = size_px
    small = np.clip(tile, 0, 255).astype(np.uint8)
    return np.tile(small, (height // tile.shape[0] + 1, width // tile.shape[1] + 1))[:height, :width]


def _enlarged(pattern: NDArray[np.float64], size_px: tuple[int, int]) -> _Lightness:
    return np.asarray(cv2.resize(np.clip(pattern, 0, 255).astype(np.uint8), size_px), np.uint8)


_PATTERNS: Mapping[Surface, Callable[[tuple[int, int], float, np.random.Generator], _Lightness]] = {
    "oak": _planks,
    "walnut": _planks,
    "cloth": _checks,
    "glossy white": _plain,
    "felt": _fibres,
}
TINT_OF: Mapping[Surface, Bgr] = {
    "oak": (66, 108, 152),
    "walnut": (34, 52, 78),
    "cloth": (118, 112, 168),
    "glossy white": (222, 226, 226),
    "felt": (52, 84, 34),
}
