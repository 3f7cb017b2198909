"""The drawn table of Lucca on a chess board: what lies where, and that codes are seen."""

from dataclasses import replace
from itertools import pairwise

import pytest

from lucca_pi.drawn.conditions import CONDITIONS, EASY
from lucca_pi.games.chessboard.drawn import ChessboardCamera, lay_bricks
from lucca_pi.games.chessboard.rules.position import Player, read_position
from lucca_pi.games.chessboard.rules.record import Record
from lucca_pi.games.chessboard.table.board import STEP_MM
from lucca_pi.ports import CameraEndedError
from lucca_pi.vision.detect import detect
from tests.cases import first_of
from tests.drawn_truth import codes_in

POSITION = read_position("8 | a4 w, b4 wrk, d4 rbwkb | Rosa red, Wim white | white 2 red, blue 1 white")
PLAYERS = (Player("Rosa", "red"), Player("Wim", "white"))
CODES = frozenset(range(112, 118))


def stack_of(things, height):
    """The bricks of the only stack that is so high, from the top down."""
    (top,) = [one for one in things if one.level == height]
    return sorted((one for one in things if abs(one.x_mm - top.x_mm) < 5 and one.level), key=lambda one: -one.level)


def test_all_bricks_lie_on_the_table():
    assert len([one for one in lay_bricks(POSITION) if one.level]) == 4 * 16


def test_the_lowest_three_floors_stick_out_and_what_lies_higher_is_squared_up():
    things = lay_bricks(read_position("8 | d4 rbwkb | Rosa red, Wim white"))
    rows = [one.y_mm for one in stack_of(things, 5)]
    steps = [below - above for above, below in pairwise(rows)]
    assert steps[0] == pytest.approx(0, abs=1)
    assert steps[1:] == pytest.approx([STEP_MM] * 3, abs=1)


def test_the_same_stack_lies_as_it_lay():
    assert lay_bricks(POSITION) == lay_bricks(POSITION)
    assert lay_bricks(POSITION) != lay_bricks(POSITION, seed=1)


@pytest.mark.parametrize("name", first_of(["lamp", "easy", "window"]))
def test_every_code_is_seen(name):
    record = Record(8, PLAYERS, start=POSITION.city.stacks)
    found = detect(ChessboardCamera(record, conditions=CONDITIONS[name]).look(0).grey, CODES).read
    assert {one.code for one in found} == CODES


def test_people_keep_mugs_and_hands_off_the_board():
    crowded = replace(EASY, hands=2, mugs=3)
    camera = ChessboardCamera(Record(8, PLAYERS), conditions=crowded)
    assert {one.visible for one in codes_in(camera, 0)} == {1.0}


def test_past_the_last_turn_the_camera_is_at_its_end():
    with pytest.raises(CameraEndedError):
        ChessboardCamera(Record(8, PLAYERS)).look(1)
