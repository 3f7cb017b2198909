"""What may happen on an evening: what people do at the table and on phones, and what fails."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from lucca_pi.devices.press import Edge
from tests.seeds.disk import Kind, Trouble
from tests.seeds.world import World

_BOUNCE_S = 0.002


def press(world: World, button: str, held_s: float = 0.12, bounces: int = 0, lost: str = "") -> None:
    """A button is pressed; its contact bounces; edges of it are `lost`: "down" or "up"."""
    world.presses += 1
    for starts_s, closes in ((0.0, True), (held_s, False)):
        for bounce in range(2 * bounces + 1):
            pressed = closes == (bounce % 2 == 0)
            edge = Edge(button, pressed, 0.0)  # type: ignore[arg-type]
            unheard = partial(world.closed.__setitem__, button, pressed)
            is_lost = lost == ("down" if closes else "up")
            world.at(starts_s + bounce * _BOUNCE_S, unheard if is_lost else edge)


def play(world: World) -> None:
    """Who is in turn lays the next turn of the game, and presses OK."""
    world.table, world.is_covered = world.app.state.course.looks if world.app else 0, False
    press(world, "ok")


def cover(world: World) -> None:
    """As `play`, and a mug stands on a card."""
    play(world)
    world.is_covered = True


def two_at_once(world: World, one: str, other: str) -> None:
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


ACTS: Mapping[str, Callable[..., None]] = {
    "press": press,
    "play": play,
    "cover": cover,
    "two at once": two_at_once,
    "switch off": switch_off,
    "wait": wait,
    "glance": glance,
    "answer": answer,
    "speak": speak,
    "name": name,
    "trouble": trouble,
    "cut": cut,
    "camera goes": camera_goes,
    "camera freezes": camera_freezes,
    "hand": hand,
    "display goes": display_goes,
    "set clock": set_clock,
    "told truly": World.is_told_truly,
}
