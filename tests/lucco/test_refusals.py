"""Refusals by their names, in the order in which the rules are looked at."""

import pytest

from lucca_pi.errors import RuleError
from tests.lucco.records import (
    THREE,
    adjusted,
    after,
    lays,
    misses,
    piece,
    record,
    refused,
    removes,
    rule_broken,
)

FIVE = ["blue", "yellow", "green", "red", "black"]


def players(*colours: str, names: str = "ABCDEF") -> list[dict[str, str]]:
    return [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=False)]


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"tiles": "octagon"}, "tiles"),
        ({"tiles": "free", "sides": 2}, "tiles"),
        ({"tiles": "free", "sides": 13}, "tiles"),
        ({"tiles": "octagon", "colours": [], "players": []}, "tiles"),
        ({"colours": FIVE[:4]}, "colours"),
        ({"colours": [*FIVE, "pink"]}, "colours"),
        ({"colours": [*FIVE[:4], "blue"]}, "colours"),
        ({"colours": [*FIVE[:4], "white"]}, "colours"),
        ({"colours": [*FIVE[:4], ""]}, "colours"),
        ({"colours": [], "players": []}, "colours"),
        ({"players": players("blue")}, "players"),
        ({"players": players(*FIVE, "pink")}, "players"),
        ({"players": players("blue", "red", names="AA")}, "players"),
        ({"players": players("blue", "blue")}, "players"),
        ({"players": players("blue", "white")}, "players"),
        ({"players": players("blue", "red"), "colours": ["a", "b", "c", "d", "red"]}, "players"),
        ({"players": players("blue", "red", names="A\n")}, "players"),
    ],
)
def test_a_record_that_is_no_game_is_refused_before_its_first_turn(changes, rule):
    assert refused(record(misses("Nobody", "pink"), **changes)) == (rule, None)


@pytest.mark.parametrize("at", [[0, 0], "p1"])
def test_of_unknown_tiles_a_place_of_either_kind_is_read(at):
    assert refused(record({"player": "Ada", "remove": {"at": at}}, tiles="octagon")) == ("tiles", None)


@pytest.mark.parametrize("sides", [1, "many", None])
def test_sides_mean_nothing_where_tiles_are_not_free(sides):
    assert refused(record(misses("Nobody", None), sides=sides)) == ("order-of-play", 1)


def won() -> list[dict[str, object]]:
    """Five blue pieces in a row, and a turn of each of the others between."""
    turns: list[dict[str, object]] = []
    for number in range(5):
        turns += [lays("Ada", None, "blue", 0, number), misses("Ben", "green"), misses("Cid", "yellow")]
    return turns[:-2]


@pytest.mark.parametrize("more", [misses("Ben", "green"), misses("Nobody", "pink"), adjusted(piece("pink", 0, 0))])
def test_nothing_comes_after_the_end(more):
    assert refused(record(*won(), more)) == ("over", 14)


ROW = f"square | {THREE} | table: blue 0,0; yellow 1,0; red 2,0"
CLOSED = "square | Ada blue | Ben yellow | table: red 0,0; black -1,0 1,0 0,-1 0,1"
FULL = f"square | {THREE} | table: red 0,1 0,3 0,5 0,7 0,9 2,1 2,3 2,5 2,7 2,9; black 1,1 1,3"


@pytest.mark.parametrize(
    ("position", "turn", "rule"),
    [
        (ROW, "Ben yellow remove 9,9", "order-of-play"),
        (ROW, "Dan pink", "order-of-play"),
        (ROW, "Ada pink lay pink 0,0", "die"),
        (ROW, "Ada White", "die"),
        # laying
        (FULL, "Ada red lay red 0,1", "stock"),
        (FULL, "Ada - lay red 50,50", "stock"),
        (FULL, "Ada black lay red 1,2", "die-lay"),
        (ROW, "Ada blue lay pink 0,0", "die-lay"),
        (ROW, "Ada - lay pink 0,0", "die-lay"),
        (ROW, "Ada - lay white 0,0", "die-lay"),
        (ROW, "Ada - lay yellow 0,0", "die-lay"),
        (ROW, "Ada blue lay blue 0,0", "occupied"),
        (ROW, "Ada - lay red 1,2", "not-touching"),
        # removing
        (ROW, "Ada green remove 9,9", "no-piece"),
        (f"square | {THREE}", "Ada green remove 0,0", "no-piece"),
        (ROW, "Ada blue remove 1,0", "die-remove"),
        (CLOSED, "Ada red remove 0,0", "protected"),
        (CLOSED, "Ada blue remove 0,0", "die-remove"),
        (ROW, "Ada - remove 1,0", "splits"),
        # neither
        (ROW, "Ada blue", "must-act"),
        (ROW, "Ada -", ""),
        (f"square | {THREE} | table: yellow 0,0; green 0,1", "Ada -", "must-act"),
    ],
)
def test_the_first_rule_that_a_turn_breaks_is_named(position, turn, rule):
    assert rule_broken(position, turn) == rule


FREE = f"free 5 | {THREE} | table: blue a; yellow b 0>a.0; red c 1>b.1"


@pytest.mark.parametrize(
    ("contacts", "rule"),
    [
        ("d 0>c.0", ""),
        ("d 0>c.0 1>c.4", ""),
        ("a 0>x.0", "occupied"),
        ("d 0>x.0", "contacts"),
        ("d 0>d.1", "contacts"),
        ("d 5>c.0", "contacts"),
        ("d -1>c.0", "contacts"),
        ("d 0>c.5", "contacts"),
        ("d 0>a.0", "contacts"),
        ("d 0>c.0 0>c.2", "contacts"),
        ("d 0>c.0 1>c.0", "contacts"),
        ("d", "not-touching"),
    ],
)
def test_a_free_piece_touches_free_sides_of_pieces_that_lie(contacts, rule):
    assert rule_broken(FREE, f"Ada blue lay blue {contacts}") == rule


def test_the_name_of_a_piece_that_was_removed_may_be_given_again():
    game = after(FREE, "Ada red remove c", "Ben -", "Cid - lay green c 0>b.1")
    assert game.position.table.pieces["c"] == "green"


def test_the_first_free_piece_touches_nothing():
    start = f"free 5 | {THREE}"
    assert rule_broken(start, "Ada - lay blue a") == ""
    assert rule_broken(start, "Ada - lay blue a 0>b.0") == "contacts"


def test_a_turn_that_lays_and_removes_is_refused_before_either_is_looked_at():
    both = {**lays("Ada", "blue", "pink", 0, 0), "remove": {"at": [9, 9]}}
    assert refused(record(both)) == ("one-action", 1)


def test_the_turn_is_counted_without_adjustments():
    laid = lays("Ada", None, "blue", 0, 0)
    assert refused(record(laid, adjusted(piece("red", 0, 0)), removes("Ben", None, 5, 5))) == ("no-piece", 2)
    assert refused(record(laid, adjusted(piece("pink", 0, 0)))) == ("adjustment", 2)
    assert refused(record(adjusted(piece("pink", 0, 0)))) == ("adjustment", 1)


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        (ROW, "Ada green lay red 3,0", "Ada lays red, but threw green, which means: take away a green tile"),
        (ROW, "Ada red remove 0,0", "Ada takes away blue, but threw red, which means: lay or take away a red tile"),
        (ROW, "Ada blue", "Ada does nothing, but threw blue, which means: lay a blue tile"),
        (ROW, "Ada - lay yellow 3,0", "Ada lays yellow, which is Ben's"),
        (ROW, "Ada - remove 1,0", "yellow at 1,0 stays: without it the rest is in 2 parts"),
        (CLOSED, "Ada red remove 0,0", "red at 0,0 is protected: no side of it is free"),
        (f"square | {THREE}", "Ada - lay red 0,0", "Ada lays red, but the first tile must be of their own colour"),
        (ROW, "Ben - remove 0,0", "Ben plays, but it is Ada's turn"),
    ],
)
def test_a_refusal_tells_what_is_wrong_and_the_position(position, turn, words):
    with pytest.raises(RuleError) as caught:
        after(position, turn)
    assert caught.value.message == words
    assert caught.value.position.startswith("square | Ada blue")
