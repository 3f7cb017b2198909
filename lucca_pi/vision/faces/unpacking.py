"""Unpacks the photographs of enrolled faces, and tells of those that no card can be known by."""

from functools import lru_cache

import numpy as np

from lucca_pi.vision.faces.features import PX_PER_MM
from lucca_pi.vision.faces.prints import UPPER
from lucca_pi.vision.picture import LARGEST_PX, UNLIKE, Colour, PictureError, colour_in

STRETCHED = 0.06
"""Of a card's shape a photograph differs by less than this: whoever measures a sleeve is a millimetre or two off."""
BLANK = 2.0
"""Grey values by which a face's upper part differs from its mean, at least: less is no print."""


def unpacked(code: int, packed: bytes) -> Colour:
    """The photograph of that piece. Raises PictureError, with its code, where it is no picture or damaged."""
    from simplejpeg import decode_jpeg, decode_jpeg_header

    try:
        height, width = decode_jpeg_header(packed)[:2]
        if height * width > LARGEST_PX:
            raise _unusable(code, "too large")
        return np.asarray(decode_jpeg(packed, "RGB"), np.uint8)
    except ValueError:
        return _otherwise(code, packed)


@lru_cache(maxsize=512)
def check_face(code: int, packed: bytes, size_mm: tuple[float, float]) -> None:
    """
    Raises PictureError where a card of that size cannot be known by that photograph.

    What is sound is remembered: a deck is asked for several times as a game begins.
    """
    colour = unpacked(code, packed)
    (height, width), (card_mm, tall_mm) = colour.shape[:2], size_mm
    if abs(width * tall_mm / (height * card_mm) - 1) > STRETCHED:
        raise _unusable(code, f"{width} x {height} pixels are not the shape of a card of {card_mm:g} x {tall_mm:g} mm")
    if width < PX_PER_MM * card_mm * (1 - STRETCHED):
        raise _unusable(code, f"{width} x {height} pixels are too few for a card of {card_mm:g} x {tall_mm:g} mm")
    if colour[: round(height * UPPER)].mean(2).std() < BLANK:
        raise _unusable(code, "it is of one colour")


def _otherwise(code: int, packed: bytes) -> Colour:
    """A picture that is no plain JPEG."""
    try:
        colour, damage = colour_in(packed)
    except PictureError as error:
        problem = str(error).partition(":")[0]
        said = str(error.__cause__ or "")  # what its decoder says
        why = said or ("it is no picture" if problem.startswith(UNLIKE) else f"it {problem}")
    else:
        if not damage:
            return colour
        why = damage
    raise _unusable(code, why)


def _unusable(code: int, why: str) -> PictureError:
    do = "take a whole copy of the deck file, or enrol the box again."
    return PictureError(f"The photograph of code {code} cannot be used ({why}): {do}")
