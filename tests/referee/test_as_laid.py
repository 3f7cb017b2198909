"""A player's cards as they lie, whether or not the rules explain it: for pauses, and for what players settle."""

from dataclasses import replace

import pytest
from evening import without
from small_tables import beside, laid, put, session_at, with_more

from lucca_pi.games.citta.referee.verdict import not_as_it_was
from lucca_pi.games.citta.rules.position import write_quarter
from lucca_pi.games.citta.session.by_hand import as_it_lies, lies_otherwise, out_of_sight, quarter_of, wall_counts
from lucca_pi.games.citta.session.memory import case_of
from lucca_pi.games.citta.table.pieces import BACK_CODE

LEFT = ((10, 11, 16), (4, 9, 6), (18, 21, 24), (30, 31, 33))
BLUES, VIOLETS = "blue 5+12+13+20+27", "violet 7+14+28+35+43"
BEFORE = laid(f"red 1+8, yellow 3; completed {BLUES}; opened {VIOLETS}; walls 2; towers T1", *LEFT)
LOOK = BEFORE.look()


def case_with(look, before=BEFORE, **more):
    return case_of(session_at(before, **more).match, (look,))


def lying(look, walls=2, gone=(), before=BEFORE):
    case = case_with(look, before)
    return write_quarter(quarter_of(case, as_it_lies(case, "Ada", walls, gone=gone)))


AS_BEFORE = "red 1+8, yellow 3; completed blue 27; opened violet 43; walls 2; towers T1"
LYING = {
    "as before": (LOOK, (), AS_BEFORE),
    "a card under its column's newest is out of sight": (without(LOOK, 1), (), AS_BEFORE),
    "the newest of a column is out of sight": (without(LOOK, 8), (), AS_BEFORE),
    "a card of a column is gone": (without(LOOK, 1), (1,), AS_BEFORE.replace("1+8", "8")),
    "the only card of a column is gone": (without(LOOK, 3), (3,), AS_BEFORE.replace(", yellow 3", "")),
    "a completed palace is out of sight": (without(LOOK, 27), (), AS_BEFORE),
    "an older card of a completed palace is in sight": (put(LOOK, 12, -62, -60), (), AS_BEFORE),
    "an older card of a completed palace lies nearer to the player": (
        put(LOOK, 12, -62, 10),
        (),
        AS_BEFORE.replace("blue 27", "blue 12"),
    ),
    "only an older card of a completed palace is in sight": (put(without(LOOK, 27), 12, -62, -60), (), AS_BEFORE),
    "an older card lies on top, and the newest is gone": (
        put(without(LOOK, 27), 12, -62, 10),
        (5, 13, 20, 27),
        AS_BEFORE.replace("blue 27", "blue 12"),
    ),
    "an opened palace was completed again": (
        put(LOOK, 43, -150, -150),
        (7, 14, 28, 35),
        AS_BEFORE.replace("blue 27; opened violet 43", "blue 27, violet 43"),
    ),
    "a tower is out of sight": (without(LOOK, 97), (), AS_BEFORE),
    "a tower is gone": (without(LOOK, 97), ("T1",), AS_BEFORE.replace("; towers T1", "")),
    "a tower lies with another": (put(LOOK, 97, -150, -100, quarter=102), (), AS_BEFORE.replace("; towers T1", "")),
    "a tower nobody had lies there": (put(LOOK, 98, 150, -100), (), AS_BEFORE + ", T2"),
    "a discard lies in the column now": (put(LOOK, 15, -53, 130), (), AS_BEFORE.replace("1+8", "1+8+15")),
    "the column is laid the other way": (put(LOOK, 8, -53, 48), (), AS_BEFORE.replace("1+8", "8+1")),
}


@pytest.mark.parametrize(("look", "gone", "position"), LYING.values(), ids=LYING)
def test_cards_count_as_they_lie_and_those_out_of_sight_stay_unless_they_are_gone(look, gone, position):
    assert lying(look, gone=gone) == position


@pytest.mark.parametrize(("cards", "position"), [((8, 15, 22, 29), "completed red 29"), ((8, 15, 22), "red 1+8+15+22")])
def test_a_column_is_completed_with_as_many_cards_as_complete_a_palace(cards, position):
    before = laid("red 1", *LEFT)
    look = before.look()
    for step, code in enumerate(cards):
        look = put(look, code, -53, 100 + 40 * step)
    assert lying(look, 0, before=before) == position


OTHERWISE = {
    "as before": (LOOK, False),
    "in another order under the newest": (put(put(LOOK, 1, -53, 100), 8, -53, 140), False),
    "a card of a column is out of sight": (without(LOOK, 1), True),
    "a new back lies there": (with_more(LOOK, beside(101, BACK_CODE, -150, -150, LOOK)), True),
    "a card more lies there": (put(LOOK, 15, -53, 130), True),
    "another card is the newest": (put(LOOK, 8, -53, 48), True),
}


@pytest.mark.parametrize(("look", "is_so"), OTHERWISE.values(), ids=OTHERWISE)
def test_cards_lie_otherwise_where_something_else_counts_or_is_out_of_sight(look, is_so):
    assert lies_otherwise(case_with(look), "Ada") is is_so


def test_out_of_sight_are_columns_whole_the_newest_of_piles_and_towers():
    empty = case_with(without(LOOK, 1, 8, 3, 27, 43, 97))
    assert out_of_sight(empty, "Ada") == (1, 8, 3, 27, 43, "T1")
    assert out_of_sight(case_with(LOOK), "Ada") == ()


BACK_NEW = beside(101, BACK_CODE, -150, -150, LOOK)
COUNTS = {
    "all where they lay": (LOOK, (), (2,)),
    "one in a new place": (with_more(LOOK, BACK_NEW), (), (3, 2)),
    "one is out of sight": (without(LOOK, BACK_CODE), (), (2, 1)),
    "one was moved": (with_more(without(LOOK, BACK_CODE), BACK_NEW), (), (3, 2)),
    "a card is gone": (LOOK, (3,), (3, 2)),
    "two cards are gone, and one back is new": (with_more(LOOK, BACK_NEW), (3, 8), (4, 3, 2)),
}


@pytest.mark.parametrize(("look", "gone", "counts"), COUNTS.values(), ids=COUNTS)
def test_a_new_back_is_a_wall_more_or_was_moved_and_cards_gone_may_be_walls(look, gone, counts):
    assert wall_counts(case_with(look), "Ada", gone) == counts


MISPLACED = {
    "as before": (LOOK, []),
    "a card is out of sight": (without(LOOK, 93), []),
    "a card in the wrong area": (put(LOOK, 43, 0, 150), ["Ada: violet 43 lies under construction, but was opened"]),
    "a column's newest too far off, only a little": (put(LOOK, 8, -53, 112), []),
    "a card of a triplet lies with a player": (put(LOOK, 10, 150, 100), ["a turn has been played with 10"]),
}


@pytest.mark.parametrize(("look", "problems"), MISPLACED.values(), ids=MISPLACED)
def test_what_does_not_lie_as_it_did_is_said_and_that_a_turn_was_played(look, problems):
    assert [*not_as_it_was(case_with(look))] == problems


@pytest.mark.parametrize(("look", "problems"), [*MISPLACED.values()][:4], ids=[*MISPLACED][:4])
def test_after_the_last_turn_the_players_cards_alone_have_to_lie_as_they_did(look, problems):
    case = case_with(put(look, 10, 150, 100))
    over = replace(case, game=replace(case.game, turns=len(case.game.players)))
    assert [*not_as_it_was(over)] == problems
