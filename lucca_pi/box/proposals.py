"""
Proposals from photographs: street number, colour, windows and shields of each card, and the cards that look alike.

Windows and shields are counted by symbols that a few answered cards teach, with stickers or without.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import permutations
from math import dist

import numpy as np
from numpy.typing import NDArray

from lucca_pi.box.draft_files import DeckDraft
from lucca_pi.box.gathering import MOST_NAMED
from lucca_pi.box.photo_store import Gathered, Photographed, decoded_picture
from lucca_pi.games.citta.rules.deck import COLOURS_IN_A_DECK, MOST_SYMBOLS, Card, DeckFile
from lucca_pi.language import Text, _, listed, ngettext
from lucca_pi.table.shades import Shade
from lucca_pi.table.shades import shade_of as shade_called
from lucca_pi.vision.faces.box import Box, alike_in, box_of
from lucca_pi.vision.faces.prints import Floats
from lucca_pi.vision.faces.sorting import Symbol, contradicted, heaps, learnt, read_street_numbers, shade_of
from lucca_pi.vision.picture import Colour, PictureError

_ENOUGH_ANSWERS = 5
"""Fewest answers from which windows and shields are learnt,"""
_DIFFERENT = 3
"""and fewest different numbers of windows among them."""
_MORE = 1.3
"""Factor of new answers after which shields are sought again if none were learnt."""


@dataclass(frozen=True, slots=True)
class SymbolCount:
    """Windows and shields seen on a card; `is_sure` if both were seen clearly and agree."""

    windows: int
    shields: int
    is_sure: bool


class LearntSymbols:
    """
    Windows and shields of a box's cards, learnt from the answered ones, and anew if more answers add knowledge.

    Learning takes seconds; what others taught counts on cards that are seen later, too.
    """

    def __init__(self) -> None:
        self._lights: Mapping[int, Floats] = {}
        self._heap_of: Mapping[int, int] = {}
        self._hidden: NDArray[np.bool_] | None = None
        self._taught: Mapping[int, Card] = {}
        """The answered cards from which symbols were learnt; empty while none are."""
        self._shields: Symbol | None = None
        self._windows: dict[int, Symbol | None] = {}
        """The window of each colour's cards."""
        self._for: dict[int, Card] | None = None
        self._counted: dict[int, SymbolCount] = {}

    def see(
        self, lights: Mapping[int, Floats], heap_of: Mapping[int, int], hidden: NDArray[np.bool_] | None = None
    ) -> None:
        """Counts on these cards from now on; `hidden`: pixels of every card that show no print, such as a sticker."""
        self._lights, self._heap_of, self._hidden, self._for = lights, heap_of, hidden, None

    def counted(self, answered: Mapping[int, Card]) -> dict[int, SymbolCount]:
        """
        Symbols seen on all cards but the answered ones, worked out once for the same answers.

        Unsure for a number of windows that nobody has answered yet.
        """
        if self._for != answered:
            known = {code: card for code, card in answered.items() if code in self._lights}
            windows = {card.windows for card in known.values()}
            if not self._taught or self.is_behind(known):
                is_enough = len(known) >= _ENOUGH_ANSWERS and len(windows) >= _DIFFERENT
                self._taught = known if is_enough else {}
                self._learn()
            seen = {code: self._seen(code) for code in self._lights if code not in known} if self._taught else {}
            self._counted = {
                code: replace(one, is_sure=one.is_sure and one.windows in windows) for code, one in seen.items() if one
            }
            self._for = dict(answered)
        return self._counted

    def is_behind(self, answered: Mapping[int, Card]) -> bool:
        """
        True if these answers would add knowledge: a new number of windows is among them, or one that differs from the
        reading.

        Also true with a few more answers while shields cannot be counted: then no card is sure.
        """
        new_windows = {card.windows for card in answered.values()} - {card.windows for card in self._taught.values()}
        lacks = self._shields is None and len(answered) >= _MORE * len(self._taught)
        every = [(self._seen(code), card) for code, card in answered.items()]
        are_explained = _together(answered) == self._together and all(
            seen and (seen.windows, seen.shields) == (card.windows, card.shields) for seen, card in every
        )
        return bool(new_windows) or lacks or not are_explained

    def _learn(self) -> None:
        """Learns the symbols of the answered cards; none if there are none."""
        lights, taught, hidden = self._lights, self._taught, self._hidden
        self._shields, self._windows = None, {}
        if not taught:
            return
        self._shields = learnt(lights, {code: card.shields for code, card in taught.items()}, hidden)
        without = self._shields.covers([lights[code] for code in taught]) if self._shields else hidden
        if without is not None and hidden is not None:
            without = without | hidden
        everywhere = learnt(lights, {code: card.windows for code, card in taught.items()}, without)
        self._windows = dict.fromkeys(self._heap_of.values(), everywhere)
        if everywhere is None and self._shields and (together := self._together) is not None:
            for heap in self._windows:
                cards = [code for code in lights if self._heap_of.get(code) == heap]
                by_shields = {code: max(0, together - self._shields.on(lights[code])[0]) for code in cards}
                self._windows[heap] = learnt(lights, by_shields, without)

    def _seen(self, code: int) -> SymbolCount | None:
        """The symbols seen on a card; None if they cannot be counted."""
        light, symbol = self._lights[code], self._windows.get(self._heap_of[code])
        windows, is_clear = symbol.on(light) if symbol else (None, False)
        shields, are_clear = self._shields.on(light) if self._shields else (None, False)
        agree = windows is not None and shields is not None and windows + shields == self._together
        if windows is None or (shields is not None and are_clear and not is_clear):
            windows = self._beside(shields)
        if windows is None:
            return None
        shields = self._beside(windows) if self._together is not None else shields
        if shields is None or max(windows, shields) > MOST_SYMBOLS:
            return None
        return SymbolCount(windows, shields, agree and is_clear and are_clear)

    @property
    def _together(self) -> int | None:
        return _together(self._taught)

    def _beside(self, other: int | None) -> int | None:
        """The number of one symbol, derived from that of the other."""
        return None if self._together is None or other is None or other > self._together else self._together - other


def _together(answered: Mapping[int, Card]) -> int | None:
    """Windows and shields of each card together; None if the sum differs between cards."""
    sums = {card.windows + card.shields for card in answered.values()}
    return sums.pop() if len(sums) == 1 else None


_LIGHTNESS = 0.5
"""Weight of a difference in lightness beside one in hue: light falls unevenly, hues stay."""


def colour_by_shade(shade: Shade, draft: DeckDraft) -> str | None:
    """The colour whose shade is nearest; None while one of the deck's colours has no shade yet: it may be that one."""
    taught = [(card.colour, draft.shades[code]) for code, card in draft.answered.items() if code in draft.shades]
    learnt = {colour for colour, _ in taught}
    words = [(name, known) for name in draft.colours if name not in learnt and (known := shade_called(name))]
    if len(learnt) + len(words) < len(draft.colours):
        return None
    return min((_difference(shade, other), colour) for colour, other in (*taught, *words))[1]


def _difference(one: Shade, other: Shade) -> float:
    return dist((one[0] * _LIGHTNESS, *one[1:]), (other[0] * _LIGHTNESS, *other[1:]))


@cache
def colours_of_shades(shades: tuple[Shade, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """
    The word for each of as many shades as there are words, each used once; "" for all where a word is not known.

    Every assignment is tried, so the result is cached.
    """
    words = [known for name in names if (known := shade_called(name))]
    if not len(shades) == len(names) == len(words):
        return ("",) * len(shades)
    ways = permutations(range(len(names)))
    best = min(ways, key=lambda way: sum(_difference(shades[at], words[word]) for at, word in enumerate(way)))
    return tuple(names[word] for word in best)


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
