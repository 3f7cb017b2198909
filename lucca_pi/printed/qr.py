"""QR codes (ISO/IEC 18004), of the smallest version that holds the text."""

from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from segno import QRCode

_QUIET_MODULES = 4
"""White around a code, as the norm has it."""
_MODULE_PX = 8
"""The side of a module in a picture."""


def qr_code(text: str, *, correction: Literal["L", "H"] = "L", utf8: bool = False) -> "QRCode":
    """
    The QR code of a text. `correction` is the level of error correction; `utf8`: marks it as UTF-8 (ECI 26), as readers
    guess the encoding of an unmarked code.

    >>> len(qr_code("LUCCA:17", correction="H").matrix)
    21
    """
    import segno

    return segno.make_qr(text, error=correction, boost_error=False, encoding="utf-8" if utf8 else None, eci=utf8)


def qr_png(text: str) -> bytes:
    """The code black on white, a PNG. A display of 64 rows has too few dots for a long text."""
    png = BytesIO()
    qr_code(text).save(png, kind="png", scale=_MODULE_PX, border=_QUIET_MODULES)
    return png.getvalue()


def qr_text(text: str) -> str:
    """The code in half blocks, for a terminal with light letters on dark; its margin is half the norm's."""
    lines = StringIO()
    qr_code(text).terminal(lines, border=_QUIET_MODULES // 2, compact=True)
    return lines.getvalue()
