#!/bin/sh
# zxing-cpp 3.1.1 and the QRCodeDetector of OpenCV 4.14.0.94 read a QR code in a mirrored picture (a front camera gives such) as if
# nothing were wrong. No attribute says that it is mirrored, and neither do the corners: they run clockwise, as those of a code do
# that is turned by 90 degrees. So a plane fitted to them is no mirror, and every place computed with it is wrong.
# Guessed before: a mirrored code is not read, or its corners run counter-clockwise, as the code's own do in that picture.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check zxing-cpp==3.1.1 opencv-python-headless==4.14.0.94 numpy==2.4.6
"$place/bin/python" - <<'END'
import cv2
import numpy as np
import zxingcpp

code = np.pad(cv2.QRCodeEncoder.create().encode("HELLO")[2:-2, 2:-2], 4, constant_values=255)
upright = cv2.resize(code, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
pictures = {
    "upright": upright,
    "turned clockwise": np.ascontiguousarray(np.rot90(upright, 3)),
    "mirrored": np.ascontiguousarray(upright[:, ::-1]),
}


def by_zxing(picture):
    (found,) = zxingcpp.read_barcodes(picture)
    place = found.position
    corners = [(one.x, one.y) for one in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)]
    return found.text, corners, found.orientation, [name for name in dir(found) if "mirror" in name.lower()]


def by_opencv(picture):
    text, corners, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return text, corners[0].tolist()


for reader in (by_zxing, by_opencv):
    seen = {name: reader(picture) for name, picture in pictures.items()}
    for name, found in seen.items():
        print(reader.__name__, name, *found)
    assert {found[0] for found in seen.values()} == {"HELLO"}, "a code is not read any more"
    clockwise = {name: cv2.contourArea(np.float32(found[1]), oriented=True) > 0 for name, found in seen.items()}
    assert clockwise["mirrored"] and clockwise["upright"], "the corners of a mirrored code run the other way now"
    apart = np.abs(np.subtract(seen["mirrored"][1], seen["turned clockwise"][1])).max()
    assert apart < 3, "the corners differ from those of a turned code now"
assert by_zxing(pictures["mirrored"])[2:] == by_zxing(pictures["turned clockwise"])[2:] == (90, []), "a mirrored code is told now"
END
