"""Colours as a camera sees them against white paper, and how far apart two of them are in any light."""

from math import dist, hypot

Shade = tuple[float, float, float]
"""A colour as the camera sees it against white paper: lightness 0 to 100, then green to red and blue to yellow."""
_STRENGTH = 0.3
"""Weight of a difference in strength against one in hue: gloss and pale print weaken a colour."""


def apart(one: Shade, other: Shade) -> float:
    """
    The distance of two shades: lightness does not count, as light falls unevenly; hue counts most.

    >>> round(apart((40, 60, 30), (60, 40, 60)), 1), round(apart((40, 60, 30), (80, 40, 20)), 1)
    (35.7, 6.7)
    """
    stronger = hypot(*one[1:]) - hypot(*other[1:])
    hue = dist(one[1:], other[1:]) ** 2 - stronger**2
    return hypot(max(0.0, hue) ** 0.5, _STRENGTH * stronger)
