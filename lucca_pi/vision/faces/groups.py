"""
Groups cards by print, without a name for anything: by colour into heaps, and by the number of a printed symbol.

A symbol, such as a window or shield, is learnt from cards whose number of it is known: a patch found on each of them
that many times. Nobody says where it is.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.shades import Shade
from lucca_pi.vision.faces.prints import PX_PER_MM, Floats
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.stickers import lab

_SIZES_MM = ((5.0, 6.0), (7.0, 9.0), (6.0, 12.0), (10.0, 12.0))
"""Widths and heights of patches."""
_STEP_MM = 1.5
"""Step between patches."""
_PLAIN = 0.35
"""Least spread of light in a patch: less is bare wall."""
_MARGIN = 0.12
"""Least lead in likeness of the faintest symbol on a card over anything else there."""
CLEAR = 0.25
"""Least distance of a likeness from the threshold, as a part of half the lead, for a clear count."""
_TEACHERS = 2
"""Cards of each count that patches are tried on first."""
_OVERLAP = 0.6
"""Least distance of two symbols, across or down, as a part of a patch's size."""
_Hues = NDArray[np.float64]
_TRIES = 20
"""Random beginnings of heaps, of which the best counts."""
ROUNDS = 20
"""Most rounds until the heaps of a beginning are settled."""
_DARK = 8.0
"""Grey values added to all: darker differences are noise."""


@dataclass(frozen=True, eq=False)
class Symbol:
    """A patch of light (rows, columns), found at likenesses above `threshold`, unclear within a part of `margin`."""

    patch: Floats
    threshold: float
    margin: float

    def on(self, card: Floats) -> tuple[int, bool]:
        """The number of these symbols on a card, and True if that is clear."""
        scores = [*_peaks(_likeness(card, self.patch), self.patch.shape)]
        off = min(abs(score - self.threshold) for score in scores)
        return sum(score > self.threshold for score in scores), off > CLEAR * self.margin / 2

    def covers(self, cards: Collection[Floats]) -> NDArray[np.bool_]:
        """The pixels of a card that such symbols cover on any of the cards."""
        rows, columns = self.patch.shape
        found = np.zeros(next(iter(cards)).shape, np.uint8)
        for card in cards:
            for y, x in np.argwhere(_likeness(card, self.patch) > self.threshold):
                found[y : y + rows, x : x + columns] = 1
        return found > 0


def _likeness(card: Floats, patch: Floats) -> Floats:
    """The likeness to a patch of each place of a card, by the upper left corner."""
    return np.asarray(cv2.matchTemplate(card, patch, cv2.TM_CCOEFF_NORMED), np.float32)


def learnt(
    cards: Mapping[int, Floats], known: Mapping[int, int], without: NDArray[np.bool_] | None = None
) -> Symbol | None:
    """
    The symbol that each card bears as many times as `known` says; None if there is none, or all bear the same number.

    `cards`: light by code, all of one shape; `without`: pixels that no patch may cover.
    """
    if len(set(known.values())) < 2:
        return None
    teachers = _teachers(known)
    best: Symbol | None = None
    for patch in _patches(cards, {code: known[code] for code in teachers}, without):
        least = best.margin if best else _MARGIN
        if (symbol := _fitting(patch, cards, known, teachers, least)) is not None:
            best = symbol
    return best


def _teachers(known: Mapping[int, int]) -> list[int]:
    """A few cards of each count, those with fewest symbols last: most patches fail at the first."""
    return sorted(
        (code for count in set(known.values()) for code in [one for one in known if known[one] == count][:_TEACHERS]),
        key=lambda code: -known[code],
    )


def _patches(
    cards: Mapping[int, Floats], known: Mapping[int, int], without: NDArray[np.bool_] | None
) -> Iterator[Floats]:
    """Patches that may be a symbol on the cards that bear fewest."""
    least = min(count for count in known.values() if count)
    step = round(_STEP_MM * PX_PER_MM)
    for code in [code for code, count in known.items() if count == least]:
        card = cards[code]
        for wide, high in ((round(w * PX_PER_MM), round(h * PX_PER_MM)) for w, h in _SIZES_MM):
            for y in range(2, card.shape[0] - high - 1, step):
                for x in range(2, card.shape[1] - wide - 1, step):
                    inside = slice(y, y + high), slice(x, x + wide)
                    if card[inside].std() > _PLAIN and (without is None or not without[inside].any()):
                        yield card[inside]


def _fitting(
    patch: Floats, cards: Mapping[int, Floats], known: Mapping[int, int], teachers: list[int], least: float
) -> Symbol | None:
    """The patch as a symbol, if each card bears as many of it as known, by more than the margin `least`."""
    faintest, likest = 1.0, -1.0
    for code in [*teachers, *(one for one in known if one not in teachers)]:
        there, other = _parted(_likeness(cards[code], patch), patch.shape, known[code])
        faintest, likest = min(faintest, there), max(likest, other)
        if faintest - likest <= least:
            return None
    return Symbol(patch, (faintest + likest) / 2, faintest - likest)


def _parted(likeness: Floats, size: tuple[int, ...], count: int) -> tuple[float, float]:
    """The likeness of the faintest of `count` symbols, and of the likest other thing."""
    scores = _peaks(likeness, size)
    there = 1.0
    for _ in range(count):
        there = next(scores, -1.0)
    return there, next(scores, -1.0)


def _peaks(likeness: Floats, size: tuple[int, ...], most: int = 7) -> Iterator[float]:
    """The likest places, none over another, from the likest."""
    left = likeness.copy()
    down, across = round(_OVERLAP * size[0]), round(_OVERLAP * size[1])
    for _ in range(most):
        _low, high, _at, (x, y) = cv2.minMaxLoc(left)
        if high < -0.5:
            return
        yield float(high)
        left[max(0, y - down) : y + down + 1, max(0, x - across) : x + across + 1] = -1


def heaps(cards: Sequence[Sequence[Colour]], count: int) -> list[int]:
    """
    The number of each card's heap, from 0: of `count` heaps, by the median of its hues in all its photographs.

    Each heap gets the same number of cards, if possible: else a few cards in odd light make a heap, and two colours
    another.
    """
    if len(cards) < count:
        return list(range(len(cards)))
    hues = np.array([np.mean([_hue(one) for one in photographs], axis=0) for photographs in cards])
    tried = [_parted_heaps(hues, _begun(hues, count, seed)) for seed in range(_TRIES)]
    return min(tried, key=lambda one: one[0])[1]


def _begun(hues: _Hues, count: int, seed: int) -> _Hues:
    """Middles to begin with: (count, 2)."""
    cv2.setRNGSeed(seed + 1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    nobody = np.zeros((len(hues), 1), np.int32)
    return np.asarray(cv2.kmeans(hues.astype(np.float32), count, nobody, ends, 1, cv2.KMEANS_PP_CENTERS)[2], np.float64)


def _parted_heaps(hues: _Hues, middles: _Hues) -> tuple[float, list[int]]:
    """The sum of all cards' distances from the middles of their heaps, and the heaps."""
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


def _dealt(far: _Hues) -> NDArray[np.intp]:
    """The heaps, each of as many cards, with the least sum of distances; `far`: of each card from each heap."""
    room = np.full(far.shape[1], len(far) // far.shape[1])
    heap = np.zeros(len(far), np.intp)
    best = np.sort(far, axis=1)
    for card in np.argsort(best[:, 0] - best[:, 1]):
        heap[card] = np.where(room > 0, far[card], np.inf).argmin()
        room[heap[card]] -= 1
    return _exchanged(far, heap)


def _exchanged(far: _Hues, heap: NDArray[np.intp]) -> NDArray[np.intp]:
    """The heaps after exchanging pairs of cards as long as that brings a pair nearer in sum."""
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


def _hue(card: Colour) -> _Hues:
    """The medians of two ratios of colours, as logarithms, of the more colourful half."""
    logs = np.log(cv2.blur(card, (5, 5))[::3, ::3].reshape(-1, 3).astype(np.float64) + _DARK)
    ratios = logs[:, [0, 2]] - logs[:, 1:2]
    colourful = np.ptp(logs, axis=1)
    return np.asarray(np.median(ratios[colourful >= np.median(colourful)], axis=0))
