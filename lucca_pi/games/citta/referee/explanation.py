"""
Why a look was judged as it was: candidate turns side by side, each with everything that speaks against it.

Computed only if somebody asks. The findings are those that decide, so a turn's weight is their sum.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lucca_pi.contract.verdict import (
    Doubt,
    Explained,
    Explanation,
    Unexplained,
    Verdict,
    Weighed,
    how_sure,
    section,
    side_by_side,
    weighed_json,
)
from lucca_pi.games.citta.referee.candidates import (
    MARGIN,
    Candidate,
    candidates,
    outcome,
    what_counts,
)
from lucca_pi.games.citta.referee.centre import sorted_names, was_not_taken
from lucca_pi.games.citta.referee.evidence import CONTRADICTION, MM_PER_UNIT
from lucca_pi.games.citta.referee.findings import AREA_WORDS, REMEDIES, Finding, Reason, put
from lucca_pi.games.citta.referee.forgotten_presses import better_ways, weigh_way
from lucca_pi.games.citta.referee.questions import answers_in_words, turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.verdict import FAR, explain, other_faults, too_much_hidden
from lucca_pi.games.citta.referee.weighing import PROBLEM, Case
from lucca_pi.games.citta.rules.deck import CardName, Deck
from lucca_pi.games.citta.rules.record import TURN
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.areas import CardPlace
from lucca_pi.games.citta.table.reading import place_json
from lucca_pi.language import _, listed, ngettext
from lucca_pi.table.sighting import Marked, Sighting

_MOST_SHOWN = 4
"""Most turns shown side by side."""
_FAR_BEHIND = 9.0
"""Weight behind the best above which only one further turn is shown."""


@dataclass(frozen=True, slots=True)
class _Ranked(Weighed):
    """
    A turn, or several in sequence, that may have been played; the findings are its reasons, told as `_told` does.

    `unusual`: how rarely this player plays like this; it ranks turns that fit equally and counts for nothing else.
    """

    turns: tuple[Turn, ...] = ()
    findings: tuple[Finding, ...] = ()
    unusual: float = 0.0


def explained(case: Case, taken: Sequence[Turn] = (), left_open: Sequence[str] = ()) -> Explanation:
    """
    The explanation of a case's look: the best turn of each kind that counts differently, or several in sequence.

    `taken`: the turns that the game has; they are included if they were weighed at all. `left_open`: lines on the cards
    that stay ambiguous.
    """
    verdict = explain(case)
    ways = _ways(case, verdict, taken)
    ranked = [] if too_much_hidden(case) else _ranked(case, verdict, taken)[: 1 if ways else None]
    ranking = (*ways, *ranked)
    best = ranking[0].turns if ranking else ()
    played = sorted_names(play.card for turn in best for play in turn.play)
    movers = {turn.player for turn in best} if ways else {case.player}
    faults = _told(case, other_faults(case, movers, {*played}))
    found = [*(finding for one in ranking for finding in one.findings), *faults]
    concerned = sorted_names({card for one in found for card in one.cards})
    names: list[CardName] = [*dict.fromkeys((*played, *concerned))]
    moved = {one.player for one in found if one.number}  # backs are alike, so they count
    owners = [player for player in case.seats if player in moved]
    cards, walls = [card_json(case, name) for name in names], [walls_json(case, player) for player in owners]
    decision = _decision(verdict, ranked, ways)
    data = {
        "verdict": "turn" if isinstance(verdict, Explained) else "doubt" if isinstance(verdict, Doubt) else "none",
        "decision": decision,
        "candidates": [_ranked_json(one) for one in ranked],
        "several": [_ranked_json(one) for one in ways],
        "faults": [_finding_json(one) for one in faults],
        "cards": cards,
        "walls": walls,
    }
    rarest = "how unusual for this player; only ranks equal turns", [one.unusual for one in ranking]
    return Explanation(
        sure=how_sure(verdict, several=bool(ways)),
        best=best if ways or not isinstance(verdict, Unexplained) else (),
        weight=ranking[0].weight if ranking else None,
        ranking=ranking,
        next_best=_next_best(ranking, case.game.deck),
        lines=(
            *left_open,
            f"{decision}.",
            *side_by_side(ranking, *([rarest] if isinstance(verdict, Doubt) else [])),
            *section("wrong, whatever was played:", [one.problem for one in faults]),
            *section("seen and remembered:", [one["words"] for one in (*cards, *walls)]),
        ),
        data={**data, **({"open": left_open} if left_open else {})},
        remedies=tuple(_remedies(ways or ranked, faults, press=bool(ways))),
        marks=(*_marks(case, names, _likely(ranking), faults), *_marked_walls(case, owners)),
        known=(*case.evidence.quarters.values(), *(seen for name in names for seen in _seen(case, name))),
    )


def _ways(case: Case, verdict: Verdict, taken: Sequence[Turn]) -> list[_Ranked]:
    """Several turns in sequence, if they fit better than any single one."""
    came_to = outcome(case.game, taken) if taken else None
    return [
        _weighed(case, way.turns, way.cost, weigh_way(way), taken=came_to == outcome(case.game, way.turns))
        for way in better_ways(case, verdict)[:_MOST_SHOWN]
    ]


def _ranked(case: Case, verdict: Verdict, taken: Sequence[Turn]) -> list[_Ranked]:
    """The best of each kind: those near the best, the next one, and the turn that was taken."""
    found = sorted(candidates(case, FAR), key=lambda one: one.cost)
    kinds: dict[object, Candidate] = {}
    for one in _as_asked(found) if isinstance(verdict, Doubt) else found:
        kinds.setdefault(one.kind, one)
    near = found[0].cost + _FAR_BEHIND if found else 0.0
    shown = [kind for place, (kind, one) in enumerate(kinds.items()) if place < 2 or one.cost <= near]
    if found and was_not_taken(case, found[0].triplet):
        shown = shown[:1]
    wanted = [what_counts(case.game, turn) for turn in taken] if len(taken) == 1 else []
    asked_for = dict.fromkeys((*shown[:_MOST_SHOWN], *wanted))
    return [
        _weighed(case, (one.turn,), one.cost, one.findings(), taken=kind in wanted, rare=one.unusual)
        for kind, one in ((kind, kinds[kind]) for kind in asked_for if kind in kinds)
    ]


def _as_asked(found: Sequence[Candidate]) -> list[Candidate]:
    """Turns by weight; turns in doubt also by the player's habits, as they are asked about."""
    likely = [one for one in found if one.cost <= found[0].cost + MARGIN]
    return [*sorted(likely, key=lambda one: one.rank), *found[len(likely) :]]


def _weighed(
    case: Case, turns: tuple[Turn, ...], cost: float, found: Iterable[Finding], *, taken: bool, rare: float = 0.0
) -> _Ranked:
    deck, told = case.game.deck, _told(case, found)
    words = turn_in_words(turns[0], deck) if len(turns) == 1 else ways_in_words([turns], deck)[0]
    return _Ranked(words, cost, tuple((one.problem, one.cost) for one in told), taken, turns, told, rare)


def _told(case: Case, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that weigh anything: each with its words as its problem, and with its remedy."""
    return tuple(replace(one, problem=finding_words(case, one), remedy=remedy(case, one)) for one in found if one.cost)


def _likely(ranking: Sequence[_Ranked]) -> list[_Ranked]:
    """Those as likely as the first."""
    return [one for one in ranking if one.weight <= ranking[0].weight + MARGIN]


def _next_best(ranking: Sequence[_Ranked], deck: Deck) -> str:
    """The runner-up in words; of two single turns, how the second differs."""
    if len(ranking) < 2:
        return ""
    best, other = ranking[:2]
    if len(best.turns) == len(other.turns) == 1:
        return answers_in_words((*best.turns, *other.turns), deck)[1][1]
    return other.words


def _marks(
    case: Case, names: Iterable[CardName], likely: Iterable[_Ranked], faults: Iterable[Finding]
) -> Iterator[Marked]:
    """Findings about likely turns, and about every turn, where their cards are or were last seen; none if all fits."""
    found = {one.problem: one for one in (*(finding for one in likely for finding in one.findings), *faults)}
    for name in names:
        seen = _seen(case, name)
        place = seen[0] if seen else remembered(case, name)
        lines = [f"{one.problem} ({one.cost:.1f})" for one in found.values() if one.cards[:1] == (name,)]
        if place and lines:
            yield Marked(place, (str(name) if seen else _("{card} was last seen here", card=name), *lines))


def _marked_walls(case: Case, players: Iterable[str]) -> Iterator[Marked]:
    """The old places of the players' walls whose backs are no longer seen."""
    for player in players:
        yield from (Marked(one, (_("a wall of {player} lay here", player=player),)) for one in lost(case, player))


def _remedies(ranking: Sequence[_Ranked], faults: Sequence[Finding], *, press: bool) -> Iterator[str]:
    """Remedies for the faults and the best turn; for equally likely turns only for their heaviest finding."""
    likely = _likely(ranking)
    best = [*faults, *(finding for one in likely[:1] for finding in one.findings)]
    best = [one for one in best if one.reason is Reason.NONE_TAKEN] or best
    others = [max(one.findings, key=_cost) for one in likely[1:] if one.findings]
    yield from (_("Press OK after each turn"),) if press else ()
    yield from dict.fromkeys(one.remedy for one in (*sorted(best, key=_cost, reverse=True), *others) if one.remedy)


def _cost(finding: Finding) -> float:
    return finding.cost


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
            if len(ranked) < 2:
                return _("Only one turn fits, and no other is possible")
            more = min(one.weight for one in ranked[1:]) - ranked[0].weight
            told = {"more": f"{more:.1f}", "margin": f"{MARGIN:.1f}"}
            return _(
                "One turn fits: the next that scores differently weighs {more} more; up to {margin} would be a doubt",
                **told,
            )
        case Doubt():
            return _(
                "Several turns fit and score differently: their weights are at most {margin} apart",
                margin=f"{MARGIN:.1f}",
            )
        case Unexplained():
            return _("No legal turn fits: {problem}", problem=verdict.problems[0])


def _ranked_json(one: _Ranked) -> dict[str, Any]:
    found = [_finding_json(finding) for finding in one.findings]
    turns = [TURN.write(turn) for turn in one.turns]
    return {"turns": turns, **weighed_json(one, unusual=round(one.unusual, 6)), "findings": found}


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "reason": finding.reason.value,
        "weight": round(finding.cost, 6),
        "words": finding.problem,
        "remedy": finding.remedy,
        "player": finding.player,
        "cards": [*finding.cards],
        "area": finding.area,
    }


def finding_words(case: Case, finding: Finding) -> str:
    """The finding as a sentence."""
    return finding.reason.words(**_details(case, finding))


def remedy(case: Case, finding: Finding) -> str:
    """The order that mends the finding; "" if nothing on the table can be changed."""
    if finding.remedy:
        return finding.remedy
    if finding.reason is Reason.ELSEWHERE and finding.area:
        return put(finding.cards[0], finding.area)
    words = REMEDIES.get(finding.reason)
    return words(**_details(case, finding)) if words else ""


def _details(case: Case, finding: Finding) -> dict[str, Any]:
    card, *others = finding.cards or ("",)
    player = finding.player or case.player
    mm = round(finding.cost * MM_PER_UNIT)
    return {
        "player": player,
        "card": card,
        "other": others[0] if others else "",
        "cards": listed([*map(str, finding.cards)]),
        "colour": case.game.deck[int(card)].colour if card in case.game.deck else "",
        "lies": case.scales.get(player, case.scale).lies(card) if card in case.evidence.now else "",
        "where": AREA_WORDS[finding.area] if finding.area else "",
        "off": _("{mm} mm off", mm=mm) if finding.cost < CONTRADICTION else _("more than {mm} mm off", mm=mm),
        "number": finding.number,
    }


def card_json(case: Case, name: CardName) -> dict[str, Any]:
    """A card: every place where its code is seen now, usually one or none, and where it was seen last."""
    before = remembered(case, name)
    return {
        "card": name,
        "words": _("{card} {told}", card=name, told=listed([*_places_in_words(case, name)], "; ")),
        "seen": [place_json(seen) for seen in _seen(case, name)],
        "remembered": place_json(before) if before else None,
    }


def _seen(case: Case, name: CardName) -> tuple[Sighting, ...]:
    return tuple(spot.sighting for spot in case.evidence.now.get(name, ()))


def remembered(case: Case, name: CardName) -> Sighting | None:
    """The place where a card was seen last, in the game's axes."""
    rested, kept = case.evidence.before.get(name), case.ground.kept.get(name)
    laid = case.ground.laid_out.get(name) or case.ground.discarded.get(name)
    return rested[-1].sighting if rested else kept.seen if kept else laid


def _places_in_words(case: Case, name: CardName) -> Iterator[str]:
    """Places in words: now, at rest since the last confirmed look, and before."""
    if name not in case.evidence.now:
        yield _("is not visible")
    elif case.ground.lies_as_laid_out(name, case.evidence):
        yield _("lies where it was laid out")
    else:
        yield case.scale.lies(name)
    rested = case.evidence.before.get(name)
    if rested:
        yield _("before the press it was seen {where}", where=_where(case, rested[-1].place))
    if not case.ground.lies_as_laid_out(name, case.evidence):
        yield _before(case, name)


def _before(case: Case, name: CardName) -> str:
    kept = case.ground.kept.get(name)
    if kept:
        return _("at the last look it was {where}", where=_where(case, kept.place))
    if name in case.ground.told:
        return _("players say that it was laid out in a triplet")
    if name in case.ground.offered:
        return _("it was laid out in a triplet")
    if name in case.ground.discarded:
        return _("it was seen among the discards")
    return _("it counts as a wall or discarded") if name in case.game.out else _("it was never seen before")


def _where(case: Case, place: CardPlace) -> str:
    """A place in words."""
    names = {quarter: player for player, quarter in case.seats.items()}
    if place.area is None or place.owner not in names:
        return _("in the centre")
    return _("{where} with {player}", where=AREA_WORDS[place.area], player=names[place.owner])


def walls_json(case: Case, player: str) -> dict[str, Any]:
    """A player's walls: those before the turn, those seen where they lay, and backs that may be new ones."""
    still, new = case.scales[player].walls_among(case.evidence.backs)
    walls = {"player": player, "before": case.game.position.quarters[player].walls, "still": still, "new": new}
    words = _("walls of {player}: {before} before; seen where they lay: {still}; seen at a new place: {new}", **walls)
    return {**walls, "words": words}


def lost(case: Case, player: str) -> Iterator[Sighting]:
    """Old places of a player's walls whose backs are no longer seen, in the game's axes."""
    for wall in case.ground.walls:
        backs = case.evidence.backs
        if wall.quarter == case.seats[player] and not any(wall.is_still(back.sighting) for back in backs):
            yield wall.seen
