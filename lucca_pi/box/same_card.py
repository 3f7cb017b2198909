"""
Comparison with known cards: which one was photographed, which may be one card shown twice, and which way up cards are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TypeVar

import numpy as np

from lucca_pi.box.photo_store import Gathered, decoded_picture
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK, TOWERS_AND_BACK
from lucca_pi.vision.faces.known import (
    CardMatch,
    KnownCards,
    are_of_plan,
    cut_out,
    upright_leads,
    with_margin,
    without_margin,
)
from lucca_pi.vision.faces.laid_out import CardInRow, LaidOut, Missing, laid_out
from lucca_pi.vision.picture import Colour

_Place = TypeVar("_Place", CardInRow, Missing)


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card cut out of a picture with a margin, by row and place from 1; `match`: the known card it is like."""

    row: int
    place: int
    card: Colour
    match: CardMatch | None = None


def look_at(picture: Colour, bare: Colour, size_mm: tuple[float, float]) -> tuple[LaidOut, tuple[CutCard, ...]]:
    """The places in a picture, and its cards cut out, as upright as the picture is."""
    found = laid_out(picture, bare, size_mm)
    cut = [(one, cut_out(picture, np.asarray(one.place, np.float64), size_mm)) for one in found.cards]
    return found, tuple(CutCard(one.row + 1, one.column + 1, card) for one, card in cut)


def digest(picture: Colour) -> str:
    """A mark by which the very same picture is known again."""
    return blake2b(np.ascontiguousarray(picture[::4, ::4]).tobytes(), digest_size=12).hexdigest()


def _seen_rows(found: LaidOut) -> list[int]:
    """The number of things in each row, including cards that do not count."""
    rows = [one.row for one in found.cards] + [one.row for one in found.missing if one.why != "nothing"]
    return [rows.count(row) for row in range(len(found.rows))]


def flipped(found: LaidOut, cuts: Sequence[CutCard]) -> tuple[LaidOut, list[CutCard]]:
    """
    The places and the cards as people see them from the other side.

    The picture's first row is their last one, and may be shorter: its outer places count only if something lies there.
    """
    columns = [card.column for card in found.cards if card.row == 0]
    inside = range(min(columns), max(columns)) if columns else range(len(found.cards) + len(found.missing))
    missing = [one for one in found.missing if one.row or one.why != "nothing" or one.column in inside]
    places = [(one.row, one.column) for one in found.cards] + [(one.row, one.column) for one in missing]

    def turned(one: _Place) -> _Place:
        after = sum(row == one.row and column > one.column for row, column in places)
        return replace(one, row=len(found.rows) - 1 - one.row, column=after)

    cards = tuple(map(turned, found.cards))
    every = zip(cards, cuts, strict=True)
    upright = [CutCard(card.row + 1, card.column + 1, on_its_head(cut.card)) for card, cut in every]
    return replace(found, cards=cards, missing=tuple(map(turned, missing))), upright


ENOUGH_CARDS = 6
"""Fewest cards from which the usual difference and the way up are taken."""
_SHARP, _TIMES_USUAL = 0.04, 8.0
"""
A card is surely the same if it differs by less than the first, or by less than the second times the usual difference.

In drawn runs the same card differs by at most 6 times the usual, if by more than the first. A number 5 mm high differs
by 0.04 and more, in all but one of a hundred.
"""
_SURE, _SIMILAR = 0.35, 0.6
"""Least lead and likeness at which a card counts as one of the first pass, though it does not look the same."""


class SameCard:
    """Recognises cards photographed before, by how unlike their first photographs those of this run are."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self._gathered, self._size_mm = gathered, size_mm
        self._unlike: list[float] = []
        self.has_begun = False
        """True once this run has given a card its second photograph."""

    @property
    def usual(self) -> float | None:
        """The median difference of this run's cards from their first photographs; None while there are too few."""
        return float(np.median(self._unlike)) if len(self._unlike) >= ENOUGH_CARDS else None

    def matched(self, cuts: Sequence[CutCard]) -> list[CutCard]:
        """The cards, each with the known card most similar to it."""
        known = self._known([*self._gathered.cards])
        return [replace(cut, match=known.match(cut.card)) for cut in cuts]

    def by_second(self) -> dict[int, CardMatch]:
        """For each card with two photographs, the first photograph most similar to its second."""
        twice = {code: card for code, card in self._gathered.cards.items() if len(card.pictures) > 1}
        known = self._known([*twice])
        every = {code: known.match(with_margin(decoded_picture(card.pictures[1]))) for code, card in twice.items()}
        return {code: match for code, match in every.items() if match}

    def _known(self, codes: Sequence[int]) -> KnownCards:
        faces = {code: decoded_picture(self._gathered.cards[code].pictures[0]) for code in codes}
        return KnownCards(faces, self._size_mm, self.usual or 0.0)

    def is_same(self, match: CardMatch) -> bool:
        """True if it is that card; a small difference in a sharp picture marks another card that looks alike."""
        return match.is_same and (self.usual is None or match.unlike <= max(_SHARP, _TIMES_USUAL * self.usual))

    def is_nearly_same(self, match: CardMatch) -> bool:
        """True if it may be that card, in other light, or seen once and looking different as a whole."""
        is_likely = match.lead > _SURE and match.likeness > _SIMILAR and match.code in self._gathered.once
        return match.is_same or is_likely

    def meant(self, match: CardMatch, seen: Sequence[int]) -> int | None:
        """
        The code of the card; None if it may be another one as well.

        Remembers how unlike it is in this light, at this scale. Indistinguishable cards seen in the second pass alone
        count as one card.
        """
        self._unlike.append(match.unlike)
        codes, cards = sorted({match.code, *match.rivals}), self._gathered.cards
        if all(cards[code].late and len(cards[code].pictures) < 2 for code in codes):
            for code in codes[1:]:
                cards[code].perhaps = self._gathered.earliest(codes[0])
        pair, doubled = self._gathered.pair(match.code), self._gathered.doubled
        if not match.rivals <= pair:
            return None
        free = {*codes}.difference(seen) or pair.difference(seen)
        return min(free, key=lambda one: (one in doubled, one), default=match.code)

    def may_be_one(self, first: int, code: int) -> bool:
        """True if two indistinguishable cards were never in one picture, so that they may be one."""
        one, other = self._gathered.cards[first], self._gathered.cards[code]
        are_both = one.second is not None and other.second is not None and one.second[0] == other.second[0]
        in_one = one.where[0] == other.where[0] or are_both
        return not (in_one or other.shown_apart or {first, code}.intersection(TOWERS_AND_BACK))


_TOWER_ROWS = [4, 1]
"""Cards in each row of the picture of towers and back."""
_UPRIGHT = 0.12
"""Least lead of the likeness after half a turn at which a card counts as upside down."""


class WayUp:
    """Sees which way up the cards of pictures are, by those of before."""

    def __init__(self, gathered: Gathered, same: SameCard) -> None:
        self._gathered, self._same = gathered, same

    def are_palaces(self, cuts: Sequence[CutCard]) -> list[bool]:
        """
        For each card, True if it has the plan of the palace cards; empty while these are few, or once towers are there.
        """
        known = self._palaces()
        if self._gathered.special or len(known) < ENOUGH_CARDS:
            return []
        return are_of_plan([without_margin(cut.card) for cut in cuts], known)

    def are_towers(self, cuts: Sequence[CutCard], found: LaidOut, are_palaces: Sequence[bool]) -> bool:
        """True if these are towers and a back, by their rows; five palace cards may be laid in the same way."""
        rows = [cut.row for cut in cuts]
        alone = (is_palace for row, is_palace in zip(rows, are_palaces, strict=False) if rows.count(row) == 1)
        lie_so = not self._gathered.special and _seen_rows(found) in (_TOWER_ROWS, _TOWER_ROWS[::-1])
        return lie_so and not any(alone)

    def are_towers_in_part(self, are_palaces: Sequence[bool]) -> bool:
        """
        True if most of these cards are no palace cards: if their rows are not those of towers and a back, one of these
        is missing.

        Once all palace cards are there, a single card is enough.
        """
        least = len(TOWERS_AND_BACK) - 2 if len(self._gathered.palaces) < CARDS_IN_A_DECK else 1
        return len(are_palaces) >= least and sum(are_palaces) < len(are_palaces) / 2

    def see(self, cuts: Sequence[CutCard], found: LaidOut, *, are_towers: bool) -> list[bool]:
        """
        Notes which way up these cards are; for each card, True if it lies the other way round than most.

        The plan of towers and back differs from that of palaces: their row of four is the upper one.
        """
        known = self._palaces()
        are_known, are_upright = len(known) >= ENOUGH_CARDS, [False] * len(cuts)
        if are_towers:
            self._gathered.turned = _seen_rows(found) != _TOWER_ROWS
            return are_upright
        if len(known) + len(cuts) <= ENOUGH_CARDS:
            return are_upright
        if self._gathered.special and len(cuts) <= len(TOWERS_AND_BACK):
            self._gathered.turned = self._is_known_turned(cuts)
            return are_upright
        leads = upright_leads([without_margin(cut.card) for cut in cuts], known if are_known else ())
        if are_known:
            self._gathered.turned = sum(lead < 0 for lead in leads) > len(leads) / 2
        is_way_known = are_known and self._gathered.turned
        wrong = [lead > _UPRIGHT if is_way_known else lead < -_UPRIGHT for lead in leads]
        return [not one for one in wrong] if sum(wrong) > len(wrong) / 2 else wrong

    def _palaces(self) -> list[Colour]:
        """The first photographs of the palace cards."""
        return [decoded_picture(card.pictures[0]) for card in self._gathered.palaces.values()]

    def _is_known_turned(self, cuts: Sequence[CutCard]) -> bool:
        """True if most are recognised upside down: towers and back have another plan than palaces."""
        ways = [self._same.matched(some) for some in (cuts, [replace(cut, card=on_its_head(cut.card)) for cut in cuts])]
        upright, turned = ([cut.match.likeness for cut in way if cut.match] for way in ways)
        return sum(b > a for a, b in zip(upright, turned, strict=True)) > len(cuts) / 2


def on_its_head(card: Colour) -> Colour:
    """The same card turned by half a turn."""
    return card[::-1, ::-1].copy()
