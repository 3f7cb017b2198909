"""The legal turns, and advice before a turn: the demand of a throw, the pieces that may go, and why the others stay."""

from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from lucca_pi.games.lucco.rules.die import by_any, can_be_laid, can_be_removed, duty, must_act
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.position import Position, colour_text
from lucca_pi.games.lucco.rules.record import place_json
from lucca_pi.games.lucco.rules.table import Table, places_to_lay, staying
from lucca_pi.games.lucco.rules.tiles import Action, Lay, Place, Remove, by_place, place_text
from lucca_pi.games.lucco.rules.turn import why_nothing, why_nothing_text
from lucca_pi.language import Text, _, listed


def legal_actions(game: Game, die: str | None, player: str | None = None) -> tuple[Action, ...]:
    """
    Every action of the next player, or on an empty table of another, with a throw; an unseen throw may be any face.

    None stands for doing nothing, where that is allowed. A free piece is listed once for each free side that it could
    touch; touching several at once is legal as well.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> game = Game(read_position("square | Ada blue | Ben red | table: blue 0,0"))
    >>> legal_actions(game, "red"), legal_actions(game, "blue")[0], len(legal_actions(game, "white"))
    ((None,), Lay(colour='blue', at=(-1, 0), touches=(), extra={}), 17)
    """
    if game.end:
        return ()
    position, who = game.position, player or game.position.next
    what, lays = by_any(position, who, die), _lays(position.table)
    laying = [Lay(colour, lay.at, lay.touches) for colour in can_be_laid(position, what.lay) for lay in lays]
    actions: tuple[Lay | Remove, ...] = (*laying, *map(Remove, can_be_removed(position, what.remove)))
    return actions if must_act(position, who, die) else (*actions, None)


def _lays(table: Table) -> tuple[Lay, ...]:
    """The places for a piece, as lays with their colour left open."""
    if not table.tiles.are_free:
        return tuple(Lay("", at) for at in places_to_lay(table))
    name = new_name(table)
    names = [at for at in table.pieces if isinstance(at, str)]
    beside = tuple(Lay("", name, ((0, other, side),)) for other in names for side in table.open_sides(other))
    return beside if table else (Lay("", name),)


def new_name(table: Table) -> str:
    """
    A name that no free piece on the table has.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> new_name(read_table("free 5 | table: blue p1; red p3 0>p1.0"))
    'p2'
    """
    return next(name for name in (f"p{number}" for number in count(1)) if name not in table.pieces)


def passing_faces(game: Game, player: str | None = None) -> tuple[str, ...]:
    """
    The throws with which the next player, or on an empty table another, may do nothing.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> passing_faces(Game(read_position("square | Ada blue | Ben red | table: blue 0,0")))
    ('red',)
    """
    position, who = game.position, player or game.position.next
    return () if game.end else tuple(face for face in position.faces if not must_act(position, who, face))


_HintKind = Literal["throw", "lay", "remove", "protected", "splits"]


@dataclass(frozen=True, slots=True)
class Hint:
    """
    A piece of advice, by kind.

    throw: the action demanded; lay: the colours that can be laid; remove: the pieces that may go; protected, splits:
    pieces of the throw's colour that stay. `colours` and `places` are those named in the text.
    """

    player: str
    kind: _HintKind
    text: str
    colours: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()


def advice(game: Game, die: str | None = None, player: str | None = None) -> tuple[Hint, ...]:
    """
    Advice for the player who throws next, or on an empty table for another; none when the game is over.

    With no throw it is about all that any throw allows.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> row = Game(read_position("square | Ada blue | Ben red | Cid green | table: red 0,0 0,1; blue 0,2"))
    >>> for hint in advice(row, "red"):
    ...     print(f"{hint.kind}: {hint.text}")
    throw: Ada threw red: take away a red tile
    remove: may be taken away: red 0,0
    splits: hold the figure together: red 0,1
    >>> [hint.text for hint in advice(row, "green")]
    ['Ada throws green: no tile of it is on the table']
    """
    if game.end:
        return ()
    position, who = game.position, player or game.position.next
    found = (_throw(position, who, die), _lay(position, who, die), *_pieces(position, who, die))
    return tuple(hint for hint in found if hint.kind == "throw" or hint.colours)


def _throw(position: Position, player: str, die: str | None) -> Hint:
    if die is None:
        return Hint(player, "throw", _("{player} throws next", player=player))
    if must_act(position, player, die):
        told = {"player": player, "thrown_colour": die, "duty": duty(position, player, die)}
        return Hint(player, "throw", _("{player} threw {thrown_colour}: {duty}", **told))
    return Hint(player, "throw", why_nothing_text(why_nothing(position, player, die), player, die))


def _lay(position: Position, player: str, die: str | None) -> Hint:
    colours = can_be_laid(position, by_any(position, player, die).lay)
    return Hint(player, "lay", _("may be laid: {colours}", colours=listed(list(map(colour_text, colours)))), colours)


def _pieces(position: Position, player: str, die: str | None) -> tuple[Hint, ...]:
    """The pieces that the throw is about: those that may go, and those that stay."""
    colours, why = by_any(position, player, die).remove, staying(position.table)
    kept = [at for at in why if position.table.pieces[at] in colours]
    found: dict[_HintKind, tuple[Place, ...]] = {
        "remove": can_be_removed(position, colours),
        "protected": tuple(at for at in kept if why[at] == "protected"),
        "splits": tuple(at for at in kept if why[at] == "splits"),
    }
    named = {kind: pieces_text(position, places) for kind, places in found.items()}
    texts = {
        "remove": _("may be taken away: {pieces}", pieces=named["remove"]),
        "protected": _("protected: {pieces}", pieces=named["protected"]),
        "splits": _("hold the figure together: {pieces}", pieces=named["splits"]),
    }
    return tuple(_hint(position, player, kind, texts[kind], places) for kind, places in found.items())


def _hint(position: Position, player: str, kind: _HintKind, text: Text, places: tuple[Place, ...]) -> Hint:
    present = {position.table.pieces[at] for at in places}
    colours = tuple(colour for colour in position.colours if colour in present)
    return Hint(player, kind, text, colours, tuple(sorted(places, key=by_place)))


def pieces_text(position: Position, places: tuple[Place, ...]) -> Text:
    """Pieces by colour and place: `red 0,0 0,1, blue 2,0`."""
    by_colour = {
        colour: sorted((at for at in places if position.table.pieces[at] == colour), key=by_place)
        for colour in position.colours
    }
    return listed(
        [
            _("{colour} {places}", colour=colour, places=" ".join(map(place_text, some)))
            for colour, some in by_colour.items()
            if some
        ]
    )


def advice_json(game: Game, die: str | None = None) -> list[dict[str, Any]]:
    """The advice as JSON data."""
    return [
        {
            **{"player": hint.player, "kind": hint.kind, "text": hint.text},
            "colours": list(hint.colours),
            "places": list(map(place_json, hint.places)),
        }
        for hint in advice(game, die)
    ]
