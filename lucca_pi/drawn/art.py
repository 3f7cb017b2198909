"""The art of things: each kind drawn once, and made a picture with a soft shadow around it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.drawn.lying import Kind
from lucca_pi.drawn.pen import DOTS_PER_MM, SHADOW_MM, Face, Point, Texture, dots, within
from lucca_pi.drawn.stickers import Mark, Sticker

_CORNER_MM = 3.0


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


def _with_shadow(face: Face, kind: Kind, px_per_mm: float) -> tuple[Texture, NDArray[np.uint8]]:
    """The thing within its outline, as large as it is needed, and its soft shadow around it."""
    card = np.zeros(face.with_room.shape[:2], np.uint8)
    _fill(within(card), kind)
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


def _fill(mask: NDArray[np.uint8], kind: Kind) -> None:
    """Fills the mask within the kind's outline."""
    if kind.outline:
        corners = np.round(np.array(kind.outline) * DOTS_PER_MM).astype(np.int32)
        cv2.fillPoly(mask, [corners], (255,), cv2.LINE_AA)
    else:
        _fill_rounded(mask, dots(_CORNER_MM))


def _fill_rounded(mask: NDArray[np.uint8], radius: int) -> None:
    """Fills the mask but for round corners."""
    height, width = mask.shape
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), (255,), -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), (255,), -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, (255,), -1)
