"""The legal turns, and how badly each fits the evidence."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import taken_triplets, was_not_taken, weigh_centre, weigh_triplet
from lucca_pi.games.citta.referee.findings import Finding, total
from lucca_pi.games.citta.referee.out_of_sight import may_lie, weigh_out_of_sight
from lucca_pi.games.citta.referee.search import TurnRules, any_play, ways_to_open, ways_to_play
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.quarter import Quarter
from lucca_pi.games.citta.rules.turn import Turn

MARGIN = 3.0
"""An explanation this much worse than the best is still a possible one: about one in twenty."""

Opening = tuple[tuple[str, ...], Quarter]
"""The colours opened, and the quarter that leaves."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal turn, the quarter it leaves, and how badly both fit the evidence."""

    turn: Turn
    quarter: Quarter
    cost: float

    @property
    def triplet(self) -> frozenset[CardName]:
        return frozenset(play.card for play in self.turn.play)


def candidates(case: Case, margin: float = MARGIN) -> list[Candidate]:
    """
    The legal turns, without those of a triplet whose absence from the centre alone makes them too unlikely.

    `margin`: how much worse than the best of them others may fit.
    """
    openings = likely_openings(case, margin)
    found: list[Candidate] = []
    taken = [(total(_weigh_taking(case, triplet)), triplet) for triplet in taken_triplets(case)]
    for left, triplet in sorted(taken, key=lambda one: one[0]):
        if found and left > min(candidate.cost for candidate in found) + margin:
            break
        found += ways(case, triplet, openings, left)
    return found


def nearest(case: Case) -> Turn | None:
    """The turn that fits best, even where something is wrong with it; None where no triplet has been taken."""
    best = min(candidates(case), key=lambda candidate: candidate.cost, default=None)
    return best.turn if best and not was_not_taken(case, best.triplet) else None


def ways(
    case: Case, triplet: Iterable[CardName], openings: Sequence[Opening], left: float = 0.0, *, seen: bool = False
) -> Iterator[Candidate]:
    """
    Every legal way to play the triplet after the openings; `left` is what the centre weighs then.

    With `seen` only those where every card that is seen lies where its play may have brought it.
    """
    rules = TurnRules(case.game.deck, case.game.edition, case.game.position.cards_to_complete)
    for colours, opened in openings:
        for played in ways_to_play(opened, triplet, rules, partial(may_lie, case) if seen else any_play):
            own = case.scale.cost(played.quarter, case.before.walls) + total(weigh_out_of_sight(case, played.play))
            yield Candidate(Turn(case.player, colours, played.play), played.quarter, left + own)


def _weigh_taking(case: Case, triplet: Collection[CardName]) -> Iterator[Finding]:
    yield from weigh_triplet(case, triplet)
    yield from weigh_centre(case, (triplet,))


def findings(case: Case, candidate: Candidate) -> Iterator[Finding]:
    """
    Everything that speaks against a candidate: its weight is the sum of these.

    What is wrong with it (`faults`), and why it was taken or not (`explanation`), are read from this one list.
    """
    yield from _weigh_taking(case, candidate.triplet)
    yield from case.scale.weigh(candidate.quarter, case.before.walls)
    yield from weigh_out_of_sight(case, candidate.turn.play)


def likely_openings(case: Case, margin: float = MARGIN) -> list[Opening]:
    """
    The choices of palaces to open that could belong to a likely turn.

    What is opened does not change how cards can be played, so a choice much worse than the best cannot catch up.
    """
    weighed = [
        (case.scale.cost(opened, case.before.walls), chosen, opened) for chosen, opened in ways_to_open(case.before)
    ]
    best = min(cost for cost, _, _ in weighed)
    return [(chosen, opened) for cost, chosen, opened in weighed if cost <= best + margin]
