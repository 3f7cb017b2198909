"""The board for calibrating the camera: a ChArUco board whose markers belong to no piece."""

import cv2
import numpy as np

from lucca_pi.language import _, say
from lucca_pi.printed.pages import PrintedPiece
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import SANS_BOLD, Pen
from lucca_pi.printed.sheets import ruler
from lucca_pi.printed.stickers import CODE_BLACK, PAPER_WHITE, dark_boxes
from lucca_pi.vision.codes import CODES, MODULES

COLUMNS, ROWS = 7, 10
SQUARE_MM, MARKER_MM = 25.0, 18.0
_FIRST_CODE = CODES
"""The first marker of DICT_5X5_250 that no piece bears."""


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    codes = np.arange(_FIRST_CODE, _FIRST_CODE + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, codes)


def charuco_piece() -> PrintedPiece:
    """The board with its white margin of half a square."""
    edge = SQUARE_MM / 2
    return PrintedPiece("board", COLUMNS * SQUARE_MM + 2 * edge, ROWS * SQUARE_MM + 2 * edge, _draw_board)


def _draw_board(pen: Pen) -> None:
    board, edge = charuco_board(), SQUARE_MM / 2
    width, height = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM
    pen.box(0, 0, width + 2 * edge, height + 2 * edge, PAPER_WHITE)
    squares = [(column, row) for row in range(ROWS) for column in range(COLUMNS) if (row + column) % 2 == 0]
    pen.boxes([(edge + x * SQUARE_MM, edge + y * SQUARE_MM, SQUARE_MM, SQUARE_MM) for x, y in squares], CODE_BLACK)
    for code, corners in zip(np.ravel(np.asarray(board.getIds())), board.getObjPoints(), strict=True):
        left, top = (float(length) + edge for length in corners[0][:2])
        bitmap = cv2.aruco.generateImageMarker(board.getDictionary(), int(code), MODULES)
        pen.boxes(dark_boxes(np.asarray(bitmap, np.uint8), left, top, MARKER_MM / MODULES), CODE_BLACK)


def draw_board_page(pen: Pen, paper: Paper) -> None:
    """The board in the middle of the page, the ruler below it."""
    piece = charuco_piece()
    with pen.at((paper.width - piece.width) / 2, (paper.height - piece.height) / 2):
        piece.draw(pen)
    with pen.at(12, paper.height - 13):
        ruler(pen)
    with pen.from_start(paper.width):
        pen.text(say(_("Lucca scorer: calibration board. Glue it flat on a board.")), 12, 9.5, 3.4, font=SANS_BOLD)
