#!/bin/sh
# OpenCV 5.0.0.93: `findNonZero` and `rotatedRectangleIntersection` give points of shape (n, 2) and `calcHist` counts of shape (n,),
# where 4.14.0.94 gives (n, 1, 2) and (n, 1); `findContours`, `convexHull` and `approxPolyDP` still give (n, 1, 2).
# Guessed before: arrays of one axis, new in 5, change every list of points alike, or none.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/shapes.py" <<'END'
import sys

import cv2
import numpy as np

grey = np.zeros((20, 20), np.uint8)
grey[3:6, 4:9] = 255
contour = cv2.findContours(grey, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0][0]
boxes = ((5, 5), (4, 4), 0), ((6, 6), (4, 4), 10)
shapes = {
    "findNonZero": cv2.findNonZero(grey).shape,
    "rotatedRectangleIntersection": cv2.rotatedRectangleIntersection(*boxes)[1].shape,
    "calcHist": cv2.calcHist([grey], [0], None, [4], [0, 256]).shape,
    "findContours": contour.shape,
    "convexHull": cv2.convexHull(contour).shape,
    "approxPolyDP": cv2.approxPolyDP(contour, 1, True).shape,
}
print("OpenCV", cv2.__version__, shapes)
axes = "".join(str(len(shape)) for shape in shapes.values())
sys.exit(axes != sys.argv[1])
END
for pair in "4.14.0.94 332333" "5.0.0.93 221333"; do
    version=${pair% *}
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version"
    "$place/$version/bin/python" "$place/shapes.py" "${pair#* }"
done
