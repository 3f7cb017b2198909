"""A command card as it is printed, laid into a picture of a table."""

from math import cos, radians, sin

import cv2
import numpy as np

from lucca_pi.printed.common import command_pieces
from lucca_pi.printed.pen import picture

DPI = 100


def laid(grey, code, middle_px, heading_deg, mm_per_px):
    """The picture with the card lying there."""
    piece = next(one for one in command_pieces() if one.name == str(code))
    card = np.asarray(picture(piece, DPI).convert("L"))
    scale, (high, wide) = 25.4 / DPI / mm_per_px, card.shape
    right, down = scale * cos(radians(heading_deg)), scale * sin(radians(heading_deg))
    turn = np.array([[right, -down, 0], [down, right, 0]])
    turn[:, 2] = np.array(middle_px) - turn[:, :2] @ (wide / 2, high / 2)
    size = grey.shape[::-1]
    mask = cv2.warpAffine(np.full_like(card, 255), turn, size)
    return np.where(mask > 127, cv2.warpAffine(card, turn, size, flags=cv2.INTER_AREA), grey)
