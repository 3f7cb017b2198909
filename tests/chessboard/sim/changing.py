"""People who switch colours, and who change an earlier turn to something wrong, and back once the machine complains."""

from dataclasses import replace

from lucca_pi.contract.questions import Choice, Option, Settle
from lucca_pi.evening.menus import game_menu
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.rules.turn import Turn
from tests.chessboard.playing import random_turn
from tests.chessboard.sim.people import Players


class Changing(Players):
    """Players who say after a turn that they switch colours; every `nth` turn, from 1, is changed wrongly at once."""

    nth = 0

    def _compare(self) -> None:
        self._switch()
        super()._compare()

    def _switch(self) -> None:
        """What the menu offers for the last turn."""
        course, turn = self.state.course, self._turns[len(self._games) - 2] if len(self._games) > 1 else None
        if not isinstance(turn, Turn) or course.turns[-1].switch == turn.switch:
            return
        choice = game_menu(self.state)
        leads = [option.lead for option in choice.options]
        rank = next(at for at, one in enumerate(leads) if isinstance(one, Settle) and one.turn.switch == turn.switch)
        self.state = replace(self.state, mode=replace(choice, chosen=rank))
        self._press("ok")

    def _confirm(self, number: int) -> None:
        """With the turn before changed wrongly, the machine must not take this one without a word."""
        course = self.state.course
        is_wrong = self.nth and number > 1 and number % self.nth == 0 and len(course.turns) == number - 1
        if is_wrong and course.open_turn is None and not course.is_over:
            right = course.turns[-1]
            wrong = random_turn(self._games[-3], self._random)[1]
            self._change(number - 1, wrong)
            self._look()
            if self.state.mode is None and len(self.state.course.turns) == number:
                self.notes.wrong = f"turn {number}: taken after {wrong.bricks}"
                return
            self._press("back")
            self._change(number - 1, right)
        super()._confirm(number)

    def _change(self, number: int, turn: Turn) -> None:
        """Somebody changes an earlier turn, whatever the table looks like."""
        turn = GAME.rules.turn.read(GAME.rules.turn.write(turn))
        self.state = replace(self.state, mode=Choice("", "", (Option("", Settle(number, turn, sure=True)),)))
        self._press("ok")
