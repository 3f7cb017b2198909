"""The deck: 96 palace cards in six colours, and four towers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from lucca_pi.errors import RuleError
from lucca_pi.strict import is_plain, shown

TOWERS = ("T1", "T2", "T3", "T4")
CARDS_IN_A_DECK = 96
COLOURS_IN_A_DECK = 6
HIGHEST_NUMBER = 999
MOST_SYMBOLS = 9

CardName = int | str
"""A palace card by its street number, or a tower, "T1" to "T4"."""


@dataclass(frozen=True, slots=True)
class Card:
    """A palace card: its street number, colour, windows and support shields."""

    number: int
    colour: str
    windows: int
    shields: int


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """
    The palace cards by street number.

    Street numbers are unique in a deck; they decide ties (ruling 2). Raises RuleError "deck" when they are not,
    when there are not 96 cards in six colours, or when a figure is out of range.
    """

    cards: Mapping[int, Card]
    colours: tuple[str, ...]
    """The six colours in the order in which they first appear."""
    name: str = ""

    def __getitem__(self, number: int) -> Card:
        return self.cards[number]

    def __contains__(self, name: object) -> bool:
        return name in self.cards


def make_deck(cards: Iterable[Card], name: str = "") -> Deck:
    """
    A deck of these cards, checked. Raises RuleError "deck".

    >>> make_deck([Card(1, "red", 2, 1)])
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: a deck has 96 palace cards, this one 1 (deck)
    """
    cards = tuple(cards)
    for card in cards:
        _check_card(card)
    if len(cards) != CARDS_IN_A_DECK:
        raise RuleError("deck", f"a deck has {CARDS_IN_A_DECK} palace cards, this one {len(cards)}")
    twice = sorted(n for n, count in Counter(card.number for card in cards).items() if count > 1)
    if twice:
        raise RuleError("deck", f"street number {twice[0]} is on more than one card; numbers decide ties")
    colours = tuple(dict.fromkeys(card.colour for card in cards))
    if len(colours) != COLOURS_IN_A_DECK:
        raise RuleError("deck", f"a deck has {COLOURS_IN_A_DECK} colours, this one {len(colours)}")
    return Deck({card.number: card for card in cards}, colours, name)


def _check_card(card: Card) -> None:
    if not 1 <= card.number <= HIGHEST_NUMBER:
        raise RuleError("deck", f"street number {card.number} is not between 1 and {HIGHEST_NUMBER}")
    if not is_plain(card.colour):
        raise RuleError("deck", f'card {card.number} needs a colour on one line, not "{shown(card.colour)}"')
    for figure, what in ((card.windows, "windows"), (card.shields, "shields")):
        if not 0 <= figure <= MOST_SYMBOLS:
            raise RuleError("deck", f"card {card.number} has {figure} {what}; 0 to {MOST_SYMBOLS} are possible")


REFERENCE_COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


@cache
def reference_deck() -> Deck:
    """
    Our own deck, which belongs to the printable game. It is not the original's: that was never published.

    Numbers 1 to 96 go round the six colours; each colour has 16 cards and every split of three into windows and
    shields four times.

    >>> deck = reference_deck()
    >>> deck[17], deck[18]
    (Card(number=17, colour='yellow', windows=0, shields=3), Card(number=18, colour='green', windows=1, shields=2))
    """
    return make_deck((_reference_card(number) for number in range(1, CARDS_IN_A_DECK + 1)), "reference")


def _reference_card(number: int) -> Card:
    turn, seat = divmod(number - 1, COLOURS_IN_A_DECK)
    colour = (seat - turn) % COLOURS_IN_A_DECK  # each turn starts one colour later: numbers spread over the colours
    windows = (turn + turn // 4 + colour) % 4
    return Card(number, REFERENCE_COLOURS[colour], windows, 3 - windows)
