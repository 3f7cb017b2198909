"""How the people of a simulated evening of Lucco answer: truly, and by hand where no answer offered is true."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from lucca_pi.contract.entering import NOTHING, Entered
from lucca_pi.contract.questions import Among, Choice, EnterTurn, Lead, NoTurn, Settle, Stays, Take, Way
from lucca_pi.evening.corrections import no_turn_event
from lucca_pi.evening.state import after_event
from lucca_pi.games.lucco.rules.tiles import Cell, Turn
from lucca_pi.games.lucco.session.setup import Setup
from tests.lucco.sim_table import Table
from tests.sim import machine

Deed = tuple[str, str, int]
"""Who did what with which tile; of a pass the tile is 0."""


@dataclass(slots=True)
class Notes(machine.Notes):
    """What happened in one game."""

    changes: int = 0
    wrong_table: str = ""
    wrong_deed: str = ""
    untold: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def silent(self) -> bool:
        return bool(self.wrong_table or self.wrong_deed) and not self.stuck


class Answers(machine.AtTheMachine):
    """People before the machine: what they have done, and what they say of it."""

    MOST_ANSWERS = 12
    table: Table
    setup: Setup
    notes: Notes
    deeds: list[Deed]
    tell: bool = False

    def _counted(self, turns: Sequence[Turn]) -> list[Turn]:
        """Where passes are not pressed nobody can tell how many there were: changes alone count."""
        return [turn for turn in turns if turn.action or self.setup.passes]

    def _answer(self, *, tell: bool) -> None:
        self.tell = tell
        self._answer_questions()

    def _answer_to(self, mode: Choice) -> int | None:
        true = self._rank(mode)
        words = " | ".join(str(one.words) for one in mode.options)
        self.notes.lines.append(f"  asked: {mode.player} {mode.text} {words} (true: {true})")
        if not self.tell:
            self.notes.ranks.append(true)
            self.tell = true is None
        return self._rank(mode) if true is None else true

    def _rank(self, mode: Choice) -> int | None:
        return next((rank for rank, one in enumerate(mode.options) if self._is_true(mode, one.lead)), None)

    def _is_true(self, mode: Choice, lead: Lead) -> bool:  # noqa: PLR0911 - one for each way
        due = self.deeds[len(self._counted(self.state.course.turns)) :]
        match lead:
            case Take(turns):
                return self._are(turns, due) or (self.tell and self._are(turns, due[: len(turns)]))
            case Among(ways, None):
                return any(self._are(way, due) for way in ways)
            case Settle(number, turn):
                return self._deed(turn) == self.deeds[number - 1]
            case NoTurn(number):
                event = no_turn_event(self.state, number, "")
                turns = self._counted(after_event(self.state, event).course.turns) if event else []
                return event is not None and self._are(turns, self.deeds[: len(turns)])
            case Stays(number, _take):
                return self._deed(self.state.course.turns[number - 1]) == self.deeds[number - 1]
            case EnterTurn(None, entered):
                return self.tell and bool(due) and self._agrees(entered, due[0])
            case Way.ENTER:
                return self.tell
            case _:
                return False

    def _agrees(self, entered: Entered, deed: Deed) -> bool:
        if entered == NOTHING:
            return isinstance(self.state.mode, Choice) and str(self.state.mode.text)[-1] != "?"
        player, did, code = deed
        colour = self.table.colours[(code - 1) // 10] if code else None
        told = (player, {"pass": "nothing"}.get(did, did), colour)
        if any(said not in (None, true) for said, true in zip(entered.told, told, strict=False)):
            return False
        if len(entered.told) <= len(told):
            return True
        at = entered.told[len(told)]
        return self._cell_code(at) == code if did == "remove" else self._fits(at, code)  # type: ignore[arg-type]

    def _fits(self, at: Cell, code: int) -> bool:
        """Whether a place of the machine has the tiles around it that a tile has."""
        cells = {*self.table.tiles.neighbours(at)}
        around = frozenset(one for one, cell in self.state.course.memory.cells.items() if cell in cells)
        return code in self.table.lying and around == self.table.neighbours(code)

    def _cell_code(self, cell: Cell) -> int | None:
        return self.state.course.memory.codes.get(cell)

    def _are(self, turns: Sequence[Turn], due: Sequence[Deed]) -> bool:
        turns = self._counted(turns)
        return len(turns) == len(due) and all(self._is(turn, deed) for turn, deed in zip(turns, due, strict=True))

    def _is(self, turn: Turn, deed: Deed) -> bool:
        """Whether it was so; of a tile whose number nobody saw, whether it lies where it was told."""
        found = self._deed(turn)
        if found[2] != -1 or found[:2] != deed[:2]:
            return found == deed
        return turn.lay is not None and not isinstance(turn.lay.at, str) and self._fits(turn.lay.at, deed[2])

    def _deed(self, turn: Turn) -> Deed:
        action = turn.action
        if action is None:
            return turn.player, "pass", 0
        return turn.player, "lay" if turn.lay else "remove", int(action.extra.get("tile", -1))
