"""What was found about a look, as marks for its picture: each finding at its place."""

from collections.abc import Iterable, Iterator

from lucca_pi.games.citta.referee.explanation import Explanation, Named
from lucca_pi.games.citta.referee.remembered import CardSeen
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.session.explaining import Why
from lucca_pi.table.anchor import anchored
from lucca_pi.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Look, Sighting
from lucca_pi.vision.debug import Mark

MARK = -1
"""The code of a place where nothing is seen: none has it."""
NEAR = 3.0
"""Findings are drawn for turns that weigh no more than this above the best."""


def marks(why: Why, look: Look) -> tuple[Mark, ...]:
    """What was found about cards and walls, in the axes of the picture's own look; fitting cards have none."""
    if why.explanation is None:
        return ()
    places = [*_places(why.explanation)]
    known = {seen.code: seen for seen in look.sightings if seen.code != BACK_CODE}
    seen = [*why.explanation.quarters.values(), *(one for card in why.explanation.cards for one in card.seen)]
    marked = [Sighting(MARK, place.x_mm, place.y_mm, 0.0) for place, _ in places]
    moved = anchored(Look((*seen, *marked), 1.0, ()), known).sightings[len(seen) :]
    return tuple(Mark(one.x_mm, one.y_mm, lines) for one, (_, lines) in zip(moved, places, strict=True))


def _places(explained: Explanation) -> Iterator[tuple[Sighting, tuple[str, ...]]]:
    """Places in the game's axes with what is to be said there, at cards and where walls lay."""
    named = [*_told_once(explained)]
    for card in explained.cards:
        place = card.seen[0] if card.seen else card.remembered
        lines = tuple(_line(one) for one in named if one.finding.cards[:1] == (card.card,))
        if place and lines:
            yield place, (_title(card), *lines)
    for walls in explained.walls:
        yield from ((place, (f"a wall of {walls.player} lay here",)) for place in walls.lost)


def _told_once(explained: Explanation) -> Iterable[Named]:
    """The findings about the turns that are shown, and about whatever was played, once each."""
    shown = (*explained.ways, *explained.ranked)
    near = shown[0].cost + NEAR if shown else 0.0
    findings = (named for one in shown if one.cost <= near for named in one.findings)
    return {named.words: named for named in (*findings, *explained.faults)}.values()


def _title(card: CardSeen) -> str:
    name: CardName = card.card
    return f"{name}" if card.seen else f"{name} lay here when it was seen last"


def _line(named: Named) -> str:
    return f"{named.words} ({named.finding.cost:.1f})"


def notes(why: Why) -> tuple[str, ...]:
    """What stands at the bottom of the picture: what was decided, and what to change on the table."""
    decided = (f"{why.explanation.decision}.",) if why.explanation else ()
    return (*decided, *why.remedies)
