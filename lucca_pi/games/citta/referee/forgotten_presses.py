"""Forgotten presses: two or three turns that explain one look together, in the order of play."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import permutations

from lucca_pi.contract.verdict import Split, Verdict, cost_to_beat
from lucca_pi.games.citta.referee.candidates import (
    MARGIN,
    Candidate,
    first_of_each,
    likely_openings,
    outcome,
    ways,
    ways_to_open,
    what_counts,
)
from lucca_pi.games.citta.referee.centre import (
    new_with_players,
    taken_triplets,
    was_not_taken,
    weigh_centre,
    weigh_left,
    weigh_out_of_sight,
)
from lucca_pi.games.citta.referee.evidence import STILL_MM, Evidence, PlacedSighting
from lucca_pi.games.citta.referee.findings import Finding, total
from lucca_pi.games.citta.referee.memory import TableMemory, fresh, groups_of
from lucca_pi.games.citta.referee.questions import ways_in_words
from lucca_pi.games.citta.referee.verdict import MOST_KINDS, other_faults, too_much_hidden
from lucca_pi.games.citta.referee.weighing import Case
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.game import Game, begin_round, play_turn
from lucca_pi.games.citta.rules.position import order_of_play
from lucca_pi.games.citta.rules.turn import CARDS_IN_A_TRIPLET, Turn
from lucca_pi.table.sighting import Sighting, apart_mm

_MOST_TURNS = 3
"""Most turns that one look may explain together; after more forgotten presses, players put the cards back."""
_MOST_WEIGHED = 60
"""Most sequences weighed as a whole: the likeliest, by the sums of their turns."""


@dataclass(frozen=True, slots=True)
class TurnSequence:
    """Turns in sequence, and how badly they fit together."""

    steps: tuple[Candidate, ...]
    cost: float

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns in their order."""
        return tuple(step.turn for step in self.steps)

    @property
    def movers(self) -> tuple[str, ...]:
        """The players of the turns, in the same order."""
        return tuple(turn.player for turn in self.turns)

    @property
    def cards(self) -> frozenset[CardName]:
        """All cards of the turns' triplets."""
        return frozenset(name for step in self.steps for name in step.triplet)


@dataclass(frozen=True, slots=True)
class _Share:
    """
    The backs by which a player is judged: known walls, and new backs that are likelier this player's than another's.
    """

    backs: tuple[PlacedSighting, ...]
    new: bool


_Shares = Mapping[str, _Share]


def split(cases: Sequence[Case]) -> Split | None:
    """
    The two or three turns since the last confirmed look that explain this one, over all `cases`; None if there are
    none.

    A turn changes only its player's quarter and the centre: for each player and triplet the ways to play are weighed
    separately, and their sums are ranked. Fewer turns come before more. A turn that left no trace is not believed.
    """
    found = [way for case in cases if not case.quarter_amiss for way in likely_ways(case)]
    if not found:
        return None
    best = min(way.cost for way in found)
    near = sorted((way for way in found if way.cost <= best + MARGIN), key=lambda way: way.cost)
    kinds = first_of_each(near, lambda way: outcome(cases[0].game, way.turns))
    turns = tuple(way.turns for way in kinds)
    return Split(turns, tuple(way.cost for way in kinds), ways_in_words(turns, cases[0].game.deck))


def likely_ways(case: Case) -> list[TurnSequence]:
    """The best sequence of each kind of two turns, likeliest first; if none fits, of three."""
    if too_much_hidden(case):
        return []
    shares = _shares(case)
    for count in range(2, _MOST_TURNS + 1):
        likely = _without_faults(case, _ways(case, count, shares))
        if likely:
            return first_of_each(likely, lambda way: outcome(case.game, way.turns))
    return []


def better_ways(case: Case, verdict: Verdict) -> list[TurnSequence]:
    """Sequences that explain a look better than a single turn that fits badly or not at all."""
    cost = cost_to_beat(verdict)
    found = likely_ways(case) if cost is not None else []
    return found if found and cost is not None and found[0].cost < cost else []


def without_others(case: Case) -> Case:
    """The case without what other players laid from triplets that were never seen."""
    share, quarter = _shares(case)[case.player], case.scale.quarter
    names = {name for name in new_with_players(case) if case.evidence.now[name][0].place.owner != quarter}
    now = {name: spots for name, spots in case.evidence.now.items() if name not in names}
    return replace(case, evidence=replace(case.evidence, now=now, backs=share.backs))


def _shares(case: Case) -> _Shares:
    backs = case.evidence.backs
    givers = case.ground.new_walls_of(backs, [*case.seats.values()])
    shares = {}
    for player, quarter in case.seats.items():
        new = [back for back, may in zip(backs, givers, strict=True) if may and may[0] == quarter]
        known = [back for back, may in zip(backs, givers, strict=True) if may is None]
        shares[player] = _Share((*known, *new), bool(new))
    return shares


def _without_faults(case: Case, ways: Iterable[TurnSequence]) -> list[TurnSequence]:
    """The likely sequences that leave no fault on the table, best first."""
    weighed = sorted(filter(None, map(_weighed, ways)), key=lambda way: way.cost)
    faults: dict[object, bool] = {}
    likely: list[TurnSequence] = []
    for way in weighed:
        if likely and way.cost > likely[0].cost + MARGIN:
            break
        what = frozenset(way.movers), way.cards
        if what not in faults:
            faults[what] = any(other_faults(case, way.movers, way.cards))
        likely += [] if faults[what] else [way]
    return likely[:MOST_KINDS]


def _weighed(way: TurnSequence) -> TurnSequence | None:
    """The sequence with its weight as a whole; None if it leaves a fault on the table."""
    findings = tuple(weigh_way(way))
    return None if any(finding.problem for finding in findings) else replace(way, cost=total(findings))


def weigh_way(way: TurnSequence) -> Iterator[Finding]:
    """Findings against a sequence: in the centre, out of sight, and in each player's quarter after the last turn."""
    ends = {step.case.game.round: step.case for step in way.steps}
    for end in ends.values():
        yield from weigh_centre(end, [step.triplet for step in way.steps])
    for step in way.steps:
        yield from weigh_out_of_sight(step.case, step.turn.play)
    first = {step.case.player: step.case for step in reversed(way.steps)}
    last = {step.case.player: step.quarter for step in way.steps}
    for player, case in first.items():
        yield from case.scale.weigh(last[player])


def _ways(case: Case, count: int, shares: _Shares) -> list[TurnSequence]:
    """Sequences of `count` turns that may explain the look; they run into the next round if this one is too short."""
    left = len(case.game.players) - case.game.turns
    if count <= left:
        return _in_round(case, count, shares)
    return [] if case.game.round == case.game.rounds else _over_the_end(case, left, count - left, shares)


def _over_the_end(case: Case, left: int, more: int, shares: _Shares) -> list[TurnSequence]:
    """Sequences of the `left` turns of a round and `more` of the next, whose order follows from the first."""
    after: dict[object, tuple[Case, list[TurnSequence]]] = {}
    for way in _in_round(case, left, shares, goes_on=True):
        game = reduce(play_turn, way.turns, case.game)
        movers = order_of_play(game.position)[:more]
        again = id(way) if {*movers} & {*way.movers} else None
        after.setdefault((movers, way.cards, again), (next_round(case, game), []))[1].append(way)
    found = [
        TurnSequence((*way.steps, *later.steps), way.cost + later.cost)
        for then, before in after.values()
        for later in _in_round(then, more, shares)
        for way in before
    ]
    return sorted(found, key=lambda way: way.cost)[:_MOST_WEIGHED]


def _in_round(case: Case, count: int, shares: _Shares, *, goes_on: bool = False) -> list[TurnSequence]:
    """The likeliest ways for the next players of the round to take and play a triplet each."""
    cases = [_turn_later(case, later, shares, over=goes_on) for later in range(count)]
    end = cases[-1]
    triplets = [triplet for triplet in taken_triplets(end) if not was_not_taken(end, triplet)]
    steps = {
        (one.player, triplet): _steps(one, triplet, shares[one.player].new, goes_on=goes_on)
        for one in cases
        for triplet in triplets
    }
    found: list[TurnSequence] = []
    for chosen in permutations(triplets, count):
        left = total(weigh_left(end, {name for triplet in chosen for name in triplet}))
        found += _likeliest([steps[one.player, triplet] for one, triplet in zip(cases, chosen, strict=True)], left)
    return sorted(found, key=lambda way: way.cost)[:_MOST_WEIGHED]


def _turn_later(case: Case, later: int, shares: _Shares, *, over: bool) -> Case:
    """The case of the player who is in turn `later` turns from now."""
    game = replace(case.game, turns=case.game.turns + later)
    evidence = replace(case.evidence, backs=shares[game.orders[-1][game.turns]].backs)
    return Case(game, case.seats, case.ground, evidence, case.pieces, over)


def _steps(case: Case, triplet: tuple[CardName, ...], new_walls: bool, *, goes_on: bool) -> list[Candidate]:
    """The likely ways for one player to play one triplet; a player who may play again is judged later."""
    if not new_walls and not any(name in case.evidence.now for name in triplet):
        return []
    openings = [*ways_to_open(case.before)] if goes_on else likely_openings(case)
    found = sorted(ways(case, triplet, openings, seen=True), key=lambda candidate: candidate.cost)
    traced = [candidate for candidate in found if _left_a_trace(candidate)]
    if not goes_on:
        likely = (one for one in traced if one.cost <= traced[0].cost + MARGIN)
        traced = first_of_each(likely, lambda one: what_counts(case.game, one.turn, alone=False))
    return traced[:MOST_KINDS]


def _left_a_trace(one: Candidate) -> bool:
    """True if one of the cards is seen or may be a new wall."""
    walled = one.quarter.walls > one.case.before.walls
    return walled or any(name in one.case.evidence.now for name in one.triplet)


def _likeliest(steps: Sequence[Sequence[Candidate]], left: float) -> list[TurnSequence]:
    """The likeliest combinations of one step of each list, best first; `left` is the centre's weight in that case."""
    found = [TurnSequence((), left)]
    for choices in steps:
        longer = [TurnSequence((*way.steps, step), way.cost + step.cost) for way in found for step in choices]
        found = sorted(longer, key=lambda way: way.cost)[:MOST_KINDS]
    return found


def next_round(case: Case, game: Game) -> Case:
    """
    The case at the start of the round after `game`, whose last round is complete.

    Its triplets are those that were in the centre at rest, and complete ones that are there now. A card that is in the
    centre without its triplet has been played.
    """
    ground, evidence = case.ground, case.evidence
    left = frozenset(name for name in ground.offered if name not in game.out)
    ground = replace(ground, left_over=ground.left_over | left, told=frozenset(), unsaid=frozenset())
    ground = replace(ground, offered=_laid_out(case, game, ground))
    return Case(begin_round(game), case.seats, ground, _moved_since(evidence, ground), case.pieces)


def _laid_out(case: Case, game: Game, ground: TableMemory) -> dict[CardName, Sighting]:
    rested = {name: spots[0].sighting for name, spots in case.evidence.before.items() if spots[0].is_in_centre}
    seen = {**case.evidence.in_centre, **rested}
    laid = {name: sighting for name, sighting in seen.items() if fresh(game, ground, name)}
    whole = {name for group in groups_of(laid, case.pieces) if len(group) == CARDS_IN_A_TRIPLET for name in group}
    return {name: sighting for name, sighting in laid.items() if name in rested or name in whole}


def _moved_since(evidence: Evidence, ground: TableMemory) -> Evidence:
    """The evidence without cards that rested in their triplet: they do not show where they went."""
    before = {}
    for name, spots in evidence.before.items():
        laid = ground.offered.get(name)
        moved = tuple(spot for spot in spots if laid is None or apart_mm(laid, spot.sighting) > STILL_MM)
        if moved:
            before[name] = moved
    return replace(evidence, before=before)
