"""
QR codes, read by pyzbar: a piece's code as text (the style `qr`, for cameras close to the table), and name cards.

pyzbar takes long over a whole picture and misses small codes in it. So regions full of contrast are cut out first, and
read twice, enlarged and as they are: that reads twice as many codes, in a fraction of the time.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import count, takewhile
from math import dist
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.decoder import Pyramid, halved
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Grey

_REDUCED = 4
"""Factor by which the picture is smaller in which regions are found."""
_NEARBY_PX, _CONTRAST = 9, 40
"""Least contrast from the darkest to the lightest pixel within `_NEARBY_PX`, in the picture at half size."""
_NARROWEST_PX = 36
"""Width of the narrowest region that may be a code: a narrower one is print, or an edge."""
_LARGER = 2
"""Halvings of the picture for larger codes, and again for still larger ones."""
_MARGIN_PX = 12
"""Margin cut out around a region, for the code's white one."""
_ENLARGED = (2, 1)
"""Factors by which regions are enlarged: small codes are read at 2, some large ones at 1 only."""
_TEXT = re.compile(rb"LUCCA:(\d{1,3})")
NAME = re.compile(rb"LUCCA:NAME:(.*)", re.DOTALL)
_MODULES = 21
"""Modules along the side of the smallest QR code, which has room for the text."""
_PIXELS = 3
"""Pixels along a module's side, to find a code's top."""
_FINDER = 1.0 - np.pad(np.pad(np.ones((3, 3)), 1), 1, constant_values=1)
"""The pattern at three of a QR code's corners, 7 x 7 modules, dark is 0."""


class QrReaderError(Exception):
    """The QR reader is not installed completely."""


def detect_qr(grey: Grey, codes: Collection[int]) -> list[Detection]:
    """
    The QR codes of `codes` in the picture. Raises QrReaderError if pyzbar or its library is missing.

    The corners are of the code's outermost modules.
    """
    read: dict[int, Detection] = {}
    for data, corners_px in _symbols(grey):
        text = _TEXT.fullmatch(data)
        if text and int(text[1]) in codes and int(text[1]) not in read:
            read[int(text[1])] = Detection(int(text[1]), _turned(grey, corners_px), 1.0, "qr")
    return list(read.values())


def detect_names(grey: Grey) -> list[tuple[str, tuple[float, float]]]:
    """
    The name cards in the picture: the name on each, and the middle of its code in pixels. Raises QrReaderError.

    A code with other letters than a to z has to say that it is UTF-8 (ECI 26), as ours do: else zbar guesses.
    """
    read: list[tuple[str, tuple[float, float]]] = []
    for data, corners_px in _symbols(grey):
        text = NAME.fullmatch(data)
        if text:
            x, y = corners_px.mean(0).tolist()
            name, side_px = text[1].decode(errors="replace"), float(np.ptp(corners_px[:, 0]))
            if not any(name == other and dist((x, y), middle) < side_px for other, middle in read):
                read.append((name, (x, y)))
    return read


def _symbols(grey: Grey) -> Iterator[tuple[bytes, NDArray[np.float32]]]:
    """The content of each QR code, and its corners in the picture, clockwise; most are found once for each size."""
    decode, picture = _decoder(), Pyramid(grey)
    for level in takewhile(lambda one: min(grey.shape) >> one >= _NARROWEST_PX, count(0, _LARGER)):
        for left, top, region in regions(picture[level]):
            for enlarged in _ENLARGED:
                for data, corners in _texts(decode, region, enlarged):
                    corners_px = corners + np.array([left, top], np.float32)
                    yield data, (corners_px + 0.5) * (1 << level) - 0.5


def regions(grey: Grey) -> Iterator[tuple[int, int, Grey]]:
    """The regions full of contrast: left and top in the picture, and the region itself."""
    lively = _lively(grey)
    wide = _NARROWEST_PX // _REDUCED
    full = cv2.morphologyEx(lively, cv2.MORPH_OPEN, np.ones((wide, wide), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(full)
    for left, top, width, height, _ in (boxes[1:] * _REDUCED).tolist():
        x, y = max(0, left - _MARGIN_PX), max(0, top - _MARGIN_PX)
        yield x, y, grey[y : top + height + _MARGIN_PX, x : left + width + _MARGIN_PX]


def _lively(grey: Grey) -> Grey:
    """The mask of contrast in the reduced picture: 1 for pixels with contrast nearby, else 0."""
    half, nearby = halved(grey), np.ones((_NEARBY_PX, _NEARBY_PX), np.uint8)
    contrast = halved(np.asarray(cv2.subtract(cv2.dilate(half, nearby), cv2.erode(half, nearby)), np.uint8))
    return np.asarray(cv2.threshold(contrast, _CONTRAST, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _decoder() -> Callable[[Grey], Sequence[Any]]:
    try:
        from pyzbar.pyzbar import ZBarSymbol, decode
    except ImportError:
        raise QrReaderError(
            "QR codes need the library zbar, which is missing: run `sudo apt install libzbar0`, or use `--codes aruco`."
        ) from None
    return partial(decode, symbols=[ZBarSymbol.QRCODE])


def _texts(
    decode: Callable[[Grey], Sequence[Any]], region: Grey, enlarged: int
) -> Iterator[tuple[bytes, NDArray[np.float32]]]:
    """The contents of codes in the enlarged region, and their corners in it, clockwise."""
    large = cv2.resize(region, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
    for symbol in decode(np.asarray(large, np.uint8)):
        if len(symbol.polygon) == 4:
            corners = np.array(symbol.polygon, np.float32)
            clockwise = corners if cv2.contourArea(corners, oriented=True) > 0 else corners[::-1]
            yield symbol.data, np.asarray((clockwise + 0.5) / enlarged - 0.5, np.float32)


def _turned(grey: Grey, corners_px: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners from the code's own top left: all but the bottom right have finder patterns."""
    side = _MODULES * _PIXELS
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    flat = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners_px, square), (side, side))
    modules = flat.reshape(_MODULES, _PIXELS, _MODULES, _PIXELS).mean((1, 3))
    likeness = [np.corrcoef(np.rot90(modules, turn)[:7, :7].ravel(), _FINDER.ravel())[0, 1] for turn in range(4)]
    bottom_right = int(np.argmin(likeness))
    return np.roll(corners_px, 2 - bottom_right, axis=0)
