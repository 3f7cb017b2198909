"""
How many of a printed symbol are on a card, learnt from cards of which it is known: windows, shields.

A symbol is a patch that is found on each of those cards as many times as it should be. Nobody says where it is.

Cards put on heaps by their colour, without a word for any.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.prints import PX_PER_MM, Floats
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.stickers import Shade, lab

SIZES_MM = ((5.0, 6.0), (7.0, 9.0), (6.0, 12.0), (10.0, 12.0))
"""Width and height of patches."""
STEP_MM = 1.5
PLAIN = 0.35
"""Least spread of light in a patch: less is bare wall."""
MARGIN = 0.12
"""The faintest symbol on a card is likelier than anything else there, by this at least."""
CLEAR = 0.25
"""Part of half that lead by which a thing has to be off the threshold: else it is not sure whether it is a symbol."""
TEACHERS = 2
"""Cards of each count that patches are tried on first."""
OVERLAP = 0.6
"""Two symbols lie farther apart than this part of a patch's size, across or down."""
Hues = NDArray[np.float64]
TRIES = 20
ROUNDS = 20
DARK = 8.0


@dataclass(frozen=True, eq=False)
class Symbol:
    """A patch of light (rows, columns). What is more like it than `threshold` is one; near to that it is not sure."""

    patch: Floats
    threshold: float
    margin: float

    def on(self, card: Floats) -> tuple[int, bool]:
        """How many are on a card, and whether that is clear."""
        likeness = self.likeness(card)
        scores = [*_peaks(likeness, self.patch.shape)]
        off = min(abs(score - self.threshold) for score in scores)
        return sum(score > self.threshold for score in scores), off > CLEAR * self.margin / 2

    def likeness(self, card: Floats) -> Floats:
        """How like the symbol each place of a card is, by the patch's upper left corner."""
        return np.asarray(cv2.matchTemplate(card, self.patch, cv2.TM_CCOEFF_NORMED), np.float32)

    def covers(self, cards: Collection[Floats]) -> NDArray[np.bool_]:
        """Where on any of the cards such symbols are: as a card's pixels."""
        rows, columns = self.patch.shape
        found = np.zeros(next(iter(cards)).shape, np.uint8)
        for card in cards:
            there = np.argwhere(self.likeness(card) > self.threshold)
            for y, x in there:
                found[y : y + rows, x : x + columns] = 1
        return found > 0


def learnt(
    cards: Mapping[int, Floats], known: Mapping[int, int], without: NDArray[np.bool_] | None = None
) -> Symbol | None:
    """
    The symbol of which each card in `known` bears as many as that says; None where there is none, or all bear as many.

    `cards`: light by code, all of one shape; `without`: where no patch may be.
    """
    if len(set(known.values())) < 2:
        return None
    teachers = _teachers(known)
    best: Symbol | None = None
    for patch in _patches(cards, {code: known[code] for code in teachers}, without):
        least = best.margin if best else MARGIN
        if (symbol := _fitting(patch, cards, known, teachers, least)) is not None:
            best = symbol
    return best


def _teachers(known: Mapping[int, int]) -> list[int]:
    """A few cards of each count, those with fewest symbols last: most patches fail at the first."""
    return sorted(
        (code for count in set(known.values()) for code in [one for one in known if known[one] == count][:TEACHERS]),
        key=lambda code: -known[code],
    )


def _patches(
    cards: Mapping[int, Floats], known: Mapping[int, int], without: NDArray[np.bool_] | None
) -> Iterator[Floats]:
    """What may be a symbol on the cards that bear fewest."""
    least = min(count for count in known.values() if count)
    step = round(STEP_MM * PX_PER_MM)
    for code in [code for code, count in known.items() if count == least]:
        card = cards[code]
        for wide, high in ((round(w * PX_PER_MM), round(h * PX_PER_MM)) for w, h in SIZES_MM):
            for y in range(2, card.shape[0] - high - 1, step):
                for x in range(2, card.shape[1] - wide - 1, step):
                    inside = slice(y, y + high), slice(x, x + wide)
                    if card[inside].std() > PLAIN and (without is None or not without[inside].any()):
                        yield card[inside]


def _fitting(
    patch: Floats, cards: Mapping[int, Floats], known: Mapping[int, int], teachers: list[int], least: float
) -> Symbol | None:
    """The patch as a symbol, if each card bears as many of it as known, by more than that margin."""
    faintest, likest = 1.0, -1.0
    for code in [*teachers, *(one for one in known if one not in teachers)]:
        likeness = cv2.matchTemplate(cards[code], patch, cv2.TM_CCOEFF_NORMED)
        there, other = _parted(np.asarray(likeness, np.float32), patch.shape, known[code])
        faintest, likest = min(faintest, there), max(likest, other)
        if faintest - likest <= least:
            return None
    return Symbol(patch, (faintest + likest) / 2, faintest - likest)


def _parted(likeness: Floats, size: tuple[int, ...], count: int) -> tuple[float, float]:
    """How like it the faintest of `count` symbols is, and the likest thing beside them."""
    scores = _peaks(likeness, size)
    there = 1.0
    for _ in range(count):
        there = next(scores, -1.0)
    return there, next(scores, -1.0)


def _peaks(likeness: Floats, size: tuple[int, ...], most: int = 7) -> Iterator[float]:
    """The likest places, none over another, from the likest."""
    left = likeness.copy()
    down, across = round(OVERLAP * size[0]), round(OVERLAP * size[1])
    for _ in range(most):
        _low, high, _at, (x, y) = cv2.minMaxLoc(left)
        if high < -0.5:
            return
        yield float(high)
        left[max(0, y - down) : y + down + 1, max(0, x - across) : x + across + 1] = -1


def heaps(cards: Sequence[Sequence[Colour]], count: int) -> list[int]:
    """
    For each card the number of its heap, from 0: of `count` heaps, by the median of its hues in all its photographs.

    Each heap gets as many, if that can be: else a few cards in odd light make a heap, and two colours another.
    """
    if len(cards) < count:
        return list(range(len(cards)))
    hues = np.array([np.mean([_hue(one) for one in photographs], axis=0) for photographs in cards])
    tried = [_parted_heaps(hues, _begun(hues, count, seed)) for seed in range(TRIES)]
    return min(tried, key=lambda one: one[0])[1]


def _begun(hues: Hues, count: int, seed: int) -> Hues:
    """Middles to begin with: (count, 2)."""
    cv2.setRNGSeed(seed + 1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    nobody = np.zeros((len(hues), 1), np.int32)
    return np.asarray(cv2.kmeans(hues.astype(np.float32), count, nobody, ends, 1, cv2.KMEANS_PP_CENTERS)[2], np.float64)


def _parted_heaps(hues: Hues, middles: Hues) -> tuple[float, list[int]]:
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
