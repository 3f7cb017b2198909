"""Codes as they are printed: a white square with the marker, or the QR code, in its middle."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lucca_pi.printed.pen import CAPITALS, Pen
from lucca_pi.qr import qr_code
from lucca_pi.vision.codes import MODULES, marker_bitmap

Style = Literal["aruco", "qr"]

STICKER_MM = {"aruco": 14.0, "qr": 25.0}
"""The side of a sticker, its white margin included."""
SMALLEST_MM = {"aruco": 10.0, "qr": 24.0}
LARGEST_MM = 30.0
MARGIN_MODULES = {"aruco": 1, "qr": 2}
"""White modules on each side of the code."""
QR_MODULES = 21

BLACK, WHITE = "#000000", "#ffffff"
NUMBER_INK = "#6a6a6a"
NUMBER_TALL, NUMBER_FROM_CODE = 0.5, 0.35
"""How tall the number in the margin is and how far from the code, as parts of the margin."""


def square_mm(sticker_mm: float, style: Style) -> float:
    """The side of the code itself on a sticker of that side."""
    modules = QR_MODULES if style == "qr" else MODULES
    return sticker_mm * modules / (modules + 2 * MARGIN_MODULES[style])


def sticker_of_square_mm(square_mm: float) -> float:
    """
    The side of the sticker with a marker of that side, to a tenth of a millimetre.

    >>> sticker_of_square_mm(10.9), sticker_of_square_mm(9.33)
    (14.0, 12.0)
    """
    return round(square_mm * (MODULES + 2) / MODULES, 1)


def draw_sticker(pen: Pen, code: int, left: float, top: float, side: float, *, style: Style = "aruco") -> None:
    """The white square with its code, `side` mm wide."""
    bitmap = _qr_bitmap(code) if style == "qr" else marker_bitmap(code)
    modules = len(bitmap) + 2 * MARGIN_MODULES[style]
    pitch = side / modules
    pen.box(left, top, side, side, WHITE)
    inset = MARGIN_MODULES[style] * pitch
    pen.boxes(dark_boxes(bitmap, left + inset, top + inset, pitch), BLACK)


def number_mm(side: float, style: Style) -> float:
    """The size of the letters in the margin of a sticker of that side."""
    return (side - square_mm(side, style)) / 2 * NUMBER_TALL / CAPITALS


def draw_number(pen: Pen, number: str, side: float, style: Style) -> None:
    """A sticker's number in its white margin, at the lower right; white stays between it and the code."""
    margin = (side - square_mm(side, style)) / 2
    base = side - margin * (1 - NUMBER_FROM_CODE - NUMBER_TALL)
    pen.text(number, side - margin, base, number_mm(side, style), NUMBER_INK, anchor=1.0, room=side - 2 * margin)


def dark_boxes(
    bitmap: NDArray[np.uint8], left: float, top: float, pitch: float
) -> list[tuple[float, float, float, float]]:
    """The dark modules, neighbours in a row as one box `(left, top, width, height)`."""
    boxes = []
    for row, modules in enumerate(bitmap < 128):
        edges = np.flatnonzero(np.diff(np.pad(modules, 1).astype(np.int8)))
        for start, end in edges.reshape(-1, 2):
            boxes.append((left + float(start) * pitch, top + row * pitch, float(end - start) * pitch, pitch))
    return boxes


def _qr_bitmap(code: int) -> NDArray[np.uint8]:
    """The smallest QR code, at its highest level of correction: 21 x 21 modules, 0 or 255."""
    return qr_bitmap(qr_code(f"LUCCA:{code}", correction="H").matrix)


def qr_bitmap(matrix: Sequence[Sequence[int]]) -> NDArray[np.uint8]:
    """A QR code's modules as grey values: 0 for 1 (dark), 255 for 0."""
    return np.where(np.array(matrix), 0, 255).astype(np.uint8)
