"""
The enrolled faces of a deck in the form in which they are compared: relative light and ratios of colours.

Both are nearly the same in any light. Here too packed photographs of faces are unpacked, and refused if unfit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.picture import UNLIKE, Colour, Grey, Picture, PictureError, colour_of_jpeg, decoded_colour

Floats = NDArray[np.float32]
PX_PER_MM = 2
"""Scale at which faces are compared: a coded card is seen at 2 to 3 px/mm."""
COARSER = 4
"""Factor by which ratios of colours are coarser than light."""
_NEARBY_MM = 8.5
"""Width of the neighbourhood that light is relative to: wider than a window, narrower than a shadow's slope."""
CLIPPED = 249
"""Level from which grey or a channel counts as clipped; a pixel with two of three channels clipped is not compared."""
_FLOOR = 7.0
"""Contrast of noise, grey levels, added to that nearby: fainter contrast stays small."""
FAINT = 8.0
"""Grey levels added to all before logarithms: darker differences are noise."""
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(FAINT))
"""The logarithm of each level."""
_MARGIN_MM = 1.5
"""Distance within which pixels count as clipped like their neighbours: a reflection fades."""
Part = Literal["upper", "whole"]
"""The part of a card in view: what the next card of a column leaves, or all of it."""
PARTS: tuple[Part, Part] = "upper", "whole"
UPPER = 43 / 91
"""Share of a card's height that the next card of its column leaves in view."""
EDGE_MM = 1.5
"""Width of a card's edge that is not compared: worn, cut askew, or the next card's."""
_STEPS = 32
"""Steps in which a unit of relative light is stored."""
_BLUR = (3, 3)
"""Dots at `PX_PER_MM` that a dot of a small colour picture averages."""
_STRETCHED = 0.06
"""Most difference of a photograph's proportions from a card's: sleeves are measured to a millimetre or two."""
_BLANK = 2.0
"""Least contrast (grey-level SD) of a face's upper part; below it the photograph is refused."""


_STRONGEST = 95
"""Per cent of places with less contrast than counts: edges count, and not noise and packing."""
_SOFTER_PX = (1.2, 2.4, 4.8)
"""Blurs, one upon another, between which contrast is measured."""


@dataclass(frozen=True, slots=True)
class Features:
    """
    A face, or a part of one, at `PX_PER_MM`.
    `light`: (rows, columns). `ratios`: logarithms of red and blue over green, (rows / 4, columns / 4, 2). `weight`:
    (rows, columns), 0 where the picture is clipped, else 1. `colour`: as seen, (rows / 4, columns / 4, 3), and
    `colour_weight`, the share of each of its pixels that is not clipped.
    """

    light: Floats
    ratios: Floats
    weight: Floats
    colour: Colour
    colour_weight: Floats


def features(card: Picture) -> Features:
    """The features of a rectified card, whose colour is `COARSER` times coarser than its grey."""
    weight = unclipped(card)
    colour_weight = np.asarray(cv2.resize(weight, card.colour.shape[1::-1], interpolation=cv2.INTER_AREA), np.float32)
    return Features(relative_light(card.grey), colour_ratios(card.colour), weight, card.colour, colour_weight)


def relative_light(grey: Grey, px_per_mm: float = PX_PER_MM) -> Floats:
    """Grey levels less their mean nearby, over their spread nearby: (rows, columns), mostly between -2 and 2."""
    levels = grey.astype(np.float32)
    reach = round(_NEARBY_MM * px_per_mm / 2)
    apart = levels - _smooth(levels, reach)
    return np.asarray(apart / np.sqrt(_smooth(apart * apart, reach) + _FLOOR**2), np.float32)


def colour_ratios(colour: Colour) -> Floats:
    """Logarithms of red over green and of blue over green: (rows, columns, 2)."""
    red, green, blue = cv2.split(cv2.LUT(colour, LOGARITHMS))
    return np.asarray(cv2.merge([red - green, blue - green]), np.float32)


def unclipped(card: Picture, px_per_mm: float = PX_PER_MM) -> Floats:
    """1 for pixels with grey and at least two channels unclipped, not hidden, and none such nearby; else 0."""
    red, green, blue = cv2.split(card.colour)
    second = cv2.max(cv2.min(red, green), cv2.min(cv2.max(red, green), blue))
    brightest = cv2.max(card.grey, cv2.resize(second, card.grey.shape[::-1], interpolation=cv2.INTER_LINEAR))
    seen = brightest < CLIPPED if card.hidden is None else (brightest < CLIPPED) & (card.hidden == 0)
    open_ = seen.astype(np.float32)
    if open_.all():
        return open_
    side = 2 * round(_MARGIN_MM * px_per_mm) + 1
    return np.asarray(cv2.erode(open_, np.ones((side, side), np.uint8), borderValue=(1.0,)), np.float32)


def _smooth(values: Floats, reach: int) -> Floats:
    """The mean around each pixel: a box twice, which is nearly a Gaussian."""
    side = (2 * reach + 1, 2 * reach + 1)
    once = cv2.blur(values, side, borderType=cv2.BORDER_REFLECT)
    return np.asarray(cv2.blur(once, side, borderType=cv2.BORDER_REFLECT), np.float32)


@dataclass(frozen=True, eq=False)
class Prints:
    """
    A deck's faces, each as one photograph shows it; `names` are their codes.

    `faces`: (n, rows, columns), upright, grey, at `PX_PER_MM`. `ratios`: of the colours of each part, (n, rows / 4,
    columns / 4, 2). `colours`: the same of the colours themselves, (n, rows / 4, columns / 4, 3). `size_mm`: width and
    height of a card.
    """

    names: tuple[int, ...]
    faces: NDArray[np.uint8]
    ratios: Mapping[Part, Floats]
    colours: Mapping[Part, NDArray[np.uint8]]
    size_mm: tuple[float, float]

    @classmethod
    def of(cls, faces: Iterable[tuple[int, Colour]], size_mm: tuple[float, float]) -> "Prints":
        """The prints of rectified faces of any scale, each with its code; one face after the other is taken."""
        columns, rows = (round(side * PX_PER_MM) for side in size_mm)
        parts: dict[Part, int] = {"upper": round(size_mm[1] * UPPER * PX_PER_MM), "whole": rows}
        codes, greys, coarse = [], [], {part: list[Colour]() for part in parts}
        for code, face in faces:
            scaled = cv2.resize(face, (columns, rows), interpolation=cv2.INTER_AREA)
            soft = np.asarray(cv2.blur(scaled, _BLUR), np.uint8)
            codes.append(code)
            greys.append(cv2.cvtColor(scaled, cv2.COLOR_RGB2GRAY))
            for part, height in parts.items():
                few = columns // COARSER, height // COARSER
                coarse[part].append(np.asarray(cv2.resize(soft[:height], few, interpolation=cv2.INTER_AREA), np.uint8))
        colours = {part: np.array(each) for part, each in coarse.items()}
        ratios = {part: np.array([colour_ratios(face) for face in each]) for part, each in colours.items()}
        return cls(tuple(codes), np.asarray(greys, np.uint8), ratios, colours, size_mm)

    @cached_property
    def upper(self) -> "PartPrints":
        """The upper parts of all faces."""
        return PartPrints(self, "upper")

    @cached_property
    def whole(self) -> "PartPrints":
        """The prints of whole faces."""
        return PartPrints(self, "whole")

    def part(self, part: Part) -> "PartPrints":
        """The prints of that part of all faces."""
        return self.upper if part == "upper" else self.whole


class PartPrints:
    """
    One part of all faces, `size_mm` large.

    `ratios`: (n, rows / 4, columns / 4, 2). `edge`: (rows, columns), 0 at the edge, which is not compared, else 1.
    """

    def __init__(self, prints: Prints, part: Part) -> None:
        width_mm, height_mm = prints.size_mm
        self.size_mm = (width_mm, height_mm * UPPER if part == "upper" else height_mm)
        self.faces = prints.faces[:, : round(self.size_mm[1] * PX_PER_MM)]
        self.ratios = prints.ratios[part]
        self.edge = edge(self.faces.shape[1:], EDGE_MM * PX_PER_MM)
        self.slopes = lru_cache(maxsize=2)(partial(_slopes, self.faces, self.size_mm))

    @cached_property
    def _steps(self) -> NDArray[np.int8]:
        """The light of all faces in steps of 1 / `_STEPS`, lest a whole box takes the memory of a picture."""
        every = (relative_light(np.ascontiguousarray(face)) for face in self.faces)
        return np.array([np.clip(np.rint(light * _STEPS), -127, 127).astype(np.int8) for light in every])

    def light(self, which: int, softness: float = 0.0) -> Floats:
        """The light of one face, blurred with that standard deviation in pixels: (rows, columns)."""
        return softened(self._steps[which].astype(np.float32) / np.float32(_STEPS), softness)

    @cached_property
    def thin(self) -> Floats:
        """Every other row and column of all faces' light: (n, pixels)."""
        few = self._steps[:, ::2, ::2].reshape(len(self.faces), -1)
        return few.astype(np.float32) / np.float32(_STEPS)

    def every_light(self) -> Floats:
        """The light of all faces, made anew: (n, rows, columns)."""
        return np.array([relative_light(np.ascontiguousarray(face)) for face in self.faces], np.float32)


def _slopes(faces: Grey, size_mm: tuple[float, float], which: int, level: int) -> tuple[Floats, Floats, Floats]:
    """
    A face halved `level` times, for laying: its light, its slopes by the eight of a homography, its edge.

    The slopes (8, pixels) belong to the unit square around the part's middle.
    """
    scale = PX_PER_MM / 2**level
    columns, rows = (round(side * scale) for side in size_mm)
    face = np.asarray(cv2.resize(faces[which], (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    light = relative_light(face, scale)
    soft = cv2.GaussianBlur(light, (0, 0), 0.7)
    across, down = (
        side * np.asarray(cv2.Sobel(soft, cv2.CV_32F, *way, ksize=1, scale=0.5), np.float32)
        for side, way in ((columns, (1, 0)), (rows, (0, 1)))
    )
    x = (np.arange(columns, dtype=np.float32) + 0.5) / columns - 0.5
    y = ((np.arange(rows, dtype=np.float32) + 0.5) / rows - 0.5)[:, None]
    away = across * x + down * y
    moves = across, down, across * x, across * y, down * x, down * y, -away * x, -away * y
    return light, np.array(moves, np.float32).reshape(8, -1), edge((rows, columns), EDGE_MM * scale)


def softened(light: Floats, softness_px: float) -> Floats:
    """The light blurred with that standard deviation; as it is for 0."""
    return np.asarray(cv2.GaussianBlur(light, (0, 0), softness_px), np.float32) if softness_px else light


def extent(values: NDArray[Any]) -> tuple[slice, slice]:
    """The rows and columns of values that are not all 0."""
    rows, columns = (np.flatnonzero(values.any(axis=axis)) for axis in (1, 0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def edge(shape: tuple[int, ...], width_px: float) -> NDArray[np.float32]:
    """1 inside, 0 within `width_px` of the rim."""
    rim = max(1, round(width_px))
    inside = np.zeros(shape, np.float32)
    inside[rim:-rim, rim:-rim] = 1
    return inside


def fineness(card: Colour) -> float:
    """
    Contrast over that at twice the scale, at the scale where this is least.

    Noise is as fine as anything and would make a badly blurred card look sharp, so a coarser scale counts too.
    """
    soft = [np.asarray(cv2.cvtColor(card, cv2.COLOR_RGB2GRAY), np.float32)]
    for blur_px in _SOFTER_PX:
        soft.append(np.asarray(cv2.GaussianBlur(soft[-1], (0, 0), blur_px), np.float32))
    contrasts = [float(np.percentile(np.abs(one - softer), _STRONGEST)) for one, softer in pairwise(soft)]
    return min(fine / max(1e-3, coarse) for fine, coarse in pairwise(contrasts))


def unpacked(code: int, packed: bytes) -> Colour:
    """The photograph of the piece with that code. Raises PictureError, with the code, for a damaged or other file."""
    try:
        return colour_of_jpeg(packed)
    except PictureError as error:
        raise _unusable(code, str(error)) from None
    except ValueError:
        return _not_plain_jpeg(code, packed)


@lru_cache(maxsize=512)
def check_face(code: int, packed: bytes, size_mm: tuple[float, float]) -> None:
    """
    Raises PictureError if a card of that size cannot be recognised by that photograph.

    Sound photographs are remembered: a deck is loaded several times as a game begins.
    """
    colour = unpacked(code, packed)
    (height, width), (card_mm, tall_mm) = colour.shape[:2], size_mm
    if abs(width * tall_mm / (height * card_mm) - 1) > _STRETCHED:
        raise _unusable(code, f"{width} x {height} pixels are not the shape of a card of {card_mm:g} x {tall_mm:g} mm")
    if width < PX_PER_MM * card_mm * (1 - _STRETCHED):
        raise _unusable(code, f"{width} x {height} pixels are too few for a card of {card_mm:g} x {tall_mm:g} mm")
    if colour[: round(height * UPPER)].mean(2).std() < _BLANK:
        raise _unusable(code, "it is of one colour")


def _not_plain_jpeg(code: int, packed: bytes) -> Colour:
    """A photograph that is no plain JPEG."""
    try:
        colour, damage = decoded_colour(packed)
    except PictureError as error:
        problem = str(error).partition(":")[0]
        said = str(error.__cause__ or "")  # what its decoder says
        why = said or ("it is not a picture" if problem.startswith(UNLIKE) else f"it {problem}")
    else:
        if not damage:
            return colour
        why = damage
    raise _unusable(code, why)


def _unusable(code: int, why: str) -> PictureError:
    do = "take a whole copy of the deck file, or enrol the box again."
    return PictureError(f"The photograph of code {code} cannot be used ({why}): {do}")
