"""
Details in which two like faces differ, such as a street number, a shutter or a door; and which of the two a card shows.

A difference on which both photographs of both faces agree is printed; any other is noise. A card is compared there
alone, at a finer scale than whole faces are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from lucca_pi.vision.faces.laying import Homography, rectified, warped
from lucca_pi.vision.faces.likeness import GAINS, SOFTNESS_PX, correlation
from lucca_pi.vision.faces.prints import (
    EDGE_MM,
    PX_PER_MM,
    Floats,
    Part,
    Prints,
    edge,
    extent,
    relative_light,
    softened,
    unclipped,
    unpacked,
)
from lucca_pi.vision.picture import Grey, Picture

_FINE_PX_PER_MM = 3
"""Scale at which details are compared: a card is seen at 2 to 3 px/mm."""
_SMOOTH_MM = 0.6
"""Standard deviation of the neighbourhood over which photographs agree."""
_AGREEING = 0.5
"""Least correlation of two differences in that neighbourhood."""
_DIFFERENT = 0.25
"""Least product of two differences in that neighbourhood, relative light squared."""
_MOST_PAIRS = 24
"""Most pairs whose details are remembered: 1 MB where they differ by a street number, 10 MB by whole houses."""
_STRANGE_MM = 1.0
"""Standard deviation of the neighbourhood over which unexplained light is summed."""
_SPOT_MM, _SPOTS = 4.0, 3
"""Widest image of a small lamp in a sleeve, and most of them on a card that count as nothing strange."""
_SPOT_PX = round(_SPOT_MM / 2 * _FINE_PX_PER_MM)
_OPEN = 0.95
"""
Least share of a card in view for spots to be left out: a reflection may hide the rest, and leave no more than a spot of
another card's window.
"""
_LITTLE = 0.25
"""Least relative light, smoothed, of a spot: less passes every gate."""
_MOSTLY = 0.5
"""
Share of a difference in view below which that may be the fringe of a reflection.

A fringe does not blind, and may show a window for a shutter.
"""
_CLEAR_MISFIT, _CLEAR_LEAD = 0.1, 0.3
"""Most misfit and least lead of a clear detail: a fringe that misled left 0.18 or more, in 7,200 views."""
_MARGIN_MM = 0.5
"""Most distance of a detail from its place on the laid face, mm."""
_SPOT_SIDE_MM, _EVERY_MM = 8, 4
"""Side of the spots in which a whole card is compared with its print, and their distance: a suit's sign is 6 mm."""
_ASIDE_MM, _NEAR_MM = 2.5, 1.0
"""
Most distance of a spot of a whole card from its place, and then from where the most of them are: pictures of bent
cards, and prints cut askew, are stretched.
"""
_BLURS_MM = 0.5, 0.0, 1.0
"""Blurs of the print, the likeliest first, that are compared with a picture blurred by the first."""
_INKED = 0.4
"""Least contrast of a spot that is compared, as a part of the most on its print."""
_SAME_SPOT = 0.98
"""Least correlation of a card's two photographs in a spot that is compared."""
_AS_PRINTED = 0.95
"""
Least correlation of a card with its print in every spot.

Real cards that differ from one of the box in a sign of 6 mm have 0.945 at most, crooked pictures of known cards 0.956.
"""
_SURELY = _AS_PRINTED + 0.001
"""The same where a spot lies: no better place need be sought then."""
_COVERED_MM = 1.5
"""Distance around a thing on a card within which its shadow and rim may be seen."""

_Spot = tuple[slice, slice]
"""A square part of a card: rows and columns."""


@dataclass(frozen=True, slots=True)
class _Detail:
    """
    The difference of faces `one` and `other`: their light within `area`, in half precision.

    `energy`: the product of their differences in both photographs, without noise; 0 at noise.
    """

    area: tuple[slice, slice]
    one: NDArray[np.float16]
    other: NDArray[np.float16]
    energy: NDArray[np.float16]


class Details:
    """
    The details in which a box's faces differ; cached, and recomputed after eviction.

    `places`: of each face, from millimetres on its frame to pixels of its two photographs.
    """

    def __init__(
        self,
        photographs: Mapping[int, tuple[bytes, ...]],
        prints: Prints,
        places: Sequence[tuple[Homography, Homography]],
    ) -> None:
        self._photographs, self._prints, self._places = photographs, prints, places
        self.between = lru_cache(maxsize=_MOST_PAIRS)(self._detail)
        self._laid = cache(self._laid_over_frame)
        self._lights = lru_cache(maxsize=4)(self._lights_of)
        self._spots = cache(self._inked_spots)

    def light(self, which: int, part: Part) -> Floats:
        """The light of a face, the mean of its photographs."""
        first, second = self._lights(which, part)
        return np.asarray((first + second) / 2, np.float32)

    def as_printed(self, shown: Picture, place: Homography, which: int, *, is_open: bool) -> bool:
        """
        True if the card near `place` is as face `which` in every spot that has ink and is not clipped.

        Unless the card `is_open`, in full view, its lower spots may differ down to the lowest: a card lies there.
        """
        spots, prints = self._spots(which), self._blurred(which)
        card, weight = self._seen(shown, place)
        here = _in_spots(card, prints[0])
        seen = (spot for spot in spots if weight[spot].all())
        if all(here[spot[0].start, spot[1].start] > _SURELY or _is_same(card, prints, spot) for spot in seen):
            return True
        card, weight = self._seen(shown, place @ _motion(spots, [_in_spot(card, prints[0], spot)[1] for spot in spots]))
        spots = [spot for spot in spots if weight[spot].all()]
        same = [_is_same(card, prints, spot) for spot in spots]
        lowest = [one for one, spot in zip(same, spots, strict=True) if spot[0] == spots[-1][0]]
        return all(same) or not (is_open or any(lowest))

    def _seen(self, shown: Picture, place: Homography) -> tuple[Floats, Floats]:
        """The grey of the card at `place`, a little blurred, and its weight: 0 for clipped pixels."""
        flat = rectified(shown, place, self._prints.size_mm, _FINE_PX_PER_MM)
        return _blurred(flat.grey, _BLURS_MM[0]), unclipped(flat, _FINE_PX_PER_MM)

    def _blurred(self, which: int) -> list[Floats]:
        """The first photograph of a face, with each blur."""
        return [_blurred(self._laid(which)[0], blur) for blur in _BLURS_MM]

    def _inked_spots(self, which: int) -> list[_Spot]:
        """The spots of a face, from above, that have ink, and in which both of its photographs agree."""
        first, *other = self._laid(which)
        side, every, rim = (round(mm * _FINE_PX_PER_MM) for mm in (_SPOT_SIDE_MM, _EVERY_MM, _ASIDE_MM))
        prints = self._blurred(which)
        down, across = (slice(rim, length - side - rim, every) for length in first.shape)
        contrasts = sliding_window_view(prints[0], (side, side))[down, across].std(axis=(2, 3))
        inked = np.argwhere(contrasts >= _INKED * contrasts.max(initial=0)) * every + rim
        spots = [(slice(row, row + side), slice(column, column + side)) for row, column in inked.tolist()]
        if not other:
            return spots
        again = _blurred(other[0], _BLURS_MM[0])
        return [spot for spot in spots if any(_in_spot(again, one, spot, _NEAR_MM)[0] >= _SAME_SPOT for one in prints)]

    def _detail(self, one: int, other: int, part: Part) -> _Detail | None:
        """The details in which two faces differ; None if they do not."""
        first, second = self._lights(one, part), self._lights(other, part)
        differences = [a - b for a, b in zip(first, second, strict=True)]
        energy = _agreed(*differences)
        if not energy.any():
            return None
        area = extent(energy)
        light = [self.light(which, part)[area].astype(np.float16) for which in (one, other)]
        return _Detail(area, light[0], light[1], energy[area].astype(np.float16))

    def _lights_of(self, which: int, part: Part) -> tuple[Floats, Floats]:
        """The light of both photographs of a face; of a single one, twice."""
        rows = round(self._prints.part(part).size_mm[1] * _FINE_PX_PER_MM)
        lights = [relative_light(np.ascontiguousarray(grey[:rows]), _FINE_PX_PER_MM) for grey in self._laid(which)]
        return lights[0], lights[-1]

    def _laid_over_frame(self, which: int) -> tuple[Grey, ...]:
        """The photographs of a face, grey, each laid over its frame."""
        code, size_mm = self._prints.names[which], self._prints.size_mm
        columns, rows = (round(side * _FINE_PX_PER_MM) for side in size_mm)
        greys = []
        for packed, place in zip(dict.fromkeys(self._photographs[code][:2]), self._places[which], strict=False):
            grey = np.asarray(cv2.cvtColor(unpacked(code, packed), cv2.COLOR_RGB2GRAY), np.uint8)
            greys.append(warped(grey, place, size_mm, (columns, rows)))
        return tuple(greys)


def _agreed(one: Floats, other: Floats) -> Floats:
    """The product of two differences where both photographs agree on them, else 0."""
    product, first, second = (
        softened(both, _SMOOTH_MM * _FINE_PX_PER_MM) for both in (one * other, one * one, other * other)
    )
    agree = product > _AGREEING * np.sqrt(first * second)
    inside = edge(one.shape, EDGE_MM * _FINE_PX_PER_MM)
    return np.asarray(product * (agree & (product > _DIFFERENT)) * inside, np.float32)


def _blurred(grey: Grey, blur_mm: float) -> Floats:
    return softened(grey.astype(np.float32), blur_mm * _FINE_PX_PER_MM)


def _in_spot(
    card: Floats, print_grey: Floats, spot: _Spot, aside_mm: float = _ASIDE_MM
) -> tuple[float, tuple[float, float]]:
    """The best correlation of a card with a spot of a print, at most so far aside; and how far, across and down, mm."""
    aside = round(aside_mm * _FINE_PX_PER_MM)
    rows, columns = (slice(one.start - aside, one.stop + aside) for one in spot)
    _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(card[rows, columns], print_grey[spot], cv2.TM_CCOEFF_NORMED))
    return best, ((at[0] - aside) / _FINE_PX_PER_MM, (at[1] - aside) / _FINE_PX_PER_MM)


def _in_spots(card: Floats, print_grey: Floats) -> NDArray[np.float64]:
    """The correlation of a card with a print where both lie, by the upper left corner of each spot."""
    side = round(_SPOT_SIDE_MM * _FINE_PX_PER_MM)
    one, other = (grey - grey.mean(dtype=float) for grey in (card, print_grey))

    def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(cv2.boxFilter(values, -1, (side, side), anchor=(0, 0)), np.float64)

    pairs = (one, other), (one, one), (other, other)
    both, first, second = (mean(left * right) - mean(left) * mean(right) for left, right in pairs)
    return np.asarray(both / np.sqrt(np.maximum(first * second, 1e-6)))


def _is_same(card: Floats, prints: Sequence[Floats], spot: _Spot) -> bool:
    """True if a card is as printed in a spot, or near it, with one of the blurs."""
    return any(_in_spot(card, one, spot, _NEAR_MM)[0] >= _AS_PRINTED for one in prints)


def _motion(spots: Sequence[_Spot], aside_mm: Sequence[tuple[float, float]]) -> Homography:
    """The motion, mm, that brings most spots to where they are found, so far aside; none for a few spots."""
    at = (
        np.array([[across.start + across.stop, down.start + down.stop] for down, across in spots]) / 2 / _FINE_PX_PER_MM
    )
    motion = cv2.findHomography(at, at + aside_mm, cv2.RANSAC, _NEAR_MM)[0] if len(spots) > 3 else None
    return np.eye(3) if motion is None else np.asarray(motion, np.float64)


@dataclass(frozen=True, slots=True)
class CloseView:
    """
    A part of a card at the scale of details.

    `light`: with the print's contrast. `weight`: 0 for clipped pixels. `softness`: in pixels. `covered`: known things
    on it are hidden; their outline is sharp, a reflection's is not.
    """

    light: Floats
    weight: Floats
    softness: float
    covered: bool = False


@dataclass(frozen=True, slots=True)
class DetailAnswer:
    """
    The comparison of two faces by details. `lead`: +0.5 if the picture shows the first, -0.5 the second. `apart`: the
    difference in view, in mm².

    `misfit`: mean square of the light that neither explains. `share`: of the difference, not hidden by a reflection.
    """

    lead: float
    apart: float
    misfit: float
    share: float = 1.0

    @property
    def may_be_fringe(self) -> bool:
        """True if the difference in view may be the fringe of a reflection that hides the rest."""
        is_clear = self.misfit < _CLEAR_MISFIT and abs(self.lead) > _CLEAR_LEAD
        return self.share < _MOSTLY and not is_clear


def close_view(
    shown: Picture, place: Homography, size_mm: tuple[float, float], print_light: Floats, print_grey: Grey
) -> CloseView:
    """
    The part of the card at `place`, with the softness and contrast at which it best fits the face that it is like.

    `print_light`, `print_grey`: of that face, the latter of any scale.
    """
    flat = rectified(shown, place, size_mm, _FINE_PX_PER_MM)
    weight = unclipped(flat, _FINE_PX_PER_MM)
    light = relative_light(_uncovered(flat, weight, print_grey), _FINE_PX_PER_MM)
    softness_px = [soft * _FINE_PX_PER_MM / PX_PER_MM for soft in SOFTNESS_PX]
    (_, gain), softness = max((correlation(light, softened(print_light, soft), weight), soft) for soft in softness_px)
    alike = light / np.float32(np.clip(gain, *GAINS))
    return CloseView(alike, weight, softness, flat.hidden is not None)


def _uncovered(flat: Picture, weight: Floats, print_grey: Grey) -> Grey:
    """
    The card with known things on it replaced by its print, in the light of the rest.

    They would change the relative light of the card beside them.
    """
    seen = weight > 0
    if flat.hidden is None or not flat.hidden.any() or not seen.any():
        return flat.grey
    side = 2 * round(_COVERED_MM * _FINE_PX_PER_MM) + 1
    covered = cv2.dilate((flat.hidden > 0).astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    face = cv2.resize(print_grey, flat.grey.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
    contrast, level = np.polyfit(face[seen], flat.grey[seen], 1)
    printed = np.clip(contrast * face + level, 0, 255).astype(np.uint8)
    return np.where(covered, printed, flat.grey)


def by_details(card: CloseView, detail: _Detail | None) -> DetailAnswer:
    """The face of two that the card shows, by their difference in light, each at its best fit within `_MARGIN_MM`."""
    if detail is None:
        return DetailAnswer(0.0, 0.0, 0.0)
    energy = detail.energy.astype(np.float32)
    weight = ((energy > 0) * card.weight[detail.area]).ravel()
    one, other = (softened(light.astype(np.float32), card.softness).ravel() for light in (detail.one, detail.other))
    squares = _misfits(card.light, detail.area, weight, np.stack([one, other], axis=1)).min(axis=0)
    seen = min(float(weight @ (one - other) ** 2), float(weight @ energy.ravel()))
    lead = float(squares[1] - squares[0]) / (2 * seen + 1e-6)
    misfit = float(squares.min()) / (float(weight.sum()) + 1e-6)
    share = 1.0 if card.covered else float(weight @ energy.ravel()) / float(energy.sum())
    return DetailAnswer(lead, seen / _FINE_PX_PER_MM**2, misfit, share)


def strange(card: CloseView, print_light: Floats) -> float:
    """Most of the picture's light, at any place, that a face does not explain: the smoothed difference, squared."""
    inside = edge(print_light.shape, EDGE_MM * _FINE_PX_PER_MM) * card.weight
    rest = (card.light - softened(print_light, card.softness)) * inside
    light = _without_spots(rest) if card.weight.mean() >= _OPEN else softened(rest, _STRANGE_MM * _FINE_PX_PER_MM)
    return float((light * light).max())


def _without_spots(rest: Floats) -> Floats:
    """The light left of a picture, smoothed, without a few bright spots as long as these are the most of it."""
    reach, rest = _STRANGE_MM * _FINE_PX_PER_MM, rest.copy()
    light = softened(rest, reach)
    for _ in range(_SPOTS):
        _, most, _, (column, row) = cv2.minMaxLoc(light)
        if most <= max(_LITTLE, -float(light.min())):
            break
        spot = cv2.circle(np.zeros(rest.shape, np.uint8), (column, row), _SPOT_PX, (1,), cv2.FILLED)
        rest[(spot > 0) & (rest > 0)] = 0
        light = softened(rest, reach)
    return light


def _misfits(light: Floats, area: tuple[slice, slice], weight: Floats, prints: Floats) -> Floats:
    """Sums of squares of the picture's light less each print's, at each shift: (shifts, prints)."""
    reach = round(_MARGIN_MM * _FINE_PX_PER_MM)
    around = (np.arange(one.start - reach, one.stop + reach) for one in area)
    wide = light[np.ix_(*(at.clip(0, side - 1) for at, side in zip(around, light.shape, strict=True)))]
    shape = tuple(one.stop - one.start for one in area)
    windows = sliding_window_view(wide, shape).reshape(-1, weight.size)
    squares = (windows * windows) @ weight
    both = windows @ (weight[:, None] * prints)
    return np.asarray(squares[:, None] - 2 * both + weight @ (prints * prints), np.float32)
