# OpenCV 5.1.0.95: what finds nothing gives an empty array in some functions and None in others. The numbers of `detectMarkers`, the
# lines of `HoughLinesP` and of the line segment detector, `convexityDefects` and the corners of `findChessboardCorners` are arrays
# now, where 4.14.0.94 and 5.0.0.93 give None; `findNonZero`, `HoughCircles`, `goodFeaturesToTrack` and the numbers of a ChArUco board
# without markers still are None. So `if ids is not None` lets a picture without markers through.
# Guessed before: None for nothing, as it has been from Python for ten years; or, in a new version, an array from all.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/nothing.py" <<'END'
import sys

import cv2
import numpy as np

grey, black = np.full((200, 200), 128, np.uint8), np.zeros((50, 50), np.uint8)
square = np.array([[0, 0], [4, 0], [4, 4], [0, 4]], np.int32)
words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
CHANGED = {
    "detectMarkers": cv2.aruco.ArucoDetector(words).detectMarkers(grey)[1],
    "HoughLinesP": cv2.HoughLinesP(black, 1, 0.01, 50),
    "line segments": cv2.createLineSegmentDetector().detect(black)[0],
    "convexityDefects": cv2.convexityDefects(square, np.arange(4)),
    "findChessboardCorners": cv2.findChessboardCorners(grey, (5, 5))[1],
}
THE_SAME = {
    "findNonZero": cv2.findNonZero(black),
    "HoughCircles": cv2.HoughCircles(black, cv2.HOUGH_GRADIENT, 1, 10),
    "goodFeaturesToTrack": cv2.goodFeaturesToTrack(black, 10, 0.1, 3),
    "detectBoard": cv2.aruco.CharucoDetector(cv2.aruco.CharucoBoard((5, 4), 30, 20, words)).detectBoard(grey)[1],
}
is_new = sys.argv[1].startswith("5.1")
for name, found in CHANGED.items():
    print(f"OpenCV {cv2.__version__}: {name} finds {found!r}")
    assert (found is not None and len(found) == 0) if is_new else found is None, (name, found)
for name, found in THE_SAME.items():
    assert found is None, (name, found)
END
for version in 4.14.0.94 5.0.0.93 5.1.0.95; do
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check opencv-contrib-python==$version numpy==2.4.6
    "$place/$version/bin/python" "$place/nothing.py" $version
done
