"""What photographs propose of each card: its number, its colour, and its windows and shields."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lucca_pi.games.citta.decks.draft import Draft
from lucca_pi.games.citta.decks.enrolling import Enrolling
from lucca_pi.games.citta.decks.faces.counted import Counted, Counting, counting
from lucca_pi.games.citta.decks.faces.gathered import Gathered, Photographed
from lucca_pi.games.citta.decks.faces.packing import unpacked
from lucca_pi.games.citta.decks.shades import names_of
from lucca_pi.games.citta.rules.deck import COLOURS_IN_A_DECK, Card
from lucca_pi.vision.faces.box import Box, alike_in, box_of
from lucca_pi.vision.faces.groups import heaps, shade_of
from lucca_pi.vision.faces.prints import Floats
from lucca_pi.vision.faces.street_numbers import contradicted, street_numbers
from lucca_pi.vision.picture import Colour

IN_ORDER = 20
"""So many cards are laid first, in the order of their numbers from 1: their digits teach those of the others."""
LOOK_ALIKE = 110.0
"""The same of upper parts: 126 at least between drawn houses of other windows, 506 where these are large."""
PRINTED_ALIKE = 150.0
"""Difference in print below which two whole faces are alike; drawn ones with other numbers have 240 at least."""


class Proposals:
    """What the photographs of the palace cards tell; worked out when it is asked for, once."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self._cards: dict[int, Photographed] = dict(gathered.palaces)
        self._size_mm = size_mm
        self._words_of: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._numbers_for: tuple[dict[int, int], dict[int, int]] | None = None
        self._counting: Counting | None = None
        self._counted_for: tuple[dict[int, Card], dict[int, Counted]] | None = None

    @cached_property
    def faces(self) -> dict[int, Colour]:
        """The first photograph of each card."""
        return {code: unpacked(card.pictures[0]) for code, card in self._cards.items()}

    @cached_property
    def _first(self) -> dict[int, int]:
        """The numbers of the cards that were laid in order."""
        return {code: card.order for code, card in self._cards.items() if 1 <= card.order <= IN_ORDER}

    @cached_property
    def _surely_first(self) -> dict[int, int]:
        """
        Those of which no digit is needed to believe it: up to the picture in which one of them lacks.

        A card that was photographed again before the next ones were moves all of these on by one.
        """
        if not (lacking := {*range(1, IN_ORDER + 1)} - {*self._first.values()}):
            return self._first
        before = [card.where[0] for card in self._cards.values() if 1 <= card.order < min(lacking)]
        last = max(before, default=0)
        return {code: order for code, order in self._first.items() if self._cards[code].where[0] <= last}

    @cached_property
    def _contradicted(self) -> set[int] | None:
        return contradicted(self.faces, self._first)

    @property
    def are_digits_learnt(self) -> bool:
        """Whether the cards laid in order teach digits: else nothing shows that they were laid so."""
        return self._contradicted is not None

    @property
    def out_of_order(self) -> set[int]:
        """Cards that were to be laid in order and do not show the number of their place."""
        return self._contradicted or set()

    def numbers(self, answered: Mapping[int, Card]) -> dict[int, int]:
        """
        The number of each card for which there is a sure one.

        Where the first ones were laid out of order, their answers teach the digits: nothing is read before.
        """
        odd = self.out_of_order
        first = self._first if self.are_digits_learnt else self._surely_first
        known = {code: number for code, number in first.items() if code not in odd}
        known |= {code: answered[code].number for code in odd if code in answered}
        if not odd <= {*answered}:
            return known
        if self._numbers_for is None or self._numbers_for[0] != known:
            self._numbers_for = known, {**known, **street_numbers(self.faces, known)}
        return self._numbers_for[1]

    @cached_property
    def heap_of(self) -> dict[int, int]:
        """The heap of its colour, for each card."""
        every = [[unpacked(one) for one in card.pictures] for card in self._cards.values()]
        return dict(zip(self._cards, heaps(every, COLOURS_IN_A_DECK), strict=True))

    @cached_property
    def _box(self) -> Box:
        return box_of({code: tuple(card.pictures) for code, card in self._cards.items()}, self._size_mm)

    @cached_property
    def alike_of(self) -> dict[int, frozenset[int]]:
        """For each card those whose upper part, where windows and shields are, is printed alike; itself among them."""
        differ = self._box.upper_differences < LOOK_ALIKE
        names = self._box.prints.names
        return {code: frozenset(names[at] for at in _reached(differ, start)) for start, code in enumerate(names)}

    @cached_property
    def badly_told(self) -> list[frozenset[int]]:
        """Groups of cards whose upper parts show no difference, those that differ least as a whole first."""
        return self._grouped([pair for pair in alike_in(self._box) if pair not in self._twins])

    @property
    def never_told(self) -> list[frozenset[int]]:
        """Groups of cards whose whole faces are printed alike, as far as two photographs of each tell."""
        return self._grouped(self._twins)

    @cached_property
    def _twins(self) -> list[tuple[int, int]]:
        differ = np.triu(self._box.whole_differences < PRINTED_ALIKE, 1)
        return [(int(one), int(other)) for one, other in np.argwhere(differ)]

    def _grouped(self, pairs: list[tuple[int, int]]) -> list[frozenset[int]]:
        """The codes of cards that pairs hold together."""
        differ, names = self._box.whole_differences, self._box.prints.names
        near = np.zeros_like(differ, np.bool_)
        for one, other in pairs:
            near[one, other] = near[other, one] = True
        ordered = sorted(pairs, key=lambda pair: float(differ[pair]))
        groups = dict.fromkeys(frozenset(names[at] for at in _reached(near, one)) for one, _other in ordered)
        return [*groups]

    def colour(self, code: int, draft: Draft) -> str:
        """What most cards of its heap were given; else the word that is nearest to the heap's colour; "" for none."""
        heap = self.heap_of[code]
        given = Counter(card.colour for other, card in draft.answered.items() if self.heap_of.get(other) == heap)
        return given.most_common(1)[0][0] if given else self._words(draft.colours)[heap]

    def _words(self, colours: tuple[str, ...]) -> tuple[str, ...]:
        """The word for each heap; every way to give them is tried, so they are remembered."""
        if colours not in self._words_of:
            self._words_of[colours] = names_of(self._shades, colours)
        return self._words_of[colours]

    @cached_property
    def _shades(self) -> list[tuple[float, float, float]]:
        piles = [[self.faces[code] for code in self.faces if self.heap_of[code] == heap] for heap in range(6)]
        return [shade_of(pile) if pile else (0.0, 0.0, 0.0) for pile in piles]

    @cached_property
    def _lights(self) -> dict[int, Floats]:
        """The upper parts of the faces."""
        prints = self._box.prints
        return {code: prints.upper.light(at) for at, code in enumerate(prints.names)}

    def symbols(self, code: int, answered: Mapping[int, Card]) -> Counted | None:
        """Windows and shields: of a card that looks like it, else as they are counted; None where none are told."""
        given = Counter(
            (answered[other].windows, answered[other].shields) for other in self.alike_of[code] & {*answered}
        )
        seen = self._counted(answered).get(code)
        if not given:
            return seen
        (windows, shields), _times = given.most_common(1)[0]
        agree = seen is not None and seen.is_sure and (seen.windows, seen.shields) == (windows, shields)
        return seen if seen and seen.is_sure and not agree else Counted(windows, shields, agree)

    def _counted(self, answered: Mapping[int, Card]) -> dict[int, Counted]:
        """Worked out once for the same answers."""
        if self._counted_for is None or self._counted_for[0] != answered:
            known = {code: card for code, card in answered.items() if code in self._lights}
            if self._counting is None or self._counting.is_behind(known):
                self._counting = counting(self._lights, known, self.heap_of)
            self._counted_for = dict(answered), self._counting.told(known) if self._counting else {}
        return self._counted_for[1]


def _reached(near: NDArray[np.bool_], start: int) -> set[int]:
    """All that are near `start`, or near one that is."""
    reached, left = {start}, [start]
    while left:
        more = set(np.flatnonzero(near[left.pop()]).tolist()) - reached
        reached |= more
        left += more
    return reached


class FaceEnrolling(Enrolling):
    """Enrolling where photographs propose: one answer does for all cards that look alike."""

    def __init__(self, draft: Draft, proposals: Proposals) -> None:
        super().__init__(draft)
        self.proposals = proposals
        self._unsure: set[int] = set()

    def usual(self, code: int) -> Card:
        number = self.proposals.numbers(self.draft.answered).get(code, 0)
        return Card(number, self.proposals.colour(code, self.draft), 0, 0)

    def proposal(self, code: int) -> str:
        return self.proposals.colour(code, self.draft)

    def fill(self) -> None:
        """Proposes anew every card of which number, colour, windows and shields are told: they count when taken."""
        self._unsure.clear()
        self.forget([*self.draft.proposed])
        answered = self.draft.answered
        taken = {card.number for card in answered.values()}
        for code in self.proposals.faces:
            usual, seen = self.usual(code), self.proposals.symbols(code, answered)
            if code in answered or seen is None or not usual.number or not usual.colour or usual.number in taken:
                continue
            self.draft.typed[code] = Card(usual.number, usual.colour, seen.windows, seen.shields)
            self.draft.proposed.add(code)
            self._unsure |= set() if seen.is_sure else {code}
            taken.add(usual.number)
        self._unsure |= self._first_of_colours()

    def _first_of_colours(self) -> set[int]:
        """A proposed card of each colour of which nobody has answered one: its word is a guess by its light."""
        heap_of = self.proposals.heap_of
        told = {heap_of[code] for code in self.draft.answered if code in heap_of}
        first = {heap_of[code]: code for code in sorted(self.draft.proposed, reverse=True)}
        return {code for heap, code in first.items() if heap not in told}

    @property
    def unsure(self) -> list[int]:
        """The proposed cards that want a look."""
        return sorted(self._unsure & self.draft.proposed)

    def is_sure(self, code: int) -> None:
        """Somebody has looked at a proposed card: it is right."""
        self.draft.proposed.discard(code)

    def _numbers(self, code: int) -> set[int]:
        """The numbers of other cards, as somebody gave them: a proposed one stands back."""
        return {card.number for other, card in self.draft.answered.items() if other != code}

    def correct(self, code: int, text: str) -> None:
        """
        Takes what is right of a card, as `type`; other cards stay as they are shown.

        A proposed card that had its number is open again. Raises ValueError, and then nothing has changed.
        """
        taken = self.draft.cards.pop(code, None)
        try:
            self.type([code], text)
        except ValueError:
            self.draft.cards |= {code: taken} if taken else {}
            raise
        number = self.draft.typed[code].number
        self.forget([other for other in self.draft.proposed if self.draft.typed[other].number == number])

    def open(self) -> list[int]:
        """The cards to be asked for: those laid out of order, then those whose answer does for most others."""
        known = {**self.draft.typed, **self.draft.cards}
        left = [code for code in self.proposals.faces if code not in known]
        odd = self.proposals.out_of_order
        return sorted(left, key=lambda code: (code not in odd, -self._helps(code, left), code))

    def _helps(self, code: int, left: list[int]) -> int:
        return len(self.proposals.alike_of[code] & set(left))


def given_photographs(
    gathered: Gathered, cards: Mapping[int, Card]
) -> tuple[dict[int, Card], dict[int, tuple[bytes, ...]]]:
    """
    Cards and photographs by the codes of the deck file.

    A card's code is its street number where all of these are codes: stickers may be added then without thinking.
    """
    as_codes = all(1 <= card.number <= len(cards) for card in cards.values())
    code_of = {code: card.number if as_codes else at for at, (code, card) in enumerate(cards.items(), start=1)}
    faces = {code_of[code]: tuple(gathered.cards[code].pictures) for code in cards}
    special = {code: tuple(card.pictures) for code, card in gathered.special.items()}
    return {code_of[code]: card for code, card in cards.items()}, {**faces, **special}
