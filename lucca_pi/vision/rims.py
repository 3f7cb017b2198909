"""
Areas of the table as seen from straight above, and dark rims of tokens in them: whole, in parts, or hidden by light.

Rows and columns of such an area lie along its axes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Area, Tokens
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane

DOTS_PER_MM = 3
"""Scale at which areas are seen from above."""
PAD = 6
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
RIM = 0.22
"""Light of rims and dark paint at most, as a share of that from rim to paper; shadows on paper are lighter."""
_MENDED = 3
"""Widest break in a rim, dots, that is closed."""
_RING_MM = 8.0
"""Distance along a rim's sides, from their middles, that has to show."""
LINE_AT_MM = 1.6
"""Distance of the middle of a token's light line from its edge; its rim's is half as far or less."""
_RING = 0.2
"""Least difference of a rim from the line beside it, everywhere, as a share of the light from rim to paper."""
_NEARER = (1.0, 1.015, 1.03)
"""Factors by which a token looks wider that lies on a tower, nearer to the camera."""
_APART = 0.8
"""Least distance of two tokens of which nothing is covered, as a part of their side."""
Values = NDArray[np.float32]
Box = tuple[tuple[float, float], tuple[float, float], float]
"""Middle, width and height in dots, and turn in degrees, 45 at most."""
_COARSE = 16
"""Dots between which the way into the picture counts as straight."""
_PAPER_NEARBY_MM = 90.0
"""Distance within which most of an area is paper."""


@dataclass(frozen=True, slots=True)
class Level:
    """An area as seen from straight above: its light, and its colours."""

    area: Area
    grey: Grey
    colour: Colour

    def paper_at(self, place: complex) -> float:
        """The light of the paper around there: reflections are smaller."""
        reach, x, y = round(_PAPER_NEARBY_MM * DOTS_PER_MM), round(place.real), round(place.imag)
        nearby = self.grey[max(0, y - reach) : max(1, y + reach) : 8, max(0, x - reach) : max(1, x + reach) : 8]
        return float(np.percentile(nearby, 70))


def levelled_area(pictures: tuple[Grey, Colour], plane: Plane, area: Area) -> Level:
    """The area as it would be seen from straight above."""
    grey, colour = pictures
    width, height = (
        round((area.right_mm - area.left_mm) * DOTS_PER_MM),
        round((area.bottom_mm - area.top_mm) * DOTS_PER_MM),
    )
    coarse = np.meshgrid(np.arange(0, width + _COARSE, _COARSE), np.arange(0, height + _COARSE, _COARSE))
    across, down = coarse[0] / DOTS_PER_MM + area.left_mm, coarse[1] / DOTS_PER_MM + area.top_mm
    places = to_look(area, across + 1j * down)
    px = plane.image_from_table(np.stack([places.real, places.imag], -1)).astype(np.float32)
    x, y = (_between(px[..., axis], (width, height)) for axis in (0, 1))
    smaller = colour.shape[1] / grey.shape[1]
    straight = cv2.remap(grey, x, y, cv2.INTER_LINEAR)
    tinted = cv2.remap(colour, (x + 0.5) * smaller - 0.5, (y + 0.5) * smaller - 0.5, cv2.INTER_LINEAR)
    return Level(area, np.asarray(straight, np.uint8), np.asarray(tinted, np.uint8))


def _between(coarse: Values, size: tuple[int, int]) -> Values:
    """Values at every dot, of those at every `_COARSE`th."""
    width, height = size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / _COARSE, np.arange(height, dtype=np.float32) / _COARSE)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32)


def to_look(area: Area, point: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Points of an area, in mm, in the look's axes."""
    return np.asarray(complex(*area.origin_mm) + np.exp(1j * np.radians(area.heading_deg)) * point)


def boxes(grey: Grey) -> Iterator[Box]:
    """The parts darker than the paper around, with all that they enclose."""
    small = _shrunk(grey)
    reach = int(_AROUND_MM * DOTS_PER_MM / _SHRUNK) | 1
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((reach, reach), np.uint8)), (0, 0), reach / 3)
    around = cv2.resize(paper, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark = (grey < around * _DARK).astype(np.uint8)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    yield from (_box(outline) for outline in outlines)


def _box(outline: Any, off: tuple[int, int] = (0, 0)) -> Box:
    middle, (width, height), turn = cv2.minAreaRect(outline)
    while turn > 45:
        turn, width, height = turn - 90, height, width
    while turn < -45:
        turn, width, height = turn + 90, height, width
    return (float(middle[0]) + off[0], float(middle[1]) + off[1]), (float(width), float(height)), float(turn)


def without_shadow(grey: Grey, box: Box) -> list[Box]:
    """
    The parts of a box as dark as a rim, with all that they enclose; a lamp's shadow on the paper is lighter.

    A rim that noise has broken for a dot or two is mended first: else one of its sides is lost, and the token with it.
    """
    left, top, wide, tall = cv2.boundingRect(cv2.boxPoints(box))
    left, top, right, bottom = max(0, left - PAD), max(0, top - PAD), left + wide + PAD, top + tall + PAD
    part = grey[top:bottom, left:right]
    low, high = (float(value) for value in np.percentile(part, (2, 95)))
    dark = (part < low + RIM * (high - low)).astype(np.uint8)
    whole = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((_MENDED, _MENDED), np.uint8))
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [_box(outline, (left, top)) for outline in outlines]


def rings(grey: Grey, tokens: Tokens) -> list[complex]:
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


def separated(box: Box, tokens: Tokens) -> Iterator[Box]:
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


def is_scrap(box: Box) -> bool:
    """True if a dark part that is too small for a token may be left of one by light."""
    short, long = (side / DOTS_PER_MM for side in sorted(box[1]))
    return short > _SCRAP_MM or (short > _SHARD_MM[0] and long > _SHARD_MM[1])


def blind_places(grey: Grey, *, is_broken: bool) -> Iterator[complex]:
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
