"""Light that blinds the sensor: where it does, a code may lie that no reader finds."""

from collections.abc import Iterable, Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import BACK_CODE, QUARTER_CODES, STICKER_BY_SQUARE, Pieces
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Colour

WHITE = 250
"""A dot whose three colours are all this bright tells nothing."""
CORE = 0.6
"""What is narrower than this part of a sticker hides none; and what is left then covers at least a sticker's area."""
LARGEST = 100
"""In stickers' areas: what is larger is a white table in bright light, and no reflection."""
EDGE_MM = 1.5
"""By so much more than the card its own sheen is left out of account: it was read all the same."""


def blinded_px(
    picture: Colour, read: Sequence[Detection], size_px: tuple[int, int], pieces: Pieces
) -> NDArray[np.float64]:
    """
    The middles, in pixels, of places as large as a sticker that are blinding white and on no card that was read.

    Shape (n, 2); only among the cards, not around them.

    `picture` is the picture that is `size_px` large (width, height), itself of any size; `read` are the detections.
    """
    scale = picture.shape[1] / size_px[0]
    white = (picture.min(2) >= WHITE).astype(np.uint8)
    for one in read:
        outline = (_card_px(one, pieces) + 0.5) * scale - 0.5
        cv2.fillConvexPoly(white, np.round(outline).astype(np.int32), (0,))
    sticker_px = _sticker_px(read) * scale
    if not sticker_px:
        return np.empty((0, 2))
    core = np.ones((max(3, round(CORE * sticker_px)),) * 2, np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(cv2.morphologyEx(white, cv2.MORPH_OPEN, core))
    areas = boxes[1:, cv2.CC_STAT_AREA] / sticker_px**2
    if (areas > LARGEST).any():
        return np.empty((0, 2))
    places = (middles[1:][areas >= 1] + 0.5) / scale - 0.5
    hull = cv2.convexHull(np.array([one.corners_px for one in read], np.float32).reshape(-1, 2))
    among = [cv2.pointPolygonTest(hull, (x, y), False) >= 0 for x, y in places.tolist()]
    return np.asarray(places[np.array(among, np.bool_)])


def _sticker_px(read: Iterable[Detection]) -> float:
    """How wide a sticker is, about; 0 where there is none."""
    cards = [one.corners_px for one in read if one.code not in QUARTER_CODES]
    sides = [float(np.linalg.norm(corners[0] - corners[1])) for corners in cards]
    return STICKER_BY_SQUARE * median(sides) if sides else 0.0


def _card_px(one: Detection, pieces: Pieces) -> NDArray[np.float32]:
    """The outline of the card that bears the code, shape (4, 2)."""
    width, height = pieces.card_mm
    side = pieces.square_of(one.code)
    in_the_middle = one.code in QUARTER_CODES or one.code == BACK_CODE
    left, top = ((width - side) / 2, (height - side) / 2) if in_the_middle else (pieces.inset_mm, pieces.inset_mm)
    square = np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]], np.float32)
    far_x, far_y, near = width + EDGE_MM, height + EDGE_MM, -EDGE_MM
    card = [[near, near], [far_x, near], [far_x, far_y], [near, far_y]]
    onto = cv2.getPerspectiveTransform(square, one.corners_px.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(np.array([card], np.float32), onto)[0], np.float32)
