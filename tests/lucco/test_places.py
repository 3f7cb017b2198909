"""Which tiles touch, told from where they lie: loose, pushed as a whole, knocked apart."""

from random import Random

import pytest

from lucca_pi.games.lucco.rules.position import USUAL_COLOURS
from lucca_pi.games.lucco.rules.table import Table
from lucca_pi.games.lucco.rules.tiles import tiles_called
from lucca_pi.games.lucco.table.figure import Figure, KnownFigure, touch
from lucca_pi.games.lucco.table.pieces import tile_colour
from lucca_pi.games.lucco.table.reading import read_figure
from tests.lucco.figures import HEXAGONS, look, loose, lying

BLOCK = {code: ((code - 1) % 7, (code - 1) // 7) for code in range(1, 51)}
"""Fifty tiles in seven rows."""
ROW = {1: (0, 0), 11: (1, 0), 21: (2, 0), 31: (3, 0)}


def known(cells, tiles=HEXAGONS):
    table = Table(tiles, {cell: tile_colour(code, USUAL_COLOURS) for code, cell in cells.items()})
    return KnownFigure(Figure(cells, lying(cells, tiles=tiles), 1 + 0j), table, USUAL_COLOURS)


@pytest.mark.parametrize("shape", ["hexagon", "square"])
def test_loose_tiles_are_told_apart_from_those_that_touch(shape):
    tiles, random = tiles_called(shape), Random(1)
    wrong = doubts = pairs = 0
    for _turn in range(82):
        seen = lying(BLOCK, tiles=tiles, off=loose(BLOCK, random, 3.0))
        for code, cell in BLOCK.items():
            for other in range(code + 1, 51):
                apart_mm = abs(complex(seen[code].x_mm - seen[other].x_mm, seen[code].y_mm - seen[other].y_mm))
                said, pairs = touch(apart_mm, tiles), pairs + 1
                doubts += said == "doubt"
                wrong += said != "doubt" and (said == "touch") != (BLOCK[other] in tiles.neighbours(cell))
    assert (wrong, doubts < pairs / 100) == (0, True)


@pytest.mark.parametrize("turned_deg", [0, 33, 90, 180, -121])
def test_the_figure_may_be_turned_and_shifted_as_a_whole(turned_deg):
    new = {**ROW, 41: (3, 1)}
    seen = read_figure(look(new, turned_deg=turned_deg, shifted=(140, -60)), known(ROW))
    assert (seen.lying, seen.new, seen.faults) == (new, {41: (3, 1)}, ())


@pytest.mark.parametrize(
    ("off", "says"),
    [
        ({31: (10.0, 0)}, "green 1 and red 1 lie 10 mm apart"),
        ({31: (22.0, 0)}, "red 1 has come away from green 1"),
        ({21: (25.0, 60.0), 31: (25.0, 60.0)}, "green 1 and red 1 have come away"),
    ],
)
def test_parts_that_have_come_apart_are_told_with_where(off, says):
    (problem, *_more) = [str(fault.problem) for fault in read_figure(look(ROW, off=off), known(ROW)).faults]
    assert problem == says


@pytest.mark.parametrize(
    ("off", "says"),
    [
        ((10.0, 0), "Unclear whether black 1 touches red 1"),
        ((-7.0, 14.0), "black 1 lies between two places at red 1"),
    ],
)
def test_a_new_tile_that_is_not_pushed_up_is_told(off, says):
    cells = {**ROW, 41: (4, 0)}
    (fault,) = read_figure(look(cells, off={41: off}), known(ROW)).faults
    assert str(fault.problem) == says


def test_tiles_in_a_hand_beside_the_figure_are_no_part_of_it():
    seen = read_figure(look({**ROW, 41: (0, 4), 42: (0, 5)}), known(ROW))
    assert (seen.new, seen.faults) == ({}, ())


def test_a_tile_in_a_hand_was_taken_away():
    seen = read_figure(look({**ROW, 31: (0, 5)}), known(ROW))
    assert (seen.gone, seen.faults) == ({(3, 0): "away"}, ())


def test_drift_adds_up_and_neighbours_are_told_all_the_same():
    long = {code: (code - 1, 0) for code in range(1, 21)}
    drifted = {code: (1.8 * code, 0.0) for code in long}
    figure = Figure(long, lying(long, off=drifted), 1 + 0j)
    before = KnownFigure(figure, known(long).table, USUAL_COLOURS)
    seen = read_figure(look({**long, 41: (20, 0)}, off={**drifted, 41: (1.8 * 21, 0.0)}), before)
    assert (seen.new, seen.faults) == ({41: (20, 0)}, ())
