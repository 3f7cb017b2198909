"""An explanation as text, the turns that come into question side by side, and as JSON data."""

from collections.abc import Iterator
from typing import Any

from lucca_pi.games.citta.referee.explanation import Explanation, Named, Ranked
from lucca_pi.games.citta.rules.record import turn_json
from lucca_pi.games.contract.verdict import Doubt, Explained, Weighed, odds, side_by_side
from lucca_pi.table.sighting import Sighting


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """What was thought, weighed and seen, in lines."""
    yield f"{explained.decision}."
    ranking = (*explained.ways, *explained.ranked)
    unusual = "how unusual for this player; it ranks equals only", [one.unusual for one in ranking]
    yield from side_by_side([*map(_weighed, ranking)], *([unusual] if isinstance(explained.verdict, Doubt) else []))
    if explained.faults:
        yield from ("", "wrong, whatever was played:", *(f"  {one.words}" for one in explained.faults))
    seen = [*(card.words for card in explained.cards), *(walls.words for walls in explained.walls)]
    if seen:
        yield from ("", "seen and remembered:", *(f"  {words}" for words in seen))


def _weighed(one: Ranked) -> Weighed:
    reasons = tuple((named.words, named.finding.cost) for named in one.findings)
    return Weighed(one.words, one.cost, reasons, one.taken)


def explanation_json(explained: Explanation) -> dict[str, Any]:
    """The same as JSON data."""
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


def _ranked_json(one: Ranked) -> dict[str, Any]:
    return {
        "turns": [turn_json(turn) for turn in one.turns],
        "words": one.words,
        "weight": _rounded(one.cost),
        "odds": odds(one.cost),
        "unusual": _rounded(one.unusual),
        "taken": one.taken,
        "findings": [_finding_json(named) for named in one.findings],
    }


def _finding_json(named: Named) -> dict[str, Any]:
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
