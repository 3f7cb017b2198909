"""The face of a thing while it is drawn, and what becomes of it: a picture with a soft shadow around it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.lying import Bgr, Kind, Mark, Point, Sticker
from lucca_pi.drawn.stickers import printed
from lucca_pi.vision.codes import MODULES

Texture = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, blue first."""

DOTS_PER_MM = 8
"""The scale at which things are drawn, before they are made as small as the picture needs them."""
SHADOW_MM = 3.0
"""Around each thing there is room for its shadow."""
CORNER_MM = 3.0


class Art:
    """Draws kinds at `px_per_mm`, with the stickers that they bear; those that look alike once, whoever asks."""

    def __init__(self, px_per_mm: float, sticker: Callable[[Mark], Sticker]) -> None:
        self._px_per_mm = px_per_mm
        self._sticker = sticker

    def drawn(self, kind: Kind) -> tuple[Texture, NDArray[np.uint8]]:
        """The kind, upright, with room for its shadow, and how opaque it is at each dot (255: wholly)."""
        stickers = tuple((mark, self._sticker(mark)) for mark in kind.marks if not mark.is_bare)
        looks = (kind if kind.looks is None else kind.looks, self._px_per_mm, stickers)
        return _drawn(_Wanted(looks, kind, self._px_per_mm, stickers))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A kind to be drawn; `looks` says all that its picture depends on."""

    looks: Hashable
    kind: Kind = field(compare=False)
    px_per_mm: float = field(compare=False)
    stickers: tuple[tuple[Mark, Sticker], ...] = field(compare=False)


@lru_cache(maxsize=512)
def _drawn(wanted: _Wanted) -> tuple[Texture, NDArray[np.uint8]]:
    """Two sizes of a hundred cards, on two evenings, are fewer."""
    face = Face(wanted.kind.size_mm)
    wanted.kind.draw(face)
    for mark, sticker in wanted.stickers:
        face.marker(mark, sticker)
    return _with_shadow(face, wanted.kind, wanted.px_per_mm)


def _with_shadow(face: "Face", kind: Kind, px_per_mm: float) -> tuple[Texture, NDArray[np.uint8]]:
    """The thing within its outline, as large as it is needed, and its soft shadow around it."""
    card = np.zeros(face.with_room.shape[:2], np.uint8)
    _fill(_within(card), kind)
    width, height = (max(1, round(length * px_per_mm)) for length in shadowed_mm(kind))
    card, texture = (
        np.asarray(cv2.resize(one, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        for one in (card, face.with_room)
    )
    reach = SHADOW_MM / 3 * px_per_mm
    shadow = cv2.GaussianBlur(np.roll(card, (round(reach), round(reach)), (0, 1)), (0, 0), max(0.5, reach))
    texture[card == 0] = 0
    return texture, np.maximum(card, (shadow * 0.45).astype(np.uint8))


def shadowed_mm(kind: Kind) -> Point:
    """The width and height of a thing with the room for its shadow."""
    width, height = kind.size_mm
    return width + 2 * SHADOW_MM, height + 2 * SHADOW_MM


class Face:
    """A thing while it is drawn. All lengths in mm from its upper left corner."""

    def __init__(self, size_mm: Point) -> None:
        self.width, self.height = size_mm
        room = 2 * _dots(SHADOW_MM)
        self.with_room = np.zeros((_dots(self.height) + room, _dots(self.width) + room, 3), np.uint8)
        """The thing with room for its shadow, which is black."""
        self.dots = _within(self.with_room)

    def fill(self, colour: Bgr) -> None:
        """Paints all of it."""
        self.box(0, 0, self.width, self.height, colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Bgr) -> None:
        cv2.rectangle(self.dots, (_dots(left), _dots(top)), (_dots(right) - 1, _dots(bottom) - 1), colour, -1)

    def shape(self, points: list[Point], colour: Bgr) -> None:
        corners = np.array([[_dots(x), _dots(y)] for x, y in points], np.int32)
        cv2.fillPoly(self.dots, [corners], colour, cv2.LINE_AA)

    def text(self, text: str, x: float, y: float, height: float, colour: Bgr) -> None:
        """The text with its middle at `x`, `y`."""
        scale, weight = _dots(height) / 22, max(1, _dots(height) // 9)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, weight)
        corner = (_dots(x) - wide // 2, _dots(y) + high // 2)
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


def mixed(one: Bgr, other: Bgr, share: float) -> Bgr:
    """`share` of the other paint."""
    blue, green, red = (round(a * (1 - share) + b * share) for a, b in zip(one, other, strict=True))
    return blue, green, red


def _within(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The part of a picture with room for a shadow that the thing itself takes."""
    room = _dots(SHADOW_MM)
    return picture[room:-room, room:-room]


def _exact_dots(length_mm: float) -> float:
    return length_mm * DOTS_PER_MM


def _dots(length_mm: float) -> int:
    return round(_exact_dots(length_mm))


def _fill(mask: NDArray[np.uint8], kind: Kind) -> None:
    """Fills the mask within the kind's outline."""
    if kind.outline:
        corners = np.round(np.array(kind.outline) * DOTS_PER_MM).astype(np.int32)
        cv2.fillPoly(mask, [corners], (255,), cv2.LINE_AA)
    else:
        _fill_rounded(mask, _dots(CORNER_MM))


def _fill_rounded(mask: NDArray[np.uint8], radius: int) -> None:
    """Fills the mask but for round corners."""
    height, width = mask.shape
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), (255,), -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), (255,), -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, (255,), -1)
