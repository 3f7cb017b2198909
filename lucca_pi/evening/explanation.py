"""Why a look was judged as it was, as an evening knows it: what a game's referee says, ready to be told and drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lucca_pi.evening.verdict import Doubt, Explained, Split, Turns, Unexplained, Verdict
from lucca_pi.table.sighting import Sighting

Sure = Literal["sure", "badly", "doubt", "several", "none"]
"""One turn fits, or one does badly; several turns, or several one after another; or none."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A place in the game's axes, and what is to be said there, a short line each."""

    seen: Sighting
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    Why a look was judged as it was.

    `best`: the turns that fit best, empty where none do; `weight`: how badly, a natural logarithm of odds, and `odds`
    in words. `distance`: how much more weighs what comes next, which is `next_best` in words; None where nothing does.
    `lines`: all of it for people; `data`: the same as JSON data. `remedies`: what to change on the table. `marks`: what
    to draw on the picture, and `known` pieces in the same axes, by which they are found there.
    """

    sure: Sure
    best: Turns
    weight: float | None
    odds: str
    distance: float | None
    next_best: str
    lines: tuple[str, ...]
    data: Mapping[str, Any]
    remedies: tuple[str, ...]
    marks: tuple[Marked, ...]
    known: tuple[Sighting, ...]


def best_turns(verdict: Verdict, found: Split | None) -> Turns:
    """The turns that fit best; `found`: several, one after another, that a single one does not explain."""
    if found:
        return found.ways[0]
    match verdict:
        case Explained(turn=turn):
            return (turn,)
        case Doubt(turns=turns):
            return turns[:1]
        case _:
            return ()


def how_sure(verdict: Verdict, *, several: bool) -> Sure:
    """How a verdict is told in one word; `several`: only turns one after another explain the look."""
    if several:
        return "several"
    match verdict:
        case Explained(fits_badly=fits_badly):
            return "badly" if fits_badly else "sure"
        case Doubt():
            return "doubt"
        case _:
            return "none"


def decision(verdict: Verdict, found: Split | None) -> str:
    """What was decided, a sentence without its full stop."""
    if found:
        return "no single turn explains the look; several, one after the other, do"
    match verdict:
        case Explained():
            return "one legal turn explains the look"
        case Doubt(turns=turns):
            return f"{len(turns)} legal turns explain the look and lead to different tables"
        case Unexplained(problems=problems):
            return f"no legal turn explains the look: {'; '.join(problems)}"
