"""Windows and shields counted on cards, by symbols that a few answered cards teach; with stickers or without."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lucca_pi.games.citta.rules.deck import MOST_SYMBOLS, Card
from lucca_pi.vision.faces.groups import Symbol, learnt
from lucca_pi.vision.faces.prints import Floats

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


class Counting:
    """The symbols of a box, learnt from answered cards. That takes seconds."""

    def __init__(
        self,
        lights: Mapping[int, Floats],
        answered: Mapping[int, Card],
        heap_of: Mapping[int, int],
        hidden: NDArray[np.bool_] | None = None,
    ) -> None:
        """`hidden`: pixels of every card that show no print, such as a sticker."""
        self._lights, self._heap_of = lights, heap_of
        self._taught, self._teachers = {card.windows for card in answered.values()}, len(answered)
        self._together = _together(answered)
        windows = {code: card.windows for code, card in answered.items()}
        self._shields = learnt(lights, {code: card.shields for code, card in answered.items()}, hidden)
        without = self._shields.covers([lights[code] for code in answered]) if self._shields else hidden
        if without is not None and hidden is not None:
            without = without | hidden
        everywhere = learnt(lights, windows, without)
        self._windows: dict[int, Symbol | None] = dict.fromkeys(heap_of.values(), everywhere)
        if everywhere is None and self._shields and self._together is not None:
            for heap in self._windows:
                cards = [code for code in lights if heap_of.get(code) == heap]
                by_shields = {code: max(0, self._together - self._shields.on(lights[code])[0]) for code in cards}
                self._windows[heap] = learnt(lights, by_shields, without)

    def see(self, lights: Mapping[int, Floats], heap_of: Mapping[int, int]) -> None:
        """Counts on these cards from now on."""
        self._lights, self._heap_of = lights, heap_of

    def explains(self, answered: Mapping[int, Card]) -> bool:
        """True if the symbols seen on these cards are those that were answered."""
        every = [(self._seen(code), card) for code, card in answered.items()]
        return _together(answered) == self._together and all(
            seen and (seen.windows, seen.shields) == (card.windows, card.shields) for seen, card in every
        )

    def is_behind(self, answered: Mapping[int, Card]) -> bool:
        """
        True if these answers would add knowledge: a new number of windows is among them, or one that differs from the
        reading.

        Also true with a few more answers while shields cannot be counted: then no card is sure.
        """
        new_windows = {card.windows for card in answered.values()} - self._taught
        lacks = self._shields is None and len(answered) >= _MORE * self._teachers
        return bool(new_windows) or lacks or not self.explains(answered)

    def told(self, answered: Mapping[int, Card]) -> dict[int, SymbolCount]:
        """Symbols seen on all other cards; unsure for a number of windows that nobody has answered yet."""
        taught = {card.windows for card in answered.values()}
        seen = {code: self._seen(code) for code in self._lights if code not in answered}
        return {
            code: replace(one, is_sure=one.is_sure and one.windows in taught)
            for code, one in seen.items()
            if one is not None
        }

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

    def _beside(self, other: int | None) -> int | None:
        """The number of one symbol, derived from that of the other."""
        return None if self._together is None or other is None or other > self._together else self._together - other


def _together(answered: Mapping[int, Card]) -> int | None:
    """Windows and shields of each card together; None if the sum differs between cards."""
    sums = {card.windows + card.shields for card in answered.values()}
    return sums.pop() if len(sums) == 1 else None


class LearntSymbols:
    """Windows and shields of a box's cards, learnt from the answers, and anew if these add knowledge."""

    def __init__(self) -> None:
        self._lights: Mapping[int, Floats] = {}
        self._heap_of: Mapping[int, int] = {}
        self._hidden: NDArray[np.bool_] | None = None
        self._counting: Counting | None = None
        self._for: dict[int, Card] | None = None
        self._counted: dict[int, SymbolCount] = {}

    def see(
        self, lights: Mapping[int, Floats], heap_of: Mapping[int, int], hidden: NDArray[np.bool_] | None = None
    ) -> None:
        """Counts on these cards from now on, also by what others taught; `hidden`: their pixels without print."""
        self._lights, self._heap_of, self._hidden, self._for = lights, heap_of, hidden, None
        if self._counting:
            self._counting.see(lights, heap_of)

    def counted(self, answered: Mapping[int, Card]) -> dict[int, SymbolCount]:
        """Symbols seen on all cards but the answered ones, worked out once for the same answers."""
        if self._for != answered:
            known = {code: card for code, card in answered.items() if code in self._lights}
            if self._counting is None or self._counting.is_behind(known):
                is_enough = len(known) >= _ENOUGH_ANSWERS and len({one.windows for one in known.values()}) >= _DIFFERENT
                self._counting = Counting(self._lights, known, self._heap_of, self._hidden) if is_enough else None
            self._for = dict(answered)
            self._counted = self._counting.told(known) if self._counting else {}
        return self._counted
