"""
Tokens without a code in a picture, by their dark rims; their colours by the patches that the same picture shows.

Each area is made level first, so that rims lie along its rows and columns. Light falls unevenly, and a lamp's
reflection adds to it: so a token's colour is taken between its own dark rim and the light line or paper beside it, and
then held against the patches, which are measured in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.sighting import Sighting, Spot
from lucca_pi.table.tokens import Area, Tokens
from lucca_pi.vision.paints import MIXED, RIM_LIGHT, WHOLE, Paints, paints_of, told
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane

DOTS_PER_MM = 3
COARSE = 16
"""Every so many dots the way into the picture is reckoned; between them it is as good as straight."""
AROUND_MM = 44.0
"""The lightest within this distance is paper."""
DARK = 0.56
"""What has less than this part of the light of the paper around is a rim, or dark paint."""
OFF_MM = 4.5
"""How much wider or narrower than printed a token may seem: shadows, and towers that come nearer to the camera."""
EDGE = 0.2
"""A fall of light, as part of that between rim and paper, that is the lower edge of a token."""
LEAST_STEP_MM = 2.4
BRIGHT = 0.35
"""What has more than this part of the light between rim and paper is a line, or light paint."""
DARKEST = 35
"""Percent."""
SURELY_DARK = 0.42
"""A high tower's dark sides may cover a strip: what is less surely black than this may be they."""
SIDES_MM = 14.0
"""How much of its dark sides a tower may show."""
SCRAP_MM = 9.0
"""Of what is dark and smaller, nothing is said: print, and people's crumbs."""
SHARD_MM = 2.0, 13.0
"""How wide and how long at least what is dark is where tokens lie flat: light has broken a rim, and parts are left."""
WHOLE_STEP_MM = 3.7
"""Of a strip that is less high what lies above covers the paint: no black is told there."""
FAINT = 12.0
"""Grey values between rim and paper below which nothing can be told."""

Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Level:
    """An area as seen from straight above: its light, and its colours."""

    area: Area
    grey: Grey
    colour: Colour


def spots_in(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, seen: Sequence[Sighting]) -> tuple[Spot, ...]:
    """The tokens in a picture (in grey, and in colour of any size), in the look's axes; none without patches."""
    paints = paints_of(pictures, plane, tokens, tokens.patches(seen))
    if paints is None:
        return ()
    levels = (levelled(pictures, plane, area) for area in tokens.areas(seen))
    return tuple(spot for level in levels for spot in _spots(level, tokens, paints))


def levelled(pictures: tuple[Grey, Colour], plane: Plane, area: Area) -> Level:
    """The area as it would be seen from straight above."""
    grey, colour = pictures
    width, height = (
        round((area.right_mm - area.left_mm) * DOTS_PER_MM),
        round((area.bottom_mm - area.top_mm) * DOTS_PER_MM),
    )
    coarse = np.meshgrid(np.arange(0, width + COARSE, COARSE), np.arange(0, height + COARSE, COARSE))
    across, down = coarse[0] / DOTS_PER_MM + area.left_mm, coarse[1] / DOTS_PER_MM + area.top_mm
    places = _to_look(area, across + 1j * down)
    px = plane.image_from_table(np.stack([places.real, places.imag], -1)).astype(np.float32)
    x, y = (_between(px[..., axis], (width, height)) for axis in (0, 1))
    smaller = colour.shape[1] / grey.shape[1]
    straight = cv2.remap(grey, x, y, cv2.INTER_LINEAR)
    tinted = cv2.remap(colour, (x + 0.5) * smaller - 0.5, (y + 0.5) * smaller - 0.5, cv2.INTER_LINEAR)
    return Level(area, np.asarray(straight, np.uint8), np.asarray(tinted, np.uint8))


def _between(coarse: Values, size: tuple[int, int]) -> Values:
    """Values at every dot, of those at every COARSE-th."""
    width, height = size
    x, y = np.meshgrid(np.arange(width, dtype=np.float32) / COARSE, np.arange(height, dtype=np.float32) / COARSE)
    return np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32)


def _to_look(area: Area, point: NDArray[np.complex128]) -> NDArray[np.complex128]:
    return np.asarray(complex(*area.origin_mm) + np.exp(1j * np.radians(area.heading_deg)) * point)


Box = tuple[tuple[float, float], tuple[float, float], float]
"""Middle, width and height in dots, and by how many degrees it is turned: by 45 at most."""


def _spots(level: Level, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    for box in _boxes(level.grey):
        (_, _), (width, height), _ = box
        if min(width, height) < (tokens.side_mm - OFF_MM) * DOTS_PER_MM:
            if _is_scrap(width, height, flat=not level.area.stairs):
                yield _scrap(level, box, tokens)
            continue
        for part in _parted(box, tokens, stairs=level.area.stairs):
            yield from _stack(level, part, tokens, paints)


def _is_scrap(width: float, height: float, *, flat: bool) -> bool:
    """Whether a dark part that is too small for a token may be what light leaves of one."""
    short, long = (side / DOTS_PER_MM for side in sorted((width, height)))
    return short > SCRAP_MM or (flat and short > SHARD_MM[0] and long > SHARD_MM[1])


def _scrap(level: Level, box: Box, tokens: Tokens) -> Spot:
    """Part of a token, it seems, of which light hides the rest: where they lie flat, one whose colour is not told."""
    return _spot(level, tokens.hidden if level.area.stairs else tokens.top, complex(*box[0]))


def _boxes(grey: Grey) -> Iterator[Box]:
    """What is darker than the paper around, with all that it encloses."""
    small = cv2.resize(grey, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    reach = int(AROUND_MM * DOTS_PER_MM / 8) | 1
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((reach, reach), np.uint8)), (0, 0), reach / 3)
    around = cv2.resize(paper, grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    dark = (grey < around * DARK).astype(np.uint8)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        middle, (width, height), turn = cv2.minAreaRect(outline)
        while turn > 45:
            turn, width, height = turn - 90, height, width
        while turn < -45:
            turn, width, height = turn + 90, height, width
        yield (float(middle[0]), float(middle[1])), (float(width), float(height)), float(turn)


def _parted(box: Box, tokens: Tokens, *, stairs: bool) -> Iterator[Box]:
    """Tokens that lie so close that their shadows join: as many as there is room for, side by side."""
    (x, y), (width, height), turn = box
    pitch = (tokens.side_mm + 3) * DOTS_PER_MM
    across = max(1, round(width / pitch))
    down = 1 if stairs else max(1, round(height / pitch))
    along = np.exp(1j * np.radians(turn))
    for column in range(across):
        for row in range(down):
            off = ((column + 0.5) / across - 0.5) * width + 1j * ((row + 0.5) / down - 0.5) * height
            at = complex(x, y) + off * along
            yield (at.real, at.imag), (width / across, height / down), turn


def _stack(level: Level, box: Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """A token and the strips below it; something hidden where it is neither."""
    (x, y), (width, height), turn = box
    side, off = tokens.side_mm * DOTS_PER_MM, OFF_MM * DOTS_PER_MM
    most = SIDES_MM * DOTS_PER_MM if level.area.stairs else 0
    upright = _upright(level, box)
    top = _top(upright[0], tokens)
    if not -off <= width - side <= off + most or (not most and abs(height - side) > off) or top is None:
        yield _spot(level, tokens.hidden, complex(x, y))
        return
    (column, row), light = top, _light(upright[0])
    seen = _Seen(upright, column, tokens, paints, light)
    onto = np.exp(1j * np.radians(turn))
    tall, wide = upright[0].shape

    def place(at: float) -> complex:
        return complex(complex(x, y) + complex(column - wide / 2, at - tall / 2) * onto)

    yield _spot(level, tokens.top, place(row), seen.token(row), width / DOTS_PER_MM)
    edges = _edges(seen.across(), row, tokens, light[1] - light[0]) if level.area.stairs else []
    for upper, lower in pairwise(edges):
        strip = seen.strip(lower, is_whole=lower - upper > WHOLE_STEP_MM * DOTS_PER_MM)
        yield _spot(level, tokens.step, place(lower - 2.0 * DOTS_PER_MM), strip, width / DOTS_PER_MM)


def _light(grey: Grey) -> tuple[float, float]:
    """The light of rims, and of lines or paper."""
    low, high = (float(value) for value in np.percentile(grey, (3, 95)))
    return low, high


def _top(grey: Grey, tokens: Tokens) -> tuple[float, float] | None:
    """
    The column and row of the uppermost token's middle, by the line within its rim; None where no such line is.

    Beside and above it a tower shows its dark sides.
    """
    low, high = _light(grey)
    if high - low < FAINT:
        return None
    light, edge = grey > low + BRIGHT * (high - low), PAD + DOTS_PER_MM // 2
    half, rim = tokens.side_mm * DOTS_PER_MM / 2, tokens.rim_mm * DOTS_PER_MM
    middle = slice(edge + round(half * 0.5), edge + round(half * 1.5))
    columns = np.flatnonzero(light[middle, edge:-edge].mean(0) > 0.5) + edge
    if len(columns) < 2 or columns[-1] - columns[0] < 1.5 * half:
        return None
    inner = slice(int(columns[0]) + 3 * DOTS_PER_MM, int(columns[-1]) - 3 * DOTS_PER_MM)
    rows = np.flatnonzero(light[edge : edge + round(half), inner].mean(1) > 0.5) + edge
    return ((columns[0] + columns[-1]) / 2, rows[0] - rim + half) if len(rows) else None


@dataclass(frozen=True, slots=True)
class _Seen:
    """A stack turned upright, the column of its top's middle, and its light."""

    pictures: tuple[Grey, Colour]
    column: float
    tokens: Tokens
    paints: Paints
    light: tuple[float, float]

    def token(self, row: float) -> tuple[str, float]:
        """The colour of the token in whose middle that row is, by its darkest third: a reflection only adds light."""
        grey, colour = (one[self._rows(row, 7.0), self._columns(7.0)] for one in self.pictures)
        darkest = grey <= np.percentile(grey, DARKEST)
        sample = float(np.median(grey[darkest])), np.median(colour[darkest], axis=0)
        return told(sample, self.paints, self.light, WHOLE)

    def strip(self, lower: float, *, is_whole: bool) -> tuple[str, float]:
        """The colour of the strip with that lower edge, where it is strongest above its light line."""
        grey, colour = self.pictures
        line = lower - self.tokens.line_mm * DOTS_PER_MM
        rows = self._rows(line - 1.2 * DOTS_PER_MM, 0.4)
        near = np.median(grey[self._rows(line, 4.0), self._columns(5.0)], axis=1)
        contrast, low = self.light[1] - self.light[0], float(near.min())
        shades = np.median(colour[self._rows(line - DOTS_PER_MM, 1.1), self._columns(6.0)], axis=1).astype(np.float64)
        strength = np.ptp((shades - max(0.0, low - RIM_LIGHT * contrast)) / self.paints.white, axis=1)
        sample = float(np.median(grey[rows, self._columns(6.0)])), shades[int(np.argmax(strength))]
        colour_told, sure = told(sample, self.paints, (low, low + contrast), MIXED)
        is_surely = is_whole and sure >= SURELY_DARK
        return ("" if colour_told == self.tokens.black and not is_surely else colour_told), sure

    def across(self) -> Values:
        """The light of each row."""
        return np.asarray(np.median(self.pictures[0][:, self._columns(6.0)], axis=1), np.float32)

    def _rows(self, row: float, reach_mm: float) -> slice:
        reach = reach_mm * DOTS_PER_MM
        return slice(max(0, round(row - reach)), max(1, round(row + reach) + 1))

    def _columns(self, reach_mm: float) -> slice:
        return self._rows(self.column, reach_mm)


PAD = 6
"""Dots of paper around what is looked at."""


def _upright(level: Level, box: Box) -> tuple[Grey, Colour]:
    """The part of the area in the box, with some paper above and below, turned upright."""
    (x, y), (width, height), turn = box
    wide, tall = round(width) + 2 * PAD, round(height) + 2 * PAD
    onto = cv2.getRotationMatrix2D((x, y), turn, 1.0)
    onto[:, 2] += np.array([wide / 2 - x, tall / 2 - y])
    upright = [
        cv2.warpAffine(one, onto, (wide, tall), borderMode=cv2.BORDER_REPLICATE) for one in (level.grey, level.colour)
    ]
    return np.asarray(upright[0], np.uint8), np.asarray(upright[1], np.uint8)


def _edges(rows: Values, middle: float, tokens: Tokens, contrast: float) -> list[int]:
    """The lower edges of a token and of the strips below it: there light falls from its line to its rim."""
    fall = np.zeros(len(rows), np.float32)
    fall[2:-2] = (rows[:-4] - rows[4:]) / contrast
    first = round(middle + (tokens.side_mm / 2 - 3 * tokens.rim_mm) * DOTS_PER_MM)
    found: list[int] = []
    for row in range(first, len(rows) - 2):
        if fall[row] < EDGE or fall[row] < fall[row - 3 : row + 4].max():
            continue
        if not found or row - found[-1] >= LEAST_STEP_MM * DOTS_PER_MM:
            found.append(row)
    return found


def _spot(level: Level, kind: str, at: complex, colour: tuple[str, float] = ("", 0.0), across_mm: float = 0.0) -> Spot:
    """A spot where those dots of the area are; the colour with how sure it is."""
    area = level.area
    place = _to_look(area, np.array(at / DOTS_PER_MM + complex(area.left_mm, area.top_mm)))
    return Spot(kind, colour[0], float(place.real), float(place.imag), across_mm, colour[1])
