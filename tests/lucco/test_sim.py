"""Whole evenings of Lucco: people play, disturb and forget, and the machine is never wrong without saying so."""

import pytest

from tests.lucco.sim import ORDINARY, WORST, judge


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("condition", ["quiet", ORDINARY, f"{ORDINARY}+parted+wrong"])
def test_with_a_press_a_turn_nothing_is_wrong_and_nothing_asked_but_of_an_only_tile_below_a_cup(condition, seed):
    notes = judge(condition, seed)
    asked = [line for line in notes.lines if line.startswith("  asked") and "is not in sight: takes" not in line]
    assert (notes.stuck, notes.wrong_table, notes.wrong_deed, asked) == ("", "", "", [])


def test_squares_are_played_as_well():
    notes = judge(ORDINARY, 3, "square")
    assert (notes.stuck, notes.wrong_table, notes.wrong_deed) == ("", "", "")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_where_passes_are_not_pressed_the_truth_is_among_the_answers(seed):
    notes = judge(f"{ORDINARY}+unpressed", seed)
    assert (notes.stuck, notes.wrong_table, notes.wrong_deed) == ("", "", "")
    assert notes.questions and None not in notes.ranks


def test_forgotten_presses_leave_the_table_right():
    assert judge(WORST, 1).wrong_table == ""
