"""An explanation as text, the turns that come into question side by side, and as JSON data."""

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from textwrap import wrap
from typing import Any

from lucca_pi.evening.verdict import Doubt, Explained
from lucca_pi.games.citta.referee.explanation import Explanation, Named, Ranked
from lucca_pi.games.citta.referee.reasons import odds
from lucca_pi.games.citta.rules.record import turn_json
from lucca_pi.table.sighting import Sighting

WIDE = 64
"""Letters of a reason; a longer one goes on below."""


def explanation_lines(explained: Explanation) -> Iterator[str]:
    """What was thought, weighed and seen, in lines."""
    yield f"{explained.decision}."
    ranking = (*explained.ways, *explained.ranked)
    if ranking:
        yield ""
        yield from _legend(ranking)
        yield ""
        yield from _table(ranking, ranks=isinstance(explained.verdict, Doubt))
    if explained.faults:
        yield from ("", "wrong, whatever was played:", *(f"  {one.words}" for one in explained.faults))
    seen = [*(card.words for card in explained.cards), *(walls.words for walls in explained.walls)]
    if seen:
        yield from ("", "seen and remembered:", *(f"  {words}" for words in seen))


def _legend(ranking: Sequence[Ranked]) -> Iterator[str]:
    """A letter for each, with its weight and what that means."""
    yield "what comes into question, the best first:"
    for letter, one in zip(ascii_uppercase, ranking, strict=False):
        mark = "  <- taken" if one.taken else ""
        yield f"  {letter} {one.cost:5.1f}  {odds(one.cost):<24} {one.words}{mark}"


def _table(ranking: Sequence[Ranked], *, ranks: bool) -> Iterator[str]:
    """A row for each reason, a column for each turn; the sums are the weights that decide. `ranks`: habits do, too."""
    reasons = list(dict.fromkeys(named.words for one in ranking for named in one.findings))
    if not reasons:
        yield "  nothing speaks against any of them"
        return
    wide = min(WIDE, max(map(len, reasons)))
    yield _row(
        "weight of each reason", wide, [f"{letter:>5}" for letter, _ in zip(ascii_uppercase, ranking, strict=False)]
    )
    for reason in reasons:
        yield _row(reason, wide, [_weight(_sum(one.findings, reason)) for one in ranking])
    yield _row("sum", wide, [f"{one.cost:5.1f}" for one in ranking])
    if ranks:
        yield _row(
            "how unusual for this player; it ranks equals only", wide, [f"{one.unusual:5.1f}" for one in ranking]
        )


def _sum(findings: Iterable[Named], words: str) -> float:
    return sum(one.finding.cost for one in findings if one.words == words)


def _weight(weight: float) -> str:
    return f"{weight:5.1f}" if weight else "    -"


def _row(reason: str, wide: int, cells: Sequence[str]) -> str:
    first, *more = wrap(reason, wide) or [""]
    return "\n".join([f"  {first:<{wide}} {' '.join(cells)}", *(f"    {line}" for line in more)])


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
