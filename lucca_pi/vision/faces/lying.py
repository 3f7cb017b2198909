"""
Cards lying on the table: their corners and overlaps, the memory of them, and the table's plane by quarters and cards.

Few quarters fix the plane badly far outside them; cards are of one size, which their photographs give nearly. On drawn
tables with two quarters in sight places are 13 mm off at most by these alone, and 2 mm with the cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Piece, Pieces
from lucca_pi.table.sighting import Pose, Sighting, point_beside, wrapped
from lucca_pi.vision.faces.laying import Cut, Homography, half_turn
from lucca_pi.vision.faces.prints import EDGE_MM, UPPER, Floats
from lucca_pi.vision.faces.top_view import Affine, TopView
from lucca_pi.vision.look import MISFIT, Inspected, squares_of
from lucca_pi.vision.picture import Picture
from lucca_pi.vision.plane import Plane, Points, Squares, fit_plane, rectangle

_SAME_MM = 20.0
"""Least distance of two cards' middles."""
_ONE_MM, _ONE_DEG = 2.0, 2.0
"""Distance and turn within which two places give the same card."""
_ASIDE_MM = 30.0, 28.0
"""Distance of the middles of two cards' upper parts, across and down, below which these overlap."""
_LEAST_MM2 = 100.0
"""Least area that two cards share if any parts of them overlap."""
_INNER = 0.9
"""Share of a card's upper part that is surely its own: neighbours may show at its edges."""
Corners = NDArray[np.float64]
"""Corners in mm on the table, clockwise from a card's upper left one: (4, 2)."""
Size = tuple[float, float]
"""Width and height in mm."""
_FEWEST = 3
"""Fewest cards to fit a plane to."""
_SURE = 0.8
"""Least likeness of a card to fit a plane to: it is laid exactly."""
_CORNER_PX = 0.3
"""Standard error of corners on a card that is laid over its picture."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """
    A card, or a place where one may be: its middle and heading, in the axes of the table.

    `codes`: of its candidates, the likeliest first; empty if they are not known yet. `place`: from millimetres on it to
    pixels of the grey picture that it was recognised in. `cut`: the card in that, if it is ambiguous.
    """

    codes: tuple[int, ...]
    x_mm: float
    y_mm: float
    heading_deg: float
    likeness: float = 0.0
    place: Homography | None = field(default=None, compare=False, repr=False)
    cut: Cut | None = field(default=None, compare=False, repr=False)

    @classmethod
    def seen(cls, one: Sighting, piece: Piece, likeness: float = 0.0) -> "LyingCard":
        """The piece that lies where its code was seen."""
        return cls((one.code,), *point_beside(one, piece.to_middle_mm), one.heading_deg, likeness)

    @property
    def _pose(self) -> Pose:
        return Pose(self.x_mm, self.y_mm, self.heading_deg)

    def moved(self, right_mm: float, down_mm: float) -> "LyingCard":
        """The card so far right of and below its place."""
        x_mm, y_mm = point_beside(self._pose, (right_mm, down_mm))
        return replace(self, x_mm=x_mm, y_mm=y_mm)

    def at(self, ways_mm: Iterable[tuple[float, float]]) -> Corners:
        """Places on the table that are so far right of and below its middle: (n, 2)."""
        pose = self._pose
        return np.array([point_beside(pose, way) for way in ways_mm])

    def corners(self, size_mm: Size) -> Corners:
        """The corners of a piece of that size."""
        return self.at(_corners(-size_mm[0] / 2, size_mm[0] / 2, -size_mm[1] / 2, size_mm[1] / 2))

    def upper_corners(self, size_mm: Size) -> Corners:
        """The corners of the card's upper part, without its edges."""
        width, height = size_mm
        upper = height * UPPER
        edge = (1 - _INNER) * upper / 2
        across = _INNER * width / 2
        return self.at(_corners(-across, across, -height / 2 + edge, -height / 2 + upper - edge))

    def upper_middle(self, size_mm: Size) -> tuple[float, float]:
        """The middle of the card's upper part."""
        return point_beside(self._pose, (0, -size_mm[1] * (1 - UPPER) / 2))

    def lower_middle(self, size_mm: Size) -> tuple[float, float]:
        """The middle of the card below its upper part."""
        return point_beside(self._pose, (0, size_mm[1] * UPPER / 2))

    def on_its_head(self, size_mm: Size) -> "LyingCard":
        """The card, of that size, the other way up."""
        place = None if self.place is None else self.place @ half_turn(size_mm)
        return replace(self, heading_deg=wrapped(self.heading_deg + 180), place=place)

    def is_nearly_at(self, other: "LyingCard") -> bool:
        """True if its place is so near to the other's that both give the same card."""
        apart_mm = hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)
        return apart_mm < _ONE_MM and abs(wrapped(self.heading_deg - other.heading_deg)) < _ONE_DEG

    def lies_as(self, other: "LyingCard") -> bool:
        """True if its place is exactly the other's."""
        return (self.x_mm, self.y_mm, self.heading_deg) == (other.x_mm, other.y_mm, other.heading_deg)

    def touches(self, other: "LyingCard", size_mm: Size) -> bool:
        """True if any parts of the two overlap on the table."""
        first, second = (card.corners(size_mm).astype(np.float32) for card in (self, other))
        return bool(cv2.intersectConvexConvex(first, second)[0] > _LEAST_MM2)

    def is_on_any(self, others: Iterable["LyingCard"], size_mm: Size) -> bool:
        """True if it overlaps one of the other cards."""
        return any(overlap(self, other, size_mm) for other in others)


def _corners(left: float, right: float, top: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def overlap(one: LyingCard, other: LyingCard, size_mm: Size) -> bool:
    """True if the upper parts of two cards overlap, or one card is the other, turned round."""
    apart_mm = hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    if apart_mm < _SAME_MM or apart_mm > hypot(*_ASIDE_MM) + size_mm[1]:
        return apart_mm < _SAME_MM
    across, along = _aside(one.upper_middle(size_mm), other.upper_middle(size_mm), other.heading_deg)
    return bool(across < _ASIDE_MM[0] and along < _ASIDE_MM[1])


def covers(one: LyingCard, other: LyingCard, size_mm: Size) -> bool:
    """True if a card covers the lower part of another."""
    across, along = _aside(other.lower_middle(size_mm), (one.x_mm, one.y_mm), one.heading_deg)
    return bool(one != other and across < size_mm[0] and along < size_mm[1] / 2)


def _aside(one_mm: tuple[float, float], other_mm: tuple[float, float], heading_deg: float) -> tuple[float, float]:
    """Distance of two places, across and along that heading."""
    turn, (x, y) = radians(heading_deg), (one - other for one, other in zip(one_mm, other_mm, strict=True))
    return abs(x * cos(turn) + y * sin(turn)), abs(y * cos(turn) - x * sin(turn))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """
    A picture, the table in it from above, and the motions from the table's axes to the look's and back.

    The table's axes stay from look to look; a look's are those of a quarter, which people push.
    """

    shown: Picture
    plane: Plane
    to_look: Affine
    to_table: Affine
    top: TopView

    def onto(self, card: LyingCard, size_mm: Size) -> Homography:
        """From millimetres on a card, or another part of the table, of that size to pixels of the grey picture."""
        on_card = rectangle(*size_mm).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(on_card, self.outline_px(card, size_mm)), np.float64)

    def outline_px(self, card: LyingCard, size_mm: Size) -> NDArray[np.float32]:
        """The corners of a card of that size in pixels of the grey picture, clockwise from its upper left: (4, 2)."""
        flat = carried_points(card.corners(size_mm), self.to_look)
        return self.plane.image_from_table(flat).astype(np.float32)

    def corners_at(self, place: Homography, size_mm: Size) -> Corners:
        """The corners on the table of a card's upper left part of that size, at a place in the picture."""
        pixels = cv2.perspectiveTransform(rectangle(*size_mm)[None], place)[0]
        return carried_points(self.plane.table_from_image(pixels), self.to_table)


def carried_points(points: Corners, motion: Affine) -> Corners:
    """The points after the motion, (n, 2)."""
    return np.asarray(points @ motion[:, :2].T + motion[:, 2])


def carried(seen: Sighting, motion: Affine) -> Sighting:
    """The sighting after the motion."""
    ((x_mm, y_mm),) = carried_points(np.array([[seen.x_mm, seen.y_mm]]), motion)
    turn = float(np.degrees(np.arctan2(motion[1, 0], motion[0, 0])))
    return Sighting(seen.code, float(x_mm), float(y_mm), wrapped(seen.heading_deg + turn), seen.margin)


@dataclass(slots=True)
class CardMemory:
    """The cards as the looks so far have shown them."""

    lying: tuple[LyingCard, ...] = ()
    out_of_view: list[LyingCard] = field(default_factory=list)
    """Cards that lay where this look does not show the table; not reported until it does again."""
    light: dict[LyingCard, Floats] = field(default_factory=dict)
    """Relative light of each card in the last look that was compared with it."""
    lost: list[LyingCard] = field(default_factory=list)
    """Cards no longer recognised in their places, while a thing is there: moved a little, or covered."""
    doubtful: list[LyingCard] = field(default_factory=list)
    """Places like a card's that was not recognised; tried again."""
    tries: dict[LyingCard, int] = field(default_factory=dict)
    """Tries of each lost card and doubtful place since something changed there."""

    def copied(self) -> "CardMemory":
        """A copy that later changes here leave as it is."""
        return CardMemory(
            self.lying, [*self.out_of_view], {**self.light}, [*self.lost], [*self.doubtful], {**self.tries}
        )


def plane_by_cards(inspected: Inspected, cards: Iterable[LyingCard], size_mm: Size, pieces: Pieces) -> Plane | None:
    """
    The plane in which quarters and the `cards` recognised in this picture are of their sizes, in any axes.

    None if there are too few cards, or a quarter does not fit.
    """
    places = [card.place for card in cards if card.place is not None and card.likeness >= _SURE]
    read = [one for one in inspected.kept if one.source != "face"]
    codes = squares_of(read, pieces)
    if len(places) < _FEWEST:
        return None
    side_mm = size_mm[1] * UPPER - 2 * EDGE_MM
    on_cards = np.array([_square(place, size_mm[0], side_mm) for place in places], np.float32)
    every = Squares(
        np.concatenate([codes.corners_px, on_cards]),
        np.concatenate([codes.side_mm, np.full(len(places), side_mm)]),
        np.concatenate([codes.group, np.full(len(places), codes.group.max() + 1)]),
        np.concatenate([np.full(len(codes.group), codes.corner_px), np.full(len(places), _CORNER_PX)]),
    )
    quarters = [at for at, one in enumerate(read) if one.code in pieces.anchors]
    fit = fit_plane(every, quarters[0], inspected.plane.size_px, inspected.plane.lens)
    return fit.plane if fit.misfit[quarters].max() <= MISFIT else None


def _square(place: Homography, width_mm: float, side_mm: float) -> Points:
    """The corners of a square in the middle of a card's upper part, in pixels: (4, 2)."""
    corners = [(-side_mm / 2, 0), (side_mm / 2, 0), (side_mm / 2, side_mm), (-side_mm / 2, side_mm)]
    on_card = np.array(corners) + np.array([width_mm / 2, EDGE_MM])
    return np.asarray(cv2.perspectiveTransform(on_card[np.newaxis], place)[0])
