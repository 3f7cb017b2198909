"""
Finds things unlike the bare ground, by another picture of it, and quadrilaterals among their outlines. Lengths in px.

If the camera has not moved between the two, each pixel is compared with the same one; else with the ground's colours,
in light that changes slowly from place to place.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.prints import LOGARITHMS, Floats
from lucca_pi.vision.picture import Colour

Mask = NDArray[np.uint8]
Values = NDArray[np.integer[Any] | np.floating[Any]]
_BLUR_PX = 1.2
"""Blur, standard deviation, before tones are compared."""
_LEAST = np.array([0.045, 0.03, 0.03], np.float32)
"""Spreads of lightness and of two hues, as logarithms, that noise alone has."""
_WIDEST = np.array([0.35, 0.12, 0.12], np.float32)
"""Largest spreads of lightness and of two hues over a ground."""
_FAR = 4.0
"""Spreads off the ground from which a pixel is not the ground."""
_SPECKS = 0.02
"""Largest share of a bare ground that is unlike the rest of it."""
ROUNDS = 5
"""Rounds in which the light over a picture is fitted."""
_HUES, _SAME_HUE = 0.35, 0.1
"""Most that light changes hues between two pictures, as logarithms; and most that pixels of one hue differ."""
_SMALLER = 1 / 4
"""Scale of the picture in which soft light is followed."""
_NEIGHBOURS, _AFAR = (0.012, 0.06), 0.01
"""Reaches of near and farther ground that gives light, in parts of the longer side; weight of the farther one."""
_FOLLOWED = 10
"""Steps in which light is followed: on drawn pictures with arms' shadows the tenth changed nothing any more."""
_LIKE_GROUND, _DARKEST = 2.5, -1.3
"""Spreads within which a pixel is surely ground; log lightness of the darkest shadow of an arm."""
_COLOURS = 8
"""Colours of a patterned ground: gingham has three, and their mixtures along the threads."""
_SHIFTS = np.linspace(-1, 1, 21).astype(np.float32)
"""Changes of exposure between two pictures, as logarithms, that are tried for a patterned ground."""
_CLOSED_PX, _OPENED_PX = 7, 9
"""Widest gaps that are closed, and threads that are cut, in the mask."""
Points = NDArray[np.floating[Any]]
_SPECK = 0.002
"""Least share of the picture of a card."""
_OPENINGS_PX = (15, 27)
"""Widths of bridges between two pieces that are cut, until quadrilaterals are left."""
_LINED = 4
"""Rounds in which four lines are fitted to an outline."""
_ON_THE_LINE_PX = 2.0
"""Largest distance of an outline's point from its line."""
_STRAIGHT = 0.8
"""Least share of an outline on its four lines."""
_FULL = (0.94, 1.06)
"""Smallest and largest area of a piece over that of its quadrilateral."""
_LONG, _LARGE, _FILLING = 1.85, 0.15, 0.85
"""Ratio of sides, and share of the picture, above which a piece is several cards; least part of its rectangle."""
_Line = tuple[Points, Points]
"""A point, and a direction of length 1."""


def ways_off_ground(picture: Colour, bare: Colour) -> Iterator[Iterable[Floats]]:
    """
    The differences of each pixel's `tones` from the ground's, in several ways, the quick ones, a list, first.

    Each pixel is compared with the same one or with the ground's usual colour; then also by the light beside it, and
    with several colours of the ground; then with evenly darker parts counted as shadow.
    """
    shown, ground = tones(picture), tones(bare)
    raw = [shown - ground] if shown.shape == ground.shape else []
    plain = [off - _planes(_shift(_few(off, 4))) for off in (*raw, shown - _lit(shown, ground))]
    yield plain
    every = [*plain, _off_palette(shown, ground)]
    yield (_evenly_lit(off) for off in every)
    yield (_evenly_lit(off, shadows=True) for off in every)


def _planes(tones: Floats) -> Floats:
    """Three tones as those of a whole picture."""
    return tones[:, None, None]


def _few(tones: Floats, step: int) -> Floats:
    """The tones of every so many pixels, each way: (3, n)."""
    return tones[:, ::step, ::step].reshape(3, -1)


def unlike_ground(off: Floats, least: float = 1.0) -> tuple[Floats, Mask]:
    """
    The distance of each pixel from the ground, by their differences `off` it, and the mask of those that are none:
    without threads and specks, its holes filled.

    `least`: share of `_LEAST` that noise has.
    """
    far = far_off(off, least)
    gap, thread = (np.ones((side, side), np.uint8) for side in (_CLOSED_PX, _OPENED_PX))
    closed = cv2.morphologyEx((far > _FAR).astype(np.uint8), cv2.MORPH_CLOSE, gap)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = cv2.drawContours(np.zeros_like(closed), contours, -1, (1,), cv2.FILLED)
    return far, np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, thread), np.uint8)


def is_bare(picture: Colour) -> bool:
    """True if a picture shows nothing but a ground."""
    shown = tones(picture)
    _far, mask = unlike_ground(shown - _lit(shown, shown))
    return float(mask.mean()) < _SPECKS


def tones(picture: Colour) -> Floats:
    """The lightness of each pixel and two hues, as logarithms: (3, rows, columns). Less light changes the first."""
    red, green, blue = cv2.split(cv2.LUT(cv2.GaussianBlur(picture, (0, 0), _BLUR_PX), LOGARITHMS))
    return np.array([(red + green + blue) / 3, red - green, blue - green], np.float32)


def far_off(off: Floats, least: float) -> Floats:
    """The distance from the ground over three tones, in spreads of the ground: (rows, columns)."""
    return _length(off / _planes(_spreads(off, least)))


def _length(tones: Floats) -> Floats:
    """The length over three tones."""
    return np.asarray(np.sqrt((tones * tones).sum(0)), np.float32)


def _spreads(off: Floats, least: float, step: int = 4) -> Floats:
    spread = np.array([_spread(tone) for tone in np.abs(_few(off, step))], np.float32)
    return np.asarray(np.clip(spread, _LEAST * least, _WIDEST), np.float32)


def _shift(off: Floats) -> Floats:
    """
    The change of light between two pictures, (3,), by the differences of some pixels from the ground, (3, n).

    That is the most frequent hue near the ground's, then the most frequent lightness of that hue: cards may be most of
    a picture, and more alike than the stitches of a dark cloth.
    """
    hues = np.array([_mode(tone[np.abs(tone) < _HUES]) for tone in off[1:]], np.float32)
    alike = (np.abs(off[1:] - hues[:, None]) < _SAME_HUE).all(0)
    return np.array([_mode(off[0, alike]), *hues], np.float32)


def _evenly_lit(off: Floats, *, shadows: bool = False) -> Floats:
    """
    The differences `off` the ground without light that changes softly, as beside a lamp.

    Pixels like the ground beside them are ground by another light; from there on the light is followed. `shadows`:
    evenly darker pixels of the ground's hues count as ground in the shadow of an arm.
    """
    small = _each(off, lambda tone: cv2.resize(tone, None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA))
    spread = _planes(_spreads(small, 1.0, step=1))
    kept = (np.abs(small) < _LIKE_GROUND * spread).all(0)
    if shadows:
        kept |= _in_shadow(small, spread)
    near, wide = (share * max(small.shape) for share in _NEIGHBOURS)
    light = np.zeros_like(small)
    for _ in range(_FOLLOWED):
        seen = np.array([*small * kept, kept], np.float32)
        sums = _each(seen, lambda one: cv2.GaussianBlur(one, (0, 0), near))
        sums += _AFAR * _each(seen, lambda one: cv2.GaussianBlur(one, (0, 0), wide))
        light = sums[:3] / np.maximum(sums[3], 1e-6)
        kept = _length((small - light) / spread) < _LIKE_GROUND
    return off - _each(light, lambda one: cv2.resize(one, off.shape[:0:-1], interpolation=cv2.INTER_LINEAR))


def _each(planes: Floats, change: Callable[[Floats], Values]) -> Floats:
    """The planes, each changed by itself."""
    return np.array([change(one) for one in planes], np.float32)


def _in_shadow(off: Floats, spread: Floats) -> NDArray[np.bool_]:
    """Pixels of the ground's hues that are darker, and as even as the ground."""
    light = off[0]
    mean, squares = cv2.blur(light, (5, 5)), cv2.blur(light * light, (5, 5))
    is_even = np.sqrt(np.maximum(squares - mean * mean, 0)) < spread[0]
    is_hue = (np.abs(off[1:]) < _LIKE_GROUND * spread[1:]).all(0)
    return np.asarray(is_hue & (light < 0) & (light > _DARKEST) & is_even)


def _off_palette(shown: Floats, ground: Floats) -> Floats:
    """The differences from the nearest of the ground's colours, in `_LEAST` spreads, for patterned grounds."""
    colours, spreads = _palette(ground)
    terms, values = _terms(*shown[0, ::8, ::8].shape), _few(shown, 8)
    light = np.zeros((3, len(terms)), np.float32)
    lighter = np.array([_SHIFTS, 0 * _SHIFTS, 0 * _SHIFTS]).T[:, :, None]
    shares = [(_nearest(values - shift, colours, spreads)[1] < _LIKE_GROUND).mean() for shift in lighter]
    light[0, 0] = _SHIFTS[int(np.argmax(shares))]
    for _ in range(ROUNDS):
        which, far = _nearest(values - light @ terms, colours, spreads)
        kept = far < _LIKE_GROUND
        if kept.sum() < 100:
            break
        light = _fitted(terms[:, kept], values[:, kept] - colours.T[:, which[kept]])
    lit = (shown - _light_over(shown.shape, light)).reshape(3, -1)
    which, _far = _nearest(lit, colours, spreads)
    off = (lit - colours.T[:, which]) / spreads.T[:, which] * _LEAST[:, None]
    return np.asarray(off.reshape(shown.shape), np.float32)


def _nearest(values: Floats, colours: Floats, spreads: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The number of the nearest colour to each value, (3, n), and its distance in spreads."""
    best = np.full(values.shape[1], np.inf, np.float32)
    which = np.zeros(len(best), np.intp)
    for at, (colour, spread) in enumerate(zip(colours, spreads, strict=True)):
        far = (((values - colour[:, None]) / spread[:, None]) ** 2).sum(0)
        nearer = far < best
        best[nearer], which[nearer] = far[nearer], at
    return which, np.asarray(np.sqrt(best), np.float32)


def _palette(ground: Floats) -> tuple[Floats, Floats]:
    """The usual colours of a ground, and their spreads: (n, 3) both."""
    values = np.ascontiguousarray(_few(ground, 8).T)
    by_light = (np.argsort(np.argsort(values[:, 0])) * _COLOURS // len(values)).astype(np.int32)[:, None]
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1e-3)
    _far, labels, colours = cv2.kmeans(values, _COLOURS, by_light, criteria, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    which = np.asarray(labels)[:, 0]
    spreads = np.array([values[which == at].std(0) if (which == at).any() else _LEAST for at in range(_COLOURS)])
    return np.asarray(colours, np.float32), np.clip(spreads, _LEAST, _WIDEST / 2).astype(np.float32)


def _mode(values: Floats, bins: int = 400) -> float:
    """The most frequent value."""
    counts, edges = np.histogram(values, bins=bins, range=(-3, 3))
    smooth = np.convolve(counts, np.hanning(9), mode="same")
    at = int(smooth.argmax())
    return float(edges[at] + edges[at + 1]) / 2


def _spread(off: Floats) -> float:
    """The spread around the mode, from the width of its peak: cards far from it do not count."""
    counts, edges = np.histogram(off, bins=300, range=(0, 1.5))
    smooth = np.convolve(counts, np.ones(3) / 3, mode="same")
    below = np.flatnonzero(smooth < smooth[:3].max() / 2)
    return float(edges[below[0] + 1]) / 1.18 if len(below) else float(_WIDEST[0])


def _lit(shown: Floats, ground: Floats) -> Floats:
    """The ground's usual tones as the light over `shown` makes them: a square function of the place."""
    few = _few(ground, 4)
    usual = np.median(few, 1, keepdims=True)
    terms, values = _terms(*shown[0, ::4, ::4].shape), _few(shown, 4)
    spread = np.clip(1.5 * np.median(np.abs(few - usual), 1), 2 * _LEAST, _WIDEST)[:, None]
    light = np.zeros((3, len(terms)), np.float32)
    light[:, 0] = usual[:, 0] + _shift(values - usual)
    for _ in range(ROUNDS):
        kept = (np.abs(values - light @ terms) < 2.5 * spread).all(0)
        if kept.sum() < 100:
            break
        light = _fitted(terms[:, kept], values[:, kept])
    return _light_over(shown.shape, light)


def _fitted(terms: Floats, values: Floats) -> Floats:
    """
    The square function nearest to the values, (3, terms), by the normal equations; the smallest one if the places do
    not tell, as where ground is in sight along one line alone.
    """
    exact = terms.astype(np.float64)
    return np.asarray(np.linalg.lstsq(exact @ exact.T, exact @ values.T, rcond=None)[0].T, np.float32)


def _light_over(shape: tuple[int, ...], light: Floats) -> Floats:
    """The tones that a square function gives, as `light @ _terms`, without all its terms: (3, rows, columns)."""
    y, x = (np.arange(many, dtype=np.float32)[:, None] / many - 0.5 for many in shape[1:])
    planes = [
        (one + to_y * y + yy * y * y) + (to_x + xy * y) * x.T + xx * (x * x).T for one, to_x, to_y, xx, xy, yy in light
    ]
    return np.array(planes, np.float32)


def _terms(rows: int, columns: int) -> Floats:
    """The six terms of a square function of the place, for each pixel: (6, n)."""
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x, y = x.ravel() / columns - 0.5, y.ravel() / rows - 0.5
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])


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
    for _ in range(_LINED):
        lines = [line for side in range(4) if (line := _line(points, corners, side))]
        if len(lines) < 4:
            return None
        found = [one for side in range(4) if (one := _crossing(lines[side - 1], lines[side])) is not None]
        if len(found) < 4:
            return None
        before, corners = corners, np.array(found)
        if (before == corners).all():
            break
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
    (start, along), (beyond, aside) = one, other
    sine = along[0] * aside[1] - along[1] * aside[0]
    if abs(sine) < 0.3:
        return None
    gap = beyond - start
    return np.asarray(start + along * (gap[0] * aside[1] - gap[1] * aside[0]) / sine)


def _in_order(corners: Points) -> Points:
    """Clockwise in the picture, from the upper left."""
    middle = corners.mean(0)
    turn = np.arctan2(*(corners - middle).T[::-1])
    ordered = corners[np.argsort(turn)]
    first = int(np.argmin(ordered.sum(1)))
    return np.roll(ordered, -first, axis=0)
