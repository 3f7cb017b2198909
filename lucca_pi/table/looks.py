"""
Looks combined: fitted to the axes of an earlier look, and joined from several pictures of one moment.

Between two looks the camera may be nudged, the table turned and any piece moved. The pieces that kept their places
among themselves give the motion of the axes; the more there are, the surer it is. Pictures of one moment are joined,
as a darker one may show a part that a reflection hides in the first.
"""

from cmath import phase, rect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import degrees, dist, radians
from typing import Any, TypeVar

from lucca_pi.table.pieces import Pieces
from lucca_pi.table.sighting import Alike, Look, Mark, NameCard, Sighting, Spot, apart_mm, wrapped

UNMOVED_MM = 12.0
"""Distance, mm, up to which a piece counts as unmoved, once the looks are in one set of axes."""
_FEWEST = 3
"""Fewest pieces that must agree to outweigh the first anchor seen."""
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
    alike = tuple(map(motion.carry_point, look.alike))
    carried = replace(look, sightings=sightings, view_mm=view_mm, names=names, bare=bare, spots=spots, alike=alike)
    return replace(carried, shares_of_picture=None)


_Point = TypeVar("_Point", NameCard, Spot, Alike)


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
        """A point, with its heading if it has one, after the motion."""
        there = self.carry(Sighting(0, one.x_mm, one.y_mm, getattr(one, "heading_deg", 0)))
        turned: dict[str, Any] = {"heading_deg": there.heading_deg} if isinstance(one, Alike) else {}
        return replace(one, x_mm=there.x_mm, y_mm=there.y_mm, **turned)

    def misses_mm(self, pair: "_Pair") -> float:
        """Distance between a piece's place after the motion and its known place, mm."""
        here, there = pair
        return abs(self.turn * _at(here) + self.shift - _at(there))


_Pair = tuple[Sighting, Sighting]
"""A piece as it is seen, and as it was known."""


def _motion(pairs: Sequence[_Pair], anchors: Collection[int], far_mm: float, fewest: int) -> Motion | None:
    """The motion that takes the most pieces to where they were; None when there is no anchor to begin from."""

    def weight(unmoved: Sequence[_Pair]) -> tuple[int, int]:
        """The weight of a group: more pieces first; with equal numbers, more anchors."""
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
    """The motions of two pieces each: all pairs far enough apart, neighbours in the sequence last."""
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


_SAME_SPOT_MM = 2.0
"""Distance, mm, below which two spots of a kind are one: of a token in a stair a few millimetres are in sight."""
_SAME_MM = 15.0
"""
Distance of two sightings of a code, mm, below which they are of one piece: even the smallest stickers are farther
apart.
"""


def joined(looks: Sequence[Look], pieces: Pieces) -> Look:
    """
    One look from several at a table where nothing moved, in the axes of the first: the surest sighting of each piece.

    A code seen at two places counts twice, as in one picture. A card that one picture doubts for its colour is doubted.
    Of an ambiguous card those codes stay that all pictures allow; if one picture is sure of it, it is no longer
    ambiguous.
    """
    first, *more = looks
    known = {seen.code: seen for seen in first.sightings if seen.code not in pieces.shared}
    found, names, spots, alike = [*first.sightings], [*first.names], [*first.spots], [*first.alike]
    for look in more:
        there = anchored(look, known, pieces.anchors)
        found += there.sightings
        spots += there.spots
        alike += there.alike
        names += [card for card in there.names if not any(_is_same(card, other) for other in names)]
    doubted = {one.code: one for look in reversed(looks) for one in look.miscoloured}
    miscoloured = tuple(doubted[code] for code in sorted(doubted))
    surest, others = _surest(found), _surest_spots(spots)
    left = tuple(_narrowest(alike, [seen for seen in surest if seen.code not in (*pieces.anchors, *pieces.shared)]))
    look = replace(first, sightings=surest, miscoloured=miscoloured, names=tuple(names), spots=others, alike=left)
    return replace(look, marks=_marks(looks))


def _marks(looks: Sequence[Look]) -> tuple[Mark, ...]:
    """Each code once, from the first picture that shows the colour beside it."""
    seen = {one.code: one for look in reversed(looks) for one in look.marks}
    seen |= {one.code: one for look in reversed(looks) for one in look.marks if one.shade}
    return tuple(seen[code] for code in sorted(seen))


def _is_same(card: NameCard, other: NameCard) -> bool:
    return card.name == other.name and dist((card.x_mm, card.y_mm), (other.x_mm, other.y_mm)) < _SAME_MM


def _surest(found: Sequence[Sighting]) -> tuple[Sighting, ...]:
    kept: list[Sighting] = []
    for seen in sorted(found, key=lambda one: -one.margin):
        if not any(seen.code == other.code and apart_mm(seen, other) < _SAME_MM for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.code, one.x_mm, one.y_mm)))


def _narrowest(found: Sequence[Alike], sure: Sequence[Sighting]) -> Iterator[Alike]:
    """
    Each ambiguous card once, with the codes that all views of it allow; with those of the narrowest view if no code is.
    """
    left = [one for one in found if not any(_is_there(one, seen) for seen in sure)]
    while left:
        views = [one for one in left if _is_there(one, left[0])]
        left = [one for one in left if one not in views]
        yield _one_of(views)


def _is_there(one: Alike, other: Alike | Sighting) -> bool:
    return dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < _SAME_MM


def _one_of(views: Sequence[Alike]) -> Alike:
    """One card from several views: a view that allows no known card counts less than one that names some."""
    named = sorted((one for one in views if one.codes), key=lambda one: (len(one.codes), -one.likeness))
    if not named:
        return max(views, key=lambda one: one.likeness)
    left = tuple(code for code in named[0].codes if all(code in one.codes for one in named))
    return replace(named[0], codes=left or named[0].codes)


def _surest_spots(found: Sequence[Spot]) -> tuple[Spot, ...]:
    """The surest view of each spot; a view with a clear colour comes before one without."""
    kept: list[Spot] = []
    for seen in sorted(found, key=lambda one: (not one.colour, -one.margin)):
        if not any(_is_same_spot(seen, other) for other in kept):
            kept.append(seen)
    return tuple(sorted(kept, key=lambda one: (one.kind, one.x_mm, one.y_mm)))


def _is_same_spot(one: Spot, other: Spot) -> bool:
    return one.kind == other.kind and dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) < _SAME_SPOT_MM
