"""
Why a look was judged as it was: candidate turns side by side, each with everything that speaks against it.

Computed only if somebody asks. The findings are those that decide, so a turn's weight is their sum.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lucca_pi.contract.verdict import (
    Doubt,
    Explained,
    Marked,
    Unexplained,
    Verdict,
    Weighed,
    how_sure,
    odds,
    side_by_side,
)
from lucca_pi.contract.verdict import Explanation as LookExplanation
from lucca_pi.games.citta.referee.candidates import (
    MARGIN,
    Candidate,
    candidates,
    findings,
    outcome,
    unusual,
    what_counts,
)
from lucca_pi.games.citta.referee.centre import sorted_names, was_not_taken
from lucca_pi.games.citta.referee.evidence import CONTRADICTION, MM_PER_UNIT
from lucca_pi.games.citta.referee.findings import AREA_WORDS, REMEDIES, WORDS, Finding, Reason, put
from lucca_pi.games.citta.referee.forgotten_presses import TurnSequence, better_ways, weigh_way
from lucca_pi.games.citta.referee.questions import answers_in_words, turn_in_words, ways_in_words
from lucca_pi.games.citta.referee.verdict import FAR, explain, other_faults, too_much_hidden
from lucca_pi.games.citta.referee.weighing import PROBLEM, Case
from lucca_pi.games.citta.rules.deck import CardName, Deck
from lucca_pi.games.citta.rules.record import turn_json
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.citta.table.areas import CardPlace
from lucca_pi.games.citta.table.reading import place_json
from lucca_pi.language import _, listed, ngettext
from lucca_pi.table.sighting import Sighting

_MOST_SHOWN = 4
"""Most turns shown side by side."""
_FAR_BEHIND = 9.0
"""Weight behind the best above which only one further turn is shown."""


@dataclass(frozen=True, slots=True)
class _NamedFinding:
    """A finding in words, and its remedy; "" if there is none."""

    finding: Finding
    words: str
    remedy: str


@dataclass(frozen=True, slots=True)
class _CardSeen:
    """
    A card: where it is seen now and where it was seen last, in the game's axes and in words.

    `seen`: every place where its code is read, usually one or none.
    """

    card: CardName
    seen: tuple[Sighting, ...]
    remembered: Sighting | None
    words: str


@dataclass(frozen=True, slots=True)
class _WallsSeen:
    """
    A player's walls before the turn, and the face-down cards seen now.

    `still`: walls where they were; `new`: face-down cards that may be new walls; `lost`: old places of walls whose
    backs are not seen now, in the game's axes.
    """

    player: str
    before: int
    still: int
    new: int
    lost: tuple[Sighting, ...]
    words: str


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
    findings: tuple[_NamedFinding, ...]
    unusual: float = 0.0
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    Why a look was judged as it was.

    `ranked`: the best turn of each kind that counts differently, in the referee's order. `ways`: several turns in
    sequence, if they fit better than any single one. `faults`: what is wrong whatever was played. `cards` and `walls`:
    what was seen and remembered of the cards concerned, in the game's axes. `decision`: what
    followed, in a sentence. `remedies`: what to change on the table so that the best turn fits.
    """

    verdict: Verdict
    ranked: tuple[_Ranked, ...]
    ways: tuple[_Ranked, ...]
    faults: tuple[_NamedFinding, ...]
    cards: tuple[_CardSeen, ...]
    walls: tuple[_WallsSeen, ...]
    decision: str
    remedies: tuple[str, ...]

    @property
    def ranking(self) -> tuple[_Ranked, ...]:
        """All that may have been played, the best first; empty if no triplet can have been taken."""
        return (*self.ways, *self.ranked)

    @property
    def distance(self) -> float | None:
        """Weight between the best turn and the next; None if there is no next."""
        best, *others = (one.cost for one in self.ranking) if self.ranking else (0.0,)
        return min(others) - best if others else None


def explained(case: Case, taken: Sequence[Turn], left_open: Sequence[str]) -> LookExplanation:
    """The explanation of a case's look for the evening; `left_open`: lines on the cards that stay ambiguous."""
    found = explanation(case, taken)
    best, fits = next(iter(found.ranking), None), found.ways or not isinstance(found.verdict, Unexplained)
    return LookExplanation(
        sure=how_sure(found.verdict, several=bool(found.ways)),
        best=best.turns if best and fits else (),
        weight=best.cost if best else None,
        odds=odds(best.cost) if best else "",
        distance=found.distance,
        next_best=_next_best(found.ranking, case.game.deck),
        lines=(*left_open, *explanation_lines(found)),
        data={**explanation_json(found), **({"open": left_open} if left_open else {})},
        remedies=found.remedies,
        marks=tuple(_marks(found)),
        known=(*case.evidence.quarters.values(), *(seen for card in found.cards for seen in card.seen)),
    )


def _next_best(ranking: Sequence[_Ranked], deck: Deck) -> str:
    """The runner-up in words; of two single turns, how the second differs."""
    if len(ranking) < 2:
        return ""
    best, other = ranking[:2]
    if len(best.turns) == len(other.turns) == 1:
        return answers_in_words((*best.turns, *other.turns), deck)[1][1]
    return other.words


def _marks(found: Explanation) -> Iterator[Marked]:
    """
    Findings about turns as likely as the best, and about every turn, marked where the cards are or were last seen.

    Also the places where walls were. A card that fits has no mark.
    """
    likely = (one for one in found.ranking if one.cost <= found.ranking[0].cost + MARGIN)
    findings = (*(named for one in likely for named in one.findings), *found.faults)
    named = [*{one.words: one for one in findings}.values()]
    for card in found.cards:
        place = card.seen[0] if card.seen else card.remembered
        lines = [f"{one.words} ({one.finding.cost:.1f})" for one in named if one.finding.cards[:1] == (card.card,)]
        title = str(card.card) if card.seen else _("{card} was last seen here", card=card.card)
        if place and lines:
            yield Marked(place, (title, *lines))
    for walls in found.walls:
        yield from (Marked(place, (_("a wall of {player} lay here", player=walls.player),)) for place in walls.lost)


def explanation(case: Case, taken: Sequence[Turn] = ()) -> Explanation:
    """
    The explanation of a case's look.

    `taken`: the turns recorded in the game instead; they are included if they were weighed at all.
    """
    verdict = explain(case)
    found = better_ways(case, verdict)
    came_to = outcome(case.game, taken) if taken else None
    ways = tuple(_of_way(case, way, taken=came_to == outcome(case.game, way.turns)) for way in found[:_MOST_SHOWN])
    ranked = () if too_much_hidden(case) else tuple(_ranked(case, verdict, taken)[: 1 if ways else None])
    named = [named for one in (*ways, *ranked) for named in one.findings]
    movers = {turn.player for one in ways[:1] for turn in one.turns} or {case.player}
    played = {play.card for one in (*ways, *ranked)[:1] for turn in one.turns for play in turn.play}
    faults = tuple(_named(case, other_faults(case, movers, played)))
    cards = _cards(case, (*ways, *ranked), (*named, *faults))
    moved = {one.finding.player for one in (*named, *faults) if one.finding.number}  # backs are alike, so they count
    walls = tuple(walls_seen(case, player) for player in case.seats if player in moved)
    remedies = tuple(_remedies(ways or ranked, faults, press=bool(ways)))
    return Explanation(verdict, ranked, ways, faults, cards, walls, _decision(verdict, ranked, ways), remedies)


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


def _of_way(case: Case, way: TurnSequence, *, taken: bool) -> _Ranked:
    (words,), found = ways_in_words([way.turns], case.game.deck), tuple(_named(case, weigh_way(way)))
    return _Ranked(way.turns, words, way.cost, found, taken=taken)


def _named(case: Case, found: Iterable[Finding]) -> Iterator[_NamedFinding]:
    return (
        _NamedFinding(finding, finding_words(case, finding), remedy(case, finding)) for finding in found if finding.cost
    )


def _cards(case: Case, shown: Sequence[_Ranked], named: Sequence[_NamedFinding]) -> tuple[_CardSeen, ...]:
    """The cards of the likeliest turn, then the other cards concerned."""
    played = sorted_names(play.card for one in shown[:1] for turn in one.turns for play in turn.play)
    concerned = sorted_names({card for one in named for card in one.finding.cards})
    names: Iterable[CardName] = dict.fromkeys((*played, *concerned))
    return tuple(card_seen(case, name) for name in names)


def _remedies(ranking: Sequence[_Ranked], faults: Sequence[_NamedFinding], *, press: bool) -> Iterator[str]:
    """Remedies for the faults and the best turn; for equally likely turns only for their heaviest finding."""
    likely = [one for one in ranking if one.cost <= ranking[0].cost + MARGIN]
    best = [*faults, *(named for one in likely[:1] for named in one.findings)]
    best = [named for named in best if named.finding.reason is Reason.NONE_TAKEN] or best
    others = [max(one.findings, key=_weight) for one in likely[1:] if one.findings]
    yield from (_("Press OK after each turn"),) if press else ()
    named = (*sorted(best, key=_weight, reverse=True), *others)
    yield from dict.fromkeys(one.remedy for one in named if one.remedy)


def _weight(named: _NamedFinding) -> float:
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
            if len(ranked) < 2:
                return _("Only one turn fits, and no other is possible")
            more = min(one.cost for one in ranked[1:]) - ranked[0].cost
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


def explanation_lines(told: Explanation) -> Iterator[str]:
    """The explanation as lines of text."""
    yield f"{told.decision}."
    unusual = "how unusual for this player; only ranks equal turns", [one.unusual for one in told.ranking]
    weighed = [
        Weighed(one.words, one.cost, tuple((named.words, named.finding.cost) for named in one.findings), one.taken)
        for one in told.ranking
    ]
    yield from side_by_side(weighed, *([unusual] if isinstance(told.verdict, Doubt) else []))
    if told.faults:
        yield from ("", "wrong, whatever was played:", *(f"  {one.words}" for one in told.faults))
    seen = [*(card.words for card in told.cards), *(walls.words for walls in told.walls)]
    if seen:
        yield from ("", "seen and remembered:", *(f"  {words}" for words in seen))


def explanation_json(told: Explanation) -> dict[str, Any]:
    """The explanation as JSON data."""
    verdict = told.verdict
    return {
        "verdict": "turn" if isinstance(verdict, Explained) else "doubt" if isinstance(verdict, Doubt) else "none",
        "decision": told.decision,
        "candidates": [_ranked_json(one) for one in told.ranked],
        "several": [_ranked_json(one) for one in told.ways],
        "faults": [_finding_json(one) for one in told.faults],
        "cards": [
            {
                "card": one.card,
                "words": one.words,
                "seen": [place_json(seen) for seen in one.seen],
                "remembered": place_json(one.remembered) if one.remembered else None,
            }
            for one in told.cards
        ],
        "walls": [
            {"player": one.player, "before": one.before, "still": one.still, "new": one.new, "words": one.words}
            for one in told.walls
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


def _finding_json(named: _NamedFinding) -> dict[str, Any]:
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


def _rounded(weight: float) -> float:
    return round(weight, 6)


def finding_words(case: Case, finding: Finding) -> str:
    """The finding as a sentence."""
    return WORDS[finding.reason](**_told(case, finding))


def remedy(case: Case, finding: Finding) -> str:
    """The order that mends the finding; "" if nothing on the table can be changed."""
    if finding.remedy:
        return finding.remedy
    if finding.reason is Reason.ELSEWHERE and finding.area:
        return put(finding.cards[0], finding.area)
    words = REMEDIES.get(finding.reason)
    return words(**_told(case, finding)) if words else ""


def _told(case: Case, finding: Finding) -> dict[str, object]:
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


def card_seen(case: Case, name: CardName) -> _CardSeen:
    """The sighting and the memory of a card."""
    seen = tuple(spot.sighting for spot in case.evidence.now.get(name, ()))
    words = _("{card} {told}", card=name, told=listed([*_places_in_words(case, name)], "; "))
    return _CardSeen(name, seen, _remembered(case, name), words)


def _remembered(case: Case, name: CardName) -> Sighting | None:
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


def walls_seen(case: Case, player: str) -> _WallsSeen:
    """The sightings of a player's walls."""
    before = case.game.position.quarters[player].walls
    still, new = case.scales[player].walls_among(case.evidence.backs)
    words = _(
        "walls of {player}: {before} before; seen where they lay: {still}; seen at a new place: {new}",
        player=player,
        before=before,
        still=still,
        new=new,
    )
    return _WallsSeen(player, before, still, new, tuple(_lost(case, player)), words)


def _lost(case: Case, player: str) -> Iterator[Sighting]:
    """Old places of walls whose backs are no longer seen."""
    for wall in case.ground.walls:
        backs = case.evidence.backs
        if wall.quarter == case.seats[player] and not any(wall.is_still(back.sighting) for back in backs):
            yield wall.seen
