"""
Places of faces over the picture of a card: the likeliest faces by a sieve, then each exactly.

The sieve compares small pictures of all faces with shifts and turns of the card. A face is then laid by Gauss-Newton
over the eight values of a homography, with the slopes of the print instead of the picture's (the inverse compositional
way of Baker and Matthews, as `vision.align` lays codes). Pixels that do not fit count less: a finger or a reflection
moves nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from lucca_pi.vision.faces.prints import (
    CLIPPED,
    COARSER,
    PX_PER_MM,
    Features,
    Floats,
    PartPrints,
    colour_ratios,
    features,
    relative_light,
    unclipped,
)
from lucca_pi.vision.picture import SMALLER, Grey, Picture
from lucca_pi.vision.plane import rectangle

Homography = NDArray[np.float64]
"""From millimetres on the card, from its upper left corner, to pixels of the grey picture (3, 3)."""
_COARSE_TO_FINE = ((1, 4), (0, 2))
"""Times that the card is halved, and rounds at that size."""
_MISFIT = 0.8
"""Difference of relative light from which a pixel counts half."""
_FARTHEST = 0.06
"""Largest step of a round, in sides of the part."""
_LEAST_WEIGHT = 0.04
"""Least weight of all pixels, as a share, to lay a face by."""
_ENOUGH = 4e-4
"""Step, in sides of the part, below which a size is done: 0.02 mm."""
_DIAGONAL = np.diag_indices(8)
_STIFFNESS = np.array([0, 0, 0.2, 0.2, 0.2, 0.2, 1, 1], np.float32)
"""Stiffness of the eight values: shifts free, stretch and turn little, perspective most, as the rough place has it."""
_REACH_MM = 2
"""Largest shift that the sieve tries, whole millimetres to each side."""
_TURNS_DEG = (-1.6, 0.0, 1.6)
"""Turns that the sieve tries."""
_RIM_MM = _REACH_MM + 1
"""Margin around the card: largest shift plus what rotation adds."""
_LIGHT_MM, _COLOUR_MM = 2, 6
"""Distance of compared pixels: of light, and of ratios of colours."""
_CHROMA = 4.0
"""Weight of a ratio of colours against relative light."""
_SAME = 2e-3
"""Squared distance of two small pictures below which only the likelier of their faces is laid."""
_kept: WeakKeyDictionary[PartPrints, Floats] = WeakKeyDictionary()
"""The small pictures of faces that are in use."""
CUT_PX_PER_MM = 4
"""Scale at which cards are cut out of pictures and kept: 0.1 MB each."""
CUT_MARGIN_MM = 4.0
"""Margin kept around a cut-out card: its place may be off a little, and another face may lie a little aside."""


def rectified(shown: Picture, place: Homography, size_mm: tuple[float, float], px_per_mm: float = PX_PER_MM) -> Picture:
    """
    The card at `place`, or its upper part of `size_mm`, as seen from straight above.

    Its colour is `COARSER` times coarser; that of `shown` may be of any size.
    """
    columns, rows = (round(side * px_per_mm) for side in size_mm)
    few = max(1, columns // COARSER), max(1, rows // COARSER)
    finer = 2 if shown.colour.shape[1] * (SMALLER - 1) <= shown.grey.shape[1] else COARSER
    in_colour = to_colour(shown) @ place
    colour = warped(shown.colour, in_colour, size_mm, (few[0] * finer, few[1] * finer))
    return Picture(
        warped(shown.grey, place, size_mm, (columns, rows)),
        np.asarray(cv2.resize(colour, few, interpolation=cv2.INTER_AREA), np.uint8),
        hidden=None if shown.hidden is None else warped(shown.hidden, in_colour, size_mm, (columns, rows)),
    )


def card_at(shown: Picture, place: Homography, prints: PartPrints) -> Features:
    """The features of the card at `place`, or of the part of it that these prints show."""
    return features(rectified(shown, place, prints.size_mm))


def to_colour(shown: Picture) -> Homography:
    """From pixels of the grey picture to those of the colour picture."""
    across = shown.colour.shape[1] / shown.grey.shape[1]
    down = shown.colour.shape[0] / shown.grey.shape[0]
    return np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])


def warped(
    dots: NDArray[np.uint8], place: Homography, size_mm: tuple[float, float], size_px: tuple[int, int]
) -> NDArray[np.uint8]:
    """A part of a picture, `size_mm` large from `place` on, at `size_px`."""
    across, down = size_mm[0] / size_px[0], size_mm[1] / size_px[1]
    to_card_mm = np.array([[across, 0, across / 2], [0, down, down / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(dots, place @ to_card_mm, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def laid(shown: Picture, place: Homography, prints: PartPrints, which: int) -> Homography:
    """The place near `place` at which face `which` fits best; `place` itself if too little is in view."""
    width, height = prints.size_mm
    unit = np.array([[width, 0, width / 2], [0, height, height / 2], [0, 0, 1]])  # the unit square around the middle
    back = np.linalg.inv(unit)
    now = place @ unit
    for level, rounds in _COARSE_TO_FINE:
        for _ in range(rounds):
            step = _step(shown.grey, now @ back, prints, which, level)
            if step is None:
                return place
            x, y, xx, xy, yx, yy, px, py = step.tolist()
            now = now @ np.array([[1 + xx, xy, x], [yx, 1 + yy, y], [px, py, 1]])
            if np.abs(step).max() < _ENOUGH:
                break
    return np.asarray(now @ back)


def moved(place: Homography, there: Homography, size_mm: tuple[float, float]) -> Homography:
    """
    A card's place, moved within its plane to where a part of it, of `size_mm`, was laid.

    A part gives a wrong tilt outside itself: the place's own is kept.
    """
    corners = rectangle(*size_mm)[None]
    laid_mm = cv2.perspectiveTransform(corners, np.linalg.inv(place) @ there)
    before, after = (points[0] @ (1, 1j) for points in (corners, laid_mm))
    middle, to_middle = before.mean(), after.mean()
    turn = np.vdot(before - middle, after - to_middle) / np.vdot(before - middle, before - middle)
    by = to_middle - turn * middle
    motion = [[turn.real, -turn.imag, by.real], [turn.imag, turn.real, by.imag], [0, 0, 1]]
    return np.asarray(place @ np.array(motion), np.float64)


def _step(grey: Grey, place: Homography, prints: PartPrints, which: int, level: int) -> Floats | None:
    """The eight values that move the face; None if too little is in view."""
    scale = PX_PER_MM / 2**level
    print_light, slopes, edge = prints.slopes(which, level)
    card = warped(grey, place, prints.size_mm, (print_light.shape[1], print_light.shape[0]))
    misfit = (relative_light(card, scale) - print_light).ravel()
    weight = (edge * (card < CLIPPED)).ravel() / (1 + (misfit / _MISFIT) ** 2)
    if weight.sum() < _LEAST_WEIGHT * weight.size:
        return None
    weighed = slopes * weight
    normal = weighed @ slopes.T
    normal[_DIAGONAL] += 0.01 * normal[_DIAGONAL] + 1e-3 * np.trace(normal) * _STIFFNESS
    return np.clip(-np.linalg.solve(normal, weighed @ misfit), -_FARTHEST, _FARTHEST)


@dataclass(frozen=True, slots=True)
class RoughFace:
    """A face, the place of the shift and turn at which it fits best, and its agreement there: 1 is exact."""

    which: int
    place: Homography
    agreement: float


def likeliest_faces(
    shown: Picture, place: Homography, prints: PartPrints, among: Sequence[int] | None = None
) -> Iterator[RoughFace]:
    """The likeliest faces near `place`, of `among` if given, best first; of faces with one small picture the first."""
    small = _small_prints(prints)
    asked = np.arange(len(small)) if among is None else np.array(among, np.intp)
    agreement = _small_cards(shown, place, prints) @ small[asked].T
    best, at = agreement.max(axis=0), agreement.argmax(axis=0)
    kept, side = list[int](), 2 * _REACH_MM + 1
    for number in np.argsort(-best).tolist():
        which = int(asked[number])
        if all(((small[which] - small[one]) ** 2).sum() > _SAME for one in kept):
            kept.append(which)
            turn, rest = divmod(int(at[number]), side * side)
            down, across = divmod(rest, side)
            turned = place @ _turned_by(_TURNS_DEG[turn], prints.size_mm)
            yield RoughFace(which, turned @ shift(across - _REACH_MM, down - _REACH_MM), float(best[number]))


def _small_cards(shown: Picture, place: Homography, prints: PartPrints) -> Floats:
    """A small picture of the card, of length 1, for every shift and turn: (tried, values)."""
    width, height = prints.size_mm
    wide = rectified(shown, place @ shift(-_RIM_MM, -_RIM_MM), (width + 2 * _RIM_MM, height + 2 * _RIM_MM))
    field = _field(relative_light(wide.grey) * unclipped(wide), colour_ratios(wide.colour))
    return _small([_turned(field, turn, prints.size_mm) for turn in _TURNS_DEG], _shape(prints))


def _field(light: Floats, ratios: Floats) -> Floats:
    """Light and ratios side by side, each smoothed for the comparison: (rows, columns, 3)."""
    smooth = cv2.GaussianBlur(light, (0, 0), _LIGHT_MM * PX_PER_MM / 2)
    colours = cv2.resize(cv2.blur(ratios, (3, 3)), light.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.dstack([smooth, colours])


def _turned(field: Floats, degrees: float, size_mm: tuple[float, float]) -> Floats:
    """The field with `_REACH_MM` around the card, turned around its middle, a pixel to the millimetre."""
    from_mm = np.array(
        [[PX_PER_MM, 0, _RIM_MM * PX_PER_MM - 0.5], [0, PX_PER_MM, _RIM_MM * PX_PER_MM - 0.5], [0, 0, 1]]
    )
    first = 0.5 - _REACH_MM
    matrix = from_mm @ _turned_by(degrees, size_mm) @ shift(first, first)
    columns, rows = (round(side) + 2 * _REACH_MM for side in size_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpAffine(field, matrix[:2], (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.float32)


def _small_prints(prints: PartPrints) -> Floats:
    """The small pictures of all faces, of length 1: (n, values)."""
    if prints in _kept:
        return _kept[prints]
    rows, columns = _shape(prints)
    small = []
    for which, ratios in enumerate(prints.ratios):
        field = _field(prints.light(which), ratios)
        flat = np.asarray(cv2.resize(field, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)
        small.append(_small([flat], (rows, columns)))
    return _kept.setdefault(prints, np.concatenate(small))


def _shape(prints: PartPrints) -> tuple[int, int]:
    """Rows and columns of the part, a pixel to the millimetre."""
    return round(prints.size_mm[1]), round(prints.size_mm[0])


def _small(fields: list[Floats], shape: tuple[int, int]) -> Floats:
    """A row of length 1 for each window of that shape in each field."""
    windows = sliding_window_view(np.array(fields), shape, axis=(1, 2))
    light = windows[:, :, :, 0, ::_LIGHT_MM, ::_LIGHT_MM]
    colours = windows[:, :, :, 1:, _COLOUR_MM // 2 :: _COLOUR_MM, _COLOUR_MM // 2 :: _COLOUR_MM]
    count = light.shape[0] * light.shape[1] * light.shape[2]
    values = light.reshape(count, -1)
    rows = np.hstack([values - values.mean(axis=1, keepdims=True), _CHROMA * colours.reshape(count, -1)])
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def shift(across_mm: float, down_mm: float) -> Homography:
    """The shift by these distances to the right and down."""
    return np.array([[1, 0, across_mm], [0, 1, down_mm], [0, 0, 1]])


def half_turn(size_mm: tuple[float, float]) -> Homography:
    """From the millimetres of a card to those of the same card on its head."""
    return np.array([[-1, 0, size_mm[0]], [0, -1, size_mm[1]], [0, 0, 1.0]])


def _turned_by(degrees: float, size_mm: tuple[float, float]) -> Homography:
    """A turn around the part's middle."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    width, height = size_mm
    back = shift(-width / 2, -height / 2)
    turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    return np.asarray(shift(width / 2, height / 2) @ turn @ back)


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A card cut out of a picture, and its place there: from millimetres on it to pixels."""

    shown: Picture
    place: Homography

    @classmethod
    def out_of(cls, shown: Picture, place: Homography, size_mm: tuple[float, float]) -> "Cut":
        """The card at `place` in that picture."""
        wider = size_mm[0] + 2 * CUT_MARGIN_MM, size_mm[1] + 2 * CUT_MARGIN_MM
        return cls(rectified(shown, place @ shift(-CUT_MARGIN_MM, -CUT_MARGIN_MM), wider, CUT_PX_PER_MM), cut_place())


def cut_place() -> Homography:
    """The place of a card in its own cut with a margin: from its millimetres to pixels."""
    rim = CUT_PX_PER_MM * CUT_MARGIN_MM - 0.5
    return np.array([[CUT_PX_PER_MM, 0, rim], [0, CUT_PX_PER_MM, rim], [0, 0, 1]], np.float64)
