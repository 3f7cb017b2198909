"""
Tokens without a code, found by their dark rims, whole, in parts, or hidden by light: flat ones, and towers of them.

Each area is first seen as from straight above, so that rims lie along its rows and columns; `towers` reads colours.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Area, Tokens
from lucca_pi.table.sighting import Sighting, Spot
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.towers import (
    DOTS_PER_MM,
    LINE_AT_MM,
    NO_PAINT,
    RIM,
    PaintRead,
    Paints,
    Tower,
    Values,
    light_of,
    lowest_column,
    paints_of,
    strips_of,
)

_OFF_MM = 4.5
"""Most difference of a token's side from its printed one: shadows, and towers nearer to the camera."""
_BRIGHT = 0.35
"""Relative brightness between rim (0) and paper (1) above which a pixel is a line or light paint."""
_WITHIN_MM = 2.0
"""Distance within a token's edge from which a dark part is its own, and not a neighbour's."""
_BELOW_MM = 14.0
"""Paper looked at below a tower, for a strip whose rim light has broken."""
_FAINT = 12.0
"""Grey values between rim and paper below which no token is recognised."""
_PAD = 6
"""Dots of paper around a part that is looked at."""
_AROUND_MM = 44.0
"""Distance within which the lightest part is paper."""
_DARK = 0.56
"""Light of rims and dark paint at most, as a share of the paper's around."""
_SCRAP_MM = 9.0
"""Smaller dark spots are ignored (print, crumbs)."""
_SHARD_MM = 2.0, 13.0
"""Least width and length of a dark part that light has left of a broken rim."""
_SHRUNK = 8
"""Factor by which the picture is smaller in which paper and reflections are looked for."""
_BLIND, _PAPER = 250, 215
"""Grey value from which the sensor is blinded, and from which paper itself is so light that it may be."""
_SMOOTH_MM, _NEARBY_MM = 30.0, 180.0
"""Wider than a token (30 mm) and than half of 180 mm: paper, not a reflection."""
_BLIND_MM, _FLAT_BLIND_MM = 16.0, 6.0
"""Least width of a reflection that hides a whole token, and that hides one of tokens side by side."""
_LIT = 180
"""Median grey below which white paper cannot saturate."""
_MENDED = 3
"""Widest break in a rim, dots, that is closed."""
_RING_MM = 8.0
"""Distance along a rim's sides, from their middles, that has to show."""
_RING = 0.2
"""Least difference of a rim from the line beside it, everywhere, as a share of the light from rim to paper."""
_NEARER = (1.0, 1.015, 1.03)
"""Factors by which a token looks wider that lies on a tower, nearer to the camera."""
_APART = 0.8
"""Least distance of two tokens of which nothing is covered, as a part of their side."""
_Box = tuple[tuple[float, float], tuple[float, float], float]
"""Middle, width and height in dots, and turn in degrees, 45 at most."""
_COARSE = 16
"""Dots between which the way into the picture counts as straight."""
_PAPER_NEARBY_MM = 90.0
"""Distance within which most of an area is paper."""


@dataclass(frozen=True, slots=True)
class _Level:
    """An area as seen from straight above: its light, and its colours."""

    area: Area
    grey: Grey
    colour: Colour

    def paper_at(self, place: complex) -> float:
        """The light of the paper around there: reflections are smaller."""
        reach, x, y = round(_PAPER_NEARBY_MM * DOTS_PER_MM), round(place.real), round(place.imag)
        nearby = self.grey[max(0, y - reach) : max(1, y + reach) : 8, max(0, x - reach) : max(1, x + reach) : 8]
        return float(np.percentile(nearby, 70))


def spots_in(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, seen: Sequence[Sighting]) -> tuple[Spot, ...]:
    """The tokens in a picture (in grey, and in colour of any size), in the look's axes; none without patches."""
    paints = paints_of(pictures, plane, tokens, tokens.patches(seen))
    if paints is None:
        return ()
    levels = (_levelled_area(pictures, plane, area) for area in tokens.areas(seen))
    return tuple(spot for level in levels for spot in _spots(level, tokens, paints))


def _spots(level: _Level, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """Tokens, parts of some, and places where light hides them; parts of tokens seen whole are left out."""
    whole: list[_Box] = []
    scraps: list[_Box] = []
    least = (tokens.side_mm - _OFF_MM) * DOTS_PER_MM
    for box in _boxes(level.grey):
        if min(box[1]) >= least and level.area.stairs:
            dark = without_shadow(level.grey, box)
            whole += [_with_below(one) for one in ([one for one in dark if min(one[1]) >= least] or [box])]
            scraps += [one for one in dark if min(one[1]) < least and _is_scrap(one)]
        elif min(box[1]) >= least:
            whole += _separated(box, tokens)
        elif _is_scrap(box):
            scraps.append(box)
    parts, whole = sorted(whole, key=lambda box: -box[1][0] * box[1][1]), []
    for part in parts:
        if not _is_part(part, whole, tokens):  # a dark one's paint within its own broken rim
            whole.append(part)
            yield from (_stairs if level.area.stairs else _flat)(level, part, tokens, paints)
    loose = [scrap for scrap in scraps if not _is_part(scrap, whole, tokens)]
    for scrap in loose:
        # light hides the rest of a token; if they lie flat, one of unknown colour
        yield _spot(level, tokens.hidden if level.area.stairs else tokens.top, complex(*scrap[0]))
    for place in _blind_places(level.grey, is_broken=bool(loose) and not level.area.stairs):
        if not _is_part(((place.real, place.imag), (0.0, 0.0), 0.0), whole, tokens):
            yield _spot(level, tokens.hidden, place)


def _is_part(scrap: _Box, whole: Iterable[_Box], tokens: Tokens) -> bool:
    """True if a dark part lies within a token that is seen whole: paint, or the rest of its rim."""
    half = tokens.side_mm * DOTS_PER_MM / 2 - _WITHIN_MM * DOTS_PER_MM
    for middle, _size, turn in whole:
        off = complex(scrap[0][0] - middle[0], scrap[0][1] - middle[1]) * np.exp(-1j * np.radians(turn))
        if max(abs(off.real), abs(off.imag)) < half:
            return True
    return False


def _with_below(box: _Box) -> _Box:
    """A tower with the paper below it: light may have broken its lowest rim."""
    (x, y), (width, height), turn = box
    middle = complex(x, y) + 1j * np.exp(1j * np.radians(turn)) * _BELOW_MM * DOTS_PER_MM / 2
    return (middle.real, middle.imag), (width, height + _BELOW_MM * DOTS_PER_MM), turn


def _flat(level: _Level, box: _Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """A token that lies flat; a hidden spot if it is no token."""
    (x, y), (width, height), _turn = box
    side, off = tokens.side_mm * DOTS_PER_MM, _OFF_MM * DOTS_PER_MM
    upright = _upright(level, box)
    top = _top(upright[0], tokens)
    if abs(width - side) > off or abs(height - side) > off or top is None:
        yield _spot(level, tokens.hidden, complex(x, y))
        return
    seen = Tower(upright, top.real, tokens, paints, light_of(upright[0]), level.paper_at(complex(x, y)))
    yield _spot(level, tokens.top, _place(box, upright[0], top), seen.token(top.imag), width / DOTS_PER_MM)


def _stairs(level: _Level, box: _Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """The uncovered tokens in a box, each with the strips below it; a hidden spot if there are none."""
    upright, across_mm = _upright(level, box), box[1][0] / DOTS_PER_MM
    tops = _rings(upright[0], tokens)
    own = [top for top in tops if top.imag < len(upright[0]) - (_BELOW_MM + tokens.side_mm / 2) * DOTS_PER_MM]
    if not own:
        yield _spot(level, tokens.hidden, complex(*box[0]))
    for top in own:
        half = tokens.side_mm / 2 * DOTS_PER_MM
        below = [other for other in tops if other.imag > top.imag and abs(other.real - top.real) < half]
        end = min([len(upright[0]) - 3, *(round(other.imag - half) for other in below)])
        seen = Tower(upright, top.real, tokens, paints, light_of(upright[0]), level.paper_at(complex(*box[0])))
        yield _spot(level, tokens.top, _place(box, upright[0], top), seen.token(top.imag), across_mm)
        tower = replace(seen, column=lowest_column(upright[0], top, end, tokens), light=seen.paper_light)
        for lower, found in strips_of(tower, top.imag, end):
            at = _place(box, upright[0], complex(top.real, lower - 2.0 * DOTS_PER_MM))
            yield _spot(level, tokens.step, at, found, across_mm)


def _place(box: _Box, upright: Grey, at: complex) -> complex:
    """The place in the area of a dot of the box, turned upright."""
    tall, wide = upright.shape
    return complex(complex(*box[0]) + (at - complex(wide / 2, tall / 2)) * np.exp(1j * np.radians(box[2])))


def _top(grey: Grey, tokens: Tokens) -> complex | None:
    """
    The column and row of the uppermost token's middle, by the line within its rim; None if there is no such line.

    A tower shows its dark sides beside and above it.
    """
    low, high = light_of(grey)
    if high - low < _FAINT:
        return None
    light, edge = grey > low + _BRIGHT * (high - low), _PAD + DOTS_PER_MM // 2
    half, rim = tokens.side_mm * DOTS_PER_MM / 2, tokens.rim_mm * DOTS_PER_MM
    middle = slice(edge + round(half * 0.5), edge + round(half * 1.5))
    columns = np.flatnonzero(light[middle, edge:-edge].mean(0) > 0.5) + edge
    if len(columns) < 2 or columns[-1] - columns[0] < 1.5 * half:
        return None
    inner = slice(int(columns[0]) + 3 * DOTS_PER_MM, int(columns[-1]) - 3 * DOTS_PER_MM)
    rows = np.flatnonzero(light[edge : edge + round(half), inner].mean(1) > 0.5) + edge
    return complex((columns[0] + columns[-1]) / 2, rows[0] - rim + half) if len(rows) else None


def _upright(level: _Level, box: _Box) -> tuple[Grey, Colour]:
    """The part of the area in the box, with some paper above and below, turned upright."""
    (x, y), (width, height), turn = box
    wide, tall = round(width) + 2 * _PAD, round(height) + 2 * _PAD
    onto = cv2.getRotationMatrix2D((x, y), turn, 1.0)
    onto[:, 2] += np.array([wide / 2 - x, tall / 2 - y])
    upright = [
        cv2.warpAffine(one, onto, (wide, tall), borderMode=cv2.BORDER_REPLICATE) for one in (level.grey, level.colour)
    ]
    return np.asarray(upright[0], np.uint8), np.asarray(upright[1], np.uint8)


def _spot(level: _Level, kind: str, at: complex, found: PaintRead = NO_PAINT, across_mm: float = 0.0) -> Spot:
    """A spot where those dots of the area are; the colour with how sure it is."""
    area = level.area
    place = _to_look(area, np.array(at / DOTS_PER_MM + complex(area.left_mm, area.top_mm)))
    return Spot(kind, found.colour, float(place.real), float(place.imag), across_mm, found.sure, found.among)


def _levelled_area(pictures: tuple[Grey, Colour], plane: Plane, area: Area) -> _Level:
    """The area as it would be seen from straight above."""
    grey, colour = pictures
    width, height = (
        round((area.right_mm - area.left_mm) * DOTS_PER_MM),
        round((area.bottom_mm - area.top_mm) * DOTS_PER_MM),
    )
    coarse = np.meshgrid(np.arange(0, width + _COARSE, _COARSE), np.arange(0, height + _COARSE, _COARSE))
    across, down = coarse[0] / DOTS_PER_MM + area.left_mm, coarse[1] / DOTS_PER_MM + area.top_mm
    places = _to_look(area, across + 1j * down)
    px = plane.image_from_table(np.stack([places.real, places.imag], -1)).astype(np.float32)
    x, y = (_between(px[..., axis], (width, height)) for axis in (0, 1))
    smaller = colour.shape[1] / grey.shape[1]
    straight = cv2.remap(grey, x, y, cv2.INTER_LINEAR)
    tinted = cv2.remap(colour, (x + 0.5) * smaller - 0.5, (y + 0.5) * smaller - 0.5, cv2.INTER_LINEAR)
    return _Level(area, np.asarray(straight, np.uint8), np.asarray(tinted, np.uint8))


def _between(coarse: Values, size: tuple[int, int]) -> Values:
    """Values at every dot, of those at every `_COARSE`th."""
    width, height = size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / _COARSE, np.arange(height, dtype=np.float32) / _COARSE)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32)


def _to_look(area: Area, point: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Points of an area, in mm, in the look's axes."""
    return np.asarray(complex(*area.origin_mm) + np.exp(1j * np.radians(area.heading_deg)) * point)


def _boxes(grey: Grey) -> Iterator[_Box]:
    """The parts darker than the paper around, with all that they enclose."""
    small = _shrunk(grey)
    reach = int(_AROUND_MM * DOTS_PER_MM / _SHRUNK) | 1
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((reach, reach), np.uint8)), (0, 0), reach / 3)
    around = cv2.resize(paper, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark = (grey < around * _DARK).astype(np.uint8)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    yield from (_box(outline) for outline in outlines)


def _box(outline: Any, off: tuple[int, int] = (0, 0)) -> _Box:
    middle, (width, height), turn = cv2.minAreaRect(outline)
    while turn > 45:
        turn, width, height = turn - 90, height, width
    while turn < -45:
        turn, width, height = turn + 90, height, width
    return (float(middle[0]) + off[0], float(middle[1]) + off[1]), (float(width), float(height)), float(turn)


def without_shadow(grey: Grey, box: _Box) -> list[_Box]:
    """
    The parts of a box as dark as a rim, with all that they enclose; a lamp's shadow on the paper is lighter.

    A rim that noise has broken for a dot or two is mended first: else one of its sides is lost, and the token with it.
    """
    left, top, wide, tall = cv2.boundingRect(cv2.boxPoints(box))
    left, top, right, bottom = max(0, left - _PAD), max(0, top - _PAD), left + wide + _PAD, top + tall + _PAD
    part = grey[top:bottom, left:right]
    low, high = (float(value) for value in np.percentile(part, (2, 95)))
    dark = (part < low + RIM * (high - low)).astype(np.uint8)
    whole = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((_MENDED, _MENDED), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [_box(outline, (left, top)) for outline in outlines]


def _rings(grey: Grey, tokens: Tokens) -> list[complex]:
    """
    The middles of the tokens of which nothing is covered, in a picture turned upright: from the top down.

    Each has all four sides of its rim, and a light line within.
    """
    low, high = (float(value) for value in np.percentile(grey, (3, 95)))
    light = np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8), np.float32)
    found = np.max([_ring(light, tokens, nearer) for nearer in _NEARER], axis=0)
    apart, middles = round(_APART * tokens.side_mm * DOTS_PER_MM), list[complex]()
    while float(found.max()) >= _RING * (high - low) > 0:
        row, column = (int(at) for at in np.unravel_index(int(found.argmax()), found.shape))
        middles.append(complex(column, row))
        found[max(0, row - apart) : row + apart, max(0, column - apart) : column + apart] = 0
    return sorted(middles, key=lambda middle: middle.imag)


def _ring(light: Values, tokens: Tokens, nearer: float) -> Values:
    """The least difference, at each dot, of a rim around it from the line within, over all four sides."""
    half, along = nearer * tokens.side_mm / 2, 2 * round(_RING_MM * DOTS_PER_MM) + 1
    line, rim = ((half - inside) * DOTS_PER_MM for inside in (LINE_AT_MM, tokens.rim_mm / 2))
    upper, lower = (_moved(light, 0, sign * line) - _moved(light, 0, sign * rim) for sign in (-1, 1))
    left, right = (_moved(light, sign * line, 0) - _moved(light, sign * rim, 0) for sign in (-1, 1))
    level = cv2.erode(np.minimum(upper, lower), np.ones((1, along), np.uint8))
    upright = cv2.erode(np.minimum(left, right), np.ones((along, 1), np.uint8))
    return np.asarray(np.minimum(level, upright), np.float32)


def _moved(light: Values, across: float, down: float) -> Values:
    """The light that far to the right of and below each dot; beyond the edges that of the edges."""
    onto = np.array([[1, 0, across], [0, 1, down]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(light, onto, light.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _shrunk(grey: Grey) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=1 / _SHRUNK, fy=1 / _SHRUNK, interpolation=cv2.INTER_AREA), np.uint8)


def _paper(small: Grey) -> Grey:
    """The light of the paper, without reflections."""
    coarse = 4
    smaller = cv2.resize(small, None, fx=1 / coarse, fy=1 / coarse, interpolation=cv2.INTER_AREA)
    dots = DOTS_PER_MM / _SHRUNK / coarse
    reach, around = round(_SMOOTH_MM * dots) | 1, round(_NEARBY_MM * dots) | 1
    paper = cv2.medianBlur(cv2.dilate(smaller, np.ones((reach, reach), np.uint8)), around)
    return np.asarray(cv2.resize(paper, small.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _separated(box: _Box, tokens: Tokens) -> Iterator[_Box]:
    """Tokens that lie so close that their shadows join: as many as there is room for, side by side."""
    (x, y), (width, height), turn = box
    pitch = (tokens.side_mm + 3) * DOTS_PER_MM
    across = max(1, round(width / pitch))
    down = max(1, round(height / pitch))
    along = np.exp(1j * np.radians(turn))
    for column in range(across):
        for row in range(down):
            off = ((column + 0.5) / across - 0.5) * width + 1j * ((row + 0.5) / down - 0.5) * height
            at = complex(x, y) + off * along
            yield (at.real, at.imag), (width / across, height / down), turn


def _is_scrap(box: _Box) -> bool:
    """True if a dark part that is too small for a token may be left of one by light."""
    short, long = (side / DOTS_PER_MM for side in sorted(box[1]))
    return short > _SCRAP_MM or (short > _SHARD_MM[0] and long > _SHARD_MM[1])


def _blind_places(grey: Grey, *, is_broken: bool) -> Iterator[complex]:
    """
    The places, a token apart, where light hides all that may lie there; none on paper as light all around.

    `is_broken`: tokens side by side are seen in parts there, so that any reflection may hide another.
    """
    small = _shrunk(grey)
    light, close = small >= _BLIND, is_broken and np.median(small) < _LIT
    if not close:
        light &= _paper(small) < _PAPER
    pitch = round((_FLAT_BLIND_MM if close else _BLIND_MM) * DOTS_PER_MM / _SHRUNK)
    blind = cv2.erode(light.astype(np.uint8), np.ones((pitch, pitch), np.uint8))
    _, _, _, middles = cv2.connectedComponentsWithStats(blind)
    for x, y in middles[1:].tolist():
        yield complex(x + 0.5, y + 0.5) * _SHRUNK
    for row, column in np.argwhere(blind[::pitch, ::pitch]).tolist():
        yield complex(column, row) * pitch * _SHRUNK
