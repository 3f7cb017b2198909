"""What people do wrong and how often, what is played with, and what is noted of an evening."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import combinations

from lucca_pi.games.chessboard.session.setup import Setup
from tests.chessboard.sim.camera import Eye
from tests.chessboard.sim.lying import PER_FLOOR
from tests.sim import machine


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do something in a turn, or in a struggle, that they should not."""

    forgets_press: float = 0.0
    presses_early: float = 0.0
    lays_between: float = 0.0
    squares_up: float = 0.0
    pushes: float = 0.0
    forgets_prisoner: float = 0.0
    takes_wrong: float = 0.0
    forgets_again: float = 0.0
    undoes: float = 0.0
    plays_otherwise: float = 0.0
    tells_again: float = 0.0
    one_colour_twice: float = 0.0


CAREFUL = Habits()
ORDINARY = Habits(0.01, 0.02, 0.01, 0.01, 0.01, 0.1, 0.05)


@dataclass(frozen=True, slots=True)
class Condition:
    """What is played with, by whom, and before which eye. `sigma` is the true error of heights in floors."""

    setup: Setup = field(default_factory=Setup)
    habits: Habits = CAREFUL
    eye: Eye = field(default_factory=Eye)
    mat: bool = False
    press_a_brick: bool = False
    sigma: float | None = None
    styles: tuple[str, ...] = ("scattered", "builder", "fighter")

    @property
    def looks_through(self) -> Eye:
        return replace(self.eye, noise=self.sigma * PER_FLOOR / 2**0.5) if self.sigma else self.eye


@dataclass(slots=True)
class Notes(machine.Notes):
    """What came of an evening."""

    turns: int = 0
    wrong: str = ""
    asked_in: set[int] = field(default_factory=set)


def slips() -> tuple[str, ...]:
    """The names of all that people do wrong."""
    return tuple(one.name for one in fields(Habits))


def pairs(rate: float) -> Iterator[Habits]:
    """Every two of them together, each as often as `rate` says."""
    return (Habits(**dict.fromkeys(two, rate)) for two in combinations(slips(), 2))
