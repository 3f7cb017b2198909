"""The overview of a game of Lucco, as JSON data: for the page on the phone, and for other programs."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from lucca_pi.contract.overview import Now, OverviewOf, Placed

FORMAT = "lucco-snapshot/1"
"""Name of the overview's JSON format."""


class Waits(Now):
    """The input that the machine waits for; `thrown`: the face of the die in sight, None if it is not of this turn."""

    thrown: str | None


class Ranked(Placed):
    """A player's place by the largest group; `hand`: tiles of the player's colour that are not on the table."""

    colour: str
    largest: int
    hand: int


class LastTurn(TypedDict):
    """The last turn, in words."""

    turn: int
    player: str
    moves: Sequence[str]


class AdviceHint(TypedDict):
    """Advice for the player in turn."""

    player: str
    kind: str
    text: str
    colours: Sequence[str]
    places: Sequence[Sequence[int]]


class PlanTile(TypedDict):
    """
    A tile on the table, by its code; None if nobody has seen the code.

    `x`, `y` is its middle in the drawing, in widths of a tile. `stays`: "protected", "splits" or None. `may_go`: the
    player in turn may take it away, by the throw in sight, or without one by some throw. `marked`: it is asked about,
    or complained of.
    """

    tile: int | None
    number: int | None
    colour: str
    at: Sequence[int]
    x: float
    y: float
    stays: str | None
    may_go: bool
    is_new: bool
    marked: bool


class PlanPlace(TypedDict):
    """A cell in which the player in turn may lay a tile; `x`, `y` as for a tile."""

    at: Sequence[int]
    x: float
    y: float


class Overview(OverviewOf[Waits, Ranked]):
    """
    The game. `score`: as `score --json` gives it; None before the start.

    `pot`: the number of tiles of unplayed colours that are not on the table. `advice`: None if nobody asked for it;
    `places` are part of it.
    """

    format: str
    tiles: str
    colours: Sequence[str]
    pot: Mapping[str, int]
    score: Mapping[str, Any] | None
    last: LastTurn | None
    advice: Sequence[AdviceHint] | None
    plan: Sequence[PlanTile]
    places: Sequence[PlanPlace]
