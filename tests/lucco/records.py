"""Short records and positions to test Lucco with."""

import json
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.game import Game, play_turn, replay, score_json
from lucca_pi.games.lucco.rules.position import read_position
from lucca_pi.games.lucco.rules.record import read_record
from lucca_pi.games.lucco.rules.tiles import Lay, Place, Remove, SideContact, Turn

Data = dict[str, Any]
THREE = "Ada blue | Ben yellow | Cid green"
"""Red and black are the pot's."""


def record(*turns: Data, **changes: Any) -> Data:
    """A record of Ada (blue), Ben (yellow) and Cid (green) with square tiles."""
    players = [
        {"name": "Ada", "colour": "blue"},
        {"name": "Ben", "colour": "yellow"},
        {"name": "Cid", "colour": "green"},
    ]
    whole = {"format": "lucco-record/1", "game": "lucco", "tiles": "square", "players": players, "turns": list(turns)}
    return {**whole, **changes}


def lays(player: str, die: str | None, colour: str, *at: int) -> Data:
    return {"player": player, "die": die, "lay": {"colour": colour, "at": list(at)}}


def removes(player: str, die: str | None, *at: int) -> Data:
    return {"player": player, "die": die, "remove": {"at": list(at)}}


def misses(player: str, die: str | None) -> Data:
    return {"player": player, "die": die}


def adjusted(*pieces: Data, **more: Any) -> Data:
    return {"adjust": {"table": list(pieces), **more}}


def piece(colour: str, *at: int) -> Data:
    return {"colour": colour, "at": list(at)}


def scored(data: Data | str) -> Data:
    """The score of a record, as other programs get it."""
    told = score_json(replay(read_record(data if isinstance(data, str) else json.dumps(data))))
    again: Data = json.loads(json.dumps(told))
    return again


def refused(data: Data) -> tuple[str, int | None]:
    """The rule that a record breaks, and in which turn."""
    try:
        scored(data)
    except RuleError as error:
        return error.rule, error.where["turn"]
    raise AssertionError("nothing was refused")


def does(text: str) -> Turn:
    """
    `Ada blue lay blue 0,1`: player, throw (`-` for one not seen), then what is done, if anything.

    Free pieces are laid as in the notation: `Ada - lay blue p2 0>p1.3`.
    """
    player, die, *rest = text.split()
    seen = None if die == "-" else die
    if not rest:
        return Turn(player, seen)
    if rest[0] == "remove":
        return Turn(player, seen, remove=Remove(place(rest[1])))
    return Turn(player, seen, lay=Lay(rest[1], place(rest[2]), tuple(map(contact, rest[3:]))))


def place(text: str) -> Place:
    first, comma, second = text.partition(",")
    return (int(first), int(second)) if comma else text


def contact(text: str) -> SideContact:
    side, _arrow, rest = text.partition(">")
    other, _dot, its_side = rest.rpartition(".")
    return int(side), other, int(its_side)


def after(position: str, *turns: str) -> Game:
    """The game after some turns from a position in the notation."""
    game = Game(read_position(position))
    for text in turns:
        game = play_turn(game, does(text))
    return game


def rule_broken(position: str, turn: str) -> str:
    """The rule that a turn breaks in a position; nothing if it is legal."""
    try:
        after(position, turn)
    except RuleError as error:
        assert error.where == {"turn": 1}
        return error.rule
    return ""


def events(game: Game) -> list[Data]:
    """The events, without their reasons."""
    return [{"kind": event.kind, **event.facts} for told in game.told for event in told.events]
