"""Cards in words."""

from lucca_pi.games.citta.decks.photographed import Seen
from lucca_pi.games.citta.rules.deck import Card
from lucca_pi.language import Text, _, listed, ngettext


def described(card: Card) -> Text:
    """
    The card in words.

    >>> described(Card(17, "red", 1, 2))
    '17 red, 1 window, 2 shields'
    """
    return listed([_("{number} {word}", number=card.number, word=card.colour), symbols(card.windows, card.shields)])


def symbols(windows: int, shields: int) -> Text:
    """What is printed on a card besides its number."""
    return listed(
        [
            ngettext("{number} window", "{number} windows", windows),
            ngettext("{number} shield", "{number} shields", shields),
        ]
    )


def seen_twice(card: Seen) -> Text:
    """That the picture shows the card's code several times."""
    return _("Code {code} is seen {times} times: is a sticker on a wrong card?", code=card.code, times=card.times)
