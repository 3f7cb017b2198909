# OpenCV 4.14.0.94 and 5.0.0.93: of QR codes that are parts of one message (structured append), `QRCodeDetector.detectAndDecodeMulti`
# tells no text while one part is out of sight, as if they could not be read: True, their corners, and "". `detectAndDecode` reads such a
# part. With all in sight one of them bears the whole message, and the others "". zxing-cpp 3.1.1 gives each part its own text.
# Guessed before: each code has the text that it bears, as with the method for one code; joining them is left to the caller.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/parts.py" <<'END'
from io import BytesIO

import cv2
import numpy as np
import segno
import zxingcpp
from PIL import Image

MESSAGE = "What a long evening came to, turn by turn, for those who were not there. " * 3


def drawn(code):
    """A code in black on white, 300 pixels high at most."""
    png = BytesIO()
    code.save(png, kind="png", scale=6, border=6)
    grey = np.array(Image.open(png).convert("L"))
    return np.pad(grey, ((0, 300 - len(grey)), (0, 0)), constant_values=255)


def many(*pictures):
    """What the method for many codes tells of pictures side by side: all texts, and the number of codes that it found."""
    found, texts, corners, _ = detector.detectAndDecodeMulti(np.hstack(pictures))
    assert found
    return sorted(texts), len(corners)


detector = cv2.QRCodeDetector()
parts = [drawn(code) for code in segno.make_sequence(MESSAGE, symbol_count=3, error="m")]
plain = drawn(segno.make("plain", micro=False))
own = [detector.detectAndDecode(part)[0] for part in parts]
assert "".join(own) == MESSAGE and all(own), own
assert many(parts[0]) == ([""], 1), many(parts[0])
assert many(*parts[:2]) == (["", ""], 2), many(*parts[:2])
assert many(plain, parts[1]) == (["", "plain"], 2), many(plain, parts[1])
assert many(*parts) == (["", "", MESSAGE], 3), many(*parts)
assert sorted(one.text for one in zxingcpp.read_barcodes(np.hstack(parts))) == sorted(own)
print(f"OpenCV {cv2.__version__}: a part alone {many(parts[0])[0]}, by the method for one code {own[0][:22]!r}")
END
for version in 4.14.0.94 5.0.0.93; do
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check \
        opencv-python-headless==$version numpy==2.4.6 segno==1.6.6 zxing-cpp==3.1.1 pillow==12.3.0
    "$place/$version/bin/python" "$place/parts.py"
done
