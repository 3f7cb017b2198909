"""The overview of a game on a chess board, as JSON data: for the page, and for other programs."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from lucca_pi.games.contract.overview import Now, Unsettled

FORMAT = "lucca-chessboard-snapshot/1"
"""Name of the overview's JSON format."""


class Ranked(TypedDict):
    """A player's place in the ranking; `tower`, `prisoners` and `bricks` are those of the player's colour."""

    rank: int
    player: str
    colour: str
    tower: int
    prisoners: int
    bricks: int


class LastTurn(TypedDict):
    """The last turn: what happened in it, in sentences."""

    turn: int
    player: str
    moves: Sequence[str]
    lots: Sequence[str]


class Overview(TypedDict):
    """
    The game. `turn` counts from 1 and is None before the start and at the end.

    `city`: the stacks by lot, from the top down. `score`: as `score --json` gives it; None before the start. `advice`:
    None if nobody asked for it. `seats`: each player's colour, in the order of play.
    """

    format: str
    size: int
    layout: str
    switch: bool
    seats: Mapping[str, str]
    round: None
    rounds: None
    turn: int | None
    finished: bool
    now: Now
    unsettled: Unsettled | None
    ranking: Sequence[Ranked]
    city: Mapping[str, Sequence[str]]
    supply: Mapping[str, int]
    score: Mapping[str, Any] | None
    last: LastTurn | None
    advice: Sequence[str] | None
    stickers: Sequence[str]
    end: str | None
