"""Rule by rule, as numbered in `lucca_pi.games.lucco.rules`."""

import pytest

from lucca_pi.games.lucco.rules.table import staying
from lucca_pi.games.lucco.rules.tiles import tiles_called
from tests.lucco.records import THREE, after, events, lays, misses, record, rule_broken, scored

ROW = f"square | {THREE} | table: blue 0,0; yellow 1,0; red 2,0"


# 1
def test_turns_go_round_in_the_order_of_the_record():
    turns = [lays("Ada", "blue", "blue", 0, 0), misses("Ben", "green"), misses("Cid", "yellow")]
    assert [scored(record(*turns[:count]))["next"] for count in range(4)] == ["Ada", "Ben", "Cid", "Ada"]


# 2
@pytest.mark.parametrize(
    ("table", "turn", "size"),
    [
        ("blue 0,0 0,1 0,2 0,3", "Ada blue lay blue 0,4", 5),
        ("blue 0,0 0,1 1,1 1,2", "Ada white lay blue 1,0", 5),
        ("blue 0,0 0,1 0,2 0,4 0,5; red 1,2 1,3 1,4", "Ada - lay blue 0,3", 6),
    ],
)
def test_five_or_more_in_one_group_win_at_once(table, turn, size):
    end = after(f"square | {THREE} | table: {table}", turn).end
    assert end is not None and (end.winner, len(end.group)) == ("Ada", size)


def test_five_in_two_groups_do_not_win():
    table = "blue 0,0 0,1 0,2 1,3; red 0,3"
    assert after(f"square | {THREE} | table: {table}", "Ada blue lay blue 2,3").end is None


def test_nobody_wins_by_a_removal_or_in_anothers_turn():
    game = after(f"square | {THREE} | next Ben | table: blue 0,0 0,1 0,2 0,3; red 0,4", "Ben red remove 0,4")
    assert game.end is None


# 3
@pytest.mark.parametrize("turn", ["Ada blue", "Ada yellow", "Ada red", "Ada white"])
def test_what_a_throw_says_has_to_be_done(turn):
    assert rule_broken(f"square | {THREE} | table: blue 0,0; yellow 1,0", turn) == "must-act"


# 4
@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("Ada blue lay blue 0,0", ""),
        ("Ada white lay blue 0,0", ""),
        ("Ada - lay blue 7,-3", ""),
        ("Ada green", ""),
        ("Ada black", ""),
        ("Ada -", ""),
        ("Ada blue", "must-act"),
        ("Ada white", "must-act"),
        ("Ada white lay red 0,0", "die-lay"),
        ("Ada red lay red 0,0", "die-lay"),
        ("Ada red lay blue 0,0", "die-lay"),
    ],
)
def test_on_an_empty_table_the_own_colour_or_white_begins(turn, rule):
    assert rule_broken(f"hexagon | {THREE}", turn) == rule


# 5
@pytest.mark.parametrize(
    ("tiles", "at", "rule"),
    [
        ("square", "0,1", ""),
        ("square", "1,1", "not-touching"),
        ("hexagon", "1,-1", ""),
        ("hexagon", "-1,1", ""),
        ("hexagon", "1,1", "not-touching"),
        ("hexagon", "-1,-1", "not-touching"),
        ("hexagon", "0,0", "occupied"),
    ],
)
def test_what_is_laid_touches_side_to_side(tiles, at, rule):
    assert rule_broken(f"{tiles} | {THREE} | table: yellow 0,0", f"Ada blue lay blue {at}") == rule


def test_a_piece_may_be_laid_into_a_hole():
    ring = "yellow 1,0 0,1 1,2 2,1; red 0,0 2,0 0,2"
    assert rule_broken(f"square | {THREE} | table: {ring}", "Ada blue lay blue 1,1") == ""


@pytest.mark.parametrize("name", ["hexagon", "square"])
def test_who_is_a_neighbour_has_a_neighbour(name):
    tiles = tiles_called(name)
    cells = set(tiles.neighbours((3, -4)))
    assert len(cells) == tiles.sides
    assert all((3, -4) in tiles.neighbours(cell) for cell in cells)


# 6
def test_the_own_colour_without_a_piece_in_hand_does_nothing():
    row = "square | Ada blue | Ben yellow | table: blue 0,0 0,2 0,4 0,6 0,8 1,0 1,2 1,4 1,6 1,8; red 0,1 0,3 0,5 0,7"
    assert events(after(row, "Ada blue")) == [{"kind": "pass", "why": "none-left"}]
    assert rule_broken(row, "Ada blue lay blue 0,9") == "stock"


# 7
@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("Ada green", ""),
        ("Ada yellow remove 1,0", "splits"),
        ("Ada yellow", ""),
        ("Ada yellow remove 0,0", "die-remove"),
        ("Ada yellow lay yellow 3,0", "die-lay"),
    ],
)
def test_an_opponents_colour_is_removed_if_it_lies_and_may_go(turn, rule):
    assert rule_broken(ROW, turn) == rule


# 8
@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("Ada white remove 0,0", ""),
        ("Ada white remove 2,0", ""),
        ("Ada white lay blue 3,0", ""),
        ("Ada white lay red 3,0", ""),
        ("Ada white lay black 3,0", ""),
        ("Ada white lay green 3,0", "die-lay"),
        ("Ada red lay red 3,0", ""),
        ("Ada red remove 2,0", ""),
        ("Ada red lay black 3,0", "die-lay"),
        ("Ada red lay blue 3,0", "die-lay"),
        ("Ada black lay black 3,0", ""),
        ("Ada black", "must-act"),
    ],
)
def test_white_and_a_pot_colour_lay_or_remove(turn, rule):
    assert rule_broken(ROW, turn) == rule


# 9
@pytest.mark.parametrize(("at", "rule"), [("0,0", ""), ("1,0", "splits"), ("2,0", "")])
def test_a_piece_that_holds_the_rest_together_stays(at, rule):
    assert rule_broken(ROW, f"Ada white remove {at}") == rule


def test_the_last_piece_may_go_and_it_begins_anew():
    game = after(
        f"square | {THREE} | table: yellow 0,0", "Ada yellow remove 0,0", "Ben green", "Cid white lay green 5,5"
    )
    assert [event["kind"] for event in events(game)] == ["remove", "anew", "pass", "lay"]


# 10
@pytest.mark.parametrize(("tiles", "with_one_side_free"), [("square", "splits"), ("hexagon", "")])
def test_a_piece_touched_on_every_side_is_protected(tiles, with_one_side_free):
    round_it = [f"{x},{y}" for x, y in tiles_called(tiles).neighbours((0, 0))]
    closed = f"{tiles} | {THREE} | table: red 0,0; black {' '.join(round_it)}"
    assert rule_broken(closed, "Ada red remove 0,0") == "protected"
    opened = f"{tiles} | {THREE} | table: red 0,0; black {' '.join(round_it[1:])}"
    assert rule_broken(opened, "Ada red remove 0,0") == with_one_side_free


def test_a_free_piece_is_protected_by_pieces_on_all_its_sides():
    table = "red a; black b 0>a.0; black c 0>a.1; black d 0>a.2 1>b.1"
    assert staying(after(f"free 3 | {THREE} | table: {table}").position.table) == {"a": "protected"}


# 11
@pytest.mark.parametrize(("colour", "to"), [("yellow", "Ben"), ("blue", "Ada"), ("red", "")])
def test_what_is_removed_goes_back_to_its_hand_or_the_pot(colour, to):
    game = after(f"square | {THREE} | table: {colour} 0,0; black 0,1", "Ada white remove 0,0")
    assert events(game) == [{"kind": "remove", "colour": colour, "at": (0, 0), "to": to}]
    assert game.position.stock(colour) == 10
