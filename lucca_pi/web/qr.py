"""An address as a QR code for a small display: 1 bit, at most 64 dots high, its light margin included."""

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

HEIGHT_PX = 64
QUIET = 2
"""Light modules around the code at least, as OpenCV draws them. Twice as many are the norm; readers need fewer."""


def qr_picture(address: str, height_px: int = HEIGHT_PX) -> "Image":
    """
    A square picture of mode "1", light where a display shines, each module as large as there is room for.

    In capitals, which are the same in an address without a path, a code holds longer names. Raises ValueError for an
    address too long to fit.

    >>> qr_picture("http://192.168.178.123:8000/").size
    (64, 64)
    """
    from PIL import Image

    modules = np.asarray(cv2.QRCodeEncoder.create().encode(address.upper()), np.uint8)
    scale = height_px // len(modules)
    if not scale:
        raise ValueError(f"{address} is too long for a QR code of {height_px} dots.")
    picture = Image.new("1", (height_px, height_px), 1)
    code = Image.fromarray(modules).convert("1").resize((scale * len(modules),) * 2)
    picture.paste(code, ((height_px - code.width) // 2,) * 2)
    return picture
