"""Seats for the rounds: the rules, in the order of their weight, and who comes, leaves or is seated by hand."""

from collections import Counter
from functools import cache

import pytest

from lucca_pi.hall.seating import SeatingError, meet_again, planned, table_sizes
from tests.bench.seating import least_meetings_again, repeats
from tests.cases import first_of


def people(number):
    return [f"P{one}" for one in range(number)]


@cache
def four_rounds(players):
    return planned(people(players), rounds=4)


def meetings_again(rounds):
    return repeats(rounds)[2]


@pytest.mark.parametrize(("players", "sizes"), [(3, [3]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3])])
def test_tables_are_of_four_and_three_and_only_five_players_sit_at_one_of_five(players, sizes):
    assert table_sizes(players) == sizes


@pytest.mark.parametrize("players", first_of([16, 8, 9, 12, 20, 24]))
def test_no_more_players_meet_again_than_must(players):
    rounds = four_rounds(players)
    sizes = [[len(table) for table in one] for one in rounds]
    assert meetings_again(rounds) == least_meetings_again(sizes, players)


@pytest.mark.parametrize("players", first_of([16, 8, 20]))
def test_a_plan_is_never_worse_for_being_looked_at_again_before_each_round(players):
    plan, played = four_rounds(players), []
    least = meetings_again(plan)
    while plan:
        played.append(plan[0])
        plan = planned(people(players), played, rounds=len(plan) - 1, start=plan[1:], steps=2000) if plan[1:] else []
    assert meetings_again(played) == least


def test_sixteen_players_have_each_seat_once_in_four_rounds_and_nobody_plays_after_the_same_player_twice():
    rounds = four_rounds(16)
    seats = Counter((player, seat) for one in rounds for table in one for seat, player in enumerate(table))
    assert set(seats.values()) == {1}
    assert repeats(rounds) == (0,) * 6


def test_the_tables_of_each_player_have_about_as_many_players():
    rounds = planned(people(10), rounds=3, steps=30_000)
    sums = Counter()
    for one in rounds:
        for table in one:
            sums.update(dict.fromkeys(table, len(table)))
    assert set(sums.values()) <= {10, 11}  # not 9 for some, and 12 for others


def test_who_comes_late_is_seated_and_who_has_left_is_not():
    first, planned_second = planned(people(12), rounds=2, steps=2000)
    (second,) = planned([*people(12)[1:], "Late", "Later"], [first], start=[planned_second], steps=2000)
    assert {name for table in second for name in table} == {*people(12)[1:], "Late", "Later"}


def test_a_round_says_who_meets_again():
    assert meet_again((("Ben", "Ada", "Dan"),), [(("Ada", "Ben", "Cleo"),)]) == [("Ben", "Ada")]


@pytest.mark.parametrize(
    ("players", "past", "tables", "why"),
    [
        (["Ada", "Ben"], (), None, "2 players do not fit"),
        (["Ada", "Ben", "Ada"], (), None, "Ada is there twice"),
        (people(12), (), 2, "12 players do not fit 2"),
        (people(3), [(("Ada", "Ben"),)], None, "Ada, Ben: a table has"),
        (people(4), [(("Ada", "Ben", "Cleo"),)] * 15, None, "15 rounds"),
    ],
)
def test_what_cannot_be_seated_is_refused_in_a_sentence(players, past, tables, why):
    with pytest.raises(SeatingError, match=why):
        planned(players, past, tables=tables)


def test_the_same_players_get_the_same_seats():
    assert planned(people(9), steps=2000) == planned(people(9), steps=2000)
