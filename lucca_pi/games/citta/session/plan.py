"""The plan of the table: quarters and cards as last confirmed, or as the look shows them that is asked about."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal

from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.session.memory import ground_before, in_axes_of, memory_of
from lucca_pi.games.citta.session.overview import Plan, PlanCard, PlanQuarter
from lucca_pi.games.citta.table.areas import Area, place_of, quarters_in
from lucca_pi.games.citta.table.pieces import BACK_CODE, called
from lucca_pi.games.citta.table.reading import middle_of
from lucca_pi.table.sighting import Sighting

Laid = Area | Literal["offered"]


def plan(match: Match, marked: Collection[str] = ()) -> Plan | None:
    """
    The quarters and the cards of players and triplets; None before the deal, unless a look is asked about.

    `marked`: the names of the cards that the question is about.
    """
    looks = match.mode.looks if isinstance(match.mode, Choice | Disagreed) else ()
    if looks and quarters_in(looks[-1]):
        return _plan_of_look(match, looks, marked)
    if match.game is None:
        return None
    cards = [*_remembered(match), *_walls(match)]
    return _plan(match, memory_of(match).ground.quarters, cards, marked, asked=False)


_Laid = tuple[CardName | str, Sighting, str | None, Laid, bool]
"""A card: its name, its place, its player, its area, and whether it is in sight."""


def _plan(
    match: Match, quarters: Mapping[int, Sighting], cards: Iterable[_Laid], marked: Collection[str], *, asked: bool
) -> Plan:
    players = _players(match)
    return {
        "asked": asked,
        "card_mm": match.pieces.card_mm,
        "quarters": [_quarter(players[code], seen) for code, seen in quarters.items() if code in players],
        "cards": [_card(match, card, marked) for card in cards],
    }


def _plan_of_look(match: Match, looks: Looks, marked: Collection[str]) -> Plan:
    """The table as the last of the looks shows it, with the remembered cards that it does not show."""
    ground = ground_before(match, looks) if match.game else memory_of(match).ground
    look, quarters = in_axes_of(looks[-1], ground)
    players, pieces = _players(match), match.pieces
    seen: list[_Laid] = []
    for one in look.sightings:
        if pieces.is_face(one.code) or one.code == BACK_CODE:
            place = place_of(one, [*quarters.values()], match.setup.swap)
            player = players.get(place.owner or 0)
            seen.append((pieces.name(one.code), one, player, place.area or "offered", True))
    names = {name for name, *_more in seen}
    order = {name: number for number, (name, *_more) in enumerate(_remembered(match))}
    seen.sort(key=lambda card: order.get(card[0], len(order)))
    unseen = [(*card[:4], False) for card in _remembered(match) if card[0] not in names]
    return _plan(match, quarters, [*unseen, *seen], marked, asked=True)


def _remembered(match: Match) -> Iterator[_Laid]:
    """The face-up cards of players and triplets, where they were last seen."""
    if match.game is None:
        return
    ground, players, covered = memory_of(match).ground, _players(match), _covered(match)
    for name, kept in ground.kept.items():
        if kept.place.owner and kept.place.area and name not in covered:
            yield name, kept.seen, players[kept.place.owner], kept.place.area, True
    for name, seen in ground.laid_out.items():
        yield name, seen, None, "offered", True


def _covered(match: Match) -> set[CardName]:
    """The cards of closed palaces below their newest one; they were last seen where they were built."""
    quarters = match.game.position.quarters.values() if match.game else ()
    closed = (palace for quarter in quarters for palace in (*quarter.completed.values(), *quarter.opened.values()))
    return {card.number for palace in closed for card in palace.cards[:-1]}


def _walls(match: Match) -> Iterator[_Laid]:
    """The walls, which lie with the completed palaces."""
    players = _players(match)
    for wall in memory_of(match).ground.walls:
        yield "back", wall.seen, players[wall.quarter], "completed", True


def _players(match: Match) -> dict[int, str]:
    """The players by the code of their quarter; before the deal, by the names that were given."""
    seats = {code: player for player, code in match.course.seats.items()}
    return seats or called(match.arrangement.names)


def _quarter(player: str, seen: Sighting) -> PlanQuarter:
    return {
        "player": player,
        "quarter": seen.code,
        "x_mm": round(seen.x_mm, 1),
        "y_mm": round(seen.y_mm, 1),
        "heading_deg": round(seen.heading_deg, 1),
    }


def _card(match: Match, laid: _Laid, marked: Collection[str]) -> PlanCard:
    name, seen, player, area, in_sight = laid
    x_mm, y_mm = middle_of(seen, match.pieces)
    deck = match.setup.deck_file.deck
    return {
        "card": name,
        "colour": deck[name].colour if isinstance(name, int) else None,
        "player": player,
        "area": area,
        "x_mm": round(x_mm, 1),
        "y_mm": round(y_mm, 1),
        "heading_deg": round(seen.heading_deg, 1),
        "marked": str(name) in marked,
        "in_sight": in_sight,
    }
