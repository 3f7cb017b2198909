# OpenCV 4.14.0.94 and 5.0.0.93: with `detectInvertedMarker`, the confidence of `detectMarkersWithConfidence` no longer tells how well a
# marker was read. A perfect upright marker falls from 1 to between 0.89 and 0.97, by its number, below one with a wrong bit read
# without the setting (0.98); and perfect inverted ones all get the same number, whatever they are, set by their size alone.
# Guessed before: the setting adds inverted markers and leaves the others as they were; a perfect marker is at 1 in both colours.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/confidence.py" <<'END'
import cv2
import numpy as np

aruco, BIT = cv2.aruco, 30


def drawn(words, number):
    size = (words.markerSize + 2) * BIT
    return cv2.copyMakeBorder(words.generateImageMarker(number, size), *[60] * 4, cv2.BORDER_CONSTANT, value=255)


def confidence(words, picture, *, inverted_too):
    """That of the one marker in the picture."""
    settings = aruco.DetectorParameters()
    settings.detectInvertedMarker = inverted_too
    told = np.ravel(aruco.ArucoDetector(words, settings).detectMarkersWithConfidence(picture)[2])
    assert len(told) == 1
    return float(told[0])


for name in ("DICT_4X4_100", "DICT_5X5_100", "DICT_6X6_250", "DICT_APRILTAG_36h11"):
    words = aruco.getPredefinedDictionary(getattr(aruco, name))
    pictures = [drawn(words, number) for number in (0, 1, 7, 33, 90)]
    assert {confidence(words, picture, inverted_too=False) for picture in pictures} == {1.0}
    upright = [confidence(words, picture, inverted_too=True) for picture in pictures]
    assert 0.89 < min(upright) < max(upright) < 0.97 and len({*upright}) > 3, upright
    inverted = {round(confidence(words, 255 - picture, inverted_too=True), 4) for picture in pictures}
    assert len(inverted) == 1 and inverted < {0.9167, 0.9286, 0.9375}, inverted
    print(f"OpenCV {cv2.__version__}, {name}: upright {[round(one, 3) for one in upright]}, inverted all {inverted}")

words = aruco.getPredefinedDictionary(aruco.DICT_5X5_100)
wrong = drawn(words, 7)
bit = wrong[60 + 3 * BIT : 60 + 4 * BIT, 60 + 3 * BIT : 60 + 4 * BIT]
bit[:] = 255 - bit
assert confidence(words, wrong, inverted_too=False) > 0.97
END
for version in 4.14.0.94 5.0.0.93; do
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check opencv-python-headless==$version numpy==2.4.6
    "$place/$version/bin/python" "$place/confidence.py"
done
