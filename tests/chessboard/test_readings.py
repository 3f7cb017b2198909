"""What a look tells of a board: stacks, supply and prisoners, what it cannot tell, and what counts in doubt weigh."""

from dataclasses import replace
from random import Random

import pytest

from lucca_pi.evening.journal import look_from_json, look_json
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
    read_board,
)
from lucca_pi.table.looks import joined
from lucca_pi.table.sighting import Look, Sighting, Spot
from tests.chessboard.sim.lying import LOT_MM, Eye, look_at, seen, table_of

POSITION = read_position("8 | a1 w, d4 rbkw, h8 b, c5 kk | Ada white, Ben red | white 2 red, blue 1 black")


def look(**changes: object) -> Look:
    return look_at(replace(table_of(POSITION, mat=True, seed=3), **changes))


def turned(one: Look) -> Look:
    """The same table with the camera on the other side, and elsewhere."""

    def at(x_mm: float, y_mm: float) -> dict[str, float]:
        return {"x_mm": 900 - x_mm, "y_mm": 70 - y_mm}

    sightings = tuple(replace(seen, **at(seen.x_mm, seen.y_mm)) for seen in one.sightings)
    return replace(
        one, sightings=sightings, spots=tuple(replace(spot, **at(spot.x_mm, spot.y_mm)) for spot in one.spots)
    )


@pytest.mark.parametrize("one", [look(), turned(look())])
def test_stacks_are_read_by_lot_with_their_floors_from_below(one):
    stacks = read_board(one, 8).stacks
    assert {lot: (stack.top, stack.floors) for lot, stack in stacks.items()} == {
        "a1": ("white", ()),
        "d4": ("red", ("white", "black", "blue")),
        "h8": ("blue", ()),
        "c5": ("black", ("black",)),
    }


def test_the_mat_tells_supply_and_prisoners():
    reading = read_board(look(), 8)
    assert reading.supply == dict(POSITION.supply)
    assert reading.took == dict(POSITION.took)
    assert read_board(look(mat=False), 8).supply is None


def test_a_brick_near_a_line_is_a_doubt():
    reading = read_board(look(moved={"a1": complex(LOT_MM / 2 - 4, 0)}), 8)
    assert [one.lots for one in reading.between] == [("a1", "b1")]


def test_two_corners_tell_the_board_and_one_does_not():
    one = look()
    assert read_board(replace(one, sightings=one.sightings[:2]), 8).stacks == read_board(one, 8).stacks
    assert not read_board(replace(one, sightings=one.sightings[:1]), 8).has_board


def test_what_lies_over_a_lot_hides_it():
    one = look()
    assert read_board(replace(one, spots=(*one.spots, Spot(HIDDEN, "", 28, 28))), 8).hidden == {"e4"}


def test_a_quarter_card_is_named():
    one = look()
    assert read_board(replace(one, sightings=(*one.sightings, Sighting(103, 300, 300, 0))), 8).quarters == (103,)


def test_spots_are_kept_in_journals_and_looks_without_them_stay_as_they_were():
    assert look_from_json(look_json(look())).spots == tuple(
        replace(one, x_mm=round(one.x_mm, 2), y_mm=round(one.y_mm, 2), across_mm=round(one.across_mm, 2))
        for one in look().spots
    )
    assert "spots" not in look_json(Look((), 0.3, ()))


def test_several_pictures_show_what_each_misses():
    from lucca_pi.games.chessboard.table.board import board_pieces

    random, eye = Random(1), Eye(top_missed=0.2, strip_missed=0.2, unread=0.2, unsure=0.2)
    pictures = [seen(look(), eye, random) for _ in range(9)]
    assert read_board(joined(pictures, board_pieces()), 8).stacks.keys() == read_board(look(), 8).stacks.keys()


MAT = Mat(BoardAxes(0j, 1 + 0j), 240.0)
TWO_HOUSES = read_position("8 | a1 w, a2 r | Ada white, Ben red")
RED_OR_BLUE = UnsureBrick(("red", "blue"))


def count(*spots):
    return counted_mat(MAT, spots, top=TOP, hidden=HIDDEN)


def counted(less="", unsure=()):
    supply = {colour: TWO_HOUSES.supply[colour] - (colour == less) for colour in COLOURS}
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
    assert counts_misfit(counted(less, unsure), TWO_HOUSES) == cost


@pytest.mark.parametrize("unsure", [(), (RED_OR_BLUE,), (RED_OR_BLUE, UnsureBrick(COLOURS, is_brick=False))])
@pytest.mark.parametrize("colour", COLOURS)
def test_one_brick_less_weighs_what_the_supply_weighs_then(colour, unsure):
    scale = Scale(Case(Game(TWO_HOUSES), (counted("red", unsure),)), counted("red", unsure))
    after = TWO_HOUSES.with_city(TWO_HOUSES.city.with_stack("h8", (colour,)))
    assert scale.one_less(TWO_HOUSES, colour) == counts_misfit(scale.reading, after) - counts_misfit(
        scale.reading, TWO_HOUSES
    )


def test_what_a_doubtful_brick_may_make_up_for_is_no_difference():
    case = Case(Game(TWO_HOUSES), (counted(),))
    told = [str(one.problem) for one in differences(case, counted("red"), TWO_HOUSES)]
    assert told == ["Supply: I count 14 red, there should be 15"]
    assert not [*differences(case, counted("red", (RED_OR_BLUE,)), TWO_HOUSES)]


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
        counted(),
        stacks={"a1": SeenStack("white")},
        between=(StackOnLine(lots, SeenStack(top)), StackOnLine(lots, SeenStack(top))),
    )
    assert str(explain(Case(Game(TWO_HOUSES), (seen,))).problems[0]) == words
