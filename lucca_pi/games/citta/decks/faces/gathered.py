"""The cards of a box as far as they were photographed: two pictures of each, and where it lay in the first."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK

MOST = 0.75
"""Share of the palace cards without which nobody goes on to the second pass."""
MOST_LATE = 48
"""Cards kept that the second pass alone has shown, and once: two pictures full of what is no card of the box."""


@dataclass(slots=True)
class Photographed:
    """
    A card: its one or two pictures, as JPEGs, and where it lay first: picture, row and card, all from 1.

    `order`: the how-manieth place of its pass it lay in, from 1. `perhaps`: an earlier card that it may be, seen again.
    `late`: the first pass did not show it. `nearly`: it was seen again and looked otherwise: the next time the new
    photograph is as good as the first. `shown_apart`: one picture showed it beside the card that it looks like.
    """

    pictures: list[bytes]
    where: tuple[int, int, int]
    order: int
    perhaps: int | None = None
    late: bool = False
    nearly: bool = False
    shown_apart: bool = False


@dataclass(slots=True)
class Gathered:
    """
    All cards by code: palace cards as they came, from 1; towers and the back by the codes they have.

    `taken`: pictures so far, without the bare ground. `places`: places in the rows of the first pass. `turned`: whether
    cards lie head down in the pictures; None while nobody has said. `looked_at`: digests of the pictures taken.
    """

    cards: dict[int, Photographed] = field(default_factory=dict)
    taken: int = 0
    places: int = 0
    turned: bool | None = None
    looked_at: list[str] = field(default_factory=list)

    @property
    def palaces(self) -> dict[int, Photographed]:
        """The palace cards that are no other card seen again."""
        some = {code: card for code, card in self.cards.items() if code not in TOWERS_AND_BACK}
        return {code: card for code, card in some.items() if card.perhaps is None}

    @property
    def doubled(self) -> dict[int, int]:
        """Cards that may be an earlier one, and which."""
        return {code: card.perhaps for code, card in self.cards.items() if card.perhaps is not None}

    @property
    def special(self) -> dict[int, Photographed]:
        """Towers and back."""
        return {code: self.cards[code] for code in TOWERS_AND_BACK if code in self.cards}

    @property
    def once(self) -> list[int]:
        """The codes of cards with one picture."""
        return [code for code, card in self.cards.items() if len(card.pictures) < 2 and card.perhaps is None]

    @property
    def is_first_pass_over(self) -> bool:
        """Whether towers and back are there, which come last, and most of the others."""
        return bool(self.special) and len(self.palaces) >= MOST * CARDS_IN_A_DECK

    def earliest(self, code: int) -> int:
        """The card that it may be, seen again; itself where it is none."""
        earlier = self.cards[code].perhaps
        return code if earlier is None else earlier

    def is_told(self, code: int) -> None:
        """
        A card has its second photograph: of two that may be one it is the one that counts.

        But for a late one that looks like a card which is there twice: a picture has to show both.
        """
        card, first = self.cards[code], self.cards[code].perhaps
        is_twice = first is not None and len(self.cards[first].pictures) > 1
        if card.late and is_twice:
            return
        card.perhaps = None
        if first is None or is_twice:
            return
        for other in (first, *(one for one, earlier in self.doubled.items() if earlier == first)):
            self.cards[other].perhaps = code

    def are_two(self, codes: Sequence[int]) -> None:
        """Cards in one picture are no one card, however like each other they look."""
        for code in codes:
            card = self.cards[code]
            if card.perhaps in codes:
                card.perhaps, card.shown_apart = None, True

    @property
    def is_whole(self) -> bool:
        """Whether all cards are there twice. What is more and seen once is another box's, or looked otherwise once."""
        palaces = sum(len(card.pictures) > 1 for card in self.palaces.values())
        special = [len(card.pictures) > 1 for card in self.special.values()]
        return palaces >= CARDS_IN_A_DECK and len(special) == len(TOWERS_AND_BACK) and all(special)

    def settle(self) -> list[Photographed]:
        """
        Once all are there: those that were another card seen again are gone, and codes have no gaps.

        A card within the 96 codes keeps its own, by which answers are kept; the others fill the gaps. Gives those
        beyond the 96 that are no card seen again, so far as anybody knows.
        """
        every = sorted(self.palaces.items(), key=lambda one: len(one[1].pictures) < 2)
        some, more = dict(every[:CARDS_IN_A_DECK]), every[CARDS_IN_A_DECK:]
        free = (code for code in range(1, CARDS_IN_A_DECK + 1) if code not in some)
        palaces = {code if code <= CARDS_IN_A_DECK else next(free): card for code, card in some.items()}
        self.cards = {**dict(sorted(palaces.items())), **self.special}
        return [card for _code, card in more]

    def forget_late(self) -> None:
        """Of cards that the second pass alone has shown, once, the oldest are forgotten where there are too many."""
        late = [code for code, card in self.cards.items() if card.late and len(card.pictures) < 2]
        old = [code for code in late[:-MOST_LATE] if self.cards[code].where[0] != self.taken]
        self.cards = {
            code: replace(card, perhaps=None if card.perhaps in old else card.perhaps)
            for code, card in self.cards.items()
            if code not in old
        }

    def next_code(self) -> int:
        """The code of the next palace card. Beyond those of towers and back where too many were shown."""
        return next(code for code in range(1, 10_000) if code not in self.cards and code not in TOWERS_AND_BACK)
