"""Cards to choose from where one is told by hand: its colour first, then its name."""

from collections.abc import Iterable

from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.language import Text, _

TOWER = ""
"""What stands for a colour where a tower is looked for."""


def colour_of(deck: Deck, name: CardName) -> str:
    """The colour of a card, `TOWER` for a tower."""
    return TOWER if name in TOWERS else deck[int(name)].colour


def by_colour(deck: Deck, names: Iterable[CardName]) -> dict[str, list[CardName]]:
    """The cards of each colour, both in the order of `names`."""
    found: dict[str, list[CardName]] = {}
    for name in names:
        found.setdefault(colour_of(deck, name), []).append(name)
    return found


def colour_words(colour: str) -> Text:
    """A colour as an answer."""
    return _("{colour}", colour=colour) if colour else _("A tower")
