"""What players settle by hand."""

import pytest
from boards import ONE, TWO, adjusted, broken, record, scored

TABLE = adjusted("d4 wr", {"white": {"red": 2}, "black": {"blue": 1, "white": 0}}, note="found later")


def test_city_and_prisoners_are_what_it_says_and_the_supply_is_the_rest():
    answer = scored(record(ONE, TABLE))

    assert answer["city"] == {"d4": ["white", "red"]}
    assert {colour: one["supply"] for colour, one in answer["colours"].items()} == {
        "white": 15,
        "black": 16,
        "red": 13,
        "blue": 15,
    }
    assert (answer["colours"]["white"]["took"], answer["colours"]["black"]["took"]) == ({"red": 2}, {"blue": 1})


def test_it_is_no_turn_and_the_turn_is_whose_it_was():
    answer = scored(record(ONE, TABLE, TWO))

    assert [one["turn"] for one in answer["turns"]] == [1, None, 2]
    assert answer["turns"][1] == {
        "turn": None,
        "player": None,
        "colour": None,
        "events": [{"kind": "adjust", "reason": "Settled by hand: found later"}],
    }


def test_prisoners_that_are_not_named_go_back_to_the_supply():
    answer = scored(record(TABLE, adjusted("d4 wr")))
    assert [one["took"] for one in answer["colours"].values()] == [{}, {}, {}, {}]


def test_it_may_come_before_the_first_turn_and_be_the_last_entry_and_follow_another():
    assert broken(record(TABLE, TABLE, ONE, TABLE))[0] == "none"


def test_it_need_not_be_reachable():
    assert broken(record(adjusted("a1 wwwwwwww", {"white": {"white": 8}})))[0] == "none"


def test_it_may_bring_the_end_for_the_player_whose_turn_it_is():
    answer = scored(record(ONE, adjusted("a1 rwwwwwww")))
    assert (answer["winners"], answer["end"]["turn"]) == (["Ben"], 2)


def test_a_switch_before_it_stays():
    answer = scored(record({**ONE, "switch": "black"}, TABLE, switch=True))
    assert answer["colours"]["black"]["player"] == "Ada"


REFUSED = {
    "two towers in a block": adjusted("a1 wr, b1 k, c1 bb"),
    "two towers side by side": adjusted("a1 wr, b1 bb"),
    "17 bricks in the city": {"adjust": {"city": {"a1": ["red"] * 17}}},
    "17 bricks as prisoners": adjusted("", {"white": {"red": 9}, "blue": {"red": 8}}),
    "17 bricks together": adjusted("a1 wr", {"white": {"red": 16}}),
    "a brick of no colour": {"adjust": {"city": {"a1": ["pink"]}}},
    "a lot outside": {"adjust": {"city": {"a9": ["red"]}}},
    "no lot": {"adjust": {"city": {"A1\n": ["red"]}}},
    "a stack without a brick": {"adjust": {"city": {"a1": []}}},
    "prisoners of no colour": adjusted("", {"white": {"pink": 1}}),
    "no colour's prisoners": adjusted("", {"pink": {"red": 1}}),
    "no colour's prisoners, none": adjusted("", {"pink": {}}),
    "fewer prisoners than none": adjusted("", {"white": {"red": -1}}),
}


@pytest.mark.parametrize("entry", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be(entry):
    assert broken(record(entry)) == ("adjustment", 1, None)
    assert broken(record(ONE, TWO, entry)) == ("adjustment", 3, None)
    assert broken(record(start="a1 wkkkkkkk", turns=[entry])) == ("over", 1, None)
