"""
The table's plane by quarters and cards: few quarters tell little of what lies far outside them.

Cards are of one size, which their photographs give nearly. On drawn tables with two quarters in sight places are 13 mm
off at most by these alone, and 2 mm with the cards.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from lucca_pi.table.pieces import Pieces
from lucca_pi.vision.faces.laying import Homography
from lucca_pi.vision.faces.lying import Lying, Size
from lucca_pi.vision.faces.prints import EDGE_MM, UPPER
from lucca_pi.vision.look import MISFIT, Inspected, squares_of
from lucca_pi.vision.plane import Plane, Points, Squares, fit_plane

FEWEST = 3
"""So many cards at least are worth a plane."""
SURE = 0.8
"""Least likeness of a card that is laid exactly."""
CORNER_PX = 0.3
"""Standard error of a square's corners on a card that is laid over its picture."""


def plane_by_cards(inspected: Inspected, cards: Iterable[Lying], size_mm: Size, pieces: Pieces) -> Plane | None:
    """
    The plane in which quarters and cards are of their sizes, turned anyhow; `cards` were recognised in this picture.

    None where there are too few of them, or a quarter does not fit.
    """
    places = [card.place for card in cards if card.place is not None and card.likeness >= SURE]
    read = [one for one in inspected.kept if one.source != "face"]
    codes = squares_of(read, pieces)
    if len(places) < FEWEST:
        return None
    side_mm = size_mm[1] * UPPER - 2 * EDGE_MM
    on_cards = np.array([_square(place, size_mm[0], side_mm) for place in places], np.float32)
    every = Squares(
        np.concatenate([codes.corners_px, on_cards]),
        np.concatenate([codes.side_mm, np.full(len(places), side_mm)]),
        np.concatenate([codes.group, np.full(len(places), codes.group.max() + 1)]),
        np.concatenate([np.full(len(codes.group), codes.corner_px), np.full(len(places), CORNER_PX)]),
    )
    quarters = [at for at, one in enumerate(read) if one.code in pieces.anchors]
    fit = fit_plane(every, quarters[0], inspected.plane.size_px, inspected.plane.lens)
    return fit.plane if fit.misfit[quarters].max() <= MISFIT else None


def _square(place: Homography, width_mm: float, side_mm: float) -> Points:
    """The corners of a square in the middle of a card's upper part, in pixels: (4, 2)."""
    corners = [(-side_mm / 2, 0), (side_mm / 2, 0), (side_mm / 2, side_mm), (-side_mm / 2, side_mm)]
    on_card = np.array(corners) + np.array([width_mm / 2, EDGE_MM])
    return np.asarray(cv2.perspectiveTransform(on_card[np.newaxis], place)[0])
