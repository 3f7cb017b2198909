"""
The plane in which cards of one size lie, by quadrilaterals that may be cards, and each card laid exactly in it.

A rim nearly of the ground's colour is hidden: then the card reaches farther than its outline. Lengths in mm and px.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from lucca_pi.vision.faces.ground import Mask, Points
from lucca_pi.vision.faces.prints import Floats
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


def plane_of(quads: Points, size_mm: tuple[float, float]) -> Points | None:
    """
    From pixels to millimetres (3, 3), in which most of the quadrilaterals are cards of that size; None for no plane.

    Fits the three values of perspective and shear and the scale that no single card knows well.
    """
    if not len(quads):
        return None
    fitted = _fitted(quads, np.array([*_starts(quads, size_mm)]), size_mm)
    tried = [not_mirrored(plane, quads[0]) for plane in fitted if _stretch(plane, quads.mean((0, 1))) < _STRETCH]
    return max(tried, key=lambda plane: are_cards(quads, plane, size_mm).sum(), default=None)


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


def _starts(quads: Points, size_mm: tuple[float, float]) -> Iterator[Points]:
    """The planes by single quadrilaterals, a few of all sizes."""
    areas = [float(cv2.contourArea(quad.astype(np.float32))) for quad in quads]
    for quad in quads[np.argsort(areas)[:: max(1, len(quads) // 8)]]:
        wide, high = size_mm if _is_upright(quad) else size_mm[::-1]
        card = rectangle(wide, high).astype(np.float32)
        yield np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), card), np.float64)


def upright(quad: Points) -> Points:
    """The corners with a narrow side first: a card's upper or lower edge."""
    return quad if _is_upright(quad) else np.roll(quad, 1, axis=0)


def _is_upright(quad: Points) -> bool:
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return bool(sides[0] + sides[2] < sides[1] + sides[3])


def _fitted(quads: Points, planes: Points, size_mm: tuple[float, float]) -> Points:
    """The planes after Gauss-Newton steps with weights: quadrilaterals that are no card count little; (n, 3, 3)."""
    steps = np.vstack([np.zeros(5), np.diag(_STEPS)])
    for _ in range(6):
        off = _lengths_off(in_plane(quads, _moved(planes[:, None], steps)[:, :, None]), size_mm)
        misfit = off[:, 0]
        slopes = ((off[:, 1:] - off[:, :1]) / _STEPS[:, None, None]).reshape(len(planes), 5, -1)
        weight = 1 / (1 + (np.abs(misfit).max(2, keepdims=True) / 0.04) ** 2) * np.ones_like(misfit)
        weighed = slopes * weight.reshape(len(planes), 1, -1)
        normal = weighed @ slopes.swapaxes(1, 2)
        stiff = 1e-9 * normal * np.eye(5) + 1e-12
        step = np.linalg.solve(normal + stiff, -weighed @ misfit.reshape(len(planes), -1, 1))[..., 0]
        planes = _moved(planes, np.where(np.isfinite(step).all(1, keepdims=True), step, 0))
    return planes


def _moved(planes: Points, by: Points) -> Points:
    """Planes with so much more perspective across and down, stretch, shear and scale, (..., 5)."""
    before, after = (np.broadcast_to(np.eye(3), (*by.shape[:-1], 3, 3)).copy() for _ in range(2))
    before[..., 2, :2] = by[..., :2]
    after[..., 0, 0] += by[..., 2]
    after[..., 0, 1] = by[..., 3]
    after[..., 1, 1] += by[..., 4]
    return np.asarray(after @ planes @ before)


def in_plane(points: Points, planes: Points) -> Points:
    """Points of a picture, (..., n, 2), in millimetres on planes, (..., 3, 3)."""
    moved = points @ planes[..., :2].swapaxes(-1, -2) + planes[..., None, :, 2]
    return np.asarray(moved[..., :2] / moved[..., 2:])


def _lengths_off(flat: Points, size_mm: tuple[float, float]) -> Points:
    """The differences of sides and diagonals from a card's, as shares, (..., 6), of corners in mm, (..., 4, 2)."""
    sides, diagonals = _lengths(flat - flat[..., _NEXT_CORNER, :]), _lengths(flat[..., :2, :] - flat[..., 2:, :])
    wide, high = size_mm
    upright = (sides[..., 0] + sides[..., 2] < sides[..., 1] + sides[..., 3])[..., None]
    wanted = np.where(upright, [wide, high, wide, high], [high, wide, high, wide])
    off = np.concatenate([sides / wanted - 1, diagonals / np.hypot(wide, high) - 1], -1)
    return np.asarray(np.nan_to_num(off, nan=9.0, posinf=9.0, neginf=9.0), np.float64)


def _lengths(vectors: Points) -> Points:
    """The lengths of vectors; the last axis is of size 2."""
    squares = vectors * vectors
    return np.asarray(np.sqrt(squares[..., 0] + squares[..., 1]))


def are_cards(quads: Points, plane: Points, size_mm: tuple[float, float]) -> NDArray[np.bool_]:
    """True for each quadrilateral of the card's size in the plane."""
    return np.asarray(np.abs(_lengths_off(in_plane(quads, plane), size_mm)).max(-1) < _SIZE)


@dataclass(frozen=True, eq=False)
class CardPlane:
    """
    The plane in which cards of one size lie, as a picture shows it: `plane`, from pixels to millimetres, (3, 3).

    `far`: distance of each pixel from the ground. Poses lead from a card's millimetres to those of the plane,
    (n, 3, 3); corners of cards are (n, 4, 2).
    """

    plane: Points
    far: Floats
    size_mm: tuple[float, float]

    @cached_property
    def to_px(self) -> Points:
        """From millimetres in the plane to pixels, (3, 3)."""
        return np.linalg.inv(self.plane)

    def outlines(self, corners_px: Points) -> Points:
        """The corners by the edges in view, each side by itself, whatever the card's size."""
        poses = _poses_of(in_plane(corners_px, self.plane), self.size_mm)
        off, weight = (one.reshape(-1, 4, _SAMPLES) for one in self._edges(poses))
        points, normals = (one.reshape(4, _SAMPLES, 2) for one in _rim(self.size_mm))
        along, across = _sides(points, normals[:, 0], off, weight)
        pairs = np.stack([np.roll(along, 1, axis=1), along], 2), np.stack([np.roll(across, 1, axis=1), across], 2)
        return in_plane(np.linalg.solve(pairs[0], pairs[1][..., None])[..., 0], self.to_px @ poses)

    def laid(self, corners_px: Points) -> Points:
        """
        The poses of cards, the way up with which the corners begin.

        Each side counts by how unlike the ground the card's rim is there.
        """
        poses = _poses_of(in_plane(corners_px, self.plane), self.size_mm)
        for _ in range(ROUNDS):
            poses = poses @ _steps(*self._edges(poses), self.size_mm)
        return poses

    def rims_seen(self, poses: Points) -> Points:
        """The share of each card's rim whose edge is seen in place; parts that touch a neighbour are left out."""
        off, weight = self._edges(poses)
        seen = ((np.abs(off) < 2 * _AGREED_MM) & (weight > 0)).sum(1)
        return np.asarray(seen / np.maximum((weight > 0).sum(1), _LEAST_RIM * off.shape[1]))

    def _edges(self, poses: Points) -> tuple[Points, Points]:
        """The distances out to the edges seen around each card's rim, and their weights: (n, places) both."""
        steps = np.arange(-_REACH_MM - _INSIDE_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM)
        at_px = self._outside(poses, steps).reshape(-1, len(steps), 2)
        seen = cv2.remap(self.far, at_px[..., 0], at_px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        off, level = _outermost(np.minimum(seen, 40.0), steps)
        return off.reshape(len(poses), -1), np.clip(level / _FAINT - 1, 0, 4).reshape(len(poses), -1)

    def _outside(self, poses: Points, steps_mm: Points) -> Floats:
        """Places in pixels at these distances outside each card's sides: (n, places, steps, 2)."""
        points, normals = _rim(self.size_mm)
        places = (points[:, None] + normals[:, None] * steps_mm[None, :, None]).reshape(-1, 2)
        at_px = in_plane(places, self.to_px @ poses).astype(np.float32)
        return at_px.reshape(len(poses), len(points), len(steps_mm), 2)

    def corners_px(self, poses: Points, around_mm: float = 0.0) -> Points:
        """The corners of cards with a margin, in the picture."""
        wide, high = (side + 2 * around_mm for side in self.size_mm)
        return in_plane(rectangle(wide, high) - around_mm, self.to_px @ poses)

    def mask(self, poses: Points, around_mm: float = 0.0) -> Mask:
        """The mask of cards with a margin: 1 for their pixels."""
        mask = np.zeros(self.far.shape, np.uint8)
        for corners in np.round(self.corners_px(poses, around_mm)).astype(np.int32):
            cv2.fillConvexPoly(mask, corners, (1,))
        return mask

    def are_rims_hidden(self, poses: Points, light: Floats, *, strictly: bool = False) -> bool:
        """
        True if most cards reach farther than their outlines, on the same side of each.

        `light`: the log lightness of each pixel. `strictly`: also if anything shows close beside the cards, as their
        shadow would.
        """
        bare = self.far[self.mask(poses, _AROUND_MM) == 0][::4]
        if len(bare) < _SAMPLES:
            return False
        ground, every = float(np.median(bare)), self.mask(poses, _ROOM_MM)
        others = [every * (1 - self.mask(pose[None], _OWN_MM)) for pose in poses]

        def beside(steps_mm: Points, values: Floats) -> Floats:
            at_px = self._outside(poses, steps_mm)
            return np.array([_beside(at, values, taken) for at, taken in zip(at_px, others, strict=True)])

        usual, near = _usual(_usual(beside(_OUTSIDE_MM, self.far), 2), 0), beside(_NEAR_MM, self.far)
        near[..., :-_SHADOW][np.isnan(near[..., _SHADOW:])] = np.nan
        rim = _usual(_usual(near[..., :-_SHADOW], 0), 1)
        rises = rim - np.fmin.accumulate(rim, axis=1)
        seen = np.nanmax(usual, initial=0.0), np.nanmax(rim[:, _CLOSE], initial=0.0) if strictly else 0.0
        if max(seen) > _HIDDEN * ground or np.nanmax(rises, initial=0.0) > _RISES * ground:
            return True
        next_to, varied = (np.array([*map(_varies, beside(steps, light))]) for steps in (_NEXT_MM, _FARTHER_MM))
        return bool(_usual(next_to, 0) < _PLAINER * _usual(varied, 0))


def _sides(points: Points, normals: Points, off: Points, weight: Points) -> tuple[Points, Points]:
    """
    The lines of cards' sides through most of their edges; their expected places if none is seen.

    `points`: (4, places, 2), `normals`: (4, 2), `off` and `weight`: (n, 4, places). For each side a direction out of
    the card, (n, 4, 2), and how far along it the line is, (n, 4).
    """
    along, middles = normals @ np.array([[0, 1], [-1, 0]]), points.mean(1)
    at = ((points - middles[:, None]) * along[:, None]).sum(2)
    shift = slope = np.zeros((*off.shape[:2], 1))
    for _ in range(5):
        counted = weight / (1 + ((off - shift - slope * at) / _AGREED_MM) ** 2) + 1e-6
        shift = (counted * (off - slope * at)).sum(2, keepdims=True) / counted.sum(2, keepdims=True)
        slope = (counted * at * (off - shift)).sum(2, keepdims=True) / ((counted * at * at).sum(2, keepdims=True) + 1)
    turned = normals - slope * along
    turned /= _lengths(turned)[..., None]
    return turned, np.asarray(((middles + normals * shift) * turned).sum(2))


def _poses_of(corners_mm: Points, size_mm: tuple[float, float]) -> Points:
    """The cards whose corners are nearest to these, without stretching them."""
    card = rectangle(*size_mm)
    middles, own = corners_mm.mean(1), card.mean(0)
    a, b = corners_mm - middles[:, None], card - own
    turns = np.arctan2((b[:, 0] * a[..., 1] - b[:, 1] * a[..., 0]).sum(1), (a * b).sum((1, 2)))
    return _turned(turns, own, middles)


def _turned(turns: Points, about: Points, onto: Points) -> Points:
    """The motions (n, 3, 3) that turn about a place, by so many radians, and take that place onto others, (n, 2)."""
    motions = np.broadcast_to(np.eye(3), (len(turns), 3, 3)).copy()
    motions[:, 0, 0] = motions[:, 1, 1] = np.cos(turns)
    motions[:, 1, 0] = np.sin(turns)
    motions[:, 0, 1] = -motions[:, 1, 0]
    motions[:, :2, 2] = onto - motions[:, :2, :2] @ about
    return motions


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
    middle = inside // 2 - 1, inside // 2
    ordered = np.partition(sliding_window_view(seen, inside, axis=1)[:, :-1], middle, axis=2)
    level = (ordered[..., middle[0]] + ordered[..., middle[1]]) / 2
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


def _steps(off: Points, weight: Points, size_mm: tuple[float, float]) -> Points:
    """The shifts and turns about the middle that bring rims to the edges seen; outliers count less."""
    (points, normals), middle = _rim(size_mm), np.array(size_mm) / 2
    around = points - middle
    slopes = np.stack([normals[:, 0], normals[:, 1], normals[:, 1] * around[:, 0] - normals[:, 0] * around[:, 1]], 1)
    moves: Points = np.zeros((len(off), 3))
    for _ in range(4):
        counted = weight / (1 + ((off - moves @ slopes.T) / _AGREED_MM) ** 2)
        normal = (counted[:, None] * slopes.T) @ slopes + np.diag([1e-3, 1e-3, 1.0])
        moves = np.linalg.solve(normal, ((counted * off) @ slopes)[..., None])[..., 0]
    return _turned(moves[:, 2], middle, middle + moves[:, :2])


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
