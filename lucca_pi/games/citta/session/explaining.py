"""The explanation of how a look was judged: the referee's reasons, with its findings marked at their places."""

from collections.abc import Iterator

from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.verdict import Explanation as LookExplanation
from lucca_pi.contract.verdict import Judged, Marked, Turns, Unexplained, how_sure, odds
from lucca_pi.games.citta.referee.candidates import MARGIN
from lucca_pi.games.citta.referee.explanation import (
    Explanation,
    NamedFinding,
    explanation,
    explanation_json,
    explanation_lines,
)
from lucca_pi.games.citta.referee.questions import answers_in_words
from lucca_pi.games.citta.rules.deck import Deck
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.session.which_card import table_of
from lucca_pi.language import _


def explained(match: Match, looks: Looks, _judged: Judged, taken: Turns) -> LookExplanation:
    """
    The explanation of how looks are judged; `taken`: the turns that the game has. Raises ValueError before the deal.
    """
    found, open_ones = explanation(case_of(match, looks), taken), [*_open_cards(match, looks)]
    return LookExplanation(
        sure=how_sure(found.verdict, several=bool(found.ways)),
        best=_best(found),
        weight=found.best.cost if found.best else None,
        odds=odds(found.best.cost) if found.best else "",
        distance=found.distance,
        next_best=_next_best(found, match.setup.deck_file.deck),
        lines=(*open_ones, *explanation_lines(found)),
        data={**explanation_json(found), **({"open": open_ones} if open_ones else {})},
        remedies=found.remedies,
        marks=tuple(_marks(found)),
        known=(*found.quarters.values(), *(seen for card in found.cards for seen in card.seen)),
    )


def _open_cards(match: Match, looks: Looks) -> Iterator[str]:
    """A line for each card that the last look leaves ambiguous."""
    table = table_of(match, looks)
    for card in table.open_cards() if table.look.alike else ():
        where = f"with {table.player(card.owner)}" if card.owner else "in the centre"
        yield f"left open: a card {where} may be {' or '.join(map(table.name, card.codes))}"


def _best(found: Explanation) -> Turns:
    fits = found.ways or not isinstance(found.verdict, Unexplained)
    return found.best.turns if fits and found.best else ()


def _next_best(found: Explanation, deck: Deck) -> str:
    """The runner-up in words; of two single turns, how the second differs."""
    ranking = (*found.ways, *found.ranked)
    if len(ranking) < 2:
        return ""
    best, other = ranking[:2]
    if len(best.turns) == len(other.turns) == 1:
        return answers_in_words((*best.turns, *other.turns), deck)[1][1]
    return other.words


def _marks(found: Explanation) -> Iterator[Marked]:
    """Findings marked where the cards are or were last seen, and where walls were. A card that fits has no mark."""
    named = _likely(found)
    for card in found.cards:
        place = card.seen[0] if card.seen else card.remembered
        lines = [f"{one.words} ({one.finding.cost:.1f})" for one in named if one.finding.cards[:1] == (card.card,)]
        title = str(card.card) if card.seen else _("{card} was last seen here", card=card.card)
        if place and lines:
            yield Marked(place, (title, *lines))
    for walls in found.walls:
        yield from (Marked(place, (_("a wall of {player} lay here", player=walls.player),)) for place in walls.lost)


def _likely(found: Explanation) -> list[NamedFinding]:
    """The findings about turns as likely as the best, and those that hold for every turn, once each."""
    ranking = (*found.ways, *found.ranked)
    likely = [one for one in ranking if one.cost <= ranking[0].cost + MARGIN]
    findings = (named for one in likely for named in one.findings)
    return [*{named.words: named for named in (*findings, *found.faults)}.values()]
