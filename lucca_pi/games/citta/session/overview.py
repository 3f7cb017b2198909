"""The overview of a game of Lucca Città, as JSON data: for the page on the phone, and for other programs."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from lucca_pi.contract.overview import Now, OverviewOf, Placed

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
