"""What stickers bear: our marker, or in its place, at the same size, the code of another reader."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.codes import marker_bitmap

Bitmap = NDArray[np.uint8]
"""The modules of a whole sticker with its white margin, 0 or 255."""
Symbol = Callable[[int], Bitmap]


def marker(code: int) -> Bitmap:
    """Our own marker."""
    return np.pad(marker_bitmap(code), 1, constant_values=255)


@cache
def tag(code: int) -> Bitmap:
    """AprilTag 36h11, for pupil-apriltags."""
    return predefined(cv2.aruco.DICT_APRILTAG_36h11)(code)


def predefined(name: int) -> Symbol:
    """The markers of one of OpenCV's dictionaries."""
    markers = cv2.aruco.getPredefinedDictionary(name)
    side = markers.markerSize + 2
    return lambda code: np.pad(cv2.aruco.generateImageMarker(markers, code, side), 1, constant_values=255)


@cache
def qr(code: int) -> Bitmap:
    """The smallest QR code of the number, for pyzbar."""
    return _zxing(code, "QRCode")


@cache
def micro_qr(code: int) -> Bitmap:
    """The smallest Micro QR code of the number, for zxing-cpp."""
    return _zxing(code, "MicroQRCode")


def _zxing(code: int, kind: str) -> Bitmap:
    import zxingcpp

    made = zxingcpp.create_barcode(f"{code:03d}", getattr(zxingcpp.BarcodeFormat, kind))
    return np.pad(np.array(made.to_image(scale=1, add_quiet_zones=False)), 2, constant_values=255)
