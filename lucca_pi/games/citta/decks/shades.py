"""Proposes a card's colour from its shade: as the cards entered before, else as the colour's name says."""

from collections.abc import Sequence
from itertools import permutations
from math import dist

from lucca_pi.games.citta.decks.draft import Draft
from lucca_pi.vision.stickers import Shade, lab

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
GERMAN = {
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


def proposed(shade: Shade, draft: Draft) -> str | None:
    """
    The colour whose shade is nearest; None while that of one of the deck's colours is not known: it may be that one.

    Cards entered with a shade teach their colour; a colour that nothing was learnt of yet is known by its word.
    """
    taught = [(card.colour, draft.shades[code]) for code, card in draft.cards.items() if code in draft.shades]
    learnt = {colour for colour, _ in taught}
    words = [(name, _of_word(name)) for name in draft.colours if name not in learnt and _english(name) in HUES]
    if len(learnt) + len(words) < len(draft.colours):
        return None
    return min((_difference(shade, other), colour) for colour, other in (*taught, *words))[1]


def _difference(one: Shade, other: Shade) -> float:
    return dist((one[0] * LIGHTNESS, *one[1:]), (other[0] * LIGHTNESS, *other[1:]))


def _of_word(name: str) -> Shade:
    word = HUES[_english(name)]
    return lab([int(word[place : place + 2], 16) / 255 for place in (1, 3, 5)])


def _english(name: str) -> str:
    """The colour's name as HUES has it, where it is a usual one."""
    return GERMAN.get(name.casefold(), name.casefold())


def names_of(shades: Sequence[Shade], names: Sequence[str]) -> tuple[str, ...]:
    """The word for each of as many shades as there are words, each used once; "" for all where a word is not known."""
    if len(shades) != len(names) or any(_english(name) not in HUES for name in names):
        return ("",) * len(shades)
    words = [_of_word(name) for name in names]
    ways = permutations(range(len(names)))
    best = min(ways, key=lambda way: sum(_difference(shades[at], words[word]) for at, word in enumerate(way)))
    return tuple(names[word] for word in best)
