"""A palace: cards of one colour, the newest on top."""

from dataclasses import dataclass

from lucca_pi.games.citta.rules.deck import Card


@dataclass(frozen=True, slots=True)
class Palace:
    """
    The cards of one palace, oldest first.

    Of a palace that players set by hand as completed or opened only the newest card is known; no rule asks for more.
    """

    colour: str
    cards: tuple[Card, ...]

    @property
    def number(self) -> int:
        """
        The street number: that of the newest card, the only one left visible (Preparation; "Add a card").

        >>> Palace("red", (Card(12, "red", 1, 2), Card(7, "red", 3, 0))).number
        7
        """
        return self.cards[-1].number

    @property
    def shields(self) -> int:
        """The support shields on all its cards; they count while the palace is under construction."""
        return sum(card.shields for card in self.cards)

    @property
    def windows(self) -> int:
        """The windows on all its cards; they are the points of its completion."""
        return sum(card.windows for card in self.cards)

    def with_card(self, card: Card) -> "Palace":
        """The palace with one more card, laid over the lower half of the newest (Playing a triplet, 2)."""
        return Palace(self.colour, (*self.cards, card))
