"""Whole simulated evenings on a chess board: nothing is silently wrong, and nobody is stuck."""

import pytest

from lucca_pi.contract.questions import Choice
from lucca_pi.evening.state import Finish
from lucca_pi.evening.step import Looked, step
from lucca_pi.games.chessboard.session.setup import Setup
from tests.cases import first_of
from tests.chessboard.sim.lying import PERFECT, Eye, shadowed
from tests.chessboard.sim.people import ORDINARY, Changing, Condition, Habits, Players, slips

EVENINGS = {
    "stairs before an ordinary camera": Condition(),
    "stairs, and people who slip": Condition(habits=ORDINARY, eye=PERFECT),
    "stairs, people who slip, an ordinary camera and a mat": Condition(habits=ORDINARY, mat=True),
    "a small city": Condition(Setup(size=6), ORDINARY),
}


@pytest.mark.parametrize("condition", EVENINGS.values(), ids=EVENINGS)
@pytest.mark.parametrize("seed", first_of([1, 5]))
def test_an_evening_comes_to_its_record(condition, seed):
    players = Players(seed, 2 + seed % 3, condition)
    notes = players.play()
    assert (notes.wrong, notes.stuck) == ("", "")
    assert notes.turns > 8
    last_look = players.state.course.moments[-1].looks[-1]
    assert step(players.state, Looked(last_look, ""))[1] == (Finish(),)


def test_a_city_without_the_last_bricks_does_not_end_the_game():
    players = Players(1, 3, Condition(Setup(size=6), ORDINARY))
    players.play()
    state, effects = step(players.state, Looked(players.state.course.moments[-2].looks[-1], ""))
    assert isinstance(state.mode, Choice)
    assert Finish() not in effects


def test_straight_stacks_are_asked_about_and_never_silently_wrong():
    notes = Players(2, 2, Condition(Setup(layout="straight"), eye=Eye()), turns=8).play()
    assert (notes.wrong, notes.stuck) == ("", "")


@pytest.mark.parametrize("slip", slips())
def test_people_who_slip_in_every_second_turn_come_to_their_record(slip):
    condition = Condition(habits=Habits(**{slip: 0.5}), eye=PERFECT, mat=True, styles=("fighter",))
    notes = Players(3, 2, condition, turns=12).play()
    assert (notes.wrong, notes.stuck) == ("", "")


def test_switched_colours_come_to_their_record():
    notes = Changing(0, 2, Condition(Setup(switch=True))).play()
    assert (notes.wrong, notes.stuck) == ("", "")


def test_after_a_turn_that_was_changed_wrongly_none_is_taken_without_a_word():
    players = Changing(1, 3, Condition(), turns=15)
    players.nth = 3
    notes = players.play()
    assert (notes.wrong, notes.stuck, notes.turns) == ("", "", 15)


class Shadowed(Players):
    """Before a camera that takes the shadow below a stack for one more floor, from the sixth turn on."""

    at, colour, first = "", "", None

    def _see(self, closer, *, heeded):
        shows = len(self._games) > 5 and self.at in self._table.stacks
        return shadowed(self._table, self.at, self.colour) if shows else super()._see(closer, heeded=heeded)

    def _heed(self, complaint):
        self.first = self.first or complaint.problems
        super()._heed(complaint)


@pytest.mark.parametrize("early", [0.0, 0.2], ids=["carried out at once", "a press before every step"])
@pytest.mark.parametrize("colour", first_of(["", "white"]))
@pytest.mark.parametrize("at", ["f4", "e8"], ids=["the stronger", "the weaker"])
def test_a_misread_tower_of_a_struggle_does_not_keep_the_game_from_going_on(at, colour, early):
    habits = Habits(presses_early=early)
    players = Shadowed(768, 2, Condition(habits=habits, eye=PERFECT, mat=True, styles=("fighter",)), turns=7)
    players.at, players.colour = at, colour
    notes = players.play()
    assert (notes.wrong, notes.stuck, notes.turns) == ("", "", 7)
    assert 1 <= notes.told <= 4
    assert players.first[0].startswith(f"{at}: ")
