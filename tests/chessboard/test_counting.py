"""Bricks on the mat whose colour light hides: counts between a least and a most, and what they weigh."""

from dataclasses import replace

import pytest

from lucca_pi.games.chessboard.referee.evidence import Case, Scale, counts_misfit, differences
from lucca_pi.games.chessboard.referee.verdict import explain
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.rules.game import Game
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.table.board import BoardAxes, Mat
from lucca_pi.games.chessboard.table.reading import (
    HIDDEN,
    TOP,
    BoardReading,
    SeenStack,
    StackOnLine,
    UnsureBrick,
    counted_mat,
)
from lucca_pi.table.sighting import Spot

MAT = Mat(BoardAxes(0j, 1 + 0j), 240.0)
POSITION = read_position("8 | a1 w, a2 r | Ada white, Ben red")
RED_OR_BLUE = UnsureBrick(("red", "blue"))


def count(*spots):
    return counted_mat(MAT, spots, top=TOP, hidden=HIDDEN)


def reading(less="", unsure=()):
    supply = {colour: POSITION.supply[colour] - (colour == less) for colour in COLOURS}
    return BoardReading(
        stacks={"a1": SeenStack("white"), "a2": SeenStack("red")}, supply=supply, took={}, unsure=unsure
    )


@pytest.mark.parametrize(
    "spot, found",
    [
        (Spot(TOP, "", 0.0, 35.0, 26.0, 0.1, ("red", "blue")), RED_OR_BLUE),
        (Spot(TOP, "", 0.0, 35.0), UnsureBrick(COLOURS, is_brick=False)),
        (Spot(TOP, "", -200.0, 199.0, 26.0, 0.1, ("red", "blue")), UnsureBrick(("red", "blue"), "white")),
    ],
)
def test_a_brick_of_doubtful_colour_is_counted_in_none(spot, found):
    supply, took, unsure = count(Spot(TOP, "white", 60.0, 35.0), spot)
    assert (supply["white"], sum(supply.values()), took, unsure) == (1, 1, {}, (found,))


@pytest.mark.parametrize("spots", [[Spot(HIDDEN, "", 0.0, 35.0)], [Spot(TOP, "", 9.0 * n, 35.0) for n in range(9)]])
def test_nothing_is_counted_where_much_is_hidden(spots):
    assert count(*spots) == (None, None, ())


@pytest.mark.parametrize(
    "less, unsure, cost",
    [
        ("", (), 0.0),
        ("red", (), 5.0),
        ("red", (RED_OR_BLUE,), 0.0),
        ("black", (RED_OR_BLUE,), 5.0),
        ("", (RED_OR_BLUE,), 5.0),
        ("", (UnsureBrick(COLOURS, is_brick=False),), 0.0),
    ],
)
def test_a_supply_fits_that_a_doubtful_brick_may_make(less, unsure, cost):
    assert counts_misfit(reading(less, unsure), POSITION) == cost


@pytest.mark.parametrize("unsure", [(), (RED_OR_BLUE,), (RED_OR_BLUE, UnsureBrick(COLOURS, is_brick=False))])
@pytest.mark.parametrize("colour", COLOURS)
def test_one_brick_less_weighs_what_the_supply_weighs_then(colour, unsure):
    scale = Scale(Case(Game(POSITION), (reading("red", unsure),)), reading("red", unsure))
    after = POSITION.with_city(POSITION.city.with_stack("h8", (colour,)))
    assert scale.one_less(POSITION, colour) == counts_misfit(scale.reading, after) - counts_misfit(
        scale.reading, POSITION
    )


def test_what_a_doubtful_brick_may_make_up_for_is_no_difference():
    case = Case(Game(POSITION), (reading(),))
    told = [str(one.problem) for one in differences(case, reading("red"), POSITION)]
    assert told == ["Supply: I count 14 red, there should be 15"]
    assert not [*differences(case, reading("red", (RED_OR_BLUE,)), POSITION)]


@pytest.mark.parametrize(
    "lots, top, words",
    [
        (("a2", "a3"), "", "A brick lies between a2, a3"),
        (("a2", "a3"), "red", "A red brick lies between a2, a3"),
        (("a1",), "", "a1: two stacks on one lot"),
        (("h8",), "", "A brick lies on the board's edge at h8"),
    ],
)
def test_a_stack_near_a_line_is_named_by_its_colour_where_that_is_told(lots, top, words):
    seen = replace(
        reading(),
        stacks={"a1": SeenStack("white")},
        between=(StackOnLine(lots, SeenStack(top)), StackOnLine(lots, SeenStack(top))),
    )
    assert str(explain(Case(Game(POSITION), (seen,))).problems[0]) == words
