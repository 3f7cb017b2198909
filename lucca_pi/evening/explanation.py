"""Why a look was judged as it was, as an evening knows it: what a game's referee says, ready to be told and drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lucca_pi.evening.verdict import Turns
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
