"""
Evenings by name, and whole games of them judged: what the machine made of an evening, beside what was played.

A name says what people do and what the camera misses, each disturbance at its stated rate, composable.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from random import Random

from tests.sim import eye, faces, hands
from tests.sim.evening import Evening, quiet_evening
from tests.sim.eye import Sights
from tests.sim.faces import Faces
from tests.sim.faults import FAULTS
from tests.sim.games import STYLES
from tests.sim.habits import HABITS, LEFT
from tests.sim.hands import Hands
from tests.sim.machine import Teller
from tests.sim.player import Players
from tests.sim.truth import Notes, points

HANDS: Mapping[str, Hands] = {
    "late": hands.triplets_late,
    "midturn": hands.mid_turn,
    "early": hands.press_early,
    "fanned": hands.fanned,
    "gone": hands.discard_gone,
    "loose": hands.left_fanned,
    "misplaced": hands.misplaced,
    "wrong": hands.wrong_area,
    "unturned": hands.wall_face_up,
    "forgotten": hands.press_forgotten,
    "live": hands.seen_at_rest,
}
"""What people do, in the order in which one is done upon the other."""
SIGHTS: Mapping[str, Sights] = {
    "missed": eye.code_missed,
    "lost": eye.code_lost,
    "unread": eye.card_unread,
    "hidden": eye.wall_hidden,
    "hand": eye.hand_in_the_way,
    "mug": eye.mug,
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
        for name, done in {**HANDS, **LEFT}.items():
            if name in self.parts:
                evening = evening.with_moments(done(evening, Random(f"{seed} {name}")))
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    One game judged.

    `finished`: it came to its end. `silent`: it did so with a wrong point or a wrong turn, although everything that was
    asked was answered truly. `wrong_turns`: those of its record that are not as they were played, as far as anything
    depends on them. `happened`: the faults by name that found a moment to happen at.
    """

    condition: str
    seed: int
    players: int
    notes: Notes
    finished: bool
    silent: bool
    wrong_turns: tuple[str, ...] = ()
    happened: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The condition and the seed, by which the game can be played again."""
        return f"{self.condition}:{self.seed}"


def judge(condition: str, seed: int, tell: Teller | None = None) -> Outcome:
    """Plays the game of that condition and seed; `tell` gets a line for each thing that happens."""
    named = Condition(condition)
    evening = named.evening(seed)
    habits = named.habits(seed)
    players = Players(evening, named.sights, hands_free=named.hands_free, faces=named.faces, habits=habits, tell=tell)
    return judged(condition, evening, players)


def judged(condition: str, evening: Evening, players: Players) -> Outcome:
    """What the machine makes of an evening as these players play it; `condition`: what it is called."""
    wrong_turns: list[str] = []
    silent = False
    try:
        players.play()
        if not players.notes.stuck:
            wrong_turns = players.wrong_turns
            silent = bool(wrong_turns) or _points(players) != points(evening.game.record)
    except Exception as error:  # whatever it is, it would have ended the evening
        players.notes.crash(error)
    notes = players.notes
    if silent:
        notes.tell("\n".join(f"WRONG {turn}" for turn in wrong_turns))
        notes.tell(f"WRONG POINTS: {_points(players)}\nTRUE POINTS: {points(evening.game.record)}")
    notes.tell_line = None
    seats = len(evening.game.record.players)
    return Outcome(condition, evening.seed, seats, notes, not notes.stuck, silent, tuple(wrong_turns), evening.happened)


def _points(players: Players) -> object:
    """The points as the machine's record has them, when it is scored again."""
    return points(players.record) if players.record else None
