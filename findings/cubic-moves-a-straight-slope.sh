# Moved by part of a pixel, a straight slope comes back shifted where cubic interpolation is asked for: by up to 0.048 px in OpenCV 5.0.0.93
# (0.064 in 4.14.0.94, which warps in steps of 1/32 px, pictures of floats too), and by up to 0.096 px in Pillow 12.3.0's
# `transform`, whose BICUBIC is another than that of its `resize`, which is exact. Linear interpolation is exact, in 4.14 but for the
# steps; Lanczos keeps the steps in 5.0. So who measures places in warped pictures does better with linear than with cubic.
# Guessed before: all of them give back a straight slope exactly, and the finer kernel is the better one; one name means one kernel.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cat >"$place/slope.py" <<'END'
import cv2
import numpy as np
import PIL
from PIL import Image

SLOPE = np.tile(np.arange(64, dtype=np.float32), (64, 1))
"""Each pixel's value is its column: what stands in a moved picture tells by how much it was moved."""
SHIFTS = np.linspace(0, 1, 257)


def most_by_opencv(kernel):
    """How far a warped slope lies from where it was asked for, px at most."""
    flags = kernel | cv2.WARP_INVERSE_MAP
    warped = [cv2.warpAffine(SLOPE, np.array([[1, 0, x], [0, 1, 0]]), (64, 64), flags=flags)[30, 30] for x in SHIFTS]
    return float(np.abs(np.array(warped) - 30 - SHIFTS).max())


def most_by_pillow(kernel):
    picture, how = Image.fromarray(SLOPE), Image.Transform.AFFINE
    warped = [picture.transform((64, 64), how, (1, 0, x, 0, 1, 0), kernel).getpixel((30, 30)) for x in SHIFTS]
    return float(np.abs(np.array(warped) - 30 - SHIFTS).max())


is_old = cv2.__version__.startswith("4.")
linear, cubic, lanczos = (most_by_opencv(one) for one in (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4))
print(f"OpenCV {cv2.__version__}: linear {linear:.4f}, cubic {cubic:.4f}, Lanczos {lanczos:.4f} px")
assert (0.0156 <= linear < 0.0162) if is_old else linear < 1e-5
assert (0.060 < cubic < 0.067) if is_old else (0.045 < cubic < 0.051)
flags = cv2.INTER_LANCZOS4 | cv2.WARP_INVERSE_MAP
moved = cv2.warpAffine(SLOPE, np.array([[1, 0, 0.01], [0, 1, 0]]), (64, 64), flags=flags)
assert moved[30, 30] == SLOPE[30, 30]

by_linear, by_cubic = (most_by_pillow(one) for one in (Image.Resampling.BILINEAR, Image.Resampling.BICUBIC))
resized = np.array(Image.fromarray(SLOPE).resize((256, 256), Image.Resampling.BICUBIC))[120, 40:-40]
by_resize = float(np.abs(resized - ((np.arange(40, 216) + 0.5) / 4 - 0.5)).max())
print(f"Pillow {PIL.__version__}: linear {by_linear:.4f}, cubic {by_cubic:.4f}, cubic of resize {by_resize:.4f} px")
assert by_linear < 1e-5 and 0.09 < by_cubic < 0.1 and by_resize < 1e-5
END
for version in 4.14.0.94 5.0.0.93; do
    python3 -m venv "$place/$version"
    "$place/$version/bin/pip" install --quiet --disable-pip-version-check opencv-python-headless==$version numpy==2.4.6 pillow==12.3.0
    "$place/$version/bin/python" "$place/slope.py"
done
