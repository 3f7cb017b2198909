"""The referee's word on a look: the turn that was played, a doubt between several, or what does not fit."""

from dataclasses import dataclass
from typing import Any

from lucca_pi.evening.game import Fact

Turns = tuple[Any, ...]
"""Turns one after another that explain a look together: mostly one."""


@dataclass(frozen=True, slots=True)
class Explained:
    """
    The one legal turn that explains the table.

    `cost`: how badly it fits, a natural logarithm of odds; 0: as it should lie. `fits_badly`: so much speaks against it
    that it is shown before it is taken, though nothing else fits.
    """

    turn: Any
    cost: float = 0.0
    fits_badly: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """
    Several legal turns explain it and count differently: each with how badly it fits.

    All that the evidence leaves open, also turns that count the same, as it is one of these that the players know of.
    The likeliest come first: among those that fit as well, what the player usually does. Costs are natural logarithms
    of odds, of the evidence alone. `unseen`: what was played and is not in sight. `may_wait`: not where something
    must be wrong, so that a later look cannot be held against them. `parts`: of turns that are not whole yet and
    explain it as well; none of them can be taken, and beside them there may be one legal turn alone.
    """

    turns: tuple[Any, ...]
    costs: tuple[float, ...]
    unseen: tuple[Fact, ...] = ()
    may_wait: bool = True
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal turn explains it: what is wrong where, and what to do about the first of it."""

    problems: tuple[str, ...]
    advice: str


Verdict = Explained | Doubt | Unexplained


@dataclass(frozen=True, slots=True)
class Split:
    """
    The ways in which several turns explain the table together, the likeliest first; a line of words for each.

    The ways may be of different lengths. `is_certain`: nobody has forgotten a press, so nobody is asked.
    """

    ways: tuple[Turns, ...]
    costs: tuple[float, ...]
    words: tuple[str, ...]
    is_certain: bool = False


MOST_OFFERED = 3
"""Answers that a question offers at a time, besides "None of these"."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question in players' words; `left`: of the ways in doubt those that each answer leaves, likeliest first."""

    text: str
    answers: tuple[str, ...]
    left: tuple[tuple[Turns, ...], ...]
