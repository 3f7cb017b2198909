"""A game's record in JSON (`lucca-chessboard-record/1`): each player's bricks and their lots."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.position import Adjustment, Player
from lucca_pi.games.chessboard.rules.turn import Brick, Turn
from lucca_pi.outside import FLAG, TEXT, WHOLE, Form, entry_of, list_of, map_of, object_of, or_null, read_json

GAME = "chessboard"

Entry = Turn | Adjustment
"""An entry in the list of turns."""


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record as it was written: its parts are of the right types, the game in it may still break a rule.

    `switching` says if colours may be switched. `extra` are the keys without a meaning for the scorer, written back
    unchanged.
    """

    size: int
    players: tuple[Player, ...]
    turns: tuple[Entry, ...] = ()
    switching: bool = False
    start: Mapping[str, Stack] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


STACKS = map_of(list_of(TEXT))
"""Stacks by their lots, each from the top down."""
_BRICK = object_of(Brick, colour=TEXT, at=TEXT, prisoners=list_of(TEXT).left_out(()))
TURN = object_of(Turn, player=TEXT, bricks=list_of(_BRICK), switch=or_null(TEXT).left_out(None))
PLAYED = Form(lambda node: replace(TURN.read(node), extra={}), TURN.write)
"""The form of a turn in an event of the journal, whose other keys are not the turn's."""
ADJUSTMENT = object_of(Adjustment, city=STACKS, prisoners=map_of(map_of(WHOLE)).usually({}), note=TEXT.left_out(""))
_RECORD = object_of(
    Record,
    {"format": "lucca-chessboard-record/1", "game": GAME},
    size=WHOLE,
    switch=replace(FLAG, usual=False, field="switching"),
    players=list_of(object_of(Player, name=TEXT, colour=TEXT)),
    start=STACKS.left_out({}),
    turns=list_of(entry_of(TURN, ADJUSTMENT, Adjustment)),
)


def read_record(text: str) -> Record:
    """
    The record in a JSON text, with its keys without a meaning. Raises UnreadableError.

    >>> record = read_record('{"format": "lucca-chessboard-record/1", "game": "chessboard", "size": 8, "turns": [], '
    ...                      '"players": [{"name": "Ada", "colour": "white"}], "table": "kitchen"}')
    >>> record.players, record.extra
    ((Player(name='Ada', colour='white'),), {'table': 'kitchen'})
    """
    return _RECORD.read(read_json(text))


def record_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; `read_record` of its text gives the record back."""
    return cast(dict[str, Any], _RECORD.write(record))
