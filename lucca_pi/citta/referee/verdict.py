"""The referee's word on a look: the turn that was played, a doubt with ranked answers, or what does not fit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lucca_pi.citta.referee.answers import answers_in_words
from lucca_pi.citta.referee.case import Case
from lucca_pi.citta.referee.centre import (
    card_never_read,
    taken_triplets,
    was_not_taken,
    weigh_centre,
    weigh_out_of_sight,
    why_none_was_taken,
)
from lucca_pi.citta.referee.search import TurnRules, ways_to_open, ways_to_play
from lucca_pi.citta.referee.weighing import Finding
from lucca_pi.citta.rules.deck import CardName
from lucca_pi.citta.rules.game import play_turn
from lucca_pi.citta.rules.quarter import Quarter
from lucca_pi.citta.rules.turn import Turn

MARGIN = 3.0
"""An explanation this much worse than the best is still a possible one: about one in twenty."""
MOST_ANSWERS = 27
"""Every way to play three cards out of sight: with fewer, the turn that was played has been seen to be left out."""
MOST_HIDDEN = 3
"""So many of the other players' cards may be out of sight at any time."""
LAY_OUT_AGAIN = "Lay all triplets out again as they were and press OK; then play, and press OK."


@dataclass(frozen=True, slots=True)
class Explained:
    """The one legal turn that explains the table, and how badly it fits (0: as it should lie)."""

    turn: Turn
    cost: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """
    Several legal turns explain it and are worth different points: each with its words, and how badly it fits.

    All likely ones, the likeliest first; costs are natural logarithms of odds.
    """

    question: str
    answers: tuple[str, ...]
    turns: tuple[Turn, ...]
    costs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal turn explains it: what is wrong where, and what to do."""

    problems: tuple[str, ...]
    advice: str


Verdict = Explained | Doubt | Unexplained


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal turn, the quarter it leaves, and how badly both fit the evidence."""

    turn: Turn
    quarter: Quarter
    cost: float

    @property
    def triplet(self) -> frozenset[CardName]:
        return frozenset(play.card for play in self.turn.play)


def explain(case: Case) -> Verdict:
    """
    The legal turn of the player in turn that explains the look.

    Turns that are worth the same now and leave the same behind for the rest of the game are one explanation: which of
    two cards became the wall and which was discarded is asked only if it counts.
    """
    if _too_much_hidden(case):
        return Unexplained(("Most of the cards are not in sight",), "Clear the view, then press OK.")
    candidates = sorted(_candidates(case), key=lambda candidate: candidate.cost)
    if not candidates:
        return Unexplained((why_none_was_taken(case),), LAY_OUT_AGAIN)
    best = candidates[0]
    problems = (*_own_problems(case, best), *_other_problems(case, best))
    if problems and (unread := card_never_read(case)):
        return Unexplained((unread,), LAY_OUT_AGAIN)
    if problems:
        return Unexplained(tuple(dict.fromkeys(problems)), _advice(case, best))
    likely = [one for one in candidates if one.cost <= best.cost + MARGIN and not any(_own_problems(case, one))]
    different = _different(case, likely)
    if len(different) == 1:
        return Explained(best.turn, best.cost)
    offered = different[:MOST_ANSWERS]
    turns, costs = tuple(one.turn for one in offered), tuple(one.cost for one in offered)
    unseen = [play.card for play in turns[0].play if play.card not in case.evidence.now]
    return Doubt(*answers_in_words(turns, case.game.deck, unseen), turns, costs)


def _too_much_hidden(case: Case) -> bool:
    """Whether more is out of sight than a hand or a mug hides: then there is nothing to tell, and nothing to ask."""
    others = [case.game.position.quarters[player] for player in case.game.position.others(case.player)]
    faces = {card.number for quarter in others for palace in quarter.construction.values() for card in palace.cards}
    faces |= {palace.number for quarter in others for palace in (*quarter.completed.values(), *quarter.opened.values())}
    hidden = faces - case.evidence.now.keys()
    return len(hidden) > max(MOST_HIDDEN, len(faces) // 2)


def _advice(case: Case, best: Candidate) -> str:
    if was_not_taken(case, best.triplet):
        return "Take a triplet and play its cards, then press OK."
    return "Put it right, then press OK."


def _candidates(case: Case) -> list[Candidate]:
    """The legal turns, without those of a triplet whose absence from the centre alone makes them too unlikely."""
    rules = TurnRules(case.game.deck, case.game.edition, case.game.position.cards_to_complete)
    openings = _likely_openings(case)
    found: list[Candidate] = []
    taken = [(cost + _sum(weigh_centre(case, triplet)), triplet) for triplet, cost in taken_triplets(case)]
    for left, triplet in sorted(taken, key=lambda one: one[0]):
        if found and left > min(candidate.cost for candidate in found) + MARGIN:
            break
        for colours, opened in openings:
            for played in ways_to_play(opened, triplet, rules):
                own = case.scale.cost(played.quarter, case.before.walls) + _sum(weigh_out_of_sight(case, played.play))
                found.append(Candidate(Turn(case.player, colours, played.play), played.quarter, left + own))
    return found


def _sum(findings: Iterable[Finding]) -> float:
    return sum(finding.cost for finding in findings)


def _likely_openings(case: Case) -> list[tuple[tuple[str, ...], Quarter]]:
    """
    The choices of palaces to open that could belong to a likely turn.

    What is opened does not change how cards can be played, so a choice much worse than the best cannot catch up.
    """
    weighed = [
        (case.scale.cost(opened, case.before.walls), chosen, opened) for chosen, opened in ways_to_open(case.before)
    ]
    best = min(cost for cost, _, _ in weighed)
    return [(chosen, opened) for cost, chosen, opened in weighed if cost <= best + MARGIN]


def _own_problems(case: Case, candidate: Candidate) -> Iterator[str]:
    """What a person should look at if the candidate were the turn."""
    findings = (
        *weigh_centre(case, candidate.triplet),
        *case.scale.weigh(candidate.quarter, case.before.walls),
        *weigh_out_of_sight(case, candidate.turn.play),
    )
    return (finding.problem for finding in findings if finding.problem)


def _other_problems(case: Case, candidate: Candidate) -> Iterator[str]:
    """What lies wrong with the other players, or has come back from the discards, whatever the turn was."""
    position = case.game.position
    for player in position.others(case.player):
        findings = case.scales[player].weigh_faces(position.quarters[player])
        yield from (finding.problem for finding in findings if finding.problem)
    lying = {
        card.number for quarter in position.quarters.values() for palace in quarter.palaces() for card in palace.cards
    }
    towers = {tower for quarter in position.quarters.values() for tower in quarter.towers}
    for name in case.game.out - lying - towers - candidate.triplet:
        place = case.evidence.place(name)
        if place and place.area:
            yield f"{name} {case.scale.lies(name)}, but counts as a wall or discarded: take it away, or undo"
    for name, spots in case.evidence.now.items():
        if len(spots) > 1:
            yield f"{name} is seen at {len(spots)} places"
    yield from _stray_backs(case)


def _stray_backs(case: Case) -> Iterator[str]:
    """New walls where the player in turn cannot have laid them."""
    names = {quarter: player for player, quarter in case.seats.items()}
    backs, quarter = case.evidence.backs, case.seats[case.player]
    owners, may = case.ground.wall_owners(backs, quarter), case.ground.may_be_walls(backs, quarter)
    for back, owner, may_be in zip(backs, owners, may, strict=True):
        if owner is None and back.place.owner and not may_be:
            yield f"{names.get(back.place.owner, 'nobody')}: a face-down card too many, it is {case.player}'s turn"


def _different(case: Case, likely: Iterable[Candidate]) -> list[Candidate]:
    """The best of each kind that counts differently."""
    kinds: dict[object, Candidate] = {}
    for candidate in likely:
        kinds.setdefault(_what_counts(case, candidate), candidate)
    return list(kinds.values())


def _what_counts(case: Case, candidate: Candidate) -> object:
    """All that the points now and later depend on, and what is seen of it at later looks."""
    lines = play_turn(case.game, candidate.turn).lines[len(case.game.lines) :]
    quarter = candidate.quarter
    building = {(palace.number, frozenset(palace.cards)) for palace in quarter.construction.values()}
    standing = {(area, p.number) for area in ("completed", "opened") for p in getattr(quarter, area).values()}
    return (
        frozenset((line.kind, line.points, line.reason) for line in lines),
        frozenset(building),
        frozenset(standing),
        (quarter.walls, frozenset(quarter.towers)),
        frozenset() if case.ends_the_round else candidate.triplet,
    )
