"""
What two faces that look alike differ in: a street number, a shutter, a door.

Where both photographs of both faces agree that they differ, the print differs; elsewhere it is noise. Only there a
picture is asked which of the two it shows (`closely`), at a finer scale than faces are compared otherwise.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import Floats, relative_light
from lucca_pi.vision.faces.laying import warped
from lucca_pi.vision.faces.prints import EDGE_MM, Part, Prints, edge
from lucca_pi.vision.faces.registered import Registered
from lucca_pi.vision.faces.unpacking import unpacked
from lucca_pi.vision.picture import Grey

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
        places: Sequence[Registered],
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
        for packed, place in zip(dict.fromkeys(self._photographs[code][:2]), self._places[which].places, strict=False):
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
