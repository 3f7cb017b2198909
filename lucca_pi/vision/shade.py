"""The colour of a card beside its code, whatever the light."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import Colour

Points = NDArray[np.float64]
"""Points of shape `(n, 2)`, in sides of a code's black square from its top left."""
Shade = tuple[float, float, float]
"""A colour as the camera sees it against white paper: lightness 0 to 100, then green to red and blue to yellow."""


def _grid(x: tuple[float, float], y: tuple[float, float]) -> Points:
    across, down = np.meshgrid(np.linspace(*x, 12), np.linspace(*y, 12))
    return np.column_stack([across.ravel(), down.ravel()])


def _ring(away: float) -> Points:
    """Points around the square, so far from it."""
    edges, along = (-away, 1 + away), np.linspace(0.05, 0.95, 12)
    return np.array([point for edge in edges for t in along for point in ((edge, t), (t, edge))])


BESIDE = _grid((1.24, 1.70), (0.05, 0.95))
"""Right of the sticker: there the card shows its colour."""
STICKER = np.concatenate([_grid((0.1, 0.9), (0.1, 0.9)), _ring(0.07)])
"""All over the black square, and around it in the middle of the sticker's white margin."""
WHITEST = 85
"""Where a sticker is 30 px wide, a dot of the small picture is wider than its margin: its whitest part (percent)."""
BLINDING, MOST_BLIND = 250, 0.25
"""Share of places near 255, a sensor's most, above which the hue is lost."""
LUMA = (0.299, 0.587, 0.114)


def shade_beside(picture: Colour, corners_px: NDArray[np.float32]) -> Shade:
    """
    The card's colour right of the sticker, against the sticker's white.

    `corners_px` are the black square's, shape (4, 2), clockwise from the code's own top left.
    """
    beside = np.median(_samples(picture, corners_px, BESIDE), axis=0)
    return lab(beside / np.maximum(_white(picture, corners_px), 1))


def is_blinding(picture: Colour, corners_px: NDArray[np.float32]) -> bool:
    """Whether too much light comes from right of the sticker to tell the card's colour."""
    brightest = _samples(picture, corners_px, BESIDE).max(axis=1)
    return bool((brightest >= BLINDING).mean() > MOST_BLIND)


def light_on(picture: Colour, corners_px: NDArray[np.float32]) -> NDArray[np.float64]:
    """
    The light that falls on a code, red, green, blue: how much more its paper sends back than its black does.

    What a lamp's reflection adds to both is left out. `corners_px` are the black square's, as of `shade_beside`.
    """
    samples = _samples(picture, corners_px, STICKER)
    light = samples @ np.array(LUMA)
    white, black = light >= np.percentile(light, WHITEST), light <= np.percentile(light, 100 - WHITEST)
    return np.asarray(samples[white].mean(axis=0) - samples[black].mean(axis=0), np.float64)


def lab(colour: Sequence[float] | NDArray[np.float64]) -> Shade:
    """A colour of red, green and blue from 0 to 1 as a shade; what is brighter is darkened, so that its hue stays."""
    within = np.asarray(colour, np.float32) / max(1.0, *colour)
    lightness, a, b = cv2.cvtColor(np.asarray(within[None, None], np.float32), cv2.COLOR_RGB2LAB)[0, 0].tolist()
    return round(lightness, 1), round(a, 1), round(b, 1)


def _white(picture: Colour, corners_px: NDArray[np.float32]) -> NDArray[np.float64]:
    """The colour of the sticker's paper, red, green, blue."""
    samples = _samples(picture, corners_px, STICKER)
    light = samples @ np.array(LUMA)
    return np.asarray(samples[light >= np.percentile(light, WHITEST)].mean(axis=0))


def _samples(picture: Colour, corners_px: NDArray[np.float32], points: Points) -> Colour:
    """The pixels at the points; those outside are taken from the picture's edge."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    onto = cv2.getPerspectiveTransform(square, np.asarray(corners_px, np.float32))
    x, y = np.rint(cv2.perspectiveTransform(points[None].astype(np.float32), onto)[0]).astype(int).T
    height, width = picture.shape[:2]
    return np.asarray(picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], np.uint8)
