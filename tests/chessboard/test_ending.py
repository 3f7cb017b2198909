"""How a game ends (15, 16)."""

from collections import Counter

import pytest
from boards import adjusted, record, scored, turn

from lucca_pi.games.chessboard.rules.position import read_city

TOWER, SIX = "wkkkkk", {"blue": 6}

# the city and prisoners as Ada's turn begins in a city of 6, and by what she has won
STARTS = {
    "a tower of n": (f"a1 {TOWER}", {}, "tower"),
    "a tower of n - 1": ("a1 wkkkk", {}, None),
    "a tower higher than n": (f"a1 {TOWER}k", {}, "tower"),
    "two equal towers of her own": (f"a1 {TOWER}, c1 wrrrrr", {}, "tower"),
    "another's tower is as high": (f"a1 {TOWER}, c1 rkkkkk", {}, None),
    "a neutral tower is as high": (f"a1 {TOWER}, c1 bkkkkk", {}, None),
    "a neutral tower is lower": (f"a1 {TOWER}, c1 bkkkk", {}, "tower"),
    "another's tower of n": ("a1 rkkkkk", {}, None),
    "n prisoners": ("", {"white": SIX}, "prisoners"),
    "n prisoners of two colours": ("", {"white": {"blue": 3, "red": 3}}, "prisoners"),
    "n - 1 prisoners": ("", {"white": {"blue": 5}}, None),
    "another has as many prisoners": ("", {"white": SIX, "red": {"blue": 6}}, None),
    "a neutral colour has as many prisoners": ("", {"white": SIX, "black": {"red": 6}}, None),
    "a neutral colour has more prisoners": ("", {"white": SIX, "black": {"red": 7}}, None),
    "both: the tower is named": (f"a1 {TOWER}", {"white": SIX}, "tower"),
}


@pytest.mark.parametrize(("city", "prisoners", "by"), STARTS.values(), ids=STARTS)
def test_who_has_won_as_the_turn_begins(city, prisoners, by):
    answer = scored(record(adjusted(city, prisoners), size=6))

    assert answer["finished"] is (by is not None)
    assert answer["next"] == (None if by else "Ada")
    assert answer["winners"] == (["Ada"] if by else [])
    assert answer["end"] == (by and {"by": by, "turn": 1, "player": "Ada", "decided": None})


def test_a_tower_wins_at_the_start_of_its_own_players_turn_only():
    start = "a1 rkkkkk"
    one = scored(record(start=start, size=6))
    two = scored(record(turn("Ada", "white f6", "blue f1"), start=start, size=6))

    assert (one["finished"], two["finished"]) == (False, True)
    assert two["end"] == {"by": "tower", "turn": 2, "player": "Ben", "decided": None}
    assert two["reason"] == "Ben wins: turn 2 began with the highest tower, 6 floors in red."


def test_a_game_can_be_over_before_its_first_turn():
    answer = scored(record(start=f"a1 {TOWER}", size=6))
    assert (answer["winners"], answer["end"]["turn"]) == (["Ada"], 1)


def only_black_left(city, prisoners, **changes):
    """A record of a turn that begins with nothing but black in the supply, so that its second brick is missing."""
    used = Counter(read_city(city, 6).bricks)
    for taken in prisoners.values():
        used.update(taken)
    rest = {colour: 12 - used[colour] for colour in ("white", "red", "blue")}
    return record(adjusted(city, {**prisoners, "black": rest}), turn("Ada", "black f6"), size=6, **changes)


BLOCKED = {
    "the highest tower": ("a1 wb, c1 rbb", {}, ["Ben"], "tower"),
    "a house is a tower of 0": ("a1 w, c1 rb", {}, ["Ben"], "tower"),
    "neutral towers are not compared": ("a1 wb, c1 bwww", {}, ["Ada"], "tower"),
    "equal towers: the most prisoners": (
        "a1 wb, c1 rb",
        {"white": {"red": 2}, "red": {"white": 1}},
        ["Ada"],
        "prisoners",
    ),
    "no towers, few prisoners": ("a1 r", {"white": {"blue": 1}}, ["Ada"], "prisoners"),
    "equal prisoners: the most bricks": ("a1 w, c1 r, c2 r", {}, ["Ben"], "bricks"),
    "bricks within towers count": ("a1 bww, c1 r", {}, ["Ada"], "bricks"),
    "all equal": ("a1 w, c1 r", {}, ["Ada", "Ben"], "nothing"),
    "nothing at all": ("", {}, ["Ada", "Ben"], "nothing"),
}


@pytest.mark.parametrize(("city", "prisoners", "winners", "decided"), BLOCKED.values(), ids=BLOCKED)
def test_who_wins_when_nothing_can_be_placed(city, prisoners, winners, decided):
    answer = scored(only_black_left(city, prisoners))

    assert (answer["winners"], answer["end"]["by"], answer["end"]["decided"]) == (winners, "blocked", decided)


def test_who_drops_out_in_one_comparison_does_not_come_back():
    # Cy has the most prisoners, and the lower tower
    prisoners = {"blue": {"white": 4}, "red": {"white": 1}}
    answer = scored(only_black_left("a1 wbb, c1 rbb, e1 bw", prisoners, players="Ada white, Ben red, Cy blue"))
    assert (answer["winners"], answer["end"]["decided"]) == (["Ben"], "prisoners")


def test_those_still_equal_share_the_win_without_the_third():
    answer = scored(only_black_left("a1 wb, c1 rb, e1 b", {}, players="Ada white, Ben red, Cy blue"))
    assert (answer["winners"], answer["end"]["decided"]) == (["Ada", "Ben"], "nothing")
    assert answer["reason"].endswith("Ada, Ben are equal and share the win.")


def test_an_empty_supply_ends_the_game_before_the_turn():
    whole = {"white": 12, "black": 12, "red": 12, "blue": 12}
    took = {"blue": {**whole}}
    answer = scored(record(adjusted("", took), size=6))

    assert answer["end"] == {"by": "blocked", "turn": 1, "player": "Ada", "decided": "nothing"}
    assert answer["winners"] == ["Ada", "Ben"]


def test_a_turn_of_one_brick_ends_the_game_where_no_second_can_be_placed():
    answer = scored(only_black_left("", {"red": {"white": 7}}))

    assert answer["end"] == {"by": "blocked", "turn": 1, "player": "Ada", "decided": "prisoners"}
    assert answer["reason"] == "Ada cannot place a brick. Ben wins by the most prisoners: 7."
    assert [event["kind"] for event in answer["turns"][-1]["events"]] == ["house"]
    assert (answer["next"], answer["city"]) == (None, {"f6": ["black"]})


def crowded(houses):
    """A city of 6 with a red-blue tower at f6, houses on all other lots in their order, and no blue one."""
    lots = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
    return ", ".join([f"{lot} {house}" for lot, house in zip(lots, houses, strict=False)] + ["f6 rb"])


def test_a_full_city_ends_the_game_though_bricks_are_left():
    answer = scored(record(start=crowded("w" * 12 + "k" * 12 + "r" * 11), size=6))

    assert answer["colours"]["blue"]["supply"] == 11
    assert (answer["end"]["by"], answer["winners"]) == ("blocked", ["Ben"])


def test_a_first_brick_may_take_the_last_lot_and_end_the_game():
    start = crowded("w" * 12 + "k" * 12 + "r" * 10)
    one = scored(record(turn("Ada", "red e6"), start=start, size=6))
    two = scored(record(turn("Ada", "blue e6", "red f6"), start=start, size=6))

    assert one["end"] == {"by": "blocked", "turn": 1, "player": "Ada", "decided": "tower"}
    assert two["end"] == {"by": "blocked", "turn": 2, "player": "Ben", "decided": "tower"}
