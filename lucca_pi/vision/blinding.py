"""Light that blinds the sensor: where it does, a code may lie that no reader finds."""

from collections.abc import Iterable, Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import STICKER_BY_SQUARE, Box, Pieces
from lucca_pi.vision.detect import Detection
from lucca_pi.vision.picture import Colour

WHITE = 250
"""A dot whose three colours are all this bright tells nothing."""
CORE = 0.6
"""What is narrower than this part of a sticker hides none; and what is left then covers at least a sticker's area."""
LARGEST = 100
"""In stickers' areas: what is larger is a white table in bright light, and no reflection."""
EDGE_MM = 1.5
"""Margin around a card within which its own sheen is left out of account: it was read all the same."""


def blinded_px(
    picture: Colour, read: Sequence[Detection], size_px: tuple[int, int], pieces: Pieces
) -> NDArray[np.float64]:
    """
    The middles, in pixels, of places as large as a sticker that are blinding white and where a code may lie unread.

    Shape (n, 2); only among the cards, not around them. On a card that was read that is where a newer one fanned
    over it has its sticker.

    `picture` is the picture that is `size_px` large (width, height), itself of any size; `read` are the detections.
    """
    scale = picture.shape[1] / size_px[0]
    sticker_px = _sticker_px(read, pieces) * scale
    if not sticker_px:
        return np.empty((0, 2))
    white = (picture.min(2) >= WHITE).astype(np.uint8)
    for part in (part for one in read for part in _known_px(one, pieces)):
        outline = (part + 0.5) * scale - 0.5
        cv2.fillConvexPoly(white, np.round(outline).astype(np.int32), (0,))
    core = np.ones((max(3, round(CORE * sticker_px)),) * 2, np.uint8)
    _, _, boxes, middles = cv2.connectedComponentsWithStats(cv2.morphologyEx(white, cv2.MORPH_OPEN, core))
    areas = boxes[1:, cv2.CC_STAT_AREA] / sticker_px**2
    if (areas > LARGEST).any():
        return np.empty((0, 2))
    places = (middles[1:][areas >= 1] + 0.5) / scale - 0.5
    hull = cv2.convexHull(np.concatenate([part for one in read for part in _card_px(one, pieces)]))
    among = [cv2.pointPolygonTest(hull, (x, y), False) >= 0 for x, y in places.tolist()]
    return np.asarray(places[np.array(among, np.bool_)])


def _sticker_px(read: Iterable[Detection], pieces: Pieces) -> float:
    """How wide a sticker is, about; 0 where there is none."""
    cards = [one.corners_px for one in read if one.code in pieces.loose and one.source != "face"]
    sides = [float(np.linalg.norm(corners[0] - corners[1])) for corners in cards]
    return STICKER_BY_SQUARE * median(sides) if sides else 0.0


def _card_px(one: Detection, pieces: Pieces) -> NDArray[np.float32]:
    """The outline of the card that bears the code, shape (1, 4, 2)."""
    return _on_card(one, pieces, [pieces.by_code[one.code].box_of("face")])


def _known_px(one: Detection, pieces: Pieces) -> NDArray[np.float32]:
    """The parts of the card that bears the code in which no other code may lie, shape (n, 4, 2)."""
    closed = pieces.by_code[one.code].closed_mm
    return _on_card(one, pieces, closed) if closed else _card_px(one, pieces)


def _on_card(one: Detection, pieces: Pieces, boxes: Sequence[Box]) -> NDArray[np.float32]:
    """The outlines, shape (n, 4, 2), of boxes on the card that was detected."""
    left, top, right, bottom = pieces.by_code[one.code].box_of(one.source)
    square = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
    edges = np.array(boxes, np.float32) + np.array([-EDGE_MM, -EDGE_MM, EDGE_MM, EDGE_MM], np.float32)
    onto = cv2.getPerspectiveTransform(square, one.corners_px.astype(np.float32))
    corners = edges[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
    return np.asarray(cv2.perspectiveTransform(corners.reshape(1, -1, 2), onto)[0].reshape(-1, 4, 2), np.float32)
