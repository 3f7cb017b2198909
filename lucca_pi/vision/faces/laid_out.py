"""Finds cards laid out in rows on a ground that another picture shows bare, and places where a card was not found."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import cv2
import numpy as np

from lucca_pi.vision.faces.card_plane import CardPlane, are_cards, in_plane, plane_of, upright
from lucca_pi.vision.faces.ground import (
    Mask,
    Points,
    are_joined,
    far_off,
    quads_in,
    tones,
    unlike_ground,
    ways_off_ground,
)
from lucca_pi.vision.faces.laying import half_turn, shift
from lucca_pi.vision.faces.prints import Floats
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
_NEXT_ROW = 0.5
"""Least distance down of a card in the next row, in card heights."""
_MISSING = 1.55
"""Least distance between two neighbouring cards, in steps, at which a card is missing between them."""
_APART = 0.7
"""Steps by which a row must begin or end inside the other rows to lack a card there."""
_BESIDE, _BELOW = 0.35, (0.8, 1.7)
"""Largest distance down of a place in the last row, and smallest and largest in the next row, in card heights."""
_ASIDE = 0.5
"""Largest distance of a place from the columns, in steps."""


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


@dataclass(frozen=True, slots=True)
class _RowPlace:
    """A place in the rows, from 0; `which` card is there, None for an empty place; its middle in mm."""

    row: int
    column: int
    which: int | None
    middle_mm: Points


def laid_out(picture: Colour, bare: Colour, size_mm: tuple[float, float]) -> LaidOut:
    """
    The cards in the picture, of any turn and tilted up to 25 degrees; taken as upright as the picture is.

    `bare`: the ground from the same place, or from the hand; `size_mm`: width and height of a card.
    """
    scale = min(1.0, _WORK_PX / max(picture.shape[:2]))
    small, ground = _scaled(picture, scale), _scaled(bare, scale)
    ways, light = ways_off_ground(small, ground), tones(small)[0]
    plain, hidden, is_crowded = [*next(ways)], False, False
    for least in _FAINTER:
        best = _most_found(plain, least, size_mm)
        while least == _FAINTER[0] and not best[0].is_all_taken and (more := next(ways, None)):
            best = max(best, _most_found(more, least, size_mm), key=_quality)
        seen, off = best
        far = far_off(off, _FAINTER[-1])
        if len(seen.poses):
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
    poses: Points

    @classmethod
    def of(cls, far: Floats, mask: Mask, size_mm: tuple[float, float]) -> "_CardsFound":
        quads = np.array([quad for quad in quads_in(mask) if _is_inside(quad, mask.shape)]).reshape(-1, 4, 2)
        to_mm = plane_of(quads, size_mm)
        if to_mm is None:
            return cls(mask, CardPlane(np.eye(3), far, size_mm), np.empty((0, 3, 3)))
        plane, are = CardPlane(to_mm, far, size_mm), are_cards(quads, to_mm, size_mm)
        cards = np.array([upright(quad) for quad in quads[are]]).reshape(-1, 4, 2)
        for _ in range(2):
            cards = plane.outlines(cards)
            plane = plane if (finer := plane_of(cards, size_mm)) is None else replace(plane, plane=finer)
        return cls(mask, plane, _same_way_up(plane.laid(cards), plane))

    @property
    def is_all_taken(self) -> bool:
        """True if cards were found, and nothing as large as a part of one is left over."""
        return len(self.poses) > 0 and not self._large(self._left_over(self.mask, self.poses)).any()

    @cached_property
    def rims_seen(self) -> float:
        """The share of the cards' rims that is seen where it should be."""
        return float(self.plane.rims_seen(self.poses).mean()) if len(self.poses) else 0.0

    def completed(self) -> "_CardsFound":
        """The cards found, with those that touch others: their rims are sought at places in the rows without a card."""
        poses = self.poses
        for _ in range(3):
            places = _row_places(poses, self.plane.size_mm, self._others(poses))
            more = [pose for spot in places for pose in self._guessed(spot, poses)]
            if not more:
                break
            poses = np.array([*poses, *more])
        return replace(self, poses=poses)

    def _guessed(self, spot: _RowPlace, poses: Points) -> Points:
        """The card at a place where no card was found, if its rim is seen there, and whole: (0 or 1, 3, 3)."""
        corners_px = self.plane.corners_px(_usual_poses(poses, [spot], self.plane.size_mm))
        if spot.which is not None or not _is_inside(corners_px, self.mask.shape):
            return poses[:0]
        found = self.plane.laid(corners_px)
        there = self.plane.mask(found)
        filled = float((self.mask & there).sum() / max(1, there.sum()))
        return found[self.plane.rims_seen(found) >= _RIM] if filled >= _FILLED else poses[:0]

    def _usual_px(self, poses: Points) -> float:
        """The usual area of a card in the picture."""
        areas = [float(cv2.contourArea(corners)) for corners in self.plane.corners_px(poses).astype(np.float32)]
        return float(np.median(areas or [np.inf]))

    def _laid_out(self, scale: float) -> LaidOut:
        every = _row_places(self.poses, self.plane.size_mm, self._others(self.poses))
        rest = self._left_over(self.mask, self.poses)
        crooked = {*np.flatnonzero(self.plane.rims_seen(self.poses) < _RIM).tolist()}  # cut wrongly
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
        empty = _usual_poses(self.poses, [spot for spot in every if spot.which is None], self.plane.size_mm)
        return LaidOut(tuple(cards), tuple(missing), cut_off=self._cut_off(rest, empty))

    def _cut_off(self, rest: Mask, named: Points) -> int:
        """The number of pieces at the picture's edge as large as a part of a card, beside the places that are named."""
        _count, labels, stats, _middles = cv2.connectedComponentsWithStats(self._left_over(rest, named))
        at_edge = {*np.concatenate([labels[[0, -1]].ravel(), labels[:, [0, -1]].ravel()]).tolist()} - {0}
        least, most = (share * self._usual_px(self.poses) for share in _CUT_OFF)
        return sum(least < stats[one, cv2.CC_STAT_AREA] < most for one in at_edge)

    def _joined(self) -> set[int | None]:
        """The cards that overlap another."""
        size_mm = self.plane.size_mm
        flat = in_plane(rectangle(*size_mm), self.poses).astype(np.float32)
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
        covered = [self.plane.mask(pose[None]) for pose in self.poses]
        return {which for which, card in enumerate(covered) if int(near[card > 0].sum()) > _TOUCHED * card.sum()}

    def _large(self, rest: Mask) -> Mask:
        """The left-over pieces as large as a part of a card."""
        count, labels, stats, _middles = cv2.connectedComponentsWithStats(rest)
        least = _LEFT_OVER * self._usual_px(self.poses)
        large = [one for one in range(1, count) if stats[one, cv2.CC_STAT_AREA] > least]
        return np.isin(labels, large).astype(np.uint8)

    def _others(self, poses: Points) -> Points:
        """Middles in the plane of left-over pieces as large as a card, or as two that overlap."""
        found = cv2.connectedComponentsWithStats(self._left_over(self.mask, poses))
        sizes, middles = found[2][1:, cv2.CC_STAT_AREA] / self._usual_px(poses), found[3][1:]
        least, most = _LIKE_CARDS
        return in_plane(np.asarray(middles, float)[(sizes > least) & (sizes < most)], self.plane.plane)

    def _left_over(self, mask: Mask, poses: Points) -> Mask:
        """The pixels of a mask that belong to no card at these places."""
        return mask * (1 - self.plane.mask(poses, _WIDER_MM))

    def _why(self, spot: _RowPlace, rest: Mask) -> _Why:
        """The reason why there is no card, by the pixels of its place."""
        seen = rest & self.plane.mask(_usual_poses(self.poses, [spot], self.plane.size_mm))
        if seen.sum() <= _LEFT_OVER * self._usual_px(self.poses):
            return "nothing"
        rim = np.ones_like(rest)
        rim[1:-1, 1:-1] = 0
        return "edge" if (seen & rim).any() else "joined"


def _is_inside(quad: Points, shape: tuple[int, ...]) -> bool:
    """True if it ends before the picture does: else it is cut off, or another ground."""
    return bool((quad > _EDGE_PX).all() and (quad < np.array(shape[::-1]) - 1 - _EDGE_PX).all())


def _usual_poses(poses: Points, spots: Sequence[_RowPlace], size_mm: tuple[float, float]) -> Points:
    """Cards at places in the rows, turned as most cards are."""
    usual = np.repeat(np.median(poses, axis=0)[None], len(spots), axis=0)
    for pose, spot in zip(usual, spots, strict=True):
        pose[:2, 2] = spot.middle_mm - pose[:2, :2] @ np.array(size_mm) / 2
    return usual


def _same_way_up(poses: Points, plane: CardPlane) -> Points:
    """The poses with upper edges to one side: the upper one in the picture, or else the left one."""
    if not len(poses):
        return poses
    ups = -poses[:, :2, 1]
    usual = np.median(ups * np.where(ups @ ups[0] < 0, -1, 1)[:, None], axis=0)
    wide, high = plane.size_mm
    middle = poses[0][:2] @ [wide / 2, high / 2, 1]
    here, there = in_plane(np.array([middle, middle + 20 * usual]), plane.to_px)
    to_upper = there - here
    if to_upper[1] > 0.01 * abs(to_upper[0]) or (abs(to_upper[1]) <= 0.01 * abs(to_upper[0]) and to_upper[0] > 0):
        usual = -usual
    return np.where((ups @ usual > 0)[:, None, None], poses, poses @ half_turn(plane.size_mm))


def _row_places(poses: Points, size_mm: tuple[float, float], others: Points) -> list[_RowPlace]:
    """
    The places in rows of cards with these poses, from the upper left with the cards upright, and of missing ones.

    `others`: middles of other things; one that continues the last row, or begins the next, has a place too.
    """
    if not len(poses):
        return []
    along = _along(poses)
    axes = np.stack([along, [-along[1], along[0]]], 1)
    middles = poses[:, :2] @ [size_mm[0] / 2, size_mm[1] / 2, 1]
    rows = _rows((middles @ axes)[:, 1], size_mm[1])
    step_mm = _step(rows, (middles @ axes)[:, 0], size_mm[0])
    going_on = [one for one in others if _goes_on(one @ axes, middles @ axes, rows[-1], step_mm, size_mm[1])]
    every = np.array([*middles, *going_on])
    across_mm, down_mm = (every @ axes).T
    rows = _rows(down_mm, size_mm[1])
    return [
        _RowPlace(row, column, card if not steps and card < len(poses) else None, every[card] + along * step_mm * steps)
        for row, cards in enumerate(rows)
        for column, (card, steps) in enumerate(_row(cards, across_mm, step_mm, may_end_early=row == len(rows) - 1))
    ]


def _goes_on(place: Points, cards: Points, last_row: list[int], step_mm: float, height_mm: float) -> bool:
    """True if a place, across and down, continues the last row, or begins one below."""
    across, down = place
    last_across, last_down = cards[last_row, 0].max(), cards[last_row, 1].mean()
    left, right = cards[:, 0].min() - _ASIDE * step_mm, cards[:, 0].max() + _ASIDE * step_mm
    is_row = len(last_row) == len(cards)
    off = (down - last_down) / height_mm
    is_beside = abs(off) < _BESIDE and across > last_across + _APART * step_mm
    is_below = _BELOW[0] < off < _BELOW[1]
    return bool((is_beside and (is_row or across < right)) or (is_below and left < across < right))


def _along(poses: Points) -> Points:
    """The direction of the rows: that of most cards' upper edges."""
    edges = poses[:, :2, 0]
    middle = np.median(edges / np.linalg.norm(edges, axis=1, keepdims=True), axis=0)
    return np.asarray(middle / max(1e-9, float(np.linalg.norm(middle))))


def _rows(down_mm: Points, height_mm: float) -> list[list[int]]:
    """The cards of each row, not in order."""
    rows: list[list[int]] = []
    for which in np.argsort(down_mm).tolist():
        if rows and down_mm[which] - np.mean([down_mm[one] for one in rows[-1]]) < _NEXT_ROW * height_mm:
            rows[-1].append(which)
        else:
            rows.append([which])
    return rows


def _step(rows: list[list[int]], across_mm: Points, width_mm: float) -> float:
    """The usual step from one card to the next."""
    steps = [step for row in rows for step in np.diff(np.sort(across_mm[row])).tolist() if step < 1.6 * width_mm]
    return float(np.median(steps)) if steps else 1.2 * width_mm


def _row(cards: list[int], across_mm: Points, step_mm: float, *, may_end_early: bool) -> Iterator[tuple[int, float]]:
    """The places of a row from the left, each so many steps to the right of a card: 0 for the card's own."""
    ordered = sorted(cards, key=lambda one: float(across_mm[one]))
    first, last = ordered[0], ordered[-1]
    before = _count((across_mm[first] - across_mm.min()) / step_mm)
    after = 0 if may_end_early else _count((across_mm.max() - across_mm[last]) / step_mm)
    yield from ((first, -back) for back in range(before, 0, -1))
    for one, following in pairwise(ordered):
        yield one, 0
        steps = float((across_mm[following] - across_mm[one]) / step_mm)
        missing = round(steps) - 1 if steps > _MISSING else 0
        yield from ((one, steps * part / (missing + 1)) for part in range(1, missing + 1))
    yield from ((last, on) for on in range(after + 1))


def _count(steps: float) -> int:
    """The number of cards missing from a row, by the steps it lacks."""
    return int(steps + 1 - _APART) if steps > _APART else 0
