"""Cards put on heaps by their colour, without a word for any."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import Colour
from lucca_pi.vision.shade import Shade, lab

Hues = NDArray[np.float64]

TRIES = 20
ROUNDS = 20
DARK = 8.0


def heaps(cards: Sequence[Sequence[Colour]], count: int) -> list[int]:
    """
    For each card the number of its heap, from 0: of `count` heaps, by the median of its hues in all its photographs.

    Each heap gets as many, if that can be: else a few cards in odd light make a heap, and two colours another.
    """
    if len(cards) < count:
        return list(range(len(cards)))
    hues = np.array([np.mean([_hue(one) for one in photographs], axis=0) for photographs in cards])
    tried = [_parted(hues, _begun(hues, count, seed)) for seed in range(TRIES)]
    return min(tried, key=lambda one: one[0])[1]


def _begun(hues: Hues, count: int, seed: int) -> Hues:
    """Middles to begin with: (count, 2)."""
    cv2.setRNGSeed(seed + 1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    nobody = np.zeros((len(hues), 1), np.int32)
    return np.asarray(cv2.kmeans(hues.astype(np.float32), count, nobody, ends, 1, cv2.KMEANS_PP_CENTERS)[2], np.float64)


def _parted(hues: Hues, middles: Hues) -> tuple[float, list[int]]:
    """How far all cards are from the middles of their heaps, and the heaps."""
    count = len(middles)
    heap: NDArray[np.intp] = np.full(len(hues), -1)
    for _ in range(ROUNDS):
        before, far = heap, np.linalg.norm(hues[:, None] - middles[None], axis=2)
        heap = far.argmin(1) if len(hues) % count else _dealt(far)
        if (heap == before).all():
            break
        middles = np.array(
            [np.median(hues[heap == one], axis=0) if (heap == one).any() else middles[one] for one in range(count)]
        )
    return float(far[np.arange(len(hues)), heap].sum()), heap.tolist()


def _dealt(far: Hues) -> NDArray[np.intp]:
    """The heaps, each of as many cards, that are nearest to all in sum; `far`: of each card from each heap."""
    room = np.full(far.shape[1], len(far) // far.shape[1])
    heap = np.zeros(len(far), np.intp)
    best = np.sort(far, axis=1)
    for card in np.argsort(best[:, 0] - best[:, 1]):
        heap[card] = np.where(room > 0, far[card], np.inf).argmin()
        room[heap[card]] -= 1
    return _exchanged(far, heap)


def _exchanged(far: Hues, heap: NDArray[np.intp]) -> NDArray[np.intp]:
    """Two cards change their heaps as long as both together come nearer by that."""
    while True:
        there = far[:, heap]
        own = np.diag(there)
        nearer = own[:, None] + own[None] - there - there.T
        one, other = np.unravel_index(nearer.argmax(), nearer.shape)
        if nearer[one, other] < 1e-9:
            return heap
        heap[[one, other]] = heap[[other, one]]


def shade_of(cards: Sequence[Colour]) -> Shade:
    """The usual colour of some cards, their brightest parts taken for white."""
    pixels = np.concatenate([card[::4, ::4].reshape(-1, 3) for card in cards]).astype(np.float64)
    colourful = pixels[np.ptp(pixels, axis=1) >= np.percentile(np.ptp(pixels, axis=1), 50)]
    white = np.percentile(pixels, 97, axis=0)
    return lab(np.median(colourful, axis=0) / np.maximum(white, 1))


def _hue(card: Colour) -> Hues:
    """The medians of two ratios of colours, as logarithms, of the more colourful half."""
    logs = np.log(cv2.blur(card, (5, 5))[::3, ::3].reshape(-1, 3).astype(np.float64) + DARK)
    ratios = logs[:, [0, 2]] - logs[:, 1:2]
    colourful = np.ptp(logs, axis=1)
    return np.asarray(np.median(ratios[colourful >= np.median(colourful)], axis=0))
