"""
Makes the guides' pictures of the table: python tests/screens/areas.py

The drawn table in mid-game as it is, and the same with the areas of one player named, in each language.
"""

import sys
from math import cos, radians, sin
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from reportlab import __file__ as reportlab

from lucca_pi.config import Config
from lucca_pi.games.citta.drawn import camera_for
from tests.drawn_truth import picture_of

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "lucca_pi/games/citta/drawn/demo.json"
GUIDES = ROOT / "docs/pictures"
LOOK = 14
WIDTH_PX = 1280
PLACES_MM = ((-175, -10), (125, -10), (165, 160), (-140, -165), (-28, -358))
"""Where each name stands, in the axes of the quarter nearest to the reader: x to the right, y towards the player."""
NAMES = {
    "en": ("completed", "opened", "under construction", "city walls", "triplets"),
    "de": ("fertig", "eröffnet", "im Bau", "Mauern", "Sätze"),
}
FONT = Path(reportlab).parent / "fonts" / "VeraBd.ttf"


def table():
    """The picture, and where points of the table are in it."""
    camera = camera_for(str(RECORD), Config().for_game())
    sight = camera._sight(LOOK)
    frame = picture_of(camera, LOOK)[:, :, ::-1]
    scale = WIDTH_PX / frame.shape[1]
    picture = Image.fromarray(np.ascontiguousarray(frame)).resize(
        (WIDTH_PX, round(frame.shape[0] * scale)), Image.LANCZOS
    )
    projection = camera._painter.projection(sight.nudge)
    quarter = next(one for one in camera.lying(LOOK) if one.code == 101)

    def at(x_mm, y_mm):
        turn = radians(quarter.heading_deg)
        x = quarter.x_mm + x_mm * cos(turn) - y_mm * sin(turn)
        y = quarter.y_mm + x_mm * sin(turn) + y_mm * cos(turn)
        return tuple(projection.to_picture(np.array([[x, y]]))[0] * scale)

    return picture, at


def named(picture, at, language):
    """The picture with the areas of one player named."""
    named = picture.copy()
    draw, font = ImageDraw.Draw(named), ImageFont.truetype(str(FONT), 20)
    for words, place in zip(NAMES[language], PLACES_MM, strict=True):
        left, top, right, bottom = draw.textbbox(at(*place), words, font, anchor="mm")
        draw.rounded_rectangle(
            (left - 8, top - 6, right + 8, bottom + 6), 6, fill=(250, 246, 235), outline=(40, 40, 40)
        )
        draw.text(at(*place), words, (30, 30, 30), font, anchor="mm")
    return named


if __name__ == "__main__":
    picture, at = table()
    picture.save(GUIDES / "table.jpg", quality=85)
    for language in NAMES:
        name = "areas.jpg" if language == "en" else f"{language}/areas.jpg"
        named(picture, at, language).save(GUIDES / name, quality=85)
