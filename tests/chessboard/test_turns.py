"""Turns: their order, their bricks, and the switch of colours (3, 4, 14)."""

import pytest
from boards import ONE, TWO, broken, played, record, scored, turn

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.game import (
    adjust,
    begin,
    end_turn,
    legal_bricks,
    legal_turns,
    place_brick,
    score_json,
)
from lucca_pi.games.chessboard.rules.position import Adjustment, Player
from lucca_pi.games.chessboard.rules.turn import Brick


def test_turns_go_round_in_the_order_of_the_record():
    three = turn("Cy", "blue a8", "red c8")
    answer = scored(record(ONE, TWO, three, players="Ada white, Ben red, Cy blue"))

    assert [(one["turn"], one["player"], one["colour"]) for one in answer["turns"]] == [
        (1, "Ada", "white"),
        (2, "Ben", "red"),
        (3, "Cy", "blue"),
    ]
    assert answer["next"] == "Ada"


def test_what_is_placed_leaves_the_supply():
    colours = scored(record(ONE, TWO))["colours"]

    assert {colour: one["supply"] for colour, one in colours.items()} == {
        "white": 14,
        "black": 16,
        "red": 14,
        "blue": 16,
    }
    assert colours["white"] == {"player": "Ada", "supply": 14, "tower": 0, "prisoners": 0, "bricks": 2, "took": {}}


def test_a_switch_takes_a_neutral_colour_and_leaves_the_own_one_neutral():
    answer = scored(record({**ONE, "switch": "blue"}, TWO, switch=True))

    assert answer["turns"][0]["events"][-1] == {
        "kind": "switch",
        "colour": "white",
        "to": "blue",
        "reason": "Ada plays blue from now on, no more white.",
    }
    assert answer["turns"][0]["colour"] == "white"
    assert {colour: one["player"] for colour, one in answer["colours"].items()} == {
        "white": None,
        "black": None,
        "red": "Ben",
        "blue": "Ada",
    }


def test_a_colour_left_can_be_taken_by_another_and_taken_back():
    ada, ben = {**ONE, "switch": "blue"}, {**TWO, "switch": "white"}
    again = turn("Ada", "blue a8", "red c8", switch="red")
    answer = scored(record(ada, ben, again, switch=True))
    assert [answer["turns"][number]["events"][-1]["to"] for number in range(3)] == ["blue", "white", "red"]


def test_prisoners_stay_with_their_colour():
    start = "c4 wr, c5 k, c6 k, e4 bk, e5 k"
    answer = scored(record(turn("Ada", "red d4", "blue h8", switch="blue"), start=start, switch=True))
    assert (answer["colours"]["blue"]["player"], answer["colours"]["blue"]["took"]) == ("Ada", {"white": 1})


def test_who_takes_a_colour_wins_by_its_tower():
    start = "a1 bkkkkk"
    taken = record(turn("Ada", "white c1", "red e1", switch="blue"), turn("Ben", "white c3", "red e3"), start=start)
    answer = scored({**taken, "size": 6, "switch": True})
    assert (answer["winners"], answer["end"]["by"], answer["end"]["turn"]) == (["Ada"], "tower", 3)


@pytest.mark.parametrize("none", [{}, {"switch": None}])
def test_no_switch_needs_no_agreement(none):
    assert broken(record({**ONE, **none}))[0] == "none"


def test_a_turn_can_be_played_brick_by_brick():
    game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    game = place_brick(place_brick(game, Brick("white", "a1")), Brick("red", "c1"))
    assert (game.turns, game.player.name, tuple(legal_bricks(game)), tuple(legal_turns(game))) == (0, "Ada", (), ())
    assert end_turn(game) == played(record(ONE))


def test_a_turn_that_is_going_takes_no_third_brick_no_end_and_no_adjustment_between():
    game = begin(8, (Player("Ada", "white"), Player("Ben", "red")))
    one = place_brick(game, Brick("white", "a1"))
    two = place_brick(one, Brick("red", "c1"))
    for rule, wrong in (
        ("two-bricks", lambda: place_brick(two, Brick("blue", "e1"))),
        ("two-bricks", lambda: end_turn(one)),
        ("adjustment", lambda: adjust(one, Adjustment({}))),
    ):
        with pytest.raises(RuleError) as error:
            wrong()
        assert error.value.rule == rule


def test_the_score_tells_a_turn_that_is_going():
    game = place_brick(begin(8, (Player("Ada", "white"), Player("Ben", "red"))), Brick("white", "a1"))
    answer = score_json(game)
    assert (answer["next"], len(answer["turns"]), len(answer["turns"][0]["events"])) == ("Ada", 1, 1)
