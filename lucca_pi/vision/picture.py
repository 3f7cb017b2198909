"""A picture file as grey values."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

Grey = NDArray[np.uint8]
"""A picture of shape `(height, width)`, 8 bits, black is 0."""

LARGEST_PX = 80_000_000
"""More pixels than any camera for this table has."""


class PictureError(Exception):
    """The file is no picture that can be read; the message names it and says what to do."""


def load_picture(path: Path) -> Grey:
    """
    The JPEG or PNG file in grey, upright as its EXIF orientation says.

    Raises PictureError for a file that is missing, empty, no picture, cut short or absurdly large.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path, formats=("JPEG", "PNG")) as picture:
            return _grey(picture, path)
    except UnidentifiedImageError:
        raise PictureError(f"{path} is no JPEG or PNG picture: give a photograph of the table.") from None
    except Image.DecompressionBombError:
        raise _too_large(path) from None
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist: check the name.") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise PictureError(f"{path} cannot be read ({error}): copy it again from the camera.") from None


def _grey(picture: "Image", path: Path) -> Grey:
    from PIL import ImageOps

    if picture.width * picture.height > LARGEST_PX:
        raise _too_large(path)
    picture.draft("L", None)
    if picture.mode != "L":
        picture = picture.convert("L")
    ImageOps.exif_transpose(picture, in_place=True)
    return np.asarray(picture)


def _too_large(path: Path) -> PictureError:
    return PictureError(f"{path} has more than {LARGEST_PX // 1_000_000} million pixels: save it smaller.")
