"""The enrolled faces of a deck, as they are compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import COARSER, PX_PER_MM, Floats, colour_ratios, relative_light
from lucca_pi.vision.picture import Colour, Grey

Part = Literal["upper", "whole"]
"""What of a card is in view: what the next card of a column leaves, or all of it."""

UPPER = 43 / 91
"""Share of a card's height that the next card of its column leaves in view."""
EDGE_MM = 1.5
"""Width of the edge that is not compared: worn, cut askew, or the next card's."""
STEPS = 32
"""Steps that a unit of relative light is kept in."""
_BLUR = (3, 3)
"""What a dot of a small colour picture takes in, at `PX_PER_MM`."""


@dataclass(frozen=True, eq=False)
class Prints:
    """
    A deck's faces by code, each as one photograph shows it.

    `faces`: (n, rows, columns), upright, grey, at `PX_PER_MM`. `ratios`: of their colours, of the upper part and of the
    whole, (n, rows / 4, columns / 4, 2). `colours`: of both likewise, (n, rows / 4, columns / 4, 3). `size_mm`: width
    and height of a card.
    """

    names: tuple[int, ...]
    faces: NDArray[np.uint8]
    ratios: Mapping[Part, Floats]
    colours: Mapping[Part, NDArray[np.uint8]]
    size_mm: tuple[float, float]

    @classmethod
    def of(cls, faces: Mapping[int, Colour], size_mm: tuple[float, float]) -> "Prints":
        """The prints of rectified faces of any scale."""
        columns, rows = (round(side * PX_PER_MM) for side in size_mm)
        scaled = [cv2.resize(face, (columns, rows), interpolation=cv2.INTER_AREA) for face in faces.values()]
        grey = np.asarray([cv2.cvtColor(face, cv2.COLOR_RGB2GRAY) for face in scaled], np.uint8)
        soft = [np.asarray(cv2.blur(face, _BLUR), np.uint8) for face in scaled]
        parts: dict[Part, int] = {"upper": _upper_rows(size_mm), "whole": rows}
        colours = {part: np.array([_coarse(face[:height]) for face in soft]) for part, height in parts.items()}
        ratios = {part: np.array([colour_ratios(face) for face in each]) for part, each in colours.items()}
        return cls(tuple(faces), grey, ratios, colours, size_mm)

    @cached_property
    def upper(self) -> "PartPrints":
        return PartPrints(self, "upper")

    @cached_property
    def whole(self) -> "PartPrints":
        return PartPrints(self, "whole")

    def part(self, part: Part) -> "PartPrints":
        return self.upper if part == "upper" else self.whole


class PartPrints:
    """
    One part of all faces, of which `size_mm` is seen.

    `ratios`: (n, rows / 4, columns / 4, 2). `edge`: (rows, columns), 0 at what is not compared, else 1.
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
        """The light of all faces in steps of 1 / STEPS, lest a whole box takes the memory of a picture."""
        every = (_light(face) for face in self.faces)
        return np.array([np.clip(np.rint(light * STEPS), -127, 127).astype(np.int8) for light in every])

    def light(self, which: int, softness: float = 0.0) -> Floats:
        """The light of one face, blurred with that standard deviation in pixels: (rows, columns)."""
        light = self._steps[which].astype(np.float32) / np.float32(STEPS)
        return np.asarray(cv2.GaussianBlur(light, (0, 0), softness) if softness else light, np.float32)

    @cached_property
    def thin(self) -> Floats:
        """Every other row and column of all faces' light: (n, pixels)."""
        few = self._steps[:, ::2, ::2].reshape(len(self.faces), -1)
        return few.astype(np.float32) / np.float32(STEPS)

    def every_light(self) -> Floats:
        """The light of all faces, made anew: (n, rows, columns)."""
        return np.array([_light(face) for face in self.faces], np.float32)


def _light(face: Grey) -> Floats:
    return relative_light(np.ascontiguousarray(face))


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


def _upper_rows(size_mm: tuple[float, float]) -> int:
    return round(size_mm[1] * UPPER * PX_PER_MM)


def _coarse(face: Colour) -> Colour:
    rows, columns = face.shape[0] // COARSER, face.shape[1] // COARSER
    return np.asarray(cv2.resize(face, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def edge(shape: tuple[int, ...], width_px: float) -> NDArray[np.float32]:
    """1 inside, 0 within `width_px` of the rim."""
    rim = max(1, round(width_px))
    inside = np.zeros(shape, np.float32)
    inside[rim:-rim, rim:-rim] = 1
    return inside
