"""An address as a QR code for a small display: 1 bit, at most 64 dots high, its light margin included."""

from typing import TYPE_CHECKING

from lucca_pi.qr import qr_code

if TYPE_CHECKING:
    from PIL.Image import Image

HEIGHT_PX = 64
MARGIN_MODULES = 1
"""The least on each side: four are the norm, and phones need fewer."""


def qr_picture(address: str) -> "Image":
    """
    A square picture of mode "1", light where a display shines, each module as large as there is room for.

    In capitals, of which a code holds more, so that no name is too long: they mean the same in an address, and the
    paths that stand in such a code are served in capitals.

    >>> qr_picture("http://192.168.178.123:8000/").size
    (64, 64)
    """
    from PIL import Image

    matrix = qr_code(address.upper()).matrix
    picture = Image.new("1", (len(matrix),) * 2)
    picture.putdata([not dark for row in matrix for dark in row])
    scale = HEIGHT_PX // (len(matrix) + 2 * MARGIN_MODULES)
    margin = (HEIGHT_PX - scale * len(matrix)) // 2
    whole = Image.new("1", (HEIGHT_PX, HEIGHT_PX), 1)
    whole.paste(picture.resize((scale * len(matrix),) * 2), (margin, margin))
    return whole
