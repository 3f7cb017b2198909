"""
Fits a look to the axes of an earlier one, so that the two can be compared.

Between two looks the camera may be nudged, the table turned and any piece moved. The pieces that kept their places
among themselves give the motion of the axes; the more there are, the surer it is.
"""

from cmath import phase, rect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import degrees, radians
from typing import TypeVar

from lucca_pi.table.axes import wrapped
from lucca_pi.table.sighting import Alike, Look, NameCard, Sighting, Spot

UNMOVED_MM = 12.0
"""Distance up to which a piece counts as unmoved, once the axes are brought together."""
_FEWEST = 3
"""Pieces that must agree before they outweigh the first anchor that is seen."""
_FAR_MM = 150.0
"""Distance of two pieces, mm, from which they give a turn well enough to find the pieces that agree with it."""
_MOST_GUESSES = 1000
"""Most pairs tried; all are needed only on a table where no two pieces agree."""


def anchored(
    look: Look,
    known: Mapping[int, Sighting],
    anchors: Collection[int],
    *,
    far_mm: float = _FAR_MM,
    fewest: int = _FEWEST,
) -> Look:
    """
    The look in the axes in which `known` gives the places of pieces, by code; some are `anchors`.

    The largest group of pieces that kept their places among themselves ties the two together; if it is too small, the
    first anchor that is both known and seen does. Without such an anchor the look stays as it is. Two pieces at least
    `far_mm` apart give a turn, and `fewest` pieces that agree outweigh an anchor.

    >>> seen = Look((Sighting(102, 0, 0, 0), Sighting(17, 10, 0, 0)), 0.4, ())
    >>> anchored(seen, {102: Sighting(102, 500, 0, 180)}, {102}).sightings[1]
    Sighting(code=17, x_mm=490.0, y_mm=0.0, heading_deg=180.0, margin=1.0)
    """
    motion = _motion(
        [(seen, known[seen.code]) for seen in look.sightings if seen.code in known], anchors, far_mm, fewest
    )
    if motion is None:
        return look
    sightings = tuple(motion.carry(seen) for seen in look.sightings)
    view_mm, bare = tuple(map(motion.carry_place, look.view_mm)), tuple(map(motion.carry_place, look.bare))
    names, spots = tuple(map(motion.carry_point, look.names)), tuple(map(motion.carry_point, look.spots))
    alike = tuple(map(motion.carry_alike, look.alike))
    return replace(look, sightings=sightings, view_mm=view_mm, names=names, bare=bare, spots=spots, alike=alike)


_Point = TypeVar("_Point", NameCard, Spot)


@dataclass(frozen=True, slots=True)
class Motion:
    """A turn and a shift of the plane; points are complex, x + iy, and `turn` is of length 1."""

    turn: complex
    shift: complex

    def carry(self, seen: Sighting) -> Sighting:
        """The sighting after the motion."""
        to = self.turn * _at(seen) + self.shift
        heading_deg = wrapped(seen.heading_deg + degrees(phase(self.turn)))
        return Sighting(seen.code, round(to.real, 6) + 0.0, round(to.imag, 6) + 0.0, heading_deg, seen.margin)

    def carry_place(self, place_mm: tuple[float, float]) -> tuple[float, float]:
        """The place after the motion."""
        there = self.carry(Sighting(0, *place_mm, 0))
        return there.x_mm, there.y_mm

    def carry_point(self, one: _Point) -> _Point:
        """A point without a heading, after the motion."""
        there = self.carry(Sighting(0, one.x_mm, one.y_mm, 0))
        return replace(one, x_mm=there.x_mm, y_mm=there.y_mm)

    def carry_alike(self, one: Alike) -> Alike:
        """A card that may be one of several, after the motion."""
        there = self.carry(Sighting(0, one.x_mm, one.y_mm, one.heading_deg))
        return replace(one, x_mm=there.x_mm, y_mm=there.y_mm, heading_deg=there.heading_deg)

    def misses_mm(self, pair: "_Pair") -> float:
        """Distance between a piece's place after the motion and its known place, mm."""
        here, there = pair
        return abs(self.turn * _at(here) + self.shift - _at(there))


_Pair = tuple[Sighting, Sighting]
"""A piece as it is seen, and as it was known."""


def _motion(pairs: Sequence[_Pair], anchors: Collection[int], far_mm: float, fewest: int) -> Motion | None:
    """The motion that takes the most pieces to where they were; None when there is no anchor to begin from."""

    def weight(unmoved: Sequence[_Pair]) -> tuple[int, int]:
        """More pieces outweigh fewer; among as many, more anchors."""
        return len(unmoved), sum(here.code in anchors for here, _ in unmoved)

    unmoved: list[_Pair] = []
    for guess in islice(_guesses(pairs, far_mm), _MOST_GUESSES):
        unmoved = max(unmoved, [pair for pair in pairs if guess.misses_mm(pair) < UNMOVED_MM], key=weight)
        if len(unmoved) > len(pairs) / 2:
            break
    if len(unmoved) >= fewest:
        return _fitted(unmoved)
    seen = sorted((pair for pair in pairs if pair[0].code in anchors), key=lambda pair: pair[0].code)
    return _of_one(*seen[0]) if seen else None


def _guesses(pairs: Sequence[_Pair], far_mm: float) -> Iterator[Motion]:
    """The motions of two pieces each, all twos that lie far enough apart, neighbours in the sequence last."""
    for step in range(len(pairs) // 2, 0, -1):
        for one, other in zip(pairs, (*pairs[step:], *pairs[:step]), strict=True):
            if abs(_at(one[1]) - _at(other[1])) > far_mm:
                yield _fitted([one, other])


def _fitted(pairs: Sequence[_Pair]) -> Motion:
    """The motion of least squares."""
    here, there = (sum(_at(pair[side]) for pair in pairs) / len(pairs) for side in (0, 1))
    spin = sum((_at(one) - here).conjugate() * (_at(other) - there) for one, other in pairs)
    turn = spin / abs(spin) if spin else 1
    return Motion(turn, there - turn * here)


def _of_one(here: Sighting, there: Sighting) -> Motion:
    """The motion that takes one piece to where it was, by its heading."""
    turn = rect(1, radians(there.heading_deg - here.heading_deg))
    return Motion(turn, _at(there) - turn * _at(here))


def _at(seen: Sighting) -> complex:
    return complex(seen.x_mm, seen.y_mm)
