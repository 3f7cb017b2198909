"""The legal turns: all that a throw allows, and every change that any throw may bring."""

from dataclasses import dataclass
from itertools import count

from lucca_pi.games.lucco.rules.die import Allowed, allowed, by_any, can_be_laid, can_be_removed, must_act
from lucca_pi.games.lucco.rules.entry import Action, Lay, Remove
from lucca_pi.games.lucco.rules.game import Game
from lucca_pi.games.lucco.rules.position import Position
from lucca_pi.games.lucco.rules.table import Table, places_to_lay


@dataclass(frozen=True, slots=True)
class Outcome:
    """A single change of the table, who may make it, and the faces that allow it."""

    player: str
    action: Lay | Remove
    faces: tuple[str, ...]


def legal_actions(game: Game, die: str | None, player: str | None = None) -> tuple[Action, ...]:
    """
    Every action of the next player, or on an empty table of another, with a throw; an unseen throw may be any face.

    None stands for doing nothing, where that is allowed. A free piece is listed once for each free side that it could
    touch; touching several at once is legal as well.

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> game = Game(read_position("square | Ada blue | Ben red | table: blue 0,0"))
    >>> legal_actions(game, "red"), legal_actions(game, "blue")[0], len(legal_actions(game, "white"))
    ((None,), Lay(colour='blue', at=(-1, 0), touches=(), extra={}), 17)
    """
    if game.end:
        return ()
    position, who = game.position, player or game.position.next
    actions = _actions(position, by_any(position, who, die))
    return actions if must_act(position, who, die) else (*actions, None)


def _actions(position: Position, what: Allowed) -> tuple[Lay | Remove, ...]:
    """The lays and removals that the table leaves of those allowed by a throw."""
    lays = _lays(position.table)
    laying = [Lay(colour, lay.at, lay.touches) for colour in can_be_laid(position, what.lay) for lay in lays]
    return (*laying, *map(Remove, can_be_removed(position, what.remove)))


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

    >>> from lucca_pi.games.lucco.rules.notation import read_table
    >>> new_name(read_table("free 5 | table: blue p1; red p3 0>p1.0"))
    'p2'
    """
    return next(name for name in (f"p{number}" for number in count(1)) if name not in table.pieces)


def legal_outcomes(game: Game) -> tuple[Outcome, ...]:
    """
    All single changes that the next turn may bring, each with the faces that allow it.

    On an empty table each player may be the one who lays (ruling 9).

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> game = Game(read_position("square | Ada blue | Ben red | table: blue 0,0"))
    >>> {outcome.faces for outcome in legal_outcomes(game) if outcome.action == Remove((0, 0))}
    {('white',)}
    >>> [outcome.player for outcome in legal_outcomes(Game(read_position("square | Ada blue | Ben red")))]
    ['Ada', 'Ben']
    """
    position = game.position
    players = (position.next,) if position.table else position.names
    return () if game.end else tuple(outcome for player in players for outcome in _outcomes(position, player))


def _outcomes(position: Position, player: str) -> tuple[Outcome, ...]:
    each = {face: allowed(position, player, face) for face in position.faces}
    actions = _actions(position, by_any(position, player, None))
    return tuple(Outcome(player, action, _faces_for(position, action, each)) for action in actions)


def _faces_for(position: Position, action: Lay | Remove, each: dict[str, Allowed]) -> tuple[str, ...]:
    if isinstance(action, Lay):
        return tuple(face for face, what in each.items() if action.colour in what.lay)
    return tuple(face for face, what in each.items() if position.table.pieces[action.at] in what.remove)


def passing_faces(game: Game, player: str | None = None) -> tuple[str, ...]:
    """
    The throws with which the next player, or on an empty table another, may do nothing.

    >>> from lucca_pi.games.lucco.rules.notation import read_position
    >>> passing_faces(Game(read_position("square | Ada blue | Ben red | table: blue 0,0")))
    ('red',)
    """
    position, who = game.position, player or game.position.next
    return () if game.end else tuple(face for face in position.faces if not must_act(position, who, face))
