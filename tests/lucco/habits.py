"""
What people do at the table once in an evening that no ordinary disturbance knows, and evenings with one or two of them.

A habit acts at a moment of a turn that suits it: before it, instead of it, at the press, or after it. Tiles that lie
amiss are put right once the machine says so. Blind habits are those after which no look tells who did what; there what
lies and who wins has to be right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from traceback import format_exc
from typing import Literal

from lucca_pi.contract.questions import Choice
from lucca_pi.evening.journal import Event
from lucca_pi.evening.state import resumed
from lucca_pi.evening.step import Effect, Input, Keep, Rested
from lucca_pi.games.lucco.rules.tiles import Turn
from lucca_pi.table.sighting import Look
from tests.lucco.sim import Deed, Evening, Notes
from tests.lucco.sim_table import DIE_AT, Cover, look_at

Moment = Literal["before", "do", "press", "after"]
FIRST_TURNS = 3, 16
"""Between these turns the first habit begins to wait for a moment that suits it."""
BY_DIE = ("early", "twice")
"""With the die in sight no press too many may be taken for a turn: then these are not blind."""
TURNS_AFTER = 12
"""Turns played after the last habit."""


@dataclass(frozen=True)
class Habit:
    """`act` does it, and tells whether the turn was one for it. `is_blind`: no look tells who did what after it."""

    name: str
    moment: Moment
    act: "Callable[[Habits, Turn], bool]"
    is_blind: bool = False


class Habits(Evening):
    """An evening in which each of some habits is met once, the second at the turn of the first or just after it."""

    def __init__(self, habits: Sequence[Habit], seed: int, tiles: str = "hexagon", condition: str = "quiet") -> None:
        super().__init__(condition, seed, tiles)
        self.waiting, self.happened = [*habits], list[str]()
        self.events: list[Event] = [self.state.begun]
        self.flipped: set[int] = set()
        self.calls: list[Callable[[], None]] = []
        self.skips, self.is_alert, self.is_pressed, self.done_already = 0, False, False, -1
        self.has_die, self.face, self.face_until, self.dieless = bool(seed % 2), "", -1, -1
        self.is_blind = any(one.is_blind and not (self.has_die and one.name in BY_DIE) for one in habits)
        self.begins = self.random.randint(*FIRST_TURNS)
        self.number, self.met = 0, 0

    # the evening
    def play(self) -> Notes:
        """The whole game, or as far as the machine goes."""
        try:
            self._look()
            turns = [turn for turn in self.game.record.turns if isinstance(turn, Turn)]
            for self.number, turn in enumerate(turns):
                self._turn(turn, last=self.number + 1 == len(turns))
                is_past = not self.waiting and self.number > self.met + TURNS_AFTER
                if self.notes.stuck or self.state.course.is_over or is_past:
                    break
        except Exception:  # whatever it is, it would have ended the evening
            self.notes.stuck = format_exc()
        return self.notes

    def _turn(self, turn: Turn, *, last: bool) -> None:
        if self.number == self.done_already:
            return
        self.is_pressed = False
        self.meet("before", turn)
        if not self.meet("do", turn):
            self._do(turn)
        self.rest()
        self.meet("press", turn)
        if self.skips and not last:
            self.skips -= 1
            return
        self.skips = 0
        if not self.is_pressed:
            self._confirm()
        self._compare()
        if self.meet("after", turn):
            self._confirm() if not self._is_taken() else None
            self._compare()

    def meet(self, moment: Moment, turn: Turn) -> bool:
        """A habit of that moment is met, if one waits and this turn suits it; each evening's first one comes first."""
        if self.number < self.begins:
            return False
        for habit in self.waiting:
            if habit.moment == moment and habit.act(self, turn):
                self.waiting.remove(habit)
                self.happened.append(habit.name)
                self.met = self.number
                self.notes.lines.append(f"{self.number + 1}: {habit.name}")
                return moment in {"do", "after"}
        return False

    # people
    def _mend(self) -> None:
        super()._mend()
        self.flipped.clear()
        for call in reversed(self.calls):
            call()
        self.calls.clear()
        self.dieless = self.number

    def mend(self, call: Callable[[], None]) -> None:
        """What is done once the machine has said that something is wrong."""
        self.calls.append(call)

    def _doubt(self) -> None:
        """People who are asked what is not so see what they did, and what the machine has taken before."""
        super()._doubt()
        self._noticed()

    def _confirm(self) -> None:
        self._back_to_truth()
        super()._confirm()
        if self.notes.stuck and self._noticed():
            self.notes.stuck = ""
            super()._confirm()

    def _noticed(self) -> bool:
        """People see that the machine has taken turns that nobody played, and take them back."""
        self.is_alert = True
        return self._back_to_truth()

    def _back_to_truth(self) -> bool:
        """Undo, until what the machine has taken is how the evening went."""
        undone = False
        while self.is_alert and self.state.past and not self._is_truth():
            self._press("back", "undo")
            undone = True
        self.is_alert = False
        return undone

    def _is_truth(self) -> bool:
        turns = self._counted(self.state.course.turns)
        return self._are(turns, self.deeds[: len(turns)])

    def rest(self, often: float = 0.7) -> None:
        """Now and then the machine sees the table at rest before anybody presses."""
        if self.state.game and self.random.random() < often:
            self._give(Rested(self._see(heeded=True), ""))

    # the machine
    def _give(self, one: Input) -> Sequence[Effect]:
        effects = super()._give(one)
        self.events += [effect.event for effect in effects if isinstance(effect, Keep)]
        return effects

    def _see(self, *, heeded: bool) -> Look:
        covers = [*self.covers]
        hidden = {code: self.table.lying[code] for code in self.flipped if code in self.table.lying}
        covers += [Cover(tile.at, 5.0) for tile in hidden.values()]
        if self.number <= self.face_until:
            self.table.die, self.table.die_at, self.table.die_heading_deg = self.face, DIE_AT, 0.0
        die = self.table.die is not None and self.has_die and self.number != self.dieless
        return look_at(self.table, self.random, self.state, covers, self.rate("missed"), die=die)

    def choose(self, *words: str) -> bool:
        """Answers one question after the other by the words an answer begins with; False where there is none."""
        for begin in words:
            mode = self.state.mode
            if not isinstance(mode, Choice):
                return False
            at = next((n for n, one in enumerate(mode.options) if str(one.words).startswith(begin)), None)
            if at is None:
                self._press("back")
                return False
            self._choose(mode, at)
        return True

    def menu(self, *words: str) -> bool:
        """Opens the menu between two turns, and goes where these words lead."""
        self._press("up", "ok")
        return self.choose(*words)

    def press(self, button: str) -> None:
        """A button other than OK."""
        self._press(button)

    def shows(self, face: str, *, for_turns: int = 1) -> None:
        """The die shows a face that nobody has thrown."""
        self.has_die, self.face, self.face_until = True, face, self.number + for_turns - 1

    def press_once(self) -> None:
        """A press and its look, and nothing said after it."""
        self._look(heeded=True)

    def _are(self, turns: Sequence[Turn], due: Sequence[Deed]) -> bool:
        """Of turns pressed together nobody minds the order, as the table is the same."""
        return sorted(map(self._deed, turns)) == sorted(due)

    def _compare(self) -> None:
        """After presses were forgotten the order that the machine has told is right as well."""
        found = [self._deed(turn) for turn in self._counted(self.state.course.turns)]
        if self.is_blind and sorted(found) == sorted(self.deeds):
            self.deeds[:] = found
        super()._compare()
        if self._is_taken() and not self.notes.wrong_deed and len(self.state.course.turns) > len(self.deeds):
            self.notes.wrong_deed = f"{len(self.state.course.turns)} turns, not {len(self.deeds)}"
        if self.is_blind and self.notes.wrong_deed and not self.notes.wrong_table:
            self.notes.untold = self.notes.untold or self.notes.wrong_deed
            self.notes.wrong_deed = ""
        if self.state.course.is_over and self.game.game.end and self.state.game.end.winner != self.game.game.end.winner:
            self.notes.wrong_table = f"{self.state.game.end.winner} has won, not {self.game.game.end.winner}"


def restarted(evening: Habits) -> None:
    """The machine is switched off and on."""
    evening.state = resumed(evening.events)
