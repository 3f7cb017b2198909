"""A picture file as grey values, and small in colour."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lucca_pi.files import open_file
from lucca_pi.vision.damage import damage_of_png, decoded_jpeg

if TYPE_CHECKING:
    from PIL.Image import Image

Grey = NDArray[np.uint8]
"""A picture of shape `(height, width)`, 8 bits, black is 0."""
Colour = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, red, green, blue, 8 bits."""

LARGEST_PX = 80_000_000
"""More pixels than any camera for this table has."""
LARGE_PX = 4000
"""Along a photograph's longer side: finer than any card must be shown to be read."""
SMALLER = 4
"""Grey pixels in a row for each pixel of the colour picture beside it: fine enough for the colour beside a code."""


ORIENTATION, UPRIGHT = 0x0112, 1
"""How the camera was held, in EXIF."""


class PictureError(Exception):
    """The file is no picture that can be read; the message names it and says what to do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """
    A picture in grey, and the same in colour, a quarter as wide and as high.

    `damage`: why it may not show what was there; empty if it does. `hidden`: of the size of `colour`, not 0 where
    something else is known to lie on what is looked for.
    """

    grey: Grey
    colour: Colour
    damage: str = ""
    hidden: Grey | None = None


def load_picture(path: Path) -> Picture:
    """
    The JPEG or PNG file, upright as its EXIF orientation says.

    Raises PictureError for a file that is missing, empty, no picture, cut short or absurdly large.
    """
    with _opened(path) as stream:
        return picture_in(stream.read())


def picture_in(data: bytes) -> Picture:
    """The picture that a JPEG or PNG file holds, upright. Raises what Pillow raises."""
    whole = _image(BytesIO(data))
    return _png(whole, data) if whole.format == "PNG" else _jpeg(data)


def _png(whole: "Image", data: bytes) -> Picture:
    damage = damage_of_png(data)
    grey = _values(whole, "L")
    if whole.mode == "L":
        return Picture(grey, np.repeat(reduced(grey)[:, :, np.newaxis], 3, axis=2), damage)
    return Picture(grey, reduced(_values(whole, "RGB")), damage)


def _jpeg(data: bytes) -> Picture:
    """JPEG decodes fast in grey, and faster at a quarter of the size. Only upright ones are taken as they are."""
    grey, damage, data = decoded_jpeg(data)
    whole, small = _image(BytesIO(data)), _image(BytesIO(data))
    if grey is None or whole.getexif().get(ORIENTATION, UPRIGHT) != UPRIGHT:
        whole.draft("L", None)
        grey = _values(whole, "L")
    small.draft("RGB", (max(1, small.width // SMALLER), max(1, small.height // SMALLER)))
    return Picture(grey, _values(small, "RGB"), damage)


def load_colour(path: Path) -> Colour:
    """The JPEG or PNG file in colour, in full size, upright. Raises PictureError as `load_picture` does."""
    with _opened(path) as stream:
        picture = _image(stream)
        if picture.format == "JPEG":
            picture = _image(BytesIO(decoded_jpeg(path.read_bytes())[2]))
        return _values(picture, "RGB")


def colour_in(data: bytes) -> tuple[Colour, str]:
    """
    A JPEG in colour, upright, and its damage; empty if there is none. Raises what Pillow raises.

    Pictures of twice LARGE_PX or more along their longer side are decoded at a half or a quarter: 50 million pixels in
    colour would not fit into the memory of a small machine.
    """
    _, damage, data = decoded_jpeg(data)
    picture = _image(BytesIO(data))
    longer = max(picture.size)
    picture.draft("RGB", tuple(max(1, side * min(LARGE_PX, longer) // longer) for side in picture.size))  # type: ignore[arg-type]
    return _values(picture, "RGB"), damage


def damage_of(path: Path) -> str:
    """Why the JPEG or PNG file may not show what was there; empty if it does. Raises PictureError."""
    with _opened(path) as stream:
        is_png = _image(stream).format == "PNG"
        data = path.read_bytes()
    return damage_of_png(data) if is_png else decoded_jpeg(data)[1]


def reduced(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture, in grey or in colour, as small as the colour that goes with a grey one."""
    import cv2

    height, width = picture.shape[:2]
    size_px = -(-width // SMALLER), -(-height // SMALLER)
    return np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA), np.uint8)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """The file; what goes wrong in it is said in our words, what a library would print is not."""
    from PIL import Image, UnidentifiedImageError

    try:
        with open_file(path) as stream, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield stream
    except UnidentifiedImageError:
        raise PictureError(f"{path} is no JPEG or PNG picture: give a photograph of the table.") from None
    except (Image.DecompressionBombError, _TooLargeError):
        most = LARGEST_PX // 1_000_000
        raise PictureError(f"{path} has more than {most} million pixels: save it smaller.") from None
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist: check the name.") from None
    except IsADirectoryError:
        raise PictureError(f"{path} is a folder: name the photographs in it, as in {path}/*.jpg.") from None
    except (OSError, SyntaxError, ValueError) as error:
        if "truncated" in str(error):
            raise PictureError(f"{path} cannot be read: it is not whole. Copy it again from the camera.") from None
        raise PictureError(f"{path} cannot be read ({error}): copy it again from the camera.") from None


class _TooLargeError(Exception):
    """More than LARGEST_PX."""


def _image(stream: IO[bytes]) -> "Image":
    """The picture in the file, not decoded yet."""
    from PIL import Image

    picture = Image.open(stream, formats=("JPEG", "PNG"))
    if picture.width * picture.height > LARGEST_PX:
        raise _TooLargeError
    return picture


def _values(picture: "Image", mode: str) -> NDArray[np.uint8]:
    from PIL import Image, ImageOps

    ImageOps.exif_transpose(picture, in_place=True)
    if picture.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
        picture = Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
    return np.asarray(picture if picture.mode == mode else picture.convert(mode))
