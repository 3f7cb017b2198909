"""A fault that is made once in an evening: at a moment that suits it, until somebody puts it right."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from lucca_pi.games.citta.rules.turn import Turn
from tests.sim.evening import Change, Evening, Moment, Slip

TURNS_UNTIL_NOTICED = (0, 1, 2, 3)
"""Turns for which people overlook what lies amiss, where they notice it by themselves."""
NOTICED = 0.5
"""How often they do; otherwise it lies so until the machine complains."""


TOGETHER = 0.7
"""How often a second fault is made at the same moment as the first, or the nearest to it that suits."""


@dataclass(frozen=True, slots=True)
class Found:
    """
    What happens, and with whom; None: in the centre.

    `until`: it is over at that moment at the latest. `noticed`: whether people notice it by themselves within some
    turns; None: by chance. `brief`, `stays`, `named`: as a `Slip`.
    """

    player: str | None
    change: Change
    until: int | None = None
    noticed: bool | None = None
    brief: bool = False
    stays: bool = False
    named: str = ""


Find = Callable[[Evening, int, Random], Found | None]
"""What can happen at the moment of that number, where something can."""


@dataclass(frozen=True, slots=True)
class Lies:
    """Something comes to lie amiss after one turn of the evening. `at_the_deal`: as the game begins."""

    name: str
    find: Find
    at_the_deal: bool = False

    def __call__(self, evening: Evening, chance: Random) -> Iterator[Moment]:
        numbers = [0] if self.at_the_deal else in_any_order(evening, turns_of(evening), chance)
        for number in numbers:
            found = self.find(evening, number, chance)
            if found and found.change(laid := evening.moments[number].lies()) != laid:
                return self._slipped(evening, number, found, _end(evening, number, found, chance))
        return iter(evening.moments)

    def _slipped(self, evening: Evening, begins: int, found: Found, ends: int) -> Iterator[Moment]:
        slip = Slip(f"{self.name} {begins}", found.player, found.change, found.brief, found.stays, found.named)
        for number, moment in enumerate(evening.moments):
            lasts = begins <= number < ends
            yield replace(moment, slips=_in_order((*moment.slips, slip))) if lasts else moment


def _in_order(slips: tuple[Slip, ...]) -> tuple[Slip, ...]:
    """What happens to cards, and after it what happens to all of them or to their stickers."""
    return tuple(sorted(slips, key=lambda slip: slip.stays))


def _end(evening: Evening, begins: int, found: Found, chance: Random) -> int:
    """The number of the first moment at which it is over."""
    last = len(evening.moments) if found.until is None else found.until
    noticed = chance.random() < NOTICED if found.noticed is None else found.noticed
    if found.stays or not noticed:
        return last
    return min(last, after_turns(evening, begins, chance.choice(TURNS_UNTIL_NOTICED)) + 1)


def turns_of(evening: Evening) -> list[int]:
    """The numbers of the moments at which somebody has played and presses OK, and means what he has done."""
    return [
        number
        for number, moment in enumerate(evening.moments)
        if isinstance(moment.done, Turn) and moment.pressed and not moment.half_way and moment.meant is None
    ]


def in_any_order(evening: Evening, numbers: Sequence[int], chance: Random) -> list[int]:
    """The same numbers of moments; often, where a fault is being made already, those near it first."""
    mixed = chance.sample(numbers, len(numbers))
    troubled = _first_trouble(evening)
    if troubled is None or chance.random() >= TOGETHER:
        return mixed
    return sorted(mixed, key=lambda number: abs(number - troubled))


def _first_trouble(evening: Evening) -> int | None:
    """The number of the first moment at which something is amiss; at the deal mostly nothing is."""
    return next((at for at, moment in enumerate(evening.moments) if at and _is_troubled(moment)), None)


def _is_troubled(moment: Moment) -> bool:
    unpressed = moment.done is not None and not moment.pressed
    return bool(moment.slips) or moment.meant is not None or moment.half_way or unpressed


def after_turns(evening: Evening, number: int, turns: int) -> int:
    """The number of the last moment before so many more turns, and one, have been played."""
    left = turns
    for later in range(number + 1, len(evening.moments)):
        left -= evening.moments[later].done is not None
        if left < 0:
            return later - 1
    return len(evening.moments) - 1


def will_be_noticed(evening: Evening, number: int) -> bool:
    """Whether so much is left of the evening that people notice by themselves what happens at that moment."""
    return after_turns(evening, number, TURNS_UNTIL_NOTICED[-1]) + 1 < len(evening.moments)


def done_at(evening: Evening, number: int) -> Turn:
    """The turn that was played at that moment, one of `turns_of`."""
    turn = evening.moments[number].done
    assert isinstance(turn, Turn)
    return turn
