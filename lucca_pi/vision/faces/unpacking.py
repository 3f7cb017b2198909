"""Unpacks the photographs of enrolled faces."""

import numpy as np

from lucca_pi.vision.picture import LARGEST_PX, Colour, PictureError, colour_in


def unpacked(code: int, packed: bytes) -> Colour:
    """The photograph of that piece. Raises PictureError, with its code, where it is no picture or damaged."""
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
