"""The pen that draws the faces of things: paint, shapes, texts and codes on a thing. All lengths in mm."""

from math import ceil, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.stickers import Mark, Sticker, printed
from lucca_pi.vision.codes import MODULES

Point = tuple[float, float]
Bgr = tuple[int, int, int]
"""A paint: blue, green and red."""
Texture = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

DOTS_PER_MM = 8
"""The scale at which things are drawn, before they are made as small as the picture needs them."""
SHADOW_MM = 3.0
"""Around each thing there is room for its shadow."""


class Face:
    """A thing while it is drawn. All lengths in mm from its upper left corner."""

    def __init__(self, size_mm: Point) -> None:
        self.width, self.height = size_mm
        room = 2 * dots(SHADOW_MM)
        self.with_room = np.zeros((dots(self.height) + room, dots(self.width) + room, 3), np.uint8)
        """The thing with room for its shadow, which is black."""
        self.dots = within(self.with_room)

    def fill(self, colour: Bgr) -> None:
        """Paints all of it."""
        self.box(0, 0, self.width, self.height, colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Bgr) -> None:
        """A filled rectangle."""
        cv2.rectangle(self.dots, (dots(left), dots(top)), (dots(right) - 1, dots(bottom) - 1), colour, -1)

    def shape(self, points: list[Point], colour: Bgr) -> None:
        """A filled polygon."""
        corners = np.array([[dots(x), dots(y)] for x, y in points], np.int32)
        cv2.fillPoly(self.dots, [corners], colour, cv2.LINE_AA)

    def text(self, text: str, x: float, y: float, height: float, colour: Bgr) -> None:
        """The text with its middle at `x`, `y`."""
        scale, weight = dots(height) / 22, max(1, dots(height) // 9)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, weight)
        corner = (dots(x) - wide // 2, dots(y) + high // 2)
        cv2.putText(self.dots, text, corner, cv2.FONT_HERSHEY_DUPLEX, scale, colour, weight, cv2.LINE_AA)

    def marker(self, mark: Mark, sticker: Sticker) -> None:
        """The code on that sticker."""
        module_dots = ceil(_exact_dots(mark.side_mm) / MODULES)
        square = cv2.cvtColor(printed(mark.code, module_dots, sticker), cv2.COLOR_GRAY2BGR)
        middle = (square.shape[0] - 1) / 2
        scale = _exact_dots(mark.side_mm) / (module_dots * MODULES)
        x, y = (_exact_dots(one) - 0.5 for one in (mark.x_mm + sticker.x_mm, mark.y_mm + sticker.y_mm))
        reach = ceil(hypot(middle, middle) * scale) + 2
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        turn = cv2.getRotationMatrix2D((middle, middle), -sticker.turned_deg, scale)
        turn[0, 2] += x - middle - left
        turn[1, 2] += y - middle - top
        part = self.dots[top : int(y) + reach, left : int(x) + reach]
        under, extent = np.ascontiguousarray(part), (part.shape[1], part.shape[0])
        part[:] = cv2.warpAffine(square, turn, extent, dst=under, borderMode=cv2.BORDER_TRANSPARENT)


def _mixed(one: Bgr, other: Bgr, share: float) -> Bgr:
    """`share` of the other paint."""
    blue, green, red = (round(a * (1 - share) + b * share) for a, b in zip(one, other, strict=True))
    return blue, green, red


def within(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The part of a picture with room for a shadow that the thing itself takes."""
    room = dots(SHADOW_MM)
    return picture[room:-room, room:-room]


def _exact_dots(length_mm: float) -> float:
    return length_mm * DOTS_PER_MM


def dots(length_mm: float) -> int:
    """A length in whole dots of the texture."""
    return round(_exact_dots(length_mm))
