# pyzbar 0.1.9 with zbar 0.23.92: `Decoded.polygon` of a QR code does not begin at a corner of the code, but at the point that lies
# furthest left in the picture, and runs the other way round than the corners of other readers; how the code is turned is told in
# quarters alone (`orientation`). zxing-cpp 3.1.1 begins at the code's own first corner. So a card turned by half lies, by the
# polygon, as before, and one turned by 44 and by 46 degrees lies apart by a quarter.
# Guessed before: the first point is the corner by the first finder pattern, as with OpenCV and zxing-cpp, whichever way the code lies.
# Where zbar is missing, its Debian package (bookworm) and what that needs is taken by apt-get download; no root.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check \
    pyzbar==0.1.9 segno==1.6.6 zxing-cpp==3.1.1 opencv-python-headless==4.14.0.94 numpy==2.4.6 pillow==12.3.0
if ! "$place/venv/bin/python" -c 'import pyzbar.pyzbar' 2>/dev/null; then
    (cd "$place" && apt-get download libzbar0=0.23.92-7+deb12u1 libv4l-0 libv4lconvert0 libdbus-1-3 libx11-6 libxcb1 libxau6 \
        libxdmcp6 libjpeg62-turbo libbsd0 libmd0 && for package in *.deb; do dpkg -x "$package" debian; done)
    LD_LIBRARY_PATH=$(dirname "$(find "$place/debian" -name libzbar.so.0)"):$place/debian/lib/$(uname -m)-linux-gnu
    export LD_LIBRARY_PATH
fi
"$place/venv/bin/python" - <<'END'
from io import BytesIO

import cv2
import numpy as np
import segno
import zxingcpp
from PIL import Image
from pyzbar import pyzbar

png = BytesIO()
segno.make("card 17", micro=False).save(png, kind="png", scale=6, border=16)
card = np.array(Image.open(png).convert("L"))
middle = (len(card) - 1) / 2


def at_middle_zero(points):
    return np.array(points, float) - middle


def told(degrees):
    """The corners by pyzbar and its orientation, and those by zxing-cpp, of the card turned clockwise by so many degrees."""
    turn = cv2.getRotationMatrix2D((middle, middle), -degrees, 1)
    turned = cv2.warpAffine(card, turn, card.shape[::-1], flags=cv2.INTER_CUBIC, borderValue=255)
    (by_zbar,) = pyzbar.decode(turned)
    (by_zxing,) = zxingcpp.read_barcodes(turned)
    place = by_zxing.position
    corners = [place.top_left, place.top_right, place.bottom_right, place.bottom_left]
    return at_middle_zero(by_zbar.polygon), by_zbar.orientation, at_middle_zero([(one.x, one.y) for one in corners])


def area(points):
    """Above 0 if they run clockwise in the picture."""
    return cv2.contourArea(points.astype(np.float32), oriented=True)


truth = told(0)[2][0]
for degrees in range(20, 360, 40):
    polygon, orientation, corners = told(degrees)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    assert np.allclose(corners[0], np.array([[c, -s], [s, c]]) @ truth, atol=3), (degrees, corners[0])
    assert polygon[0][0] == polygon[:, 0].min() and area(polygon) < 0 < area(corners), (degrees, polygon)
    print(f"turned by {degrees:3}: pyzbar begins at {polygon[0]} ({orientation}), zxing-cpp at {corners[0]}")
assert np.allclose(told(30)[0], told(210)[0], atol=2), (told(30)[0], told(210)[0])
assert told(40)[1] != told(50)[1]
END
