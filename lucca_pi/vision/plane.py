"""
The table's plane in the picture, found from the codes alone, and the camera's lens, fitted to pictures of laid tables.

Every code is a square, so the right mapping makes squares of all quads, the quarters' 30 mm wide and all cards' of one
size. A quad's four mapped corners, as complex numbers z, are split into their Fourier modes: the first is the square
(its size and heading), the second grows with perspective, the third with a stretch. The fit makes the second and
third vanish and the sizes agree.

A calibrated lens is undone first. Points are complex numbers, in half diagonals of the picture from its middle: a point
that a lens without distortion would show at the distance r from the middle of the bend is shown at
r (1 + a r^2 + b r^4 + c r^6). A lens is fitted so that the planes of all pictures leave the least misfits, wherever the
cards lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import Quads

_Complex = NDArray[np.complex128]
_KNOWN_TO, _KNOWN_STEPS = 4.0, 16384
"""Largest distance, half diagonals, of the bend's table, more than any lens for a table shows; and its steps."""
Points = NDArray[np.float64]
"""Any number of points, shape (..., 2)."""
_Shape = tuple[float, float, float, float, float, float, float, float]
_BEND_SIGMA, _CURL_SIGMA, _MIDDLE_SIGMA, _LINE_SIGMA, _STRETCH_SIGMA, _HINT_SIGMA = 0.08, 0.1, 0.1, 0.4, 0.1, 0.25
"""
Standard deviations of values before anything is seen: lens distortion (its two coefficients, and the distance of its
middle from the picture's), tilt (25 degrees give about 0.35), stretch, sticker size.
"""
_CORNER_PX = 0.06
"""Standard error of a marker's corners in the picture, measured on drawn tables."""
_PRINT_MM = 0.025
"""Spread of a marker's printed size: rough ink made squares of 11 mm differ by 0.22 % on drawn tables."""
_SUSPECT = 3.0
"""Misfit, in tolerances, at which a square's weight falls to a quarter; beyond, soon to nothing."""
_LENS_SIGMA = 0.003
"""Standard deviation of bend, curl and their middle with a known lens."""
_SHAPE = 8
"""Number of values in the shape."""
_UNBENDING = 4
"""Rounds that undo the lens's bend."""
_LEAST_SLOPE, _FARTHEST = 0.2, 2.5
"""Limits for inverting lens distortion where it is nearly singular: slope, which bounds the step, and scale."""
ROUNDS = 25
_SETTLING = 10
"""Rounds until the tolerance, wide at first for a tilted table's squares all to count, is as it should be."""
_MODES = np.exp(-0.5j * np.pi * np.outer(np.arange(4), np.arange(4))) / 4
_SIGMAS = (0.1, 0.1, 0.3, 0.05, 0.02)
"""Standard deviations of a lens before anything is seen: the middle of the bend, and its coefficients."""
_STEP, _LITTLE = 1e-5, 1e-4
"""Steps of a plane's and of a lens's values by which the slopes of misfits are taken."""
_LENS_ROUNDS = 20
_LENS_SETTLING = 8
"""Rounds until the tolerance is as it should be: wide at first, for strongly bent squares to count."""


@dataclass(frozen=True)
class Lens:
    """The middle of the bend, and its three coefficients a, b and c."""

    middle: tuple[float, float] = (0.0, 0.0)
    bends: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def straightened(self, seen: _Complex) -> _Complex:
        """The points as a lens without distortion would show them; points beyond the fold, at the fold."""
        straight, bent = self._distances
        centred = seen - complex(*self.middle)
        far = np.abs(centred)
        return np.asarray(centred * np.interp(far, bent, straight) / np.maximum(far, 1e-12) + complex(*self.middle))

    def seen(self, straight: _Complex) -> _Complex:
        """The points of a lens without distortion as this lens shows them."""
        centred = straight - complex(*self.middle)
        return np.asarray(centred * self._grown(np.abs(centred)) + complex(*self.middle))

    def _grown(self, far: NDArray[np.float64]) -> NDArray[np.float64]:
        a, b, c = self.bends
        squared = far**2
        return np.asarray(1 + squared * (a + squared * (b + squared * c)))

    @cached_property
    def _distances(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Straight distances and the seen ones, up to the point where these stop growing."""
        straight = np.linspace(0, _KNOWN_TO, _KNOWN_STEPS)
        bent = straight * self._grown(straight)
        ends = np.flatnonzero(np.diff(bent) <= 0)
        end = int(ends[0]) + 1 if len(ends) else _KNOWN_STEPS
        return straight[:end], bent[:end]


@dataclass(frozen=True, slots=True)
class Plane:
    """
    Picture to table: undo the lens's bend, then the perspective, then the stretch, then turn, scale and move.

    `lens`: the calibrated lens, undone first.

    Lengths in the picture are counted in half diagonals from its middle. `shape` is (bend, curl, middle x, middle y,
    line x, line y, stretch, shear): a point that a straight lens would show at the distance r from the middle of the
    bend is shown at r + bend r^3 + curl r^5. `turn` and `origin` are complex: mm per unit with the direction, and the
    place of the table's origin.
    """

    size_px: tuple[int, int]
    shape: _Shape
    turn: complex
    origin: complex
    lens: Lens | None = None

    def table_from_image(self, points_px: Points | Quads) -> Points:
        """Pixels to millimetres on the table, shape (..., 2) both."""
        flat = _flattened(_units(points_px, self.size_px, self.lens), self.shape)
        return _points((flat - self.origin) * self.turn)

    def image_from_table(self, points_mm: Points) -> Points:
        """Millimetres on the table to pixels, shape (..., 2) both."""
        bend, curl, middle_x, middle_y, line_x, line_y, stretch, shear = self.shape
        flat = np.asarray(points_mm)[..., 0] + 1j * np.asarray(points_mm)[..., 1]
        squared = flat / self.turn + self.origin
        seen = _stretched(squared, -stretch, -shear) / (1 - stretch**2 - shear**2)
        straight = seen / (1 - line_x * seen.real - line_y * seen.imag)
        far = np.abs(straight) ** 2
        bent = straight * (1 + bend * far + curl * far**2) + middle_x + 1j * middle_y
        bent = self.lens.seen(bent) if self.lens else bent
        return _points(bent) * _half_diagonal(self.size_px) + np.array(self.size_px) / 2 - 0.5

    def shares_of_picture(self, places_mm: Sequence[tuple[float, float]]) -> Points:
        """Places on the table, mm, as shares of the picture's width and height, shape (n, 2)."""
        return np.asarray((self.image_from_table(np.array(places_mm, np.float64)) + 0.5) / np.array(self.size_px))

    def moved(self, way_mm: tuple[float, float]) -> "Plane":
        """The plane with its origin moved by that way, right and down."""
        right, down = way_mm
        return replace(self, origin=self.origin + complex(right, down) / self.turn) if any(way_mm) else self

    def mm_per_px_at(self, places_mm: Points) -> Points:
        """Millimetres in a pixel at places, shape (n, 2), along the direction in which it shows most; shape (n,)."""
        here = self.image_from_table(places_mm)
        slopes = [self.image_from_table(places_mm + step) - here for step in np.eye(2)]
        return np.asarray(1 / np.linalg.svd(np.stack(slopes, axis=2), compute_uv=False)[:, -1])

    def in_picture(self, points_px: Points) -> NDArray[np.bool_]:
        """True for pixels, shape (n, 2), in the picture; shape (n,)."""
        return np.asarray(((points_px >= 0) & (points_px < self.size_px)).all(1))

    @property
    def mm_per_px(self) -> float:
        """Millimetres in a pixel in the middle of the picture, the mean over its directions."""
        middle = np.array(self.size_px) / 2 - 0.5
        across, down = np.diff(self.table_from_image(middle + np.array([[0, 0], [1, 0], [1, 1]])), axis=0)
        return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


@dataclass(frozen=True, slots=True)
class Squares:
    """
    Squares that the plane is fitted to: n quads in pixels, shape (n, 4, 2), clockwise from each code's own top left.

    `side_mm`: of each square, certain in `group` 0; another group's squares have one size, of which `side_mm` is a
    hint. `corner_px`: the standard error of their corners in the picture.
    """

    corners_px: Quads
    side_mm: NDArray[np.float64]
    group: NDArray[np.int_]
    corner_px: float | NDArray[np.float64] = _CORNER_PX


@dataclass(frozen=True, slots=True)
class _Fit:
    """The plane, and each square's difference from a true one of its size there, as a part of its size."""

    plane: Plane
    misfit: NDArray[np.float64]


def rectangle(width: float, height: float) -> Points:
    """The corners of an upright rectangle at the origin, clockwise from its upper left one, shape (4, 2)."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def fit_plane(squares: Squares, first: int, size_px: tuple[int, int], lens: Lens | None = None) -> _Fit:
    """
    The plane in which the squares are squares; its axes are those of square number `first`, x right and y down in it.

    At least one square must be of group 0. Squares that do not fit lose their weight. `lens`: the calibrated one.
    """
    units = _units(squares.corners_px, size_px, lens)
    values, misfits, _ = _fitted(units, squares, size_px, known=lens is not None)
    shape = cast(_Shape, tuple(values[:_SHAPE].tolist()))
    modes = _flattened(units[first], shape) @ _MODES.T
    upright = np.exp(-0.75j * np.pi)
    turn = complex(upright * abs(modes[1]) / modes[1] / np.exp(values[_SHAPE]))
    return _Fit(Plane(size_px, shape, turn, complex(modes[0]), lens), _norm(misfits))


def plane_misfit(pictures: Sequence[Squares], size_px: tuple[int, int], lens: Lens | None = None) -> float:
    """The median difference of the pictures' squares from true ones, as a part of their size."""
    each = (fit_plane(squares, 0, size_px, lens).misfit for squares in pictures)
    return float(np.median(np.concatenate([*each])))


def _fitted(
    units: _Complex, squares: Squares, size_px: tuple[int, int], known: bool
) -> tuple[Points, Points, NDArray[np.float64]]:
    """The values that fit best, the misfits left and their tolerances; `known`: a known lens is undone already."""
    groups = int(squares.group.max()) + 1
    side_px = np.abs((units @ _MODES.T)[:, 1]) * np.sqrt(2) * _half_diagonal(size_px)
    spread = np.hypot(squares.corner_px / side_px, _PRINT_MM / squares.side_mm)
    likely = _likely(groups, known)
    values = _start(units, squares, groups)
    steps = np.eye(len(values) + 1, len(values), -1) * _STEP
    for round_ in range(ROUNDS):
        misfits, *moved = _misfits(values + steps, units, squares)
        slopes = np.stack([(one - misfits) / _STEP for one in moved], axis=2)
        tolerance = np.maximum(spread, 0.3 * 0.5**round_)
        step = _step_of(values, misfits, slopes, _weight_of(misfits, tolerance), likely)
        values = values + step
        if round_ > _SETTLING and np.abs(step).max() < 1e-6:
            break
    return values, _misfits(values, units, squares), spread


def _weight_of(misfits: Points, tolerance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weight of each square, shape (n,): less the farther it is from true."""
    return np.asarray(1 / (tolerance * (1 + (_norm(misfits) / (_SUSPECT * tolerance)) ** 2)) ** 2)


def _units(points_px: Points | Quads, size_px: tuple[int, int], lens: Lens | None) -> _Complex:
    """The points in half diagonals from the picture's middle, without the known lens's distortion."""
    centred = (np.asarray(points_px, float) - np.array(size_px) / 2 + 0.5) / _half_diagonal(size_px)
    units = np.asarray(centred[..., 0] + 1j * centred[..., 1])
    return lens.straightened(units) if lens else units


def _points(numbers: _Complex) -> Points:
    return np.stack([numbers.real, numbers.imag], axis=-1)


def _half_diagonal(size_px: tuple[int, int]) -> float:
    return float(np.hypot(*size_px)) / 2


def _flattened(units: _Complex, shape: _Shape | Points) -> _Complex:
    """The points without bend, perspective and stretch, for one shape or, with its parts along axis 0, for several."""
    bend, curl, middle_x, middle_y, line_x, line_y, stretch, shear = shape
    centred = units - (middle_x + 1j * middle_y)
    # without bend: Newton's method along each point's radius, in units of it
    far = centred.real**2 + centred.imag**2
    third, fifth = bend * far, curl * far**2
    out: float | Points = 1.0
    for _ in range(_UNBENDING):
        square = out * out
        slope = 1 + (3 * third + 5 * fifth * square) * square
        beyond = out * (1 + (third + fifth * square) * square) - 1
        out = np.minimum(out - beyond / np.maximum(slope, _LEAST_SLOPE), _FARTHEST)
    straight = centred * out
    seen = straight / np.maximum(1 + line_x * straight.real + line_y * straight.imag, 0.1)
    return _stretched(np.asarray(seen), stretch, shear)


def _stretched(numbers: _Complex, stretch: float | Points, shear: float | Points) -> _Complex:
    return np.asarray(numbers + (stretch + 1j * shear) * np.conj(numbers))


def _start(units: _Complex, squares: Squares, groups: int) -> Points:
    """The values of the shape, all 0, then the logarithm of units per mm, and per group the error of its hint."""
    scale = np.log(np.abs((units @ _MODES.T)[:, 1]) * np.sqrt(2) / squares.side_mm)
    values = np.zeros(_SHAPE + groups)
    values[_SHAPE] = np.median(scale[squares.group == 0])
    return values


def _misfits(values: Points, units: _Complex, squares: Squares) -> Points:
    """
    Each square's second and third mode, and its log size against its true one, shape (n, 5).

    For several sets of values, shape (sets, values), it is of shape (sets, n, 5).
    """
    shape = np.moveaxis(values[..., :_SHAPE], -1, 0)[..., None, None]
    modes = _flattened(units, shape) @ _MODES.T
    size = np.abs(modes[..., 1])
    hints = values[..., _SHAPE:].copy()
    hints[..., 0] = 0
    scale = np.log(size * np.sqrt(2) / squares.side_mm) - values[..., _SHAPE, None] - hints[..., squares.group]
    second, third = modes[..., 2] / size, modes[..., 3] / size
    return np.stack([second.real, second.imag, third.real, third.imag, scale], axis=-1)


def _norm(misfits: Points) -> NDArray[np.float64]:
    return np.asarray(np.sqrt((misfits**2).mean(1)))


def _likely(groups: int, known: bool) -> NDArray[np.float64]:
    """The weights that hold each value to 0."""
    lens = [_LENS_SIGMA] * 4 if known else [_BEND_SIGMA, _CURL_SIGMA, *[_MIDDLE_SIGMA] * 2]
    hints = [_HINT_SIGMA] * (groups - 1)
    return np.asarray(1 / np.array([*lens, *[_LINE_SIGMA] * 2, *[_STRETCH_SIGMA] * 2, 1e3, *hints]) ** 2)


def _step_of(
    values: Points, misfits: Points, slopes: Points, weight: NDArray[np.float64], likely: NDArray[np.float64]
) -> Points:
    """One Gauss-Newton step: the squares by their weights, and the values held to likely ones."""
    normal = np.einsum("nki,nkj,n->ij", slopes, slopes, weight) + np.diag(likely)
    pull = np.einsum("nki,nk,n->i", slopes, misfits, weight) + likely * values
    return np.array(-np.linalg.solve(normal, pull), float)


def fit_lens(pictures: Sequence[Squares], size_px: tuple[int, int]) -> Lens:
    """The lens that makes the pictures' squares true; each picture has at least one of group 0."""
    values = np.zeros(len(_SIGMAS))
    for round_ in range(_LENS_ROUNDS):
        left, spread = _left(values, pictures, size_px)
        weight = _weight_of(left, np.maximum(spread, 0.3 * 0.5**round_))
        steps = np.eye(len(values)) * _LITTLE
        slopes = np.stack([(_left(values + one, pictures, size_px)[0] - left) / _LITTLE for one in steps], axis=2)
        step = _step_of(values, left, slopes, weight, 1 / np.array(_SIGMAS) ** 2)
        values = values + step
        if round_ > _LENS_SETTLING and np.abs(step).max() < 1e-5:
            break
    return _lens(values)


def _lens(values: Points) -> Lens:
    middle_x, middle_y, a, b, c = values.tolist()
    return Lens((middle_x, middle_y), (a, b, c))


def _left(values: Points, pictures: Sequence[Squares], size_px: tuple[int, int]) -> tuple[Points, NDArray[np.float64]]:
    """The misfits left in all pictures with that lens, shape (n, 5), and their tolerances, shape (n,)."""
    seen = ((_units(one.corners_px, size_px, _lens(values)), one) for one in pictures)
    each = [_fitted(units, squares, size_px, known=True) for units, squares in seen]
    return np.concatenate([misfits for _, misfits, _ in each]), np.concatenate([spread for *_, spread in each])
