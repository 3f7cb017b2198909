"""
QR codes: a piece's code as text (the style `qr`, for cameras close to the table), and name cards.

zxing-cpp reads them; pyzbar, where its library zbar is installed, reads pieces too. A small code is read only if it is
enlarged. So regions full of contrast are cut out and enlarged, and the picture is read once more as it is, for the
large codes.
"""

import re
from collections.abc import Collection, Iterator
from itertools import chain
from math import dist

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from lucca_pi.vision.decoder import halved
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Grey

_REDUCED = 4
"""Factor by which the picture is smaller in which regions are found."""
_NEARBY_PX, _CONTRAST = 9, 40
"""Least contrast from the darkest to the lightest pixel within `_NEARBY_PX`, in the picture at half size."""
_NARROWEST_PX = 36
"""Width of the narrowest region that may be a code: a narrower one is print, or an edge."""
_MARGIN_PX = 12
"""Margin cut out around a region, for the code's white one."""
_ENLARGED = 2
"""Factor by which regions are enlarged."""
_MODULES = 21
"""Modules along the side of the smallest QR code, which has room for the text."""
_PIXELS = 3
"""Pixels along a module's side, to find a code's top."""
_FINDER = 1.0 - np.pad(np.pad(np.ones((3, 3)), 1), 1, constant_values=1)
"""The pattern at three of a QR code's corners, 7 x 7 modules, dark is 0."""
_TEXT = re.compile(r"LUCCA:(\d{1,3})", re.ASCII)
_NAME = re.compile(r"LUCCA:NAME:(.*)", re.DOTALL)


def detect_qr(grey: Grey, codes: Collection[int]) -> list[Detection]:
    """The QR codes of `codes` in the picture. The corners are of the code's outermost modules, its top left first."""
    read: dict[int, Detection] = {}
    for text, corners_px in chain(symbols(grey), symbols_by_zbar(grey)):
        match = _TEXT.fullmatch(text)
        if match and int(match[1]) in codes and int(match[1]) not in read:
            read[int(match[1])] = Detection(int(match[1]), corners_px, 1.0, "qr")
    return list(read.values())


def detect_names(grey: Grey) -> list[tuple[str, tuple[float, float]]]:
    """
    The name cards in the picture: the name on each, and the middle of its code in pixels.

    A code with other letters than a to z has to say that it is UTF-8 (ECI 26), as ours do: else zxing-cpp guesses.
    """
    read: list[tuple[str, tuple[float, float]]] = []
    for text, corners_px in symbols(grey):
        match = _NAME.fullmatch(text)
        if match:
            x, y = corners_px.mean(0).tolist()
            name, side_px = match[1], float(np.ptp(corners_px[:, 0]))
            if not any(name == other and dist((x, y), middle) < side_px for other, middle in read):
                read.append((name, (x, y)))
    return read


def symbols(grey: Grey) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """The text of each QR code, and its corners in the picture; many are found twice, first with the finer corners."""
    for left, top, region in regions(grey):
        large = cv2.resize(region, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        for text, edges in _texts(np.asarray(large, np.uint8)):
            yield text, np.asarray(edges / _ENLARGED + (left - 0.5, top - 0.5), np.float32)
    for text, edges in _texts(grey):
        yield text, edges - 0.5


def _texts(grey: Grey) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """
    The text of each QR code, and its corners, clockwise from the code's own top left.

    Corners are counted in pixels from the picture's edge: the middle of the first pixel is at 0.5.
    """
    wanted, plain = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode), zxingcpp.TextMode.Plain
    for symbol in zxingcpp.read_barcodes(grey, wanted, text_mode=plain, try_downscale=False, try_invert=False):
        place = symbol.position
        corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        yield symbol.text, np.array([(corner.x, corner.y) for corner in corners], np.float32)


def has_zbar() -> bool:
    """True if pyzbar can load zbar, a library of the system."""
    try:
        import pyzbar.pyzbar  # noqa: F401
    except ImportError:
        return False
    return True


def symbols_by_zbar(grey: Grey) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """As `symbols`, of the regions alone, read by pyzbar; nothing without zbar."""
    if not has_zbar():
        return
    from pyzbar.pyzbar import ZBarSymbol, decode

    for left, top, region in regions(grey):
        large = cv2.resize(region, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        for symbol in decode(np.asarray(large, np.uint8), symbols=[ZBarSymbol.QRCODE]):
            if len(symbol.polygon) == 4:
                corners_px = (np.array(symbol.polygon, np.float32) + 0.5) / _ENLARGED - 0.5 + (left, top)
                yield symbol.data.decode(errors="replace"), _from_top_left(grey, np.asarray(corners_px, np.float32))


def _from_top_left(grey: Grey, corners_px: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners clockwise from the code's own top left: all but the bottom right have finder patterns."""
    if cv2.contourArea(corners_px, oriented=True) < 0:
        corners_px = corners_px[::-1]
    side = _MODULES * _PIXELS
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    flat = cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners_px, square), (side, side))
    modules = flat.reshape(_MODULES, _PIXELS, _MODULES, _PIXELS).mean((1, 3))
    likeness = [np.corrcoef(np.rot90(modules, turn)[:7, :7].ravel(), _FINDER.ravel())[0, 1] for turn in range(4)]
    return np.roll(corners_px, 2 - int(np.argmin(likeness)), axis=0)


def regions(grey: Grey) -> Iterator[tuple[int, int, Grey]]:
    """The regions full of contrast: left and top in the picture, and the region itself."""
    half, nearby = halved(grey), np.ones((_NEARBY_PX, _NEARBY_PX), np.uint8)
    contrast = halved(np.asarray(cv2.subtract(cv2.dilate(half, nearby), cv2.erode(half, nearby)), np.uint8))
    lively = cv2.threshold(contrast, _CONTRAST, 1, cv2.THRESH_BINARY)[1]
    wide = _NARROWEST_PX // _REDUCED
    full = cv2.morphologyEx(lively, cv2.MORPH_OPEN, np.ones((wide, wide), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(full)
    for left, top, width, height, _ in (boxes[1:] * _REDUCED).tolist():
        x, y = max(0, left - _MARGIN_PX), max(0, top - _MARGIN_PX)
        yield x, y, grey[y : top + height + _MARGIN_PX, x : left + width + _MARGIN_PX]
