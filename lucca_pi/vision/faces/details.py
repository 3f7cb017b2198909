"""
What two faces that look alike differ in: a street number, a shutter, a door.

Where both photographs of both faces agree that they differ, the print differs; elsewhere it is noise. Only there a
picture is asked which of the two it shows (`closely`), at a finer scale than faces are compared otherwise.

Tells two faces that are alike apart by the details in which they differ.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from lucca_pi.vision.faces.laying import Homography, rectified, warped
from lucca_pi.vision.faces.likeness import SOFTNESS_PX, correlation
from lucca_pi.vision.faces.prints import (
    EDGE_MM,
    PX_PER_MM,
    Floats,
    Part,
    Prints,
    edge,
    relative_light,
    unclipped,
    unpacked,
)
from lucca_pi.vision.picture import Grey, Picture

FINE_PX_PER_MM = 3
"""Scale at which details are compared: a card is seen at 2 to 3 px/mm."""
SMOOTH_MM = 0.6
"""Standard deviation of the neighbourhood over which photographs have to agree."""
AGREEING = 0.5
"""Least correlation of two differences there."""
DIFFERENT = 0.25
"""Least product of two differences there, in relative light squared."""
MOST_BYTES = 4_000_000
"""Memory that the details of pairs may take: some seventy of a street number each, ten of whole houses."""
STRANGE_MM = 1.0
"""Standard deviation of the neighbourhood over which what is unexplained is gathered."""
SPOT_MM, SPOTS = 4.0, 3
"""A small lamp's image in a sleeve is no wider, and need not blind: so many on a card are left out of account."""
SPOT_PX = round(SPOT_MM / 2 * FINE_PX_PER_MM)
OPEN = 0.95
"""With less of a card in view a reflex hides the rest, and a spot may be what it leaves of another card's window."""
LITTLE = 0.25
"""Relative light, smoothed, that no gate minds: what is left of less is no spot."""
MOSTLY = 0.5
"""Where a reflex leaves less of what differs in view, that may be its fringe: it does not blind, and may show a window
for a shutter."""
CLEAR_MISFIT, CLEAR_LEAD = 0.1, 0.3
"""What leaves less unexplained and leads by more is no fringe: one that misled left 0.18 or more, in 7,200 views."""
MARGIN_MM = 0.5
"""How far a detail may lie from where the laid face has it."""
COVERED_MM = 1.5
"""So far around what lies on a card its shadow and its rim may be seen."""


@dataclass(frozen=True, slots=True)
class Detail:
    """
    Where faces `one` and `other` differ: their light within `area`, halves of single precision.

    `energy`: the product of their differences in both photographs, without noise; 0 where it does not count.
    """

    area: tuple[slice, slice]
    one: NDArray[np.float16]
    other: NDArray[np.float16]
    energy: NDArray[np.float16]

    @property
    def size_bytes(self) -> int:
        """The memory that it takes."""
        return self.one.nbytes + self.other.nbytes + self.energy.nbytes


class Details:
    """
    The details in which a box's faces differ: found once, and again if others took their room since.

    `places`: how the photographs of each face lie over others.
    """

    def __init__(
        self,
        photographs: Mapping[int, tuple[bytes, ...]],
        prints: Prints,
        places: Sequence[tuple[Homography, Homography]],
    ) -> None:
        self._photographs, self._prints, self._places = photographs, prints, places
        self._known: OrderedDict[tuple[int, int, Part], Detail] = OrderedDict()
        """The pairs that were asked for last, in that order."""
        self._alike: set[tuple[int, int, Part]] = set()
        """Pairs that differ nowhere in that part."""
        self._bytes = 0
        self._laid = cache(self._laid_over_frame)
        self._lights = lru_cache(maxsize=4)(self._lights_of)

    def prepare(self, alike: Iterable[tuple[int, int]]) -> None:
        """Lays every photograph over its frame, and finds what faces alike differ in as far as there is room."""
        for which in range(len(self._places)):
            self._laid(which)
        parts: tuple[Part, Part] = "upper", "whole"
        for part, pair in product(parts, list(alike)):
            if self._bytes < MOST_BYTES:
                self.between(*pair, part)

    def light(self, which: int, part: Part) -> Floats:
        """The light of a face, the mean of its photographs."""
        first, second = self._lights(which, part)
        return np.asarray((first + second) / 2, np.float32)

    def between(self, one: int, other: int, part: Part) -> Detail | None:
        """Where two faces differ; None if nowhere."""
        pair = one, other, part
        if pair in self._known:
            self._known.move_to_end(pair)
        elif pair not in self._alike:
            self._keep(pair, self._detail(*pair))
        return self._known.get(pair)

    def _keep(self, pair: tuple[int, int, Part], detail: Detail | None) -> None:
        if detail is None:
            self._alike.add(pair)
            return
        self._known[pair] = detail
        self._bytes += detail.size_bytes
        while self._bytes > MOST_BYTES:
            _, oldest = self._known.popitem(last=False)
            self._bytes -= oldest.size_bytes

    def _detail(self, one: int, other: int, part: Part) -> Detail | None:
        first, second = self._lights(one, part), self._lights(other, part)
        differences = [a - b for a, b in zip(first, second, strict=True)]
        energy = _agreed(*differences)
        if not energy.any():
            return None
        area = _around(energy)
        light = [self.light(which, part)[area].astype(np.float16) for which in (one, other)]
        return Detail(area, light[0], light[1], energy[area].astype(np.float16))

    def _lights_of(self, which: int, part: Part) -> tuple[Floats, Floats]:
        """The light of both photographs of a face; of the one, twice."""
        rows = round(self._prints.part(part).size_mm[1] * FINE_PX_PER_MM)
        lights = [relative_light(np.ascontiguousarray(grey[:rows]), FINE_PX_PER_MM) for grey in self._laid(which)]
        return lights[0], lights[-1]

    def _laid_over_frame(self, which: int) -> tuple[Grey, ...]:
        """The photographs of a face, grey, each laid over its frame."""
        code, size_mm = self._prints.names[which], self._prints.size_mm
        columns, rows = (round(side * FINE_PX_PER_MM) for side in size_mm)
        greys = []
        for packed, place in zip(dict.fromkeys(self._photographs[code][:2]), self._places[which], strict=False):
            grey = np.asarray(cv2.cvtColor(unpacked(code, packed), cv2.COLOR_RGB2GRAY), np.uint8)
            greys.append(warped(grey, place, size_mm, (columns, rows)))
        return tuple(greys)


def _smooth(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), SMOOTH_MM * FINE_PX_PER_MM), np.float32)


def _agreed(one: Floats, other: Floats) -> Floats:
    """The product of two differences where both photographs agree on them, else 0."""
    product = _smooth(one * other)
    agree = product > AGREEING * np.sqrt(_smooth(one * one) * _smooth(other * other))
    inside = edge(one.shape, EDGE_MM * FINE_PX_PER_MM)
    return np.asarray(product * (agree & (product > DIFFERENT)) * inside, np.float32)


def _around(energy: Floats) -> tuple[slice, slice]:
    rows, columns = (np.flatnonzero(energy.any(axis=axis)) for axis in (1, 0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


@dataclass(frozen=True, slots=True)
class CloseView:
    """
    A part of a card at the scale of details.

    `light`: with the print's contrast. `weight`: 0 at what is clipped. `softness`: in pixels. `covered`: what lies on
    it is hidden; that ends sharply, a reflex does not.
    """

    light: Floats
    weight: Floats
    softness: float
    covered: bool = False


@dataclass(frozen=True, slots=True)
class DetailAnswer:
    """
    `lead`: +0.5 where the picture shows the one, -0.5 the other. `apart`: how much of what differs is in view, in mm².

    `misfit`: mean square of what neither explains. `share`: how much of what differs no reflex hides.
    """

    lead: float
    apart: float
    misfit: float
    share: float = 1.0

    @property
    def may_be_fringe(self) -> bool:
        """Whether what is in view may be the fringe of the reflex that hides the rest."""
        is_clear = self.misfit < CLEAR_MISFIT and abs(self.lead) > CLEAR_LEAD
        return self.share < MOSTLY and not is_clear


def close_view(
    shown: Picture, place: Homography, size_mm: tuple[float, float], print_light: Floats, print_grey: Grey
) -> CloseView:
    """
    The part of the card at `place`, held against the face that it is like: softness and contrast by the best fit.

    `print_grey`: that face, of any scale.
    """
    flat = rectified(shown, place, size_mm, FINE_PX_PER_MM)
    weight = unclipped(flat, FINE_PX_PER_MM)
    light = relative_light(_uncovered(flat, weight, print_grey), FINE_PX_PER_MM)
    softness_px = [soft * FINE_PX_PER_MM / PX_PER_MM for soft in SOFTNESS_PX]
    (_, gain), softness = max((correlation(light, _soft(print_light, soft), weight), soft) for soft in softness_px)
    alike = light / np.float32(np.clip(gain, 0.3, 1.5))
    return CloseView(alike, weight, softness, flat.hidden is not None)


def _uncovered(flat: Picture, weight: Floats, print_grey: Grey) -> Grey:
    """
    The card with its print where something else is known to lie on it, in the light of the rest.

    Light is relative to what is nearby: what lies there would change that of the card beside it.
    """
    seen = weight > 0
    if flat.hidden is None or not flat.hidden.any() or not seen.any():
        return flat.grey
    side = 2 * round(COVERED_MM * FINE_PX_PER_MM) + 1
    covered = cv2.dilate((flat.hidden > 0).astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    face = cv2.resize(print_grey, flat.grey.shape[::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
    contrast, level = np.polyfit(face[seen], flat.grey[seen], 1)
    printed = np.clip(contrast * face + level, 0, 255).astype(np.uint8)
    return np.where(covered, printed, flat.grey)


def by_details(card: CloseView, detail: Detail | None) -> DetailAnswer:
    """Which of two faces the card shows, by where their light differs: each where it fits best within MARGIN_MM."""
    if detail is None:
        return DetailAnswer(0.0, 0.0, 0.0)
    energy = detail.energy.astype(np.float32)
    weight = ((energy > 0) * card.weight[detail.area]).ravel()
    one, other = (_soft(light.astype(np.float32), card.softness).ravel() for light in (detail.one, detail.other))
    squares = _misfits(card.light, detail.area, weight, np.stack([one, other], axis=1)).min(axis=0)
    seen = min(float(weight @ (one - other) ** 2), float(weight @ energy.ravel()))
    lead = float(squares[1] - squares[0]) / (2 * seen + 1e-6)
    misfit = float(squares.min()) / (float(weight.sum()) + 1e-6)
    share = 1.0 if card.covered else float(weight @ energy.ravel()) / float(energy.sum())
    return DetailAnswer(lead, seen / FINE_PX_PER_MM**2, misfit, share)


def strange(card: CloseView, print_light: Floats) -> float:
    """How much of the picture's light a face does not explain where it is most: its smoothed difference, squared."""
    inside = edge(print_light.shape, EDGE_MM * FINE_PX_PER_MM) * card.weight
    rest = (card.light - _soft(print_light, card.softness)) * inside
    light = _without_spots(rest) if card.weight.mean() >= OPEN else _smooth_closely(rest)
    return float((light * light).max())


def _without_spots(rest: Floats) -> Floats:
    """What is left of a picture, smoothed; without a few bright spots, as long as these are what is left most."""
    light, rest = _smooth_closely(rest), rest.copy()
    for _ in range(SPOTS):
        _, most, _, (column, row) = cv2.minMaxLoc(light)
        if most <= max(LITTLE, -float(light.min())):
            break
        spot = cv2.circle(np.zeros(rest.shape, np.uint8), (column, row), SPOT_PX, (1,), cv2.FILLED)
        rest[(spot > 0) & (rest > 0)] = 0
        light = _smooth_closely(rest)
    return light


def _smooth_closely(rest: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(rest, (0, 0), STRANGE_MM * FINE_PX_PER_MM), np.float32)


def _misfits(light: Floats, area: tuple[slice, slice], weight: Floats, prints: Floats) -> Floats:
    """Sums of squares of what is left of the picture at each shift without each of the prints: (shifts, prints)."""
    reach = round(MARGIN_MM * FINE_PX_PER_MM)
    around = (np.arange(one.start - reach, one.stop + reach) for one in area)
    wide = light[np.ix_(*(at.clip(0, side - 1) for at, side in zip(around, light.shape, strict=True)))]
    shape = tuple(one.stop - one.start for one in area)
    windows = sliding_window_view(wide, shape).reshape(-1, weight.size)
    squares = (windows * windows) @ weight
    both = windows @ (weight[:, None] * prints)
    return np.asarray(squares[:, None] - 2 * both + weight @ (prints * prints), np.float32)


def _soft(light: Floats, softness: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(light, (0, 0), softness), np.float32) if softness else light
