"""
Picture files as grey values and small in colour, and damage to files that can still be read.

Parts lost from a damaged file are grey, or lie elsewhere.
"""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lucca_pi.errors import reason_of
from lucca_pi.files import open_file
from lucca_pi.language import Text, _
from lucca_pi.outside import shown

if TYPE_CHECKING:
    from PIL.Image import Image

_HARMLESS = ("Invalid SOS parameters", "Unknown Adobe color", "Warning: unknown JFIF", "tjDecompressHeader")
"""Beginnings of complaints about harmless habits of some cameras, or a kind of JPEG unknown to this decoder."""
WHOLE_PX = 51_000_000
"""Pixels above which a JPEG is decoded at half the size, or a quarter: that bounds memory, and cards show as well."""
_END = b"\xff\xd9"
_FOREIGN = re.compile(rb"\xff[\x01-\xbf]")
"""Bytes that follow 0xFF in no JPEG (ITU-T T.81, B.1.1.3): the JPEG has ended by then."""
_ARITHMETIC = re.compile(rb"\xff[\xc9-\xcb]\0[\x0b-\x14]\x08")
"""The head of a JPEG with arithmetic coding: decoders fill in its missing rows without a complaint."""
_BEHIND_ROWS = re.compile(r"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9")
"""The decoder's complaint about bytes behind the last row."""
_FILM, _FILM_WITHIN = b"ftyp", 64
"""Mark of a film that a phone keeps behind its photograph, and bytes within which it stands."""
_PNG_HEAD, _PNG_FRAME = 8, 12
"""Bytes before the first chunk, and of a chunk without its data: length, name and checksum."""
_Dots = NDArray[np.uint8]
_Made = TypeVar("_Made")
_LONGEST_REASON = 80
"""Most characters of a library's complaint."""
Grey = NDArray[np.uint8]
"""A picture of shape `(height, width)`, 8 bits, black is 0."""
Colour = NDArray[np.uint8]
"""A picture of shape `(height, width, 3)`, red, green, blue, 8 bits."""
Quads = NDArray[np.float32]
"""Corners in a picture, pixels, shape (n, 4, 2), clockwise."""
LARGEST_PX = 80_000_000
"""Most pixels of a picture that must be decoded whole: a PNG, or a JPEG that is sent in passes (progressive)."""
_LARGEST_JPEG_PX = 250_000_000
"""Most pixels of any other JPEG."""
_LARGEST_PROFILE = 16_000_000
"""Most bytes of the colour profile, or of a text, in a PNG; Pillow refuses pictures with more than a million."""
_LEAST_SIDE_PX, _LONGEST_SIDE_PX = 4, 32_000
"""Least and longest side of a decoded picture: with less nothing shows, more OpenCV does not take."""
_LARGE_PX = 4000
"""Longer side at which colours are loaded: finer than any card has to show."""
SMALLER = 4
"""Factor by which a picture's colour is smaller than its grey: fine enough for the colour beside a code."""
_ORIENTATION = 0x0112
"""EXIF's tag for the way in which the camera was held."""
_TURNS: Mapping[object, Callable[["_Dots"], "_Dots"]] = {
    2: lambda dots: dots[:, ::-1],
    3: lambda dots: dots[::-1, ::-1],
    4: lambda dots: dots[::-1],
    5: lambda dots: dots.swapaxes(0, 1),
    6: lambda dots: dots[::-1].swapaxes(0, 1),
    7: lambda dots: dots[::-1, ::-1].swapaxes(0, 1),
    8: lambda dots: dots.swapaxes(0, 1)[::-1],
}
"""Turns that make a picture upright, by orientation; any other orientation is upright."""
UNLIKE = "is no JPEG or PNG picture"
_AS_JPEG = "save it as JPEG"
_OTHERS: tuple[tuple[int, bytes, str, str], ...] = (
    (4, b"ftyphe", "HEIC", f"{_AS_JPEG}; on an iPhone choose Settings, Camera, Formats, Most Compatible"),
    (4, b"ftypm[is]f1", "HEIC", f"{_AS_JPEG}; on an iPhone choose Settings, Camera, Formats, Most Compatible"),
    (4, b"ftypavi[fs]", "AVIF", _AS_JPEG),
    (4, b"ftypcrx", "a raw picture", _AS_JPEG),
    (4, b"ftyp", "a film", "give a photograph"),
    (0, b"II\\*\0|MM\0\\*|IIRO|IIU\0|FUJIFILM", "TIFF, or a camera's raw picture", _AS_JPEG),
    (0, b"GIF8", "GIF", _AS_JPEG),
    (8, b"WEBP", "WebP", _AS_JPEG),
    (0, b"BM", "BMP", _AS_JPEG),
    (0, b"\xff\x0a|\0\0\0\x0cJXL ", "JPEG XL", _AS_JPEG),
    (0, b"\xff\x4f\xff|\0\0\0\x0cjP", "JPEG 2000", _AS_JPEG),
    (0, b"%PDF", "a PDF", "give the photograph itself"),
    (0, b"\xff\xd8", "a JPEG of a kind that is not read here, or its beginning is damaged", _AS_JPEG),
)
"""Files that people take for photographs: the place of a mark, the mark, the kind of file, and what to do."""


class PictureError(Exception):
    """The file is no picture that can be read; the message names it and says what to do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """
    A picture in grey, and the same in colour, a quarter as wide and as high.

    `damage`: the reason why it may show other things than were there; "" for none. `hidden`: of the size of `colour`,
    not 0 for pixels of things that are known to lie on the thing looked for.
    """

    grey: Grey
    colour: Colour
    damage: str = ""
    hidden: Grey | None = None

    @classmethod
    def of_colour(cls, dots: Colour) -> "Picture":
        """The picture whose colours at full size are these."""
        import cv2

        return cls(np.asarray(cv2.cvtColor(dots, cv2.COLOR_RGB2GRAY), np.uint8), reduced(dots))


def load_picture(path: Path) -> Picture:
    """
    The JPEG or PNG file, upright as its EXIF orientation says. One of more than WHOLE_PX is smaller, see there.

    Raises PictureError for a file that is missing, empty, no picture, cut short or absurdly large.
    """
    return _of_file(path, picture_in)


def load_colour(path: Path) -> Colour:
    """The JPEG or PNG file in colour, as `decoded_colour` has it. Raises PictureError as `load_picture` does."""
    return load_colour_with_damage(path)[0]


def check_there(path: Path) -> None:
    """Raises PictureError, as `load_picture` does, if the file cannot be read."""
    _of_file(path, len)


def load_colour_with_damage(path: Path) -> tuple[Colour, str]:
    """The JPEG or PNG file in colour, and its damage, as `decoded_colour` has them. Raises PictureError."""
    return _of_file(path, decoded_colour)


def picture_in(data: bytes) -> Picture:
    """The picture that a JPEG or PNG file holds, upright. Raises PictureError, without a name."""
    with _explained(data):
        whole = _image(data)
        return _png(whole, data) if whole.format == "PNG" else _jpeg(data)


def pixels_in(data: bytes) -> int:
    """The number of pixels by the head of a JPEG or PNG: nothing is decoded. Raises PictureError, without a name."""
    with _explained(data):
        picture = _image(data)
        return picture.width * picture.height


def decoded_colour(data: bytes) -> tuple[Colour, str]:
    """
    The picture in colour, upright, and its damage, "" for none. Raises PictureError, without a name.

    Pictures of twice `_LARGE_PX` or more along their longer side are decoded at a half or a quarter: 50 million pixels
    in colour would not fit into the memory of a small machine.
    """
    with _explained(data):
        is_png = _image(data).format == "PNG"
        _, damage, data = (None, _damage_of_png(data), data) if is_png else decoded_jpeg(data)
        picture = _image(data)
        longer = max(picture.size)
        picture.draft("RGB", tuple(max(1, side * min(_LARGE_PX, longer) // longer) for side in picture.size))  # type: ignore[arg-type]
        return _upright(picture, _values(picture, "RGB")), damage


def _png(whole: "Image", data: bytes) -> Picture:
    damage, mode = _damage_of_png(data), whole.mode
    grey = _upright(whole, _values(whole, "L"))
    if mode == "L":
        return Picture(grey, np.repeat(reduced(grey)[:, :, np.newaxis], 3, axis=2), damage)
    return Picture(grey, reduced(_upright(whole, _values(whole, "RGB"))), damage)


def _jpeg(data: bytes) -> Picture:
    """JPEG decodes fast in grey, and faster at a part of the size."""
    grey, damage, data = decoded_jpeg(data, most_px=WHOLE_PX)
    whole, small = _image(data), _image(data)
    if grey is None:
        times = _times_smaller(whole.width * whole.height, WHOLE_PX)
        whole.draft("L", (max(1, whole.width // times), max(1, whole.height // times)))
        grey = _values(whole, "L")
    side = -(-small.width // grey.shape[1]) * SMALLER
    small.draft("RGB", (max(1, small.width // side), max(1, small.height // side)))
    return Picture(_upright(whole, grey), _upright(small, _values(small, "RGB")), damage)


def reduced(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture, in grey or in colour, as small as the colour that goes with a grey one."""
    import cv2

    height, width = picture.shape[:2]
    size_px = -(-width // SMALLER), -(-height // SMALLER)
    return np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _of_file(path: Path, made: Callable[[bytes], _Made]) -> _Made:
    """The result of a function of the file's content; errors give the file's name and what to do."""
    try:
        with open_file(path) as stream:
            data = stream.read()
        return made(data)
    except PictureError as error:
        raise PictureError(f"{path} {error}") from None
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist: check the name.") from None
    except IsADirectoryError:
        raise PictureError(f"{path} is a folder: name the photographs in it, as in {path}/*.jpg.") from None
    except OSError as error:
        raise PictureError(f"{path} cannot be read ({reason_of(error)}): copy it again from the camera.") from None


@contextmanager
def _explained(data: bytes) -> Iterator[None]:
    """Turns any error of a decoder into a PictureError in our words, and hides a library's warnings."""
    from PIL import UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError(_unlike(data)) from None
    except MemoryError:
        raise PictureError("needs more memory than there is here: save it smaller.") from None
    except Exception as error:
        if "truncated" in str(error):
            raise PictureError("cannot be read: it is not whole. Copy it again from the camera.") from error
        reason = shown(str(error) or type(error).__name__, _LONGEST_REASON)
        raise PictureError(f"cannot be read ({reason}): copy it again from the camera.") from error


def _unlike(data: bytes) -> str:
    """The kind of a file that is no JPEG or PNG, and what to do."""
    if not data:
        return f"{UNLIKE} but an empty file: copy it again from the camera."
    for start, beginning, what, to_do in _OTHERS:
        if re.match(beginning, data[start : start + 16], re.DOTALL):
            return f"{UNLIKE} but {what}: {to_do}."
    return f"{UNLIKE}: give a photograph of the table."


def _image(data: bytes) -> "Image":
    """The picture in the file, not decoded yet."""
    from PIL import Image, PngImagePlugin

    Image.MAX_IMAGE_PIXELS = None  # ours hold, and a JPEG of more is decoded smaller
    PngImagePlugin.MAX_TEXT_CHUNK = _LARGEST_PROFILE
    picture = Image.open(BytesIO(data), formats=("JPEG", "PNG"))
    if picture.format != "PNG" and _ARITHMETIC.search(data[: _scan_at(data)]):
        raise PictureError("is a JPEG with arithmetic coding, in which damage does not show: save it as a usual JPEG.")
    pixels, is_whole = picture.width * picture.height, picture.format == "PNG" or "progressive" in picture.info
    most = LARGEST_PX if is_whole else _LARGEST_JPEG_PX
    if pixels > most:
        raise PictureError(f"has more than {most // 1_000_000} million pixels: save it smaller.")
    times = 1 if is_whole else _times_smaller(pixels, WHOLE_PX)
    if min(picture.size) < _LEAST_SIDE_PX or max(picture.size) > _LONGEST_SIDE_PX * times:
        sides = f"{picture.width} x {picture.height}"
        raise PictureError(f"has {sides} pixels, which no photograph of a table has: take another.")
    return picture


def _values(picture: "Image", mode: str) -> NDArray[np.uint8]:
    from PIL import Image

    if picture.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
        picture = Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
    return np.asarray(picture if picture.mode == mode else picture.convert(mode))


def _upright(picture: "Image", values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture's values, turned as its EXIF says; as they are where that cannot be read."""
    orientation: object = None
    with suppress(Exception):
        orientation = picture.getexif().get(_ORIENTATION)
    turn = _TURNS.get(orientation) if isinstance(orientation, int) else None
    return np.ascontiguousarray(turn(values)) if turn else values


def damaged(picture: str, why: str) -> Text:
    """The notice to players that a picture is damaged."""
    return _(
        "{picture} is damaged ({reason}): cards may be missing or wrong. Copy it again from the camera.",
        picture=picture,
        reason=why,
    )


def _times_smaller(pixels: int, most: int) -> int:
    """
    The divisor of both sides after which a picture has at most `most` pixels: a power of two.

    >>> [_times_smaller(pixels, 51_000_000) for pixels in (12_000_000, 64_000_000, 199_000_000, 250_000_000)]
    [1, 2, 2, 4]
    """
    times = 1
    while pixels > most * times**2:
        times *= 2
    return times


def decoded_jpeg(
    data: bytes, spare_bytes: int = 0, most_px: int = WHOLE_PX
) -> tuple[NDArray[np.uint8] | None, str, bytes]:
    """
    The JPEG in grey, of shape `(height, width)`, not turned; its decoder's complaint; and the file for other decoders.

    The grey is None if the decoder complains. Other decoders fill in missing rows silently. A wrong bit may go
    unnoticed, as JPEG has no checksum. If the end marker alone is missing, the file for others has one; up to
    `spare_bytes` before it that belong to no row are left out. A picture of more than `most_px` is made smaller as it
    is decoded, which takes the memory of the smaller one.
    """
    grey, complaint = _decoded(data, most_px)
    if complaint and (ended := _with_end(data, spare_bytes)):
        return *_decoded(ended, most_px), ended
    return grey, complaint, data


def _decoded(data: bytes, most_px: int = WHOLE_PX) -> tuple[NDArray[np.uint8] | None, str]:
    from simplejpeg import decode_jpeg, decode_jpeg_header

    try:
        height, width, colours = decode_jpeg_header(data)[:3]
        times = _times_smaller(height * width, most_px)
        kind = "CMYK" if colours in ("CMYK", "YCCK") else "GRAY"
        dots = decode_jpeg(data, kind, fastdct=False, min_height=height // times, min_width=width // times)
    except ValueError as error:
        return None, "" if str(error).startswith(_HARMLESS) else str(error)
    return (np.asarray(dots[:, :, 0], np.uint8) if dots.shape[2] == 1 else None), ""


def _with_end(data: bytes, spare_bytes: int) -> bytes | None:
    """
    The JPEG with its end marker, if that alone was missing; None where rows are missing too.

    Some phones leave the marker out of a panorama, and put a film in its place.
    """
    foreign = _FOREIGN.search(data, _scan_at(data))
    rows = (data[: foreign.start()] if foreign else data).removesuffix(_END)
    complaint = _decoded(rows + _END)[1]
    more = _BEHIND_ROWS.fullmatch(complaint)
    spare = int(more[1]) if more else 0
    behind = len(rows) - spare
    is_film = _FILM in data[behind : behind + _FILM_WITHIN]
    has_all_rows = not complaint or (spare and (spare <= spare_bytes or is_film))
    return rows[:behind] + _END if has_all_rows else None


def _scan_at(data: bytes) -> int:
    """The beginning of the first scan: behind segments that each give their length."""
    at = 2
    while data[at : at + 1] == b"\xff" and data[at + 1 : at + 2] != b"\xda":
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at


def colour_of_jpeg(data: bytes, most_px: int = LARGEST_PX) -> Colour:
    """The picture in a JPEG, not turned. Raises ValueError for any other data, PictureError for more than `most_px`."""
    from simplejpeg import decode_jpeg, decode_jpeg_header

    height, width = decode_jpeg_header(data)[:2]
    if height * width > most_px:
        raise PictureError("too large")
    return np.asarray(decode_jpeg(data, "RGB"), np.uint8)


def _damage_of_png(data: bytes) -> str:
    """
    The damage of a PNG: a checksum, or its end; "" for none.

    >>> _damage_of_png(bytes(8) + bytes([0, 0, 0, 0]) + b"IEND" + crc32(b"IEND").to_bytes(4, "big"))
    ''
    """
    rest = memoryview(data)[_PNG_HEAD:]
    while len(rest) >= _PNG_FRAME:
        end = 8 + int.from_bytes(rest[:4], "big")
        if crc32(rest[4:end]) != int.from_bytes(rest[end : end + 4], "big"):
            return "a checksum in it is wrong"
        if bytes(rest[4:8]) == b"IEND":
            return ""
        rest = rest[end + 4 :]
    return "its end is missing"
