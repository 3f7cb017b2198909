"""Colours as a camera sees them against white paper, how far apart two are in any light, and their usual words."""

from collections.abc import Mapping
from math import dist, hypot
from types import MappingProxyType

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


SHADES: Mapping[str, Shade] = MappingProxyType(
    {
        "red": (39.6, 57.6, 33.8),
        "orange": (60.1, 41.2, 65.8),
        "yellow": (85.0, -3.1, 74.5),
        "green": (52.8, -41.2, 20.3),
        "blue": (34.3, 12.1, -45.8),
        "violet": (52.9, 37.2, -30.8),
        "purple": (42.5, 40.2, -33.4),
        "pink": (69.4, 37.8, -2.9),
        "brown": (36.3, 17.2, 26.1),
        "white": (94.6, -0.4, 3.1),
        "grey": (58.2, 0.0, 0.0),
        "black": (17.0, 0.1, 0.0),
    }
)
"""Printed colour of each usual word."""
GERMAN: Mapping[str, str] = MappingProxyType(
    {
        "rot": "red",
        "gelb": "yellow",
        "grün": "green",
        "blau": "blue",
        "violett": "violet",
        "lila": "violet",
        "rosa": "pink",
        "braun": "brown",
        "weiss": "white",
        "grau": "grey",
        "schwarz": "black",
    }
)
_ITALIAN = {
    **{"rosso": "red", "arancione": "orange", "giallo": "yellow", "verde": "green", "blu": "blue", "viola": "violet"},
    **{"rosa": "pink", "marrone": "brown", "bianco": "white", "grigio": "grey", "nero": "black"},
}
_HEBREW = {
    **{"אדום": "red", "כתום": "orange", "צהוב": "yellow", "ירוק": "green", "כחול": "blue", "סגול": "violet"},
    **{"ורוד": "pink", "חום": "brown", "לבן": "white", "אפור": "grey", "שחור": "black"},
}
_WORDS = {**GERMAN, **_ITALIAN, **_HEBREW}


def shade_of(name: str) -> Shade | None:
    """
    The printed colour of a usual word in any language of the program; None of any other word.

    >>> shade_of("Rot") == shade_of("rosso") == shade_of("red"), shade_of("terracotta")
    (True, None)
    """
    return SHADES.get(_WORDS.get(name.casefold(), name.casefold()))
