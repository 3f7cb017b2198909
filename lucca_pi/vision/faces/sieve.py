"""Finds the likeliest faces at a rough place: small pictures of all faces against shifts and turns of the card."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lucca_pi.vision.faces.features import PX_PER_MM, Floats, colour_ratios, relative_light, unclipped
from lucca_pi.vision.faces.laying import Homography, rectified
from lucca_pi.vision.faces.prints import PartPrints
from lucca_pi.vision.picture import Picture

REACH_MM = 2
"""Shifts that are tried, in whole millimetres to each side."""
TURNS_DEG = (-1.6, 0.0, 1.6)
RIM_MM = REACH_MM + 1
"""Seen around the card: the shifts, and what a turn brings in."""
LIGHT_MM, COLOUR_MM = 2, 6
"""Apart at which light and ratios of colours are compared."""
CHROMA = 4.0
SAME = 2e-3
"""Squared distance below which two small pictures count as one: only one of them is laid."""


@dataclass(frozen=True, slots=True)
class Rough:
    """A face, the place of the shift and turn at which it fits best, and how well: 1 is exactly."""

    which: int
    place: Homography
    agreement: float


def likeliest(
    shown: Picture, place: Homography, prints: PartPrints, among: Container[int] | None = None
) -> Iterator[Rough]:
    """The likeliest faces near `place`, of `among` if given, best first; of those with one small picture the first."""
    places, cards = _tried(shown, place, prints)
    small = _small_prints(prints)
    agreement = cards @ small.T
    best, at = agreement.max(axis=0), agreement.argmax(axis=0)
    kept: list[int] = []
    for which in np.argsort(-best).tolist():
        if (among is None or which in among) and all(((small[which] - small[one]) ** 2).sum() > SAME for one in kept):
            kept.append(which)
            yield Rough(which, places(int(at[which])), float(best[which]))


def prepare(prints: PartPrints) -> None:
    """Makes the small pictures of all faces: a look needs not wait for them."""
    _small_prints(prints)


class _Places:
    """The place of each shift and turn, by its number."""

    def __init__(self, place: Homography, size_mm: tuple[float, float]) -> None:
        self._place, self._size_mm = place, size_mm

    def __call__(self, number: int) -> Homography:
        side = 2 * REACH_MM + 1
        turn, rest = divmod(number, side * side)
        down, across = divmod(rest, side)
        turned = self._place @ turned_by(TURNS_DEG[turn], self._size_mm)
        return np.asarray(turned @ _shift(across - REACH_MM, down - REACH_MM))


def _tried(shown: Picture, place: Homography, prints: PartPrints) -> tuple[_Places, Floats]:
    """Every shift and turn, and the small picture of the card there, of length 1."""
    width, height = prints.size_mm
    wide = rectified(shown, place @ _shift(-RIM_MM, -RIM_MM), (width + 2 * RIM_MM, height + 2 * RIM_MM))
    field = _field(relative_light(wide.grey) * unclipped(wide), colour_ratios(wide.colour))
    turned = [_turned(field, turn, prints.size_mm) for turn in TURNS_DEG]
    return _Places(place, prints.size_mm), _small(turned, _shape(prints))


def _field(light: Floats, ratios: Floats) -> Floats:
    """Light and ratios side by side, each smoothed to what is compared: (rows, columns, 3)."""
    smooth = cv2.GaussianBlur(light, (0, 0), LIGHT_MM * PX_PER_MM / 2)
    colours = cv2.resize(cv2.blur(ratios, (3, 3)), light.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.dstack([smooth, colours])


def _turned(field: Floats, degrees: float, size_mm: tuple[float, float]) -> Floats:
    """The field with REACH_MM around the card, turned around its middle, a pixel to the millimetre."""
    from_mm = np.array([[PX_PER_MM, 0, RIM_MM * PX_PER_MM - 0.5], [0, PX_PER_MM, RIM_MM * PX_PER_MM - 0.5], [0, 0, 1]])
    first = 0.5 - REACH_MM
    matrix = from_mm @ turned_by(degrees, size_mm) @ _shift(first, first)
    columns, rows = (round(side) + 2 * REACH_MM for side in size_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpAffine(field, matrix[:2], (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.float32)


_kept: WeakKeyDictionary[PartPrints, Floats] = WeakKeyDictionary()


def _small_prints(prints: PartPrints) -> Floats:
    """The small pictures of all faces, of length 1: (n, values)."""
    if prints not in _kept:
        _kept[prints] = _made_small(prints)
    return _kept[prints]


def _made_small(prints: PartPrints) -> Floats:
    rows, columns = _shape(prints)
    flat = []
    for which, ratios in enumerate(prints.ratios):
        field = _field(prints.light(which), ratios)
        flat.append(np.asarray(cv2.resize(field, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32))
    return _small(flat, (rows, columns))


def _shape(prints: PartPrints) -> tuple[int, int]:
    """Rows and columns of the part, a pixel to the millimetre."""
    return round(prints.size_mm[1]), round(prints.size_mm[0])


def _small(fields: list[Floats], shape: tuple[int, int]) -> Floats:
    """A row of length 1 for each window of that shape in each field."""
    windows = sliding_window_view(np.array(fields), shape, axis=(1, 2))
    light = windows[:, :, :, 0, ::LIGHT_MM, ::LIGHT_MM]
    colours = windows[:, :, :, 1:, COLOUR_MM // 2 :: COLOUR_MM, COLOUR_MM // 2 :: COLOUR_MM]
    count = light.shape[0] * light.shape[1] * light.shape[2]
    values = light.reshape(count, -1)
    rows = np.hstack([values - values.mean(axis=1, keepdims=True), CHROMA * colours.reshape(count, -1)])
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _shift(across_mm: float, down_mm: float) -> Homography:
    return np.array([[1, 0, across_mm], [0, 1, down_mm], [0, 0, 1]])


def half_turn(size_mm: tuple[float, float]) -> Homography:
    """From the millimetres of a card to those of the same card on its head."""
    return np.array([[-1, 0, size_mm[0]], [0, -1, size_mm[1]], [0, 0, 1.0]])


def turned_by(degrees: float, size_mm: tuple[float, float]) -> Homography:
    """A turn around the part's middle."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    width, height = size_mm
    back = _shift(-width / 2, -height / 2)
    turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    return np.asarray(_shift(width / 2, height / 2) @ turn @ back)
