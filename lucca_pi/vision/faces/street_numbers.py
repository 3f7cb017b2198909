"""Street numbers without a font: the digits of cards whose numbers are known are the examples for the rest."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.laying import CUT_PX_PER_MM
from lucca_pi.vision.picture import Colour

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
            if _may_be_digit(wide, high, area):
                look = _look((labels[y : y + high, x : x + wide] == one).astype(np.uint8))
                yield _Glyph(
                    (x + wide / 2) / CUT_PX_PER_MM, (y + high / 2) / CUT_PX_PER_MM, high / CUT_PX_PER_MM, is_light, look
                )


def _may_be_digit(wide: int, high: int, area: int) -> bool:
    height_mm = high / CUT_PX_PER_MM
    return (
        _HEIGHTS_MM[0] <= height_mm <= _HEIGHTS_MM[1] and 0.15 * high < wide < 1.1 * high and area > 0.15 * wide * high
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
