"""The cards in a colour picture: their codes, the shade beside each code, and each card cut out upright."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from lucca_pi.citta.rules.deckfile import HIGHEST_CODE
from lucca_pi.decks.draft import Shade
from lucca_pi.decks.sizes import Sizes
from lucca_pi.vision.detect import Detection, detect
from lucca_pi.vision.picture import load_picture

Colour = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, red, green, blue, 8 bits."""

PX_PER_MM = 96 / 25.4

BESIDE = (1.24, 1.70)
"""Right of the sticker, in sides of the black square from its left edge: there the card shows its colour."""
MARGIN = 0.07
"""The middle of the sticker's white margin, as far from the black square."""
SIZES = 1.4
"""By so much at most a sticker is larger or smaller in the picture than most are."""
RIVAL = 0.5
"""A code read twice counts twice if the weaker reading has this part of the stronger one's margin."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card in a picture; `picture` is the card cut out upright, `times` how often its code was read."""

    code: int
    shade: Shade
    picture: Colour
    times: int = 1


def load_colour(path: Path) -> Colour:
    """The JPEG or PNG file in colour, upright. Raises PictureError."""
    from PIL import Image, ImageOps

    load_picture(path)  # says what is wrong with the file
    with Image.open(path) as picture:
        return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"))


def see_cards(picture: Colour, sizes: Sizes) -> tuple[Seen, ...]:
    """The palace cards in the picture, by code; neither quarter nor order is needed."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    read = _of_one_size(detect(grey, range(1, HIGHEST_CODE + 1)).read)
    surest = {one.code: one for one in sorted(read, key=lambda one: one.margin)}
    times = Counter(one.code for one in read if one.margin >= RIVAL * surest[one.code].margin)
    return tuple(_seen(picture, surest[code], times[code], sizes) for code in sorted(surest))


def _of_one_size(read: Sequence[Detection]) -> list[Detection]:
    """All stickers are of one size, but for perspective: what is much smaller or larger is a phantom."""
    sides = [float(np.sqrt(cv2.contourArea(one.corners_px))) for one in read]
    usual = float(np.median(sides)) if sides else 0.0
    return [one for one, side in zip(read, sides, strict=True) if usual / SIZES <= side <= usual * SIZES]


def _seen(picture: Colour, one: Detection, times: int, sizes: Sizes) -> Seen:
    return Seen(one.code, shade_beside(picture, one.corners_px), _cut_out(picture, one.corners_px, sizes), times)


def shade_beside(picture: Colour, corners_px: NDArray[np.float32]) -> Shade:
    """
    The card's colour right of the sticker, against the white of the sticker's margin.

    `corners_px` are the black square's, shape (4, 2), clockwise from the code's own top left.
    """
    along = np.linspace(0.05, 0.95, 12)
    white = np.percentile(_samples(picture, corners_px, _ring(along)), 75, axis=0)
    beside = np.array([(x, y) for x in np.linspace(*BESIDE, 8) for y in along])
    colour = np.median(_samples(picture, corners_px, beside), axis=0) / np.maximum(white, 1)
    return lab(np.clip(colour, 0, 1))


def lab(colour: Sequence[float] | NDArray[np.float64]) -> Shade:
    """A colour of red, green and blue from 0 to 1 as a shade."""
    lightness, a, b = cv2.cvtColor(np.array([[colour]], np.float32), cv2.COLOR_RGB2LAB)[0, 0].tolist()
    return round(lightness, 1), round(a, 1), round(b, 1)


def _ring(along: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points in the margin around the square, in its sides."""
    edges = (-MARGIN, 1 + MARGIN)
    return np.array([point for edge in edges for t in along for point in ((edge, t), (t, edge))])


def _samples(picture: Colour, corners_px: NDArray[np.float32], points: NDArray[np.float64]) -> Colour:
    """The pixels at points given in sides of the square; those outside are taken from the picture's edge."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    onto = cv2.getPerspectiveTransform(square, np.asarray(corners_px, np.float32))
    x, y = np.rint(cv2.perspectiveTransform(points[None].astype(np.float32), onto)[0]).astype(int).T
    height, width = picture.shape[:2]
    return np.asarray(picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], np.uint8)


def _cut_out(picture: Colour, corners_px: NDArray[np.float32], sizes: Sizes) -> Colour:
    """The card at 96 dots to the inch, as far as the picture shows it."""
    near, far = sizes.inset_mm * PX_PER_MM, (sizes.inset_mm + sizes.square_mm) * PX_PER_MM
    square = np.array([[near, near, 1], [far, near, 1], [far, far, 1], [near, far, 1]])
    onto = np.linalg.lstsq(square, corners_px.astype(float), rcond=None)[0].T
    size_px = round(sizes.card_mm[0] * PX_PER_MM), round(sizes.card_mm[1] * PX_PER_MM)
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_AREA
    return np.asarray(cv2.warpAffine(picture, onto, size_px, flags=flags), np.uint8)
