"""Plans of evenings: one for each seed; run in a world of their own, and shrunk to the shortest that fails."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.evening import LAST
from tests.seeds.acts import ACTS
from tests.seeds.disk import Fault
from tests.seeds.world import Act, World

_NAMES = ("Ada", "Zoë", "", "x" * 30, "<b>")


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What happens on an evening. `confirmed`: how many looks of an unfinished game the disk holds at the beginning; -1:
    no game. `hands_free`: turns are taken as the table comes to rest.
    """

    acts: tuple[Act, ...]
    confirmed: int = -1
    hands_free: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What went wrong, "" if nothing, and everything that happened."""

    fault: str
    trace: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The same for the same evening, to the byte."""
        return sha256("\n".join(self.trace).encode()).hexdigest()


def plan_of(seed: int) -> Plan:
    """The plan of that seed."""
    rng = Random(seed)
    confirmed = rng.choice((-1,) * 8 + (0, 0, 1, 1, 2, 3, 4, LAST))
    return Plan(tuple(_act(rng) for _ in range(rng.randint(4, 12))), confirmed, rng.random() < 0.15)


def _act(rng: Random) -> Act:
    """An act; people do something right about as often as something fails."""
    name = rng.choices([*_DRAWN], [weight for weight, _more in _DRAWN.values()])[0]
    pause_s = rng.choice((0.3, 1.0, 1.5, 2.5, 6.0)) if rng.random() < 0.97 else 140.0
    return name, pause_s, *_DRAWN[name][1](rng)


def _pressed(rng: Random) -> Sequence[Any]:
    button = rng.choice(("ok", "ok", "ok", "back", "back", "up", "down", "down"))
    held_s = rng.choice((0.12, 0.12, 0.12, 0.01, 0.04, 2.3, 12.0))
    return button, held_s, rng.choice((0, 0, 1, 3)), rng.choice(("", "", "", "", "up", "down"))


def _answered(rng: Random) -> Sequence[Any]:
    times, later_s = rng.choice((1, 1, 2)), rng.choice((0.0, 0.0, 1.0, 9.0))
    return rng.randrange(2), rng.randrange(6), times, later_s, rng.random() < 0.3


def _trouble(rng: Random) -> Sequence[Any]:
    kind = rng.choices(("cut", "killed", "full", "broken", "lies"), (6, 2, 4, 4, 1))[0]
    return kind, int(rng.expovariate(0.2)), rng.choice((1, 1, 2, 5, 20)), rng.randrange(10**6)


_DRAWN: dict[str, tuple[float, Callable[[Random], Sequence[Any]]]] = {
    "play": (14, lambda _rng: ()),
    "press": (6, _pressed),
    "two at once": (0.5, lambda rng: rng.sample(("ok", "back", "up", "down"), 2)),
    "switch off": (0.5, lambda _rng: ()),
    "cover": (2, lambda _rng: ()),
    "glance": (3, lambda rng: (rng.randrange(2),)),
    "answer": (10, _answered),
    "speak": (0.4, lambda rng: (rng.randrange(4),)),
    "name": (1, lambda rng: (rng.randrange(2), rng.randrange(3), rng.choice(_NAMES))),
    "trouble": (9, _trouble),
    "cut": (1, lambda rng: (rng.randrange(10**6),)),
    "camera goes": (1, lambda rng: (rng.choice((2.0, 20.0)),)),
    "camera freezes": (1, lambda _rng: ()),
    "hand": (1, lambda _rng: ()),
    "display goes": (1, lambda rng: (rng.choice((1.0, 10.0)),)),
    "set clock": (0.5, lambda rng: (rng.choice((-90_000.0, 3600.0, 10**7)),)),
    "wait": (0.5, lambda _rng: ()),
}
"""How often each act is drawn, and with what."""


def run(plan: Plan) -> Outcome:
    """The evening of a plan."""
    with TemporaryDirectory(prefix="lucca-seed-") as folder:
        world = World(Path(folder), plan.acts, ACTS, confirmed=plan.confirmed, hands_free=plan.hands_free)
        try:
            world.run()
        except Fault as fault:
            return Outcome(str(fault), tuple(world.trace))
        return Outcome("", tuple(world.trace))


def shrunk(plan: Plan, fault: str) -> Plan:
    """The shortest plan that still comes to the same fault, if acts are left out of it."""
    acts = list(plan.acts)
    size = len(acts)
    while size:
        at = 0
        while at < len(acts):
            fewer = acts[:at] + acts[at + size :]
            if run(replace(plan, acts=tuple(fewer))).fault == fault:
                acts = fewer
            else:
                at += size
        size //= 2
    return replace(plan, acts=tuple(acts))
