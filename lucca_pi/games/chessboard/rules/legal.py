"""Every brick that may be placed, and every turn that may be played, fast enough to search them all."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from lucca_pi.games.chessboard.rules.city import COLOURS, City, lots, with_floor, with_house
from lucca_pi.games.chessboard.rules.placing import may_take_floor, may_take_house, towers_joined
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import begin_struggle, outcomes
from lucca_pi.games.chessboard.rules.turn import BRICKS_IN_A_TURN, Brick

TurnOutcome = tuple[tuple[Brick, ...], Position]
"""Bricks, and the position they lead to."""


def colours_left(position: Position, used: Iterable[str] = ()) -> tuple[str, ...]:
    """The colours that the next brick may have: in the supply, and not used in this turn (4)."""
    return tuple(colour for colour in COLOURS if colour not in used and position.supply[colour] > 0)


def floor_lots(city: City, colour: str) -> Iterator[str]:
    """The stacks that a floor of a colour may go below (6, 7)."""
    return (lot for lot in city.stacks if may_take_floor(city, colour, lot))


def _house_lots(city: City) -> Iterator[str]:
    """The empty lots that a house may go on, whatever its colour (9, 10)."""
    return (lot for lot in city.empty if may_take_house(city, lot))


def refused_lots(city: City) -> Iterator[str]:
    """The empty lots on which a house is refused, whatever its colour (9, 10)."""
    return (lot for lot in city.empty if not may_take_house(city, lot))


def struggles(city: City) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lots on which a house begins a struggle, each with the two towers (9)."""
    for lot in _house_lots(city):
        towers = towers_joined(city, lot)
        if len(towers) > 1:
            yield lot, towers


def bricks_to_place(
    position: Position, used: Iterable[str] = (), asked: Iterable[Brick] | None = None
) -> Iterator[Brick]:
    """
    Every brick that may be placed next after the colours `used` in this turn, without prisoners: floors, then houses.

    `asked`: only these bricks, in their order.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> bricks = list(bricks_to_place(read_position("6 | a1 w, b1 r"), ("black", "blue")))
    >>> len(bricks), [(brick.colour, brick.at) for brick in bricks[:3]]
    (70, [('white', 'b1'), ('red', 'a1'), ('white', 'c1')])
    """
    city, colours = position.city, colours_left(position, used)
    if asked is None:
        yield from (_brick(colour, lot) for colour in colours for lot in floor_lots(city, colour))
        yield from (_brick(colour, lot) for lot in _house_lots(city) for colour in colours)
        return
    for one in asked:
        is_floor = one.at in city.stacks
        if one.colour in colours and (
            may_take_floor(city, one.colour, one.at) if is_floor else may_take_house(city, one.at)
        ):
            yield one


def can_place(position: Position, used: Iterable[str] = ()) -> bool:
    """
    True if any brick may be placed next (16).

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> can_place(read_position("6 | a1 w"), ("white", "black", "red")), can_place(read_position("6"), COLOURS)
    (True, False)
    """
    return next(bricks_to_place(position, used), None) is not None


@cache
def _brick(colour: str, lot: str) -> Brick:
    return Brick(colour, lot)


@dataclass(frozen=True, slots=True)
class TurnFilter:
    """
    Limits of a search for turns; without limits all turns are searched.

    `bricks` are those that may have been placed, `gone` the lots from which a house may have been taken prisoner.
    """

    bricks: Collection[Brick] | None = None
    gone: Collection[str] | None = None


def bricks_where(size: int, may: Callable[[Brick], bool]) -> tuple[Brick, ...]:
    """The bricks, whatever their colour and place, that may be placed by a condition, lot by lot."""
    return tuple(brick for lot in lots(size) for colour in COLOURS if may(brick := _brick(colour, lot)))


NO_FILTER = TurnFilter()


def turns_to_play(
    position: Position, used: tuple[str, ...] = (), known: TurnFilter = NO_FILTER
) -> Iterator[TurnOutcome]:
    """
    Every turn, or rest of a turn in which the colours `used` have been placed, with the position after it.

    A first brick that leaves no second is a whole turn (16, ruling j). Turns that place the same bricks in another
    order are each given; of choices of prisoners that lead to one position, one is.

    >>> from lucca_pi.games.chessboard.rules.position import read_position
    >>> sum(1 for _turn in turns_to_play(read_position("6 | empty")))
    15120
    >>> known = TurnFilter(bricks_where(6, lambda brick: brick.at in ("a1", "b2")))
    >>> sum(1 for _turn in turns_to_play(read_position("6 | empty"), known=known))
    24
    """
    for brick, after in next_bricks(position, bricks_to_place(position, used, known.bricks), known.gone):
        now = (*used, brick.colour)
        if len(now) == BRICKS_IN_A_TURN:
            yield (brick,), after
        elif can_place(after, now):
            for second, last in next_bricks(after, bricks_to_place(after, now, known.bricks), known.gone):
                yield (brick, second), last
        else:
            yield (brick,), after


def next_bricks(
    position: Position, bricks: Iterable[Brick], gone: Collection[str] | None = None
) -> Iterator[tuple[Brick, Position]]:
    """
    Each of these legal bricks with the positions that it can lead to, and a choice of prisoners that leads there.

    A brick without a struggle leads to one. What only changes the order of prisoners is left out.
    """
    for brick in bricks:
        city, colour, lot = position.city, brick.colour, brick.at
        if lot in city.stacks:
            yield brick, position.with_city(with_floor(city, colour, lot))
        elif len(towers_joined(city, lot)) < 2:
            yield brick, position.with_city(with_house(city, colour, lot))
        elif struggle := begin_struggle(position, colour, lot):
            yield from ((Brick(colour, lot, prisoners), after) for prisoners, after in outcomes(struggle, gone))
