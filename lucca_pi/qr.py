"""QR codes (ISO/IEC 18004), of the smallest version that holds the text."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from segno import QRCode

QUIET_MODULES = 4
"""White around a code, as the norm has it."""


def qr_code(text: str, *, correction: Literal["L", "H"] = "L", utf8: bool = False) -> "QRCode":
    """
    The code. `correction` is the level of error correction; `utf8`: it tells that it is UTF-8 (ECI 26), as readers
    guess the letters of one that does not.

    >>> len(qr_code("LUCCA:17", correction="H").matrix)
    21
    """
    import segno

    return segno.make_qr(text, error=correction, boost_error=False, encoding="utf-8" if utf8 else None, eci=utf8)
