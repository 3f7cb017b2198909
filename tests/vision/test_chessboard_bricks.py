"""Bricks without codes on the drawn table of Lucca on a chess board, read back by place and colour."""

import pytest

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.chessboard.drawn import ground, lay_bricks
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.games.chessboard.table.reading import read_board
from lucca_pi.vision.reader import Reader
from tests.bench.bricks import found_of, random_position
from tests.cases import first_of

POSITION = read_position(
    "8 | a4 w, b6 wrk, d4 r, e5 bbwk, h8 kwb, h2 wk, g7 k, c2 rkkb, f2 w, a8 brwk, c6 b | R red, W white | white 2 red"
)


def looked(name, position=POSITION, seed=0):
    frame = DrawnCamera([DrawnScene(lay_bricks(position, seed))], ground(), seed, CONDITIONS[name]).look(0)
    reader = Reader(GAME.rules.pieces(Setup(size=position.size)))
    return reader.read(frame.grey, frame.colour).look


@pytest.mark.parametrize("name", first_of(["lamp", "easy", "window"]))
def test_stacks_are_read_with_the_lowest_floors_of_their_stairs(name):
    stacks = read_board(looked(name), 8).stacks
    assert {lot: seen.top for lot, seen in stacks.items()} == {
        lot: stack[0] for lot, stack in POSITION.city.stacks.items()
    }
    told = {
        lot: (seen.floors, stack[:0:-1][:3]) for lot, stack in POSITION.city.stacks.items() if (seen := stacks[lot])
    }
    assert all(one in (true, None) for seen, floors in told.values() for one, true in zip(seen, floors, strict=True))


def test_supply_and_prisoners_are_counted():
    seen = read_board(looked("easy"), 8)
    assert seen.supply == POSITION.supply
    assert seen.took == POSITION.took


def test_a_small_city_is_read_as_well():
    position = read_position("6 | a1 wk, f6 r, c3 b | R red, W white")
    seen = read_board(looked("window", position), 6)
    assert {lot: one.top for lot, one in seen.stacks.items()} == {"a1": "white", "f6": "red", "c3": "blue"}
    assert seen.supply == position.supply


@pytest.mark.long
@pytest.mark.parametrize(
    "name, seed",
    [*(("lamp", seed) for seed in (15, 24, 38, 1029, 1037, 7002, 7007)), ("glare", 12), ("glare", 15), ("glare", 29)],
)
def test_a_brick_of_which_light_or_a_leaning_tower_hides_a_part_is_a_doubt(name, seed):
    position = random_position(seed)
    seen = read_board(looked(name, position, seed), 8)
    assert {what for what, _said in found_of(position, seen)} == {"right", "asked"}


def test_a_mat_with_a_broken_brick_is_still_counted():
    position = random_position(24)
    seen = read_board(looked("lamp", position, 24), 8)
    assert sum(seen.supply.values()) + len(seen.unsure) >= sum(position.supply.values())
    assert all(number <= position.supply[colour] for colour, number in seen.supply.items())
