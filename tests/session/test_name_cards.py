"""A name card beside a quarter tells who sits there, until the deal is confirmed."""

from dataclasses import replace

import pytest
from evening import after, begun, date, given, kept, looks, press, shown

from lucca_pi.contract.questions import Disagreed
from lucca_pi.evening.state import Waiting, begin_evening
from lucca_pi.evening.step import Looked, ShowScreens
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.table.sighting import NameCard

FAR_MM = 5000.0


def beside(quarter, name):
    """A card that far to the right of the quarter's middle, as the look has it."""
    there = quarters_in(looks()[0])[quarter]
    return NameCard(name, there.x_mm + 60, there.y_mm)


def dealt(*cards, names=None):
    """The state when the deal is looked at with these cards on the table."""
    return given(begin_evening(begun(names)), Looked(replace(looks()[0], names=cards), date(1)))


def test_who_lays_a_name_card_beside_a_quarter_is_called_so():
    state, effects = dealt(beside(101, "Ada"), beside(103, " Zoë "))
    assert state.course.seats == {"Ada": 101, "Buonvisi": 102, "Zoë": 103}
    assert kept(effects) == ["Begun", "Started"]
    assert shown(effects)[0] == "Notice"


def test_a_card_names_a_player_before_anything_is_dealt():
    quarters = tuple(quarters_in(looks()[0]).values())
    bare = replace(looks()[0], sightings=quarters, names=(beside(102, "Ada"),))
    state, effects = given(after(0), Looked(bare, date(1)))
    assert (state.begun.names, kept(effects), type(state.mode)) == ({102: "Ada"}, ["Begun"], Disagreed)


def test_names_that_stand_already_are_not_told_again():
    _, effects = dealt(beside(101, "Ada"), names={101: "Ada"})
    assert kept(effects) == ["Started"]


def test_who_sits_elsewhere_today_leaves_the_seat_of_the_last_evening():
    state, _ = dealt(beside(101, "Ben"), names={101: "Ada", 102: "Ben", 103: "Cleo"})
    assert state.begun.names == {101: "Ben", 103: "Cleo"}


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ((beside(101, "Ada"), beside(102, "Ada")), "Two players cannot both be called Ada."),
        ((beside(101, "Buonvisi"),), "Two players cannot both be called Buonvisi."),
        ((beside(101, "Ada"), beside(101, "Ben")), "There are two name cards beside Guinigi: Ada, Ben."),
        ((NameCard("Ada", FAR_MM, 0),), "The name card Ada is not beside a quarter."),
        ((beside(101, "A\x00da"),), "A?da cannot be a name."),
        ((beside(101, "A" * 101),), "AAAAAAAAAAAAAAAAA... cannot be a name."),
    ],
)
def test_a_card_that_names_nobody_is_said_and_the_deal_waits(cards, problem):
    state, effects = dealt(*cards)
    assert problem in state.mode.problems
    assert (state.game, state.begun.names, kept(effects)) == (None, {}, [])


def test_once_all_is_dealt_no_card_names_anybody():
    looked = replace(looks()[1], names=(beside(101, "Ada"),))
    state, effects = given(after(1), Looked(looked, date(2)))
    assert (kept(effects), state.mode) == (["Played"], Waiting)


def test_undo_takes_the_deal_back_and_leaves_the_names():
    state, effects = press(dealt(beside(101, "Ada"))[0], "undo")
    assert (state.game, state.begun.names) == (None, {101: "Ada"})
    assert any(isinstance(effect, ShowScreens) for effect in effects)
