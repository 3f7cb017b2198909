"""The die: the actions that each face allows, and the words for them."""

from collections.abc import Iterable
from dataclasses import dataclass

from lucca_pi.games.lucco.rules.position import WHITE, Position
from lucca_pi.games.lucco.rules.table import has_room, staying
from lucca_pi.games.lucco.rules.tiles import Place
from lucca_pi.language import Text, _


@dataclass(frozen=True, slots=True)
class Allowed:
    """The colours that a throw lets a player lay and remove, whether or not there is such a piece."""

    lay: frozenset[str] = frozenset()
    remove: frozenset[str] = frozenset()


def allowed(position: Position, player: str, face: str) -> Allowed:
    """
    The colours allowed by a throw: by rule 4 on an empty table, else by rules 6 to 8, a function each below.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> game = "square | colours blue red green | Ada blue | Ben red"
    >>> allowed(read_position(game), "Ada", "red")
    Allowed(lay=frozenset(), remove=frozenset())
    >>> allowed(read_position(game + " | table: blue 0,0"), "Ada", "red")
    Allowed(lay=frozenset(), remove=frozenset({'red'}))
    """
    if not position.table:
        return on_an_empty_table(position, player, face)
    if face == WHITE:
        return by_white(position, player)
    if face == position.colour_of(player):
        return by_own_colour(face)
    return by_pot_colour(face) if position.owner(face) is None else by_opponents_colour(face)


def on_an_empty_table(position: Position, player: str, face: str) -> Allowed:
    """
    The own colour or white lets the player lay a piece of the own colour; any other throw does nothing (rule 4).

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> game = read_position("square | Ada blue | Ben red")
    >>> [sorted(on_an_empty_table(game, "Ada", face).lay) for face in ("white", "blue", "red", "green")]
    [['blue'], ['blue'], [], []]
    """
    own = position.colour_of(player)
    return Allowed(lay=frozenset({own})) if face in (own, WHITE) else Allowed()


def by_own_colour(own: str) -> Allowed:
    """
    A piece of the own colour is laid (rule 6); only white may remove one (ruling 4).

    >>> by_own_colour("blue")
    Allowed(lay=frozenset({'blue'}), remove=frozenset())
    """
    return Allowed(lay=frozenset({own}))


def by_opponents_colour(face: str) -> Allowed:
    """
    A piece of that colour is removed (rule 7).

    >>> by_opponents_colour("red")
    Allowed(lay=frozenset(), remove=frozenset({'red'}))
    """
    return Allowed(remove=frozenset({face}))


def by_pot_colour(face: str) -> Allowed:
    """
    A piece of that colour is laid from the pot, or one is removed (rule 8).

    >>> by_pot_colour("green")
    Allowed(lay=frozenset({'green'}), remove=frozenset({'green'}))
    """
    return Allowed(frozenset({face}), frozenset({face}))


def by_white(position: Position, player: str) -> Allowed:
    """
    A piece of any colour is removed, or one of the own or a pot colour laid (rule 8), never an opponent's (ruling 3).

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> white = by_white(read_position("square | Ada blue | Ben red | Cid green | table: red 0,0"), "Ada")
    >>> sorted(white.lay), len(white.remove)
    (['black', 'blue', 'yellow'], 5)
    """
    return Allowed(frozenset({position.colour_of(player), *position.pot_colours}), frozenset(position.colours))


def by_any(position: Position, player: str, die: str | None) -> Allowed:
    """
    The colours allowed by a throw. An unseen throw allows everything that at least one of the six faces allows.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> game = read_position("square | Ada blue | Ben red | Cid green | table: red 0,0")
    >>> sorted(by_any(game, "Ada", None).lay), sorted(by_any(game, "Ada", "black").lay)
    (['black', 'blue', 'yellow'], ['black'])
    """
    each = [allowed(position, player, face) for face in faces(position, die)]
    lay = frozenset(colour for one in each for colour in one.lay)
    return Allowed(lay, frozenset(colour for one in each for colour in one.remove))


def faces(position: Position, die: str | None) -> tuple[str, ...]:
    """The faces that may have been thrown: the visible one, or all six."""
    return position.faces if die is None else (die,)


def can_be_laid(position: Position, colours: Iterable[str]) -> tuple[str, ...]:
    """The colours of these that have a piece left and room for it (rules 5, 6, 8), in the game's order."""
    wanted = set(colours) if has_room(position.table) else set()
    return tuple(colour for colour in position.colours if colour in wanted and position.stock(colour))


def can_be_removed(position: Position, colours: Iterable[str]) -> tuple[Place, ...]:
    """The pieces of these colours that may go: unprotected, and no link of the whole (rules 9, 10)."""
    wanted, stays = set(colours), staying(position.table)
    return tuple(at for at, colour in position.table.pieces.items() if colour in wanted and at not in stays)


def must_act(position: Position, player: str, die: str | None) -> bool:
    """
    True if the player has to act: doing nothing is no choice if the throw allows an action (rules 3, 7, 8).

    An unseen throw obliges only if each of the six would.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> game = read_position("square | Ada blue | Ben red | Cid green | table: red 0,0")
    >>> [must_act(game, "Ada", die) for die in ("blue", "red", "green", "white", None)]
    [True, True, False, True, False]
    """
    return all(_can_act(position, allowed(position, player, face)) for face in faces(position, die))


def _can_act(position: Position, what: Allowed) -> bool:
    return bool(can_be_laid(position, what.lay) or can_be_removed(position, what.remove))


def duty(position: Position, player: str, face: str) -> Text:
    """
    The demand of a throw, in words.

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> game = read_position("square | Ada blue | Ben red | table: red 0,0")
    >>> for face in ("blue", "red", "green", "white"):
    ...     print(duty(game, "Ada", face))
    lay a blue tile
    take away a red tile
    lay or take away a green tile
    take away any tile, or lay one in your own colour or from the pot
    """
    if not position.table:
        begins = bool(on_an_empty_table(position, player, face).lay)
        own = position.colour_of(player)
        return (
            _("lay a {colour} tile", colour=own)
            if begins
            else _("only your own colour or white lets you lay the first tile")
        )
    if face == WHITE:
        return _of_white(position)
    if face == position.colour_of(player):
        return _("lay a {colour} tile", colour=face)
    removing = _("take away a {colour} tile", colour=face)
    return removing if position.owner(face) else _("lay or take away a {colour} tile", colour=face)


def _of_white(position: Position) -> Text:
    if position.pot_colours:
        return _("take away any tile, or lay one in your own colour or from the pot")
    return _("take away any tile, or lay one in your own colour")
