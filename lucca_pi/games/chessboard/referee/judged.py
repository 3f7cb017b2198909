"""What the referee judges: the game before the turn, what the looks tell, and what earlier looks taught."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lucca_pi.games.chessboard.rules.game import Game
from lucca_pi.games.chessboard.rules.position import Position
from lucca_pi.games.chessboard.table.reading import Reading

SLACK = 10.0
"""So much more may the widths of all tops together weigh: each errs a little, and none of them alone refuses a turn."""
MARGIN = 6.9
"""Turns that fit worse than the best by no more than this stay possible: odds of a thousand to one."""
LIMIT = 8.0
"""What fits worse is no explanation: it takes more than one thing wrongly seen."""
CLEARLY = 2.0
"""By so much part of a turn has to fit better than a whole one before it is taken that something is left to do."""


@dataclass(frozen=True, slots=True)
class Growth:
    """
    What the width of a top tells of the floors below it.

    `sigma` is the error in floors, as calibration has measured it; `per_floor` is how much wider, as a part of its
    width, a top is that stands a floor higher.
    """

    sigma: float
    per_floor: float


@dataclass(frozen=True, slots=True)
class Case:
    """
    `readings` are in the order of the looks, the last what is judged; those before it may show the turn half-way.

    `across_mm`: how wide each stack's top was when it was confirmed last, by its lot. `stairs`: towers show their
    lowest floors. `growth` None: the width of tops tells nothing. `before`: earlier looks at the turn, for the order of
    its bricks alone.
    """

    game: Game
    readings: tuple[Reading, ...]
    across_mm: Mapping[str, float] = field(default_factory=dict)
    stairs: bool = True
    growth: Growth | None = None
    before: tuple[Reading, ...] = ()

    @property
    def now(self) -> Reading:
        return self.readings[-1]

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def player(self) -> str:
        return self.game.player.name
