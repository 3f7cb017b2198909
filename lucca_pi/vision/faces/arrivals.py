"""Cards from look to look: those that stay where they lay, and those that a look shows first."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, product

import cv2
import numpy as np

from lucca_pi.vision.faces.fixed_camera import ChangedCells
from lucca_pi.vision.faces.lying import CardMemory, Corners, LyingCard, Sight, Size, covers
from lucca_pi.vision.faces.prints import UPPER, Floats
from lucca_pi.vision.faces.searching import FILLED, Searcher
from lucca_pi.vision.faces.top_view import CELL_MM, Mask

_CHANGED = 0.05
"""Share of a place that has changed, below which tries of it still count."""
_NEAR_MM = 12.0
"""Distance around a lost card's place in which the card is sought."""
_LIKE_A_CARD = 0.6
"""Least likeness to a face, at 1 px/mm, of an unrecognised place that is tried again and looked at closer."""
_AGREES, _MOST_ASKEW, _FEW_CARDS = 0.5, 8, 3.0
"""
Limits for cards laid askew: least agreement with a face, most places tried, largest part of the table in cards.

Hands and mugs stay unknown at every look.
"""
_TRIES = 2
"""Most tries, by the usual light, of a place at which nothing has changed; then it waits for a change."""
_STAYED = 0.15
"""Share of a card's upper part that has changed, below which the card counts as unmoved."""
_OTHER_LIGHT, _OTHER_MM2 = 0.7, 10
"""Difference of relative light, and its area on a card's lower part, of another number or something lying there."""
_OTHER_UPPER_MM2 = 100
"""The same area on the upper part: a reflection changes 50, another card 700; most like cards have another number."""


@dataclass(frozen=True, slots=True)
class StayingCards:
    """
    A picture that is compared with the cards of the look before.

    `twins`: codes of cards whose upper parts look like another's.
    """

    searcher: Searcher
    twins: frozenset[int]
    memory: CardMemory
    sight: Sight
    shown: ChangedCells

    def kept(self, coded: Sequence[LyingCard]) -> list[LyingCard]:
        """
        The cards of the look before that are still there, and the cards now in places that have changed.

        A close-up by less light may show a number that was too bright.
        """
        kept: list[LyingCard] = []
        every, self.memory.out_of_view = [*self.memory.lying, *self.memory.out_of_view], []
        for card in every:
            if self.sight.top.share(self.sight.top.seen, card.upper_corners(self.searcher.size_mm)) < FILLED:
                self.memory.out_of_view.append(card)
                continue
            is_open = self.shown.is_closer and len(card.codes) > 1
            fewer = self.searcher.by_details_alone(self.sight, card) if is_open else None
            now = fewer or self._now(card)
            if now and not now.is_on_any((*coded, *kept), self.searcher.size_mm):
                kept.append(now)
        return kept

    def _now(self, card: LyingCard) -> LyingCard | None:
        """The card that is now in this card's place; None if none is recognised."""
        upper = card.upper_corners(self.searcher.size_mm)
        if self.sight.top.share(self.shown.fresh, upper) < _STAYED:
            return card
        if self.sight.top.share(self.shown.where, upper) < FILLED:
            return None
        if len(card.codes) == 1 and card in self.memory.light and self._looks_as_it_did(card):
            return card
        now = self.searcher.recognised(self.sight, card)  # another like it may lie there
        if now is None:
            self.memory.lost.append(card)
        return now

    def _looks_as_it_did(self, card: LyingCard) -> bool:
        """True if a card shows what it did before, though shadows or reflections have moved over it."""
        upper, lower = self._changed_mm2(card)
        return upper < _OTHER_UPPER_MM2 and lower < _OTHER_MM2

    def _changed_mm2(self, card: LyingCard) -> tuple[int, int]:
        """The areas of a card's upper and lower part that show something else than before."""
        before, now = self.memory.light[card], self.searcher.light(self.sight, card)
        self.memory.light[card] = now
        changed = _other_mm2(before, now)
        if sum(changed) < _OTHER_MM2:
            return changed
        aside = product((-1, 0, 1), repeat=2)
        return min((_other_mm2(before, now, down, right) for down, right in aside), key=sum)

    def by_number(self, card: LyingCard, lying: Sequence[LyingCard]) -> LyingCard:
        """The card, or one like it that has taken its place: tried if another number, and no card, may show."""
        is_asked = card in self.memory.light and self.twins.intersection(card.codes)
        if not is_asked or any(covers(other, card, self.searcher.size_mm) for other in lying):
            return card
        _, lower_mm2 = self._changed_mm2(card)
        if lower_mm2 < _OTHER_MM2:
            return card
        now = self.searcher.recognised(self.sight, card)
        return card if now is None or set(now.codes) == set(card.codes) else now


def _other_mm2(before: Floats, now: Floats, down: int = 0, right: int = 0) -> tuple[int, int]:
    """
    The areas of a card's upper and lower part that differ, with the picture moved by `down` and `right` mm.

    A new plane places a card up to 1 mm aside; no such shift makes one number of another.
    """
    rows, columns = now.shape
    moved = now[1 + down : rows - 1 + down, 1 + right : columns - 1 + right]
    differs = np.abs(cv2.blur(moved - before[1:-1, 1:-1], (3, 3))) > _OTHER_LIGHT
    upper = round(rows * UPPER) - 1
    return int(np.count_nonzero(differs[:upper])), int(np.count_nonzero(differs[upper:]))


@dataclass(frozen=True, slots=True)
class NewCards:
    """
    A picture that is searched for cards that it shows first.

    `shared`: codes that many cards bear. `headings_deg`: of straight cards, and of cards that lie askew. `fixed`:
    outlines of quarters.
    """

    searcher: Searcher
    shared: frozenset[int]
    memory: CardMemory
    sight: Sight
    shown: ChangedCells
    headings_deg: tuple[Collection[float], Collection[float]]
    fixed: tuple[Corners, ...]

    @property
    def _wider_mm(self) -> Size:
        """The size of a lost card's place, with the margin in which it is sought."""
        width, height = self.searcher.size_mm
        return width + 2 * _NEAR_MM, height + 2 * _NEAR_MM

    def found(self, there: Sequence[LyingCard], lost_before: Collection[LyingCard]) -> list[LyingCard]:
        """
        The cards in changed places that are no table, without those `there` already.

        `lost_before`: cards that were lost before this look; other lost ones were just tried where they lay.
        """
        memory = self.memory
        memory.lost = [card for card in memory.lost if self._may_lie(card, there)]
        just_tried = [card for card in memory.lost if card not in lost_before]
        given_up = {card for card in (*memory.doubtful, *memory.lost) if self._is_given_up(card)}
        again = [card for card in (*memory.doubtful, *memory.lost) if card not in given_up]
        lying = list(there)
        around = self._around([card for card in memory.lost if card not in given_up], there)
        unknown = self._unknown(self.shown.where & (self.shown.fresh | around), there)
        unsettled: list[LyingCard] = []
        straight, askew = self.headings_deg
        rough = self.searcher.rough(self.sight, self.shown.where, unknown, straight, lying)
        for card in chain(again, rough, self._askew(unknown, there, lying, askew)):
            if any(map(card.is_nearly_at, unsettled)):
                continue
            if card in just_tried or not self._take(card, lying):
                unsettled.append(card)
        rest = self._unknown(unknown, lying[len(there) :], whole=True)
        unsettled += [card for card in self.searcher.single(self.sight, rest) if not self._take(card, lying)]
        unsettled = [card for card in unsettled if not self._take_under(card, lying)]
        memory.doubtful = [card for card in unsettled if card.likeness >= _LIKE_A_CARD and card not in memory.lost]
        memory.doubtful += [card for card in given_up if card not in memory.lost]
        memory.tries = {card: 1 + self._tries(card) for card in (*memory.doubtful, *memory.lost)}
        rest = self._unknown(unknown, lying[len(there) :], whole=True)
        self._take_faint(self.searcher.faint(self.sight, rest, straight), lying, unsettled)
        rest = self._small_parts(self._unknown(unknown, lying[len(there) :], whole=True))
        self._take_faint(self.searcher.faint(self.sight, rest, askew), lying, unsettled)
        return lying[len(there) :]

    def _small_parts(self, unknown: Mask) -> Mask:
        """The unidentified parts that are no larger than `_FEW_CARDS`."""
        _, labels, stats, _ = cv2.connectedComponentsWithStats(unknown.astype(np.uint8))
        width, height = self.searcher.size_mm
        small = stats[:, cv2.CC_STAT_AREA] * CELL_MM**2 <= _FEW_CARDS * width * height
        small[0] = False
        return np.asarray(small[labels])

    def _askew(
        self, unknown: Mask, there: Sequence[LyingCard], lying: Sequence[LyingCard], headings_deg: Collection[float]
    ) -> Iterator[LyingCard]:
        """Places in unidentified parts for cards of these headings, without cards found there in the meantime."""
        rest = self._small_parts(self._unknown(unknown, lying[len(there) :]))
        places = self.searcher.rough(self.sight, self.shown.where, rest, headings_deg, lying, least=_AGREES)
        yield from islice(places, _MOST_ASKEW)

    def _take_faint(self, places: Iterable[LyingCard], lying: list[LyingCard], unsettled: Iterable[LyingCard]) -> None:
        """
        Adds backs and towers at these places, the likeliest first: bricks look alike half a brick aside.

        Then adds unsettled cards that one of them covers in part.
        """
        tried: list[LyingCard] = []
        recognised: list[LyingCard] = []
        for card in places:
            if not any(map(card.is_nearly_at, tried)):
                tried.append(card)
                recognised += [one] if (one := self._recognised(card, lying)) else []
        new: list[LyingCard] = []
        for card in sorted(recognised, key=lambda one: -one.likeness):
            if card.is_on_any((*lying, *new), self.searcher.size_mm):
                continue
            if beside := self.searcher.recognised_beside(self.sight, card, (*lying, *new)):
                new.append(beside)
        lying += new
        for card in unsettled:
            if self.searcher.is_beside_any(card, new):
                self._take_under(card, lying)

    def _is_given_up(self, card: LyingCard) -> bool:
        """True if it has been tried often enough, and neither a change nor less light shows more."""
        return not self.shown.is_closer and self._tries(card) >= _TRIES

    def _tries(self, card: LyingCard) -> int:
        """Tries since something changed there."""
        is_new = self.sight.top.share(self.shown.fresh, card.corners(self._wider_mm)) >= _CHANGED
        return 0 if is_new else self.memory.tries.get(card, 0)

    def _may_lie(self, card: LyingCard, there: Sequence[LyingCard]) -> bool:
        """True if a lost card may be at or near its place: a thing is there, and the card nowhere else."""
        one = set(card.codes) - self.shared
        elsewhere = len(card.codes) == 1 and any(one & set(other.codes) for other in there if len(other.codes) == 1)
        upper = card.upper_corners(self.searcher.size_mm)
        return not elsewhere and self.sight.top.share(self.shown.where, upper) >= FILLED

    def _around(self, cards: Iterable[LyingCard], there: Sequence[LyingCard]) -> Mask:
        """The places of these cards and around them, without cards that one lying `there` covers."""
        around = np.zeros(self.sight.top.seen.shape, np.uint8)
        for card in cards:
            if not card.is_on_any(there, self.searcher.size_mm):
                self.sight.top.filled(around, card.corners(self._wider_mm), 1)
        return np.asarray(around > 0)

    def _take(self, card: LyingCard, lying: list[LyingCard]) -> bool:
        """True if the place is settled; a recognised card is added to `lying`."""
        if not self.searcher.is_free(card, self.sight.top, self.shown.where, lying):
            return True
        return self._added(self.searcher.recognised(self.sight, card), lying)

    def _recognised(self, card: LyingCard, lying: Sequence[LyingCard]) -> LyingCard | None:
        """The card at that place, even if cards lying there cover a part of it."""
        return self.searcher.recognised(self.sight, card) or self.searcher.recognised_under(self.sight, card, lying)

    def _take_under(self, card: LyingCard, lying: list[LyingCard]) -> bool:
        """True if a card was recognised that known cards may cover in part; it is added to `lying`."""
        if card.is_on_any(lying, self.searcher.size_mm):
            return False
        return self._added(self.searcher.recognised_under(self.sight, card, lying), lying)

    def _added(self, known: LyingCard | None, lying: list[LyingCard]) -> bool:
        """True if a card was recognised; it is added to `lying`, unless it overlaps one of them."""
        if known and not known.is_on_any(lying, self.searcher.size_mm):
            is_back = self.shared.issuperset(known.codes)
            known = self.searcher.recognised_beside(self.sight, known, lying) if is_back else known
            lying += [known] if known else []
        return known is not None

    def _unknown(self, where: Mask, there: Sequence[LyingCard], *, whole: bool = False) -> Mask:
        """Places with an unidentified object; `whole`: the lower halves of the cards `there` count as identified."""
        free = where.astype(np.uint8)
        corners_of = LyingCard.corners if whole else LyingCard.upper_corners
        for corners_mm in (*self.fixed, *(corners_of(card, self.searcher.size_mm) for card in there)):
            self.sight.top.filled(free, corners_mm, 0)
        return np.asarray(free > 0)
