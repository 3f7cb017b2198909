"""The rulings, as numbered in `lucca_pi.games.lucco.rules`."""

from lucca_pi.games.lucco.rules.advice import legal_actions, passing_faces
from tests.lucco.records import (
    THREE,
    adjusted,
    after,
    events,
    lays,
    misses,
    piece,
    record,
    removes,
    rule_broken,
    scored,
)

TEN_RED = "red 0,1 0,3 0,5 0,7 0,9 2,1 2,3 2,5 2,7 2,9"


# 1
def test_an_opponents_colour_of_which_none_may_go_does_nothing():
    game = after(f"square | {THREE} | table: blue 0,0 0,2; yellow 0,1", "Ada yellow")
    assert events(game) == [{"kind": "pass", "why": "none-removable"}]


# 2
def test_white_never_lets_nothing_be_done_where_something_can():
    game = after(f"square | {THREE} | table: blue 0,0")
    assert "white" not in passing_faces(game)


# 3
def test_white_lays_nothing_from_an_opponents_hand():
    assert rule_broken(f"square | {THREE} | table: blue 0,0", "Ada white lay yellow 0,1") == "die-lay"


# 4
def test_the_own_colour_removes_nothing_but_white_does():
    table = f"square | {THREE} | table: blue 0,0 0,1"
    assert rule_broken(table, "Ada blue remove 0,0") == "die-remove"
    assert rule_broken(table, "Ada white remove 0,0") == ""


# 5
def test_of_a_pot_colour_that_lies_whole_one_goes_if_one_may():
    spine = "black 1,1 1,3 1,5 1,7 1,9; yellow 1,2 1,4 1,6; green 1,8"
    loose = f"square | {THREE} | table: {TEN_RED}; {spine}"
    assert rule_broken(loose, "Ada red lay red 1,0") == "stock"
    assert rule_broken(loose, "Ada red") == "must-act"
    assert rule_broken(loose, "Ada red remove 0,1") == ""


def test_a_pot_colour_that_lies_whole_and_may_not_go_does_nothing():
    """A row of ten red pieces between others."""
    row = " ".join(f"{number},0" for number in range(10))
    held = f"square | {THREE} | table: black -1,0 10,0; red {row}"
    assert events(after(held, "Ada red")) == [{"kind": "pass", "why": "nothing-possible"}]


# 6
def test_a_side_at_a_hole_is_free():
    """Black 1,1 has a hole to its right: it may not be gripped elsewhere, and yet it may go."""
    around = "red 0,0 0,1 0,2 1,0 1,2 2,0 2,2 3,0"
    more = "yellow 3,1 3,2"
    assert rule_broken(f"square | {THREE} | table: black 1,1; {around}; {more}", "Ada black remove 1,1") == ""


# 7
def test_corners_make_no_group_and_no_whole():
    game = after(f"square | {THREE} | table: blue 0,0 0,1; red 1,1", "Ada blue lay blue 1,2")
    assert events(game) == [{"kind": "lay", "colour": "blue", "at": (1, 2), "group": 1}]
    bridge = f"square | {THREE} | table: blue 0,0; red 0,1; yellow 1,1"
    assert rule_broken(bridge, "Ada red remove 0,1") == "splits"


# 8
def test_what_touches_by_a_corner_cannot_be_laid():
    assert rule_broken(f"square | {THREE} | table: blue 0,0", "Ada blue lay blue 1,1") == "not-touching"


# 9
def test_while_the_table_is_empty_anybody_may_come_next():
    turns = [misses("Cid", "red"), misses("Cid", None), lays("Ben", None, "yellow", 0, 0), misses("Cid", "blue")]
    assert scored(record(*turns))["next"] == "Ada"


# 10
def test_after_the_table_was_emptied_anybody_may_come_next():
    start = [lays("Ada", None, "blue", 0, 0), removes("Ben", "blue", 0, 0)]
    assert scored(record(*start))["next"] == "Cid"
    assert scored(record(*start, lays("Ben", "white", "yellow", 0, 0)))["next"] == "Cid"


def test_a_table_emptied_by_hand_is_empty_too():
    turns = [lays("Ada", None, "blue", 0, 0), adjusted(), lays("Cid", None, "green", 0, 0)]
    assert scored(record(*turns))["next"] == "Ada"


def test_on_a_table_filled_by_hand_it_is_the_turn_of_who_was_next():
    assert scored(record(adjusted(piece("red", 0, 0)), misses("Ada", "yellow")))["next"] == "Ben"


# 11
def test_five_of_a_pot_colour_win_nothing():
    game = after(f"square | {THREE} | table: red 0,0 0,1 0,2 0,3", "Ada red lay red 0,4")
    assert game.end is None and events(game)[0]["group"] == 5


# 12
def test_a_record_may_stop_anywhere():
    told = scored(record())
    assert (told["finished"], told["next"], told["winners"], told["end"], told["reason"]) == (
        False,
        "Ada",
        [],
        None,
        None,
    )


# 14
def test_the_sides_of_free_pieces_decide_what_hangs_together():
    line = f"free 5 | {THREE} | table: blue a; red b 0>a.0; blue c 0>b.1"
    assert events(after(line, "Ada blue lay blue d 0>a.4 1>c.3"))[0]["group"] == 3


# 15
def test_where_free_pieces_leave_no_side_nothing_can_be_laid():
    closed = f"free 3 | {THREE} | table: blue a; red b 0>a.0 1>a.1 2>a.2"
    assert legal_actions(after(closed), "blue") == (None,)
    assert events(after(closed, "Ada blue")) == [{"kind": "pass", "why": "nothing-possible"}]
