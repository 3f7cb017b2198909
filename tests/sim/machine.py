"""People before the machine, whatever they play: what they press, what the camera shows, what they answer; notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from traceback import format_exception
from typing import Any, Literal

from lucca_pi.contract.entering import NOTHING, agrees
from lucca_pi.contract.questions import Among, Choice, Disagreed, EnterTurn, Lead, Settle, Stays, Take, Way
from lucca_pi.evening.state import Examining, Finish, State, TakeLook, Waiting
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
HEEDED = 2
"""So often people only do what the machine says is to be done; after that they tell the turn by hand as well."""
See = Callable[[int | None], Look | None]
"""One picture of the table, the closer one of that number; None where it shows nothing that tells where things lie."""
Teller = Callable[[str], None]
"""Gets a line for each thing that happens."""


@dataclass(slots=True)
class Notes:
    """
    What happened at one table in one evening.

    `ranks`: where among a question's answers the true one stood, from 0; None if nowhere. `told`: how often the machine
    said that something is wrong. `stuck`: why it could go no further. `wrong`: what it has taken without a question
    that was not so. `untold`: what no look could tell it. `turns`: those that people were done with, `asked_in` of
    these the ones in which it asked.
    """

    looks: int = 0
    closer: int = 0
    turns: int = 0
    asked_in: set[int] = field(default_factory=set)
    ranks: list[int | None] = field(default_factory=list)
    told: int = 0
    stuck: str = ""
    wrong: str = ""
    untold: str = ""
    decisions_s: list[float] = field(default_factory=list)
    tell_line: Teller | None = None

    def tell(self, line: str) -> None:
        """Tells it to whom wants to know."""
        if self.tell_line:
            self.tell_line(line)

    def crash(self, error: Exception) -> None:
        """The program broke down."""
        self.stuck = f"CRASH {type(error).__name__}: {error}"
        self.tell("".join(format_exception(error)))


class AtTheMachine:
    """The people of one evening, who answer truly, and the machine's state."""

    MOST_ANSWERS = 40
    """Presses of OK that one question after the other may take."""
    MOST_TRIES = 6
    """So often people put right what the machine complains of and press again, before they give up."""
    state: State
    notes: Notes
    is_finished = False
    is_telling = False
    """They tell by hand what was played."""

    # What each game says of its people.

    def _see(self, closer: int | None, *, heeded: bool) -> Look | None:
        """What the camera sees; `heeded`: the machine has complained, and people have cleared the table."""
        raise NotImplementedError

    def _are_true(self, turns: Sequence[Any], after: int, *, all_of_them: bool, literally: bool) -> bool:
        """Whether these turns were played after so many; `all_of_them`: and no others, `literally`: card by card."""
        raise NotImplementedError

    def _played(self, number: int) -> Any:
        """A turn as it was really played, counting from 1; None if it has not been."""
        raise NotImplementedError

    def _is_so(self, _choice: Choice, _lead: Lead) -> bool:
        """Whether an answer is true that only this game has."""
        return False

    def _has_all(self) -> bool:
        """Whether the machine has as many turns as there were."""
        raise NotImplementedError

    def _heed(self, complaint: Disagreed) -> None:
        """Does what has to be done about a disagreement."""
        raise NotImplementedError

    def _compare(self) -> None:
        """Holds what the machine has taken against what was played."""
        raise NotImplementedError

    # What they do at the machine.

    def _give(self, given: Input) -> Sequence[Effect]:
        start = process_time()
        self.state, effects = step(self.state, given)
        self.is_finished = any(isinstance(effect, Finish) for effect in effects)
        while isinstance(self.state.mode, Examining):
            self.state, effects = step(self.state, Continue())
        if isinstance(given, Looked | Rested):
            self.notes.decisions_s.append(process_time() - start)
        if isinstance(self.state.mode, Disagreed) and not isinstance(given, Rested):
            self.notes.tell(f"  says: {'; '.join(self.state.mode.problems)} {self.state.mode.advice}")
        return effects

    def press(self, *buttons: Literal["ok", "back", "up", "down", "undo"]) -> None:
        for button in buttons:
            self._give(Pressed(button, ""))

    def _back(self) -> None:
        if self.state.mode is not Waiting:
            self.press("back")

    def _look(self, *, heeded: bool = False) -> None:
        """Presses OK, and the camera looks."""
        self._take_look(lambda closer: self._see(closer, heeded=heeded))

    def _take_look(self, see: See) -> None:
        """Presses OK; the camera looks, and closer if it is asked to."""
        self.notes.looks += 1
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

    def _confirm(self) -> None:
        """Presses OK and puts right what has to be, until the machine has taken all that was done."""
        said = "the machine waits for more turns"
        for attempt in range(self.MOST_TRIES):
            self._look(heeded=attempt > 0)
            self._answer_questions()
            if isinstance(complaint := self.state.mode, Disagreed):
                self.notes.told += 1
                said = "; ".join(complaint.problems)
                self._heed(complaint)
                if attempt >= HEEDED and self.state.game:
                    self.press("down")
                    self._answer_questions(telling=True)
            if self._is_taken():
                self._compare()
                return
        self.notes.stuck = f"turn {self.notes.turns + 1}: {said}"

    def _is_taken(self) -> bool:
        """Whether the machine has all that was done, and waits for the next turn."""
        return self.state.mode is Waiting and self._has_all()

    # What they answer.

    def _answer_questions(self, *, telling: bool = False) -> None:
        """Answers whatever is asked; goes back from what has no true answer. `telling`: tells the turn by hand."""
        self.is_telling = telling
        for _ in range(self.MOST_ANSWERS):
            choice = self.state.mode
            if not isinstance(choice, Choice):
                return
            rank = self._answer_to(choice)
            if rank is None:
                self.press("back")
            else:
                self._choose(choice, rank)

    def _answer_to(self, choice: Choice) -> int | None:
        """Which answer is true, or leads to where it can be given."""
        rank = self._rank(choice)
        words = " | ".join(option.words for option in choice.options)
        self.notes.tell(f"  asked: {choice.player} {choice.text} {words} (true: {rank})")
        self._note_question(choice, rank)
        return rank

    def _note_question(self, choice: Choice, rank: int | None) -> None:
        """Notes the rank of the true answer, where the machine offers some of its own."""
        offered = [at for at, option in enumerate(choice.options) if option.given is not None]
        if offered:
            self.notes.asked_in.add(self.notes.turns)
            self.notes.ranks.append(rank if rank in offered else None)

    def _rank(self, choice: Choice) -> int | None:
        """The first answer that is true."""
        return next((at for at, one in enumerate(choice.options) if self._is_true(choice, one.lead)), None)

    def _is_true(self, choice: Choice, lead: Lead) -> bool:  # noqa: PLR0911 - one for each way
        """Whether what an answer leads to is true, or leads to where it can be told."""
        taken = len(self.state.course.turns)
        match lead:
            case Take(turns, more=more):
                all_of_them, literally = not (more or self.is_telling), choice.asked is not None and len(turns) == 1
                return self._are_true(turns, taken, all_of_them=all_of_them, literally=literally)
            case Stays(number=number):
                stayed = self.state.course.turns[number - 1]
                return self._are_true((stayed,), number - 1, all_of_them=False, literally=True)
            case Settle(number, turn):
                literally = choice.asked is not None
                return self._are_true((turn,), number - 1, all_of_them=False, literally=literally)
            case Among(ways, number):
                leads = (Settle(number, way[0]) if number else Take(way) for way in ways)
                return any(self._is_true(choice, one) for one in leads)
            case EnterTurn(number, entered):
                from_the_start = self.is_telling and entered == NOTHING and number is None
                return not from_the_start and self._agrees(number, lead)
            case Way.ENTER:
                return self.is_telling
            case _:
                return self._is_so(choice, lead)

    def _agrees(self, number: int | None, lead: EnterTurn) -> bool:
        """Whether what is entered so far of a turn is true; `number`: of a turn that is changed."""
        before = self.state.before(number) if number else self.state
        played = self._played(number or len(self.state.course.turns) + 1)
        words = self.state.plugin.words
        next_part = partial(words.next_part, before.match)
        return played is not None and agrees(next_part, words.is_part, lead.entered, played)

    def _choose(self, choice: Choice, rank: int) -> None:
        for _ in range((rank - choice.chosen) % len(choice.options)):
            self.press("down")
        self.press("ok")
