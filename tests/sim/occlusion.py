"""What a camera does not see though it lies there: each hides some cards' codes from a look, at a rate."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import dist
from random import Random
from typing import Protocol

from lucca_pi.games.citta.drawn.scenes import DrawnCard
from lucca_pi.games.citta.table.pieces import BACK_CODE, QUARTER_CODES
from tests.sim.evening import Laid

OFF_MM = 0.5
OFF_DEG = 0.3
"""How exactly a card's place and heading are read: standard deviations."""
MOMENTS_UNDER = 5
"""A wall that was slid under another stays there for about so many moments."""
MOMENTS_OF_A_MUG = 8


@dataclass(frozen=True, slots=True)
class Glance:
    """
    One look of the camera.

    `moment` counts the evening's, `look` the looks at one moment; `heeded`: the machine has said that something is
    wrong, and people have cleared the table. `apart`: walls that have been laid apart so that all can be seen, by
    `wall_name`. `seed` is the evening's.
    """

    seed: int
    moment: int
    look: int
    heeded: bool = False
    apart: frozenset[str] = frozenset()


def measured(lying: Laid, glance: Glance) -> Laid:
    """The cards where a picture has them: a little off, as docs/measured/plane.md measures it."""
    chance = Random(f"{glance.seed} measured {glance.moment} {glance.look}")
    return tuple(
        replace(
            card,
            x_mm=card.x_mm + chance.gauss(0, OFF_MM),
            y_mm=card.y_mm + chance.gauss(0, OFF_MM),
            heading_deg=card.heading_deg + chance.gauss(0, OFF_DEG),
        )
        for card in lying
    )


class Sights(Protocol):
    """Something that hides codes."""

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        """The cards whose codes are not seen."""


@dataclass(frozen=True, slots=True)
class CodeMissed:
    """Each code in sight is missed, afresh at each look."""

    rate: float

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        chance = Random(f"{glance.seed} missed {glance.moment} {glance.look}")
        return (card for card in lying if chance.random() < self.rate)


@dataclass(frozen=True, slots=True)
class CodeLost:
    """So many cards lose their stickers, each at some moment, for the rest of the game."""

    cards: int

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        chance = Random(f"{glance.seed} lost")
        lost = {chance.randint(1, QUARTER_CODES[0] - 1): chance.randint(1, 20) for _ in range(self.cards)}
        return (card for card in lying if lost.get(card.code, glance.moment + 1) <= glance.moment)


@dataclass(frozen=True, slots=True)
class CardUnread:
    """A card in the centre lies in a reflection: it is not read as long as it lies there."""

    rate: float

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        return (card for card in lying if card.owner is None and self._is_unread(card, glance))

    def _is_unread(self, card: DrawnCard, glance: Glance) -> bool:
        return Random(f"{glance.seed} unread {card.code} {card.x_mm:.0f} {card.y_mm:.0f}").random() < self.rate


@dataclass(frozen=True, slots=True)
class WallHidden:
    """A wall lies under another, or at the edge of the picture, for some moments, or until walls are laid apart."""

    rate: float

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        for card in lying:
            if card.code == BACK_CODE and self._is_hidden(card, glance):
                yield card

    def _is_hidden(self, card: DrawnCard, glance: Glance) -> bool:
        wall = wall_name(card)
        chance = Random(f"{glance.seed} wall {wall} {glance.moment // MOMENTS_UNDER}")
        return wall not in glance.apart and chance.random() < self.rate


def wall_name(card: DrawnCard) -> str:
    """What tells a wall from others: whose it is, and where it lies."""
    return f"{card.owner} {card.x_mm:.0f} {card.y_mm:.0f}"


@dataclass(frozen=True, slots=True)
class HandInTheWay:
    """A hand hides all codes around some card, at some looks; at the next it is gone or elsewhere."""

    rate: float
    radius_mm: float = 80.0

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        chance = Random(f"{glance.seed} hand {glance.moment} {glance.look}")
        if chance.random() < self.rate:
            over = chance.choice(lying)
            yield from _around((over.x_mm, over.y_mm), self.radius_mm, lying)


@dataclass(frozen=True, slots=True)
class Mug:
    """A mug stands beside a quarter for some moments of the evening; it is lifted when the machine complains."""

    radius_mm: float = 55.0
    beside_mm: float = 130.0

    def __call__(self, lying: Laid, glance: Glance) -> Iterator[DrawnCard]:
        chance = Random(f"{glance.seed} mug")
        quarters = [card for card in lying if card.code in QUARTER_CODES]
        stands_at, until = chance.randint(1, 18), MOMENTS_OF_A_MUG
        if stands_at <= glance.moment < stands_at + until and not glance.heeded:
            beside = chance.choice(quarters)
            x_mm, y_mm = (chance.gauss(0, self.beside_mm) for _ in range(2))
            around = _around((beside.x_mm + x_mm, beside.y_mm + y_mm), self.radius_mm, lying)
            yield from (card for card in around if card.code not in QUARTER_CODES)


def _around(middle: tuple[float, float], radius_mm: float, lying: Laid) -> Iterator[DrawnCard]:
    return (card for card in lying if dist(middle, (card.x_mm, card.y_mm)) < radius_mm)
