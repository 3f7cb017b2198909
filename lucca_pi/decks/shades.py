"""Proposes a card's colour from its shade: as the cards entered before, else as the colour's name says."""

from math import dist

from lucca_pi.decks.draft import Draft
from lucca_pi.vision.shade import Shade, lab

LIGHTNESS = 0.5
"""What a difference in lightness weighs: light falls unevenly, hues stay."""
HUES = {
    "red": "#b5202a",
    "orange": "#e6700d",
    "yellow": "#f5d33a",
    "green": "#2c8f5a",
    "blue": "#1d4f9a",
    "violet": "#a468b4",
    "purple": "#8a4b9c",
    "pink": "#e88fb0",
    "brown": "#7a4a2c",
    "white": "#f2f0ea",
    "grey": "#8c8c8c",
    "black": "#2a2a2a",
}
"""What the usual words for colours look like in print."""


def proposed(shade: Shade, draft: Draft) -> str | None:
    """
    The colour whose known shade is nearest; None when nothing is known of any colour.

    Cards entered with a shade teach their colour; a colour that nothing was learnt of yet is known by its word.
    """
    taught = [(card.colour, draft.shades[code]) for code, card in draft.cards.items() if code in draft.shades]
    learnt = {colour for colour, _ in taught}
    words = [(name, _of_word(name)) for name in draft.colours if name not in learnt and name.lower() in HUES]
    known = [(_difference(shade, other), colour) for colour, other in (*taught, *words)]
    return min(known)[1] if known else None


def _difference(one: Shade, other: Shade) -> float:
    return dist((one[0] * LIGHTNESS, *one[1:]), (other[0] * LIGHTNESS, *other[1:]))


def _of_word(name: str) -> Shade:
    word = HUES[name.lower()]
    return lab([int(word[place : place + 2], 16) / 255 for place in (1, 3, 5)])
