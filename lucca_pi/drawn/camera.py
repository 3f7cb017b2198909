"""A camera that draws the pictures of a camera above the table, from the things that a game puts there."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from lucca_pi.drawn.conditions import EASY, Conditions
from lucca_pi.drawn.hiding import bodies
from lucca_pi.drawn.light import sheens
from lucca_pi.drawn.painter import DrawnSight, Painter
from lucca_pi.drawn.things import Ground, Thing
from lucca_pi.drawn.view import Nudge
from lucca_pi.ports import Camera, CameraEndedError, Frame

_NUDGE_DEG_PER_MM = 0.08
_DARKER = 0.25
"""Share of the light in a closer look: two steps less."""
_RESTS = 1_000_000
"""Number from which the grains of pictures at rest count."""


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """The things of one look; `rests`: the things each time the table came to rest since the look before."""

    things: tuple[Thing, ...]
    rests: tuple[tuple[Thing, ...], ...] = ()


class DrawnCamera(Camera):
    """
    A camera above the drawn table of a recorded game: look 0 is its beginning, look n the table after the n-th turn.

    `seed` decides everything that `conditions` leave to chance.

    The same look asked for again is another moment: hands are elsewhere or gone, things were turned out of a reflection
    while further ones were turned into it, the noise is another. `picture`, `closer` and `codes` are of the latest
    moment.
    """

    notice = ""

    def __init__(
        self, scenes: Sequence[DrawnScene], ground: Ground, seed: int = 0, conditions: Conditions = EASY
    ) -> None:
        self._scenes = scenes
        self._ground = ground
        self._seed = seed
        self._conditions = conditions
        self._looked = Counter[int]()
        self._painter = cache(lambda evening: Painter(ground, evening, seed))
        self.painter = self._painter(conditions)

    @property
    def looks(self) -> int:
        """The number of looks."""
        return len(self._scenes)

    def scene(self, number: int) -> DrawnScene:
        """The scene of look `number`. Raises CameraEndedError past the last one."""
        if not 0 <= number < len(self._scenes):
            raise CameraEndedError(f"The record ends after look {len(self._scenes) - 1}.")
        return self._scenes[number]

    def look(self, number: int = 0) -> Frame:
        """The table in grey, and small in colour. Raises CameraEndedError past the last turn of the record."""
        self._looked[number] += 1
        return self._frame(f"drawn-{number:03d}", self.sight(number))

    def closer(self, number: int = 0) -> Iterator[Frame]:
        """
        The same at a quarter of the light, where no reflection drowns the print under it, then once more as before.
        """
        sight = self.sight(number)
        faint = tuple(replace(sheen, glare=sheen.glare * _DARKER) for sheen in sight.sheens)
        darker = replace(self._conditions, exposure=self._conditions.exposure * _DARKER)
        yield self._frame(f"drawn-{number:03d}-darker", replace(sight, sheens=faint), darker)
        yield self._frame(f"drawn-{number:03d}-again", replace(sight, grain=sight.grain + len(self._scenes)))

    def rested(self, number: int) -> Sequence[Frame]:
        """The table each time it came to rest before look `number`, without hands; none past the end."""
        rests = self.scene(number).rests if 0 <= number < len(self._scenes) else ()
        return [self._rest(number, index, things) for index, things in enumerate(rests)]

    def _frame(self, name: str, sight: DrawnSight, conditions: Conditions | None = None) -> Frame:
        evening = conditions or self._conditions
        colour = self._painter(_quartered(evening)).colour(sight)[:, :, ::-1]
        return Frame(name, self._painter(evening).grey(sight), colour)

    def _rest(self, number: int, index: int, things: tuple[Thing, ...]) -> Frame:
        conditions = replace(self._conditions, hands=0)
        mugs = bodies(things, self._ground, conditions, seed=f"{self._seed} {number}")
        reflected = sheens(things, conditions, seed=f"{self._seed} rest {index}")
        sight = DrawnSight(_RESTS + number + index * len(self._scenes), things, mugs, reflected, self._nudge(number))
        return self._frame(f"drawn-{number:03d}-rest-{index}", sight)

    def sight(self, number: int) -> DrawnSight:
        """Everything that the camera sees at look `number`. Raises CameraEndedError."""
        things, conditions = self.scene(number).things, self._conditions
        moment = max(0, self._looked[number] - 1)
        standing = bodies(things, self._ground, conditions, seed=f"{self._seed} {number}", moment=moment)
        grain = number + 2 * moment * len(self._scenes)
        reflected = sheens(things, conditions, seed=f"{self._seed} {moment}")
        return DrawnSight(grain, things, standing, reflected, self._nudge(number))

    def _nudge(self, number: int) -> Nudge:
        chance, reach = Random(f"{self._seed} nudge {number}"), self._conditions.nudge_mm
        x_mm, y_mm, turn = (max(-2.0, min(2.0, chance.gauss(0, 1))) * reach for _ in range(3))
        return Nudge(x_mm, y_mm, turn * _NUDGE_DEG_PER_MM)


def _quartered(conditions: Conditions) -> Conditions:
    """The same evening in a picture a quarter as wide and high: each dot is the mean of 16, and JPEG hardly shows."""
    view = conditions.view
    focal_px = view.focal_px / 4 if view.focal_px else None
    return replace(
        conditions,
        view=replace(view, width_px=view.width_px // 4, height_px=view.height_px // 4, focal_px=focal_px),
        read_noise=conditions.read_noise / 4,
        shot_noise=conditions.shot_noise / 4,
        jpeg_quality=None,
    )
