"""
Tokens without a code in a picture, by their dark rims; their colours by the patches that the same picture shows.

Each area is made level first, so that rims lie along its rows and columns. Light falls unevenly, and a lamp's
reflection adds to it: so a token's colour is taken between its own dark rim and the light line or paper beside it, and
then held against the patches, which are measured in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from lucca_pi.table.sighting import Sighting, Spot
from lucca_pi.table.tokens import Tokens
from lucca_pi.vision.level import Level, levelled, to_look
from lucca_pi.vision.paints import MIXED, RIM_LIGHT, UNTOLD, WHOLE, Paints, Told, paints_of, told
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane
from lucca_pi.vision.rims import (
    DOTS_PER_MM,
    LINE_AT_MM,
    PAD,
    RIM,
    Box,
    Values,
    blind_places,
    boxes,
    is_scrap,
    parted,
    rings,
    without_shadow,
)

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
MOST_STEP_MM, WIDEST_STEP_MM = 6.4, 11.5
"""A strip that is higher than the one may hide another, if light falls within it; than the other, it surely does."""
SHADED_EDGE = 0.1
"""So much less light is an edge where it falls to the dark of a rim: a lamp's shadow lies over the stairs."""
FAINT_EDGE = 0.06, 0.2
"""What may be left of an edge in a reflection: so great a fall to what is dark, or to what is lighter."""
DARK_EDGE = 0.5
"""No edge is lighter below: else a shadow begins there on the paper, or light hides what it is."""
LINE_DOTS = 4
"""So many dots above a lower edge its light line lies, and the paint above that."""
NEAR_DOTS = 4
"""So near to where it should be a top's lower edge is found."""
LEAST_LIGHT = 0.65
"""No more of the light is taken for a reflection's: around a tower it may be lighter than on most of the paper."""
RISE_MM = 3.4
"""So soon below the edge of a rim it is light again: a shadow is wider."""
BELOW_MM = 14.0
"""Looked at below a tower: a strip whose rim light has broken."""
LEANING_MM, RIM_SHARE = 2.5, 0.85
"""The lowest rim is as wide as a token, give or take the one; so much of it is dark."""
BESIDE_SIGN_MM = 4.5, 9.0
"""So far from a token's middle nothing is printed on its paint."""
UNEVEN, GLARING = 0.28, 1.25
"""White paint is even, as part of the light between rim and line, and no lighter than the paper: else it reflects."""
LIKE_ITS_LINE = 0.85
"""A strip is white that is as light as its own line, in any light or shade; a reflection makes no other so light."""
LINE_LIGHT = 0.35
"""Where paint is in sight, and no dark side of what lies above, there is such a light line to its left and right."""
THIN_STEP_MM = 2.9
"""Of a strip that is less high what lies above covers the paint."""
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
    least = (tokens.side_mm - OFF_MM) * DOTS_PER_MM
    for box in boxes(level.grey):
        if min(box[1]) >= least and level.area.stairs:
            dark = without_shadow(level.grey, box)
            whole += [_with_below(one) for one in ([one for one in dark if min(one[1]) >= least] or [box])]
            scraps += [one for one in dark if min(one[1]) < least and is_scrap(one)]
        elif min(box[1]) >= least:
            whole += parted(box, tokens)
        elif is_scrap(box):
            scraps.append(box)
    parts, whole = sorted(whole, key=lambda box: -box[1][0] * box[1][1]), []
    for part in parts:
        if not _is_part(part, whole, tokens):  # a dark one's paint within its own broken rim
            whole.append(part)
            yield from (_stairs if level.area.stairs else _flat)(level, part, tokens, paints)
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


def _with_below(box: Box) -> Box:
    """A tower with the paper below it: light may have broken its lowest rim."""
    (x, y), (width, height), turn = box
    middle = complex(x, y) + 1j * np.exp(1j * np.radians(turn)) * BELOW_MM * DOTS_PER_MM / 2
    return (middle.real, middle.imag), (width, height + BELOW_MM * DOTS_PER_MM), turn


def _flat(level: Level, box: Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """A token that lies flat; something hidden where it is none."""
    (x, y), (width, height), _turn = box
    side, off = tokens.side_mm * DOTS_PER_MM, OFF_MM * DOTS_PER_MM
    upright = _upright(level, box)
    top = _top(upright[0], tokens)
    if abs(width - side) > off or abs(height - side) > off or top is None:
        yield _spot(level, tokens.hidden, complex(x, y))
        return
    seen = _Seen(upright, top.real, tokens, paints, _light(upright[0]), level.paper_at(complex(x, y)))
    yield _spot(level, tokens.top, _place(box, upright[0], top), seen.token(top.imag), width / DOTS_PER_MM)


def _stairs(level: Level, box: Box, tokens: Tokens, paints: Paints) -> Iterator[Spot]:
    """The tokens in a box of which nothing is covered, each with the strips below it; something hidden for none."""
    upright, across_mm = _upright(level, box), box[1][0] / DOTS_PER_MM
    tops = rings(upright[0], tokens)
    own = [top for top in tops if top.imag < len(upright[0]) - (BELOW_MM + tokens.side_mm / 2) * DOTS_PER_MM]
    if not own:
        yield _spot(level, tokens.hidden, complex(*box[0]))
    for top in own:
        end = min([len(upright[0]) - 3, *(_upper(other, tokens) for other in tops if _is_below(other, top, tokens))])
        seen = _Seen(upright, top.real, tokens, paints, _light(upright[0]), level.paper_at(complex(*box[0])))
        yield _spot(level, tokens.top, _place(box, upright[0], top), seen.token(top.imag), across_mm)
        below = replace(seen, column=_lowest(upright[0], top, end, tokens), light=_paper_light(seen))
        for lower, found in _strips(below, top.imag, end):
            at = _place(box, upright[0], complex(top.real, lower - 2.0 * DOTS_PER_MM))
            yield _spot(level, tokens.step, at, found, across_mm)


def _paper_light(seen: "_Seen") -> tuple[float, float]:
    """The light of rims, and of paper: a reflection on the top is lighter, and what lies below is not in it."""
    low, high = seen.light
    return low, max(min(high, seen.paper), low + LEAST_LIGHT * (high - low))


def _upper(top: complex, tokens: Tokens) -> int:
    return round(top.imag - tokens.side_mm / 2 * DOTS_PER_MM)


def _is_below(other: complex, top: complex, tokens: Tokens) -> bool:
    """Whether a token lies in the same column, farther down."""
    return other.imag > top.imag and abs(other.real - top.real) < tokens.side_mm / 2 * DOTS_PER_MM


def _lowest(grey: Grey, top: complex, end: int, tokens: Tokens) -> float:
    """The column of the lowest token's middle: a high tower leans out of the picture's middle, or as it was built."""
    low, high = _light(grey)
    for row in range(end, round(top.imag), -1):
        dark = np.flatnonzero(grey[row] < low + RIM * (high - low))
        wide = (dark[-1] - dark[0]) / DOTS_PER_MM if len(dark) else 0.0
        if abs(wide - tokens.side_mm) < LEANING_MM and len(dark) > RIM_SHARE * (dark[-1] - dark[0]):
            return float(dark[0] + dark[-1]) / 2
    return top.real


def _place(box: Box, upright: Grey, at: complex) -> complex:
    """Where a dot of the box, turned upright, lies in the area."""
    tall, wide = upright.shape
    return complex(complex(*box[0]) + (at - complex(wide / 2, tall / 2)) * np.exp(1j * np.radians(box[2])))


def _strips(seen: "_Seen", row: float, end: int) -> list[tuple[float, Told]]:
    """
    The lower edge and the colour of each strip below the top in that row, down to `end`.

    An edge that light has made faint tells that there is a strip, and not its colour.
    """
    falls = _Falls(seen.across(), seen.light)
    top = falls.steepest(round(row + (seen.tokens.side_mm / 2 - seen.tokens.rim_mm) * DOTS_PER_MM))
    edges = [top, *falls.edges(top + round(LEAST_STEP_MM * DOTS_PER_MM), end)]
    last = next((upper for upper, lower in pairwise(edges) if not seen.has_sides(upper, lower)), edges[-1])
    end = min([end, *(edge for edge in edges if edge > last)])
    strips: list[tuple[float, Told]] = []
    for upper, lower in pairwise(edge for edge in edges if edge <= last):
        high = (lower - upper) / DOTS_PER_MM
        widest = WIDEST_STEP_MM + (SIDES_MM if upper == top else 0)
        if high > widest or (high > MOST_STEP_MM and falls.has_faint(upper, lower)):
            strips.append(((upper + lower) / 2, UNTOLD))
        strips.append((lower, seen.strip(lower) if high > THIN_STEP_MM else UNTOLD))
    if falls.has_faint_rim(last, end):
        strips.append((last + MOST_STEP_MM * DOTS_PER_MM, UNTOLD))
    return strips


def _light(grey: Grey) -> tuple[float, float]:
    """The light of rims, and of lines or paper."""
    low, high = (float(value) for value in np.percentile(grey, (3, 95)))
    return low, high


def _top(grey: Grey, tokens: Tokens) -> complex | None:
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
    return complex((columns[0] + columns[-1]) / 2, rows[0] - rim + half) if len(rows) else None


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

    def strip(self, lower: float) -> Told:
        """The colour of the strip with that lower edge, where it is strongest above its light line."""
        if self._is_like_its_line(round(lower)):
            return self._unless_glaring(Told(self.tokens.white, LIKE_ITS_LINE, ()), self._line(round(lower)))
        grey, colour = self.pictures
        line = lower - self.tokens.line_mm * DOTS_PER_MM
        rows = self._rows(line - 1.2 * DOTS_PER_MM, 0.4)
        near = np.median(grey[self._rows(line, 4.0), self._columns(5.0)], axis=1)
        contrast, low = self.light[1] - self.light[0], float(near.min())
        shades = np.median(colour[self._rows(line - DOTS_PER_MM, 1.1), self._columns(6.0)], axis=1).astype(np.float64)
        strength = np.ptp((shades - max(0.0, low - RIM_LIGHT * contrast)) / self.paints.white, axis=1)
        sample = float(np.median(grey[rows, self._columns(6.0)])), shades[int(np.argmax(strength))]
        found = self._unless_glaring(told(sample, self.paints, (low, low + contrast), MIXED), sample[0])
        least = SURE_STRIP if found.colour != self.tokens.black else SURELY_DARK if self._is_open(rows) else 1.0
        if found.sure < least:
            return Told("", found.sure)
        return found

    def _line(self, lower: int) -> float:
        """How light the line of the strip with that lower edge is."""
        return float(np.median(self.pictures[0][lower - LINE_DOTS : lower, self._columns(6.0)], axis=1).max())

    def _is_like_its_line(self, lower: int) -> bool:
        """Whether a strip's paint is as light as its line, in grey and in each colour of light."""
        low, high = self.light
        least = low + EDGE * (high - low)
        for picture in (self.pictures[0][..., None], self.pictures[1]):
            rows = np.median(picture[:, self._columns(6.0)], axis=1) - low
            line, paint = rows[lower - LINE_DOTS : lower], rows[lower - 2 * LINE_DOTS + 1 : lower - LINE_DOTS]
            if self._line(lower) < least or (np.median(paint, axis=0) < LIKE_ITS_LINE * line.max(axis=0)).any():
                return False
        return True

    def _is_open(self, rows: slice) -> bool:
        """Whether a strip's own light lines are seen in these rows at its left and right."""
        low, high = self.light
        across = np.median(self.pictures[0][rows], axis=0)
        half = (self.tokens.side_mm / 2 - LINE_AT_MM) * DOTS_PER_MM
        lines = (across[self._rows(self.column + side * half, LINE_AT_MM - 0.2)] for side in (-1, 1))
        return all(float(line.max()) > low + LINE_LIGHT * (high - low) for line in lines)

    def across(self) -> Values:
        """The light of each row, beside the sign in the middle of a token."""
        near, far = (round(at * DOTS_PER_MM) for at in BESIDE_SIGN_MM)
        middle, grey = round(self.column), self.pictures[0]
        beside = [*range(max(0, middle - far), middle - near), *range(middle + near, min(middle + far, grey.shape[1]))]
        return np.asarray(np.median(grey[:, beside], axis=1), np.float32)

    def has_sides(self, upper: int, lower: int) -> bool:
        """Whether between two edges lies a token, with its rim at the left or the right, and no paper."""
        low, high = self.light
        part = self.pictures[0][upper + (lower - upper) // 2 : lower - 1]
        dark = np.median(part, axis=0) < low + DARK_EDGE * (high - low)
        half = self.tokens.side_mm / 2 - self.tokens.rim_mm / 2
        return any(
            bool(dark[self._rows(self.column + side * half * DOTS_PER_MM, LEANING_MM)].any()) for side in (-1, 1)
        )

    def _rows(self, row: float, reach_mm: float) -> slice:
        reach = reach_mm * DOTS_PER_MM
        return slice(max(0, round(row - reach)), max(1, round(row + reach) + 1))

    def _columns(self, reach_mm: float) -> slice:
        return self._rows(self.column, reach_mm)


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


class _Falls:
    """Where light falls down the rows of a stack, from a line to a rim, as part of that between rim and paper."""

    def __init__(self, rows: Values, light: tuple[float, float]) -> None:
        low, high = light
        self._rows = (rows - low) / max(1.0, high - low)
        self._falls = np.zeros(len(rows), np.float32)
        self._falls[2:-2] = self._rows[:-4] - self._rows[4:]

    def edges(self, first: int, end: int) -> list[int]:
        """The lower edges of tokens in these rows."""
        found: list[int] = []
        for row in range(first, end):
            if self._is_edge(row) and (not found or row - found[-1] >= LEAST_STEP_MM * DOTS_PER_MM):
                found.append(row)
        return found

    def steepest(self, near: int) -> int:
        """The row near that one where most light falls."""
        first = max(2, near - NEAR_DOTS)
        return first + int(self._falls[first : near + NEAR_DOTS + 1].argmax())

    def _is_edge(self, row: int) -> bool:
        dark = float(self._rows[row + 2 : row + 5].min())
        least = SHADED_EDGE if dark <= RIM else EDGE if dark <= DARK_EDGE else 1.0
        return self._is_steepest(row) and bool(self._falls[row] >= least)

    def _is_steepest(self, row: int) -> bool:
        return bool(self._falls[row] >= self._falls[max(0, row - 3) : row + 4].max())

    def has_faint(self, upper: int, lower: int) -> bool:
        """Whether between two edges, and near neither, is what light may have left of another."""
        near = round(LEAST_STEP_MM * DOTS_PER_MM)
        return any(self._is_faint(row) for row in range(upper + near, lower - near))

    def has_faint_rim(self, upper: int, end: int) -> bool:
        """Whether below the last edge is what light may have left of one more: no shadow, as it is light again."""
        near = round(LEAST_STEP_MM * DOTS_PER_MM)
        rises = (row for row in range(upper + near, end) if self._rise(row) >= self._falls[row] / 2)
        return any(self._is_faint(row) for row in rises)

    def _rise(self, row: int) -> float:
        """By how much it is lighter again within a rim's width and some more below."""
        below = self._rows[row + 2 : row + 2 + round(RISE_MM * DOTS_PER_MM)]
        return float(below.max() - below[:3].min())

    def _is_faint(self, row: int) -> bool:
        is_dark = self._rows[row + 2] <= DARK_EDGE
        return self._is_steepest(row) and bool(self._falls[row] >= (FAINT_EDGE[0] if is_dark else FAINT_EDGE[1]))


def _spot(level: Level, kind: str, at: complex, found: Told = UNTOLD, across_mm: float = 0.0) -> Spot:
    """A spot where those dots of the area are; the colour with how sure it is."""
    area = level.area
    place = to_look(area, np.array(at / DOTS_PER_MM + complex(area.left_mm, area.top_mm)))
    return Spot(kind, found.colour, float(place.real), float(place.imag), across_mm, found.sure, found.among)
