"""A turn: two bricks of different colours, one after the other, and what each of them causes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.board import COLOURS, lots
from lucca_pi.games.chessboard.rules.city import with_floor, with_house
from lucca_pi.games.chessboard.rules.events import Event, floor_event, house_event
from lucca_pi.games.chessboard.rules.placing import check_floor, check_house
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.settling import check_none_left, settle
from lucca_pi.games.chessboard.rules.struggle import begin_struggle
from lucca_pi.language import _
from lucca_pi.strict import shown

BRICKS_IN_A_TURN = 2


@dataclass(frozen=True, slots=True)
class Brick:
    """
    A brick as it is placed: a house on an empty lot, a floor on a stack.

    `prisoners` are the lots of the houses that players' colours take in its struggle, in order. `extra` are keys of
    a record that mean nothing here.
    """

    colour: str
    at: str
    prisoners: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn: the bricks in the order placed, and the neutral colour taken at its end, if any."""

    player: str
    bricks: tuple[Brick, ...]
    switch: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


def check_colour(brick: Brick, used: tuple[str, ...]) -> None:
    """
    A brick has one of the four colours, and not that of the turn's other brick (4).

    Raises RuleError "colour" or "different-colours".
    """
    if brick.colour not in COLOURS:
        raise RuleError("colour", f"there is no colour {shown(brick.colour)}; there are {', '.join(COLOURS)}")
    if brick.colour in used:
        text = _("both bricks are {colour}; a turn's two bricks have different colours", colour=brick.colour)
        raise RuleError("different-colours", text)


def check_supply(position: Position, colour: str) -> None:
    """Every brick comes from the supply that all share (2, 4). Raises RuleError "supply"."""
    if position.supply[colour] < 1:
        raise RuleError("supply", _("there is no {colour} brick left in the supply", colour=colour))


def check_lot(position: Position, lot: str) -> None:
    """A brick goes on a lot of the city. Raises RuleError "lot"."""
    if lot not in lots(position.size):
        last = lots(position.size)[-1]
        raise RuleError("lot", f"there is no lot {shown(lot)}; there are a1 to {last}")


def settled(position: Position, brick: Brick, used: tuple[str, ...] = ()) -> tuple[Position, tuple[Event, ...]]:
    """
    The position after a brick whose struggle is settled whole, and what happened (4 to 13). Raises RuleError.

    >>> from lucca_pi.games.chessboard.rules.notation import read_position, write_city
    >>> position = read_position("8 | a1 wr, a2 r, a3 r, c1 kk, c2 b | Ada red, Ben blue")
    >>> after, events = settled(position, Brick("white", "b1"))
    >>> write_city(after.city), [event.kind for event in events]
    ('a1 wr, a2 r, a3 r, b1 w, c1 k, c2 b', ['house', 'struggle', 'fight', 'razed'])
    """
    check_colour(brick, used)
    check_supply(position, brick.colour)
    check_lot(position, brick.at)
    return _floor(position, brick) if brick.at in position.city.stacks else _house(position, brick)


def _floor(position: Position, brick: Brick) -> tuple[Position, tuple[Event, ...]]:
    check_floor(position.city, brick.colour, brick.at)
    check_none_left(brick.prisoners)
    city = with_floor(position.city, brick.colour, brick.at)
    return position.with_city(city), (floor_event(city, brick.colour, brick.at),)


def _house(position: Position, brick: Brick) -> tuple[Position, tuple[Event, ...]]:
    check_house(position.city, brick.colour, brick.at)
    built, struggle = house_event(brick.colour, brick.at), begin_struggle(position, brick.colour, brick.at)
    if struggle:
        after, events = settle(struggle, brick.prisoners)
        return after, (built, *events)
    check_none_left(brick.prisoners)
    return position.with_city(with_house(position.city, brick.colour, brick.at)), (built,)
