"""The cards in a colour picture: their codes, the shade beside each code, and each card cut out upright."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.games.citta.decks.sizes import Sizes
from lucca_pi.games.citta.rules.deck import HIGHEST_CODE
from lucca_pi.vision.detect import Detection, detect, flipped
from lucca_pi.vision.picture import Colour
from lucca_pi.vision.stickers import Shade, shade_beside

PX_PER_MM = 96 / 25.4

SIZES = 1.4
"""Largest factor between a sticker's size in the picture and that of most others."""
SOFT_PX = 0.7
"""
Blur of pictures before codes are sought: a scan may be sharper than what any lens shows.

Then the edges of a marker fall between the points by which it is laid: of 18 drawn cards of three sizes corners were
up to 0.8 px off, with this blur 0.3.
"""
RIVAL = 0.5
"""A code read twice counts twice if the weaker reading has this part of the stronger one's margin."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card in a picture; `picture` is the card cut out upright, `times` how often its code was read."""

    code: int
    shade: Shade
    picture: Colour
    times: int = 1


def see_cards(picture: Colour, sizes: Sizes) -> tuple[Seen, ...]:
    """The palace cards in the picture, by code; neither quarter nor order is needed."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT_PX), np.uint8)
    read = _of_one_size(detect(soft, range(1, HIGHEST_CODE + 1)).read)
    surest = {one.code: one for one in sorted(read, key=lambda one: one.margin)}
    times = Counter(one.code for one in read if one.margin >= RIVAL * surest[one.code].margin)
    return tuple(_seen(picture, surest[code], times[code], sizes) for code in sorted(surest))


def is_mirrored(picture: Colour, sizes: Sizes) -> bool:
    """Whether a picture in which no card is seen shows some with left and right swapped."""
    return bool(see_cards(flipped(picture), sizes))


def _of_one_size(read: Sequence[Detection]) -> list[Detection]:
    """All stickers are of one size, but for perspective: what is much smaller or larger is a phantom."""
    sides = [float(np.sqrt(cv2.contourArea(one.corners_px))) for one in read]
    usual = float(np.median(sides)) if sides else 0.0
    return [one for one, side in zip(read, sides, strict=True) if usual / SIZES <= side <= usual * SIZES]


def _seen(picture: Colour, one: Detection, times: int, sizes: Sizes) -> Seen:
    return Seen(one.code, shade_beside(picture, one.corners_px), _cut_out(picture, one.corners_px, sizes), times)


def _cut_out(picture: Colour, corners_px: NDArray[np.float32], sizes: Sizes) -> Colour:
    """The card at 96 dots to the inch, as far as the picture shows it."""
    near, far = sizes.inset_mm * PX_PER_MM, (sizes.inset_mm + sizes.square_mm) * PX_PER_MM
    square = np.array([[near, near, 1], [far, near, 1], [far, far, 1], [near, far, 1]])
    onto = np.linalg.lstsq(square, corners_px.astype(float), rcond=None)[0].T
    size_px = round(sizes.card_mm[0] * PX_PER_MM), round(sizes.card_mm[1] * PX_PER_MM)
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_AREA
    return np.asarray(cv2.warpAffine(picture, onto, size_px, flags=flags), np.uint8)
