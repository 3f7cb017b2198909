"""
The table as seen from straight above in coarse cells, and the cells that have changed or are no table.

Searches for cards and for changes work on these cells.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.prints import Floats, colour_ratios, relative_light
from lucca_pi.vision.picture import Grey, Picture
from lucca_pi.vision.plane import Plane

CELL_MM = 4.0
"""Side of a cell: windows and doors still show, and a table has about a hundred thousand cells."""
_PX_PER_MM = 0.5
"""Scale, px/mm, at which light is made relative to its surroundings, before it is averaged in cells."""
_CHROMA = 2.0
"""Weight of a ratio of colours against one of relative light."""
FAINT = 8.0
"""Grey values added to all: darker differences are noise."""
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
    for field, most in ((top.levels, _LEVEL), (top.detail, _DETAIL)):
        other |= np.abs(field - _around(field, top.seen & ~other)) > most
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
