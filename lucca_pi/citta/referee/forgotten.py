"""Forgotten presses: the two or three turns that explain a look together, in the order of play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from lucca_pi.citta.referee.answers import ways_in_words
from lucca_pi.citta.referee.candidates import MARGIN, Candidate, likely_openings, total, ways
from lucca_pi.citta.referee.case import Case
from lucca_pi.citta.referee.centre import taken_triplets, was_not_taken, weigh_centre, weigh_out_of_sight
from lucca_pi.citta.referee.evidence import Evidence
from lucca_pi.citta.referee.faults import other_faults
from lucca_pi.citta.referee.kinds import different
from lucca_pi.citta.referee.next_round import next_round
from lucca_pi.citta.referee.search import ways_to_open
from lucca_pi.citta.referee.verdict import HIDDEN, MOST_ANSWERS, Unexplained, too_much_hidden
from lucca_pi.citta.referee.weighing import Finding
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.game import play_turn
from lucca_pi.citta.rules.turn import Turn

MOST_TURNS = 3
"""Who forgets more presses than that puts the cards back: too much may lie anyhow by then."""


@dataclass(frozen=True, slots=True)
class Split:
    """The ways in which several turns explain the table together, the likeliest first; a line of words for each."""

    ways: tuple[tuple[Turn, ...], ...]
    costs: tuple[float, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One of several turns, and the case in which it was played."""

    case: Case
    candidate: Candidate


Way = tuple[Step, ...]


def split(case: Case) -> Split | Unexplained:
    """
    The two or three turns since the last confirmed look that explain this one; for a look that no single turn explains.

    A turn changes its player's quarter and the centre only: for each player and triplet the ways to play are weighed
    by themselves, and their sums are ranked. Fewer turns come before more, and none is believed that left no trace.
    """
    if too_much_hidden(case):
        return HIDDEN
    for count in range(2, MOST_TURNS + 1):
        weighed = sorted(_weighed(case, count), key=lambda one: one[1])
        likely = [one for one in weighed if one[1] <= weighed[0][1] + MARGIN][:MOST_ANSWERS]
        if likely:
            found = tuple(tuple(step.candidate.turn for step in way) for way, _ in likely)
            return Split(found, tuple(cost for _, cost in likely), ways_in_words(found, case.game.deck))
    problem = "More than one turn was played, or something lies wrong"
    return Unexplained((problem,), f"Put back all but {case.player}'s turn, then press OK.")


def _weighed(case: Case, count: int) -> Iterator[tuple[Way, float]]:
    """The ways to explain the look by so many turns, of those that leave nothing to be put right."""
    for way in _ways(case, count):
        findings = tuple(_findings(way))
        played = [name for step in way for name in step.candidate.triplet]
        faults = other_faults(case, [step.case.player for step in way], played)
        if not any(finding.problem for finding in findings) and not any(faults):
            yield way, total(findings)


def _findings(way: Way) -> Iterator[Finding]:
    """All that does not fit: in the centre as it is, out of sight, and in each player's quarter after the last turn."""
    triplets = [step.candidate.triplet for step in way]
    ends = {step.case.game.round: step for step in way}
    for end in ends.values():
        yield from weigh_centre(end.case, triplets)
    for step in way:
        yield from weigh_out_of_sight(step.case, step.candidate.turn.play)
    first = {step.case.player: step.case for step in reversed(way)}
    last = {step.case.player: step.candidate.quarter for step in way}
    for player, case in first.items():
        yield from case.scale.weigh(last[player], case.before.walls)


def _ways(case: Case, count: int) -> Iterator[Way]:
    """So many turns that may explain the look, over a round's end where the round is not long enough."""
    left = len(case.game.players) - case.game.turns
    if count <= left:
        yield from _in_round(case, count)
    elif case.game.round < case.game.rounds:
        for way in _in_round(case, left, goes_on=True):
            game = case.game
            for step in way:
                game = play_turn(game, step.candidate.turn)
            yield from ((*way, *later) for later in _in_round(next_round(case, game), count - left))


def _in_round(case: Case, count: int, *, goes_on: bool = False) -> Iterator[Way]:
    """The likeliest ways for the next players of the round to take a triplet each and play it."""
    shares = _shares(case)
    cases = [_turn_later(case, later, shares) for later in range(count)]
    end = cases[-1]
    triplets = [triplet for triplet, _ in taken_triplets(end) if not was_not_taken(end, triplet)]
    steps = {(one.player, triplet): _steps(one, triplet, goes_on=goes_on) for one in cases for triplet in triplets}
    for chosen in permutations(triplets, count):
        yield from _likeliest([steps[one.player, triplet] for one, triplet in zip(cases, chosen, strict=True)])


def _shares(case: Case) -> dict[str, Evidence]:
    """What each player is judged by: of the new backs, only those that are likelier that player's than another's."""
    backs = case.evidence.backs
    givers = case.ground.new_walls_of(backs, [*case.seats.values()])
    return {
        player: replace(
            case.evidence,
            backs=tuple(back for back, may in zip(backs, givers, strict=True) if may is None or may[:1] == (quarter,)),
        )
        for player, quarter in case.seats.items()
    }


def _turn_later(case: Case, later: int, shares: dict[str, Evidence]) -> Case:
    """The case of the player who is in turn so many turns later."""
    game = replace(case.game, turns=case.game.turns + later)
    return Case(game, case.seats, case.ground, shares[game.orders[-1][game.turns]], case.pieces)


def _steps(case: Case, triplet: tuple[CardName, ...], *, goes_on: bool) -> list[Step]:
    """The likely ways for one player to play one triplet; who may play again before the look is judged later."""
    openings = [*ways_to_open(case.before)] if goes_on else likely_openings(case)
    found = sorted(ways(case, triplet, openings, seen=True), key=lambda candidate: candidate.cost)
    traced = [candidate for candidate in found if _left_a_trace(case, candidate)]
    if not goes_on:
        traced = different(case, (one for one in traced if one.cost <= traced[0].cost + MARGIN))
    return [Step(case, candidate) for candidate in traced[:MOST_ANSWERS]]


def _left_a_trace(case: Case, candidate: Candidate) -> bool:
    """Whether one of the cards is seen, or a new wall."""
    walls = candidate.quarter.walls - case.before.walls
    quarter = case.seats[case.player]
    new = any(givers is not None for givers in case.ground.new_walls_of(case.evidence.backs, [quarter]))
    return (walls > 0 and new) or any(name in case.evidence.now for name in candidate.triplet)


def _likeliest(steps: Sequence[Sequence[Step]]) -> list[Way]:
    """The likeliest ways to take one step of each, best first."""
    found: list[tuple[float, Way]] = [(0.0, ())]
    for choices in steps:
        longer = [(cost + step.candidate.cost, (*way, step)) for cost, way in found for step in choices]
        found = sorted(longer, key=lambda one: one[0])[:MOST_ANSWERS]
    return [way for _, way in found]
