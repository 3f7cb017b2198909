"""
Draws the sample's pictures, a laid table under a wide lens: .venv/bin/python calibration/draw.py

The truth that no file of the sample tells: straight lines bend by r - 0.12 r^3, r counted in heights of the camera.
"""

import sys
from dataclasses import replace
from pathlib import Path

import cv2

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from lucca_pi.drawn.conditions import EASY  # noqa: E402
from lucca_pi.games.citta.drawn import CittaCamera  # noqa: E402
from lucca_pi.games.citta.rules.deck import reference_deck_file  # noqa: E402
from tests.sim.games import random_game  # noqa: E402

WIDE = replace(EASY.view, width_px=3456, height_px=1944, height_mm=1000, tilt_deg=6, distortion=-0.12)
LOOKS = (12, 24)
QUALITY = 70

if __name__ == "__main__":
    record = random_game(4, 4, "english").record
    camera = CittaCamera(record, reference_deck_file(), 1, replace(EASY, view=WIDE, jpeg_quality=None))
    for number in LOOKS:
        file = HERE / "frames" / f"{number:03d}.jpg"
        cv2.imwrite(str(file), camera.look(number).grey, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        print(file, file.stat().st_size)
