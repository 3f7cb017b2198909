"""Pixels across a sticker, and whether they are enough to read it."""

from typing import Literal

Verdict = Literal["fine", "borderline", "too far"]

STICKERS_MM = (12.0, 14.0, 16.0)
"""The usual sides of a sticker, its white margin included."""

FINE_STICKER_PX = 30.0
"""Side of a sticker, px, from which none is missed in fair light."""

LEAST_STICKER_PX = 25.0
"""Side of a sticker, px, below which some are missed in any light."""


def sticker_px(sticker_mm: float, mm_per_px: float) -> float:
    """The side of a sticker in the picture."""
    return sticker_mm / mm_per_px


def verdict(sticker_mm: float, mm_per_px: float) -> Verdict:
    """
    The verdict on stickers of that side at this many millimetres a pixel.

    >>> verdict(14, 0.38), verdict(14, 0.5), verdict(14, 0.6)
    ('fine', 'borderline', 'too far')
    """
    side_px = sticker_px(sticker_mm, mm_per_px)
    if side_px >= FINE_STICKER_PX:
        return "fine"
    return "borderline" if side_px >= LEAST_STICKER_PX else "too far"


def sticker_for(mm_per_px: float) -> float | None:
    """
    The smallest usual sticker that is fine at this many millimetres a pixel; None if even the largest is too small.

    >>> sticker_for(0.38), sticker_for(0.5), sticker_for(0.6)
    (12.0, 16.0, None)
    """
    return next((side for side in STICKERS_MM if verdict(side, mm_per_px) == "fine"), None)
