"""Bricks and towers without codes, in small pictures and on the drawn table of the chess board, read as they are."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.games.chessboard.drawn import ground, lay_bricks
from lucca_pi.games.chessboard.game import GAME
from lucca_pi.games.chessboard.rules.position import read_position
from lucca_pi.games.chessboard.session.setup import Setup
from lucca_pi.games.chessboard.table.board import LINE, LINE_MM, PAINTS, RIM, RIM_MM
from lucca_pi.games.chessboard.table.reading import read_board
from lucca_pi.table.pieces import Area, Patch, Tokens
from lucca_pi.vision.reader import Reader
from lucca_pi.vision.tokens import spots_in, without_shadow
from tests.bench.bricks import found_of, random_position
from tests.cases import first_of

PAPER = "#e9dec8"
DRAWN, SEEN = 6, 3
"""Dots of a mm as it is drawn, and in the picture."""
WIDE_MM, TALL_MM = 120, 150
AT_MM = {"white": 20.0, "black": 45.0, "red": 70.0, "blue": 95.0}
"""The patches, in a row along the lower edge."""
TOKENS = Tokens(
    26.0,
    RIM_MM,
    LINE_MM,
    lambda _seen: (Area((0.0, 0.0), 0.0, 4.0, 4.0, WIDE_MM - 4.0, TALL_MM - 25.0, stairs=True),),
    lambda _seen: tuple(Patch(colour, (x, TALL_MM - 12.0), 16.0) for colour, x in AT_MM.items()),
)
PLANE = SimpleNamespace(image_from_table=lambda points: np.asarray(points) * SEEN - 0.5)
POSITION = read_position(
    "8 | a4 w, b6 wrk, d4 r, e5 bbwk, h8 kwb, h2 wk, g7 k, c2 rkkb, f2 w, a8 brwk, c6 b | R red, W white | white 2 red"
)


def rgb(colour):
    return [int(colour[at : at + 2], 16) * 0.8 for at in (1, 3, 5)]


class Drawn:
    """A picture of paper with patches, and what is drawn upon it; lengths in mm."""

    def __init__(self):
        self.dots = np.full((TALL_MM * DRAWN, WIDE_MM * DRAWN, 3), rgb(PAPER), np.float32)
        for colour, x in AT_MM.items():
            self.part(x - 8, TALL_MM - 20, x + 8, TALL_MM - 4)[:] = rgb(PAINTS[colour])

    def part(self, left, top, right, bottom):
        return self.dots[round(top * DRAWN) : round(bottom * DRAWN), round(left * DRAWN) : round(right * DRAWN)]

    def square(self, x, y, half, colour):
        self.part(x - half, y - half, x + half, y + half)[:] = rgb(colour)

    def brick(self, x, y, colour):
        for inset, paint in ((0.0, RIM), (RIM_MM, LINE), (RIM_MM + LINE_MM, PAINTS[colour])):
            self.square(x, y, 13 - inset, paint)

    def tower(self, x, y, stack, step=5.0, lean=0j):
        """From the top down; `lean`: how far from above its floors the top is seen, with its dark sides between."""
        for number in range(len(stack) - 1, 0, -1):
            self.brick(x, y + number * step, stack[number])
        for part in np.linspace(0, 1, 30):
            self.square(x + lean.real * part, y + lean.imag * part, 13, RIM)
        self.brick(x + lean.real, y + lean.imag, stack[0])
        return self

    def shadow(self, left, top, right, bottom):
        self.part(left, top, right, bottom)[:] *= 0.5
        return self

    def read(self):
        """The tops from above, and the strips from below."""
        small = cv2.resize(self.dots, None, fx=SEEN / DRAWN, fy=SEEN / DRAWN, interpolation=cv2.INTER_AREA)
        colour = np.clip(cv2.GaussianBlur(small, (0, 0), 0.8), 0, 255).astype(np.uint8)
        spots = spots_in((cv2.cvtColor(colour, cv2.COLOR_RGB2GRAY), colour), PLANE, TOKENS, ())
        found = [(one.kind, one.colour, one.y_mm) for one in sorted(spots, key=lambda one: one.y_mm)]
        assert {kind for kind, _, _ in found} <= {"top", "step"}
        tops, steps = ([colour for kind, colour, _ in found if kind == asked] for asked in ("top", "step"))
        return tops, steps[::-1]


STACK, AS_READ = ("white", "red", "black", "blue"), (["white"], ["blue", "black", "red"])
SHADOWS = {
    "below": (50, 58, 70, 83),
    "above": (48, 19, 74, 32),
    "left": (30, 37, 47, 71),
    "right": (73, 37, 87, 71),
    "above and right": (56, 23, 84, 55),
}


@pytest.mark.parametrize("shadow", SHADOWS.values(), ids=SHADOWS)
def test_a_lamps_shadow_beside_a_tower_is_no_floor_and_no_top(shadow):
    assert Drawn().shadow(*shadow).tower(60, 45, STACK).read() == AS_READ


@pytest.mark.parametrize("step", [4.0, 5.0, 6.0, 7.0, 8.5, 10.0])
def test_stairs_of_4_to_10_mm_are_read(step):
    assert Drawn().tower(60, 45, STACK, step).read() == AS_READ


@pytest.mark.parametrize("lean", [-12 + 0j, -9 - 6j, -4 - 12j, 6 - 9j, 12 - 3j, 13 - 12j])
def test_a_high_tower_shows_its_sides_and_they_are_no_floor(lean):
    assert Drawn().tower(60, 45, STACK, lean=lean).read() == AS_READ


def test_the_next_tower_in_the_column_is_no_floor():
    drawn = Drawn().tower(60, 25, ("red", "black"), 8).tower(62, 75, ("white", "blue"), 8)
    assert drawn.read() == (["red", "white"], ["blue", "black"])


def test_a_wide_strip_with_a_faint_edge_within_it_hides_a_floor():
    drawn = Drawn().tower(60, 45, ("white", "red"), 9)
    drawn.part(47, 61.5, 73, 62.5)[:] += 20
    assert drawn.read()[1] == ["red", ""]


def test_white_in_a_shadow_is_as_light_as_its_line():
    drawn = Drawn().tower(60, 45, ("red", "white", "white", "blue"))
    drawn.shadow(47, 58.2, 73, 73)
    assert drawn.read()[1] == ["blue", "white", "white"]


def test_black_is_told_where_its_lines_at_both_sides_are_in_sight_and_no_dark_side_is_it():
    stack = ("white", "black", "red", "blue")
    assert Drawn().tower(60, 45, stack).read()[1] == ["blue", "red", "black"]
    assert Drawn().tower(60, 45, stack, lean=0 + 2.6j).read()[1] in (["blue", "red", ""], ["blue", "red"])


def test_a_rim_that_noise_has_broken_for_a_dot_loses_no_side():
    grey = np.full((160, 140), 190, np.uint8)
    cv2.rectangle(grey, (30, 30), (108, 130), 15, 2)
    grey[[29, 30, 31, 128, 129, 130, 131], 34] = 190
    widths = [width for _, (width, _height), _turn in without_shadow(grey, ((69.0, 80.0), (80.0, 102.0), 0.0))]
    assert max(widths) == pytest.approx(79, abs=2)


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
