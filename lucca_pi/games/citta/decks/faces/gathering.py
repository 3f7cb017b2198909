"""Takes the cards of one picture after another: the first pass, the second, towers and the back."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lucca_pi.games.citta.decks.faces.gathered import Gathered, Photographed
from lucca_pi.games.citta.decks.faces.looking import Cut, Took, ending_early, seen_rows
from lucca_pi.games.citta.decks.faces.packing import packed, unpacked
from lucca_pi.games.citta.decks.faces.words import (
    BLURRED,
    FLAWS,
    MISSING,
    NEW_GROUND,
    NO_CARDS,
    RIMS_HIDDEN,
    as_like,
    at,
    head_down,
    left_out,
    of_another,
    perhaps_again,
    perhaps_one,
    seen_otherwise,
    seen_twice,
    third_time,
    together,
    too_many,
)
from lucca_pi.games.citta.rules.deck import CARDS_IN_A_DECK
from lucca_pi.games.citta.rules.deckfile import TOWERS_AND_BACK
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.language import Text
from lucca_pi.vision.faces.fit import flaw
from lucca_pi.vision.faces.ground import is_bare
from lucca_pi.vision.faces.known import (
    Known,
    Match,
    are_of_plan,
    cut_out,
    upright_leads,
    with_margin,
    without_margin,
)
from lucca_pi.vision.faces.laid_out import LaidOut
from lucca_pi.vision.picture import Colour

TOWER_ROWS = [4, 1]
"""Four cards in the upper row and one alone below: the towers, and a back."""
ENOUGH = 6
"""Upright cards that tell how the others lie."""
UPRIGHT = 0.12
"""A card lies on its head if it is so much more like the others that way."""
MOST_PALACES = CARDS_IN_A_DECK + 4
"""Some of another box may be among the first: what the second pass does not show again is dropped."""
SHARP, FAR_OFF = 0.25, 8.0
"""
A card is not surely the same if it differs by more than the first, and by so many times what is usual in this run: 6 at
most of drawn ones.
"""
SURE, SIMILAR = 0.35, 0.6
"""Lead and likeness of a card that is surely of the first pass, though it does not look the same."""
SECOND_PASS = 0.5
"""Share of a picture's cards that were seen before: the second pass has begun."""


class Gathering:
    """Puts pictures' cards to those of before."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self.gathered, self._size_mm = gathered, size_mm
        self._pass_of: dict[int, int] = {}
        """The picture of this run that gave a card its second photograph."""
        self._unlike: list[float] = []
        """How unlike their first photographs the cards of this run were: what is usual in this light, at this scale."""
        self._empty = 0
        """Pictures in a row without any card."""

    def without_cards(self, picture: Colour, found: LaidOut, bare: Colour) -> tuple[Text, Colour]:
        """
        What is to be said of a picture without any card, and the bare ground from now on.

        A plain picture is a new ground, and so is a second one in a row: else a ground could not be changed for wood.
        """
        self._empty += 1
        if found.rims_hidden:
            return RIMS_HIDDEN, bare
        if is_bare(picture) or self._empty > 1:
            self._empty = 0
            return NEW_GROUND, picture
        return NO_CARDS, bare

    def take(self, found: LaidOut, cuts: Sequence[Cut]) -> Took:
        """Takes what `look_at` found."""
        self._empty = 0
        self.gathered.taken += 1
        are_palaces = [] if self.gathered.special else self._are_palaces(cuts)
        is_towers = self._are_towers(cuts, found, are_palaces)
        if not is_towers and self._are_towers_in_part(are_palaces):
            return Took(0, len(found.cards) + len(found.missing), (), (at(1, 1, MISSING["towers"]),))
        upright, told = self._towers_upright(cuts, found) if is_towers else self._upright(cuts)
        found = ending_early(found) if self.gathered.turned else found
        places = len(found.cards) + len(found.missing)
        flaws = [flaw(without_margin(cut.card)) for cut in upright]
        if flaws.count("blurred") > len(flaws) / 2:
            return Took(0, places, (), (BLURRED,))
        told += [at(cut.row, cut.place, FLAWS[one]) for cut, one in zip(upright, flaws, strict=True) if one]
        fit = [cut for cut, one in zip(upright, flaws, strict=True) if not one]
        if is_towers and len(fit) == len(TOWERS_AND_BACK):
            codes = self._take_towers(fit)
        else:
            codes, more = self._take_palaces(fit, found, is_towers=is_towers)
            told += more
        told += [at(*self._place(one.row, one.column, found), MISSING[one.why]) for one in found.missing]
        if self.gathered.is_whole:
            told += self._mistaken()
        if self.gathered.is_whole and (beyond := self.gathered.settle()):
            told.append(left_out(beyond))
        return Took(len(codes), places, tuple(codes), together(told))

    def _rows(self, found: LaidOut) -> list[int]:
        return found.rows[::-1] if self.gathered.turned else found.rows

    def _place(self, row: int, column: int, found: LaidOut) -> tuple[int, int]:
        """A place as people count it who see the cards upright."""
        rows = found.rows
        return (len(rows) - row, rows[row] - column) if self.gathered.turned else (row + 1, column + 1)

    def _upright(self, cuts: Sequence[Cut]) -> tuple[list[Cut], list[Text]]:
        """The cards upright; those that lie on their heads among the others are told, and left out."""
        way = bool(self.gathered.turned)
        known = self._palaces()
        cards = [without_margin(cut.card) for cut in cuts]
        if len(known) + len(cards) <= ENOUGH:
            return self._all(cuts, turn=way), []
        if self.gathered.special and len(cards) <= len(TOWERS_AND_BACK):
            return self._all(cuts, turn=self._is_known_turned(cuts)), []
        leads = upright_leads(cards, known if len(known) >= ENOUGH else ())
        if len(known) >= ENOUGH:
            way = sum(lead < 0 for lead in leads) > len(leads) / 2
            self.gathered.turned = way
        wrong = [(lead < -UPRIGHT) if not way or len(known) < ENOUGH else (lead > UPRIGHT) for lead in leads]
        if sum(wrong) > len(wrong) / 2:
            wrong = [not one for one in wrong]
        counted = self._all(cuts, turn=way)
        on_head = {index for index, one in enumerate(wrong) if one}
        places = [counted[index] for index in range(len(cuts))]
        told = [at(places[index].row, places[index].place, head_down()) for index in sorted(on_head)]
        return [one for index, one in enumerate(places) if index not in on_head], told

    def _palaces(self) -> list[Colour]:
        """The first photographs of the palace cards."""
        return [unpacked(card.pictures[0]) for card in self.gathered.palaces.values()]

    def _are_towers(self, cuts: Sequence[Cut], found: LaidOut, are_palaces: Sequence[bool]) -> bool:
        """Whether these are towers and a back, by how they lie; five palace cards may lie so, too."""
        rows = [cut.row for cut in cuts]
        alone = (is_palace for row, is_palace in zip(rows, are_palaces, strict=False) if rows.count(row) == 1)
        lie_so = not self.gathered.special and seen_rows(found) in (TOWER_ROWS, TOWER_ROWS[::-1])
        return lie_so and not any(alone)

    def _are_towers_in_part(self, are_palaces: Sequence[bool]) -> bool:
        """
        Whether most of some cards are no palace cards: where they do not lie as towers and a back, one is not seen.

        Once all palace cards are there, one card tells it.
        """
        least = len(TOWERS_AND_BACK) - 2 if len(self.gathered.palaces) < CARDS_IN_A_DECK else 1
        return len(are_palaces) >= least and sum(are_palaces) < len(are_palaces) / 2

    def _are_palaces(self, cuts: Sequence[Cut]) -> list[bool]:
        """Which have the plan of the palace cards so far; none is told while these are few."""
        known = self._palaces()
        return are_of_plan([without_margin(cut.card) for cut in cuts], known) if len(known) >= ENOUGH else []

    def _is_known_turned(self, cuts: Sequence[Cut]) -> bool:
        """Whether most are known on their heads: towers and back are of another plan than palaces."""
        ways = [self._matched(cuts), self._matched([replace(cut, card=cut.card[::-1, ::-1].copy()) for cut in cuts])]
        upright, turned = ([cut.match.likeness for cut in way if cut.match] for way in ways)
        self.gathered.turned = sum(b > a for a, b in zip(upright, turned, strict=True)) > len(cuts) / 2
        return self.gathered.turned

    def _towers_upright(self, cuts: Sequence[Cut], found: LaidOut) -> tuple[list[Cut], list[Text]]:
        """Towers and back: the row of four is the upper one. They are of another plan than palaces."""
        self.gathered.turned = seen_rows(found) != TOWER_ROWS
        return self._all(cuts, turn=self.gathered.turned), []

    def _all(self, cuts: Sequence[Cut], *, turn: bool) -> list[Cut]:
        """The cards as people see them who laid them upright."""
        if not turn:
            return list(cuts)
        rows = max((cut.row for cut in cuts), default=0)
        last = {row: max(cut.place for cut in cuts if cut.row == row) for row in {cut.row for cut in cuts}}
        return [
            Cut(rows + 1 - cut.row, last[cut.row] + 1 - cut.place, cut.card[::-1, ::-1].copy(), cut.match)
            for cut in cuts
        ]

    def _take_towers(self, cuts: Sequence[Cut]) -> list[int]:
        """Towers from the left to the right, then the back."""
        ordered = sorted(cuts, key=lambda cut: (cut.row, cut.place))
        for code, cut in zip(TOWERS_AND_BACK, ordered, strict=True):
            self._add(code, cut, 0)
        return list(TOWERS_AND_BACK)

    def _take_palaces(self, cuts: Sequence[Cut], found: LaidOut, *, is_towers: bool) -> tuple[list[int], list[Text]]:
        matched = self._matched(cuts)
        seen_before = [cut for cut in matched if cut.match and cut.match.is_same]
        is_again = self.gathered.cards and len(seen_before) >= SECOND_PASS * len(matched)
        if is_again or self.gathered.is_first_pass_over or (self._pass_of and len(matched) < ENOUGH):
            return self._again(matched)
        if is_towers:
            return [], [at(1, 1, MISSING["towers"])]
        return self._first(matched, found)

    def _matched(self, cuts: Sequence[Cut]) -> list[Cut]:
        faces = {code: unpacked(card.pictures[0]) for code, card in self.gathered.cards.items()}
        known = Known(faces, self._size_mm, self._usual or 0.0)
        return [Cut(cut.row, cut.place, cut.card, known.match(cut.card)) for cut in cuts]

    def _first(self, cuts: Sequence[Cut], found: LaidOut) -> tuple[list[int], list[Text]]:
        """Cards that nobody has seen before; of one that looks like an earlier one it is said, and it waits."""
        codes, told, rows = [], [], self._rows(found)
        for cut in sorted(cuts, key=lambda one: (one.row, one.place)):
            order = self.gathered.places + sum(rows[: cut.row - 1]) + cut.place
            again = cut.match.code if cut.match and cut.match.is_same else None
            if again is None and len(self.gathered.palaces) >= MOST_PALACES:
                told.append(at(cut.row, cut.place, too_many(CARDS_IN_A_DECK)))
                continue
            code = self.gathered.next_code()
            self._add(code, cut, order)
            codes.append(code)
            if again is not None:
                self.gathered.cards[code].perhaps = self.gathered.earliest(again)
                told.append(at(cut.row, cut.place, perhaps_again(self.gathered.cards[again])))
        self.gathered.places += sum(rows)
        return codes, told

    def _again(self, cuts: Sequence[Cut]) -> tuple[list[int], list[Text]]:
        """Cards of the first pass, in whatever order; each gets its second photograph."""
        codes: list[int] = []
        told: list[Text] = []
        for cut in sorted(cuts, key=_likest):
            match = cut.match
            if match is None or not self._is_same(match):
                told += self._unknown(cut, match, codes)
                continue
            self._unlike.append(match.unlike)
            self._take_for_one(match)
            code = self._meant(match, codes)
            if code is None:
                told.append(at(cut.row, cut.place, as_like(*self._cards(match.code, min(match.rivals)))))
            elif code not in codes:
                told += self._second(cut, match, code)
                codes.append(code)
            elif code != BACK_CODE:  # there may lie a row of backs
                told.append(at(cut.row, cut.place, seen_twice(self.gathered.cards[code])))
        self.gathered.are_two(codes)
        return codes, told

    def _is_same(self, match: Match) -> bool:
        """Whether it is that card: in sharp pictures a small number is enough to tell it from one that is alike."""
        return match.is_same and (self._usual is None or match.unlike <= max(SHARP, FAR_OFF * self._usual))

    @property
    def _usual(self) -> float | None:
        """How unlike their first photographs the cards of this run are as a rule; None while too few are known."""
        return float(np.median(self._unlike)) if len(self._unlike) >= ENOUGH else None

    def _meant(self, match: Match, seen: Sequence[int]) -> int | None:
        """
        The card; None where it may be another one as well.

        Of two that may be one, shown twice, it is the earlier one; two in one picture are two.
        """
        pair, doubled = self._pair(match.code), self.gathered.doubled
        if not match.rivals <= pair:
            return None
        likely = {match.code, *match.rivals}
        free = likely.difference(seen) or pair.difference(seen)
        return min(free, key=lambda one: (one in doubled, one), default=match.code)

    def _take_for_one(self, match: Match) -> None:
        """Cards that the second pass alone has shown, and that nothing tells apart, are perhaps one card."""
        codes = sorted({match.code, *match.rivals})
        if all(self.gathered.cards[code].late and len(self.gathered.cards[code].pictures) < 2 for code in codes):
            for code in codes[1:]:
                self.gathered.cards[code].perhaps = self.gathered.earliest(codes[0])

    def _pair(self, code: int) -> set[int]:
        """The cards that are perhaps the same one, shown twice."""
        first = self.gathered.earliest(code)
        return {first, *(one for one, earlier in self.gathered.doubled.items() if earlier == first)}

    def _cards(self, *codes: int) -> list[Photographed]:
        return [self.gathered.cards[code] for code in codes]

    def _second(self, cut: Cut, match: Match, code: int) -> list[Text]:
        """The photograph, cut out as the first one lies."""
        card = self.gathered.cards[code]
        if len(card.pictures) > 1:
            return [at(cut.row, cut.place, third_time())] if code not in TOWERS_AND_BACK else []
        flat = cut_out(cut.card, match.place, self._size_mm, 0.0)
        card.pictures.append(packed(flat))
        self.gathered.is_told(code)
        self._pass_of[code] = self.gathered.taken
        return []

    def _mistaken(self) -> list[Text]:
        """
        Second photographs that are rather of a card which nobody had photographed before: they do not count.

        And cards that nothing tells apart, as long as they have not lain in one picture: they count as one.
        """
        cards = {code: card for code, card in self.gathered.cards.items() if len(card.pictures) > 1}
        first = {code: unpacked(card.pictures[0]) for code, card in cards.items()}
        known = Known(first, self._size_mm, self._usual or 0.0)
        told = []
        for code, card in cards.items():
            match = known.match(with_margin(unpacked(card.pictures[1])))
            likely = {match.code, *match.rivals} if match else {code}
            if match and code not in likely:
                del card.pictures[1]
                told.append(of_another(*self._cards(code, match.code)))
            else:
                told += [one for other in sorted(likely) if (one := self._perhaps_one(other, code))]
        return told

    def _perhaps_one(self, first: int, code: int) -> Text | None:
        """Counts two cards as one, perhaps, that have not lain in one picture; what is to be said of it."""
        one, other = self._cards(first, code)
        if first >= code or one.where[0] == other.where[0] or other.is_alone or {*TOWERS_AND_BACK} & {first, code}:
            return None
        other.perhaps = self.gathered.earliest(first)
        return perhaps_one(self.gathered.cards[other.perhaps], other)

    def _unknown(self, cut: Cut, match: Match | None, codes: list[int]) -> list[Text]:
        """A card like none of before: on its head, seen badly, left out of the first pass, or of another box."""
        around = cut.card[::-1, ::-1].copy()
        known = self._matched([Cut(cut.row, cut.place, around)])[0].match
        if known and known.is_same:
            return [at(cut.row, cut.place, head_down())]
        if match and (match.is_same or self._is_likely(match)):
            return [self._nearly_like(cut, match.code)]
        codes.append(self._late_one(cut, match))
        return [at(cut.row, cut.place, MISSING["new"])]

    def _is_likely(self, match: Match) -> bool:
        """Whether it is probably a card that was seen once, and looks otherwise: in a place, or as a whole."""
        return match.lead > SURE and match.likeness > SIMILAR and match.code in self.gathered.once

    def _nearly_like(self, cut: Cut, code: int) -> Text:
        """
        Neither the same nor another. Of a card seen once the first photograph may be the bad one: the second time the
        new one takes its place. One that is there twice never becomes two cards so.
        """
        card = self.gathered.cards[code]
        told = at(cut.row, cut.place, seen_otherwise(card))
        if code not in self.gathered.once:
            return told
        if card.nearly and code not in TOWERS_AND_BACK:
            self.gathered.places += 1
            self._add(code, cut, self.gathered.places)
            self.gathered.cards[code].late = card.late
        else:
            card.nearly = True
        return told

    def _late_one(self, cut: Cut, match: Match | None) -> int:
        """Adds a card that the first pass did not show, or did show in such light that it looks like another."""
        code, earlier = self.gathered.next_code(), match.code if match and match.is_similar else None
        is_late = earlier is not None and earlier in self.gathered.once and self.gathered.cards[earlier].late
        self.gathered.places += 1
        self._add(code, cut, self.gathered.places)
        self.gathered.cards[code].perhaps = earlier if is_late else None
        self.gathered.cards[code].late = True
        self.gathered.forget_late()
        return code

    def _add(self, code: int, cut: Cut, order: int) -> None:
        where = self.gathered.taken, cut.row, cut.place
        self.gathered.cards[code] = Photographed([packed(without_margin(cut.card))], where, order)


def _likest(cut: Cut) -> float:
    return cut.match.unlike if cut.match else 9.0
