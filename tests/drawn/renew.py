"""Draws the tables of the two other games that the guides show: python tests/drawn/renew.py"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import cv2

from lucca_pi.config import Config
from lucca_pi.games import game_module

ROOT = Path(__file__).parents[2]
WIDTH_PX = 1000
SHOWN = {"chessboard": (13, (0.05, 0.95, 0.08, 0.9)), "lucco": (33, (0.38, 0.7, 0.4, 0.86))}
"""Which look of the game's demo is shown, and what part of it: left, right, top and bottom."""

if __name__ == "__main__":
    for game, (number, part) in SHOWN.items():
        record = ROOT / "lucca_pi" / "games" / game / "drawn" / "demo.json"
        camera = game_module(game, "drawn").camera_for(str(record), {"conditions": Config().conditions})
        whole = camera.look(number).colour
        left, right, top, bottom = (round(at * whole.shape[n < 2]) for n, at in enumerate(part))
        colour = cv2.cvtColor(whole[top:bottom, left:right], cv2.COLOR_RGB2BGR)
        height = round(colour.shape[0] * WIDTH_PX / colour.shape[1])
        small = cv2.resize(colour, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        file = ROOT / "docs" / "pictures" / f"{game}-table.jpg"
        cv2.imwrite(str(file), small, [cv2.IMWRITE_JPEG_QUALITY, 85])
