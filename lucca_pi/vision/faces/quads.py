"""Quadrilaterals in a mask, those that are cards of one size in one plane, and their rows. In mm and px."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.ground import Mask
from lucca_pi.vision.plane import rectangle

Points = NDArray[np.floating[Any]]
_SPECK = 0.002
"""Least share of the picture of a card."""
_OPENINGS_PX = (15, 27)
"""Widths of bridges between two pieces that are cut, until quadrilaterals are left."""
ROUNDS = 4
"""Rounds in which four lines are fitted to an outline."""
_ON_THE_LINE_PX = 2.0
"""Largest distance of an outline's point from its line."""
_STRAIGHT = 0.8
"""Least share of an outline on its four lines."""
_FULL = (0.94, 1.06)
"""Smallest and largest area of a piece over that of its quadrilateral."""
_SIZE = 0.07
"""Largest difference of a quadrilateral from the card's size, as a share, in the plane."""
_STRETCH = 1.25
"""
Largest stretch of a plane in the picture, as at 37 degrees.

Else rows of cards that touch, and prints whose rims are like the ground, would be taken for cards.
"""
_LONG, _LARGE, _FILLING = 1.85, 0.15, 0.85
"""Ratio of sides, and share of the picture, above which a piece is several cards; least part of its rectangle."""
_Line = tuple[Points, Points]
"""A point, and a direction of length 1."""
_STEPS = np.array([1e-6, 1e-6, 1e-4, 1e-4, 1e-4])
"""Steps of the five values by which a plane's fit is differentiated."""
_NEXT_CORNER = [1, 2, 3, 0]
"""The corner after each, around a quadrilateral."""
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


def quads_in(mask: Mask) -> list[Points]:
    """Quadrilaterals among the pieces of a mask, (4, 2) each; other pieces are cut where they are narrow."""
    return [quad for piece in _pieces(mask, mask.size) for quad in _parts(piece, mask)]


def _pieces(mask: Mask, picture_px: int) -> Iterator[NDArray[np.int32]]:
    """The outlines of all pieces that are large enough for a card."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return (np.asarray(one, np.int32) for one in contours if cv2.contourArea(one) > _SPECK * picture_px)


def are_joined(mask: Mask) -> bool:
    """True if there are straight-sided pieces too long, or too large, for a card: cards that lie too close."""
    for contour in _pieces(mask, mask.size):
        _middle, sides, _turn = cv2.minAreaRect(contour)
        is_long = max(sides) > _LONG * min(sides) or max(sides) * min(sides) > _LARGE * mask.size
        is_row = is_long and cv2.contourArea(contour) > _FILLING * max(1.0, sides[0] * sides[1])
        if is_row and max(sides) < 0.97 * max(mask.shape):
            return True
    return False


def _parts(contour: NDArray[np.int32], mask: Mask) -> list[Points]:
    """The piece itself as a quadrilateral, or those that it falls into where it is cut; none if one part is another."""
    if (whole := _quadrilateral(contour)) is not None:
        return [whole]
    x, y, wide, high = cv2.boundingRect(contour)
    alone = cv2.drawContours(np.zeros((high, wide), np.uint8), [contour - [x, y]], -1, (1,), cv2.FILLED)
    for side in _OPENINGS_PX:
        opened = cv2.morphologyEx(alone, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        pieces = _pieces(np.asarray(opened, np.uint8), mask.size)
        parts = [_quadrilateral(one + np.array([x, y], np.int32)) for one in pieces]
        quads = [part for part in parts if part is not None]
        if quads and len(quads) == len(parts):
            return quads
    return []


def _quadrilateral(contour: NDArray[np.int32]) -> Points | None:
    """The corners of an outline of four straight lines, from the one nearest the upper left, clockwise."""
    points = contour.reshape(-1, 2).astype(np.float64)
    corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(contour)), np.float64)
    for _ in range(ROUNDS):
        lines = [line for side in range(4) if (line := _line(points, corners, side))]
        if len(lines) < 4:
            return None
        found = [one for side in range(4) if (one := _crossing(lines[side - 1], lines[side])) is not None]
        if len(found) < 4:
            return None
        corners = np.array(found)
    off = np.abs([_across(points - start, along) for start, along in lines])
    on_it = (off.min(axis=0) < _ON_THE_LINE_PX).mean()
    share = cv2.contourArea(contour) / max(1.0, float(cv2.contourArea(corners.astype(np.float32))))
    return _in_order(corners) if on_it >= _STRAIGHT and _FULL[0] < share < _FULL[1] else None


def _line(points: Points, corners: Points, side: int) -> _Line | None:
    """The line along a side, by the points that are nearest to it, without those near the corners."""
    start, end = corners[side], corners[(side + 1) % 4]
    length = float(np.linalg.norm(end - start))
    if length < 5:
        return None
    along = (end - start) / length
    at, off = (points - start) @ along, np.abs(_across(points - start, along))
    near = points[(at > 0.08 * length) & (at < 0.92 * length) & (off < 0.1 * length + 2)]
    if len(near) < 8:
        return None
    x, y, px, py = cv2.fitLine(near.astype(np.float32), cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel().tolist()
    return np.array([px, py]), np.array([x, y])


def _across(vectors: Points, along: Points) -> Points:
    """The lengths of vectors across a direction."""
    return np.asarray(vectors[:, 0] * along[1] - vectors[:, 1] * along[0])


def _crossing(one: _Line, other: _Line) -> Points | None:
    """The point where two lines cross; None if they are nearly parallel."""
    sides = np.stack([one[1], -other[1]], 1)
    if abs(np.linalg.det(sides)) < 0.3:
        return None
    return np.asarray(one[0] + one[1] * np.linalg.solve(sides, other[0] - one[0])[0])


def _in_order(corners: Points) -> Points:
    """Clockwise in the picture, from the upper left."""
    middle = corners.mean(0)
    turn = np.arctan2(*(corners - middle).T[::-1])
    ordered = corners[np.argsort(turn)]
    first = int(np.argmin(ordered.sum(1)))
    return np.roll(ordered, -first, axis=0)


def plane_of(quads: Sequence[Points], size_mm: tuple[float, float]) -> Points | None:
    """
    From pixels to millimetres (3, 3), in which most of the quadrilaterals are cards of that size; None for no plane.

    Fits the three values of perspective and shear and the scale that no single card knows well.
    """
    if not quads:
        return None
    fitted = [_fitted(np.array(quads), start, size_mm) for start in _starts(quads, size_mm)]
    tried = [not_mirrored(plane, quads[0]) for plane in fitted if _stretch(plane, np.mean(quads, (0, 1))) < _STRETCH]
    if not tried:
        return None
    return max(tried, key=lambda plane: (_misfits(np.array(quads), plane, size_mm) < _SIZE).sum())


def _stretch(plane: Points, middle_px: Points) -> float:
    """The ratio of a pixel's longest to its shortest length on the plane, at that place."""
    x, y, w = plane @ [*middle_px, 1]
    slopes = (plane[:2, :2] - np.outer([x / w, y / w], plane[2, :2])) / w
    longest, shortest = np.linalg.svd(slopes, compute_uv=False)
    return float(longest / max(shortest, 1e-12))


def not_mirrored(plane: Points, quad: Points) -> Points:
    """The plane, mirrored if it mirrors the quadrilateral: lengths fit either way."""
    areas = [cv2.contourArea(one.astype(np.float32), oriented=True) for one in (quad, in_plane(quad, plane))]
    return plane if areas[0] * areas[1] > 0 else np.diag([-1.0, 1.0, 1.0]) @ plane


def _starts(quads: Sequence[Points], size_mm: tuple[float, float]) -> Iterator[Points]:
    """The planes by single quadrilaterals, a few of all sizes."""
    areas = [float(cv2.contourArea(quad.astype(np.float32))) for quad in quads]
    for which in np.argsort(areas)[:: max(1, len(quads) // 8)]:
        quad = quads[int(which)]
        wide, high = size_mm if _is_upright(quad) else size_mm[::-1]
        card = rectangle(wide, high).astype(np.float32)
        yield np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), card), np.float64)


def upright(quad: Points) -> Points:
    """The corners with a narrow side first: a card's upper or lower edge."""
    return quad if _is_upright(quad) else np.roll(quad, 1, axis=0)


def _is_upright(quad: Points) -> bool:
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return bool(sides[0] + sides[2] < sides[1] + sides[3])


def _fitted(quads: Points, plane: Points, size_mm: tuple[float, float]) -> Points:
    """The plane after Gauss-Newton steps with weights: quadrilaterals that are no card count little."""
    for _ in range(6):
        planes = [plane, *(_moved(plane, by) for by in np.diag(_STEPS))]
        flat_quads = np.concatenate([in_plane(quads, one) for one in planes])  # at once: these are most of the work
        misfit, *beside = _lengths_off(flat_quads, size_mm).reshape(len(planes), len(quads), -1)
        slopes = np.stack([(off - misfit) / step for off, step in zip(beside, _STEPS, strict=True)])
        weight = 1 / (1 + (np.abs(misfit).max(1, keepdims=True) / 0.04) ** 2) * np.ones_like(misfit)
        flat, weights = slopes.reshape(5, -1), weight.ravel()
        normal = (flat * weights) @ flat.T
        step = np.linalg.solve(normal + 1e-9 * np.diag(np.diag(normal)) + 1e-12, -(flat * weights) @ misfit.ravel())
        if not np.isfinite(step).all():
            break
        plane = _moved(plane, step)
    return plane


def _moved(plane: Points, by: Points) -> Points:
    """The plane with so much more perspective across and down, stretch, shear and scale."""
    change = np.array([[1 + by[2], by[3], 0], [0, 1 + by[4], 0], [0, 0, 1]])
    return np.asarray(change @ plane @ np.array([[1, 0, 0], [0, 1, 0], [by[0], by[1], 1]]))


def in_plane(points: Points, plane: Points) -> Points:
    """Points of a picture in millimetres, the last axis of size 2."""
    flat = points.reshape(-1, 1, 2).astype(np.float64)
    moved = np.asarray(cv2.perspectiveTransform(flat, plane), np.float64)
    return np.reshape(moved, points.shape)


def _lengths_off(flat: Points, size_mm: tuple[float, float]) -> Points:
    """The differences of sides and diagonals from a card's, as shares: (n, 6), of corners in millimetres (n, 4, 2)."""
    sides, diagonals = _lengths(flat - flat[:, _NEXT_CORNER]), _lengths(flat[:, :2] - flat[:, 2:])
    wide, high = size_mm
    upright = (sides[:, 0] + sides[:, 2] < sides[:, 1] + sides[:, 3])[:, None]
    wanted = np.where(upright, [[wide, high, wide, high]], [[high, wide, high, wide]])
    off = np.concatenate([sides / wanted - 1, diagonals / np.hypot(wide, high) - 1], 1)
    return np.asarray(np.nan_to_num(off, nan=9.0, posinf=9.0, neginf=9.0), np.float64)


def _lengths(vectors: Points) -> Points:
    """The lengths of vectors; the last axis is of size 2."""
    squares = vectors * vectors
    return np.asarray(np.sqrt(squares[..., 0] + squares[..., 1]))


def _misfits(quads: Points, plane: Points, size_mm: tuple[float, float]) -> Points:
    return np.asarray(np.abs(_lengths_off(in_plane(quads, plane), size_mm)).max(1))


def are_cards(quads: Sequence[Points], plane: Points, size_mm: tuple[float, float]) -> list[bool]:
    """True for each quadrilateral of the card's size in the plane."""
    return [bool(one < _SIZE) for one in _misfits(np.array(quads), plane, size_mm)] if quads else []


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A place in the rows, from 0; `which` card is there, None for an empty place; its middle in mm."""

    row: int
    column: int
    which: int | None
    middle_mm: Points


def row_places(poses: Sequence[Points], size_mm: tuple[float, float], others: Sequence[Points] = ()) -> list[RowPlace]:
    """
    The places in rows of cards with these poses, from the upper left with the cards upright, and of missing ones.

    `others`: middles of other things; one that continues the last row, or begins the next, has a place too.
    """
    if not poses:
        return []
    along = _along(poses)
    axes = np.stack([along, [-along[1], along[0]]], 1)
    middles = np.array([pose[:2] @ [size_mm[0] / 2, size_mm[1] / 2, 1] for pose in poses])
    rows = _rows((middles @ axes)[:, 1], size_mm[1])
    step_mm = _step(rows, (middles @ axes)[:, 0], size_mm[0])
    going_on = [one for one in others if _goes_on(one @ axes, middles @ axes, rows[-1], step_mm, size_mm[1])]
    every = np.array([*middles, *going_on])
    across_mm, down_mm = (every @ axes).T
    rows = _rows(down_mm, size_mm[1])
    return [
        RowPlace(row, column, card if not steps and card < len(poses) else None, every[card] + along * step_mm * steps)
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


def _along(poses: Sequence[Points]) -> Points:
    """The direction of the rows: that of most cards' upper edges."""
    edges = np.array([pose[:2, 0] / np.linalg.norm(pose[:2, 0]) for pose in poses])
    middle = np.median(edges, axis=0)
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
