"""The colours of pieces on the page."""

from collections.abc import Sequence

TINTS = {
    "red": "#b3262c",
    "orange": "#e07b22",
    "yellow": "#edc63c",
    "green": "#2f8a57",
    "blue": "#2a5cab",
    "violet": "#9a62b0",
    "purple": "#7d4a94",
    "pink": "#e08fb0",
    "brown": "#7a4e32",
    "white": "#f1eee6",
    "grey": "#8f8a83",
    "black": "#37322f",
}
OTHER_TINTS = ("#b3262c", "#2a5cab", "#edc63c", "#2f8a57", "#9a62b0", "#e07b22")
"""Colours by their order, where a game calls them otherwise."""
DARK, LIGHT = "#241d1a", "#ffffff"
"""Ink on light pieces and on dark ones."""


def tint(colour: str, colours: Sequence[str]) -> str:
    """
    What a piece of one of a game's colours is filled with.

    >>> tint("Red", ["Red"]), tint("rosso", ["giallo", "rosso"])
    ('#b3262c', '#2a5cab')
    """
    index = list(colours).index(colour) if colour in colours else 0
    return TINTS.get(colour.lower(), OTHER_TINTS[index % len(OTHER_TINTS)])


def is_dark(fill: str) -> bool:
    """
    Whether light ink is read better on it.

    >>> is_dark("#2a5cab"), is_dark("#edc63c")
    (True, False)
    """
    red, green, blue = (int(fill[index : index + 2], 16) for index in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 150
