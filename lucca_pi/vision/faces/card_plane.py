"""
The plane in which cards of one size lie, by quadrilaterals that may be cards, and each card laid exactly in it.

A rim nearly of the ground's colour is hidden: then the card reaches farther than its outline. Lengths in mm and px.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lucca_pi.vision.faces.ground import Floats, Mask, Points
from lucca_pi.vision.plane import rectangle

_SIZE = 0.07
"""Largest difference of a quadrilateral from the card's size, as a share, in the plane."""
_STRETCH = 1.25
"""
Largest stretch of a plane in the picture, as at 37 degrees.

Else rows of cards that touch, and prints whose rims are like the ground, would be taken for cards.
"""
_STEPS = np.array([1e-6, 1e-6, 1e-4, 1e-4, 1e-4])
"""Steps of the five values by which a plane's fit is differentiated."""
_NEXT_CORNER = [1, 2, 3, 0]
"""The corner after each, around a quadrilateral."""
_REACH_MM, _STEP_MM = 4.0, 0.25
"""Reach to both sides of its place in which an edge is sought, and the step."""
_INSIDE_MM = 2.0
"""Width of the rim that shows what the card is like."""
_SAMPLES = 24
"""Places along each side."""
_FAINT = 5.0
"""Spreads off the ground below which a rim hardly counts."""
_AGREED_MM = 0.5
"""Distance of an edge from the fit at which its weight is half."""
ROUNDS = 5
"""Rounds in which a card is laid."""
_LEAST_RIM = 0.55
"""Least share of a rim at the ground: a card may touch others with the rest."""
_Line = tuple[Points, float]
"""A direction out of the card, and how far along it the line is."""
_OUTSIDE_MM = np.arange(3.5, 8.6, 1.0)
"""Distances outside a card at which a rim or its shadow would show; a card's own shadow is narrower."""
_ROOM_MM, _OWN_MM, _AROUND_MM = 0.5, 1.5, 10.0
"""Distances from a card within which there is no ground for other cards, none for itself, and beyond which all is."""
_NEAR_MM = np.arange(0.5, 10.1, 0.5)
"""Distances outside a card at which its shadow or edge shows again, beyond a rim like the ground."""
_SHADOW = 8
"""Steps of `_NEAR_MM` before the next card in which that card's shadow may be."""
_CLOSE = slice(2, 6)
"""Steps of `_NEAR_MM` at which nothing may show once a coarser look has missed the rims."""
_RISES = 4.0
"""
Least rise of the distance from the ground beyond a hidden rim, in units of the usual variation there. On drawn pictures
1.2 at most around cards cut rightly, 9 and more around rims of 3 mm like the ground.
"""
_NEXT_MM, _FARTHER_MM = np.array([0.75, 1.0, 1.25]), np.array([12.0, 15.0, 18.0, 21.0])
"""Distances outside a card at which lightness is compared: on a rim, and on the ground."""
_PLAINER = 0.4
"""
Most variation of lightness along a rim of one of a pattern's colours, as a part of that on the ground.
On drawn gingham and rugs less than 0.1 along such rims, 0.87 and more beside cards cut rightly.
"""
_HIDDEN = 2.2
"""
A hidden rim's distance from the ground, in the ground's usual one: 1.3 at most around cards cut rightly, else 3.7.
"""


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


@dataclass(frozen=True, eq=False)
class CardPlane:
    """
    The plane in which cards of one size lie, as a picture shows it: `plane`, from pixels to millimetres, (3, 3).

    `far`: distance of each pixel from the ground. A pose leads from a card's millimetres to those of the plane, (3, 3).
    """

    plane: Points
    far: Floats
    size_mm: tuple[float, float]

    @cached_property
    def to_px(self) -> Points:
        """From millimetres in the plane to pixels, (3, 3)."""
        return np.linalg.inv(self.plane)

    def outline(self, corners_px: Points) -> Points:
        """The corners by the edges in view, each side by itself, whatever the card's size."""
        pose = _pose_of(in_plane(corners_px, self.plane), self.size_mm)
        points, normals, off, weight = self._edges(pose)
        lines = [_side(points[at], normals[at], off[at], weight[at]) for at in np.split(np.arange(len(points)), 4)]
        pairs = [(lines[at - 1], lines[at]) for at in range(4)]
        corners = np.array([np.linalg.solve(*map(np.array, zip(*both, strict=True))) for both in pairs])
        return in_plane(in_plane(corners, pose), self.to_px)

    def laid(self, corners_px: Points) -> Points:
        """
        The pose of a card, the way up with which the corners begin.

        Each side counts by how unlike the ground the card's rim is there.
        """
        pose = _pose_of(in_plane(corners_px, self.plane), self.size_mm)
        for _ in range(ROUNDS):
            pose = pose @ _step(*self._edges(pose), self.size_mm)
        return pose

    def rim_seen(self, pose: Points) -> float:
        """The share of a card's rim whose edge is seen in place; parts that touch a neighbour are left out."""
        _points, _normals, off, weight = self._edges(pose)
        at_ends = int((weight > 0).sum())
        return float(((np.abs(off) < 2 * _AGREED_MM) & (weight > 0)).sum() / max(at_ends, _LEAST_RIM * len(off)))

    def _edges(self, pose: Points) -> tuple[Points, Points, Points, Points]:
        """Places around the card's rim, outward directions, distances out to the edge seen, and their weights."""
        points, normals = _rim(self.size_mm)
        steps = np.arange(-_REACH_MM - _INSIDE_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM)
        at_px = self._outside(pose, steps).astype(np.float32)
        seen = cv2.remap(self.far, at_px[..., 0], at_px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        off, level = _outermost(np.minimum(seen, 40.0), steps)
        return points, normals, off, np.clip(level / _FAINT - 1, 0, 4)

    def _outside(self, pose: Points, steps_mm: Points) -> Points:
        """Places in pixels at these distances outside a card's sides: (4 x samples, steps, 2)."""
        points, normals = _rim(self.size_mm)
        return in_plane(in_plane(points[:, None] + normals[:, None] * steps_mm[None, :, None], pose), self.to_px)

    def corners_px(self, pose: Points, around_mm: float = 0.0) -> Points:
        """The corners of a card with a margin, in the picture: (4, 2)."""
        wide, high = (side + 2 * around_mm for side in self.size_mm)
        return in_plane(in_plane(rectangle(wide, high) - around_mm, pose), self.to_px)

    def mask(self, poses: Iterable[Points], around_mm: float = 0.0) -> Mask:
        """The mask of cards with a margin: 1 for their pixels."""
        mask = np.zeros(self.far.shape, np.uint8)
        for pose in poses:
            cv2.fillConvexPoly(mask, np.round(self.corners_px(pose, around_mm)).astype(np.int32), (1,))
        return mask

    def are_rims_hidden(self, poses: Sequence[Points], light: Floats, *, strictly: bool = False) -> bool:
        """
        True if most cards reach farther than their outlines, on the same side of each.

        `light`: the log lightness of each pixel. `strictly`: also if anything shows close beside the cards, as their
        shadow would.
        """
        bare = self.far[self.mask(poses, _AROUND_MM) == 0][::4]
        if len(bare) < _SAMPLES:
            return False
        ground, every = float(np.median(bare)), self.mask(poses, _ROOM_MM)
        around = [(pose, every * (1 - self.mask([pose], _OWN_MM))) for pose in poses]
        beside = np.array([_beside(self._outside(pose, _OUTSIDE_MM), self.far, taken) for pose, taken in around])
        usual = _usual(_usual(beside, 2), 0)
        near = np.array([_beside(self._outside(pose, _NEAR_MM), self.far, taken) for pose, taken in around])
        near[..., :-_SHADOW][np.isnan(near[..., _SHADOW:])] = np.nan
        rim = _usual(_usual(near[..., :-_SHADOW], 0), 1)
        rises = rim - np.fmin.accumulate(rim, axis=1)
        seen = np.nanmax(usual, initial=0.0), np.nanmax(rim[:, _CLOSE], initial=0.0) if strictly else 0.0
        if max(seen) > _HIDDEN * ground or np.nanmax(rises, initial=0.0) > _RISES * ground:
            return True
        next_to, varied = (
            np.array([_varies(_beside(self._outside(pose, steps), light, taken)) for pose, taken in around])
            for steps in (_NEXT_MM, _FARTHER_MM)
        )
        return bool(_usual(next_to, 0) < _PLAINER * _usual(varied, 0))


def _side(points: Points, normals: Points, off: Points, weight: Points) -> _Line:
    """The line of a side through most of its edges; its expected place if none is seen."""
    normal = normals[0]
    along = np.array([-normal[1], normal[0]])
    at = (points - points.mean(0)) @ along
    shift = slope = 0.0
    for _ in range(5):
        counted = weight / (1 + ((off - shift - slope * at) / _AGREED_MM) ** 2) + 1e-6
        shift = float(np.average(off - slope * at, weights=counted))
        slope = float((counted * at * (off - shift)).sum() / ((counted * at * at).sum() + 1.0))
    turned = normal - slope * along
    turned /= np.linalg.norm(turned)
    return turned, float((points.mean(0) + normal * shift) @ turned)


def _pose_of(corners_mm: Points, size_mm: tuple[float, float]) -> Points:
    """The card whose corners are nearest to these, without stretching it."""
    card = rectangle(*size_mm)
    middle, own = corners_mm.mean(0), card.mean(0)
    a, b = corners_mm - middle, card - own
    turn = np.arctan2((b[:, 0] * a[:, 1] - b[:, 1] * a[:, 0]).sum(), (a * b).sum())
    return _turned(turn, own, middle)


def _turned(turn: float, about: Points, onto: Points) -> Points:
    """The motion (3, 3) that turns about a place, by that many radians, and takes that place onto another."""
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = onto - rotation @ about
    return np.array([[*rotation[0], shift[0]], [*rotation[1], shift[1]], [0, 0, 1]])


@cache
def _rim(size_mm: tuple[float, float]) -> tuple[Points, Points]:
    """Places around a card, side by side from the upper one, clockwise, and outward directions: (n, 2), in mm."""
    wide, high = size_mm
    share = np.linspace(0.07, 0.93, _SAMPLES)
    zero, ones = np.zeros(_SAMPLES), np.ones(_SAMPLES)
    sides = [(share * wide, zero), (wide * ones, share * high), (share * wide, high * ones), (zero, share * high)]
    out = [(zero, -ones), (ones, zero), (zero, ones), (-ones, zero)]
    return np.concatenate([np.stack(one, 1) for one in sides]), np.concatenate([np.stack(one, 1) for one in out])


def _outermost(seen: Floats, steps: Points) -> tuple[Points, Points]:
    """The places at which each profile, from outside, first reaches half its level inside, and those levels."""
    inside = round(_INSIDE_MM / _STEP_MM)
    level = np.median(sliding_window_view(seen, inside, axis=1)[:, :-1], axis=2)
    profile, places = seen[:, inside:], steps[inside:]
    base = np.minimum(np.median(seen[:, -inside:], axis=1), 3.0)[:, None]
    above = (profile > (level + base) / 2) & (level > _FAINT)
    found = above.any(1)
    last = profile.shape[1] - 1 - above[:, ::-1].argmax(1)
    rows = np.arange(len(seen))
    after = np.minimum(last + 1, profile.shape[1] - 1)
    half = (level[rows, last] + base[:, 0]) / 2
    here, there = profile[rows, last], profile[rows, after]
    part = np.clip((here - half) / np.maximum(here - there, 1e-3), 0, 1)
    off = places[last] + part * _STEP_MM
    return np.where(found, off, 0.0), np.where(found & (last < profile.shape[1] - 1), level[rows, last], 0.0)


def _step(points: Points, normals: Points, off: Points, weight: Points, size_mm: tuple[float, float]) -> Points:
    """The shift and turn about the middle that bring the rim to the edges seen; outliers count less."""
    around = points - np.array(size_mm) / 2
    slopes = np.stack([normals[:, 0], normals[:, 1], normals[:, 1] * around[:, 0] - normals[:, 0] * around[:, 1]], 1)
    move: Points = np.zeros(3)
    for _ in range(4):
        counted = weight / (1 + ((off - slopes @ move) / _AGREED_MM) ** 2)
        normal = (slopes * counted[:, None]).T @ slopes + np.diag([1e-3, 1e-3, 1.0])
        move = np.linalg.solve(normal, (slopes * counted[:, None]).T @ off)
    middle = np.array(size_mm) / 2
    return _turned(move[2], middle, middle + move[:2])


def _varies(beside: Floats) -> float:
    """The usual variation of lightness along a card's sides, over steps outwards."""
    seen = [along[~np.isnan(along)] for side in beside for along in side.T]
    spreads = [float(np.std(along)) for along in seen if len(along) > _SAMPLES // 2]
    return float(np.median(spreads)) if spreads else np.nan


def _usual(values: Floats, axis: int) -> Floats:
    """The median without NaN, as `numpy.nanmedian`, but without its warning for NaN alone."""
    ordered = np.sort(values, axis=axis)
    count = (~np.isnan(values)).sum(axis=axis, keepdims=True)
    return np.asarray(np.take_along_axis(ordered, np.maximum(count - 1, 0) // 2, axis).squeeze(axis), np.float32)


def _beside(at_px: Points, values: Floats, taken: Mask) -> Floats:
    """The values outside each side, (4, samples, steps), NaN from the next card or the picture's edge on."""
    x, y = (np.ascontiguousarray(at_px[..., axis], np.float32) for axis in (0, 1))
    seen = cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    other = cv2.remap(taken, x, y, cv2.INTER_NEAREST, borderValue=(1,))
    free = np.maximum.accumulate(other, axis=1) == 0
    return np.where(free, seen, np.nan).reshape(4, _SAMPLES, at_px.shape[1]).astype(np.float32)
