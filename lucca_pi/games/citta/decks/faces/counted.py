"""Windows and shields that photographs tell of cards nobody was asked about, learnt from those that were answered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lucca_pi.games.citta.rules.deck import MOST_SYMBOLS, Card
from lucca_pi.vision.faces.groups import Symbol, learnt
from lucca_pi.vision.faces.prints import Floats

ENOUGH = 5
"""Answers before anything is counted, of ..."""
DIFFERENT = 3
"""... so many different numbers of windows."""
MORE = 1.3
"""So many times as many answers may teach what those of before did not."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What is seen on a card; `is_sure` if windows and shields were each seen clearly, and agree."""

    windows: int
    shields: int
    is_sure: bool


def counting(
    lights: Mapping[int, Floats], answered: Mapping[int, Card], heap_of: Mapping[int, int]
) -> "Counting | None":
    """
    Learns the symbols from cards that were answered; None while these are few, or much alike. Takes seconds.

    `lights`: the upper parts of the faces, by code. `heap_of`: cards of a colour, whose windows may be of its own kind.
    """
    if len(answered) < ENOUGH or len({card.windows for card in answered.values()}) < DIFFERENT:
        return None
    return Counting(lights, answered, heap_of)


class Counting:
    """The symbols of a box."""

    def __init__(self, lights: Mapping[int, Floats], answered: Mapping[int, Card], heap_of: Mapping[int, int]) -> None:
        self._lights, self._heap_of = lights, heap_of
        self._taught, self._teachers = {card.windows for card in answered.values()}, len(answered)
        self._together = _together(answered)
        windows = {code: card.windows for code, card in answered.items()}
        self._shields = learnt(lights, {code: card.shields for code, card in answered.items()})
        without = self._shields.covers([lights[code] for code in answered]) if self._shields else None
        everywhere = learnt(lights, windows, without)
        self._windows: dict[int, Symbol | None] = dict.fromkeys(heap_of.values(), everywhere)
        if everywhere is None and self._shields and self._together is not None:
            for heap in self._windows:
                self._windows[heap] = learnt(lights, self._by_shields(heap, self._shields, self._together), without)

    def _by_shields(self, heap: int, shields: Symbol, together: int) -> dict[int, int]:
        """The windows of the cards of one colour, as their shields tell."""
        cards = [code for code in self._lights if self._heap_of.get(code) == heap]
        return {code: max(0, together - shields.on(self._lights[code])[0]) for code in cards}

    def explains(self, answered: Mapping[int, Card]) -> bool:
        """Whether what is seen on these cards is what was answered."""
        seen = {code: self._seen(code) for code in answered}
        told = {code: (card.windows, card.shields) for code, card in answered.items()}
        return _together(answered) == self._together and all(
            one is not None and (one.windows, one.shields) == told[code] for code, one in seen.items()
        )

    def is_behind(self, answered: Mapping[int, Card]) -> bool:
        """
        Whether these answers would teach more: other windows are among them, or other than what is seen.

        So would a few more while nothing shows shields: no card is sure then.
        """
        new_windows = {card.windows for card in answered.values()} - self._taught
        lacks = self._shields is None and len(answered) >= MORE * self._teachers
        return bool(new_windows) or lacks or not self.explains(answered)

    def told(self, answered: Mapping[int, Card]) -> dict[int, Counted]:
        """What is seen on all other cards. A number of windows that nobody has answered yet is not sure."""
        taught = {card.windows for card in answered.values()}
        seen = {code: self._seen(code) for code in self._lights if code not in answered}
        return {
            code: replace(one, is_sure=one.is_sure and one.windows in taught)
            for code, one in seen.items()
            if one is not None
        }

    def _seen(self, code: int) -> Counted | None:
        """What is seen on a card; None where nothing is."""
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
        return Counted(windows, shields, agree and is_clear and are_clear)

    def _beside(self, other: int | None) -> int | None:
        """The number of one symbol by that of the other."""
        return None if self._together is None or other is None or other > self._together else self._together - other


def _together(answered: Mapping[int, Card]) -> int | None:
    """How many windows and shields each card has; None where that is not one number."""
    sums = {card.windows + card.shields for card in answered.values()}
    return sums.pop() if len(sums) == 1 else None
