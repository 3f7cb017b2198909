"""A box of enrolled cards: their faces, and which of them are printed alike."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.prints import Part, Prints
from lucca_pi.vision.faces.twins import differences
from lucca_pi.vision.picture import LARGEST_PX, Colour, PictureError, colour_in


@dataclass(frozen=True, eq=False)
class Box:
    """The enrolled faces of a deck: `prints`, and what differs in print, (n, n), of the upper part and of the whole."""

    prints: Prints
    upper_differences: Floats
    whole_differences: Floats


def box_of(photographs: Mapping[int, tuple[bytes, ...]], size_mm: tuple[float, float]) -> Box:
    """
    The box of these packed photographs of upright faces, two by each code; sizes as of a card.

    A face with one photograph alone is taken as printed as it looks. Raises PictureError for one that cannot be
    unpacked, with its code.
    """
    first, second = (
        Prints.of({code: _unpacked(code, pictures[:2][which]) for code, pictures in photographs.items()}, size_mm)
        for which in (0, -1)
    )
    once = np.array([len(pictures) < 2 for pictures in photographs.values()])
    return Box(first, *(_printed(first, second, part, once) for part in ("upper", "whole")))


def _printed(first: Prints, second: Prints, part: Part, once: NDArray[np.bool_]) -> Floats:
    """What differs in print; from a face that was photographed `once`, everything."""
    apart = differences(first, second, part)
    apart[once | once[:, None]] = np.inf
    np.fill_diagonal(apart, 0)
    return apart


def _unpacked(code: int, packed: bytes) -> Colour:
    from simplejpeg import decode_jpeg, decode_jpeg_header

    try:
        height, width = decode_jpeg_header(packed)[:2]
        if height * width > LARGEST_PX:
            raise PictureError(f"The photograph of piece {code} is too large: photograph it again.")
        return np.asarray(decode_jpeg(packed, "RGB"), np.uint8)
    except ValueError:
        return _otherwise(code, packed)


def _otherwise(code: int, packed: bytes) -> Colour:
    """A picture that is no plain JPEG."""
    try:
        colour, damage = colour_in(packed)
    except Exception as error:
        why = str(error)
    else:
        if not damage:
            return colour
        why = damage
    raise PictureError(f"The photograph of piece {code} cannot be read ({why}): photograph it again.")
