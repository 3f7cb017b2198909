"""The overview of a game on a chess board, as JSON data: for the page, and for other programs."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from lucca_pi.contract.overview import Now, OverviewOf, Placed

FORMAT = "lucca-chessboard-snapshot/1"
"""Name of the overview's JSON format."""


class Ranked(Placed):
    """
    A player's place in the ranking; `tower`, `prisoners` and `bricks` are those of the player's colour.

    `tower_to_win`, `prisoners_to_win`: with so many floors or prisoners the player wins when their next turn begins,
    if nothing changes before.
    """

    colour: str
    tower: int
    prisoners: int
    bricks: int
    tower_to_win: int
    prisoners_to_win: int


class LastTurn(TypedDict):
    """The last turn: what happened in it, in sentences, and as the `events` of `score --json`."""

    turn: int
    player: str
    moves: Sequence[str]
    lots: Sequence[str]
    events: Sequence[Mapping[str, Any]]


class Places(TypedDict):
    """
    Lots for the next brick: below which stacks `floors` of each colour may go, where houses are `refused`, and where
    one begins a struggle.
    """

    floors: Mapping[str, Sequence[str]]
    refused: Sequence[str]
    struggles: Sequence[str]


class Overview(OverviewOf[Now, Ranked]):
    """
    The game. `city`: the stacks by lot, from the top down. `score`: as `score --json` gives it; None before the start.

    `advice` and `places`: None if nobody asked for them. `seats`: each player's colour, in the order of play.
    """

    format: str
    size: int
    layout: str
    switch: bool
    seats: Mapping[str, str]
    city: Mapping[str, Sequence[str]]
    supply: Mapping[str, int]
    score: Mapping[str, Any] | None
    last: LastTurn | None
    advice: Sequence[str] | None
    places: Places | None
    end: str | None
