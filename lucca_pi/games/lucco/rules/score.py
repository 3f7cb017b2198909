"""The score of a game: its standing and its events with their reasons (`lucco-score/1`)."""

from typing import Any

from lucca_pi.games.lucco.rules.entry import Turn
from lucca_pi.games.lucco.rules.event import Event
from lucca_pi.games.lucco.rules.game import End, Game, Told
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.record import GAME, place_json
from lucca_pi.games.lucco.rules.table import largest_group, staying
from lucca_pi.games.lucco.rules.tiles import by_place
from lucca_pi.language import Text, _

FORMAT = "lucco-score/1"


def reason(end: End, position: Position) -> Text:
    """Why the game is over, in a sentence."""
    told = {"player": end.winner, "colour": position.colour_of(end.winner), "number": len(end.group)}
    return _("{player} wins with a group of {number} pieces in {colour}", **told)


def score_json(game: Game) -> dict[str, Any]:
    """
    The score as JSON data, as other programs read it.

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> told = score_json(Game(read_position("square | Ada blue | Ben red | table: blue 0,0")))
    >>> told["next"], told["table"]
    ('Ada', [{'at': [0, 0], 'colour': 'blue', 'stays': None}])
    """
    position, end = game.position, game.end
    return {
        **{"format": FORMAT, "game": GAME, "finished": end is not None, "next": game.next},
        "winners": [end.winner] if end else [],
        "reason": reason(end, position) if end else None,
        "end": {"turn": end.turn, "group": [place_json(at) for at in sorted(end.group, key=by_place)]} if end else None,
        "table": table_json(position),
        "stock": {colour: position.stock(colour) for colour in position.colours},
        "largest": {colour: len(largest_group(position.table, colour)) for colour in position.colours},
        "turns": [_told_json(told, position) for told in game.told],
    }


def table_json(position: Position) -> list[dict[str, Any]]:
    """The pieces on the table, sorted by place, each with the reason why it stays."""
    table, why = position.table, staying(position.table)
    return [
        {"at": place_json(at), "colour": table.pieces[at], "stays": why.get(at)}
        for at in sorted(table.pieces, key=by_place)
    ]


def _told_json(told: Told, position: Position) -> dict[str, Any]:
    turn = told.entry if isinstance(told.entry, Turn) else None
    return {
        "turn": told.number,
        "player": turn.player if turn else None,
        "colour": position.colour_of(turn.player) if turn else None,
        "die": turn.die if turn else None,
        "events": list(map(event_json, told.events)),
    }


def event_json(event: Event) -> dict[str, Any]:
    """An event as JSON data."""
    facts = {name: place_json(fact) if name == "at" else fact for name, fact in event.facts.items()}
    return {"kind": event.kind, **facts, "reason": event.reason}
