"""Which of the cards photographed before a picture's cards are, and which of these may be one card shown twice."""

from collections.abc import Sequence

import numpy as np

from lucca_pi.games.citta.decks.faces.gathered import Gathered
from lucca_pi.games.citta.decks.faces.looking import Cut
from lucca_pi.games.citta.decks.faces.packing import unpacked
from lucca_pi.games.citta.rules.deck import TOWERS_AND_BACK
from lucca_pi.vision.faces.known import KnownCards, Match, with_margin

ENOUGH = 6
"""Cards that tell what is usual: how unlike they are in a run, and how the others lie."""
SHARP, TIMES_USUAL = 0.04, 8.0
"""
A card is not surely the same if it differs by more than the first, and by so many times what is usual in this run: 6 at
most of drawn ones, where more than the first. A number of 5 mm differs by 0.04 and more, but for one in a hundred.
"""
SURE, SIMILAR = 0.35, 0.6
"""Lead and likeness of a card that is surely of the first pass, though it does not look the same."""


class Same:
    """The cards of before, and how unlike their first photographs those of this run were."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self._gathered, self._size_mm = gathered, size_mm
        self._unlike: list[float] = []
        self._pass_of: dict[int, int] = {}
        """The picture of this run that gave a card its second photograph."""

    @property
    def has_begun(self) -> bool:
        """Whether this run has given some card its second photograph."""
        return bool(self._pass_of)

    def saw(self, match: Match) -> None:
        """One more card was the same: what is usual in this light, at this scale."""
        self._unlike.append(match.unlike)

    def gave(self, code: int) -> None:
        """A card has its second photograph, of the picture that is taken."""
        self._pass_of[code] = self._gathered.taken

    @property
    def usual(self) -> float | None:
        """How unlike their first photographs the cards of this run are as a rule; None while too few are known."""
        return float(np.median(self._unlike)) if len(self._unlike) >= ENOUGH else None

    def matched(self, cuts: Sequence[Cut]) -> list[Cut]:
        """The cards with what they are like of before."""
        known = self._known([*self._gathered.cards])
        return [Cut(cut.row, cut.place, cut.card, known.match(cut.card)) for cut in cuts]

    def by_second(self) -> dict[int, Match]:
        """What the second photograph of each card is like among the first ones of those that have two."""
        twice = {code: card for code, card in self._gathered.cards.items() if len(card.pictures) > 1}
        known = self._known([*twice])
        every = {code: known.match(with_margin(unpacked(card.pictures[1]))) for code, card in twice.items()}
        return {code: match for code, match in every.items() if match}

    def _known(self, codes: Sequence[int]) -> KnownCards:
        faces = {code: unpacked(self._gathered.cards[code].pictures[0]) for code in codes}
        return KnownCards(faces, self._size_mm, self.usual or 0.0)

    def is_same(self, match: Match) -> bool:
        """Whether it is that card: in sharp pictures a small number is enough to tell it from one that is alike."""
        return match.is_same and (self.usual is None or match.unlike <= max(SHARP, TIMES_USUAL * self.usual))

    def is_nearly_same(self, match: Match) -> bool:
        """Whether it is that card or nearly so: in other light, or one seen once that looks otherwise as a whole."""
        is_likely = match.lead > SURE and match.likeness > SIMILAR and match.code in self._gathered.once
        return match.is_same or is_likely

    def meant(self, match: Match, seen: Sequence[int]) -> int | None:
        """
        The card; None where it may be another one as well.

        Of two that may be one, shown twice, it is the earlier one; two in one picture are two.
        """
        pair, doubled = self._pair(match.code), self._gathered.doubled
        if not match.rivals <= pair:
            return None
        likely = {match.code, *match.rivals}
        free = likely.difference(seen) or pair.difference(seen)
        return min(free, key=lambda one: (one in doubled, one), default=match.code)

    def _pair(self, code: int) -> set[int]:
        """The cards that are perhaps the same one, shown twice."""
        first = self._gathered.earliest(code)
        return {first, *(one for one, earlier in self._gathered.doubled.items() if earlier == first)}

    def take_for_one(self, match: Match) -> None:
        """Cards that the second pass alone has shown, and that nothing tells apart, are perhaps one card."""
        codes, cards = sorted({match.code, *match.rivals}), self._gathered.cards
        if all(cards[code].late and len(cards[code].pictures) < 2 for code in codes):
            for code in codes[1:]:
                cards[code].perhaps = self._gathered.earliest(codes[0])

    def may_be_one(self, first: int, code: int) -> bool:
        """Whether two cards that nothing tells apart may be one: none of both passes showed them in one picture."""
        one, other = self._gathered.cards[first], self._gathered.cards[code]
        in_one = one.where[0] == other.where[0] or self._pass_of.get(first, 0) == self._pass_of.get(code, -1)
        return not (in_one or other.shown_apart or {first, code}.intersection(TOWERS_AND_BACK))
