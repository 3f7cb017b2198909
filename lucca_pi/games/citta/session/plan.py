"""Where everything lay when it was confirmed last: what a drawing of the table is made from."""

from collections.abc import Iterator
from typing import Literal

from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.session.memory import memory_of
from lucca_pi.games.citta.session.overview import Plan, PlanCard, PlanQuarter
from lucca_pi.games.citta.table.areas import Area
from lucca_pi.games.citta.table.reading import middle_of
from lucca_pi.games.contract.match import Match
from lucca_pi.table.sighting import Sighting

Laid = Area | Literal["offered"]


def plan(match: Match) -> Plan | None:
    """The quarters and the cards of players and triplets; None before the deal."""
    if match.game is None:
        return None
    cards = [*_players_cards(match), *_on_offer(match), *_walls(match)]
    return {"card_mm": match.pieces.card_mm, "quarters": [*_quarters(match)], "cards": cards}


def _quarters(match: Match) -> Iterator[PlanQuarter]:
    for player, code in match.course.seats.items():
        seen = memory_of(match).ground.quarters.get(code)
        if seen:
            yield {
                "player": player,
                "quarter": code,
                "x_mm": round(seen.x_mm, 1),
                "y_mm": round(seen.y_mm, 1),
                "heading_deg": round(seen.heading_deg, 1),
            }


def _players_cards(match: Match) -> Iterator[PlanCard]:
    players, covered = _players(match), _covered(match)
    for name, kept in memory_of(match).ground.kept.items():
        if kept.place.owner and kept.place.area and name not in covered:
            yield _card(match, name, kept.seen, players[kept.place.owner], kept.place.area)


def _covered(match: Match) -> set[CardName]:
    """Of a completed or opened palace only the newest card shows; the others were seen last where they were built."""
    quarters = match.game.position.quarters.values() if match.game else ()
    closed = (palace for quarter in quarters for palace in (*quarter.completed.values(), *quarter.opened.values()))
    return {card.number for palace in closed for card in palace.cards[:-1]}


def _on_offer(match: Match) -> Iterator[PlanCard]:
    for name, seen in memory_of(match).ground.laid_out.items():
        yield _card(match, name, seen, None, "offered")


def _walls(match: Match) -> Iterator[PlanCard]:
    """Walls lie with the completed palaces."""
    players = _players(match)
    for wall in memory_of(match).ground.walls:
        yield _card(match, "back", wall.seen, players[wall.quarter], "completed")


def _players(match: Match) -> dict[int, str]:
    return {code: player for player, code in match.course.seats.items()}


def _card(match: Match, name: CardName, seen: Sighting, player: str | None, area: Laid) -> PlanCard:
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
    }
