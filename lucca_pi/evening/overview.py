"""
What every overview holds, as JSON data: what the machine waits for, and a turn in doubt.

The overview of the whole game is the game's (`GameKind.overview`); `snapshot.Snapshot` is one screen of it. Texts are
written for players. Every key is always there.
"""

from collections.abc import Sequence
from typing import Literal, TypedDict

State = Literal["deal", "turn", "question", "disagreement", "pause", "correction", "over"]


class Now(TypedDict):
    """
    What the machine waits for.

    deal: the first look. turn: the player's turn. question: `text` with its `answers`; `chosen`, from 0, is marked;
    `player` is whom it is about, if anybody. disagreement: `problems` that are to be put right, and what to do in
    `text`. pause: the same, and nothing is to be played. correction: a turn was changed, and those since then are gone
    through; `text` says how far. over: nothing.
    """

    kind: State
    player: str | None
    text: str
    problems: Sequence[str]
    answers: Sequence[str]
    chosen: int | None


class Unsettled(TypedDict):
    """A turn that is in doubt, which the next look may tell; both numbers count from 1."""

    round: int | None
    turn: int
    player: str
    text: str
