"""Readers to compare: each takes a grey picture and tells which codes it reads where; and what their stickers bear."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.conditions import FULL_WIDTH_PX
from lucca_pi.vision.codes import CODES, dictionary, marker_bitmap
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.reader import LaterLooks

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


Readings = list[tuple[int, NDArray[np.float64]]]
"""Each code with its middle in pixels."""
Read = Callable[[Grey], Readings]


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader by its name, and the symbol it is made for."""

    name: str
    symbol: Symbol
    read: Read


def readers(sticker_px: float) -> Iterator[Reader]:
    """Ours and the published ones, tuned for stickers of that size where they can be."""
    yield Reader("lucca-pi", marker, ours)
    yield Reader("OpenCV, tuned", marker, opencv(tuned_reader(sticker_px, FULL_WIDTH_PX)))
    yield Reader("OpenCV, as it comes", marker, opencv(cv2.aruco.ArucoDetector(dictionary())))
    if find_spec("pupil_apriltags"):
        yield Reader("pupil-apriltags, 36h11", tag, pupil())
    yield Reader("zxing-cpp, Micro QR", micro_qr, zxing)
    if has_zbar():
        yield Reader("pyzbar, QR", qr, zbar)


def has_zbar() -> bool:
    """Whether pyzbar can be used, whose library, zbar, is a package of the system."""
    try:
        import_module("pyzbar.pyzbar")
    except ImportError:
        return False
    return True


def ours(grey: Grey) -> Readings:
    """The product's reader, as play reads a first look at a table from above."""
    return [(one.code, one.corners_px.mean(0)) for one in LaterLooks()(grey, range(CODES)).read]


def tuned_reader(
    sticker_px: float, width_px: int, markers: cv2.aruco.Dictionary | None = None
) -> cv2.aruco.ArucoDetector:
    """Three windows, corners refined; for stickers of that size in pictures of that width; ours unless told others."""
    tuned = cv2.aruco.DetectorParameters()
    tuned.adaptiveThreshWinSizeMin, tuned.adaptiveThreshWinSizeMax, tuned.adaptiveThreshWinSizeStep = 5, 21, 8
    tuned.minMarkerPerimeterRate = 4 * 0.40 * sticker_px / width_px
    tuned.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    tuned.cornerRefinementWinSize = 3
    tuned.relativeCornerRefinmentWinSize = 0.2
    tuned.perspectiveRemovePixelPerCell = 6
    tuned.polygonalApproxAccuracyRate = 0.05
    tuned.minDistanceToBorder = 1
    return cv2.aruco.ArucoDetector(markers or dictionary(), tuned)


def opencv(detector: cv2.aruco.ArucoDetector) -> Read:
    """OpenCV's reader of markers."""

    def read(grey: Grey) -> Readings:
        corners, ids, _ = detector.detectMarkers(grey)
        return [
            (int(code), quad[0].mean(0)) for code, quad in zip(() if ids is None else ids.ravel(), corners, strict=True)
        ]

    return read


@cache
def pupil(family: str = "tag36h11") -> Read:
    """pupil-apriltags at full resolution."""
    from pupil_apriltags import Detector

    Detector.__del__ = lambda _: None  # its own frees twice and takes the process down
    detector = Detector(families=family, nthreads=1, quad_decimate=1.0)
    return lambda grey: [(one.tag_id, one.corners.mean(0)) for one in detector.detect(np.ascontiguousarray(grey))]


def zxing(grey: Grey, kind: str = "MicroQRCode") -> Readings:
    """zxing-cpp, as it comes but for the format."""
    import zxingcpp

    found = zxingcpp.read_barcodes(grey, formats=getattr(zxingcpp.BarcodeFormat, kind))
    return [(number_in(one.text), middle(one.position)) for one in found]


def middle(position: object) -> NDArray[np.float64]:
    """The middle of the corners that zxing-cpp gives."""
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return np.mean([(corner.x, corner.y) for corner in corners], axis=0)


def zbar(grey: Grey) -> Readings:
    """pyzbar, of QR codes alone."""
    from pyzbar.pyzbar import ZBarSymbol, decode

    found = decode(grey, symbols=[ZBarSymbol.QRCODE])
    return [(number_in(one.data.decode("utf-8", "replace")), np.mean(one.polygon, axis=0)) for one in found]


def number_in(text: str) -> int:
    """The number in a code; -1 for what none of our stickers bears."""
    number = text.removeprefix("LUCCA:")
    return int(number) if number.isdecimal() else -1
