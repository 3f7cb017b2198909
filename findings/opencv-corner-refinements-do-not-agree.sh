# OpenCV 4.14.0.94 and 5.0.0.93: the refinements of `ArucoDetector` put a marker's corners at places that differ by up to a pixel.
# CORNER_REFINE_APRILTAG gives all four half a pixel too far right and down: it counts from a pixel's edge, the others from its middle.
# CORNER_REFINE_CONTOUR makes markers smaller, by 0.7 px at each corner, more than no refinement at all (0.5); SUBPIX by 0.3.
# Guessed before: a refined corner lies, on average, where the corner is, whichever method is chosen; they differ in noise alone.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/corners.py" <<'END'
import cv2
import numpy as np

aruco, FINER, WIDE = cv2.aruco, 16, 200
WORDS = aruco.getPredefinedDictionary(aruco.DICT_5X5_100)
MARKER = WORDS.generateImageMarker(7, 280)
METHODS = {"none": 0, "subpix": 1, "contour": 2, "apriltag": 3}


def seen(x, y, side, degrees):
    """A blurred picture of the marker and its true corners; whole numbers are the middles of pixels."""
    turn = np.radians(degrees)
    by = side / 280 * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    to_finer = np.column_stack([FINER * by, (np.array([x, y]) + 0.5) * FINER - 0.5 + FINER * by @ [0.5, 0.5]])
    finer = cv2.warpAffine(MARKER, to_finer, (WIDE * FINER,) * 2, flags=cv2.INTER_NEAREST, borderValue=255)
    picture = cv2.GaussianBlur(cv2.resize(finer, (WIDE, WIDE), interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    return picture, np.array([[0, 0], [280, 0], [280, 280], [0, 280]]) @ by.T + (x, y)


def means(method, views):
    """How far the corners of a marker are moved together, and each outwards from its middle, in px, on average."""
    settings = aruco.DetectorParameters()
    settings.cornerRefinementMethod = method
    detector, moved, outwards = aruco.ArucoDetector(WORDS, settings), [], []
    for picture, true in views:
        (corners,), _numbers, _refused = detector.detectMarkers(picture)
        off, away = corners.reshape(4, 2) - true, true - true.mean(0)
        moved.append(off.mean(0))
        outwards.append((off * away).sum(1).mean() / np.linalg.norm(away[0]))
    return np.mean(moved, 0), np.mean(outwards)


chance = np.random.default_rng(0)
views = [seen(*chance.uniform(60, 70, 2), chance.uniform(50, 80), chance.uniform(-15, 15)) for _ in range(60)]
found = {name: means(method, views) for name, method in METHODS.items()}
for name, (together, outwards) in found.items():
    print(f"OpenCV {cv2.__version__}, {name:>8}: together by {together.round(2)}, outwards by {outwards:.2f} px")
    expected = 0.5 if name == "apriltag" else 0
    assert np.abs(together - expected).max() < 0.1, (name, together)
assert [round(abs(found[name][1]), 1) for name in METHODS] == [0.5, 0.3, 0.7, 0.0]
END
for version in 4.14.0.94 5.0.0.93; do
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check opencv-python-headless==$version numpy==2.4.6
    "$place/$version/bin/python" "$place/corners.py"
done
