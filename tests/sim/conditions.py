"""Evenings by name: what people do and what the camera misses, each disturbance at its stated rate, composable."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from random import Random

from tests.sim import faces
from tests.sim.evening import Evening, quiet_evening
from tests.sim.faces import Faces
from tests.sim.faults import FAULTS
from tests.sim.games import STYLES
from tests.sim.habits import HABITS, LEFT
from tests.sim.hands import (
    DiscardGone,
    Fanned,
    Hands,
    MidTurn,
    PressEarly,
    PressForgotten,
    SeenAtRest,
    TripletsLate,
    WallFaceUp,
    WrongArea,
)
from tests.sim.misplaced import LeftFanned, Misplaced
from tests.sim.occlusion import CardUnread, CodeLost, CodeMissed, HandInTheWay, Mug, Sights, WallHidden
from tests.sim.player import Players

HANDS: Mapping[str, Hands] = {
    "late": TripletsLate(0.5),
    "midturn": MidTurn(0.3),
    "early": PressEarly(0.05),
    "fanned": Fanned(),
    "gone": DiscardGone(0.1),
    "loose": LeftFanned(0.3),
    "misplaced": Misplaced(0.1),
    "wrong": WrongArea(0.05),
    "unturned": WallFaceUp(0.1),
    "forgotten": PressForgotten(0.05),
    "live": SeenAtRest(1.0),
}
"""What people do, in the order in which one is done upon the other."""
SIGHTS: Mapping[str, Sights] = {
    "missed": CodeMissed(0.02),
    "lost": CodeLost(2),
    "unread": CardUnread(0.03),
    "hidden": WallHidden(0.1),
    "hand": HandInTheWay(0.1),
    "mug": Mug(),
}
SQUARED, ADJUSTED, FREE = "squared", "adjusted", "free"
"""
Nothing at all: piles are squared before any look. Once a game players settle something among themselves. Nobody presses
but where the machine has not taken the turn by itself (`play --confirm rest`).
"""
ROUGH = "missed+misplaced+loose+hidden+hand+mug+late+gone+midturn+early+wrong+unturned+live"
MIXTURES: Mapping[str, str] = {
    "rough": ROUGH,
    "worst": f"{ROUGH}+fanned+lost+forgotten+adjusted",
    "habits": "+".join((*HABITS, *LEFT)),
}
NAMES = (SQUARED, *HANDS, *HABITS, *LEFT, *FAULTS, *SIGHTS, ADJUSTED, FREE, *MIXTURES, *STYLES, *faces.NAMES)
KINDS = tuple(FAULTS)
PAIRS = tuple("+".join(pair) for pair in combinations(KINDS, 2))
"""Every two kinds of fault, by name."""

PLAYERS = (3, 4, 5)
EDITIONS = ("english", "german", "hebrew")
QUIET_KEPT = 64
"""So many evenings are kept on which nothing has gone wrong yet: many conditions are judged by the same seeds."""


@dataclass(frozen=True, slots=True)
class Condition:
    """
    Disturbances by name, such as "fanned+missed"; with a seed it is one game. Raises ValueError for another name.

    >>> evening = Condition("fanned+missed").evening(7)
    >>> len(evening.game.record.players), evening.game.record.edition.name
    (4, 'hebrew')
    """

    name: str

    def __post_init__(self) -> None:
        unknown = [part for part in self.name.split("+") if part not in NAMES]
        if unknown:
            raise ValueError(f"There is no disturbance {unknown[0]!r}; there are {', '.join(NAMES)}.")

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the disturbances, mixtures taken apart."""
        return tuple(part for name in self.name.split("+") for part in MIXTURES.get(name, name).split("+"))

    @property
    def hands_free(self) -> bool:
        """Whether turns are taken as the table comes to rest."""
        return FREE in self.parts

    @property
    def sights(self) -> tuple[Sights, ...]:
        """What the camera misses."""
        return tuple(sight for name, sight in SIGHTS.items() if name in self.parts)

    @property
    def faces(self) -> Faces | None:
        """What is printed on cards without stickers, and the light; None where there are stickers."""
        return next((faces.NAMES[part] for part in self.parts if part in faces.NAMES), None)

    def habits(self, seed: int) -> tuple[Callable[[Players], None], ...]:
        """What people do with the buttons besides playing, each by its own chance."""
        here = (name for name in HABITS if name in self.parts)
        return tuple(partial(HABITS[name], chance=Random(f"{seed} {name}")) for name in here)

    def evening(self, seed: int) -> Evening:
        """The evening of this seed; by the seed the numbers of players and the editions take turns."""
        players, edition = PLAYERS[seed % 3], EDITIONS[seed // 3 % 3]
        style = next((part for part in self.parts if part in STYLES), None)
        evening = _quiet(seed, players, edition, ADJUSTED in self.parts, style)
        for name, hands in {**HANDS, **LEFT}.items():
            if name in self.parts:
                evening = evening.with_moments(hands(evening, Random(f"{seed} {name}")))
        for name in self.parts:
            if name in FAULTS:
                evening = _with_fault(evening, name)
        return evening


@lru_cache(maxsize=QUIET_KEPT)
def _quiet(seed: int, players: int, edition: str, adjusted: bool, style: str | None) -> Evening:
    tastes = [STYLES[style]] * players if style else None
    return quiet_evening(seed, players, edition, adjustments=adjusted, tastes=tastes)


def _with_fault(evening: Evening, name: str) -> Evening:
    """The evening with that fault, which stands in its list if it found a moment to happen at."""
    after = evening.with_moments(FAULTS[name](evening, Random(f"{evening.seed} {name}")))
    return evening if after.moments == evening.moments else replace(after, happened=(*evening.happened, name))
