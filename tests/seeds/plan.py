"""
What may happen on an evening, what people do and what fails; and a plan of it for each seed.

A plan is run in a world of its own, and shrunk to the shortest that fails.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from lucca_pi.ports import Button
from tests.evening import LAST
from tests.seeds.disk import Fault, Kind, Trouble
from tests.seeds.world import Act, World

_BOUNCE_S = 0.002


def press(world: World, button: Button, held_s: float = 0.12, bounces: int = 0, lost: str = "") -> None:
    """A button is pressed; its contact bounces; edges of it are `lost`: "down" or "up"."""
    world.presses += 1
    for starts_s, closes in ((0.0, True), (held_s, False)):
        for bounce in range(2 * bounces + 1):
            pressed = closes == (bounce % 2 == 0)
            is_told = lost != ("down" if closes else "up")
            world.at(starts_s + bounce * _BOUNCE_S, partial(world.moves, button, pressed, is_told))


def play(world: World) -> None:
    """Who is in turn lays the next turn of the game, and presses OK."""
    world.table, world.is_covered = world.app.state.course.looks if world.app else 0, False
    press(world, "ok")


def cover(world: World) -> None:
    """As `play`, and a mug stands on a card."""
    play(world)
    world.is_covered = True


def two_at_once(world: World, one: Button, other: Button) -> None:
    press(world, one)
    press(world, other)


def switch_off(world: World) -> None:
    """OK is held, and then pressed."""
    press(world, "ok", 2.3)
    world.at(4.0, lambda: press(world, "ok"))


def wait(_world: World) -> None:
    """Nothing happens."""


def glance(world: World, phone: int) -> None:
    """A phone reads the page."""

    def come(told: Mapping[str, Any]) -> None:
        world.phones[phone] = told["asks"]

    world.page.ask("/snapshot.json", come)


def answer(world: World, phone: int, offer: int, times: int, later_s: float, is_old: bool) -> None:  # noqa: PLR0917
    """A phone answers, perhaps more than once, what it reads now, or what it has read last, perhaps long ago."""

    def sent() -> None:
        asks = world.phones.get(phone)
        if asks and asks["offers"]:
            one = asks["offers"][offer % len(asks["offers"])]
            form = {"id": asks["id"], "pick": f"{one['do']}:{one['number']}"}
            for _ in range(times):
                world.page.ask("/answer", lambda _: None, form, str(phone))

    if not is_old:
        glance(world, phone)
    world.at(0.2 + later_s, sent)


def speak(world: World, number: int) -> None:
    """A phone chooses the table's language."""
    world.page.ask("/answer", lambda _: None, {"pick": f"language:{number}"})


def name(world: World, phone: int, seat: int, called: str) -> None:
    """A phone names somebody."""
    asks = world.phones.get(phone)
    if asks and asks["seats"]:
        one = asks["seats"][seat % len(asks["seats"])]
        names = {f"was-{one['seat']}": one["name"], f"name-{one['seat']}": called}
        world.page.ask("/answer", lambda _: None, {"do": "names", "id": asks["game"], **names})


def trouble(world: World, kind: Kind, after: int, lasts: int, seed: int) -> None:
    """Something happens at the disk after some operations."""
    world.disk.troubles.append(Trouble(kind, after, lasts, seed))


def cut(world: World, seed: int) -> None:
    """The power fails while nothing is done."""
    world.disk.cut(seed)


def camera_goes(world: World, for_s: float) -> None:
    world.camera.gone_until_s = world.clock.now + for_s


def camera_freezes(world: World) -> None:
    world.camera.is_frozen = True


def hand(world: World) -> None:
    world.camera.has_hand = True


def display_goes(world: World, for_s: float) -> None:
    glass = world.glass
    glass.is_loose = True
    world.at(for_s, lambda: setattr(glass, "is_loose", False))


def set_clock(world: World, by_s: float) -> None:
    """The clock of the day is set."""
    world.clock.set_s += by_s


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
    name = rng.choices([*ACTS], [weight for weight, *_ in ACTS.values()])[0]
    pause_s = rng.choice((0.3, 1.0, 1.5, 2.5, 6.0)) if rng.random() < 0.97 else 140.0
    return name, pause_s, *ACTS[name][1](rng)


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


def _alone(_rng: Random) -> Sequence[Any]:
    """An act that takes nothing."""
    return ()


ACTS: Mapping[str, tuple[float, Callable[[Random], Sequence[Any]], Callable[..., None]]] = {
    "play": (14, _alone, play),
    "press": (6, _pressed, press),
    "two at once": (0.5, lambda rng: rng.sample(("ok", "back", "up", "down"), 2), two_at_once),
    "switch off": (0.5, _alone, switch_off),
    "cover": (2, _alone, cover),
    "glance": (3, lambda rng: (rng.randrange(2),), glance),
    "answer": (10, _answered, answer),
    "speak": (0.4, lambda rng: (rng.randrange(4),), speak),
    "name": (1, lambda rng: (rng.randrange(2), rng.randrange(3), rng.choice(_NAMES)), name),
    "trouble": (9, _trouble, trouble),
    "cut": (1, lambda rng: (rng.randrange(10**6),), cut),
    "camera goes": (1, lambda rng: (rng.choice((2.0, 20.0)),), camera_goes),
    "camera freezes": (1, _alone, camera_freezes),
    "hand": (1, _alone, hand),
    "display goes": (1, lambda rng: (rng.choice((1.0, 10.0)),), display_goes),
    "set clock": (0.5, lambda rng: (rng.choice((-90_000.0, 3600.0, 10**7)),), set_clock),
    "wait": (0.5, _alone, wait),
    "told truly": (0, _alone, World.is_told_truly),
}
"""How often each act is drawn, with what, and what it does."""


def run(plan: Plan) -> Outcome:
    """The evening of a plan."""
    with TemporaryDirectory(prefix="lucca-seed-") as folder:
        acts = {name: act for name, (*_, act) in ACTS.items()}
        world = World(Path(folder), plan.acts, acts, confirmed=plan.confirmed, hands_free=plan.hands_free)
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
