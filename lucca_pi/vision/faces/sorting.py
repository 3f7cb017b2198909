"""
Sorts cards by print, without a name for anything: by colour into heaps, by a symbol's number, and by street numbers.

A symbol, such as a window or shield, is learnt from cards whose number of it is known: a patch found on each of them
that many times. Nobody says where it is. Street numbers are read without a font: the digits of cards whose numbers are
known are the examples for the rest.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.shades import Shade
from lucca_pi.vision.faces.laying import CUT_PX_PER_MM
from lucca_pi.vision.faces.prints import FAINT, PX_PER_MM, Floats
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
_CLEAR = 0.25
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
_Floats = NDArray[np.float32]
_HEIGHTS_MM = (3.0, 18.0)
"""Smallest and largest height of a digit."""
_GLYPH = (16, 20)
"""Width and height, in dots, at which digits are compared."""
_SAME_LINE, _SAME_HEIGHT = 0.25, 0.15
"""Most that digits of one number are off in line, and differ in height, in heights."""
_NEXT = 1.2
"""Most from one digit to the next, in heights."""
_LIKE, _LEAD = 0.7, 0.06
"""Least likeness to a digit, and least lead over the next likeliest one."""
_LEAST_TAUGHT = 0.7
"""Least share of the cards of known number that show its digits."""


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
        return sum(score > self.threshold for score in scores), off > _CLEAR * self.margin / 2

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
    some = [code for count in {*known.values()} for code in [one for one in known if known[one] == count][:_TEACHERS]]
    teachers = sorted(some, key=lambda code: -known[code])  # most patches fail at the first
    best: Symbol | None = None
    for patch in _patches(cards, {code: known[code] for code in teachers}, without):
        least = best.margin if best else _MARGIN
        if (symbol := _fitting(patch, cards, known, teachers, least)) is not None:
            best = symbol
    return best


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
    logs = np.log(cv2.blur(card, (5, 5))[::3, ::3].reshape(-1, 3).astype(np.float64) + FAINT)
    ratios = logs[:, [0, 2]] - logs[:, 1:2]
    colourful = np.ptp(logs, axis=1)
    return np.asarray(np.median(ratios[colourful >= np.median(colourful)], axis=0))


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A spot that may be a digit: its middle and height in mm, and how it looks."""

    x_mm: float
    y_mm: float
    height_mm: float
    is_light: bool
    look: _Floats


@dataclass(frozen=True, slots=True)
class _Plate:
    """The place of numbers on this box's cards: height of their middle and of their digits; light or dark ones."""

    y_mm: float
    height_mm: float
    is_light: bool


def read_street_numbers(cards: Mapping[int, Colour], known: Mapping[int, int]) -> dict[int, int]:
    """
    The sure numbers of cards by code; the digits of `known` ones are the examples. All upright, without margin.

    A number read on two cards is discarded for both.
    """
    glyphs = {code: [*_glyphs(card)] for code, card in cards.items()}
    plate = _plate(glyphs, known)
    if plate is None:
        return {}
    taught = _taught(glyphs, known, plate)
    read = {code: _read(_on(plate, glyphs[code]), taught) for code in cards if code not in known}
    found = {code: number for code, number in read.items() if number is not None and number not in known.values()}
    return {code: number for code, number in found.items() if [*found.values()].count(number) == 1}


def contradicted(cards: Mapping[int, Colour], known: Mapping[int, int]) -> set[int] | None:
    """Cards that do not show their `known` number, by the digits of the rest; None if no digits are learnt."""
    glyphs = {code: [*_glyphs(cards[code])] for code in known}
    plate = _plate(glyphs, known)
    if plate is None:
        return None
    wrong = set()
    for code, number in known.items():
        others = {other: its for other, its in known.items() if other != code}
        if _read(_on(plate, glyphs[code]), _taught(glyphs, others, plate)) not in (None, number):
            wrong.add(code)
    return wrong


def _glyphs(card: Colour) -> Iterator[_Glyph]:
    """Every spot of a digit's size, light on dark or dark on light."""
    grey = np.asarray(cv2.cvtColor(card, cv2.COLOR_RGB2GRAY), np.uint8)
    side = 2 * round(9 * CUT_PX_PER_MM) + 1
    for is_light, picture in ((True, grey), (False, 255 - grey)):
        over = cv2.adaptiveThreshold(picture, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, side, -18)
        count, labels, stats, _middles = cv2.connectedComponentsWithStats(np.asarray(over, np.uint8))
        for one in range(1, count):
            x, y, wide, high, area = (int(value) for value in stats[one][:5])
            height_mm = high / CUT_PX_PER_MM
            if (
                _HEIGHTS_MM[0] <= height_mm <= _HEIGHTS_MM[1]
                and 0.15 * high < wide < 1.1 * high
                and area > 0.15 * wide * high
            ):
                look = _look((labels[y : y + high, x : x + wide] == one).astype(np.uint8))
                yield _Glyph(
                    (x + wide / 2) / CUT_PX_PER_MM, (y + high / 2) / CUT_PX_PER_MM, high / CUT_PX_PER_MM, is_light, look
                )


def _look(spot: NDArray[np.uint8]) -> _Floats:
    """The spot at one height, in the middle of as much width; of length 1."""
    high, wide = spot.shape
    rim = max(0, round((high * _GLYPH[0] / _GLYPH[1] - wide) / 2))
    padded = cv2.copyMakeBorder(spot * 255, 0, 0, rim, rim, cv2.BORDER_CONSTANT, value=(0,))
    small = cv2.GaussianBlur(cv2.resize(padded, _GLYPH, interpolation=cv2.INTER_AREA).astype(np.float32), (0, 0), 0.8)
    flat = small.ravel() - small.mean()
    return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)


def _plate(glyphs: Mapping[int, list[_Glyph]], known: Mapping[int, int]) -> _Plate | None:
    """The plate on which most known cards have as many spots as digits, and like spots for like digits."""
    places = {
        _Plate(round(one.y_mm / 2) * 2, round(one.height_mm * 2) / 2, one.is_light)
        for code in known
        for one in glyphs[code]
    }
    fits = [(_fitness(plate, glyphs, known), plate) for plate in sorted(places, key=repr)]
    fitness, best = max(fits, default=(0.0, None), key=itemgetter(0))
    return best if fitness > 0 else None


def _fitness(plate: _Plate, glyphs: Mapping[int, list[_Glyph]], known: Mapping[int, int]) -> float:
    """A score of how well the digits of known numbers teach one another; 0 if too few cards show theirs."""
    found = {code: _on(plate, glyphs[code]) for code in known}
    fitting = {code: spots for code, spots in found.items() if len(spots) == len(str(known[code]))}
    if len(fitting) < _LEAST_TAUGHT * len(known):
        return 0.0
    digits = [
        (digit, spot.look)
        for code, spots in fitting.items()
        for digit, spot in zip(str(known[code]), spots, strict=True)
    ]
    looks, names = np.array([look for _digit, look in digits]), np.array([digit for digit, _look_ in digits])
    like = looks @ looks.T
    np.fill_diagonal(like, -1)
    same = names[:, None] == names[None]
    twice = same.sum(1) > 1
    lead = np.where(same, like, -1).max(1) - np.where(same, -1, like).max(1)
    if not twice.any():
        return 0.0
    return float(len(fitting) / len(known) * (lead[twice] > 0).mean() + 0.1 * lead[twice].mean())


def _on(plate: _Plate, glyphs: list[_Glyph]) -> list[_Glyph]:
    """The spots on the plate, from the left, if they are one row of one height, each next to the other."""
    spots = [
        one
        for one in glyphs
        if one.is_light == plate.is_light
        and abs(one.y_mm - plate.y_mm) < _SAME_LINE * plate.height_mm + 1
        and abs(one.height_mm / plate.height_mm - 1) < _SAME_HEIGHT
    ]
    spots.sort(key=lambda one: one.x_mm)
    near = all(b.x_mm - a.x_mm < _NEXT * plate.height_mm for a, b in pairwise(spots))
    return spots if near else []


def _taught(glyphs: Mapping[int, list[_Glyph]], known: Mapping[int, int], plate: _Plate) -> dict[str, list[_Floats]]:
    """The looks of each digit."""
    taught: dict[str, list[_Floats]] = {}
    for code, number in known.items():
        spots = _on(plate, glyphs[code])
        if len(spots) == len(str(number)):
            for digit, spot in zip(str(number), spots, strict=True):
                taught.setdefault(digit, []).append(spot.look)
    return taught


def _read(spots: list[_Glyph], taught: Mapping[str, list[_Floats]]) -> int | None:
    """The number; None if a digit is not sure."""
    digits = ""
    for spot in spots:
        ranked = sorted(((max(float(spot.look @ look) for look in looks), digit) for digit, looks in taught.items()))
        if len(ranked) < 2 or ranked[-1][0] < _LIKE or ranked[-1][0] - ranked[-2][0] < _LEAD:
            return None
        digits += ranked[-1][1]
    return int(digits) if digits and digits[0] != "0" else None
