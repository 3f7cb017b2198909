"""Cards put on heaps by their colour, without a word for any."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import Colour
from lucca_pi.vision.shade import Shade, lab

SAME_SEED = 1
TRIES = 20
DARK = 8.0


def heaps(cards: Sequence[Colour], count: int) -> list[int]:
    """For each card the number of its heap, from 0: of `count` heaps, by the median of its hues."""
    if len(cards) < count:
        return list(range(len(cards)))
    hues = np.array([_hue(card) for card in cards], np.float32)
    cv2.setRNGSeed(SAME_SEED)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    found = cv2.kmeans(hues, count, np.zeros((len(cards), 1), np.int32), ends, TRIES, cv2.KMEANS_PP_CENTERS)
    return [int(one) for one in found[1].ravel()]


def shade_of(cards: Sequence[Colour]) -> Shade:
    """The usual colour of some cards, their brightest parts taken for white."""
    pixels = np.concatenate([card[::4, ::4].reshape(-1, 3) for card in cards]).astype(np.float64)
    colourful = pixels[np.ptp(pixels, axis=1) >= np.percentile(np.ptp(pixels, axis=1), 50)]
    white = np.percentile(pixels, 97, axis=0)
    return lab(np.median(colourful, axis=0) / np.maximum(white, 1))


def _hue(card: Colour) -> NDArray[np.float64]:
    """The medians of two ratios of colours, as logarithms, of the more colourful half."""
    logs = np.log(cv2.blur(card, (5, 5))[::3, ::3].reshape(-1, 3).astype(np.float64) + DARK)
    ratios = logs[:, [0, 2]] - logs[:, 1:2]
    colourful = np.ptp(logs, axis=1)
    return np.asarray(np.median(ratios[colourful >= np.median(colourful)], axis=0))
