"""OpenCV's own reader, tuned for small stickers in a large picture: what the product's reader is held against."""

import cv2

from lucca_pi.vision.codes import dictionary


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
