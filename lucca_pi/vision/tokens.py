"""
Tokens without a code in a picture, by their dark rims; their colours by the patches that the same picture shows.

Each area is made level first, so that rims lie along its rows and columns. Light falls unevenly, and a lamp's
reflection adds to it: so a token's colour is taken between its own dark rim and the light line or paper beside it, and
then held against the patches, which are measured in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from lucca_pi.table.sighting import Sighting, Spot
from lucca_pi.table.tokens import Tokens
from lucca_pi.vision.level import Level, Values, levelled, to_look
from lucca_pi.vision.paints import MIXED, RIM_LIGHT, UNTOLD, WHOLE, Paints, Told, paints_of, told
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.rims import DOTS_PER_MM, Box, blind_places, boxes, is_scrap, parted

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
SURE_STRIP = 0.4
"""What is less surely of another colour may be light from beside a strip."""
SIDES_MM = 14.0
"""How much of its dark sides a tower may show."""
WITHIN_MM = 2.0
"""So far within a token's edge a dark part is its own, and no neighbour's."""
MOST_STEP_MM = 6.4
"""Where a strip seems to be higher, another is hidden within it."""
EDGE_OFF_MM = 4.8, 3.2
"""So far from where it should be the first and the last edge may be found: else a strip there is not told."""
TALLEST_MM = 48.0
"""Strips reach no further below their top: what is taller are two stacks."""
UNEVEN, GLARING = 0.28, 1.25
"""White paint is even, as part of the light between rim and line, and no lighter than the paper: else it reflects."""
MOST_UNCOVERED = 3
"""With more edges than these a tower may be so high that it leans over its uppermost strip: no black is told there."""
WHOLE_STEP_MM = 3.7
"""Of a strip that is less high what lies above covers the paint: no black is told there."""
FAINT = 12.0
"""Grey values between rim and paper below which nothing can be told."""


def spots_in(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, seen: Sequence[Sighting]) -> tuple[Spot, ...]:
    """The tokens in a picture (in grey, and in colour of any size), in the look's axes; none without patches."""
    paints = paints_of(pictures, plane, tokens, tokens.patches(seen))
    if paints is None:
        return ()
    levels = (levelled(pictures, plane, area) for area in tokens.areas(seen))
    return tuple(spot for level in levels for spot in _spots(level, tokens, paints))


def _spots(level: Level, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """Tokens, what may be parts of some, and where light hides them; parts of what is seen whole are left out."""
    whole: list[Box] = []
    scraps: list[Box] = []
    for box in boxes(level.grey):
        if min(box[1]) >= (tokens.side_mm - OFF_MM) * DOTS_PER_MM:
            whole += parted(box, tokens, stairs=level.area.stairs)
        elif is_scrap(box):
            scraps.append(box)
    parts, whole = sorted(whole, key=lambda box: -box[1][0] * box[1][1]), []
    for part in parts:
        if not _is_part(part, whole, tokens):  # a dark one's paint within its own broken rim
            whole.append(part)
            yield from _stack(level, part, tokens, paints)
    loose = [scrap for scrap in scraps if not _is_part(scrap, whole, tokens)]
    for scrap in loose:
        yield _scrap(level, scrap, tokens)
    for place in blind_places(level.grey, is_broken=bool(loose) and not level.area.stairs):
        if not _is_part(((place.real, place.imag), (0.0, 0.0), 0.0), whole, tokens):
            yield _spot(level, tokens.hidden, place)


def _is_part(scrap: Box, whole: Iterable[Box], tokens: Tokens) -> bool:
    """Whether a dark part lies within a token that is seen whole: paint, or the rest of its rim."""
    half = tokens.side_mm * DOTS_PER_MM / 2 - WITHIN_MM * DOTS_PER_MM
    for middle, _size, turn in whole:
        off = complex(scrap[0][0] - middle[0], scrap[0][1] - middle[1]) * np.exp(-1j * np.radians(turn))
        if max(abs(off.real), abs(off.imag)) < half:
            return True
    return False


def _scrap(level: Level, box: Box, tokens: Tokens) -> Spot:
    """Part of a token, it seems, of which light hides the rest: where they lie flat, one that may be of any colour."""
    return _spot(level, tokens.hidden if level.area.stairs else tokens.top, complex(*box[0]))


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
    if height - side > TALLEST_MM * DOTS_PER_MM:
        away = 1j * np.exp(1j * np.radians(turn)) * (height - side) / 2
        yield from (_spot(level, tokens.hidden, complex(x, y) + by) for by in (-away, away))
        return
    (column, row), light = top, _light(upright[0])
    seen = _Seen(upright, column, tokens, paints, light, level.paper_at(complex(x, y)))
    onto = np.exp(1j * np.radians(turn))
    tall, wide = upright[0].shape

    def place(at: float) -> complex:
        return complex(complex(x, y) + complex(column - wide / 2, at - tall / 2) * onto)

    if not level.area.stairs:
        yield _spot(level, tokens.top, place(row), seen.token(row), width / DOTS_PER_MM)
        return
    strips = _strips(seen, row)
    if strips is None:
        yield _spot(level, tokens.hidden, complex(x, y))
        return
    yield _spot(level, tokens.top, place(row), seen.token(row), width / DOTS_PER_MM)
    for lower, high, found in strips:
        if high > MOST_STEP_MM:
            yield _spot(level, tokens.step, place(lower - high / 2 * DOTS_PER_MM))
        yield _spot(level, tokens.step, place(lower - 2.0 * DOTS_PER_MM), found, width / DOTS_PER_MM)


def _strips(seen: "_Seen", row: float) -> list[tuple[float, float, Told]] | None:
    """
    Each strip below the top in that row: its lower edge, how high it is, and its colour.

    None where light hides the top's own lower edge, and so whatever is below.
    """
    found: list[float] = [*_edges(seen.across(), row, seen.tokens, seen.light[1] - seen.light[0])]
    if not found:
        return None
    half, rim = seen.tokens.side_mm / 2 * DOTS_PER_MM, seen.tokens.rim_mm * DOTS_PER_MM
    top, bottom = row + half - rim, len(seen.pictures[0]) - PAD - rim
    first, last = (off * DOTS_PER_MM for off in EDGE_OFF_MM)
    above = [] if found[0] <= top + first else [top]
    below = [] if found[-1] >= bottom - last else [bottom]
    strips = []
    edges = [*above, *found, *below]
    for upper, lower in pairwise(edges):
        high, is_seen = (lower - upper) / DOTS_PER_MM, upper not in above and lower not in below
        may_be_covered = upper == edges[0] and len(edges) > MOST_UNCOVERED
        told_as = seen.strip(round(lower), is_whole=high > WHOLE_STEP_MM and not may_be_covered) if is_seen else UNTOLD
        strips.append((lower, high, told_as))
    return strips


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
    paper: float

    def token(self, row: float) -> Told:
        """The colour of the token in whose middle that row is, by its darkest third: a reflection only adds light."""
        grey, colour = (one[self._rows(row, 7.0), self._columns(7.0)] for one in self.pictures)
        darkest = grey <= np.percentile(grey, DARKEST)
        sample = float(np.median(grey[darkest])), np.median(colour[darkest], axis=0)
        found = told(sample, self.paints, self.light, WHOLE)
        uneven = float(np.ptp(np.percentile(grey, (5, 95)))) > UNEVEN * (self.light[1] - self.light[0])
        return self._unless_glaring(found, sample[0], uneven=uneven)

    def _unless_glaring(self, found: Told, light: float, *, uneven: bool = False) -> Told:
        """Of what is told as white in a reflection no colour is known."""
        if found.colour == self.tokens.white and (uneven or light > GLARING * self.paper):
            return Told("", 0.0, tuple(self.paints.shades))
        return found

    def strip(self, lower: float, *, is_whole: bool) -> Told:
        """The colour of the strip with that lower edge, where it is strongest above its light line."""
        grey, colour = self.pictures
        line = lower - self.tokens.line_mm * DOTS_PER_MM
        rows = self._rows(line - 1.2 * DOTS_PER_MM, 0.4)
        near = np.median(grey[self._rows(line, 4.0), self._columns(5.0)], axis=1)
        contrast, low = self.light[1] - self.light[0], float(near.min())
        shades = np.median(colour[self._rows(line - DOTS_PER_MM, 1.1), self._columns(6.0)], axis=1).astype(np.float64)
        strength = np.ptp((shades - max(0.0, low - RIM_LIGHT * contrast)) / self.paints.white, axis=1)
        sample = float(np.median(grey[rows, self._columns(6.0)])), shades[int(np.argmax(strength))]
        found = self._unless_glaring(told(sample, self.paints, (low, low + contrast), MIXED), sample[0])
        least = SURE_STRIP if found.colour != self.tokens.black else SURELY_DARK if is_whole else 1.0
        if found.sure < least:
            return Told("", found.sure)
        return found

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


def _spot(level: Level, kind: str, at: complex, found: Told = UNTOLD, across_mm: float = 0.0) -> Spot:
    """A spot where those dots of the area are; the colour with how sure it is."""
    area = level.area
    place = to_look(area, np.array(at / DOTS_PER_MM + complex(area.left_mm, area.top_mm)))
    return Spot(kind, found.colour, float(place.real), float(place.imag), across_mm, found.sure, found.among)
