"""Finds cards laid out in rows on a ground that another picture shows bare, and places where a card was not found."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from lucca_pi.vision.faces.edges import are_rims_hidden, card_laid, outline, rim_seen
from lucca_pi.vision.faces.ground import Floats, Mask, Unlike, far_off, tones, unlike_ground, ways_off_ground
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
"""Shares of the usual noise that are assumed in turn, while rims of cards are hidden."""
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
    ways, light, hidden = ways_off_ground(small, ground), tones(small)[..., 0], False
    is_crowded = False
    for least in _FAINTER:
        seen, off = _best(ways, least, size_mm)
        far = far_off(off, _FAINTER[-1])
        if seen.poses:
            if not are_rims_hidden(seen.poses, seen.plane, far, light, size_mm, strictly=hidden):
                return seen.completed()._laid_out(scale)
            hidden = True
        is_crowded |= are_joined(seen.unlike.mask)
    return LaidOut((), (), hidden, is_crowded and not hidden)


def _best(
    ways: Sequence[Callable[[], Iterable[Floats]]], least: float, size_mm: tuple[float, float]
) -> tuple["_CardsFound", Floats]:
    """The cards by the first ways that leave nothing over; at the first share of noise alone more ways are tried."""
    best = _most_found(ways[0](), least, size_mm)
    for more in ways[1:] if least == _FAINTER[0] else ():
        if best[0].is_all_taken:
            break
        best = max(best, _most_found(more(), least, size_mm), key=_quality)
    return best


def _most_found(offs: Iterable[Floats], least: float, size_mm: tuple[float, float]) -> tuple["_CardsFound", Floats]:
    """
    The most cards found by one of these comparisons with the ground, and its differences from the ground.

    Of comparisons that find the same number, the one with more of the rims: after a move of the camera the other's are
    crooked.
    """
    return max(((_CardsFound.of(unlike_ground(off, least), size_mm), off) for off in offs), key=_quality)


def _quality(tried: tuple["_CardsFound", Floats]) -> tuple[int, float]:
    return len(tried[0].poses), tried[0].rims_seen


def _scaled(picture: Colour, scale: float) -> Colour:
    if scale == 1.0:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, eq=False)
class _CardsFound:
    """The cards' poses in the plane, upright as the picture is; `plane`: from pixels to millimetres."""

    unlike: Unlike
    plane: Points
    poses: list[Points]
    size_mm: tuple[float, float]

    @classmethod
    def of(cls, unlike: Unlike, size_mm: tuple[float, float]) -> "_CardsFound":
        quads = [quad for quad in quads_in(unlike.mask) if _is_inside(quad, unlike.mask.shape)]
        plane = plane_of(quads, size_mm)
        if plane is None:
            return cls(unlike, np.eye(3), [], size_mm)
        cards = [
            upright(quad) for quad, is_card in zip(quads, are_cards(quads, plane, size_mm), strict=True) if is_card
        ]
        for _ in range(2):
            cards = [outline(card, plane, unlike.far, size_mm) for card in cards]
            plane = plane if (finer := plane_of(cards, size_mm)) is None else finer
        poses = [card_laid(card, plane, unlike.far, size_mm) for card in cards]
        return cls(unlike, plane, _same_way_up(poses, plane, size_mm), size_mm)

    @property
    def is_all_taken(self) -> bool:
        """True if cards were found, and nothing as large as a part of one is left over."""
        return bool(self.poses) and not self._large(self._left_over(self.poses)).any()

    @property
    def rims_seen(self) -> float:
        """The share of the cards' rims that is seen where it should be."""
        return float(np.mean([self._rim_seen(pose) for pose in self.poses])) if self.poses else 0.0

    def _rim_seen(self, pose: Points) -> float:
        return rim_seen(pose, self.plane, self.unlike.far, self.size_mm)

    def completed(self) -> "_CardsFound":
        """The cards found, with those that touch others: their rims are sought at places in the rows without a card."""
        poses = [*self.poses]
        for _ in range(3):
            places = row_places(poses, self.size_mm, self._others(poses))
            more = [pose for spot in places if (pose := self._guessed(spot, poses)) is not None]
            if not more:
                break
            poses += more
        return _CardsFound(self.unlike, self.plane, poses, self.size_mm)

    def _guessed(self, spot: RowPlace, poses: Sequence[Points]) -> Points | None:
        """The card at a place where no card was found, if its rim is seen there, and whole."""
        if spot.which is not None:
            return None
        pose = self._usual_pose(poses, spot)
        if not _is_inside(self._corners_px(pose), self.unlike.mask.shape):
            return None
        found = card_laid(self._corners_px(pose), self.plane, self.unlike.far, self.size_mm)
        return found if self._rim_seen(found) >= _RIM and self._filled(found) >= _FILLED else None

    def _filled(self, pose: Points) -> float:
        """The share of a card's place that is unlike the ground."""
        there = self._covered(pose)
        return float((self.unlike.mask & there).sum() / max(1, there.sum()))

    def _usual_pose(self, poses: Sequence[Points], spot: RowPlace) -> Points:
        """A card at a place in the rows, turned as most cards are."""
        pose = np.asarray(np.median(np.array(poses), axis=0), np.float64)
        pose[:2, 2] = np.array(spot.middle_mm) - pose[:2, :2] @ [self.size_mm[0] / 2, self.size_mm[1] / 2]
        return pose

    def _corners_px(self, pose: Points, around_mm: float = 0.0) -> Points:
        """The corners of a card with a margin, in the picture: (4, 2)."""
        wide, high = (side + 2 * around_mm for side in self.size_mm)
        return in_plane(in_plane(rectangle(wide, high) - around_mm, pose), np.linalg.inv(self.plane))

    def _covered(self, pose: Points, around_mm: float = 0.0) -> Mask:
        """The mask of a card with a margin: 1 for its pixels."""
        there = np.zeros_like(self.unlike.mask)
        return np.asarray(cv2.fillConvexPoly(there, np.round(self._corners_px(pose, around_mm)).astype(np.int32), (1,)))

    def _areas_px(self, poses: Sequence[Points]) -> list[float]:
        """The area of each card in the picture."""
        return [float(cv2.contourArea(self._corners_px(pose).astype(np.float32))) for pose in poses]

    def _laid_out(self, scale: float) -> LaidOut:
        every = row_places(self.poses, self.size_mm, self._others(self.poses))
        rest = self._left_over(self.poses)
        crooked = {which for which, pose in enumerate(self.poses) if self._rim_seen(pose) < _RIM}  # cut wrongly
        joined = self._joined() | self._beside(rest) | crooked
        half = (1 - scale) / 2  # pixels count from their middles, which a smaller picture has elsewhere
        to_px = np.diag([1 / scale, 1 / scale, 1]) @ shift(half, half) @ np.linalg.inv(self.plane)
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
        least, most = (share * self._usual_px for share in _CUT_OFF)
        return sum(least < stats[one, cv2.CC_STAT_AREA] < most for one in at_edge)

    def _joined(self) -> set[int | None]:
        """The cards that overlap another."""
        flat = [in_plane(rectangle(*self.size_mm), pose).astype(np.float32) for pose in self.poses]
        least = _SHARED_MM * min(self.size_mm)
        return {
            which
            for which, one in enumerate(flat)
            for other, its in enumerate(flat)
            if which != other and cv2.intersectConvexConvex(one, its)[0] > least
        }

    def _beside(self, rest: Mask) -> set[int | None]:
        """The cards that another thing touches, which may cover them."""
        reach = 2 * round(2 * _WIDER_MM * np.sqrt(self._usual_px / (self.size_mm[0] * self.size_mm[1]))) + 1
        near = cv2.dilate(self._large(rest), np.ones((reach, reach), np.uint8))
        covered = [self._covered(pose) for pose in self.poses]
        return {which for which, card in enumerate(covered) if int(near[card > 0].sum()) > _TOUCHED * card.sum()}

    @property
    def _usual_px(self) -> float:
        """The usual area of a card in the picture."""
        return float(np.median(self._areas_px(self.poses)))

    def _large(self, rest: Mask) -> Mask:
        """The left-over pieces as large as a part of a card."""
        count, labels, stats, _middles = cv2.connectedComponentsWithStats(rest)
        large = [one for one in range(1, count) if stats[one, cv2.CC_STAT_AREA] > _LEFT_OVER * self._usual_px]
        return np.isin(labels, large).astype(np.uint8)

    def _others(self, poses: Sequence[Points]) -> list[Points]:
        """Middles in the plane of left-over pieces as large as a card, or as two that overlap."""
        usual = float(np.median(self._areas_px(poses) or [np.inf]))
        found = cv2.connectedComponentsWithStats(self._left_over(poses))
        sizes, middles = found[2][1:, cv2.CC_STAT_AREA] / usual, found[3][1:]
        least, most = _LIKE_CARDS
        return [in_plane(middle, self.plane) for middle in middles[(sizes > least) & (sizes < most)]]

    def _left_over(self, poses: Sequence[Points]) -> Mask:
        """The pixels unlike the ground that belong to no card found."""
        return self._without(self.unlike.mask, poses)

    def _without(self, mask: Mask, poses: Sequence[Points]) -> Mask:
        """The mask without the cards at these places."""
        rest = mask.copy()
        for pose in poses:
            cv2.fillConvexPoly(rest, np.round(self._corners_px(pose, _WIDER_MM)).astype(np.int32), (0,))
        return rest

    def _why(self, spot: RowPlace, rest: Mask) -> _Why:
        """The reason why there is no card, by the pixels of its place."""
        seen = rest & self._covered(self._usual_pose(self.poses, spot))
        if seen.sum() <= _LEFT_OVER * self._usual_px:
            return "nothing"
        rim = np.ones_like(rest)
        rim[1:-1, 1:-1] = 0
        return "edge" if (seen & rim).any() else "joined"


def _is_inside(quad: Points, shape: tuple[int, ...]) -> bool:
    """True if it ends before the picture does: else it is cut off, or another ground."""
    return bool((quad > _EDGE_PX).all() and (quad < np.array(shape[::-1]) - 1 - _EDGE_PX).all())


def _same_way_up(poses: list[Points], plane: Points, size_mm: tuple[float, float]) -> list[Points]:
    """The poses with upper edges to one side: the upper one in the picture, or else the left one."""
    if not poses:
        return []
    ups = np.array([-pose[:2, 1] for pose in poses])
    ups *= np.where(ups @ ups[0] < 0, -1, 1)[:, None]
    usual = np.median(ups, axis=0)
    middle = poses[0][:2] @ [size_mm[0] / 2, size_mm[1] / 2, 1]
    here, there = in_plane(np.array([middle, middle + 20 * usual]), np.linalg.inv(plane))
    to_upper = there - here
    if to_upper[1] > 0.01 * abs(to_upper[0]) or (abs(to_upper[1]) <= 0.01 * abs(to_upper[0]) and to_upper[0] > 0):
        usual = -usual
    return [pose if -pose[:2, 1] @ usual > 0 else turned(pose, size_mm) for pose in poses]


def turned(pose: Points, size_mm: tuple[float, float]) -> Points:
    """The card's place with its lower edge taken for the upper one."""
    return np.asarray(pose @ half_turn(size_mm))
