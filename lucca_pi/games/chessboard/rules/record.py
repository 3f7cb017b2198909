"""A game's record in JSON (`lucca-chessboard-record/1`): each player's bricks and their lots."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.games.chessboard.rules.city import Stack
from lucca_pi.games.chessboard.rules.position import Adjustment, Player
from lucca_pi.games.chessboard.rules.turn import Brick, Turn
from lucca_pi.outside import Node, read_json, shown

GAME = "chessboard"
_RECORD_FORMAT = "lucca-chessboard-record/1"
_TURN_KEYS = ("player", "bricks", "switch")

Entry = Turn | Adjustment
"""An entry in the list of turns."""


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record as it was written: its parts are of the right types, the game in it may still break a rule.

    `switching` says if colours may be switched. `extra` are the keys without a meaning for the scorer, written back
    unchanged; `player_extra` are those of each player.
    """

    size: int
    players: tuple[Player, ...]
    turns: tuple[Entry, ...] = ()
    switching: bool = False
    start: Mapping[str, Stack] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    player_extra: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)


def read_record(text: str) -> Record:
    """
    The record in a JSON text, with its keys without a meaning. Raises UnreadableError.

    >>> record = read_record('{"format": "lucca-chessboard-record/1", "game": "chessboard", "size": 8, "turns": [], '
    ...                      '"players": [{"name": "Ada", "colour": "white"}], "table": "kitchen"}')
    >>> record.players, record.extra
    ((Player(name='Ada', colour='white'),), {'table': 'kitchen'})
    """
    root = read_json(text)
    root.key("format").only(_RECORD_FORMAT)
    root.key("game").only(GAME)
    switch, start = root.get("switch"), root.get("start")
    return Record(
        size=root.key("size").whole(),
        players=tuple(
            Player(node.key("name").text(), node.key("colour").text()) for node in root.key("players").list()
        ),
        turns=tuple(_read_entry(node) for node in root.key("turns").list()),
        switching=_read_flag(switch) if switch else False,
        start=_read_stacks(start) if start else {},
        extra=root.rest("format", "game", "size", "players", "turns", "switch", "start"),
        player_extra=tuple(node.rest("name", "colour") for node in root.key("players").list()),
    )


def _read_flag(node: Node) -> bool:
    if not isinstance(node.value, bool):
        raise node.wrong(f"expected true or false, not {shown(repr(node.value))}")
    return node.value


def _read_stacks(node: Node) -> dict[str, Stack]:
    return {lot: tuple(colour.text() for colour in stack.list()) for lot, stack in node.items()}


def _read_entry(node: Node) -> Entry:
    adjustment = node.get("adjust")
    return _read_adjustment(adjustment, node.rest("adjust")) if adjustment else _read_turn(node)


def _read_adjustment(node: Node, beside: Mapping[str, Any]) -> Adjustment:
    prisoners, note = node.get("prisoners"), node.get("note")
    return Adjustment(
        city=_read_stacks(node.key("city")),
        prisoners={
            taker: {colour: number.whole() for colour, number in taken.items()} for taker, taken in prisoners.items()
        }
        if prisoners
        else {},
        note=note.text() if note else "",
        extra=node.rest("city", "prisoners", "note"),
        beside=beside,
    )


def _read_turn(node: Node) -> Turn:
    switch = node.get("switch")
    return Turn(
        player=node.key("player").text(),
        bricks=tuple(_read_brick(brick) for brick in node.key("bricks").list()),
        switch=switch.text() if switch and switch.value is not None else None,
        extra=node.rest(*_TURN_KEYS),
    )


def _read_brick(node: Node) -> Brick:
    prisoners = node.get("prisoners")
    return Brick(
        colour=node.key("colour").text(),
        at=node.key("at").text(),
        prisoners=tuple(lot.text() for lot in prisoners.list()) if prisoners else (),
        extra=node.rest("colour", "at", "prisoners"),
    )


def record_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; `read_record` of its text gives the record back."""
    extra = record.player_extra or ({},) * len(record.players)
    players = [
        {"name": player.name, "colour": player.colour, **more}
        for player, more in zip(record.players, extra, strict=True)
    ]
    return {
        "format": _RECORD_FORMAT,
        "game": GAME,
        "size": record.size,
        "switch": record.switching,
        "players": players,
        **({"start": stacks_json(record.start)} if record.start else {}),
        "turns": [_entry_json(entry) for entry in record.turns],
        **record.extra,
    }


def stacks_json(stacks: Mapping[str, Stack]) -> dict[str, list[str]]:
    """Stacks as JSON data, each from the top down."""
    return {lot: list(stack) for lot, stack in stacks.items()}


def _entry_json(entry: Entry) -> dict[str, Any]:
    """A turn or an adjustment as a record's JSON data."""
    if isinstance(entry, Adjustment):
        return {"adjust": adjustment_json(entry), **entry.beside}
    return turn_json(entry)


def adjustment_json(adjustment: Adjustment) -> dict[str, Any]:
    """The adjustment as a record's JSON data."""
    prisoners = {taker: dict(taken) for taker, taken in adjustment.prisoners.items()}
    return {
        "city": stacks_json(adjustment.city),
        "prisoners": prisoners,
        **({"note": adjustment.note} if adjustment.note else {}),
        **adjustment.extra,
    }


def turn_json(turn: Turn) -> dict[str, Any]:
    """A turn as a record's JSON data."""
    switch = {} if turn.switch is None else {"switch": turn.switch}
    return {"player": turn.player, "bricks": [_brick_json(brick) for brick in turn.bricks], **switch, **turn.extra}


def _brick_json(brick: Brick) -> dict[str, Any]:
    """A brick as a record's JSON data."""
    prisoners = {"prisoners": list(brick.prisoners)} if brick.prisoners else {}
    return {"colour": brick.colour, "at": brick.at, **prisoners, **brick.extra}


def adjustment_from_json(data: Mapping[str, Any]) -> Adjustment:
    """The adjustment that `adjustment_json` wrote. Raises UnreadableError."""
    return _read_adjustment(Node(dict(data)), {})


def turn_from_json(data: Mapping[str, Any]) -> Turn:
    """The turn in an event of the journal. Raises UnreadableError."""
    return _read_turn(Node({key: data[key] for key in _TURN_KEYS if key in data}))
