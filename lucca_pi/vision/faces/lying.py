"""
The table as seen from straight above, what has changed on it, and the cards that lie on it.

Searches for cards and for changes work on coarse cells.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.table.pieces import Piece
from lucca_pi.table.sighting import Pose, Sighting, point_beside, wrapped
from lucca_pi.vision.faces.laying import Cut, Homography, half_turn
from lucca_pi.vision.faces.prints import FAINT, UPPER, Floats, colour_ratios, relative_light
from lucca_pi.vision.picture import Grey, Picture
from lucca_pi.vision.plane import Plane, rectangle

CELL_MM = 4.0
"""Side of a cell: windows and doors still show, and a table has about a hundred thousand cells."""
_PX_PER_MM = 0.5
"""Scale, px/mm, at which light is made relative to its surroundings, before it is averaged in cells."""
_CHROMA = 2.0
"""Weight of a ratio of colours against one of relative light."""
_DETAIL_FAINT, _DETAIL_GAIN = 2.0, 8.0
"""Grey values by which noise makes neighbours differ, and the factor that keeps such differences in 8 bits."""
_GRID_PX = 16
"""Pixels of the top view between which the plane counts as straight."""
Affine = NDArray[np.float64]
"""From one plane to another, (2, 3)."""
Region = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""
_Raster = tuple[tuple[float, float], float, tuple[int, int]]
"""Upper left corner and step in mm, columns and rows."""
Mask = NDArray[np.bool_]
_LIGHT, _HUE, _LEVEL, _DETAIL = 0.5, 0.25, 0.3, 0.35
"""Least changes of a cell's relative light, ratios of colours, level and detail that noise does not make."""
_AROUND_CELLS = 20.0
"""Reach of the levels around that a cell's level is compared with: lamps dim and people cast shadows."""
_COARSER = 4
"""Factor by which levels around are computed for fewer cells each way, as they change slowly."""
_CLOSED = 5
"""Widest gap in cells that still counts as changed: a window is as bright as the table."""
_SPECK = 12
"""Least changed cells together; fewer are noise, or a shadow's edge: a card has 300."""
_COMMON = 0.06
"""Share of the table from which a hue is the cloth's or the wood's: ten cards of a colour have less."""
_BIN = 0.12
"""Step in which hues are counted; neighbours count as one."""
_SAME_MM = 20.0
"""Least distance of two cards' middles."""
_ONE_MM, _ONE_DEG = 2.0, 2.0
"""Distance and turn within which two places give the same card."""
_ASIDE_MM = 30.0, 28.0
"""Distance of the middles of two cards' upper parts, across and down, below which these overlap."""
_LEAST_MM2 = 100.0
"""Least area that two cards share if any parts of them overlap."""
_INNER = 0.9
"""Share of a card's upper part that is surely its own: neighbours may show at its edges."""
Corners = NDArray[np.float64]
"""Corners in mm on the table, clockwise from a card's upper left one: (4, 2)."""
Size = tuple[float, float]
"""Width and height in mm."""


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """
    `cells`: relative light and two ratios of colours, (rows, columns, 3); `levels`: logarithms of the light itself;
    `detail`: logarithms of how much neighbouring pixels differ; `seen`: the cells within the picture.

    `corner_mm`: the upper left corner of the first cell. All fields in single precision, once `kept` in halves of it.
    """

    cells: NDArray[np.floating[Any]]
    levels: NDArray[np.floating[Any]]
    detail: NDArray[np.floating[Any]]
    seen: NDArray[np.bool_]
    corner_mm: tuple[float, float]

    def cell_of(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places in cells of points in mm, (..., 2): the middle of the first cell is at 0, 0."""
        return np.asarray((points_mm - np.array(self.corner_mm)) / CELL_MM - 0.5)

    def place_of(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places in mm of points in cells, (..., 2)."""
        return np.asarray((cells + 0.5) * CELL_MM + np.array(self.corner_mm))

    @property
    def region(self) -> Region:
        """The part of the table that is shown."""
        (rows, columns), (left, top) = self.seen.shape, self.corner_mm
        return left, top, left + columns * CELL_MM, top + rows * CELL_MM

    def kept(self) -> "TopView":
        """The view in half the memory, for later looks to be compared with."""
        cells, levels, detail = (one.astype(np.float16) for one in (self.cells, self.levels, self.detail))
        return replace(self, cells=cells, levels=levels, detail=detail)

    def carried(self, to_before: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> "TopView":
        """The view in other axes of the table: `to_before` leads from places in them to these."""
        columns, rows = np.meshgrid(*(np.arange(side, dtype=float) for side in self.seen.shape[::-1]))
        at = self.cell_of(to_before(self.place_of(np.stack([columns, rows], -1).reshape(-1, 2))))
        at = at.reshape(*self.seen.shape, 2).astype(np.float32)
        cells, levels, detail, seen = (
            np.asarray(cv2.remap(np.asarray(field, np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.float32)
            for field in (self.cells, self.levels, self.detail, self.seen)
        )
        return TopView(cells, levels, detail, np.asarray(seen > 0.5), self.corner_mm).kept()

    def filled(self, mask: NDArray[np.uint8], corners_mm: NDArray[np.float64], value: int) -> NDArray[np.uint8]:
        """The mask with the cells of a quadrilateral on the table, corners (4, 2) in mm, set to a value."""
        corners = np.round(self.cell_of(corners_mm)).astype(np.int32)
        return np.asarray(cv2.fillConvexPoly(mask, corners, (value,)), np.uint8)

    def share(self, mask: Mask, corners_mm: NDArray[np.float64]) -> float:
        """
        The share of a quadrilateral on the table, corners (4, 2) in mm, that the mask covers.

        Counted within the view; 0 if none of it is in the view.
        """
        corners = np.round(self.cell_of(corners_mm)).astype(np.int32)
        x, y, width, height = cv2.boundingRect(corners)
        left, upper = max(x, 0), max(y, 0)
        part = mask[upper : max(y + height, 0), left : max(x + width, 0)]
        if not part.size:
            return 0.0
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(inside, corners - (left, upper), (1,))
        return float(cv2.mean(part.view(np.uint8), inside)[0])


def top_view(shown: Picture, plane: Plane, to_plane: Affine, region: Region) -> TopView:
    """The part `region` of the table, in any axes of the plane: `to_plane` leads from these to the plane's."""
    left, top, right, bottom = region
    columns, rows = (2 * int(np.ceil((far - near) / CELL_MM / 2)) for near, far in ((left, right), (top, bottom)))
    half = np.asarray(cv2.resize(shown.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)

    def flat(dots: NDArray[np.uint8], finer: int) -> NDArray[np.uint8]:
        raster = (left, top), CELL_MM / finer, (columns * finer, rows * finer)
        return _remapped(dots, shown.grey.shape, plane, to_plane, raster)

    grey, colour, fine = flat(half, round(CELL_MM * _PX_PER_MM)), flat(shown.colour, 2), flat(_detail(half), 1)
    light = _fewer(relative_light(grey[..., 0], _PX_PER_MM), (columns, rows))
    few = np.asarray(cv2.resize(colour, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    ratios = _CHROMA * colour_ratios(few)
    seen = _fewer(np.asarray(grey[..., 0] > 0, np.float32), (columns, rows)) > 0.5
    levels = np.log(_fewer(np.asarray(grey[..., 0], np.float32), (columns, rows)) + FAINT)
    detail = np.log(cv2.blur(fine[..., 0], (3, 3)).astype(np.float32) + _DETAIL_FAINT * _DETAIL_GAIN)
    return TopView(np.asarray(cv2.merge([light, ratios]), np.float32), levels, detail, np.asarray(seen), (left, top))


def _detail(half: Grey) -> Grey:
    """The difference of each pixel from those around it, `_DETAIL_GAIN` times, and eight times smaller."""
    apart = cv2.absdiff(half, cv2.blur(half, (5, 5)))
    more = np.asarray(cv2.convertScaleAbs(apart, alpha=_DETAIL_GAIN), np.uint8)
    few = cv2.resize(more, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(few, np.uint8)


def cells_of(grey: Grey, ratios: Floats, px_per_mm: float, size: tuple[int, int]) -> Floats:
    """
    A flat print in the same terms, but for cells of any size: (rows, columns, 3).

    `grey`: at `px_per_mm`; `ratios`: of the same part, at any scale; `size`: columns and rows.
    """
    columns, rows = (round(side * _PX_PER_MM / px_per_mm) for side in grey.shape[::-1])
    small = np.asarray(cv2.resize(grey, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    light = cv2.resize(relative_light(small, _PX_PER_MM), size, interpolation=cv2.INTER_LINEAR)
    colours = cv2.resize(_CHROMA * ratios, size, interpolation=cv2.INTER_LINEAR)
    return np.dstack([light, colours]).astype(np.float32)


def _remapped(
    dots: NDArray[np.uint8], full: tuple[int, ...], plane: Plane, to_plane: Affine, raster: _Raster
) -> NDArray[np.uint8]:
    """`dots`, a reduced picture of that full size, on a raster over the table: (rows, columns, 1 or 3)."""
    (left, top), step_mm, (columns, rows) = raster
    # `resize` takes values for those of blocks' middles: one block more on each side, or the edges would be bent
    x, y = ((np.arange(-1, side // _GRID_PX + 2) + 0.5) * _GRID_PX * step_mm for side in (columns, rows))
    flat = np.stack(np.meshgrid(x + left, y + top), -1)
    pixels = plane.image_from_table(flat @ to_plane[:, :2].T + to_plane[:, 2])
    scale = np.array([dots.shape[1] / full[1], dots.shape[0] / full[0]])
    coarse = ((pixels + 0.5) * scale - 0.5).astype(np.float32)
    wide = cv2.resize(coarse, None, fx=_GRID_PX, fy=_GRID_PX, interpolation=cv2.INTER_LINEAR)
    fine = wide[_GRID_PX : _GRID_PX + rows, _GRID_PX : _GRID_PX + columns]
    flat_dots = cv2.remap(dots, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat_dots.reshape(rows, columns, -1), np.uint8)


def _fewer(values: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def changed(before: TopView, now: TopView) -> Mask:
    """The cells that differ between two views of one region, gaps closed; cells seen in one view alone differ."""
    cells = np.abs(cv2.GaussianBlur(np.asarray(before.cells - now.cells, np.float32), (0, 0), 0.7))
    differs = (cells[..., 0] > _LIGHT) | (cells[..., 1] > _HUE) | (cells[..., 2] > _HUE)
    both = before.seen & now.seen
    for apart, most in ((now.levels - before.levels, _LEVEL), (now.detail - before.detail, _DETAIL)):
        differs |= np.abs(apart - _around(apart, both & ~differs)) > most
    return _closed(differs | (before.seen != now.seen)) & now.seen


def no_table(top: TopView) -> Mask:
    """The cells with another hue than most of the view: cards, mugs and hands, if the table is plain."""
    hues = np.floor(top.cells[..., 1:] / (_CHROMA * _BIN)).astype(int)
    low = hues.min((0, 1))
    columns = int(np.ptp(hues[..., 1])) + 1
    bins = (hues[..., 0] - low[0]) * columns + hues[..., 1] - low[1]
    shares = np.bincount(bins[top.seen], minlength=int(bins.max()) + 1) / max(1, top.seen.sum())
    grid = np.pad(shares, (0, -len(shares) % columns)).reshape(-1, columns)
    common = cv2.dilate((grid > _COMMON).astype(np.uint8), np.ones((3, 3), np.uint8)).ravel()
    other = common[bins] == 0
    for values, most in ((top.levels, _LEVEL), (top.detail, _DETAIL)):
        other |= np.abs(values - _around(values, top.seen & ~other)) > most
    return _closed(other & top.seen)


def _around(levels: Floats, where: Mask) -> Floats:
    """The mean level around each cell, of the cells in `where` alone."""
    weight = where.astype(np.float32)
    sums, weights = (_wide(one) for one in (levels * weight, weight))
    means = sums / np.maximum(weights, 1e-3)
    return np.asarray(cv2.resize(means, levels.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _wide(values: Floats) -> Floats:
    """Values blurred over `_AROUND_CELLS`, for every `_COARSER`th cell."""
    few = cv2.resize(values, None, fx=1 / _COARSER, fy=1 / _COARSER, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(few, (0, 0), _AROUND_CELLS / _COARSER), np.float32)


def _closed(mask: Mask) -> Mask:
    """The mask with gaps closed and specks dropped."""
    dots = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_CLOSED, _CLOSED), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dots)
    large = stats[:, cv2.CC_STAT_AREA] >= _SPECK
    large[0] = False
    return np.asarray(large[labels])


@dataclass(frozen=True, slots=True)
class LyingCard:
    """
    A card, or a place where one may be: its middle and heading, in the axes of the table.

    `codes`: of its candidates, the likeliest first; empty if they are not known yet. `place`: from millimetres on it to
    pixels of the grey picture that it was recognised in. `cut`: the card in that, if it is ambiguous.
    """

    codes: tuple[int, ...]
    x_mm: float
    y_mm: float
    heading_deg: float
    likeness: float = 0.0
    place: Homography | None = field(default=None, compare=False, repr=False)
    cut: Cut | None = field(default=None, compare=False, repr=False)

    @classmethod
    def seen(cls, one: Sighting, piece: Piece, likeness: float = 0.0) -> "LyingCard":
        """The piece that lies where its code was seen."""
        return cls((one.code,), *point_beside(one, piece.to_middle_mm), one.heading_deg, likeness)

    @property
    def _pose(self) -> Pose:
        return Pose(self.x_mm, self.y_mm, self.heading_deg)

    def moved(self, right_mm: float, down_mm: float) -> "LyingCard":
        """The card so far right of and below its place."""
        x_mm, y_mm = point_beside(self._pose, (right_mm, down_mm))
        return replace(self, x_mm=x_mm, y_mm=y_mm)

    def at(self, ways_mm: Iterable[tuple[float, float]]) -> Corners:
        """Places on the table that are so far right of and below its middle: (n, 2)."""
        pose = self._pose
        return np.array([point_beside(pose, way) for way in ways_mm])

    def corners(self, size_mm: Size) -> Corners:
        """The corners of a piece of that size."""
        return self.at(_corners(-size_mm[0] / 2, size_mm[0] / 2, -size_mm[1] / 2, size_mm[1] / 2))

    def upper_corners(self, size_mm: Size) -> Corners:
        """The corners of the card's upper part, without its edges."""
        width, height = size_mm
        upper = height * UPPER
        edge = (1 - _INNER) * upper / 2
        across = _INNER * width / 2
        return self.at(_corners(-across, across, -height / 2 + edge, -height / 2 + upper - edge))

    def upper_middle(self, size_mm: Size) -> tuple[float, float]:
        """The middle of the card's upper part."""
        return point_beside(self._pose, (0, -size_mm[1] * (1 - UPPER) / 2))

    def on_its_head(self, size_mm: Size) -> "LyingCard":
        """The card, of that size, the other way up."""
        place = None if self.place is None else self.place @ half_turn(size_mm)
        return replace(self, heading_deg=wrapped(self.heading_deg + 180), place=place)

    def is_nearly_at(self, other: "LyingCard") -> bool:
        """True if its place is so near to the other's that both give the same card."""
        apart_mm = hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)
        return apart_mm < _ONE_MM and abs(wrapped(self.heading_deg - other.heading_deg)) < _ONE_DEG

    def lies_as(self, other: "LyingCard") -> bool:
        """True if its place is exactly the other's."""
        return (self.x_mm, self.y_mm, self.heading_deg) == (other.x_mm, other.y_mm, other.heading_deg)

    def touches(self, other: "LyingCard", size_mm: Size) -> bool:
        """True if any parts of the two overlap on the table."""
        first, second = (card.corners(size_mm).astype(np.float32) for card in (self, other))
        return bool(cv2.intersectConvexConvex(first, second)[0] > _LEAST_MM2)

    def is_on_any(self, others: Iterable["LyingCard"], size_mm: Size) -> bool:
        """True if it overlaps one of the other cards."""
        return any(overlap(self, other, size_mm) for other in others)


def _corners(left: float, right: float, top: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def overlap(one: LyingCard, other: LyingCard, size_mm: Size) -> bool:
    """True if the upper parts of two cards overlap, or one card is the other, turned round."""
    apart_mm = hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    if apart_mm < _SAME_MM or apart_mm > hypot(*_ASIDE_MM) + size_mm[1]:
        return apart_mm < _SAME_MM
    across, along = _aside(one.upper_middle(size_mm), other.upper_middle(size_mm), other.heading_deg)
    return bool(across < _ASIDE_MM[0] and along < _ASIDE_MM[1])


def covers(one: LyingCard, other: LyingCard, size_mm: Size) -> bool:
    """True if a card covers the lower part of another."""
    lower = other.moved(0, size_mm[1] * UPPER / 2)
    across, along = _aside((lower.x_mm, lower.y_mm), (one.x_mm, one.y_mm), one.heading_deg)
    return bool(one != other and across < size_mm[0] and along < size_mm[1] / 2)


def _aside(one_mm: tuple[float, float], other_mm: tuple[float, float], heading_deg: float) -> tuple[float, float]:
    """Distance of two places, across and along that heading."""
    turn, (x, y) = radians(heading_deg), (one - other for one, other in zip(one_mm, other_mm, strict=True))
    return abs(x * cos(turn) + y * sin(turn)), abs(y * cos(turn) - x * sin(turn))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """
    A picture, the table in it from above, and the motions from the table's axes to the look's and back.

    The table's axes stay from look to look; a look's are those of a quarter, which people push.
    """

    shown: Picture
    plane: Plane
    to_look: Affine
    to_table: Affine
    top: TopView

    def onto(self, card: LyingCard, size_mm: Size) -> Homography:
        """From millimetres on a card, or another part of the table, of that size to pixels of the grey picture."""
        on_card = rectangle(*size_mm).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(on_card, self.outline_px(card, size_mm)), np.float64)

    def outline_px(self, card: LyingCard, size_mm: Size) -> NDArray[np.float32]:
        """The corners of a card of that size in pixels of the grey picture, clockwise from its upper left: (4, 2)."""
        flat = carried_points(card.corners(size_mm), self.to_look)
        return self.plane.image_from_table(flat).astype(np.float32)

    def corners_at(self, place: Homography, size_mm: Size) -> Corners:
        """The corners on the table of a card's upper left part of that size, at a place in the picture."""
        pixels = cv2.perspectiveTransform(rectangle(*size_mm)[None], place)[0]
        return carried_points(self.plane.table_from_image(pixels), self.to_table)


def carried_points(points: Corners, motion: Affine) -> Corners:
    """The points after the motion, (n, 2)."""
    return np.asarray(points @ motion[:, :2].T + motion[:, 2])


def carried(seen: Sighting, motion: Affine) -> Sighting:
    """The sighting after the motion."""
    ((x_mm, y_mm),) = carried_points(np.array([[seen.x_mm, seen.y_mm]]), motion)
    turn = float(np.degrees(np.arctan2(motion[1, 0], motion[0, 0])))
    return Sighting(seen.code, float(x_mm), float(y_mm), wrapped(seen.heading_deg + turn), seen.margin)


@dataclass(slots=True)
class CardMemory:
    """The cards as the looks so far have shown them."""

    lying: tuple[LyingCard, ...] = ()
    out_of_view: list[LyingCard] = field(default_factory=list)
    """Cards that lay where this look does not show the table; not reported until it does again."""
    light: dict[LyingCard, Floats] = field(default_factory=dict)
    """Relative light of each card in the last look that was compared with it."""
    tries: dict[LyingCard, int] = field(default_factory=dict)
    """
    Tries of each unsettled place since something changed there: of places like a card's that was not recognised, then
    of lost cards, which are no longer recognised where they lay while a thing is there: moved a little, or covered.
    """

    @property
    def lost(self) -> list[LyingCard]:
        """The lost cards; other unsettled places have no codes."""
        return [card for card in self.tries if card.codes]

    def copied(self) -> "CardMemory":
        """A copy that later changes here leave as it is."""
        return CardMemory(self.lying, [*self.out_of_view], {**self.light}, {**self.tries})
