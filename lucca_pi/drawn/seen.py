"""Where each code is in a drawn picture, and how much of it is in sight."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.lay import Lying, code_middle, moved
from lucca_pi.drawn.light import Field, values_at
from lucca_pi.drawn.stickers import Sticker
from lucca_pi.drawn.view import Projection, rectangle
from lucca_pi.games.citta.rules.deckfile import DeckFile
from lucca_pi.games.citta.table.pieces import QUARTER_CODES, QUARTER_SQUARE_MM

WASHED_OUT = 0.25
"""Where glare leaves less than this share of its contrast, a code is washed out."""
GRID = 32
"""Visible fractions are counted on so many places along a code's side."""


@dataclass(frozen=True, slots=True)
class SeenCode:
    """
    One piece's code in the picture.

    `corners_px` are the black square's, clockwise from the code's own upper left; `visible` is the fraction of the
    square that no card, hand or mug covers, `washed_out` the fraction in which reflections leave next to no contrast.
    """

    code: int
    corners_px: tuple[tuple[float, float], ...]
    visible: float
    washed_out: float = 0.0


def code_corners(card: Lying, deck_file: DeckFile, sticker: Sticker) -> NDArray[np.float64]:
    """The corners of the card's code in table axes, clockwise from its own upper left, of shape `(4, 2)`."""
    side = QUARTER_SQUARE_MM if card.code in QUARTER_CODES else deck_file.square_mm
    middle = moved(code_middle(card, deck_file), card.heading_deg, sticker.x_mm, sticker.y_mm)
    heading = card.heading_deg + sticker.turned_deg
    return np.array([moved(middle, heading, float(x), float(y)) for x, y in rectangle(side, side)])


def seen_codes(
    cards: Sequence[Lying],
    stickers: Sequence[Sticker],
    covers: Iterable[NDArray[np.float64]],
    *,
    contrast: Field,
    deck_file: DeckFile,
    projection: Projection,
) -> Iterator[SeenCode]:
    """
    Each card's code; `covers` are the outlines of what hides the table, in table axes as the camera sees them.

    `contrast` is the share of contrast left at each place of the picture.
    """
    outlines = [_outline(card, deck_file) for card in cards]
    hiding = list(covers)
    for card, sticker in zip(cards, stickers, strict=True):
        corners = code_corners(card, deck_file, sticker)
        above = [outline for other, outline in zip(cards, outlines, strict=True) if other.level > card.level]
        pixels = tuple((float(x), float(y)) for x, y in projection.to_picture(corners))
        washed_out = float((values_at(contrast, projection.to_picture(_spread(corners))) < WASHED_OUT).mean())
        yield SeenCode(card.code, pixels, visible(corners, [*above, *hiding]), washed_out)


def visible(square: NDArray[np.float64], covers: Iterable[NDArray[np.float64]]) -> float:
    """The fraction of the square that no cover hides."""
    grid = np.array([[0, 0], [GRID, 0], [GRID, GRID], [0, GRID]], np.float32)
    into_grid = cv2.getPerspectiveTransform(square.astype(np.float32), grid)
    reach = float(np.hypot(*(square[2] - square[0])))
    free = np.ones((GRID, GRID), np.uint8)
    for cover in covers:
        if cv2.pointPolygonTest(cover.astype(np.float32), square.mean(0).tolist(), True) > -reach:
            inside = cv2.perspectiveTransform(cover[None].astype(np.float32), into_grid)[0] - 0.5
            cv2.fillPoly(free, [np.round(inside * 256).astype(np.int32)], (0,), shift=8)
    return float(free.mean())


def _spread(square: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points all over the square, of shape `(n, 2)`."""
    steps = (np.arange(GRID // 2) + 0.5) / (GRID // 2)
    along, down = (axis.reshape(-1, 1) for axis in np.meshgrid(steps, steps))
    spread: NDArray[np.float64] = square[0] + along * (square[1] - square[0]) + down * (square[3] - square[0])
    return spread


def _outline(card: Lying, deck_file: DeckFile) -> NDArray[np.float64]:
    corners = rectangle(*deck_file.card_mm)
    return np.array([moved((card.x_mm, card.y_mm), card.heading_deg, float(x), float(y)) for x, y in corners])
