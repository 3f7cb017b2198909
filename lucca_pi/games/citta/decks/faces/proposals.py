"""What photographs propose of each card: its number, its colour, and the windows of those that look like it."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lucca_pi.games.citta.decks.draft import Draft
from lucca_pi.games.citta.decks.enrolling import Enrolling
from lucca_pi.games.citta.decks.faces.gathered import Gathered, Photographed
from lucca_pi.games.citta.decks.faces.packing import unpacked
from lucca_pi.games.citta.decks.shades import names_of
from lucca_pi.games.citta.decks.typed import shields_beside
from lucca_pi.games.citta.rules.deck import COLOURS_IN_A_DECK, Card
from lucca_pi.vision.faces.box import Box, box_of
from lucca_pi.vision.faces.gates import GATES
from lucca_pi.vision.faces.heaps import heaps, shade_of
from lucca_pi.vision.faces.street_numbers import street_numbers
from lucca_pi.vision.picture import Colour

IN_ORDER = 20
"""So many cards are laid first, in the order of their numbers from 1: their digits teach those of the others."""
PRINTED_ALIKE = 150.0
"""Difference in print below which two whole faces are alike; drawn ones with other numbers have 240 at least."""


class Proposals:
    """What the photographs of the palace cards tell; worked out when it is asked for, once."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self._cards: dict[int, Photographed] = dict(gathered.palaces)
        self._size_mm = size_mm
        self._words_of: dict[tuple[str, ...], tuple[str, ...]] = {}

    @cached_property
    def faces(self) -> dict[int, Colour]:
        """The first photograph of each card."""
        return {code: unpacked(card.pictures[0]) for code, card in self._cards.items()}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each card for which there is a sure one."""
        first = {code: card.order for code, card in self._cards.items() if 1 <= card.order <= IN_ORDER}
        return {**first, **street_numbers(self.faces, first)}

    @cached_property
    def heap_of(self) -> dict[int, int]:
        """The heap of its colour, for each card."""
        return dict(zip(self.faces, heaps([*self.faces.values()], COLOURS_IN_A_DECK), strict=True))

    @cached_property
    def _box(self) -> Box:
        return box_of({code: tuple(card.pictures) for code, card in self._cards.items()}, self._size_mm)

    @cached_property
    def alike_of(self) -> dict[int, frozenset[int]]:
        """For each card those whose upper part, where windows and shields are, is printed alike; itself among them."""
        differ = self._box.upper_differences < GATES.twins
        names = self._box.prints.names
        return {code: frozenset(names[at] for at in _reached(differ, start)) for start, code in enumerate(names)}

    @property
    def groups(self) -> list[frozenset[int]]:
        """The groups of several cards that look alike but for their lower parts."""
        return [group for group in dict.fromkeys(self.alike_of.values()) if len(group) > 1]

    @cached_property
    def twins(self) -> list[tuple[int, int]]:
        """Cards whose whole faces are printed alike, as far as two photographs of each tell."""
        differ = self._box.whole_differences
        names = self._box.prints.names
        pairs = np.argwhere(np.triu(differ < PRINTED_ALIKE, 1))
        return [(names[int(one)], names[int(other)]) for one, other in pairs]

    def colour(self, code: int, draft: Draft) -> str:
        """What most cards of its heap were given; else the word that is nearest to the heap's colour; "" for none."""
        heap = self.heap_of[code]
        known = {**draft.typed, **draft.cards}
        given = Counter(card.colour for other, card in known.items() if self.heap_of.get(other) == heap)
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

    def windows(self, code: int, draft: Draft) -> int | None:
        """Those of a card that looks like it; None while none of these is known."""
        known = {**draft.typed, **draft.cards}
        given = Counter(known[other].windows for other in self.alike_of[code] if other in known)
        return given.most_common(1)[0][0] if given else None


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

    def usual(self, code: int) -> Card:
        return Card(self.proposals.numbers.get(code, 0), self.proposals.colour(code, self.draft), 0, 0)

    def proposal(self, code: int) -> str:
        return self.proposals.colour(code, self.draft)

    def fill(self) -> None:
        """Notes every card of which number, colour and windows are proposed: they count when they are taken."""
        known = {**self.draft.typed, **self.draft.cards}
        taken = {card.number for card in known.values()}
        for code in self.proposals.faces:
            usual, windows = self.usual(code), self.proposals.windows(code, self.draft)
            if code in known or windows is None or not usual.number or not usual.colour or usual.number in taken:
                continue
            self.draft.typed[code] = Card(usual.number, usual.colour, windows, shields_beside(windows))
            taken.add(usual.number)

    def open(self) -> list[int]:
        """The cards to be asked for, those first whose answer does for most others."""
        known = {**self.draft.typed, **self.draft.cards}
        left = [code for code in self.proposals.faces if code not in known]
        return sorted(left, key=lambda code: (-self._helps(code, left), code))

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
