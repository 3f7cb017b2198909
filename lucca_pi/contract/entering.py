"""
A turn entered by hand, part by part and facet by facet: each answer is what some legal turn has there.

A game lists candidates, turns entered so far with one part more, and the facets that tell them apart. The questions,
the answers and what is left after each follow from them.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Facet:
    """A feature by which candidates are told apart: a colour, a place, what was done."""

    ask: str | Callable[[Any], str]
    """The question, or a function that gives it for any candidate that is left."""
    value: Callable[[Any], Hashable]
    """The candidate's value; None for all that are left if there is nothing to ask."""
    words: Callable[[Any], str]
    """The answer for the candidate's value."""

    def question(self, candidate: Any) -> str:
        """The question where this candidate is one of those left."""
        return self.ask if isinstance(self.ask, str) else self.ask(candidate)


@dataclass(frozen=True, slots=True)
class Part:
    """
    The next part of a turn: candidates in the order of the answers, and the facets that tell them apart.

    `is_last`: each candidate is a whole turn.
    """

    candidates: Sequence[Any]
    facets: Sequence[Facet]
    is_last: bool = False

    def left(self, told: Sequence[Hashable]) -> list[Any]:
        """The candidates with these values of the first facets."""
        asked = [*zip(self.facets, told, strict=False)]
        return [one for one in self.candidates if all(facet.value(one) == value for facet, value in asked)]


NextPart = Callable[[Any], Any]
"""
A function of a turn entered so far, None at the beginning: the `Part` that comes next, or the whole turn if nothing is
left to tell.
"""


@dataclass(frozen=True, slots=True)
class Entered:
    """A turn as entered so far: its whole parts, None at the beginning, and values of the next part's first facets."""

    turn: Any = None
    told: tuple[Hashable, ...] = ()


NOTHING = Entered()


@dataclass(frozen=True, slots=True)
class Asking:
    """The next question: a candidate that is left, the text, and the answers, each with what is entered then."""

    candidate: Any
    text: str
    answers: tuple[tuple[str, Entered], ...]


def one_of(text: str, answers: Mapping[Any, str]) -> Part:
    """A part that is asked for at once: each candidate in words."""
    return Part([*answers], (Facet(text, lambda one: one, answers.__getitem__),))


def next_question_about(next_part: NextPart, entered: Entered) -> Any:
    """The next question about a turn, as `Asking`; the turn itself if it is whole."""
    part = next_part(entered.turn)
    if not isinstance(part, Part):
        return part
    told, left = entered.told, part.left(entered.told)
    for facet in part.facets[len(told) :]:
        found: dict[Hashable, list[Any]] = {}
        for one in left:
            found.setdefault(facet.value(one), []).append(one)
        if {*found} != {None}:
            answers = (
                (facet.words(alike[0]), _entered(part, entered.turn, (*told, value), alike))
                for value, alike in found.items()
            )
            return Asking(left[0], facet.question(left[0]), tuple(answers))
        told = (*told, None)
    return left[0] if part.is_last else next_question_about(next_part, Entered(left[0]))


def _entered(part: Part, turn: Any, told: tuple[Hashable, ...], left: Sequence[Any]) -> Entered:
    """What is entered once these candidates are left: a whole part if they need no further question."""
    more = (facet.value(one) for facet in part.facets[len(told) :] for one in left)
    is_whole = not part.is_last and all(value is None for value in more)
    return Entered(left[0]) if is_whole else Entered(turn, told)


def agrees(next_part: NextPart, is_part: Callable[[Any, Any], bool], entered: Entered, turn: Any) -> bool:
    """True if a turn agrees with what is entered so far; `is_part`: whether a candidate is so much of a turn."""
    if not entered.told:
        return entered.turn is None or is_part(entered.turn, turn)
    return any(is_part(one, turn) for one in next_part(entered.turn).left(entered.told))
