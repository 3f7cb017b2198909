"""Every refusal, and which is named where several are due; what is no record of this game."""

import json

import pytest
from boards import ONE, TWO, adjusted, broken, played, record, stacks, turn

from lucca_pi.errors import RuleError
from lucca_pi.games.chessboard.rules.record import read_record

STRANGER = turn("Cy", "white e1", "red g1")
WON = "a1 wkkkkkkk"
"""A city that Ada has won with before her turn."""
EQUAL = "c4 wr, c5 k, e4 bk, e5 k"
"""A house at d4 would join two equal towers."""
ONLY_BLACK = adjusted("", {"blue": {"white": 16, "red": 16}, "red": {"blue": 16}})


WHOLE = {
    "no size": (record() | {"size": 0}, "size"),
    "an odd size": (record() | {"size": 7}, "size"),
    "a large size": (record() | {"size": 14}, "size"),
    "nobody": (record() | {"players": []}, "players"),
    "one player": (record(players="Ada white"), "players"),
    "five players": (record(players="A white, B red, C blue, D black, E white"), "players"),
    "a name twice": (record(players="Ada white, Ada red"), "players"),
    "a colour twice": (record(players="Ada white, Ben white"), "players"),
    "no colour": (record(players="Ada white, Ben pink"), "players"),
    "a colour in capitals": (record(players="Ada White, Ben red"), "players"),
    "two towers in a block at the start": (record(start="a1 wr, b1 k, c1 bb"), "start"),
    "17 bricks at the start": (record() | {"start": {"a1": ["red"] * 17}}, "start"),
    "no colour at the start": (record() | {"start": {"a1": ["pink"]}}, "start"),
    "no lot at the start": (record() | {"start": {"i1": ["red"]}}, "start"),
    "an empty stack at the start": (record() | {"start": {"a1": []}}, "start"),
    "a lot of a larger city at the start": (record(size=6) | {"start": stacks("g1 w")}, "start"),
}


@pytest.mark.parametrize(("data", "rule"), WHOLE.values(), ids=WHOLE)
def test_what_no_game_begins_with(data, rule):
    assert broken(data) == (rule, None, None)


# in the order of the record's checks; each breaks its own rule and, where it can, the ones after it
TURNS = {
    "after the end": (record(turn("Cy"), start=WON), "over", 1, None),
    "a stranger, after a turn": (record(ONE, STRANGER), "order-of-play", 2, None),
    "the same player again": (record(ONE, ONE), "order-of-play", 2, None),
    "the second before the first": (record(TWO), "order-of-play", 1, None),
    "a stranger without bricks": (record(turn("Cy")), "order-of-play", 1, None),
    "no brick": (record(turn("Ada")), "two-bricks", 1, None),
    "three bricks": (record(turn("Ada", "pink z9", "red c1", "blue e1")), "two-bricks", 1, None),
    "no such colour": (record(turn("Ada", "pink z9", "red c1")), "colour", 1, 1),
    "no such colour, second": (record(turn("Ada", "red c1", "pink c1")), "colour", 1, 2),
    "one colour twice": (record(turn("Ada", "red c1", "red z9")), "different-colours", 1, 2),
    "one colour twice, none left": (
        record(adjusted("", {"blue": {"red": 15}}), turn("Ada", "red c1", "red z9")),
        "different-colours",
        1,
        2,
    ),
    "none left": (record(adjusted("", {"blue": {"red": 16}}), turn("Ada", "red z9", "white a1")), "supply", 1, 1),
    "none left, second": (
        record(adjusted("", {"blue": {"red": 16}}), turn("Ada", "white a1", "red z9")),
        "supply",
        1,
        2,
    ),
    "no such lot": (record(turn("Ada", "red z9 a1", "white a1")), "lot", 1, 1),
    "a lot in capitals": (record(turn("Ada", "red A1", "white a1")), "lot", 1, 1),
    "a lot of a larger city": (record(turn("Ada", "red g1", "white a1"), size=6), "lot", 1, 1),
    "no houses, and a second tower": (
        record(turn("Ada", "blue b1 z9", "white h8"), start="a1 wr, b1 k"),
        "houses-in-block",
        1,
        1,
    ),
    "a second tower, and a prisoner": (
        record(turn("Ada", "blue b1 z9", "white h8"), start="a1 wr, b1 k, b2 b"),
        "second-tower",
        1,
        1,
    ),
    "equal towers, and a prisoner": (
        record(turn("Ada", "blue d4 z9", "white h8"), start=EQUAL),
        "equal-strength",
        1,
        1,
    ),
    "a prisoner of nobody": (record(turn("Ada", "blue d4 z9", "blue d4")), "prisoner", 1, 1),
    "one brick of two": (record(turn("Ada", "white a1", switch="pink")), "two-bricks", 1, None),
    "a switch not agreed on": (record({**ONE, "switch": "blue"}), "switch", 1, None),
    "a switch to no colour": (record({**ONE, "switch": "pink"}, switch=True), "switch", 1, None),
    "a switch to another's colour": (record({**ONE, "switch": "red"}, switch=True), "switch", 1, None),
    "a switch to the own colour": (record({**ONE, "switch": "white"}, switch=True), "switch", 1, None),
    "a switch after one brick": (
        record(ONLY_BLACK, turn("Ada", "black a1", switch="blue"), switch=True),
        "switch",
        1,
        None,
    ),
    "a second brick after the end": (record(ONLY_BLACK, turn("Ada", "black a1", "white c1")), "supply", 1, 2),
    "a turn after a turn of one brick": (record(ONLY_BLACK, turn("Ada", "black a1"), TWO), "over", 2, None),
    "an adjustment after it": (record(ONLY_BLACK, turn("Ada", "black a1"), adjusted()), "over", 2, None),
    "an adjustment after the end": (record(adjusted(), start=WON), "over", 1, None),
}


@pytest.mark.parametrize(("data", "rule", "turn_number", "brick"), TURNS.values(), ids=TURNS)
def test_an_illegal_turn_is_refused_by_its_first_broken_rule(data, rule, turn_number, brick):
    assert broken(data) == (rule, turn_number, brick)


def test_three_towers_come_before_their_strength_and_prisoners():
    start = "c4 wr, c3 k, e4 bk, e3 k, d5 ww, d6 k"
    assert broken(record(turn("Ada", "blue d4 z9", "white h8"), start=start)) == ("three-towers", 1, 1)


def test_size_comes_before_players_and_players_before_the_start():
    data = record() | {"size": 7, "players": [], "start": {"z9": []}, "turns": [turn("Cy")]}
    assert broken(data)[0] == "size"
    assert broken(data | {"size": 8})[0] == "players"
    assert broken(record(turn("Cy")) | {"start": {"z9": []}})[0] == "start"


@pytest.mark.parametrize("name", ["", " ", "Ada\nBen", "\x1b[2JAda", "A" * 10_000])
def test_a_name_fits_on_a_line(name):
    data = record() | {"players": [{"name": name, "colour": "white"}, {"name": "Ben", "colour": "red"}]}
    assert broken(data) == ("players", None, None)


def test_a_refusal_names_who_where_and_the_table():
    with pytest.raises(RuleError) as error:
        played(record(ONE, turn("Ben", "blue a1", "red c3")))

    assert str(error.value).splitlines() == [
        "turn 2, brick 1: Ben: no blue floor at a1: the stack would hold 1 of blue, and its block has 0 such houses "
        "elsewhere (houses-in-block)",
        "Position: 8 | a1 w, c1 r | Ada white, Ben red",
    ]


READABLE = json.dumps(record(turn("Ada", "white a1", "red d4 a2", switch=None), adjusted("a1 w", {"red": {"blue": 1}})))


@pytest.mark.parametrize("key", ["switch", "start"])
def test_a_key_that_may_be_missing(key):
    whole = json.loads(READABLE)
    whole.pop(key, None)
    assert read_record(json.dumps(whole)) == read_record(READABLE)


def test_an_empty_switch_is_none():
    assert read_record(READABLE).turns[0].switch is None
