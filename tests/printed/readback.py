"""Reads back what was printed, with the libraries' own detectors: nothing of the program's reader is used."""

import cv2
import numpy as np
from PIL import Image

MM_PER_INCH = 25.4


def markers(picture: Image.Image) -> dict[int, np.ndarray]:
    """The corners in pixels of each marker of DICT_5X5_250, by code; of a code seen often, those of one."""
    grey = np.asarray(picture.convert("L"))
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.01
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    corners, codes, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(np.pad(grey, 20, mode="edge"))
    return {} if codes is None else dict(zip(codes.ravel().tolist(), (one[0] - 20 for one in corners), strict=True))


def dark_box_mm(picture: Image.Image, dpi: int) -> tuple[float, float, float, float]:
    """Left, top, width and height in mm of what is black in a grey-level picture, grey edges counted by their share."""
    dark = 1 - np.asarray(picture.convert("L"), float) / 255
    (left, width), (top, height) = _extent(dark.max(0), dpi), _extent(dark.max(1), dpi)
    return left, top, width, height


def side_mm(corners_px: np.ndarray, dpi: int) -> float:
    """The middle length of a marker's four sides."""
    sides = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1)
    return float(np.median(sides)) * MM_PER_INCH / dpi


def _extent(profile: np.ndarray, dpi: int) -> tuple[float, float]:
    inked = np.flatnonzero(profile > 0.02)
    return inked[0] * MM_PER_INCH / dpi, profile[inked].sum() * MM_PER_INCH / dpi
