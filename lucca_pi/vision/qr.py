"""The style `qr`: a QR code that holds a piece's code as text, read by pyzbar. For cameras close to the table."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Grey

TEXT = re.compile(rb"LUCCA:(\d{1,3})")
MODULES = 21
"""Modules along the side of the smallest QR code, which has room for the text."""

PIXELS = 3
FINDER = 1.0 - np.pad(np.pad(np.ones((3, 3)), 1), 1, constant_values=1)
"""The pattern at three of a QR code's corners, 7 x 7 modules, dark is 0."""


class QrReaderError(Exception):
    """The QR reader is not installed completely."""


def detect_qr(grey: Grey, codes: Collection[int]) -> list[Detection]:
    """
    The QR codes of `codes` in the picture. Raises QrReaderError where pyzbar or its library is missing.

    The corners are of the code's outermost modules.
    """
    return list(_read(grey, _symbols(grey), codes))


def _symbols(grey: Grey) -> Sequence[Any]:
    try:
        from pyzbar.pyzbar import ZBarSymbol, decode
    except ImportError:
        raise QrReaderError(
            "QR codes need the library zbar, which is missing: run `sudo apt install libzbar0`, or use `--codes aruco`."
        ) from None
    return list(decode(grey, symbols=[ZBarSymbol.QRCODE]))


def _read(grey: Grey, symbols: Sequence[Any], codes: Collection[int]) -> Iterator[Detection]:
    for symbol in symbols:
        text = TEXT.fullmatch(symbol.data)
        if text and int(text[1]) in codes and len(symbol.polygon) == 4:
            yield Detection(int(text[1]), _turned(grey, _clockwise(symbol.polygon)), 1.0, "qr")


def _clockwise(polygon: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
    corners = np.array(polygon, np.float32)
    return corners if cv2.contourArea(corners, oriented=True) > 0 else corners[::-1].copy()


def _turned(grey: Grey, corners_px: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners from the code's own top left: finder patterns are at all corners but the bottom right."""
    side = MODULES * PIXELS
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    flat = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners_px, square), (side, side))
    modules = flat.reshape(MODULES, PIXELS, MODULES, PIXELS).mean((1, 3))
    likeness = [np.corrcoef(np.rot90(modules, turn)[:7, :7].ravel(), FINDER.ravel())[0, 1] for turn in range(4)]
    bottom_right = int(np.argmin(likeness))
    return np.roll(corners_px, 2 - bottom_right, axis=0)
