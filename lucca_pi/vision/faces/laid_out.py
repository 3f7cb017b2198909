"""Finds cards laid out in rows on a ground that another picture shows bare, and places where a card was not found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from lucca_pi.vision.faces.edges import CardPlane
from lucca_pi.vision.faces.ground import Floats, Mask, far_off, tones, unlike_ground, ways_off_ground
from lucca_pi.vision.faces.laying import half_turn, shift
from lucca_pi.vision.faces.quads import (
    Points,
    RowPlace,
    are_cards,
    are_joined,
    in_plane,
    plane_of,
    quads_in,
    row_places,
    upright,
)
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.plane import rectangle

_WORK_PX = 1600
"""Longer side of the picture that is searched: finer than cards have to be found."""
_RIM = 0.7
"""Least share of a card's rim that is seen in place."""
_FILLED = 0.85
"""Least share of a card's place that is unlike the ground: below it, a thing covers a part of the card."""
_SHARED_MM = 3.0
"""Least width that overlapping cards share, along a narrow side."""
_LEFT_OVER = 0.1
"""Least size, in cards, of something else that is left over once all cards found are taken away."""
_TOUCHED = 0.03
"""Share of a card near a remaining thing above which the card may be under it."""
_EDGE_PX = 3.0
"""Distance from the picture's edge within which a corner is cut off."""
_WIDER_MM = 3.0
"""Margin that is taken away around each card."""
_LIKE_CARDS = (0.4, 2.2)
"""Least and most area, in cards, of left-over things that may be a card, or two that overlap."""
_CUT_OFF = (0.1, 1.1)
"""Least and most area, in cards, of a thing at the picture's edge that may be a part of one: an arm is larger."""
_FAINTER = (1.0, 0.5, 0.3)
"""
Shares of the usual noise that are assumed in turn, while rims of cards are hidden; at the first, more ways off the
ground are tried until one leaves nothing over.
"""
_Why = Literal["nothing", "joined", "edge"]
"""Reasons: the place is empty; cards overlap or another thing is there; the picture's edge cuts the card off."""


@dataclass(frozen=True, slots=True)
class CardInRow:
    """A card by its row and column from 0, upright; `place`: from its millimetres to pixels, (3, 3)."""

    row: int
    column: int
    place: Points


@dataclass(frozen=True, slots=True)
class Missing:
    """A place in the rows where no card was found, and the reason."""

    row: int
    column: int
    why: _Why


@dataclass(frozen=True, slots=True)
class LaidOut:
    """
    All places in the rows, from the upper left.

    `rims_hidden`: the cards' rims look like the ground, so that each would be cut wrongly; there are no places then.
    `is_crowded`: no card lies alone, but whole rows in one piece do. `cut_off`: the number of things at the picture's
    edge, beside the rows, that may be a part of a card.
    """

    cards: tuple[CardInRow, ...]
    missing: tuple[Missing, ...]
    rims_hidden: bool = False
    is_crowded: bool = False
    cut_off: int = 0

    @property
    def rows(self) -> list[int]:
        """The number of places of each row."""
        rows = [one.row for one in self.cards] + [one.row for one in self.missing]
        return [rows.count(row) for row in range(1 + max(rows, default=-1))]


def laid_out(picture: Colour, bare: Colour, size_mm: tuple[float, float]) -> LaidOut:
    """
    The cards in the picture, of any turn and tilted up to 25 degrees; taken as upright as the picture is.

    `bare`: the ground from the same place, or from the hand; `size_mm`: width and height of a card.
    """
    scale = min(1.0, _WORK_PX / max(picture.shape[:2]))
    small, ground = _scaled(picture, scale), _scaled(bare, scale)
    ways, light = ways_off_ground(small, ground), tones(small)[..., 0]
    plain, hidden, is_crowded = [*next(ways)], False, False
    for least in _FAINTER:
        best = _most_found(plain, least, size_mm)
        while least == _FAINTER[0] and not best[0].is_all_taken and (more := next(ways, None)):
            best = max(best, _most_found(more, least, size_mm), key=_quality)
        seen, off = best
        far = far_off(off, _FAINTER[-1])
        if seen.poses:
            if not replace(seen.plane, far=far).are_rims_hidden(seen.poses, light, strictly=hidden):
                return seen.completed()._laid_out(scale)
            hidden = True
        is_crowded |= are_joined(seen.mask)
    return LaidOut((), (), hidden, is_crowded and not hidden)


def _most_found(offs: Iterable[Floats], least: float, size_mm: tuple[float, float]) -> tuple["_CardsFound", Floats]:
    """
    The most cards found by one of these comparisons with the ground, and its differences from the ground.

    Of comparisons that find the same number, the one with more of the rims: after a move of the camera the other's are
    crooked.
    """
    return max(((_CardsFound.of(*unlike_ground(off, least), size_mm), off) for off in offs), key=_quality)


def _quality(tried: tuple["_CardsFound", Floats]) -> tuple[int, float]:
    return len(tried[0].poses), tried[0].rims_seen


def _scaled(picture: Colour, scale: float) -> Colour:
    if scale == 1.0:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, eq=False)
class _CardsFound:
    """The cards' poses in the plane, upright as the picture is; `mask`: 1 for pixels that are not ground."""

    mask: Mask
    plane: CardPlane
    poses: list[Points]

    @classmethod
    def of(cls, far: Floats, mask: Mask, size_mm: tuple[float, float]) -> "_CardsFound":
        quads = [quad for quad in quads_in(mask) if _is_inside(quad, mask.shape)]
        to_mm = plane_of(quads, size_mm)
        if to_mm is None:
            return cls(mask, CardPlane(np.eye(3), far, size_mm), [])
        plane, are = CardPlane(to_mm, far, size_mm), are_cards(quads, to_mm, size_mm)
        cards = [upright(quad) for quad, is_card in zip(quads, are, strict=True) if is_card]
        for _ in range(2):
            cards = [plane.outline(card) for card in cards]
            plane = plane if (finer := plane_of(cards, size_mm)) is None else replace(plane, plane=finer)
        return cls(mask, plane, _same_way_up([plane.laid(card) for card in cards], plane))

    @property
    def is_all_taken(self) -> bool:
        """True if cards were found, and nothing as large as a part of one is left over."""
        return bool(self.poses) and not self._large(self._left_over(self.poses)).any()

    @property
    def rims_seen(self) -> float:
        """The share of the cards' rims that is seen where it should be."""
        return float(np.mean([self.plane.rim_seen(pose) for pose in self.poses])) if self.poses else 0.0

    def completed(self) -> "_CardsFound":
        """The cards found, with those that touch others: their rims are sought at places in the rows without a card."""
        poses = [*self.poses]
        for _ in range(3):
            places = row_places(poses, self.plane.size_mm, self._others(poses))
            more = [pose for spot in places if (pose := self._guessed(spot, poses)) is not None]
            if not more:
                break
            poses += more
        return replace(self, poses=poses)

    def _guessed(self, spot: RowPlace, poses: Sequence[Points]) -> Points | None:
        """The card at a place where no card was found, if its rim is seen there, and whole."""
        if spot.which is not None:
            return None
        corners_px = self.plane.corners_px(self._usual_pose(poses, spot))
        if not _is_inside(corners_px, self.mask.shape):
            return None
        found = self.plane.laid(corners_px)
        there = self.plane.mask([found])
        filled = float((self.mask & there).sum() / max(1, there.sum()))
        return found if self.plane.rim_seen(found) >= _RIM and filled >= _FILLED else None

    def _usual_pose(self, poses: Sequence[Points], spot: RowPlace) -> Points:
        """A card at a place in the rows, turned as most cards are."""
        pose = np.asarray(np.median(np.array(poses), axis=0), np.float64)
        wide, high = self.plane.size_mm
        pose[:2, 2] = spot.middle_mm - pose[:2, :2] @ [wide / 2, high / 2]
        return pose

    def _usual_px(self, poses: Sequence[Points]) -> float:
        """The usual area of a card in the picture."""
        areas = [float(cv2.contourArea(self.plane.corners_px(pose).astype(np.float32))) for pose in poses]
        return float(np.median(areas or [np.inf]))

    def _laid_out(self, scale: float) -> LaidOut:
        every = row_places(self.poses, self.plane.size_mm, self._others(self.poses))
        rest = self._left_over(self.poses)
        crooked = {which for which, pose in enumerate(self.poses) if self.plane.rim_seen(pose) < _RIM}  # cut wrongly
        joined = self._joined() | self._beside(rest) | crooked
        half = (1 - scale) / 2  # pixels count from their middles, which a smaller picture has elsewhere
        to_px = np.diag([1 / scale, 1 / scale, 1]) @ shift(half, half) @ self.plane.to_px
        cards, missing = [], []
        for spot in every:
            if spot.which is None:
                missing.append(Missing(spot.row, spot.column, self._why(spot, rest)))
            elif spot.which in joined:
                missing.append(Missing(spot.row, spot.column, "joined"))
            else:
                cards.append(CardInRow(spot.row, spot.column, to_px @ self.poses[spot.which]))
        empty = [self._usual_pose(self.poses, spot) for spot in every if spot.which is None]
        return LaidOut(tuple(cards), tuple(missing), cut_off=self._cut_off(rest, empty))

    def _cut_off(self, rest: Mask, named: Sequence[Points]) -> int:
        """The number of pieces at the picture's edge as large as a part of a card, beside the places that are named."""
        _count, labels, stats, _middles = cv2.connectedComponentsWithStats(self._without(rest, named))
        at_edge = {*np.concatenate([labels[[0, -1]].ravel(), labels[:, [0, -1]].ravel()]).tolist()} - {0}
        least, most = (share * self._usual_px(self.poses) for share in _CUT_OFF)
        return sum(least < stats[one, cv2.CC_STAT_AREA] < most for one in at_edge)

    def _joined(self) -> set[int | None]:
        """The cards that overlap another."""
        size_mm = self.plane.size_mm
        flat = [in_plane(rectangle(*size_mm), pose).astype(np.float32) for pose in self.poses]
        least = _SHARED_MM * min(size_mm)
        return {
            which
            for which, one in enumerate(flat)
            for other, its in enumerate(flat)
            if which != other and cv2.intersectConvexConvex(one, its)[0] > least
        }

    def _beside(self, rest: Mask) -> set[int | None]:
        """The cards that another thing touches, which may cover them."""
        wide, high = self.plane.size_mm
        reach = 2 * round(2 * _WIDER_MM * np.sqrt(self._usual_px(self.poses) / (wide * high))) + 1
        near = cv2.dilate(self._large(rest), np.ones((reach, reach), np.uint8))
        covered = [self.plane.mask([pose]) for pose in self.poses]
        return {which for which, card in enumerate(covered) if int(near[card > 0].sum()) > _TOUCHED * card.sum()}

    def _large(self, rest: Mask) -> Mask:
        """The left-over pieces as large as a part of a card."""
        count, labels, stats, _middles = cv2.connectedComponentsWithStats(rest)
        least = _LEFT_OVER * self._usual_px(self.poses)
        large = [one for one in range(1, count) if stats[one, cv2.CC_STAT_AREA] > least]
        return np.isin(labels, large).astype(np.uint8)

    def _others(self, poses: Sequence[Points]) -> list[Points]:
        """Middles in the plane of left-over pieces as large as a card, or as two that overlap."""
        found = cv2.connectedComponentsWithStats(self._left_over(poses))
        sizes, middles = found[2][1:, cv2.CC_STAT_AREA] / self._usual_px(poses), found[3][1:]
        least, most = _LIKE_CARDS
        return [in_plane(middle, self.plane.plane) for middle in middles[(sizes > least) & (sizes < most)]]

    def _left_over(self, poses: Sequence[Points]) -> Mask:
        """The pixels unlike the ground that belong to no card found."""
        return self._without(self.mask, poses)

    def _without(self, mask: Mask, poses: Sequence[Points]) -> Mask:
        """The mask without the cards at these places."""
        return mask * (1 - self.plane.mask(poses, _WIDER_MM))

    def _why(self, spot: RowPlace, rest: Mask) -> _Why:
        """The reason why there is no card, by the pixels of its place."""
        seen = rest & self.plane.mask([self._usual_pose(self.poses, spot)])
        if seen.sum() <= _LEFT_OVER * self._usual_px(self.poses):
            return "nothing"
        rim = np.ones_like(rest)
        rim[1:-1, 1:-1] = 0
        return "edge" if (seen & rim).any() else "joined"


def _is_inside(quad: Points, shape: tuple[int, ...]) -> bool:
    """True if it ends before the picture does: else it is cut off, or another ground."""
    return bool((quad > _EDGE_PX).all() and (quad < np.array(shape[::-1]) - 1 - _EDGE_PX).all())


def _same_way_up(poses: list[Points], plane: CardPlane) -> list[Points]:
    """The poses with upper edges to one side: the upper one in the picture, or else the left one."""
    if not poses:
        return []
    ups = np.array([-pose[:2, 1] for pose in poses])
    ups *= np.where(ups @ ups[0] < 0, -1, 1)[:, None]
    usual = np.median(ups, axis=0)
    wide, high = plane.size_mm
    middle = poses[0][:2] @ [wide / 2, high / 2, 1]
    here, there = in_plane(np.array([middle, middle + 20 * usual]), plane.to_px)
    to_upper = there - here
    if to_upper[1] > 0.01 * abs(to_upper[0]) or (abs(to_upper[1]) <= 0.01 * abs(to_upper[0]) and to_upper[0] > 0):
        usual = -usual
    return [pose if -pose[:2, 1] @ usual > 0 else pose @ half_turn(plane.size_mm) for pose in poses]
