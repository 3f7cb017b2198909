"""An address as a QR code for a small display: 1 bit, at most 64 dots high, its light margin included."""

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

HEIGHT_PX = 64


def qr_picture(address: str) -> "Image":
    """
    A square picture of mode "1", light where a display shines, each module as large as there is room for.

    The margin has two modules at least; four are the norm, and phones need fewer.

    In capitals, which mean the same in an address without a path, a code holds longer names: there is none too long.

    >>> qr_picture("http://192.168.178.123:8000/").size
    (64, 64)
    """
    from PIL import Image

    modules = np.asarray(cv2.QRCodeEncoder.create().encode(address.upper()), np.uint8)
    scale = HEIGHT_PX // len(modules)
    picture = Image.new("1", (HEIGHT_PX, HEIGHT_PX), 1)
    code = Image.fromarray(modules).convert("1").resize((scale * len(modules),) * 2)
    picture.paste(code, ((HEIGHT_PX - code.width) // 2,) * 2)
    return picture
