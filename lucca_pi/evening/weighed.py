"""What comes into question side by side: a column for each, a row for each reason, and the sums that decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from string import ascii_uppercase
from textwrap import wrap
from typing import Any

from lucca_pi.language import _

WIDE = 64
"""Letters of a reason; a longer one goes on below."""
RAREST = 9.0
"""What weighs more, one in 8000, is called so rare at least."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """
    A turn that comes into question, or several one after another.

    `weight` is the sum of its `reasons`, each in words with its own weight: natural logarithms of odds. `taken`: the
    game has it, or one that comes to the same.
    """

    words: str
    weight: float
    reasons: tuple[tuple[str, float], ...] = ()
    taken: bool = False


def odds(weight: float) -> str:
    """
    A weight in words: how rarely a table lies so, or is read so, though the turn was played.

    >>> [str(odds(weight)) for weight in (0.0, 0.5, 4.0, 12.0)]
    ['fits', 'nearly fits', 'once in 55 looks', 'once in 8000 or rarer']
    """
    if weight <= 0:
        return _("fits")
    if weight > RAREST:
        return _("once in {number} or rarer", number=8000)
    if weight < 1:
        return _("nearly fits")
    return _("once in {number} looks", number=round(exp(weight)))


def side_by_side(ranking: Sequence[Weighed], *last: tuple[str, Sequence[float]]) -> Iterator[str]:
    """The legend, then the table with its sums; nothing for nothing. `last`: rows below the sums."""
    if ranking:
        yield ""
        yield from _legend(ranking)
        yield ""
        yield from _table(ranking, last)


def _legend(ranking: Sequence[Weighed]) -> Iterator[str]:
    """A letter for each, with its weight and what that means."""
    yield "what comes into question, the best first:"
    for letter, one in zip(ascii_uppercase, ranking, strict=False):
        mark = "  <- taken" if one.taken else ""
        yield f"  {letter} {one.weight:5.1f}  {odds(one.weight):<24} {one.words}{mark}"


def _table(ranking: Sequence[Weighed], last: Sequence[tuple[str, Sequence[float]]]) -> Iterator[str]:
    reasons = list(dict.fromkeys(words for one in ranking for words, _weight in one.reasons))
    if not reasons:
        yield "  nothing speaks against any of them"
        return
    wide = min(WIDE, max(map(len, reasons)))
    letters = [f"{letter:>5}" for letter, _one in zip(ascii_uppercase, ranking, strict=False)]
    yield _row("weight of each reason", wide, letters)
    for reason in reasons:
        yield _row(reason, wide, [_cell(_sum(one, reason)) for one in ranking])
    for words, weights in (("sum", [one.weight for one in ranking]), *last):
        yield _row(words, wide, [f"{weight:5.1f}" for weight in weights])


def _sum(one: Weighed, reason: str) -> float:
    return sum(weight for words, weight in one.reasons if words == reason)


def _cell(weight: float) -> str:
    return f"{weight:5.1f}" if weight else "    -"


def _row(reason: str, wide: int, cells: Sequence[str]) -> str:
    first, *more = wrap(reason, wide)
    return "\n".join([f"  {first:<{wide}} {' '.join(cells)}", *(f"    {line}" for line in more)])


def weighed_json(one: Weighed) -> dict[str, Any]:
    """One of them as JSON data."""
    findings = [{"words": words, "weight": round(weight, 6)} for words, weight in one.reasons]
    weight = {"weight": round(one.weight, 6), "odds": odds(one.weight)}
    return {"words": one.words, **weight, "taken": one.taken, "findings": findings}
