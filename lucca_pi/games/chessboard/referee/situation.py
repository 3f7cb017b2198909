"""What the table may be at when somebody presses: a whole turn, or part of one."""

from dataclasses import dataclass

from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.rules.struggle import Struggle
from lucca_pi.games.chessboard.rules.turn import Brick, Turn

FLOOR = "floor"
"""The key beside a brick that says that it lifted a stack: no more than its words are made from it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """
    Bricks that may have been placed, and the position that they lead to as far as all is done.

    `struggle`: one that is not settled yet, as it stands; `felled`: of its next step the top has gone already. `cost`
    tells how badly it fits all looks, `now` the last of them alone.
    """

    bricks: tuple[Brick, ...]
    after: Position
    is_whole: bool
    cost: float
    struggle: Struggle | None = None
    felled: bool = False
    now: float = 0.0

    def turn(self, player: str) -> Turn:
        return Turn(player, self.bricks)


def marked(position: Position, bricks: tuple[Brick, ...]) -> tuple[Brick, ...]:
    """The bricks, each with what its words are made from."""
    told, stacks = [], {*position.city.stacks}
    for brick in bricks:
        told.append(Brick(brick.colour, brick.at, brick.prisoners, {FLOOR: True} if brick.at in stacks else {}))
        stacks = (stacks | {brick.at}) - {*brick.prisoners}
    return tuple(told)


def is_floor(brick: Brick) -> bool:
    """Whether a brick that was found, or told, lifted a stack."""
    return bool(brick.extra.get(FLOOR))
