"""Drawn layings with a fault put in, in small pictures."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from drawn_layings import camera_over

from lucca_pi.app.eyes import Eyes
from lucca_pi.checking.check import Check
from lucca_pi.checking.plan import asked
from lucca_pi.config import Config
from lucca_pi.drawn.camera import DrawnCamera
from lucca_pi.drawn.conditions import EASY, CameraView, Conditions
from lucca_pi.drawn.things import Sticker, Thing

SMALL = CameraView(width_px=1820, height_px=1024)
"""Enough for every sticker, and soon drawn."""
Change = Callable[[Thing], Thing]


def drawn(conditions: Conditions, change: Change | None = None, config: Config | None = None) -> DrawnCamera:
    """The camera above the layings, each thing changed."""
    return camera_over(asked(config or Config()), conditions, change)


def badly_stuck(code: int, sticker: Sticker) -> Change:
    """That card's sticker as it should not be."""

    def change(thing: Thing) -> Thing:
        if not thing.kind.marks or thing.kind.marks[0].code != code:
            return thing
        mark = replace(thing.kind.marks[0], sticker=sticker)
        return replace(thing, kind=replace(thing.kind, marks=(mark,), looks=("badly stuck", code)))

    return change


def moved_away(way_mm: float, beyond_mm: float = 200.0) -> Change:
    """The third seat farther out, with all that lies there."""
    return lambda thing: replace(thing, x_mm=thing.x_mm + way_mm) if thing.x_mm > beyond_mm else thing


def checked(camera: DrawnCamera, layings: Iterable[str], config: Config, folder: Path | None = None) -> Check:
    """The check of these layings, by their names."""
    one = Check(asked(config), camera, Eyes(config), folder)
    for number, laying in enumerate(one.asked.layings):
        if laying.name in layings:
            one.number = number
            one.look()
    return one


def easy(**changes: object) -> Conditions:
    """An easy evening in a small picture, but for these changes."""
    return replace(EASY, **{"view": SMALL, **changes})
