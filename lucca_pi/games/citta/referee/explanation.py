"""
Why a look was judged as it was: candidate turns side by side, each with everything that speaks against it.

Computed only if somebody asks. The findings are those that decide, so a turn's weight is their sum.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lucca_pi.contract.verdict import Doubt, Explained, Unexplained, Verdict, Weighed, odds, side_by_side
from lucca_pi.games.citta.referee.candidates import (
    MARGIN,
    Candidate,
    candidates,
    findings,
    outcome,
    unusual,
    what_counts,
)
from lucca_pi.games.citta.referee.case import Case
from lucca_pi.games.citta.referee.centre import sorted_names, was_not_taken
from lucca_pi.games.citta.referee.findings import Finding, Reason
from lucca_pi.games.citta.referee.forgotten_presses import TurnSequence, better_ways, weigh_way
from lucca_pi.games.citta.referee.misplaced import other_faults
from lucca_pi.games.citta.referee.questions import turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.reasons import CardSeen, WallsSeen, card_seen, finding_words, remedy, walls_seen
from lucca_pi.games.citta.referee.verdict import FAR, explain, too_much_hidden
from lucca_pi.games.citta.referee.weighing import PROBLEM
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.rules.record import turn_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.language import _, ngettext
from lucca_pi.table.sighting import Sighting

_MOST_SHOWN = 4
"""Most turns shown side by side."""
_FAR_BEHIND = 9.0
"""Weight behind the best above which only one further turn is shown."""


@dataclass(frozen=True, slots=True)
class NamedFinding:
    """A finding in words, and its remedy; "" if there is none."""

    finding: Finding
    words: str
    remedy: str


@dataclass(frozen=True, slots=True)
class _Ranked:
    """
    A turn, or several in sequence, that may have been played; `cost` is the sum of its findings.

    `unusual`: how rarely this player plays like this; it ranks turns that fit equally and counts for nothing else.
    `taken`: the game has these turns, or equivalent ones.
    """

    turns: tuple[Turn, ...]
    words: str
    cost: float
    findings: tuple[NamedFinding, ...]
    unusual: float = 0.0
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    Why a look was judged as it was.

    `ranked`: the best turn of each kind that counts differently, in the referee's order. `ways`: several turns in
    sequence, if they fit better than any single one. `faults`: what is wrong whatever was played. `cards` and `walls`:
    what was seen and remembered of the cards concerned; they and `quarters` are in the game's axes. `decision`: what
    followed, in a sentence. `remedies`: what to change on the table so that the best turn fits.
    """

    player: str
    verdict: Verdict
    ranked: tuple[_Ranked, ...]
    ways: tuple[_Ranked, ...]
    faults: tuple[NamedFinding, ...]
    cards: tuple[CardSeen, ...]
    walls: tuple[WallsSeen, ...]
    quarters: Mapping[int, Sighting]
    decision: str
    remedies: tuple[str, ...]

    @property
    def best(self) -> _Ranked | None:
        """The turn that fits best; None if no triplet can have been taken."""
        return next(iter((*self.ways, *self.ranked)), None)

    @property
    def distance(self) -> float | None:
        """Weight between the best turn and the next; None if there is no next."""
        ranking = (*self.ways, *self.ranked)
        return min(one.cost for one in ranking[1:]) - ranking[0].cost if len(ranking) > 1 else None


def explanation(case: Case, taken: Sequence[Turn] = ()) -> Explanation:
    """
    The explanation of a case's look.

    `taken`: the turns recorded in the game instead; they are included if they were weighed at all.
    """
    verdict = explain(case)
    ways = _ways(case, better_ways(case, verdict), taken)
    ranked = () if too_much_hidden(case) else tuple(_ranked(case, verdict, taken)[: 1 if ways else None])
    named = [named for one in (*ways, *ranked) for named in one.findings]
    movers = {turn.player for one in ways[:1] for turn in one.turns} or {case.player}
    played = {play.card for one in (*ways, *ranked)[:1] for turn in one.turns for play in turn.play}
    faults = tuple(_named(case, other_faults(case, movers, played)))
    cards = _cards(case, (*ways, *ranked), (*named, *faults))
    walls = tuple(walls_seen(case, player) for player in _whose_walls(case, (*named, *faults)))
    remedies = tuple(_remedies(ways or ranked, faults, press=bool(ways)))
    decision = _decision(verdict, ranked, ways)
    return Explanation(
        case.player, verdict, ranked, ways, faults, cards, walls, case.evidence.quarters, decision, remedies
    )


def _ranked(case: Case, verdict: Verdict, taken: Sequence[Turn]) -> list[_Ranked]:
    """The best of each kind: those near the best, the next one, and the turn that was taken."""
    found = sorted(candidates(case, FAR), key=lambda one: one.cost)
    kinds: dict[object, Candidate] = {}
    for one in _as_asked(case, found) if isinstance(verdict, Doubt) else found:
        kinds.setdefault(what_counts(case.game, one.turn), one)
    near = found[0].cost + _FAR_BEHIND if found else 0.0
    shown = [kind for place, (kind, one) in enumerate(kinds.items()) if place < 2 or one.cost <= near]
    if found and was_not_taken(case, found[0].triplet):
        shown = shown[:1]
    wanted = [what_counts(case.game, turn) for turn in taken] if len(taken) == 1 else []
    asked_for = dict.fromkeys((*shown[:_MOST_SHOWN], *wanted))
    return [_of(case, kinds[kind], taken=kind in wanted) for kind in asked_for if kind in kinds]


def _as_asked(case: Case, found: Sequence[Candidate]) -> list[Candidate]:
    """Turns by weight; turns in doubt also by the player's habits, as they are asked about."""
    likely = [one for one in found if one.cost <= found[0].cost + MARGIN]
    return [*sorted(likely, key=lambda one: one.cost + unusual(case, one)), *found[len(likely) :]]


def _of(case: Case, one: Candidate, *, taken: bool) -> _Ranked:
    words, found = turn_in_words(one.turn, case.game.deck), tuple(_named(case, findings(case, one)))
    return _Ranked((one.turn,), words, one.cost, found, unusual(case, one), taken)


def _ways(case: Case, found: Sequence[TurnSequence], taken: Sequence[Turn]) -> tuple[_Ranked, ...]:
    came_to = outcome(case.game, taken) if taken else None
    return tuple(_of_way(case, way, taken=came_to == outcome(case.game, way.turns)) for way in found[:_MOST_SHOWN])


def _of_way(case: Case, way: TurnSequence, *, taken: bool) -> _Ranked:
    (words,), found = ways_in_words([way.turns], case.game.deck), tuple(_named(case, weigh_way(way)))
    return _Ranked(way.turns, words, way.cost, found, taken=taken)


def _named(case: Case, found: Iterable[Finding]) -> Iterator[NamedFinding]:
    return (
        NamedFinding(finding, finding_words(case, finding), remedy(case, finding)) for finding in found if finding.cost
    )


def _cards(case: Case, shown: Sequence[_Ranked], named: Sequence[NamedFinding]) -> tuple[CardSeen, ...]:
    """The cards of the likeliest turn, then the other cards concerned."""
    played = sorted_names(play.card for one in shown[:1] for turn in one.turns for play in turn.play)
    concerned = sorted_names({card for one in named for card in one.finding.cards})
    names: Iterable[CardName] = dict.fromkeys((*played, *concerned))
    return tuple(card_seen(case, name) for name in names)


def _whose_walls(case: Case, named: Sequence[NamedFinding]) -> Iterator[str]:
    """The players whose walls are concerned; backs are alike, so only their number counts."""
    concerned = {one.finding.player for one in named if one.finding.number}
    return (player for player in case.seats if player in concerned)


def _remedies(ranking: Sequence[_Ranked], faults: Sequence[NamedFinding], *, press: bool) -> Iterator[str]:
    """Remedies for the faults and the best turn; for equally likely turns only for their heaviest finding."""
    likely = [one for one in ranking if one.cost <= ranking[0].cost + MARGIN]
    best = [*faults, *(named for one in likely[:1] for named in one.findings)]
    best = [named for named in best if named.finding.reason is Reason.NONE_TAKEN] or best
    others = [max(one.findings, key=_weight) for one in likely[1:] if one.findings]
    yield from (_("Press OK after each turn"),) if press else ()
    named = (*sorted(best, key=_weight, reverse=True), *others)
    yield from dict.fromkeys(one.remedy for one in named if one.remedy)


def _weight(named: NamedFinding) -> float:
    return named.finding.cost


def _decision(verdict: Verdict, ranked: Sequence[_Ranked], ways: Sequence[_Ranked]) -> str:
    if ways:
        return ngettext(
            "No single turn fits as well as {number} turn",
            "No single turn fits as well as {number} turns one after another",
            len(ways[0].turns),
        )
    match verdict:
        case Explained(fits_badly=True):
            told = {"cost": f"{verdict.cost:.1f}", "limit": f"{PROBLEM:.1f}"}
            return _(
                "One turn fits, but badly: its weight is {cost}; above {limit} it has to be confirmed with OK", **told
            )
        case Explained():
            return _one_fits(ranked)
        case Doubt():
            return _(
                "Several turns fit and score differently: their weights are at most {margin} apart",
                margin=f"{MARGIN:.1f}",
            )
        case Unexplained():
            return _("No legal turn fits: {problem}", problem=verdict.problems[0])


def _one_fits(ranked: Sequence[_Ranked]) -> str:
    if len(ranked) < 2:
        return _("Only one turn fits, and no other is possible")
    more = min(one.cost for one in ranked[1:]) - ranked[0].cost
    told = {"more": f"{more:.1f}", "margin": f"{MARGIN:.1f}"}
    return _(
        "One turn fits: the next that scores differently weighs {more} more; up to {margin} would be a doubt", **told
    )


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """The explanation as lines of text."""
    yield f"{explained.decision}."
    ranking = (*explained.ways, *explained.ranked)
    unusual = "how unusual for this player; only ranks equal turns", [one.unusual for one in ranking]
    yield from side_by_side([*map(_weighed, ranking)], *([unusual] if isinstance(explained.verdict, Doubt) else []))
    if explained.faults:
        yield from ("", "wrong, whatever was played:", *(f"  {one.words}" for one in explained.faults))
    seen = [*(card.words for card in explained.cards), *(walls.words for walls in explained.walls)]
    if seen:
        yield from ("", "seen and remembered:", *(f"  {words}" for words in seen))


def _weighed(one: _Ranked) -> Weighed:
    reasons = tuple((named.words, named.finding.cost) for named in one.findings)
    return Weighed(one.words, one.cost, reasons, one.taken)


def explanation_json(explained: Explanation) -> dict[str, Any]:
    """The explanation as JSON data."""
    verdict = explained.verdict
    return {
        "verdict": "turn" if isinstance(verdict, Explained) else "doubt" if isinstance(verdict, Doubt) else "none",
        "decision": explained.decision,
        "candidates": [_ranked_json(one) for one in explained.ranked],
        "several": [_ranked_json(one) for one in explained.ways],
        "faults": [_finding_json(one) for one in explained.faults],
        "cards": [
            {
                "card": one.card,
                "words": one.words,
                "seen": [_place_json(seen) for seen in one.seen],
                "remembered": _place_json(one.remembered) if one.remembered else None,
            }
            for one in explained.cards
        ],
        "walls": [
            {"player": one.player, "before": one.before, "still": one.still, "new": one.new, "words": one.words}
            for one in explained.walls
        ],
    }


def _ranked_json(one: _Ranked) -> dict[str, Any]:
    return {
        "turns": [turn_json(turn) for turn in one.turns],
        "words": one.words,
        "weight": _rounded(one.cost),
        "odds": odds(one.cost),
        "unusual": _rounded(one.unusual),
        "taken": one.taken,
        "findings": [_finding_json(named) for named in one.findings],
    }


def _finding_json(named: NamedFinding) -> dict[str, Any]:
    finding = named.finding
    return {
        "reason": finding.reason.value,
        "weight": _rounded(finding.cost),
        "words": named.words,
        "remedy": named.remedy,
        "player": finding.player,
        "cards": [*finding.cards],
        "area": finding.area,
    }


def _place_json(seen: Sighting) -> dict[str, float]:
    return {"x_mm": round(seen.x_mm, 1), "y_mm": round(seen.y_mm, 1), "heading_deg": round(seen.heading_deg, 1)}


def _rounded(weight: float) -> float:
    return round(weight, 6)
