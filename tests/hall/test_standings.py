"""Standings over finished games: wins, points, and shares of the table's points."""

import pytest

from lucca_pi.hall.standings import Result, standings


def result(*ranking):
    return Result("1", "game", "Lucca", "2026-11-28T20:00:00Z", 40, "d", ranking)


def test_wins_count_first_then_points_then_shares():
    one = result((1, "Ada", 50), (2, "Ben", 45), (3, "Cleo", 5))
    other = result((1, "Dan", 30), (2, "Eva", 29), (3, "Ben", 28))
    assert [(a.rank, a.player, a.wins, a.points) for a in standings([one, other])] == [
        (1, "Ada", 1, 50),
        (2, "Dan", 1, 30),
        (3, "Ben", 0, 73),
        (4, "Eva", 0, 29),
        (5, "Cleo", 0, 5),
    ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_table_of_any_size_hands_out_a_quarter_for_each_player(players):
    table = result(*((rank, f"P{rank}", 50 - rank) for rank in range(1, players + 1)))
    assert sum(one.shares for one in standings([table])) == pytest.approx(players / 4)


def test_a_shared_first_place_is_half_a_win_and_the_rank_is_shared():
    both = standings([result((1, "Ada", 40), (1, "Ben", 40), (3, "Cleo", 20))])
    assert [(one.rank, one.wins) for one in both] == [(1, 0.5), (1, 0.5), (3, 0)]


def test_a_game_without_points_gives_its_winner_the_whole_share():
    assert [one.shares for one in standings([result((1, "Ada", None), (2, "Ben", None), (3, "Cleo", None))])] == [
        0.75,
        0,
        0,
    ]


def test_points_below_nought_do_not_turn_shares_around():
    assert [one.shares for one in standings([result((1, "Ada", 3), (2, "Ben", -3), (3, "Cleo", -5))])] == [0.75, 0, 0]
