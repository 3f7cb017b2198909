"""People before the machine, whatever they play: what they press, what the camera shows, what they answer; notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Literal

from lucca_pi.contract.questions import Choice
from lucca_pi.evening.state import Finish, State, TakeLook
from lucca_pi.evening.step import (
    Continue,
    Effect,
    Input,
    LookCloser,
    Looked,
    NotSeen,
    Pressed,
    Rested,
    step,
)
from lucca_pi.table.looks import joined
from lucca_pi.table.sighting import Look

BEGUN = "2026-05-01T20:00:00"
CLOSER = 2
"""Pictures that a camera takes for a closer look, as the devices do."""
See = Callable[[int | None], Look | None]
"""One picture of the table, the closer one of that number; None where it shows nothing that tells where things lie."""
Teller = Callable[[str], None]
"""Gets a line for each thing that happens."""


@dataclass(slots=True)
class Notes:
    """
    What happened at one table in one evening.

    `ranks`: where among a question's answers the true one stood, from 0; None if nowhere. `told`: how often the machine
    said that something is wrong. `stuck`: why it could go no further.
    """

    looks: int = 0
    closer: int = 0
    ranks: list[int | None] = field(default_factory=list)
    told: int = 0
    stuck: str = ""
    decisions_s: list[float] = field(default_factory=list)


class AtTheMachine:
    """The people of one evening, who answer truly, and the machine's state."""

    MOST_ANSWERS = 40
    """Presses of OK that one question after the other may take."""
    state: State
    notes: Notes
    is_finished = False

    def _give(self, given: Input) -> Sequence[Effect]:
        start = process_time()
        self.state, effects = step(self.state, given)
        self.is_finished = any(isinstance(effect, Finish) for effect in effects)
        while effects and effects[-1] == Continue():
            self.state, effects = step(self.state, Continue())
        if isinstance(given, Looked | Rested):
            self.notes.decisions_s.append(process_time() - start)
        return effects

    def _press(self, *buttons: Literal["ok", "back", "up", "down", "undo"]) -> None:
        for button in buttons:
            self._give(Pressed(button, ""))

    def _take_look(self, see: See) -> None:
        """Presses OK; the camera looks, and closer if it is asked to."""
        if not any(isinstance(effect, TakeLook) for effect in self._give(Pressed("ok", ""))):
            return
        look = see(None)
        effects = self._give(Looked(look, "", more=True) if look else NotSeen("No quarter is in sight."))
        if any(isinstance(effect, LookCloser) for effect in effects):
            self.notes.closer += 1
            again = self._see_closer(see, look)
            self._give(Looked(joined([one for one in (look, *again) if one], self.state.pieces), ""))

    def _see_closer(self, see: See, _look: Look | None) -> list[Look | None]:
        """The closer pictures after a look."""
        return [see(at) for at in range(CLOSER)]

    def _answer_questions(self) -> None:
        """Answers whatever is asked; goes back from what has no true answer."""
        for _ in range(self.MOST_ANSWERS):
            choice = self.state.mode
            if not isinstance(choice, Choice):
                return
            rank = self._answer_to(choice)
            if rank is None:
                self._press("back")
            else:
                self._choose(choice, rank)

    def _answer_to(self, choice: Choice) -> int | None:
        """Which answer is true, or leads to where it can be given."""
        raise NotImplementedError

    def _choose(self, choice: Choice, rank: int) -> None:
        for _ in range((rank - choice.chosen) % len(choice.options)):
            self._press("down")
        self._press("ok")
