"""Cards laid out in rows on a table, and the same table bare, as a camera sees them that stays where it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from tests.faces.printed_faces import SIZE_MM, Rgb
from tests.faces.views import _LINEAR, Light, Matrix, _camera, _cloth, _grain, _paste, _pose, _values

GAP_MM = 12.0
MARGIN_MM = 35.0


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


__all__ = ["GAP_MM", "_LINEAR", "Laid", "Photographed", "photographed"]
