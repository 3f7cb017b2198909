"""Windows and shields counted on cards, by symbols that a few answered cards teach; with stickers or without."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lucca_pi.games.citta.rules.deck import MOST_SYMBOLS, Card
from lucca_pi.vision.faces.prints import Floats
from lucca_pi.vision.faces.sorting import Symbol, learnt

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
