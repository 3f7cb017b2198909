"""
Results of a game's judges: the referee's verdict on a look, the auditor's certificate, and the explanation of both.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf
from string import ascii_uppercase
from textwrap import wrap
from typing import Any, ClassVar, Literal

from lucca_pi.language import _
from lucca_pi.table.sighting import Marked, Sighting

Fact = Any
"""A detail of a turn that players can answer about, hashable: in the card game a card."""
Turns = tuple[Any, ...]
"""Turns one after another that together explain a look: mostly one."""


@dataclass(frozen=True, slots=True)
class Explained:
    """
    The one legal turn that explains the table.

    `cost`: how badly it fits, a natural logarithm of odds; 0 for a perfect fit. `fits_badly`: the evidence against it
    is so strong that it is shown before it is taken, although no other turn fits.
    """

    turn: Any
    cost: float = 0.0
    fits_badly: bool = False

    @property
    def turns(self) -> Turns:
        """The turn alone, as every verdict has its turns."""
        return (self.turn,)

    @property
    def costs(self) -> tuple[float, ...]:
        """Its cost alone."""
        return (self.cost,)


@dataclass(frozen=True, slots=True)
class Doubt:
    """
    Several legal turns explain the table and count differently: each with how badly it fits.

    Every turn the evidence allows, including equal-scoring ones: players will recognise the one they played. The
    likeliest come first: among those that fit equally well, the player's usual move. Costs are natural logarithms of
    odds, from the evidence alone. `unseen`: cards that were played and are not in sight. `may_wait`: False if something
    must be wrong, so that a later look cannot count against them. `parts`: unfinished turns that explain the table as
    well; none of them can be taken, and beside them there may be only one legal turn.
    """

    turns: tuple[Any, ...]
    costs: tuple[float, ...]
    unseen: tuple[Fact, ...] = ()
    may_wait: bool = True
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """
    No legal turn explains the table: the problems, and what to do about the first of them.

    `about`: what lies wrong, whoever's turn it is; empty if only the problems say so.
    """

    problems: tuple[str, ...]
    advice: str
    about: frozenset[object] = frozenset()
    turns: ClassVar[Turns] = ()
    costs: ClassVar[tuple[float, ...]] = ()

    @property
    def wrong(self) -> frozenset[object]:
        """What is wrong, to be compared from turn to turn."""
        return self.about or frozenset(self.problems)


Verdict = Explained | Doubt | Unexplained


@dataclass(frozen=True, slots=True)
class Split:
    """
    The ways to explain the table by several turns, likeliest first; a line of text for each.

    The ways may be of different lengths. `is_certain`: nobody has forgotten a press, so nobody is asked.
    """

    ways: tuple[Turns, ...]
    costs: tuple[float, ...]
    words: tuple[str, ...]
    is_certain: bool = False


MOST_OFFERED = 3
"""Most answers that a question offers at a time, besides "None of these"."""


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """A question in players' words; `left`: the ways that each answer leaves in doubt, likeliest first."""

    text: str
    answers: tuple[str, ...]
    left: tuple[tuple[Turns, ...], ...]


OTHERS = _("Others")


def question_by(
    text: str, ways: Sequence[Turns], value: Callable[[Turns], Hashable], words: Callable[[Turns], str] | None = None
) -> TurnQuestion:
    """
    The question about one fact of the ways, likeliest first, by the fact's value in each; its words, if it has others.

    If there are too many answers, all but the likeliest are `OTHERS`.
    """
    groups: dict[Hashable, list[Turns]] = {}
    for way in ways:
        groups.setdefault(value(way), []).append(way)
    many = len(groups) > MOST_OFFERED
    likeliest = [*groups][: MOST_OFFERED - 1] if many else [*groups]
    answers = [words(groups[one][0]) if words else str(one) for one in likeliest]
    left = [tuple(groups[one]) for one in likeliest]
    if many:
        answers.append(OTHERS)
        left.append(tuple(way for way in ways if value(way) not in likeliest))
    return TurnQuestion(text, tuple(answers), tuple(left))


def which_way(text: str, ways: Sequence[Turns], words: Sequence[str]) -> TurnQuestion:
    """The question with each whole way as an answer."""
    return TurnQuestion(text, tuple(words), tuple((way,) for way in ways))


def cost_to_beat(verdict: Verdict) -> float | None:
    """The cost that several turns must stay below to be likelier than one; None if one turn explains the looks well."""
    match verdict:
        case Unexplained():
            return inf
        case Explained(fits_badly=True):
            return verdict.cost
        case Doubt(may_wait=False):
            return verdict.costs[0]
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Gap:
    """
    Something that the looks do not prove: a sentence for players, and the facts of the turns that it is about.

    `remedy`: what may prove it, in the imperative, without a full stop. `is_earlier`: it is about a turn before these,
    which may have been changed since. `doubts`: the facts of these turns that are wrong if the sentence is true.
    """

    text: str
    facts: frozenset[Fact] = frozenset()
    remedy: str = ""
    is_earlier: bool = False
    doubts: frozenset[Fact] = frozenset()


@dataclass(frozen=True, slots=True)
class Certificate:
    """The auditor's proofs of turns, a line in English for each piece, and what is not proved."""

    proofs: tuple[str, ...]
    gaps: tuple[Gap, ...]

    @property
    def is_signed(self) -> bool:
        """True if the turns may be taken without a question."""
        return not self.gaps

    def without(self, answered: Iterable[Fact]) -> tuple[Gap, ...]:
        """The gaps that remain after players have answered about these facts."""
        return tuple(gap for gap in self.gaps if not gap.facts or not gap.facts <= frozenset(answered))


Sure = Literal["sure", "badly", "doubt", "several", "none"]
"""How sure a verdict is: one turn fits ("sure"), fits badly, several fit, several one after another fit, or none."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    The reasons for the judgement of a look.

    `best`: the turns that fit best, empty if none fit; `weight`: their cost, a natural logarithm of odds. `lines`: the
    whole explanation for people; `data`: the same as JSON data. `remedies`: what to change on the table. `ranking`: all
    possible turns, the best first; `next_best`: the runner-up in words, "" if there is none. `marks`: notes to draw
    into the picture, and `known` pieces in the same axes, by which their places are found there.
    """

    sure: Sure
    best: Turns
    lines: tuple[str, ...]
    data: Mapping[str, Any]
    remedies: tuple[str, ...]
    weight: float | None = None
    ranking: tuple["Weighed", ...] = ()
    next_best: str = ""
    marks: tuple[Marked, ...] = ()
    known: tuple[Sighting, ...] = ()

    @property
    def odds(self) -> str:
        """The weight in words; "" if there is none."""
        return "" if self.weight is None else odds(self.weight)

    @property
    def distance(self) -> float | None:
        """The additional cost of the nearest of the others; None if there is none."""
        weights = [one.weight for one in self.ranking]
        return min(weights[1:]) - weights[0] if weights[1:] else None


def how_sure(verdict: Verdict, *, several: bool) -> Sure:
    """How sure a verdict is, in one word; `several`: only turns one after another explain the look."""
    if several:
        return "several"
    match verdict:
        case Explained(fits_badly=fits_badly):
            return "badly" if fits_badly else "sure"
        case Doubt():
            return "doubt"
        case _:
            return "none"


@dataclass(frozen=True, slots=True)
class Judged:
    """
    The verdict on looks at the turn being played.

    `split`: several turns, with presses forgotten between them, that explain the looks better than any single one; None
    if none do.
    """

    verdict: Verdict
    split: Split | None = None

    @property
    def best(self) -> Turns:
        """The turns that fit best."""
        return self.split.ways[0] if self.split else self.verdict.turns[:1]

    @property
    def sure(self) -> Sure:
        """How sure it is, in one word."""
        return how_sure(self.verdict, several=self.split is not None)

    @property
    def decision(self) -> str:
        """What followed, as a sentence without its full stop."""
        if self.split:
            return "no single turn explains the look; several, one after the other, do"
        match self.verdict:
            case Explained():
                return "one legal turn explains the look"
            case Doubt(turns=turns):
                return f"{len(turns)} legal turns explain the look and lead to different tables"
            case Unexplained(problems=problems):
                return f"no legal turn explains the look: {'; '.join(problems)}"

    @property
    def remedies(self) -> tuple[str, ...]:
        """What players are advised to do if nothing explains the looks."""
        return (self.verdict.advice,) if isinstance(self.verdict, Unexplained) and not self.split else ()


WIDE = 64
"""Most letters in a line of a reason; a longer reason is wrapped."""


RAREST = 9.0
"""Largest weight, in natural logarithms of odds, named by its own odds; above it: "once in 8000 or rarer"."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """
    A possible turn, or several one after another.

    `weight` is the sum of its `reasons`, each in words with its own weight: natural logarithms of odds. `taken`: the
    game has taken it, or an equivalent one.
    """

    words: str
    weight: float
    reasons: tuple[tuple[str, float], ...] = ()
    taken: bool = False


def odds(weight: float) -> str:
    """
    A weight in words: how rarely a table looks like this, or is read like this, although the turn was played.

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
    """The legend and the table with its sums; empty for an empty ranking. `last`: rows below the sums."""
    if ranking:
        yield ""
        yield from _legend(ranking)
        yield ""
        yield from _table(ranking, last)


def section(heading: str, lines: Iterable[str]) -> Iterator[str]:
    """The lines below their heading, after an empty line; nothing if there are none."""
    below = [f"  {line}" for line in lines]
    yield from ("", heading, *below) if below else ()


def _legend(ranking: Sequence[Weighed]) -> Iterator[str]:
    """A line for each possible turn: its letter, its weight, and the odds in words."""
    yield "possible turns, the best first:"
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


def weighed_json(one: Weighed, **more: object) -> dict[str, Any]:
    """A possible turn as JSON data, with more that its game says of it."""
    findings = [{"words": words, "weight": round(weight, 6)} for words, weight in one.reasons]
    weight = {"weight": round(one.weight, 6), "odds": odds(one.weight)}
    return {"words": one.words, **weight, **more, "taken": one.taken, "findings": findings}
