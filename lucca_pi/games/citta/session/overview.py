"""The overview of a game of Lucca Città, as JSON data: for the page on the phone, and for other programs."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from lucca_pi.contract.history import Looks, Match
from lucca_pi.contract.overview import Now, OverviewOf, Placed
from lucca_pi.contract.questions import Choice, Disagreed
from lucca_pi.games.citta.rules.deck import CardName
from lucca_pi.games.citta.session.memory import ground_before, in_axes_of, memory_of, players_of
from lucca_pi.games.citta.table.areas import Area, place_of, quarters_in
from lucca_pi.games.citta.table.narrowing import under
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.games.citta.table.reading import middle_of
from lucca_pi.table.sighting import Sighting

FORMAT = "lucca-citta-snapshot/1"
"""Name of the overview's JSON format."""


class Waits(Now):
    """The input that the machine waits for; `may_open`: the colours that may be opened in the turn being played."""

    may_open: Sequence[str]


class _GainJson(TypedDict):
    """Points in a turn; `kind` as in a score's lines."""

    player: str
    kind: str
    points: int
    reason: str


class LastTurn(TypedDict):
    """The last turn: how its cards were read, its points, and the player's points after it."""

    round: int
    turn: int
    player: str
    moves: Sequence[str]
    gains: Sequence[_GainJson]
    total: int


class OrderEntry(TypedDict):
    """
    A player's place in the order of play; `by_number`: True if the street number decided, as the shields were equal.
    """

    player: str
    shields: int
    highest_number: int | None
    by_number: bool


class Ranked(Placed):
    """A player's place in the ranking; `by_number`: the street number that decided a tie at the end."""

    by_number: int | None


class AdviceHint(TypedDict):
    """Advice for the player in turn, as `score --advice --json` gives it."""

    player: str
    kind: str
    value: int
    text: str
    cards: Sequence[int | str]


class PlanQuarter(TypedDict):
    """A quarter card; `quarter` is its code."""

    player: str
    quarter: int
    x_mm: float
    y_mm: float
    heading_deg: float


class PlanCard(TypedDict):
    """
    A card: a street number, "T1" to "T4", or "back" for a wall; with its owner, None for a card on offer.

    `x_mm`, `y_mm` is the middle of the card; `colour` is the deck's own word, None for towers and walls. `marked`: it
    is asked about, or complained of; `in_sight`: False if the look that is asked about does not show it.
    """

    card: int | str
    colour: str | None
    player: str | None
    area: Literal["construction", "completed", "opened", "offered"]
    x_mm: float
    y_mm: float
    heading_deg: float
    marked: bool
    in_sight: bool


class Plan(TypedDict):
    """
    The plan of the table as last confirmed; if a look is asked about, as that look shows it (`asked`). A card lies over
    those before it; of completed and opened palaces only the newest card is included.

    The axes are those of one quarter: x to its right, y towards its player; headings clockwise. `card_mm` is width and
    height.
    """

    asked: bool

    card_mm: Sequence[float]
    quarters: Sequence[PlanQuarter]
    cards: Sequence[PlanCard]


class QuarterNow(TypedDict):
    """
    A player's palaces, by the deck's words for their colours, and what else counts.

    `construction`: the number of cards of each palace under construction. `shields`: those on them.
    """

    construction: Mapping[str, int]
    completed: Sequence[str]
    opened: Sequence[str]
    walls: int
    towers: Sequence[str]
    shields: int


class Overview(OverviewOf[Waits, Ranked]):
    """
    The game. `score`: as `score --json` gives it; None before the deal.

    `order`: that of the current round, at the end that of the final scoring. `advice`: None if nobody asked for it.
    `quarters`: by player; `cards_to_complete`: of a palace, None before the deal.
    """

    format: str
    edition: str
    deck: str
    colours: Sequence[str]
    score: Mapping[str, Any] | None
    order: Sequence[OrderEntry]
    last: LastTurn | None
    advice: Sequence[AdviceHint] | None
    plan: Plan | None
    quarters: Mapping[str, QuarterNow]
    cards_to_complete: int | None


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


_Laid = tuple[CardName | str, Sighting, str | None, Area | Literal["offered"], bool]
"""A card: its name, its place, its player, its area, and whether it is in sight."""


def _plan(
    match: Match, quarters: Mapping[int, Sighting], cards: Iterable[_Laid], marked: Collection[str], *, asked: bool
) -> Plan:
    players = players_of(match)
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
    players, pieces = players_of(match), match.pieces
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
    ground, players = memory_of(match).ground, players_of(match)
    covered = under(match.game.position)  # these were last seen where they were built
    for name, kept in ground.kept.items():
        if kept.place.owner and kept.place.area and name not in covered:
            yield name, kept.seen, players[kept.place.owner], kept.place.area, True
    for name, seen in ground.laid_out.items():
        yield name, seen, None, "offered", True


def _walls(match: Match) -> Iterator[_Laid]:
    """The walls, which lie with the completed palaces."""
    players = players_of(match)
    for wall in memory_of(match).ground.walls:
        yield "back", wall.seen, players[wall.quarter], "completed", True


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
