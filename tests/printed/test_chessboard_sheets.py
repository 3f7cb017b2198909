"""Lucca on a chess board on paper: board, corner sheets, bricks and mat in true size, read back by their codes."""

import numpy as np
import pytest
from readback import markers, side_mm

from lucca_pi.games.chessboard.paper import printables
from lucca_pi.games.chessboard.rules.city import COLOURS
from lucca_pi.games.chessboard.table.board import (
    CODE_MM,
    CORNERS,
    LOT_MM,
    MAT_CODES,
    board_in,
    field_places,
    mat_half_mm,
    mat_in,
    patches,
    supply_places,
)
from lucca_pi.printed.pen import picture
from lucca_pi.printed.prints import Options
from lucca_pi.table.sighting import Sighting
from tests.cases import some

DPI = 100


def piece(name):
    (one,) = printables(None).made(name, Options()).pieces
    return one


def sighted(picture_of_it):
    """The codes in a picture as sightings, in mm from its corner."""
    middles = {code: corners.mean(0) * 25.4 / DPI for code, corners in markers(picture_of_it).items()}
    return [Sighting(code, *map(float, at), 0) for code, at in middles.items()]


@pytest.mark.parametrize(("name", "size"), [("board", 8), ("board-6", 6)])
def test_the_printed_board_is_the_board_that_the_table_knows(name, size):
    board = board_in(sighted(picture(piece(name), DPI)), size)
    assert board.lot_mm == pytest.approx(LOT_MM, abs=0.1)
    assert abs(board.axes.turn - 1) < 0.002


@pytest.mark.parametrize(("name", "size"), [("mat", 8), ("mat-6", 6)])
def test_the_printed_mat_is_the_mat_that_the_table_knows(name, size):
    found = picture(piece(name), DPI)
    assert {*markers(found)} == {*MAT_CODES}
    assert mat_in(sighted(found)).half_mm == pytest.approx(mat_half_mm(size), abs=0.2)


def test_a_corner_sheet_bears_its_code_in_true_size():
    for one in some(printables(None).made("corners", Options()).pieces):
        ((code, corners),) = markers(picture(one, 200)).items()
        assert (one.name, code in CORNERS) == (f"corner-{code}", True)
        assert side_mm(corners, 200) == pytest.approx(CODE_MM, abs=0.1)


def test_there_are_sixteen_bricks_of_each_colour():
    names = [one.name for one in printables(None).made("bricks", Options()).pieces]
    assert [sum(name.startswith(colour) for name in names) for colour in COLOURS] == [16] * 4


@pytest.mark.parametrize("size", [6, 8])
def test_every_brick_has_a_place_and_no_two_the_same(size):
    places = [at for colour in COLOURS for at in (*supply_places(size, colour), *field_places(size, colour))]
    apart = np.abs(np.subtract.outer(places, places)) + np.eye(len(places)) * 99
    assert apart.min() > 26
    assert [len(supply_places(size, colour)) for colour in COLOURS] == [2 * size] * 4


def test_each_corner_has_a_patch_of_each_colour():
    assert len({(code, colour) for colour, code, _at in patches(228.0)}) == 16
