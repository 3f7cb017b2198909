"""The table as seen from straight above, in coarse cells: what finds places and changes goes by them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import Floats, colour_ratios, relative_light
from lucca_pi.vision.picture import Grey, Picture
from lucca_pi.vision.plane import Plane

CELL_MM = 4.0
"""Side of a cell: windows and doors still show, and a table has some hundred thousand cells."""
PX_PER_MM = 0.5
"""Scale at which light is held against what is nearby, before it is taken together in cells."""
CHROMA = 2.0
"""Weight of a ratio of colours against one of relative light."""
FAINT = 8.0
"""Grey values that are added to all: what is darker is noise."""
DETAIL_FAINT, DETAIL_GAIN = 2.0, 8.0
"""Grey values by which noise makes neighbours differ, and by how much they are enlarged to be kept in 8 bits."""
GRID_PX = 16
"""The plane is bent so little that this many pixels of the top view are as good as straight."""

Affine = NDArray[np.float64]
"""From one plane to another, (2, 3)."""
Region = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""


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
        """Where points lie, in cells, (..., 2): the middle of the first cell is at 0, 0."""
        return np.asarray((points_mm - np.array(self.corner_mm)) / CELL_MM - 0.5)

    def place_of(self, cells: NDArray[np.float64]) -> NDArray[np.float64]:
        """The way back: from cells to mm, (..., 2)."""
        return np.asarray((cells + 0.5) * CELL_MM + np.array(self.corner_mm))

    @property
    def region(self) -> Region:
        """The part of the table that is shown."""
        (rows, columns), (left, top) = self.seen.shape, self.corner_mm
        return left, top, left + columns * CELL_MM, top + rows * CELL_MM

    def kept(self) -> "TopView":
        """The same in half the memory, for later looks to be held against."""
        cells, levels, detail = (one.astype(np.float16) for one in (self.cells, self.levels, self.detail))
        return replace(self, cells=cells, levels=levels, detail=detail)

    def carried(self, to_before: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> "TopView":
        """The same part in other axes of the table: `to_before` leads from places in them to these."""
        columns, rows = np.meshgrid(*(np.arange(side, dtype=float) for side in self.seen.shape[::-1]))
        at = self.cell_of(to_before(self.place_of(np.stack([columns, rows], -1).reshape(-1, 2))))
        at = at.reshape(*self.seen.shape, 2).astype(np.float32)
        cells, levels, detail, seen = (
            np.asarray(cv2.remap(np.asarray(field, np.float32), at, np.empty(0), cv2.INTER_LINEAR), np.float32)
            for field in (self.cells, self.levels, self.detail, self.seen)
        )
        return TopView(cells, levels, detail, np.asarray(seen > 0.5), self.corner_mm).kept()

    def blank(self) -> NDArray[np.float32]:
        """A zero for each cell."""
        return np.zeros(self.seen.shape, np.float32)


def top_view(shown: Picture, plane: Plane, to_plane: Affine, region: Region) -> TopView:
    """
    The part `region` of the table. Its axes are any that lie in the plane: `to_plane` leads from them to the plane's.
    """
    left, top, right, bottom = region
    columns, rows = (2 * int(np.ceil((far - near) / CELL_MM / 2)) for near, far in ((left, right), (top, bottom)))
    half = np.asarray(cv2.resize(shown.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    finer = round(CELL_MM * PX_PER_MM)
    steps_mm = CELL_MM / finer
    grey = _remapped(half, shown.grey.shape, plane, to_plane, ((left, top), steps_mm, (columns * finer, rows * finer)))
    colour = _remapped(
        shown.colour, shown.grey.shape, plane, to_plane, ((left, top), CELL_MM / 2, (columns * 2, rows * 2))
    )
    light = _fewer(relative_light(grey[..., 0], PX_PER_MM), (columns, rows))
    few = np.asarray(cv2.resize(colour, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    ratios = CHROMA * colour_ratios(few)
    seen = _fewer(np.asarray(grey[..., 0] > 0, np.float32), (columns, rows)) > 0.5
    levels = np.log(_fewer(np.asarray(grey[..., 0], np.float32), (columns, rows)) + FAINT)
    fine = _remapped(_detail(half), shown.grey.shape, plane, to_plane, ((left, top), CELL_MM, (columns, rows)))
    detail = np.log(cv2.blur(fine[..., 0], (3, 3)).astype(np.float32) + DETAIL_FAINT * DETAIL_GAIN)
    return TopView(np.asarray(cv2.merge([light, ratios]), np.float32), levels, detail, np.asarray(seen), (left, top))


def _detail(half: Grey) -> Grey:
    """How much each pixel differs from those around it, `DETAIL_GAIN` times, and eight times smaller."""
    apart = cv2.absdiff(half, cv2.blur(half, (5, 5)))
    more = np.asarray(cv2.convertScaleAbs(apart, alpha=DETAIL_GAIN), np.uint8)
    few = cv2.resize(more, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(few, np.uint8)


def cells_of(grey: Grey, ratios: Floats, px_per_mm: float, size: tuple[int, int]) -> Floats:
    """
    A flat print in the same terms, but for cells of any size: (rows, columns, 3).

    `grey`: at `px_per_mm`; `ratios`: of the same part, at any scale; `size`: columns and rows.
    """
    columns, rows = (round(side * PX_PER_MM / px_per_mm) for side in grey.shape[::-1])
    small = np.asarray(cv2.resize(grey, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    light = cv2.resize(relative_light(small, PX_PER_MM), size, interpolation=cv2.INTER_LINEAR)
    colours = cv2.resize(CHROMA * ratios, size, interpolation=cv2.INTER_LINEAR)
    return np.dstack([light, colours]).astype(np.float32)


Raster = tuple[tuple[float, float], float, tuple[int, int]]
"""Upper left corner and step in mm, columns and rows."""


def _remapped(
    dots: NDArray[np.uint8], full: tuple[int, ...], plane: Plane, to_plane: Affine, raster: Raster
) -> NDArray[np.uint8]:
    """`dots`, a reduced picture of that full size, on a raster over the table: (rows, columns, 1 or 3)."""
    (left, top), step_mm, (columns, rows) = raster
    # `resize` takes values for those of blocks' middles: one block more on each side, or the edges would be bent
    x, y = ((np.arange(-1, side // GRID_PX + 2) + 0.5) * GRID_PX * step_mm for side in (columns, rows))
    flat = np.stack(np.meshgrid(x + left, y + top), -1)
    pixels = plane.image_from_table(flat @ to_plane[:, :2].T + to_plane[:, 2])
    scale = np.array([dots.shape[1] / full[1], dots.shape[0] / full[0]])
    coarse = ((pixels + 0.5) * scale - 0.5).astype(np.float32)
    wide = cv2.resize(coarse, None, fx=GRID_PX, fy=GRID_PX, interpolation=cv2.INTER_LINEAR)
    fine = wide[GRID_PX : GRID_PX + rows, GRID_PX : GRID_PX + columns]
    flat_dots = cv2.remap(dots, fine, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(flat_dots.reshape(rows, columns, -1), np.uint8)


def _fewer(values: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)
