"""
Verdicts on a look that leaves open which card is which.

Each possible assignment of the open cards is judged as a case of its own. A case that no legal turn explains is
ignored, unless none is explained. If all remaining cases agree, that turn is the explanation; if they differ in
something that counts, the turns of all of them are in doubt.
"""

from collections.abc import Callable, Collection, Sequence
from math import inf

from lucca_pi.contract.verdict import Doubt, Explained, Split, Unexplained, Verdict
from lucca_pi.games.citta.referee.candidates import MARGIN, outcome, what_counts
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.forgotten_presses import split
from lucca_pi.games.citta.referee.verdict import MOST_KINDS, explain, otherwise
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.language import _

TOO_MANY = Unexplained(
    (_("Too many cards look alike, and I cannot tell them apart"),),
    _("Turn the lamp, or lay the cards so that their whole faces are visible, then press OK."),
)

_Judge = Callable[[Case], Verdict]


def explain_ambiguous(cases: Sequence[Case], judge: _Judge = explain) -> Verdict:
    """The verdict on a look whose open cards are as in one of the `cases`."""
    if not cases:
        return TOO_MANY
    verdicts = [judge(case) for case in cases]
    if len(verdicts) == 1:
        return verdicts[0]
    fitting = [one for one in verdicts if not isinstance(one, Unexplained)]
    return _together(cases[0], fitting) if fitting else verdicts[0]


def cost(verdict: Verdict) -> float:
    """Cost of the likeliest turn of a verdict; infinite if there is none."""
    return next(iter(verdict.costs), inf)


def likeliest_case(cases: Sequence[Case]) -> Case:
    """The case that fits best."""
    return cases[0] if len(cases) == 1 else min(cases, key=lambda case: cost(explain(case)))


def _together(case: Case, verdicts: Sequence[Explained | Doubt]) -> Explained | Doubt:
    """One verdict from several that fit about as well as the best."""
    best = min(verdicts, key=cost)
    near = [one for one in verdicts if cost(one) <= cost(best) + MARGIN]
    turns: dict[Turn, float] = {}
    weighed = (each for one in near for each in zip(one.turns, one.costs, strict=True))
    for turn, weight in sorted(weighed, key=lambda each: each[1]):
        turns.setdefault(turn, weight)
    if len({what_counts(case.game, turn) for turn in turns}) == 1:
        return best
    doubts = [one for one in near if isinstance(one, Doubt)]
    may_wait = all(one.may_wait for one in doubts) and not any(
        isinstance(one, Explained) and one.fits_badly for one in near
    )
    unseen = tuple(dict.fromkeys(fact for one in doubts for fact in one.unseen))
    kept = [*turns][:MOST_KINDS]
    return Doubt(tuple(kept), tuple(turns[turn] for turn in kept), unseen, may_wait)


def split_ambiguous(cases: Sequence[Case]) -> Split | Unexplained:
    """The turns that explain a look together if presses were forgotten, over all `cases`."""
    if not cases:
        return TOO_MANY
    found = [split(case) for case in cases]
    splits = [one for one in found if isinstance(one, Split)]
    if len(found) == 1 or not splits:
        return found[0]
    ranked = sorted(
        (
            (weight, way, words)
            for one in splits
            for weight, way, words in zip(one.costs, one.ways, one.words, strict=True)
        ),
        key=lambda one: one[0],
    )
    kinds: dict[object, int] = {}
    for at, (weight, way, _words) in enumerate(ranked):
        if weight <= ranked[0][0] + MARGIN:
            kinds.setdefault(outcome(cases[0].game, way), at)
    left = [ranked[at] for at in kinds.values()]
    return Split(
        tuple(way for _, way, _ in left), tuple(weight for weight, _, _ in left), tuple(words for *_, words in left)
    )


def alternatives_ambiguous(cases: Sequence[Case], turn: Turn, cards: Collection[CardName]) -> tuple[Turn, ...]:
    """The turn, then the legal turns that differ from it in these cards only, likeliest first, over all `cases`."""
    kinds: dict[object, Turn] = {}
    for case in cases:
        for other in otherwise(case, turn, cards):
            kinds.setdefault(what_counts(case.game, other), other)
    return tuple(kinds.values())[:MOST_KINDS] or (turn,)
