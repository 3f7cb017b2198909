"""
Places where cards may be, by the features that all faces of a deck share.

The faces, in coarse cells, are written as sums of a few patterns (their principal components). A card may be wherever
the table, turned as a card might be, is nearly such a sum and like one of the faces. Only the upper part is sought, as
the lower one may be covered. `recognise` decides which card it is, if any.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from lucca_pi.vision.faces.lying import CELL_MM, LyingCard, TopView, cells_of
from lucca_pi.vision.faces.prints import PX_PER_MM, UPPER, Floats, Prints, extent, relative_light

_PATTERNS = 12
"""Patterns that make up nearly all of a deck's faces."""
_FINER = 2
"""Dots a cell, each way, at which prints are turned."""
_LEAST = 0.35
"""Least agreement of a place with a face: cards have 0.43 and more, most of a table's cells less."""
_NOISE = 3.0
"""Energy of a window that shows nothing, so that such a window agrees with no face."""
_FAINT = 0.5
"""Energy of a face in cells, as a part of the usual one, below which it is faint and sought more finely."""
COARSE_PX_PER_MM = 0.5
"""Scale at which faint faces are sought."""
ALIKE = 0.35
"""Least correlation of a faint face, at that scale, with a place."""
_LIKELIEST = 6
"""Faces that a place is compared with before it is looked at closely."""
_SAME = 0.95
"""Correlation from which one face finds a place as well as another, as of cards that differ by a number."""
RIM_MM = 5
"""Margin looked at around a rough place."""
_EDGE_MM = 3
"""Edge of a face that is not compared there."""
_CHUNK = 1500
"""Windows that are compared together: they stay in a processor's cache."""
_ONE_CELLS = 2
"""Distance of two places, cells, below which they are one."""
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Turned:
    """A deck's patterns, turned: `filters` (patterns, values), orthonormal; `window` (values), 1 if a value counts."""

    filters: Floats
    window: Floats


class Finder:
    """Finds places for the cards of a deck."""

    def __init__(self, prints: Prints) -> None:
        width, height = prints.size_mm
        self._size_mm = width, height * UPPER
        self._down_mm = height * (1 - UPPER) / 2
        faces = _upper_parts(prints, self._size_mm)
        self._patterns = _principal(faces)
        self._side = int(np.ceil(np.hypot(*self._size_mm) / CELL_MM)) | 1
        self._turned = lru_cache(maxsize=128)(self._turned_by)
        flat = self._flat(faces, 0)
        flat /= np.linalg.norm(flat, axis=1, keepdims=True)
        self._in_patterns = np.asarray(flat @ self._turned(0).filters.T, np.float32)
        """Each face in the patterns, of length 1 without what they leave out: (n, patterns). No turn changes it."""
        self.faint = self._faint_faces(faces)
        """Numbers of faces that hardly show in cells, such as backs and towers."""
        uppers = [face[: round(height * UPPER * PX_PER_MM)] for face in prints.faces]
        self._light = [relative_light(_scaled(face, 1.0), 1.0) for face in uppers]
        self.sought_as = _first_alike(self._light)
        """For each face, the first that finds a place as well."""
        self._coarse = {
            one: relative_light(_scaled(uppers[one], COARSE_PX_PER_MM), COARSE_PX_PER_MM)
            for one in sorted({self.sought_as[faint] for faint in self.faint})
        }

    def places(
        self, top: TopView, where: _Mask, headings_deg: Iterable[float]
    ) -> Iterator[tuple[LyingCard, tuple[int, ...]]]:
        """
        Places of cards with these headings, to about 2 mm and 2 degrees, the likeliest first, and their agreement.

        The upper part's middle is in `where`. With each the numbers of the faces that it is like, in cells.
        """
        cells = np.argwhere(where & top.seen)
        headings = sorted({round(deg % 360) for deg in headings_deg}, key=lambda deg: (_lies_across(deg), deg))
        # even if nothing is sought: a look at the bare table turns the patterns, and the deal need not wait for it
        ways = [[self._turned(one) for one in group] for _, group in groupby(headings, _lies_across)]
        if not len(cells) or not headings:
            return
        windows = _windows(top.cells, self._side)
        best, which = _agreement(windows, cells, ways, self._in_patterns)
        for at in _peaks(top, cells, best):
            cell, heading = cells[at], headings[which[at]]
            (x_mm, y_mm), turn = top.place_of(cell[::-1].astype(float)), np.radians(heading)
            x_mm, y_mm = x_mm - self._down_mm * np.sin(turn), y_mm + self._down_mm * np.cos(turn)
            yield LyingCard((), x_mm, y_mm, heading, float(best[at])), self._likeliest(windows, cell, heading)

    def likeliest_at(self, top: TopView, upper_middle_mm: tuple[float, float], heading_deg: float) -> tuple[int, ...]:
        """Numbers of the faces that a place is like, in cells; of faces that look alike the first."""
        rows, columns = top.seen.shape
        x, y = np.round(top.cell_of(np.array(upper_middle_mm))).astype(int).tolist()
        cell = np.array([min(max(y, 0), rows - 1), min(max(x, 0), columns - 1)])
        return self._likeliest(_windows(top.cells, self._side), cell, round(heading_deg) % 360)

    def _faint_faces(self, faces: Floats) -> tuple[int, ...]:
        upright = self._turned(0)
        windows = np.array([_ravelled(self._onto(face, 0)) for face in faces]).reshape(len(faces), 3, -1)
        means = windows @ upright.window / upright.window.sum()
        energy = ((windows - means[..., None]) ** 2 @ upright.window).sum(1)
        shown = energy * (self._in_patterns**2).sum(1)
        return tuple(np.flatnonzero(shown < _FAINT * np.median(shown)).tolist())

    def faint_peaks(self, light: Floats, least: float = ALIKE) -> Iterator[tuple[float, float, int, float]]:
        """
        Places of faint faces, upright, in relative light at `COARSE_PX_PER_MM`.

        For each the upper part's upper left corner in mm, the face's number, and their correlation.
        """
        edge = round(_EDGE_MM * COARSE_PX_PER_MM)
        for one, face in self._coarse.items():
            inner = face[edge:-edge, edge:-edge]
            if light.shape[0] < inner.shape[0] or light.shape[1] < inner.shape[1]:
                continue
            field = cv2.matchTemplate(light, inner, cv2.TM_CCOEFF_NORMED)
            highest = cv2.dilate(field, np.ones((5, 5), np.uint8))
            for y, x in np.argwhere((field >= highest) & (field >= least)).tolist():
                yield (x - edge) / COARSE_PX_PER_MM, (y - edge) / COARSE_PX_PER_MM, one, float(field[y, x])

    def resemblance(self, light: Floats, faces: Sequence[int]) -> tuple[int, float, float, float]:
        """
        The face that the picture is most like, their correlation, and the way to its place, in mm right and down.

        `light`: relative light of the upper part at 1 px/mm, with `RIM_MM` around it.
        """
        inner = (slice(_EDGE_MM, -_EDGE_MM),) * 2
        which, most, right, down = -1, -1.0, 0, 0
        for one in faces:
            field = cv2.matchTemplate(light, self._light[one][inner], cv2.TM_CCOEFF_NORMED)
            _, alike, _, (x, y) = cv2.minMaxLoc(field)
            if alike > most:
                which, most, right, down = one, alike, x, y
        return which, most, right - RIM_MM - _EDGE_MM, down - RIM_MM - _EDGE_MM

    def _likeliest(self, windows: Floats, cell: NDArray[np.intp], heading: int) -> tuple[int, ...]:
        """Numbers of the faces that a window is like, turned so; of faces that look alike the first."""
        like = self._in_patterns @ (self._turned(heading).filters @ windows[cell[0], cell[1]].ravel())
        return tuple(dict.fromkeys(self.sought_as[one] for one in np.argsort(-like)[:_LIKELIEST].tolist()))

    def _turned_by(self, heading: int) -> _Turned:
        left, _, right = np.linalg.svd(self._flat(self._patterns, heading), full_matrices=False)
        return _Turned(np.asarray(left @ right, np.float32), self._window(heading).ravel())

    def _flat(self, faces: Floats, heading: int) -> Floats:
        """The values of turned faces or patterns, less their mean: (n, values)."""
        window = self._window(heading)
        rows = []
        for face in faces:
            turned = self._onto(face, heading)
            mean = np.asarray((turned * window).sum((0, 1)) / window.sum(), np.float32)
            rows.append(_ravelled(turned - mean * window))
        return np.array(rows)

    def _window(self, heading: int) -> Floats:
        """The cells of a square window that a turned face fills: (side, side, 1)."""
        return self._onto(np.ones((*self._patterns.shape[1:3], 1), np.float32), heading)[..., None]

    def _onto(self, face: Floats, heading: float) -> Floats:
        """A face turned around its middle, on a square window of cells: (side, side[, 3])."""
        cosine, sine = np.cos(np.radians(heading)), np.sin(np.radians(heading))
        turn = np.array([[cosine, -sine], [sine, cosine]])
        rows, columns = face.shape[:2]
        side = self._side * _FINER
        shift = np.full(2, side / 2 - 0.5) - turn @ np.array([columns / 2 - 0.5, rows / 2 - 0.5])
        fine = cv2.warpAffine(face, np.column_stack([turn, shift]), (side, side), flags=cv2.INTER_LINEAR)
        return np.asarray(cv2.resize(fine, (self._side,) * 2, interpolation=cv2.INTER_AREA), np.float32)


def _scaled(face: NDArray[np.uint8], px_per_mm: float) -> NDArray[np.uint8]:
    scale = px_per_mm / PX_PER_MM
    return np.asarray(cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _upper_parts(prints: Prints, size_mm: tuple[float, float]) -> Floats:
    """The upper parts of all faces, `_FINER` dots a cell: (n, rows, columns, 3)."""
    size = round(size_mm[0] * _FINER / CELL_MM), round(size_mm[1] * _FINER / CELL_MM)
    rows = round(size_mm[1] * PX_PER_MM)
    parts = [
        cells_of(face[:rows], ratios, PX_PER_MM, size)
        for face, ratios in zip(prints.faces, prints.ratios["upper"], strict=True)
    ]
    return np.array(parts, np.float32)


def _principal(faces: Floats) -> Floats:
    """The patterns that make up most of the faces: (patterns, rows, columns, 3)."""
    flat = (faces - faces.mean((1, 2), keepdims=True)).reshape(len(faces), -1)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    patterns = np.linalg.svd(flat, full_matrices=False)[2][:_PATTERNS]
    return np.array(patterns.reshape(-1, *faces.shape[1:]), np.float32)


def _ravelled(window: Floats) -> Floats:
    """A window's values in the order of a picture's windows: channel by channel."""
    return window.transpose(2, 0, 1).ravel()


def _windows(cells: Floats, side: int) -> NDArray[np.float32]:
    """The window around each cell: (rows, columns, 3, side, side), a view."""
    rim = side // 2
    wide = np.pad(cells, ((rim, rim), (rim, rim), (0, 0)), mode="edge")
    return sliding_window_view(wide, (side, side), axis=(0, 1))


def _lies_across(heading_deg: float) -> bool:
    return round(heading_deg / 90) % 2 == 1


def _agreement(
    windows: NDArray[np.float32], cells: NDArray[np.intp], ways: Iterable[Sequence[_Turned]], faces: Floats
) -> tuple[Floats, NDArray[np.intp]]:
    """
    The correlation of the window around each cell with the likeliest face, (cells,), and that one's turn.

    `ways`: turned patterns, in groups that fill much the same part of a window.
    """
    groups = [_Stacked(turned, faces, windows) for turned in ways]
    chunks = [cells[start : start + _CHUNK] for start in range(0, len(cells), _CHUNK)]
    agreement = np.concatenate([np.hstack([one.likest(chunk) for one in groups]) for chunk in chunks])
    return agreement.max(1), agreement.argmax(1)


class _Stacked:
    """Windows compared with faces turned in several ways, by few large products over the cells that these fill."""

    def __init__(self, turned: Sequence[_Turned], faces: Floats, windows: NDArray[np.float32]) -> None:
        side = windows.shape[-1]
        fill = np.array([one.window for one in turned]).reshape(-1, side, side)
        part = extent(np.asarray(fill.any(axis=0)))
        filters = np.array([one.filters for one in turned]).reshape(-1, 3, side, side)
        self._faces = faces.T
        self._filters = filters[:, :, *part].reshape(len(filters), -1).T.copy()
        self._windows = fill[:, *part].reshape(len(fill), -1).T.copy()
        self._shown = windows[:, :, :, *part]

    def likest(self, cells: NDArray[np.intp]) -> Floats:
        """Agreement with the likeliest face: (cells, ways)."""
        shown = np.ascontiguousarray(self._shown[cells[:, 0], cells[:, 1]])
        flat = shown.reshape(len(shown), 3, -1)
        values = flat.reshape(len(shown), -1) @ self._filters
        energy = np.einsum("wcd,wcd->wd", flat, flat) @ self._windows
        for channel in range(3):
            energy -= (flat[:, channel] @ self._windows) ** 2 / self._windows.sum(0)
        likest = (values.reshape(-1, len(self._faces)) @ self._faces).max(1).reshape(len(shown), -1)
        return np.asarray(likest / np.sqrt(np.maximum(energy, 0) + _NOISE), np.float32)


def _peaks(top: TopView, cells: NDArray[np.intp], best: Floats) -> Sequence[int]:
    """The cells whose agreement is the highest around, best first."""
    field = np.zeros(top.seen.shape, np.float32)
    field[cells[:, 0], cells[:, 1]] = best
    side = 2 * _ONE_CELLS - 1
    highest = cv2.dilate(field, np.ones((side, side), np.uint8))[cells[:, 0], cells[:, 1]]
    peaks = np.flatnonzero((best >= highest) & (best >= _LEAST))
    return [int(at) for at in peaks[np.argsort(-best[peaks])]]


def _first_alike(lights: Sequence[Floats]) -> list[int]:
    """For each picture, all of one size, the first with which it correlates by `_SAME`."""
    rows = np.array([light.ravel() - light.mean() for light in lights])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    return [int(alike) for alike in (rows @ rows.T >= _SAME).argmax(axis=1)]
