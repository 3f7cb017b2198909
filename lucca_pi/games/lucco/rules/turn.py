"""
A turn: one piece laid, one removed, or nothing done, as the throw says; its events with their reasons.

Beside turns, players may set the table by hand (`adjusted`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lucca_pi.errors import RuleError
from lucca_pi.games.lucco.rules.die import by_any, duty, must_act
from lucca_pi.games.lucco.rules.position import PIECES_OF_A_COLOUR, WHITE, Position, following, may_play
from lucca_pi.games.lucco.rules.table import Table, group, largest_group, parts_without, staying, touches_something
from lucca_pi.games.lucco.rules.tiles import Adjustment, Lay, Remove, Turn, place_text
from lucca_pi.language import Text, _
from lucca_pi.outside import shown

_EventKind = Literal["lay", "remove", "anew", "pass", "adjust"]
_WhyPass = Literal["unseen", "start", "none-left", "none-there", "none-removable", "nothing-possible"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `facts` are the keys that its kind has in the score."""

    kind: _EventKind
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def _laid_event(after: Position, player: str, lay: Lay) -> Event:
    """A piece was laid; `group` is the size of its group now."""
    size = len(group(after.table, lay.at))
    told = {"player": player, "colour": lay.colour, "place": place_text(lay.at)}
    reason = _("{player} lays {colour} at {place}: no other of its colour touches it", **told)
    if size > 1:
        reason = _("{player} lays {colour} at {place}: a group of {size} now", size=size, **told)
    return Event("lay", reason, {"colour": lay.colour, "at": lay.at, "group": size})


def removed(before: Position, player: str, remove: Remove) -> Event:
    """A piece was taken away, back to its player's hand or into the pot (rule 11)."""
    colour = before.table.pieces[remove.at]
    owner = before.owner(colour)
    told = {"player": player, "colour": colour, "place": place_text(remove.at)}
    reason = _("{player} takes away {colour} at {place}: it goes back into the pot", **told)
    if owner is not None:
        reason = _("{player} takes away {colour} at {place}: it goes back to {owner}", owner=owner, **told)
    return Event("remove", reason, {"colour": colour, "at": remove.at, "to": owner or ""})


def why_nothing(position: Position, player: str, die: str | None) -> _WhyPass:
    """
    The first reason that fits why a throw lets nothing be done (rules 4, 6, 7 and 8; ruling 1).

    >>> from lucca_pi.games.lucco.rules.position import read_position
    >>> start = read_position("square | Ada blue | Ben red | Cid green")
    >>> why_nothing(start, "Ada", None), why_nothing(start, "Ada", "red")
    ('unseen', 'start')
    >>> game = read_position("square | Ada blue | Ben red | Cid green | table: red 0,0 0,2; black 0,1; yellow 1,0 1,2")
    >>> why_nothing(game, "Ada", "green")
    'none-there'
    >>> game = read_position("square | Ada blue | Ben red | Cid green | table: red 0,1; black 0,0 0,2")
    >>> why_nothing(game, "Ada", "red")
    'none-removable'
    """
    if die is None:
        return "unseen"
    if not position.table:
        return "start"
    if die == position.colour_of(player) and not position.stock(die):
        return "none-left"
    if die == WHITE or position.owner(die) in (None, player):
        return "nothing-possible"
    return "none-removable" if any(position.table.of_colour(die)) else "none-there"


def why_nothing_text(why: _WhyPass, player: str, thrown: str) -> Text:
    """Why nothing is done, in words."""
    told = {"player": player, "thrown_colour": thrown}
    match why:
        case "unseen":
            return _("{player} does nothing; the throw was not read", player=player)
        case "start":
            return _(
                "{player} throws {thrown_colour}: only their own colour or white lets them lay the first tile", **told
            )
        case "none-left":
            return _("{player} throws {thrown_colour}, their own colour: all ten tiles are on the table", **told)
        case "none-there":
            return _("{player} throws {thrown_colour}: no tile of it is on the table", **told)
        case "none-removable":
            return _("{player} throws {thrown_colour}: no tile of it may be taken away", **told)
        case "nothing-possible":
            return _("{player} throws {thrown_colour}: nothing it allows is possible", **told)


def set_by_hand(adjustment: Adjustment) -> Event:
    """The players settled the table among themselves."""
    note = shown(adjustment.note, longest=200)
    return Event("adjust", _("settled by hand: {note}", note=note) if note else _("settled by hand"))


def play(position: Position, turn: Turn) -> tuple[Position, tuple[Event, ...]]:
    """
    The position after a turn, and what happened; the next player throws (rules 1 and 3). Raises RuleError.

    >>> from lucca_pi.games.lucco.rules.position import read_position, write_position
    >>> game = read_position("square | Ada blue | Ben red | table: blue 0,0")
    >>> after, events = play(game, Turn("Ada", "blue", lay=Lay("blue", (0, 1))))
    >>> write_position(after)
    'square | Ada blue | Ben red | next Ben | table: blue 0,0 0,1'
    >>> print(events[0].reason)
    Ada lays blue at 0,1: a group of 2 now
    """
    check_turn(position, turn)
    if turn.lay:
        after = position.with_table(position.table.with_piece(turn.lay))
        events = (_laid_event(after, turn.player, turn.lay),)
    elif turn.remove:
        after = position.with_table(position.table.without(turn.remove.at))
        anew = Event("anew", _("the table is empty: the next player starts again"))  # as at the beginning (rule 9)
        events = (removed(position, turn.player, turn.remove), *(() if after.table else (anew,)))
    else:
        why = why_nothing(position, turn.player, turn.die)
        after, events = position, (Event("pass", why_nothing_text(why, turn.player, turn.die or ""), {"why": why}),)
    return after.with_next(following(position, turn.player)), events


def check_turn(position: Position, turn: Turn) -> None:
    """Raises RuleError for the first rule that a turn breaks: who plays, the throw, then the piece."""
    _check_who(position, turn.player)
    if turn.die is not None and turn.die not in position.faces:
        known = ", ".join(map(shown, position.faces))
        raise RuleError("die", f"{shown(turn.die)} is not a face of the die; there are {known}")
    if turn.lay and turn.remove:
        raise RuleError("one-action", _("{player} lays a tile and takes one away; a turn is one of them", **_who(turn)))
    if turn.lay:
        _check_colour_to_lay(position, turn, turn.lay)
        check_place(position.table, turn.lay)
    elif turn.remove:
        _check_removal(position, turn, turn.remove)
    elif must_act(position, turn.player, turn.die):
        raise RuleError("must-act", _idle(position, turn))


def _who(turn: Turn) -> dict[str, object]:
    return {"player": shown(turn.player)}


def _check_who(position: Position, player: str) -> None:
    if player not in position.names:
        raise RuleError("order-of-play", _("{player} plays, but is not in the game", player=shown(player)))
    if not may_play(position, player):
        turn_of = _("{player} plays, but it is {other}'s turn", player=shown(player), other=shown(position.next))
        raise RuleError("order-of-play", turn_of)


def _thrown(position: Position, turn: Turn) -> dict[str, object]:
    """The words that fill a message about a throw."""
    face = turn.die or WHITE
    return {**_who(turn), "thrown_colour": shown(face), "duty": duty(position, turn.player, face)}


def _idle(position: Position, turn: Turn) -> Text:
    if turn.die is None:
        return _("{player} does nothing, but can do something with any throw", **_who(turn))
    return _("{player} does nothing, but threw {thrown_colour}, which means: {duty}", **_thrown(position, turn))


def _check_colour_to_lay(position: Position, turn: Turn, lay: Lay) -> None:
    """The throw lets the colour be laid (rules 4 to 8), and there is a piece of it left (rules 6 and 8)."""
    if lay.colour not in by_any(position, turn.player, turn.die).lay:
        raise RuleError("die-lay", _wrong_colour(position, turn, lay.colour))
    if not position.stock(lay.colour):
        all_lie = _("{player} lays {colour}, but all ten tiles of it are on the table", colour=lay.colour, **_who(turn))
        raise RuleError("stock", all_lie)


def _wrong_colour(position: Position, turn: Turn, colour: str) -> str:
    told = {"colour": shown(colour), **_who(turn)}
    if colour not in position.colours:
        return f"there is no colour {shown(colour)}; there are {', '.join(map(shown, position.colours))}"
    if turn.die is not None:
        thrown = _thrown(position, turn)
        return _("{player} lays {colour}, but threw {thrown_colour}, which means: {duty}", **{**told, **thrown})
    if not position.table:
        return _("{player} lays {colour}, but the first tile must be of their own colour", **told)
    return _("{player} lays {colour}, which is {owner}'s", owner=shown(position.owner(colour)), **told)


def check_place(table: Table, lay: Lay) -> None:
    """
    A piece is laid on an empty place beside one that lies (rule 5; rulings 7 and 8). Raises RuleError.

    A free piece has a new name, and touches free sides of pieces that lie.

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> check_place(read_table("square | table: blue 0,0"), Lay("red", (1, 1)))
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: red at 1,1 touches no other tile (not-touching)
    """
    place = place_text(lay.at)
    if lay.at in table.pieces:
        raise RuleError(
            "occupied", _("{place} is taken: {colour} lies there", place=place, colour=table.pieces[lay.at])
        )
    if table.tiles.are_free:
        _check_contacts(table, lay)
    if not touches_something(table, lay):
        nothing = _("{colour} at {place} touches no other tile", colour=shown(lay.colour), place=place)
        raise RuleError("not-touching", nothing)


def _check_contacts(table: Table, lay: Lay) -> None:
    """
    Each contact of a free piece joins two free sides, one of them of a piece that lies. Raises RuleError "contacts".

    >>> from lucca_pi.games.lucco.rules.position import read_table
    >>> _check_contacts(read_table("free 5 | table: blue a; red b 0>a.4"), Lay("red", "c", ((1, "a", 4),)))
    Traceback (most recent call last):
    lucca_pi.errors.RuleError: side 4 of a is touched already (contacts)
    """
    for side, other, its_side in lay.touches:
        if other not in table.pieces:
            unknown = _("{place} touches {other}, which is not on the table", place=shown(lay.at), other=shown(other))
            raise RuleError("contacts", unknown)
        _check_side(table, lay.at, side)
        _check_side(table, other, its_side)
        if its_side in table.sides[other]:
            raise RuleError("contacts", _twice(other, its_side))
    told = [*((lay.at, side) for side, _other, _its in lay.touches), *((o, its) for _side, o, its in lay.touches)]
    twice = next((one for one, count in Counter(told).items() if count > 1), None)
    if twice:
        raise RuleError("contacts", _twice(*twice))


def _check_side(table: Table, name: object, side: int) -> None:
    if not 0 <= side < table.tiles.sides:
        sides = f"sides count from 0 to {table.tiles.sides - 1}"
        raise RuleError("contacts", f"{shown(name)} has no side {shown(side)}; {sides}")


def _twice(name: object, side: int) -> Text:
    return _("side {side} of {place} is touched already", side=side, place=shown(name))


def _check_removal(position: Position, turn: Turn, remove: Remove) -> None:
    """A piece may be removed if it lies, the throw names its colour, and rules 10 and 9 let it go (rules 7 to 10)."""
    place = place_text(remove.at)
    if remove.at not in position.table.pieces:
        raise RuleError(
            "no-piece", _("{player} takes away a tile at {place}, but there is none", place=place, **_who(turn))
        )
    told = {"colour": position.table.pieces[remove.at], "place": place}
    if told["colour"] not in by_any(position, turn.player, turn.die).remove:
        thrown = _thrown(position, turn)
        wrong = _(
            "{player} takes away {colour}, but threw {thrown_colour}, which means: {duty}",
            colour=told["colour"],
            **thrown,
        )
        raise RuleError("die-remove", wrong)
    why = staying(position.table).get(remove.at)
    if why == "protected":
        raise RuleError("protected", _("{colour} at {place} is protected: no side of it is free", **told))
    if why == "splits":
        parts = parts_without(position.table, remove.at)
        raise RuleError(
            "splits", _("{colour} at {place} stays: without it the rest is in {parts} parts", parts=parts, **told)
        )


TO_WIN = 5
"""Pieces in one group."""


def adjusted(position: Position, adjustment: Adjustment) -> Position:
    """
    The position with the table set by hand; hands and pot are the rest, and the player in turn stays.

    Pieces are in an order in which they could be laid, no colour has more than ten, and nobody has won. Raises
    RuleError "adjustment".

    >>> from lucca_pi.games.lucco.rules.tiles import Lay
    >>> from lucca_pi.games.lucco.rules.position import read_position, write_position
    >>> game = read_position("square | Ada blue | Ben red | next Ben | table: blue 0,0 0,1")
    >>> write_position(adjusted(game, Adjustment((Lay("red", (0, 0)),))))
    'square | Ada blue | Ben red | next Ben | table: red 0,0'
    """
    counted = Counter(lay.colour for lay in adjustment.table)
    for colour, count in counted.items():
        if colour not in position.colours:
            known = ", ".join(map(shown, position.colours))
            raise RuleError("adjustment", f"there is no colour {shown(colour)}; there are {known}")
        if count > PIECES_OF_A_COLOUR:
            many = _("{count} {colour} tiles are too many; there are ten", count=count, colour=colour)
            raise RuleError("adjustment", many)
    table = _laid(position.table, adjustment)
    _nobody_has_won(position, table)
    return position.with_table(table)


def _laid(before: Table, adjustment: Adjustment) -> Table:
    """The table after laying the pieces in their order. As each piece touches another, the table is whole."""
    table = Table(before.tiles)
    for lay in adjustment.table:
        try:
            check_place(table, lay)
        except RuleError as error:
            raise RuleError("adjustment", error.message) from None
        table = table.with_piece(lay)
    return table


def _nobody_has_won(position: Position, table: Table) -> None:
    for player in position.players:
        size = len(largest_group(table, player.colour))
        if size >= TO_WIN:
            told = {"player": player.name, "number": size, "colour": player.colour}
            raise RuleError(
                "adjustment", _("{player} would have won with a group of {number} tiles in {colour}", **told)
            )
