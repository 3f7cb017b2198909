"""Whole games judged: what the machine made of an evening, beside what was played."""

from dataclasses import dataclass

from tests.sim.conditions import Condition
from tests.sim.evening import Evening
from tests.sim.notes import Notes, Teller
from tests.sim.player import Players
from tests.sim.truth import points


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
