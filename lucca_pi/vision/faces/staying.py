"""Which of the cards of the look before lie where they lay, and what lies now where something has changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from lucca_pi.vision.faces.changes import share
from lucca_pi.vision.faces.features import Floats
from lucca_pi.vision.faces.lying import Lying, Sight, covers
from lucca_pi.vision.faces.memory import Known
from lucca_pi.vision.faces.prints import UPPER
from lucca_pi.vision.faces.searching import FILLED, Searcher
from lucca_pi.vision.faces.standing import Shown

STAYED = 0.15
"""A card of whose upper part less than this has changed lies where it lay."""
OTHER_LIGHT, OTHER_MM2 = 0.7, 10
"""Where relative light differs by this, on so much of the lower part, is another number, or something lies on it."""
OTHER_UPPER_MM2 = 100
"""The same of the upper part: a reflex changes 50, another card 700, and most of those like it have another number."""


@dataclass(frozen=True, slots=True)
class Staying:
    """
    A picture that the cards known so far are held against.

    `twins`: codes of those whose upper parts look like another's.
    """

    searcher: Searcher
    twins: frozenset[int]
    known: Known
    sight: Sight
    shown: Shown

    def kept(self, coded: Sequence[Lying]) -> list[Lying]:
        """
        The cards of the look before that lie where they lay; and what lies now where something has changed.

        By less light a number may show that was too bright.
        """
        kept: list[Lying] = []
        every, self.known.out_of_view = [*self.known.lying, *self.known.out_of_view], []
        for card in every:
            if share(self.sight.top.seen, self.sight.top, card.upper(self.searcher.size_mm)) < FILLED:
                self.known.out_of_view.append(card)
                continue
            told = self.searcher.told_apart(self.sight, card) if self.shown.is_closer and len(card.codes) > 1 else None
            now = told or self._now(card)
            if now and not now.is_on_any((*coded, *kept), self.searcher.size_mm):
                kept.append(now)
        return kept

    def _now(self, card: Lying) -> Lying | None:
        """What lies now where the card lay; None where nothing is known any more."""
        upper = card.upper(self.searcher.size_mm)
        if share(self.shown.fresh, self.sight.top, upper) < STAYED:
            return card
        if share(self.shown.where, self.sight.top, upper) < FILLED:
            return None
        if len(card.codes) == 1 and card in self.known.light and self._looks_as_it_did(card):
            return card
        now = self.searcher.recognised(self.sight, card)  # another like it may lie there
        if now is None:
            self.known.lost.append(card)
        return now

    def _looks_as_it_did(self, card: Lying) -> bool:
        """Whether a card shows what it did, though shadows or reflexes have moved over it."""
        upper, lower = self._changed_mm2(card)
        return upper < OTHER_UPPER_MM2 and lower < OTHER_MM2

    def _changed_mm2(self, card: Lying) -> tuple[int, int]:
        """How much of a card's upper part and of its lower part shows something else than it did."""
        before, now = self.known.light[card], self.searcher.light(self.sight, card)
        self.known.light[card] = now
        changed = _other_mm2(before, now)
        if sum(changed) < OTHER_MM2:
            return changed
        aside = product((-1, 0, 1), repeat=2)
        return min((_other_mm2(before, now, down, right) for down, right in aside), key=sum)

    def by_number(self, card: Lying, lying: Sequence[Lying]) -> Lying:
        """The card, or one like it that lies in its place by now: asked where another number, and no card, may show."""
        is_asked = card in self.known.light and self.twins.intersection(card.codes)
        if not is_asked or any(covers(other, card, self.searcher.size_mm) for other in lying):
            return card
        _, lower_mm2 = self._changed_mm2(card)
        if lower_mm2 < OTHER_MM2:
            return card
        now = self.searcher.recognised(self.sight, card)
        return card if now is None or set(now.codes) == set(card.codes) else now


def _other_mm2(before: Floats, now: Floats, down: int = 0, right: int = 0) -> tuple[int, int]:
    """
    How much of the upper part of a card and of its lower part differs, with the picture moved by at most 1 mm.

    A plane that is found anew places a card so far aside; no shift makes one number of another.
    """
    rows, columns = now.shape
    moved = now[1 + down : rows - 1 + down, 1 + right : columns - 1 + right]
    differs = np.abs(cv2.blur(moved - before[1:-1, 1:-1], (3, 3))) > OTHER_LIGHT
    upper = round(rows * UPPER) - 1
    return int(np.count_nonzero(differs[:upper])), int(np.count_nonzero(differs[upper:]))
