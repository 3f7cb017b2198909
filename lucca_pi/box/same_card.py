"""
Comparison with known cards: which one was photographed, which may be one card shown twice, and which way up cards are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

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
from lucca_pi.vision.faces.laid_out import CardInRow, LaidOut, laid_out
from lucca_pi.vision.picture import Colour


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
    return found, tuple(_cut(picture, card, size_mm) for card in found.cards)


def _cut(picture: Colour, card: CardInRow, size_mm: tuple[float, float]) -> CutCard:
    place = np.asarray(card.place, np.float64)
    return CutCard(card.row + 1, card.column + 1, cut_out(picture, place, size_mm))


def digest(picture: Colour) -> str:
    """A mark by which the very same picture is known again."""
    return blake2b(np.ascontiguousarray(picture[::4, ::4]).tobytes(), digest_size=12).hexdigest()


def _seen_rows(found: LaidOut) -> list[int]:
    """The number of things in each row, including cards that do not count."""
    rows = [one.row for one in found.cards] + [one.row for one in found.missing if one.why != "nothing"]
    return [rows.count(row) for row in range(len(found.rows))]


def with_short_first_row(found: LaidOut) -> LaidOut:
    """
    The places without the empty ones in the first row: of cards upside down it is the last one, and may be shorter.
    """
    columns = [card.column for card in found.cards if card.row == 0]
    if not columns:
        return found
    inside = range(min(columns), max(columns))
    kept = [one for one in found.missing if one.row or one.why != "nothing" or one.column in inside]
    before = sum(1 for one in found.missing if one not in kept and one.column < min(columns))
    cards = [replace(card, column=card.column - before) if card.row == 0 else card for card in found.cards]
    missing = [replace(one, column=one.column - before) if one.row == 0 else one for one in kept]
    return replace(found, cards=tuple(cards), missing=tuple(missing))


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

    def saw(self, match: CardMatch) -> None:
        """Remembers how unlike the same card is in this light, at this scale."""
        self._unlike.append(match.unlike)

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
        """The code of the card; None if it may be another one as well."""
        pair, doubled = self._pair(match.code), self._gathered.doubled
        if not match.rivals <= pair:
            return None
        likely = {match.code, *match.rivals}
        free = likely.difference(seen) or pair.difference(seen)
        return min(free, key=lambda one: (one in doubled, one), default=match.code)

    def _pair(self, code: int) -> set[int]:
        """The codes of cards that may be the same one, shown twice."""
        first = self._gathered.earliest(code)
        return {first, *(one for one, earlier in self._gathered.doubled.items() if earlier == first)}

    def take_for_one(self, match: CardMatch) -> None:
        """Counts indistinguishable cards seen in the second pass alone as one card."""
        codes, cards = sorted({match.code, *match.rivals}), self._gathered.cards
        if all(cards[code].late and len(cards[code].pictures) < 2 for code in codes):
            for code in codes[1:]:
                cards[code].perhaps = self._gathered.earliest(codes[0])

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
    """Turns the cards of pictures upright, by those of before."""

    def __init__(self, gathered: Gathered, same: SameCard) -> None:
        self._gathered, self._same = gathered, same

    def rows(self, found: LaidOut) -> list[int]:
        """The number of places in each row, as people count them who see the cards upright."""
        return found.rows[::-1] if self._gathered.turned else found.rows

    def place(self, row: int, column: int, found: LaidOut) -> tuple[int, int]:
        """The row and number of a place, as people count it who see the cards upright."""
        rows = found.rows
        return (len(rows) - row, rows[row] - column) if self._gathered.turned else (row + 1, column + 1)

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

    def towers_upright(self, cuts: Sequence[CutCard], found: LaidOut) -> list[CutCard]:
        """Towers and back upright: the row of four is the upper one. Their plan differs from that of palaces."""
        self._gathered.turned = _seen_rows(found) != _TOWER_ROWS
        return _all(cuts, turn=self._gathered.turned)

    def upright(self, cuts: Sequence[CutCard]) -> tuple[list[CutCard], list[CutCard]]:
        """The cards upright, and apart those that are upside down among them."""
        way = bool(self._gathered.turned)
        known = self._palaces()
        cards = [without_margin(cut.card) for cut in cuts]
        if len(known) + len(cards) <= ENOUGH_CARDS:
            return _all(cuts, turn=way), []
        if self._gathered.special and len(cards) <= len(TOWERS_AND_BACK):
            return _all(cuts, turn=self._is_known_turned(cuts)), []
        leads = upright_leads(cards, known if len(known) >= ENOUGH_CARDS else ())
        if len(known) >= ENOUGH_CARDS:
            way = sum(lead < 0 for lead in leads) > len(leads) / 2
            self._gathered.turned = way
        wrong = [(lead < -_UPRIGHT) if not way or len(known) < ENOUGH_CARDS else (lead > _UPRIGHT) for lead in leads]
        if sum(wrong) > len(wrong) / 2:
            wrong = [not one for one in wrong]
        every = [*zip(_all(cuts, turn=way), wrong, strict=True)]
        return [cut for cut, is_wrong in every if not is_wrong], [cut for cut, is_wrong in every if is_wrong]

    def _palaces(self) -> list[Colour]:
        """The first photographs of the palace cards."""
        return [decoded_picture(card.pictures[0]) for card in self._gathered.palaces.values()]

    def _is_known_turned(self, cuts: Sequence[CutCard]) -> bool:
        """True if most are recognised upside down: towers and back have another plan than palaces."""
        ways = [self._same.matched(some) for some in (cuts, [replace(cut, card=on_its_head(cut.card)) for cut in cuts])]
        upright, turned = ([cut.match.likeness for cut in way if cut.match] for way in ways)
        self._gathered.turned = sum(b > a for a, b in zip(upright, turned, strict=True)) > len(cuts) / 2
        return self._gathered.turned


def _all(cuts: Sequence[CutCard], *, turn: bool) -> list[CutCard]:
    """The cards as people see them who laid them upright."""
    if not turn:
        return list(cuts)
    rows = max((cut.row for cut in cuts), default=0)
    last = {row: max(cut.place for cut in cuts if cut.row == row) for row in {cut.row for cut in cuts}}
    return [
        CutCard(rows + 1 - cut.row, last[cut.row] + 1 - cut.place, on_its_head(cut.card), cut.match) for cut in cuts
    ]


def on_its_head(card: Colour) -> Colour:
    """The same card turned by half a turn."""
    return card[::-1, ::-1].copy()
