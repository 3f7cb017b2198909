"""
Bricks placed one after the other, and weighed as they are placed: what cannot fit well enough is not followed.

Every misfit is 0 or more, and what a brick cannot touch any more keeps its own: so nothing is left out that could fit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lucca_pi.games.chessboard.referee.evidence import Scale, counts_misfit
from lucca_pi.games.chessboard.rules.board import COLOURS, lots
from lucca_pi.games.chessboard.rules.city import with_floor, with_house
from lucca_pi.games.chessboard.rules.legal import Known
from lucca_pi.games.chessboard.rules.placing import may_take_floor, may_take_house, towers_joined
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Struggle, begin_struggle, outcomes
from lucca_pi.games.chessboard.rules.turn import Brick

NOISE = 1e-9
"""What adding and subtracting may be off by."""


# No slots: a cached answer needs a place.
@dataclass(frozen=True)
class Placed:
    """Bricks that are placed and settled, the position after them, and how badly its lots fit."""

    scale: Scale
    bricks: tuple[Brick, ...]
    position: Position
    lots: float

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(brick.colour for brick in self.bricks)

    @cached_property
    def counts(self) -> float:
        return counts_misfit(self.scale.reading, self.position)

    @property
    def cost(self) -> float:
        return max(self.lots, 0.0) + self.counts


def nothing_placed(scale: Scale, position: Position) -> Placed:
    return Placed(scale, (), position, scale.before)


@dataclass(frozen=True)
class Bricks:
    """Which bricks are followed: by `known`, of a position with so many lots."""

    known: Known
    size: int
    asked: dict[str, tuple[Brick, ...]] = field(default_factory=dict)

    @cached_property
    def by_lot(self) -> Mapping[str, tuple[Brick, ...]]:
        """The bricks of all colours that are followed, by their lot."""
        may = self.known.may
        found = {lot: tuple(Brick(colour, lot) for colour in COLOURS) for lot in lots(self.size)}
        if may is None:
            return found
        asked = {lot: tuple(brick for brick in bricks if may(brick)) for lot, bricks in found.items()}
        return {lot: bricks for lot, bricks in asked.items() if bricks}


def with_one_more(placed: Placed, bricks: Bricks, most: float | None = None) -> Iterator[Placed]:
    """
    The bricks with one more that is legal, each way in which its struggle can be settled.

    `most`: it is the last, and what then fits worse is left out.
    """
    stacks, supply, used = placed.position.city.stacks, placed.position.supply, placed.used
    for lot, asked in bricks.by_lot.items():
        left = [one for one in asked if one.colour not in used and supply[one.colour] > 0]
        if left:
            yield from _floors(placed, left, most) if lot in stacks else _houses(placed, lot, left, bricks.known, most)


def _floors(placed: Placed, bricks: list[Brick], most: float | None) -> Iterator[Placed]:
    city = placed.position.city
    for brick in bricks:
        stack = city.stacks[brick.at]
        lots = _with_lot(placed, brick, (*stack, brick.colour))
        if _may_fit(placed, brick, lots, most) and may_take_floor(city, brick.colour, brick.at):
            after = placed.position.with_city(with_floor(city, brick.colour, brick.at))
            yield Placed(placed.scale, (*placed.bricks, brick), after, lots)


def _with_lot(placed: Placed, brick: Brick, stack: tuple[str, ...]) -> float:
    """How badly the lots fit once this stack stands where the brick went."""
    scale, was = placed.scale, placed.position.city.stacks.get(brick.at)
    return placed.lots + scale.on_lot(brick.at, stack) - scale.on_lot(brick.at, was)


def _may_fit(placed: Placed, brick: Brick, lots: float, most: float | None) -> bool:
    if most is None:
        return True
    if lots > most + NOISE:
        return False
    return lots + placed.counts + placed.scale.one_less(placed.position, brick.colour) <= most + NOISE


def _houses(placed: Placed, lot: str, bricks: list[Brick], known: Known, most: float | None) -> Iterator[Placed]:
    city = placed.position.city
    if len(towers_joined(city, lot)) > 1:
        for brick in bricks:
            struggle = struggle_of(placed, brick, most)
            yield from _settled(placed, brick, struggle, known) if struggle else ()
        return
    for brick in bricks:
        lots = _with_lot(placed, brick, (brick.colour,))
        if _may_fit(placed, brick, lots, most):
            after = placed.position.with_city(with_house(city, brick.colour, lot))
            yield Placed(placed.scale, (*placed.bricks, brick), after, lots)


def struggle_of(placed: Placed, brick: Brick, most: float | None = None) -> Struggle | None:
    """The struggle that a house begins; None where there is none, it is refused, or all that it leads to fits worse."""
    position = placed.position
    towers = towers_joined(position.city, brick.at)
    if len(towers) != 2 or not may_take_house(position.city, brick.at):
        return None
    if most is not None and _at_least(placed, brick, towers) > most + NOISE:
        return None
    return begin_struggle(position, brick.colour, brick.at)


def _at_least(placed: Placed, brick: Brick, towers: tuple[str, ...]) -> float:
    """How badly the lots fit that the struggle cannot touch; it touches those of the blocks that it joins."""
    city, scale = placed.position.city, placed.scale
    touched = {lot for tower in towers for lot in city.blocks[tower].lots}
    left = placed.lots - sum(scale.on_lot(lot, city.stacks[lot]) for lot in touched)
    return left + scale.on_lot(brick.at, (brick.colour,)) - scale.on_lot(brick.at, None)


def _settled(placed: Placed, brick: Brick, struggle: Struggle, known: Known) -> Iterator[Placed]:
    for prisoners, after in outcomes(struggle, known.gone):
        settled = Brick(brick.colour, brick.at, prisoners)
        yield Placed(placed.scale, (*placed.bricks, settled), after, placed.scale.on_lots(after))
