"""
The colours of tokens without a code, and the strips of a tower of them: each against patches that the picture shows.

A lamp's reflection adds light, and light falls unevenly: so a colour is taken between a token's own dark rim and the
light line or paper beside it, and then held against the patches, which are measured in the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Patch, Tokens
from lucca_pi.vision.picture import Colour, Grey
from lucca_pi.vision.plane import Plane

_RIM_LIGHT = 0.1
"""Light of a rim's ink, as a share of the light from black to white paper."""
_WHOLE, _MIXED = (0.6, 1.3), (0.35, 1.3)
"""
Least and most strength of a colour, as a share of its patch: of a whole token; of a strip, which is so narrow that its
neighbours weaken it.
"""
_HUE = 2.0
"""Weight of a difference in hue against one in lightness, which reflections change."""
_NEUTRAL = 0.12
"""Strength of a paint below which it is white, black or grey."""
_SURE = 0.15
"""Least lead of a colour over the next, 0 to 1; below it the colour is unknown."""
_MOST_LIGHT = 250
"""Near saturation: with two channels at or above this, the hue is unknown."""
_EDGE = 0.2
"""Least fall of light, as a share of that from rim to paper, at the lower edge of a token."""
_LEAST_STEP_MM = 2.4
"""Least distance between two lower edges, mm."""
_DARKEST = 35
"""Per cent of a token's pixels, the darkest, that give its colour."""
_SURELY_DARK = 0.45
"""Least sureness of a black strip: a high tower's dark sides may cover one of another colour."""
_SURE_STRIP = 0.4
"""Least sureness of a strip of another colour: below it may be light from beside the strip."""
_SIDES_MM = 14.0
"""Most of a tower's dark sides in view above its first strip, mm."""
_MOST_STEP_MM, _WIDEST_STEP_MM = 6.4, 11.5
"""Height of a strip, mm, above which it may hide another if light falls within it; and above which it surely does."""
_SHADED_EDGE = 0.1
"""Least such fall at an edge that ends in the dark of a rim: a lamp's shadow lies over stairs."""
_FAINT_EDGE = 0.06, 0.2
"""Least fall of light at what may be an edge in a reflection: where it ends in dark, and where in light."""
_DARK_EDGE = 0.5
"""Most light below an edge, as a share: a lighter one is a shadow's beginning on paper, or hidden by light."""
_LINE_DOTS = 4
"""Height of a strip's light line above its lower edge, dots; the paint is above that."""
_NEAR_DOTS = 4
"""Most dots between a top's lower edge and where it should be."""
_RISE_MM = 3.4
"""Distance below a rim's edge within which it is light again, mm: a shadow is wider."""
_BESIDE_SIGN_MM = 4.5, 9.0
"""Nearest and farthest distance from a token's middle, mm, at which its paint bears no print."""
_UNEVEN, _GLARING = 0.28, 1.25
"""
Most unevenness of white paint, as a share of the light from rim to line, and most light against paper; beyond, it
reflects.
"""
_LIKE_ITS_LINE = 0.85
"""Least light of a white strip's paint, as a share of its own line's; no reflection makes another strip so light."""
_LINE_LIGHT = 0.35
"""Least light, as a share, of the lines left and right of a strip whose paint no dark side above covers."""
_THIN_STEP_MM = 2.9
"""Least height of a strip, mm, whose paint is not covered by the token above."""
_LEAST_LIGHT = 0.65
"""Least light of paper, as a share from rim to a tower's lightest: it may be lighter around a tower than elsewhere."""
_LEANING_MM, _RIM_SHARE = 2.5, 0.85
"""Most difference in width, mm, of the lowest rim from a token; least share of that rim that is dark."""
_Shade = NDArray[np.float64]
"""Lightness, red over green, blue over green: each as part of white."""
DOTS_PER_MM = 3
"""Scale at which areas are seen from above."""
RIM = 0.22
"""Light of rims and dark paint at most, as a share of that from rim to paper; shadows on paper are lighter."""
LINE_AT_MM = 1.6
"""Distance of the middle of a token's light line from its edge; its rim's is half as far or less."""
Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Paints:
    """White's red, green and blue as shares of its grey, and the shade of each colour, as the patches show them."""

    white: _Shade
    shades: Mapping[str, _Shade]


class PaintRead(NamedTuple):
    """The colour, "" if unknown; how sure it is, 0 to 1; the colours it may be if unknown, likeliest first."""

    colour: str
    sure: float
    among: tuple[str, ...] = ()


NO_PAINT = PaintRead("", 0.0)


def paints_of(pictures: tuple[Grey, Colour], plane: Plane, tokens: Tokens, patches: Sequence[Patch]) -> Paints | None:
    """The shades of the patches; None where one of the colours is not in sight."""
    measured: dict[str, list[_Shade]] = {}
    for patch in patches:
        if (seen := _measured(pictures, plane, patch)) is not None:
            measured.setdefault(patch.colour, []).append(seen)
    if not {tokens.white, tokens.black} <= {*measured}:
        return None
    means = {colour: np.median(seen, axis=0) for colour, seen in measured.items()}
    white, black = means[tokens.white], means[tokens.black]
    haze = black.mean() - _RIM_LIGHT * (white.mean() - black.mean())
    balance = (white - haze) / max(1.0, (white - haze).mean())
    lit = max(1.0, white.mean() - haze)
    return Paints(balance, {colour: _shade((mean - haze) / balance / lit) for colour, mean in means.items()})


def _measured(pictures: tuple[Grey, Colour], plane: Plane, patch: Patch) -> _Shade | None:
    """The patch's red, green and blue; None outside of the picture, or where they are at the sensor's most."""
    grey, colour = pictures
    reach = np.linspace(-0.25, 0.25, 9) * patch.side_mm
    points = np.array([(patch.place_mm[0] + x, patch.place_mm[1] + y) for x in reach for y in reach])
    smaller = colour.shape[1] / grey.shape[1]
    x, y = np.rint((plane.image_from_table(points) + 0.5) * smaller - 0.5).astype(int).T
    if min(x.min(), y.min()) < 0 or x.max() >= colour.shape[1] or y.max() >= colour.shape[0]:
        return None
    return np.asarray(np.median(colour[y, x], axis=0), np.float64)


def _shade(part: _Shade) -> _Shade:
    """Lightness, and how far red and blue are above green."""
    red, green, blue = part
    return np.array([0.299 * red + 0.587 * green + 0.114 * blue, red - green, blue - green])


def _paint_of(
    sample: tuple[float, _Shade], paints: Paints, light: tuple[float, float], pure: tuple[float, float]
) -> PaintRead:
    """
    The colour that a sample is likest to, and how sure that is: 0 where two are as like, 1 where it is as printed.

    `pure`: how weak and how strong it may be as part of its patch.
    """
    (grey, colour), (low, high) = sample, light
    haze = max(0.0, low - _RIM_LIGHT * (high - low))
    lit = max(1.0, high - haze)
    shade = _shade((colour - haze) / paints.white / lit)
    shade[0] = (grey - haze) / lit
    if (colour >= _MOST_LIGHT).sum() > 1:
        shade[1:] = 0.0
    apart = {name: _apart(shade, other, pure) for name, other in paints.shades.items()}
    nearest, *others = sorted(apart, key=lambda name: apart[name])
    ahead = [(apart[other] - apart[nearest]) / (apart[other] + apart[nearest] + 1e-6) for other in others]
    if ahead[0] >= _SURE:
        return PaintRead(nearest, round(ahead[0], 3))
    likely = [other for other, by in zip(others, ahead, strict=True) if by < 2 * _SURE]
    return PaintRead("", round(ahead[0], 3), (nearest, *likely))


def _apart(shade: _Shade, paint: _Shade, pure: tuple[float, float]) -> float:
    """The distance of a shade from a paint mixed with grey: hue counts most."""
    strength = float(paint[1:] @ paint[1:])
    share = float(np.clip(shade[1:] @ paint[1:] / strength, *pure)) if strength > _NEUTRAL**2 else 1.0
    hue = shade[1:] - share * paint[1:]
    return float(np.hypot(shade[0] - paint[0], _HUE * np.hypot(*hue)))


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower turned upright, the column of its top's middle, the light of its rims and lines, and that of paper."""

    pictures: tuple[Grey, Colour]
    column: float
    tokens: Tokens
    paints: Paints
    light: tuple[float, float]
    paper: float

    @property
    def paper_light(self) -> tuple[float, float]:
        """The light of rims and of paper: a reflection on the top is lighter, and the strips below are not in it."""
        low, high = self.light
        return low, max(min(high, self.paper), low + _LEAST_LIGHT * (high - low))

    def token(self, row: float) -> PaintRead:
        """The colour of the token in whose middle that row is, by its darkest third: a reflection only adds light."""
        grey, colour = (one[self._rows(row, 7.0), self._columns(7.0)] for one in self.pictures)
        darkest = grey <= np.percentile(grey, _DARKEST)
        sample = float(np.median(grey[darkest])), np.median(colour[darkest], axis=0)
        found = _paint_of(sample, self.paints, self.light, _WHOLE)
        uneven = float(np.ptp(np.percentile(grey, (5, 95)))) > _UNEVEN * (self.light[1] - self.light[0])
        return self._unless_glaring(found, sample[0], uneven=uneven)

    def _unless_glaring(self, found: PaintRead, light: float, *, uneven: bool = False) -> PaintRead:
        """The colour, but for white in a reflection: that may be any colour."""
        if found.colour == self.tokens.white and (uneven or light > _GLARING * self.paper):
            return PaintRead("", 0.0, tuple(self.paints.shades))
        return found

    def strip(self, lower: float) -> PaintRead:
        """The colour of the strip with that lower edge, where it is strongest above its light line."""
        if self._is_like_its_line(round(lower)):
            return self._unless_glaring(PaintRead(self.tokens.white, _LIKE_ITS_LINE, ()), self._line(round(lower)))
        grey, colour = self.pictures
        line = lower - self.tokens.line_mm * DOTS_PER_MM
        rows = self._rows(line - 1.2 * DOTS_PER_MM, 0.4)
        near = np.median(grey[self._rows(line, 4.0), self._columns(5.0)], axis=1)
        contrast, low = self.light[1] - self.light[0], float(near.min())
        shades = np.median(colour[self._rows(line - DOTS_PER_MM, 1.1), self._columns(6.0)], axis=1).astype(np.float64)
        strength = np.ptp((shades - max(0.0, low - _RIM_LIGHT * contrast)) / self.paints.white, axis=1)
        sample = float(np.median(grey[rows, self._columns(6.0)])), shades[int(np.argmax(strength))]
        found = self._unless_glaring(_paint_of(sample, self.paints, (low, low + contrast), _MIXED), sample[0])
        least = _SURE_STRIP if found.colour != self.tokens.black else _SURELY_DARK if self._is_open(rows) else 1.0
        if found.sure < least:
            return PaintRead("", found.sure)
        return found

    def _line(self, lower: int) -> float:
        """The light of the line of the strip with that lower edge."""
        return float(np.median(self.pictures[0][lower - _LINE_DOTS : lower, self._columns(6.0)], axis=1).max())

    def _is_like_its_line(self, lower: int) -> bool:
        """True if a strip's paint is as light as its line, in grey and in each colour of light."""
        low, high = self.light
        least = low + _EDGE * (high - low)
        for picture in (self.pictures[0][..., None], self.pictures[1]):
            rows = np.median(picture[:, self._columns(6.0)], axis=1) - low
            line, paint = rows[lower - _LINE_DOTS : lower], rows[lower - 2 * _LINE_DOTS + 1 : lower - _LINE_DOTS]
            if self._line(lower) < least or (np.median(paint, axis=0) < _LIKE_ITS_LINE * line.max(axis=0)).any():
                return False
        return True

    def _is_open(self, rows: slice) -> bool:
        """True if a strip's own light lines are seen in these rows at its left and right."""
        low, high = self.light
        across = np.median(self.pictures[0][rows], axis=0)
        half = (self.tokens.side_mm / 2 - LINE_AT_MM) * DOTS_PER_MM
        lines = (across[self._rows(self.column + side * half, LINE_AT_MM - 0.2)] for side in (-1, 1))
        return all(float(line.max()) > low + _LINE_LIGHT * (high - low) for line in lines)

    def across(self) -> Values:
        """The light of each row, beside the sign in the middle of a token."""
        near, far = (round(at * DOTS_PER_MM) for at in _BESIDE_SIGN_MM)
        middle, grey = round(self.column), self.pictures[0]
        beside = [*range(max(0, middle - far), middle - near), *range(middle + near, min(middle + far, grey.shape[1]))]
        return np.asarray(np.median(grey[:, beside], axis=1), np.float32)

    def has_sides(self, upper: int, lower: int) -> bool:
        """True if a token lies between two edges, its rim in view at the left or the right, and not paper."""
        low, high = self.light
        part = self.pictures[0][upper + (lower - upper) // 2 : lower - 1]
        dark = np.median(part, axis=0) < low + _DARK_EDGE * (high - low)
        half = self.tokens.side_mm / 2 - self.tokens.rim_mm / 2
        return any(
            bool(dark[self._rows(self.column + side * half * DOTS_PER_MM, _LEANING_MM)].any()) for side in (-1, 1)
        )

    def _rows(self, row: float, reach_mm: float) -> slice:
        reach = reach_mm * DOTS_PER_MM
        return slice(max(0, round(row - reach)), max(1, round(row + reach) + 1))

    def _columns(self, reach_mm: float) -> slice:
        return self._rows(self.column, reach_mm)


def strips_of(seen: Tower, row: float, end: int) -> list[tuple[float, PaintRead]]:
    """
    The lower edge and the colour of each strip below the top in that row, down to `end`.

    An edge that light has made faint shows a strip without its colour.
    """
    falls = _Falls(seen.across(), seen.light)
    top = falls.steepest(round(row + (seen.tokens.side_mm / 2 - seen.tokens.rim_mm) * DOTS_PER_MM))
    edges = [top, *falls.edges(top + round(_LEAST_STEP_MM * DOTS_PER_MM), end)]
    last = next((upper for upper, lower in pairwise(edges) if not seen.has_sides(upper, lower)), edges[-1])
    end = min([end, *(edge for edge in edges if edge > last)])
    strips: list[tuple[float, PaintRead]] = []
    for upper, lower in pairwise(edge for edge in edges if edge <= last):
        high = (lower - upper) / DOTS_PER_MM
        widest = _WIDEST_STEP_MM + (_SIDES_MM if upper == top else 0)
        if high > widest or (high > _MOST_STEP_MM and falls.has_faint(upper, lower)):
            strips.append(((upper + lower) / 2, NO_PAINT))
        strips.append((lower, seen.strip(lower) if high > _THIN_STEP_MM else NO_PAINT))
    if falls.has_faint_rim(last, end):
        strips.append((last + _MOST_STEP_MM * DOTS_PER_MM, NO_PAINT))
    return strips


class _Falls:
    """The fall of light down the rows of a tower, from line to rim, as a share of that from rim to paper."""

    def __init__(self, rows: Values, light: tuple[float, float]) -> None:
        low, high = light
        self._rows = (rows - low) / max(1.0, high - low)
        self._falls = np.zeros(len(rows), np.float32)
        self._falls[2:-2] = self._rows[:-4] - self._rows[4:]

    def edges(self, first: int, end: int) -> list[int]:
        """The lower edges of tokens in these rows."""
        found: list[int] = []
        for row in range(first, end):
            if self._is_edge(row) and (not found or row - found[-1] >= _LEAST_STEP_MM * DOTS_PER_MM):
                found.append(row)
        return found

    def steepest(self, near: int) -> int:
        """The row near that one where most light falls."""
        first = max(2, near - _NEAR_DOTS)
        return first + int(self._falls[first : near + _NEAR_DOTS + 1].argmax())

    def _is_edge(self, row: int) -> bool:
        dark = float(self._rows[row + 2 : row + 5].min())
        least = _SHADED_EDGE if dark <= RIM else _EDGE if dark <= _DARK_EDGE else 1.0
        return self._is_steepest(row) and bool(self._falls[row] >= least)

    def _is_steepest(self, row: int) -> bool:
        return bool(self._falls[row] >= self._falls[max(0, row - 3) : row + 4].max())

    def has_faint(self, upper: int, lower: int) -> bool:
        """True if light may have left a faint edge between two edges, near neither."""
        near = round(_LEAST_STEP_MM * DOTS_PER_MM)
        return any(self._is_faint(row) for row in range(upper + near, lower - near))

    def has_faint_rim(self, upper: int, end: int) -> bool:
        """True if light may have left a faint rim below the last edge; a shadow does not get light again."""
        near = round(_LEAST_STEP_MM * DOTS_PER_MM)
        rises = (row for row in range(upper + near, end) if self._rise(row) >= self._falls[row] / 2)
        return any(self._is_faint(row) for row in rises)

    def _rise(self, row: int) -> float:
        """The rise of light within `_RISE_MM` below a row."""
        below = self._rows[row + 2 : row + 2 + round(_RISE_MM * DOTS_PER_MM)]
        return float(below.max() - below[:3].min())

    def _is_faint(self, row: int) -> bool:
        is_dark = self._rows[row + 2] <= _DARK_EDGE
        return self._is_steepest(row) and bool(self._falls[row] >= (_FAINT_EDGE[0] if is_dark else _FAINT_EDGE[1]))


def lowest_column(grey: Grey, top: complex, end: int, tokens: Tokens) -> float:
    """The column of the lowest token's middle: a high tower leans out of the picture's middle, or as it was built."""
    low, high = light_of(grey)
    for row in range(end, round(top.imag), -1):
        dark = np.flatnonzero(grey[row] < low + RIM * (high - low))
        wide = (dark[-1] - dark[0]) / DOTS_PER_MM if len(dark) else 0.0
        if abs(wide - tokens.side_mm) < _LEANING_MM and len(dark) > _RIM_SHARE * (dark[-1] - dark[0]):
            return float(dark[0] + dark[-1]) / 2
    return top.real


def light_of(grey: Grey) -> tuple[float, float]:
    """The light of rims, and of lines or paper."""
    low, high = (float(value) for value in np.percentile(grey, (3, 95)))
    return low, high
