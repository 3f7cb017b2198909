"""
Proposals from photographs: street number, colour, windows and shields of each card, and the cards that look alike.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lucca_pi.box.counting import LearntSymbols, SymbolCount
from lucca_pi.box.draft_files import DeckDraft
from lucca_pi.box.gathering import MOST_NAMED
from lucca_pi.box.photo_store import Gathered, Photographed, decoded_picture
from lucca_pi.box.stickers import colours_of_shades
from lucca_pi.games.citta.rules.deck import COLOURS_IN_A_DECK, Card, DeckFile
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.shades import Shade
from lucca_pi.vision.faces.box import Box, alike_in, box_of
from lucca_pi.vision.faces.prints import Floats
from lucca_pi.vision.faces.sorting import contradicted, heaps, read_street_numbers, shade_of
from lucca_pi.vision.picture import Colour, PictureError

_IN_ORDER = 20
"""Number of cards laid first, in the order of their numbers from 1; their digits are the examples for all others."""
_LOOK_ALIKE = 110.0
"""Difference in print below which two upper parts are alike: drawn houses with other windows have 126 at least."""
_PRINTED_ALIKE = 150.0
"""Difference in print below which two whole faces are alike; drawn ones with other numbers have 240 at least."""


class Proposals:
    """Proposals from the photographs of the palace cards, each worked out once, when it is asked for."""

    def __init__(self, gathered: Gathered, size_mm: tuple[float, float]) -> None:
        self._cards: dict[int, Photographed] = dict(gathered.palaces)
        self._size_mm = size_mm
        self._numbers_for: tuple[dict[int, int], dict[int, int]] | None = None

    @cached_property
    def faces(self) -> dict[int, Colour]:
        """The first photograph of each card."""
        return {code: decoded_picture(card.pictures[0]) for code, card in self._cards.items()}

    @cached_property
    def _first(self) -> dict[int, int]:
        """The numbers of the cards that were laid in order."""
        return {code: card.order for code, card in self._cards.items() if 1 <= card.order <= _IN_ORDER}

    @cached_property
    def _surely_first(self) -> dict[int, int]:
        """
        Numbers of the first cards that are sure without reading a digit: those up to the picture in which one is
        missing.

        A card photographed again in between would move all later ones on by one.
        """
        if not (lacking := {*range(1, _IN_ORDER + 1)} - {*self._first.values()}):
            return self._first
        before = [card.where[0] for card in self._cards.values() if 1 <= card.order < min(lacking)]
        last = max(before, default=0)
        return {code: order for code, order in self._first.items() if self._cards[code].where[0] <= last}

    @cached_property
    def _contradicted(self) -> set[int] | None:
        return contradicted(self.faces, self._first)

    @property
    def are_digits_learnt(self) -> bool:
        """True if the cards laid in order taught digits; else nothing shows that they were laid in order."""
        return self._contradicted is not None

    @property
    def out_of_order(self) -> set[int]:
        """Cards laid first that do not show the number of their place."""
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
            self._numbers_for = known, {**known, **read_street_numbers(self.faces, known)}
        return self._numbers_for[1]

    @cached_property
    def heap_of(self) -> dict[int, int]:
        """The number of each card's colour group."""
        every = [[decoded_picture(one) for one in card.pictures] for card in self._cards.values()]
        return dict(zip(self._cards, heaps(every, COLOURS_IN_A_DECK), strict=True))

    @cached_property
    def _box(self) -> Box:
        return box_of({code: tuple(card.pictures) for code, card in self._cards.items()}, self._size_mm)

    @cached_property
    def alike_of(self) -> dict[int, frozenset[int]]:
        """For each card, all cards whose upper part, with windows and shields, is printed alike; itself included."""
        differ = self._box.upper_differences < _LOOK_ALIKE
        names = self._box.prints.names
        return {code: frozenset(names[at] for at in _reached(differ, start)) for start, code in enumerate(names)}

    @cached_property
    def badly_told(self) -> list[frozenset[int]]:
        """Groups of cards whose upper parts show no difference, those that differ least as a whole first."""
        return self._grouped([pair for pair in alike_in(self._box) if pair not in self._twins])

    @property
    def never_told(self) -> list[frozenset[int]]:
        """Groups of cards whose whole faces are printed alike, by two photographs of each."""
        return self._grouped(self._twins)

    @cached_property
    def _twins(self) -> list[tuple[int, int]]:
        differ = np.triu(self._box.whole_differences < _PRINTED_ALIKE, 1)
        return [(int(one), int(other)) for one, other in np.argwhere(differ)]

    def _grouped(self, pairs: list[tuple[int, int]]) -> list[frozenset[int]]:
        """Groups of cards joined by pairs, by their codes, the most alike first."""
        differ, names = self._box.whole_differences, self._box.prints.names
        near = np.zeros_like(differ, np.bool_)
        for one, other in pairs:
            near[one, other] = near[other, one] = True
        ordered = sorted(pairs, key=lambda pair: float(differ[pair]))
        groups = dict.fromkeys(frozenset(names[at] for at in _reached(near, one)) for one, _other in ordered)
        return [*groups]

    def colour(self, code: int, draft: DeckDraft) -> str:
        """The colour given to most cards of its group, else the word nearest to it; "" for none."""
        heap = self.heap_of[code]
        given = Counter(card.colour for other, card in draft.answered.items() if self.heap_of.get(other) == heap)
        return given.most_common(1)[0][0] if given else colours_of_shades(self._shades, draft.colours)[heap]

    @cached_property
    def _shades(self) -> tuple[Shade, ...]:
        piles = [[self.faces[code] for code in self.faces if self.heap_of[code] == heap] for heap in range(6)]
        return tuple(shade_of(pile) if pile else (0.0, 0.0, 0.0) for pile in piles)

    @cached_property
    def _lights(self) -> dict[int, Floats]:
        """The upper parts of the faces."""
        prints = self._box.prints
        return {code: prints.upper.light(at) for at, code in enumerate(prints.names)}

    @cached_property
    def _symbols(self) -> LearntSymbols:
        learnt = LearntSymbols()
        learnt.see(self._lights, self.heap_of)
        return learnt

    def symbols(self, code: int, answered: Mapping[int, Card]) -> SymbolCount | None:
        """Windows and shields: those of a card that looks alike, else as counted; None if unknown."""
        given = Counter(
            (answered[other].windows, answered[other].shields) for other in self.alike_of[code] & {*answered}
        )
        seen = self._symbols.counted(answered).get(code)
        if not given:
            return seen
        (windows, shields), _times = given.most_common(1)[0]
        agree = seen is not None and seen.is_sure and (seen.windows, seen.shields) == (windows, shields)
        return seen if seen and seen.is_sure and not agree else SymbolCount(windows, shields, agree)


def _reached(near: NDArray[np.bool_], start: int) -> set[int]:
    """All nodes connected with `start` by a chain of near ones."""
    reached, left = {start}, [start]
    while left:
        more = set(np.flatnonzero(near[left.pop()]).tolist()) - reached
        reached |= more
        left += more
    return reached


def photographs_told(deck_file: DeckFile) -> list[Text]:
    """Messages on the number of faces with photographs, and the cards that look alike; empty for a deck without any."""
    if not deck_file.photographs:
        return []
    number = len(deck_file.photographs)
    twice = sum(len(pictures) > 1 for pictures in deck_file.photographs.values())
    told = [
        ngettext("photographs of {number} face", "photographs of {number} faces", number),
        _("{twice} of them twice", twice=twice),
    ]
    cards = {
        code: Photographed([*pictures], (0, 0, 0), 0)
        for code, pictures in deck_file.photographs.items()
        if code in deck_file.codes and pictures
    }
    try:
        proposals = Proposals(Gathered(cards), deck_file.card_mm)
        named = {code: deck_file.deck[number] for code, number in deck_file.codes.items()}
        alike = look_alike(proposals.badly_told, proposals.never_told, named, most=len(cards)) if cards else []
    except (ValueError, PictureError) as error:
        alike = [_("A photograph cannot be read ({reason}): enrol the box again.", reason=str(error))]
    return [listed(told), *alike]


def look_alike(
    alike: Sequence[Collection[int]],
    twins: Sequence[Collection[int]],
    cards: Mapping[int, Card],
    most: int = MOST_NAMED,
) -> list[Text]:
    """
    The cards that are hard to distinguish by their faces, or indistinguishable, with what to do: a line or two.

    Groups of cards by code, the worst first; up to `most` of them are named, by number.
    """
    badly, never = (_by_number(groups, cards) for groups in (alike, twins))
    told = []
    if never:
        told.append(
            _("Their faces cannot be told apart: {cards}. Put a sticker on each of them.", cards=_groups(never, most))
        )
    if badly:
        told.append(
            _(
                "Their faces are hard to tell apart: {cards}. In each group, put a sticker on all cards but one.",
                cards=_groups(badly, most),
            )
        )
    return told


def _by_number(groups: Sequence[Collection[int]], cards: Mapping[int, Card]) -> list[list[int]]:
    """The street numbers of the cards of each group of several."""
    numbered = [sorted(cards[code].number for code in group if code in cards) for group in groups]
    return [group for group in numbered if len(group) > 1]


def _groups(groups: Sequence[Sequence[int]], most: int) -> Text:
    """Cards that are alike, joined by "and"; beyond `most` how many more there are."""
    named = [_("{cards} and {last}", cards=", ".join(map(str, some)), last=last) for *some, last in groups[:most]]
    more = len(groups) - most
    if more > 0:
        named.append(
            ngettext(
                "and {number} more group, listed by deck check", "and {number} more groups, listed by deck check", more
            )
        )
    return listed(named, "; ")
