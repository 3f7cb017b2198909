"""Whole games judged: what the machine made of an evening, beside what was played."""

from dataclasses import dataclass

from lucca_pi.sim.conditions import Condition
from lucca_pi.sim.notes import Notes, Teller
from lucca_pi.sim.player import Players
from lucca_pi.sim.truth import points


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    One game judged.

    `finished`: it came to its end. `silent`: it did so with a wrong point, although everything that was asked was
    answered truly.
    """

    condition: str
    seed: int
    players: int
    notes: Notes
    finished: bool
    silent: bool

    @property
    def name(self) -> str:
        """The condition and the seed, by which the game can be played again."""
        return f"{self.condition}:{self.seed}"


def judge(condition: str, seed: int, tell: Teller | None = None) -> Outcome:
    """Plays the game of that condition and seed; `tell` gets a line for each thing that happens."""
    named = Condition(condition)
    evening = named.evening(seed)
    players = Players(evening, named.sights, hands_free=named.hands_free, tell=tell)
    try:
        players.play()
        silent = not players.notes.stuck and _points(players) != points(evening.game.record)
    except Exception as error:  # whatever it is, it would have ended the evening
        players.notes.crash(error)
        silent = False
    notes = players.notes
    if silent:
        notes.tell(f"WRONG POINTS: {_points(players)}\nTRUE POINTS: {points(evening.game.record)}")
    notes.tell_line = None
    return Outcome(condition, seed, len(evening.game.record.players), notes, not notes.stuck, silent)


def _points(players: Players) -> object:
    """The points as the machine's record has them, when it is scored again."""
    return points(players.record) if players.record else None
