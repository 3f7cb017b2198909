"""A game's record: the throws, and the pieces laid and removed, in JSON (`lucco-record/1`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

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
from lucca_pi.outside import TEXT, WHOLE, Form, Node, entry_of, list_of, object_of, or_null, read_json

GAME = "lucco"


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


def place_json(place: Place) -> list[int] | str:
    """
    A place as a record's JSON data.

    >>> place_json((2, -1)), place_json("p7")
    ([2, -1], 'p7')
    """
    return place if isinstance(place, str) else list(place)


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


_CONTACT = Form(_read_contact, list)
_PLAYER = object_of(Player, name=TEXT, colour=TEXT)


class _Forms:
    """The forms of a record with tiles of that shape: only free ones tell what they touch."""

    def __init__(self, shape: str) -> None:
        place = Form(partial(_read_place, shape=shape), place_json)
        touches = {"touches": list_of(_CONTACT).left_out(())} if shape == FREE else {}
        sides = {"sides": WHOLE.left_out(None)} if shape == FREE else {}
        piece = object_of(Lay, colour=TEXT, at=place, **touches)
        self.turn = object_of(
            Turn,
            player=TEXT,
            die=or_null(TEXT).usually(None),
            lay=piece.left_out(None),
            remove=object_of(Remove, at=place).left_out(None),
        )
        self.adjustment = object_of(Adjustment, table=list_of(piece), note=TEXT.left_out(""))
        self.record = object_of(
            Record,
            {"format": "lucco-record/1", "game": GAME},
            tiles=TEXT.usually(USUAL_TILES),
            **sides,
            colours=list_of(TEXT).left_out(USUAL_COLOURS),
            players=list_of(_PLAYER),
            turns=list_of(entry_of(self.turn, self.adjustment, Adjustment)),
        )


_FREE, _IN_CELLS = _Forms(FREE), _Forms(USUAL_TILES)


def read_record(text: str) -> Record:
    """
    The record in a JSON text. Raises UnreadableError.

    >>> read_record('{"format": "lucco-record/1", "game": "lucco", "players": [], "turns": []}').tiles
    'hexagon'
    """
    root = read_json(text)
    tiles = root.get("tiles")
    shape = tiles.value if tiles and isinstance(tiles.value, str) else USUAL_TILES
    return _Forms(shape).record.read(root)


def record_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; `read_record` of its text gives the record back."""
    return cast(dict[str, Any], _FREE.record.write(record))


PLAYED = Form(lambda node: replace(_IN_CELLS.turn.read(node), extra={}), _IN_CELLS.turn.write)
"""The form of a turn in an event of the journal, of tiles that are not free; other keys there are not the turn's."""
ADJUSTMENT = _IN_CELLS.adjustment
