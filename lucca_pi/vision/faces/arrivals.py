"""Cards from look to look: those that stay where they lay, and those that a look shows first."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, product

import cv2
import numpy as np

from lucca_pi.vision.faces.fixed_camera import ASKEW_DEG, FixedCamera
from lucca_pi.vision.faces.lying import CELL_MM, CardMemory, LyingCard, Mask, Sight, Size, covers
from lucca_pi.vision.faces.prints import UPPER, Floats
from lucca_pi.vision.faces.searching import FILLED, Searcher

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
class CardsInLook:
    """
    A picture that is compared with the cards of the look before, and searched for cards that it shows first.

    `where` cells show something else than the table, and the `fresh` ones since the look before. `is_closer`: a
    close-up by less light, of what that look has left in doubt. `lying`: the cards known so far.
    """

    searcher: Searcher
    camera: FixedCamera
    memory: CardMemory
    sight: Sight
    where: Mask
    fresh: Mask
    is_closer: bool
    lying: list[LyingCard]

    @property
    def _size_mm(self) -> Size:
        return self.searcher.size_mm

    def kept(self) -> list[LyingCard]:
        """
        The cards of the look before that are still there, and the cards now in places that have changed.

        A close-up by less light may show a number that was too bright.
        """
        before, every = len(self.lying), [*self.memory.lying, *self.memory.out_of_view]
        self.memory.out_of_view = []
        for card in every:
            if self.sight.top.share(self.sight.top.seen, card.upper_corners(self._size_mm)) < FILLED:
                self.memory.out_of_view.append(card)
                continue
            is_open = self.is_closer and len(card.codes) > 1
            fewer = self.searcher.by_details_alone(self.sight, card) if is_open else None
            now = fewer or self._now(card)
            if now and not now.is_on_any(self.lying, self._size_mm):
                self.lying.append(now)
        return self.lying[before:]

    def _now(self, card: LyingCard) -> LyingCard | None:
        """The card that is now in this card's place; None if none is recognised."""
        upper = card.upper_corners(self._size_mm)
        if self.sight.top.share(self.fresh, upper) < _STAYED:
            return card
        if self.sight.top.share(self.where, upper) < FILLED:
            return None
        if len(card.codes) == 1 and card in self.memory.light:
            upper_mm2, lower_mm2 = self._changed_mm2(card)  # shadows or reflections may have moved over it
            if upper_mm2 < _OTHER_UPPER_MM2 and lower_mm2 < _OTHER_MM2:
                return card
        now = self.searcher.recognised(self.sight, card)  # another like it may lie there
        if now is None:
            self.memory.tries.setdefault(card, 0)
        return now

    def _changed_mm2(self, card: LyingCard) -> tuple[int, int]:
        """The areas of a card's upper and lower part that show something else than before."""
        before, now = self.memory.light[card], self.searcher.light(self.sight, card)
        self.memory.light[card] = now
        changed = _other_mm2(before, now)
        if sum(changed) < _OTHER_MM2:
            return changed
        aside = product((-1, 0, 1), repeat=2)
        return min((_other_mm2(before, now, down, right) for down, right in aside), key=sum)

    def by_number(self, card: LyingCard) -> LyingCard:
        """The card, or one like it that has taken its place: tried if another number, and no card, may show."""
        is_asked = card in self.memory.light and self.searcher.twins.intersection(card.codes)
        if not is_asked or any(covers(other, card, self._size_mm) for other in self.lying):
            return card
        _, lower_mm2 = self._changed_mm2(card)
        if lower_mm2 < _OTHER_MM2:
            return card
        now = self.searcher.recognised(self.sight, card)
        return card if now is None or set(now.codes) == set(card.codes) else now

    @property
    def _wider_mm(self) -> Size:
        """The size of a lost card's place, with the margin in which it is sought."""
        width, height = self._size_mm
        return width + 2 * _NEAR_MM, height + 2 * _NEAR_MM

    def found(self, lost_before: Collection[LyingCard]) -> list[LyingCard]:
        """
        The further cards, in changed places that are no table.

        `lost_before`: cards that were lost before this look; other lost ones were just tried where they lay.
        """
        memory, lying, before = self.memory, self.lying, len(self.lying)
        lost = [card for card in memory.lost if self._may_lie(card)]
        just_tried = [card for card in lost if card not in lost_before]
        places = [card for card in memory.tries if not card.codes] + lost
        given_up = {card for card in places if self._is_given_up(card)}
        again = [card for card in places if card not in given_up]
        around = self._around(card for card in again if card.codes)
        unknown = self._unknown(self.where & (self.fresh | around), lying)
        unsettled: list[LyingCard] = []
        straight, askew = self.camera.headings(), self.camera.headings(ASKEW_DEG)
        rough = self.searcher.rough(self.sight, self.where, unknown, straight, lying)
        for card in chain(again, rough, self._askew(unknown, before, askew)):
            if any(map(card.is_nearly_at, unsettled)):
                continue
            if card in just_tried or not self._take(card):
                unsettled.append(card)
        rest = self._unknown(unknown, lying[before:], whole=True)
        unsettled += [card for card in self.searcher.single(self.sight, rest) if not self._take(card)]
        unsettled = [card for card in unsettled if not self._take_under(card)]
        doubtful = [*(card for card in unsettled if card.likeness >= _LIKE_A_CARD), *given_up]
        memory.tries = {card: 1 + self._tries(card) for card in (*(one for one in doubtful if not one.codes), *lost)}
        rest = self._unknown(unknown, lying[before:], whole=True)
        self._take_faint(self.searcher.faint(self.sight, rest, straight), unsettled)
        rest = self._small_parts(self._unknown(unknown, lying[before:], whole=True))
        self._take_faint(self.searcher.faint(self.sight, rest, askew), unsettled)
        lying[before:] = [self._way_up(card) for card in lying[before:]]
        return lying[before:]

    def _way_up(self, card: LyingCard) -> LyingCard:
        """The card; a card that looks the same on its head gets the way up in which it would be laid."""
        is_either = self.searcher.lies_either_way_up(self.sight, card)
        return self.camera.way_up(card, self._size_mm) if is_either else card

    def _small_parts(self, unknown: Mask) -> Mask:
        """The unidentified parts that are no larger than `_FEW_CARDS`."""
        _, labels, stats, _ = cv2.connectedComponentsWithStats(unknown.astype(np.uint8))
        width, height = self._size_mm
        small = stats[:, cv2.CC_STAT_AREA] * CELL_MM**2 <= _FEW_CARDS * width * height
        small[0] = False
        return np.asarray(small[labels])

    def _askew(self, unknown: Mask, before: int, headings_deg: Collection[float]) -> Iterator[LyingCard]:
        """Places in unidentified parts for cards of these headings, without the cards found since those `before`."""
        rest = self._small_parts(self._unknown(unknown, self.lying[before:]))
        places = self.searcher.rough(self.sight, self.where, rest, headings_deg, self.lying, least=_AGREES)
        yield from islice(places, _MOST_ASKEW)

    def _take_faint(self, places: Iterable[LyingCard], unsettled: Iterable[LyingCard]) -> None:
        """
        Adds backs and towers at these places, the likeliest first: bricks look alike half a brick aside.

        Then adds unsettled cards that one of them covers in part.
        """
        tried: list[LyingCard] = []
        recognised: list[LyingCard] = []
        for card in places:
            if not any(map(card.is_nearly_at, tried)):
                tried.append(card)
                one = self.searcher.recognised(self.sight, card)
                one = one or self.searcher.recognised_under(self.sight, card, self.lying)
                recognised += [one] if one else []
        before = len(self.lying)
        for card in sorted(recognised, key=lambda one: -one.likeness):
            if card.is_on_any(self.lying, self._size_mm):
                continue
            if beside := self.searcher.recognised_beside(self.sight, card, self.lying):
                self.lying.append(beside)
        new = self.lying[before:]
        for card in unsettled:
            if any(one.touches(card, self._size_mm) for one in new):
                self._take_under(card)

    def _is_given_up(self, card: LyingCard) -> bool:
        """True if it has been tried often enough, and neither a change nor less light shows more."""
        return not self.is_closer and self._tries(card) >= _TRIES

    def _tries(self, card: LyingCard) -> int:
        """Tries since something changed there."""
        is_new = self.sight.top.share(self.fresh, card.corners(self._wider_mm)) >= _CHANGED
        return 0 if is_new else self.memory.tries.get(card, 0)

    def _may_lie(self, card: LyingCard) -> bool:
        """True if a lost card may be at or near its place: a thing is there, and the card nowhere else."""
        known = {other.codes[0] for other in self.lying if len(other.codes) == 1} - self.searcher.backs
        is_elsewhere = len(card.codes) == 1 and not known.isdisjoint(card.codes)
        return not is_elsewhere and self.sight.top.share(self.where, card.upper_corners(self._size_mm)) >= FILLED

    def _around(self, cards: Iterable[LyingCard]) -> Mask:
        """The places of these cards and around them, without cards that a known one covers."""
        around = np.zeros(self.sight.top.seen.shape, np.uint8)
        for card in cards:
            if not card.is_on_any(self.lying, self._size_mm):
                self.sight.top.filled(around, card.corners(self._wider_mm), 1)
        return np.asarray(around > 0)

    def _take(self, card: LyingCard) -> bool:
        """True if the place is settled; a recognised card is added."""
        if not self.searcher.is_free(card, self.sight.top, self.where, self.lying):
            return True
        return self._added(self.searcher.recognised(self.sight, card))

    def _take_under(self, card: LyingCard) -> bool:
        """True if a card was recognised that known cards may cover in part; it is added."""
        if card.is_on_any(self.lying, self._size_mm):
            return False
        return self._added(self.searcher.recognised_under(self.sight, card, self.lying))

    def _added(self, known: LyingCard | None) -> bool:
        """True if a card was recognised; it is added, unless it overlaps a known one."""
        if known and not known.is_on_any(self.lying, self._size_mm):
            is_back = self.searcher.backs.issuperset(known.codes)
            known = self.searcher.recognised_beside(self.sight, known, self.lying) if is_back else known
            self.lying.extend([known] if known else [])
        return known is not None

    def _unknown(self, where: Mask, there: Sequence[LyingCard], *, whole: bool = False) -> Mask:
        """Places with an unidentified object; `whole`: the lower halves of the cards `there` count as identified."""
        free = where.astype(np.uint8)
        corners_of = LyingCard.corners if whole else LyingCard.upper_corners
        for corners_mm in (*self.camera.fixed(), *(corners_of(card, self._size_mm) for card in there)):
            self.sight.top.filled(free, corners_mm, 0)
        return np.asarray(free > 0)


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
