"""A game's record: the throws, and the pieces laid and removed, in JSON (`lucco-record/1`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.games.lucco.rules.position import USUAL_COLOURS, Player
from lucca_pi.games.lucco.rules.tiles import (
    FREE,
    STEPS,
    USUAL_TILES,
    Adjustment,
    Entry,
    Lay,
    Place,
    Remove,
    SideContact,
    Turn,
)
from lucca_pi.outside import Node, read_json

_RECORD_FORMAT, GAME = "lucco-record/1", "lucco"
_RECORD_KEYS = ("format", "game", "tiles", "colours", "players", "turns")
_TURN_KEYS = ("player", "die", "lay", "remove")


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record as it was written: its parts are of the right types, the game in it may still break a rule.

    `sides` is None if none are given, or if the tiles are not free. `extra` are keys without a meaning.
    """

    players: tuple[Player, ...]
    turns: tuple[Entry, ...] = ()
    tiles: str = USUAL_TILES
    sides: int | None = None
    colours: tuple[str, ...] = USUAL_COLOURS
    extra: Mapping[str, Any] = field(default_factory=dict)


def read_record(text: str) -> Record:
    """
    The record in a JSON text. Raises UnreadableError.

    >>> read_record('{"format": "lucco-record/1", "game": "lucco", "players": [], "turns": []}').tiles
    'hexagon'
    """
    root = read_json(text)
    root.key("format").only(_RECORD_FORMAT)
    root.key("game").only(GAME)
    tiles, colours = root.get("tiles"), root.get("colours")
    shape = tiles.text() if tiles else USUAL_TILES
    sides = root.get("sides") if shape == FREE else None
    return Record(
        players=tuple(map(_read_player, root.key("players").list())),
        turns=tuple(_read_entry(node, shape) for node in root.key("turns").list()),
        tiles=shape,
        sides=sides.whole() if sides else None,
        colours=tuple(node.text() for node in colours.list()) if colours else USUAL_COLOURS,
        extra=root.rest(*_RECORD_KEYS, *(["sides"] if shape == FREE else [])),
    )


def _read_player(node: Node) -> Player:
    return Player(node.key("name").text(), node.key("colour").text(), node.rest("name", "colour"))


def _read_entry(node: Node, shape: str) -> Entry:
    adjust = node.get("adjust")
    return _read_adjustment(node, adjust, shape) if adjust else _read_turn(node, shape)


def _read_adjustment(node: Node, adjust: Node, shape: str) -> Adjustment:
    note = adjust.get("note")
    return Adjustment(
        table=tuple(_read_lay(piece, shape) for piece in adjust.key("table").list()),
        note=note.text() if note else "",
        extra=adjust.rest("table", "note"),
        beside=node.rest("adjust"),
    )


def _read_turn(node: Node, shape: str) -> Turn:
    die, lay, remove = node.get("die"), node.get("lay"), node.get("remove")
    return Turn(
        player=node.key("player").text(),
        die=die.text() if die and die.value is not None else None,
        lay=_read_lay(lay, shape) if lay else None,
        remove=Remove(_read_place(remove.key("at"), shape), remove.rest("at")) if remove else None,
        extra=node.rest(*_TURN_KEYS),
    )


def _read_lay(node: Node, shape: str) -> Lay:
    at, touches = _read_place(node.key("at"), shape), node.get("touches") if shape == FREE else None
    contacts = tuple(map(_read_contact, touches.list())) if touches else ()
    known = ("colour", "at", *(["touches"] if shape == FREE else []))
    return Lay(node.key("colour").text(), at, contacts, node.rest(*known))


def _read_place(node: Node, shape: str) -> Place:
    """A cell, or with free tiles a name. Of an unknown shape both are read: the rules refuse it later."""
    if shape == FREE or (shape not in STEPS and isinstance(node.value, str)):
        return node.text()
    numbers = [child.whole() for child in node.list()]
    if len(numbers) != 2:
        raise node.wrong(f"expected two whole numbers, not {len(numbers)}")
    return numbers[0], numbers[1]


def _read_contact(node: Node) -> SideContact:
    parts = node.list()
    if len(parts) != 3:
        raise node.wrong(f"expected a side, a tile and its side, not {len(parts)} values")
    return parts[0].whole(), parts[1].text(), parts[2].whole()


def record_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; `read_record` of its text gives the record back."""
    sides = {} if record.sides is None else {"sides": record.sides}
    colours = {} if record.colours == USUAL_COLOURS else {"colours": list(record.colours)}
    return {
        **{"format": _RECORD_FORMAT, "game": GAME, "tiles": record.tiles, **sides, **colours},
        "players": [{"name": one.name, "colour": one.colour, **one.extra} for one in record.players],
        "turns": [entry_json(entry) for entry in record.turns],
        **record.extra,
    }


def entry_json(entry: Entry) -> dict[str, Any]:
    """A turn or an adjustment as a record's JSON data."""
    if isinstance(entry, Turn):
        lay = {"lay": _lay_json(entry.lay)} if entry.lay else {}
        remove = {"remove": {"at": place_json(entry.remove.at), **entry.remove.extra}} if entry.remove else {}
        return {"player": entry.player, "die": entry.die, **lay, **remove, **entry.extra}
    note = {"note": entry.note} if entry.note else {}
    return {"adjust": {"table": list(map(_lay_json, entry.table)), **note, **entry.extra}, **entry.beside}


def _lay_json(lay: Lay) -> dict[str, Any]:
    touches = {"touches": [list(contact) for contact in lay.touches]} if lay.touches else {}
    return {"colour": lay.colour, "at": place_json(lay.at), **touches, **lay.extra}


def place_json(place: Place) -> list[int] | str:
    """
    A place as a record's JSON data.

    >>> place_json((2, -1)), place_json("p7")
    ([2, -1], 'p7')
    """
    return place if isinstance(place, str) else list(place)


def turn_from_json(data: Mapping[str, Any]) -> Turn:
    """The turn in an event of the journal, of tiles that are not free. Raises UnreadableError."""
    return _read_turn(Node({key: data[key] for key in _TURN_KEYS if key in data}), USUAL_TILES)


def adjustment_from_json(data: Mapping[str, Any]) -> Adjustment:
    """The adjustment in an event of the journal, of tiles that are not free. Raises UnreadableError."""
    node = Node({"adjust": dict(data)})
    return _read_adjustment(node, node.key("adjust"), USUAL_TILES)
