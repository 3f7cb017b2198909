#!/bin/sh
# OpenCV 5.0.0.93: `cv2.remap` with a map of two channels and an empty second map, as C++ code and its documentation have it,
# gives other values from Python; 4.14.0.94 gives the same as with two maps of one channel each.
# Guessed before: an empty array counts as no second map in both, as it has for ten years.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/remap.py" <<'END'
import sys

import cv2
import numpy as np

field = np.arange(30 * 40, dtype=np.float32).reshape(30, 40)
columns, rows = np.meshgrid(np.arange(40, dtype=np.float32), np.arange(30, dtype=np.float32))
both = np.stack([columns, rows], -1)
apart = cv2.remap(field, columns, rows, cv2.INTER_LINEAR)
joined = cv2.remap(field, both, np.empty(0), cv2.INTER_LINEAR)
is_same = bool(np.array_equal(apart, joined))
print("OpenCV", cv2.__version__, "same with an empty second map:", is_same)
sys.exit(is_same != (sys.argv[1] == "same"))
END
for pair in "4.14.0.94 same" "5.0.0.93 other"; do
    version=${pair% *}
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check "opencv-python-headless==$version"
    "$place/$version/bin/python" "$place/remap.py" "${pair#* }"
done
