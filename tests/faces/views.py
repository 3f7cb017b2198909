"""
A flat camera over one card among others, or cards in rows: any turn, tilt, light that slopes, lens blur, noise, JPEG.

Quick, and simpler than `lucca_pi.drawn`: for thousands of views of single cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lucca_pi.vision.picture import Picture, reduced
from tests.faces.printed_faces import DOTS_PER_MM, SIZE_MM, Rgb

Condition = Literal["even", "dim", "blur", "glare"]
Matrix = NDArray[np.float64]
Light = NDArray[np.float32]

COVERED_MM = 45.5
"""How far down a column's next card lies."""
SIDE_MM = 125.0
DISTANCE_MM = 1300.0
"""Camera above the table."""
SHADOW_PX = 8
"""A card's shadow, and what is blurred of its edge, reach so far."""
_LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
GAP_MM = 12.0
MARGIN_MM = 35.0


@dataclass(frozen=True, slots=True)
class View:
    """A picture (rows, columns, 3), and where the card lies in it: from its millimetres to pixels, (3, 3)."""

    rgb: Rgb
    place: Matrix

    @property
    def picture(self) -> Picture:
        """As play sees it: grey, and a quarter as wide and high in colour."""
        return Picture(np.asarray(cv2.cvtColor(self.rgb, cv2.COLOR_RGB2GRAY), np.uint8), reduced(self.rgb))


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be seen: `mm_per_px`, the light, and whether the next card of the column covers the lower part."""

    mm_per_px: float
    condition: Condition
    covered: bool
    tilt_deg: float = 25.0


def view(rng: Generator, face: Rgb, others: list[Rgb], wish: Wish) -> View:
    """The card in the middle, others beside it and, if wished, over its lower part."""
    side_px = round(SIDE_MM / wish.mm_per_px)
    table = _cloth(rng, side_px)
    camera = _camera(rng, wish.mm_per_px, rng.uniform(0, wish.tilt_deg), side_px)
    card = _pose(*rng.uniform(-3, 3, 2), rng.uniform(0, 360))
    place = camera @ card
    _paste(table, face, place)
    for beside in (-66.0, 66.0):
        if rng.random() < 0.5:
            _paste(table, others[rng.integers(len(others))], place @ _moved(rng, beside, rng.uniform(-30, 40)))
    if wish.covered:
        _paste(table, others[rng.integers(len(others))], place @ _moved(rng, 0, COVERED_MM))
    return View(_exposed(rng, table, wish, place), place)


def roughly(rng: Generator, place: Matrix) -> Matrix:
    """The place as an outline gives it: off by a millimetre, a degree and a per cent or so."""
    turn = np.radians(np.clip(rng.normal(0, 0.8), -1.8, 1.8))
    scale = 1 + rng.normal(0, 0.008)
    x, y = np.clip(rng.normal(0, 0.9, 2), -2, 2)
    middle = _shift(SIZE_MM[0] / 2, SIZE_MM[1] / 2)
    error = np.array(
        [[scale * np.cos(turn), -scale * np.sin(turn), x], [scale * np.sin(turn), scale * np.cos(turn), y], [0, 0, 1]]
    )
    return np.asarray(place @ middle @ error @ np.linalg.inv(middle))


def _cloth(rng: Generator, side_px: int) -> Light:
    """A plain, a striped or a grained ground, as linear light."""
    colour = rng.uniform(0.03, 0.55) * rng.uniform(0.6, 1.4, 3)
    ground = np.ones((side_px, side_px, 3), np.float32) * np.clip(colour, 0, 1).astype(np.float32)
    grain = rng.standard_normal((24, 24)).astype(np.float32) * 0.15
    ground *= (1 + cv2.resize(grain, (side_px, side_px)))[..., None]
    if rng.random() < 0.4:
        ground[:, :: int(rng.integers(20, 60))] *= 0.3
    return np.asarray(np.clip(ground, 0, 1), np.float32)


def _camera(rng: Generator, mm_per_px: float, tilt_deg: float, side_px: int) -> Matrix:
    """Millimetres around the middle to pixels, tilted towards some side."""
    towards, tilt = rng.uniform(0, 2 * np.pi), np.radians(tilt_deg)
    turn = np.array(
        [[np.cos(towards), np.sin(towards), 0], [-np.sin(towards), np.cos(towards), 0], [0, 0, 1]], np.float64
    )
    tilted = np.array([[np.cos(tilt), 0, 0], [0, 1, 0], [np.sin(tilt) / DISTANCE_MM, 0, 1]])
    return np.asarray(
        _shift(side_px / 2, side_px / 2) @ np.diag([1 / mm_per_px, 1 / mm_per_px, 1]) @ turn.T @ tilted @ turn
    )


def _pose(x: float, y: float, degrees: float) -> Matrix:
    """A card's millimetres, its middle at x, y."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.asarray(
        np.array([[cosine, -sine, x], [sine, cosine, y], [0, 0, 1]]) @ _shift(-SIZE_MM[0] / 2, -SIZE_MM[1] / 2)
    )


def _moved(rng: Generator, across: float, down: float) -> Matrix:
    """Another card in the axes of the first, laid as people lay."""
    x, y = rng.normal((across, down), 1.2)
    return _shift(SIZE_MM[0] / 2 + x, SIZE_MM[1] / 2 + y) @ _pose(0, 0, rng.normal(0, 1.5))


def _shift(x: float, y: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def _paste(table: Light, face: Rgb, place: Matrix) -> None:
    """Lays a card with its shadow."""
    matrix = place @ np.diag([1 / DOTS_PER_MM, 1 / DOTS_PER_MM, 1])
    left, top, right, bottom = _around(matrix, face.shape[1::-1])
    left, top = max(left, 0), max(top, 0)
    part = table[top : max(bottom, 0), left : max(right, 0)]
    if not part.size:
        return
    matrix, size = _shift(-left, -top) @ matrix, part.shape[1::-1]
    mask = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), matrix, size, flags=cv2.INTER_AREA)[..., None]
    shadow = cv2.blur(mask, (7, 7))[..., None]
    part *= 1 - 0.3 * np.roll(shadow, (2, 2), (0, 1)) * (1 - mask)
    smaller = max(1, round(DOTS_PER_MM * 0.3))
    soft = cv2.blur(face, (smaller, smaller))
    lit = _LINEAR[cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)]
    part[:] = part * (1 - mask) + lit * mask


def _around(matrix: Matrix, size_px: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a card and its shadow in the picture."""
    width, height = size_px
    corners = np.array([[(0.0, 0.0), (width, 0), (width, height), (0, height)]])
    seen = cv2.perspectiveTransform(corners, matrix)[0]
    low, high = seen.min(0), seen.max(0)
    return (*(int(one) for one in np.floor(low) - SHADOW_PX), *(int(one) for one in np.ceil(high) + SHADOW_PX))


def _exposed(rng: Generator, light: Light, wish: Wish, place: Matrix) -> Rgb:
    """Linear light to a picture as JPEG leaves it."""
    rows, columns = light.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32) / rows - 0.5
    towards = rng.uniform(0, 2 * np.pi)
    light = light * (1 + rng.uniform(0, 0.5) * (x * np.cos(towards) + y * np.sin(towards)))[..., None].astype(
        np.float32
    )
    light *= np.clip(rng.normal(1, 0.07, 3), 0.8, 1.25).astype(np.float32)
    if wish.condition == "glare":
        light += _reflexes(rng, (rows, columns), wish, place)
    blurred = cv2.GaussianBlur(light, (0, 0), rng.uniform(*((1.4, 2.2) if wish.condition == "blur" else (0.45, 0.95))))
    photons = rng.uniform(*((150, 400) if wish.condition == "dim" else (3000, 6000)))
    noisy = blurred + np.sqrt(np.maximum(blurred, 0) / photons + 1e-4) * _grain(rng, blurred.shape)
    values = _values(noisy * np.float32(rng.uniform(0.65, 1.15)))
    packed = cv2.imencode(".jpg", values[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(84, 94))])[1]
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])


def _grain(rng: Generator, shape: tuple[int, ...]) -> Light:
    return rng.standard_normal(shape).astype(np.float32)


def _values(light: Light) -> Rgb:
    """Light of 0 to 1 as values of a picture."""
    return (np.clip(light, 0, 1) ** np.float32(1 / 2.2) * 255).astype(np.uint8)


def _reflexes(rng: Generator, shape: tuple[int, int], wish: Wish, place: Matrix) -> Light:
    """One or two patches of 20 to 50 mm on the part in view, up to three times as bright as white."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    light = np.zeros((*shape, 1), np.float32)
    height = COVERED_MM if wish.covered else SIZE_MM[1]
    for _ in range(int(rng.integers(1, 3))):
        middle = place @ np.array([rng.uniform(0, SIZE_MM[0]), rng.uniform(0, height), 1])
        wide, high = rng.uniform((9, 6), (28, 16)) / wish.mm_per_px
        turn = rng.uniform(0, np.pi)
        across = (x - middle[0] / middle[2]) * np.cos(turn) + (y - middle[1] / middle[2]) * np.sin(turn)
        down = (y - middle[1] / middle[2]) * np.cos(turn) - (x - middle[0] / middle[2]) * np.sin(turn)
        far = (across / wide) ** 2 + (down / high) ** 2
        light += (rng.uniform(0.3, 3) * np.exp(-(far ** rng.uniform(1, 3))))[..., None].astype(np.float32)
    return light


@dataclass(frozen=True, slots=True)
class Laid:
    """
    How cards lie: `columns` in a row, the rows turned by `turn_deg` in the picture, seen with that tilt.

    `moved`: by the number of a card, across and down in mm and a turn in degrees, from where it belongs.
    `blur_px`: of the picture with the cards. `by_hand`: the bare ground was photographed from elsewhere. `ground`: its
    seed, where several pictures have one ground.
    """

    columns: int = 6
    mm_per_px: float = 0.4
    turn_deg: float = 0.0
    tilt_deg: float = 8.0
    moved: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    blur_px: float = 0.7
    reflex_on: tuple[int, ...] = ()
    by_hand: bool = False
    ground: int | None = None


@dataclass(frozen=True, slots=True)
class Photographed:
    """A picture of cards, one of the bare ground, and the place of each card: from its millimetres to pixels."""

    rgb: Rgb
    bare: Rgb
    places: tuple[Matrix, ...]


def photographed(rng: Generator, faces: Sequence[Rgb | None], laid: Laid | None = None) -> Photographed:
    """The faces in rows, from the upper left; None leaves a place empty."""
    shown, bare, places, after = _packed(rng.bit_generator.state, faces, laid or Laid())
    rng.bit_generator.state = after
    return Photographed(_unpacked(shown), _unpacked(bare), places)


def _packed(before: Any, faces: Sequence[Rgb | None], laid: Laid) -> tuple[Any, Any, tuple[Matrix, ...], Any]:
    """The two pictures as JPEG files, the places, and how the generator that stood at `before` stands after that."""
    rng = np.random.default_rng()
    rng.bit_generator.state = before
    rows = -(-len(faces) // laid.columns)
    wide, high = (laid.columns * (SIZE_MM[0] + GAP_MM), rows * (SIZE_MM[1] + GAP_MM))
    side_px = round((np.hypot(wide, high) if laid.turn_deg % 90 else max(wide, high)) / laid.mm_per_px)
    side_px += round(2 * MARGIN_MM / laid.mm_per_px)
    table = _cloth(rng if laid.ground is None else np.random.default_rng(laid.ground), side_px)
    tilt = _camera(rng, laid.mm_per_px, laid.tilt_deg, side_px)
    camera = tilt @ _turned(laid.turn_deg)
    bare = _cut(table, rng, laid)
    places = [camera @ _at(rng, number, rows, laid) for number in range(len(faces))]
    for face, place in zip(faces, places, strict=True):
        if face is not None:
            _paste(table, face, place)
    for number in laid.reflex_on:
        _shine(table, places[number])
    return _exposure(rng, side_px, laid)(table), bare, tuple(places), rng.bit_generator.state


def _unpacked(file: Any) -> Rgb:
    return np.ascontiguousarray(cv2.imdecode(file, cv2.IMREAD_COLOR)[..., ::-1])


def _cut(table: Light, rng: Generator, laid: Laid) -> Any:
    """The bare ground; by hand the table is seen turned and shifted."""
    side_px = len(table)
    ground = np.roll(table[::-1], (91, 57), (0, 1)) if laid.by_hand else table
    return _exposure(rng, side_px, Laid())(ground)


def _turned(degrees: float) -> Matrix:
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])


def _at(rng: Generator, number: int, rows: int, laid: Laid) -> Matrix:
    """A card in its row, a little crooked."""
    row, column = divmod(number, laid.columns)
    across, down, turn = laid.moved.get(number, (0.0, 0.0, 0.0))
    x = (column - (laid.columns - 1) / 2) * (SIZE_MM[0] + GAP_MM) + rng.normal(0, 1.5) + across
    y = (row - (rows - 1) / 2) * (SIZE_MM[1] + GAP_MM) + rng.normal(0, 1.5) + down
    return _pose(x, y, rng.normal(0, 1.5) + turn)


def _shine(table: Light, place: Matrix) -> None:
    """A reflex on the middle of a card, brighter than white."""
    x, y, w = place @ np.array([SIZE_MM[0] / 2, SIZE_MM[1] / 2, 1])
    down, across = np.mgrid[0 : len(table), 0 : len(table)].astype(np.float32)
    far = ((across - x / w) ** 2 + (down - y / w) ** 2) / (0.05 * len(table)) ** 2
    table += (2 * np.exp(-far))[..., None].astype(np.float32)


def _exposure(rng: Generator, side_px: int, laid: Laid) -> Callable[[Light], Any]:
    """Light that slopes, its colour, noise and JPEG; how one picture of an evening differs from the next."""
    y, x = np.mgrid[0:side_px, 0:side_px].astype(np.float32) / side_px - 0.5
    slope = 1 + 0.4 * (x * np.cos(1.0) + y * np.sin(1.0))
    cast = np.clip(rng.normal(1, 0.02, 3), 0.9, 1.1)
    brightness, photons, quality = rng.uniform(0.55, 0.75), rng.uniform(2000, 5000), int(rng.integers(86, 94))

    def exposed(light: Light) -> Any:
        lit = cv2.GaussianBlur(light * slope[..., None] * cast.astype(np.float32), (0, 0), laid.blur_px)
        noisy = lit + np.sqrt(np.maximum(lit, 0) / photons + 1e-4) * _grain(rng, lit.shape)
        values = _values(noisy * np.float32(brightness))
        return cv2.imencode(".jpg", values[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]

    return exposed
