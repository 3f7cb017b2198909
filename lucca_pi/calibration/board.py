"""The calibration board in a picture."""

import cv2
import numpy as np

from lucca_pi.printed.board import COLUMNS, ROWS, SQUARE_MM, charuco_board
from lucca_pi.vision.decoder import Quads
from lucca_pi.vision.picture import Grey
from lucca_pi.vision.plane import Squares

LEAST_SQUARES = 12
"""A picture with fewer whole squares of the board tells too little of it."""


def board_squares(grey: Grey) -> Squares | None:
    """The board's inner squares whose four corners are seen, n quads clockwise; None where it is not seen."""
    corners, codes, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(grey)
    if codes is None:
        return None
    places = dict(zip(np.ravel(codes).tolist(), np.reshape(corners, (-1, 2)), strict=True))
    across = COLUMNS - 1
    begins = [row * across + column for row in range(ROWS - 2) for column in range(across - 1)]
    quads = [(first, first + 1, first + across + 1, first + across) for first in begins]
    seen: Quads = np.array(
        [[places[at] for at in quad] for quad in quads if all(at in places for at in quad)], np.float32
    )
    if len(seen) < LEAST_SQUARES:
        return None
    return Squares(seen, np.full(len(seen), SQUARE_MM), np.zeros(len(seen), np.int_))
