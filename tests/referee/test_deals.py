"""The first look: two cards each, and nothing else with anybody."""

import pytest
from small_tables import FILE, laid, put

from lucca_pi.contract.verdict import Unexplained
from lucca_pi.games.citta.referee.deal import Unseen, explain_deal, lacking
from lucca_pi.games.citta.table.pieces import BACK_CODE, pieces_in
from lucca_pi.games.citta.table.reading import read_table

TABLE = laid("red 1, blue 5", (8, 12, 10), others="Ben: violet 93+7 | Cid: orange 95, green 4")
PIECES = pieces_in(FILE)


def deal(look, players=3):
    return explain_deal(read_table(look, PIECES), players)


def test_two_cards_each_are_dealt_the_newer_of_one_colour_last():
    dealt = deal(TABLE.look())
    assert {code: set(cards) for code, cards in dealt.items()} == {101: {1, 5}, 102: {93, 7}, 103: {95, 4}}
    assert dealt[102] == (93, 7)


LOOK = TABLE.look()
WRONG = {
    "3 quarters are in sight, not 4": (LOOK, 4),
    "2 quarters are in sight, not 3": (TABLE.look(without=[102]), 3),
    "2 quarters are in sight; the game is for 3 to 5 players": (TABLE.look(without=[102]), None),
    "quarter 102: 1 card under construction, not 2": (TABLE.look(without=[7]), None),
    "quarter 101: 3 cards under construction, not 2": (put(LOOK, 8, -53, 150), 3),
    "quarter 101: a face-down card lies within reach; it would be a wall": (put(LOOK, BACK_CODE, -80, -60), 3),
    "quarter 102: 7 and 93 lie beside each other; lay the newer one lower": (
        put(put(LOOK, 93, -50, 80, quarter=102), 7, 13, 80, quarter=102),
        3,
    ),
    "quarter 102: 77, T1 should not lie there at the deal": (
        put(put(LOOK, 77, -100, -60, quarter=102), 97, -100, -60, quarter=102),
        3,
    ),
}


@pytest.mark.parametrize(("problem", "case"), WRONG.items(), ids=WRONG)
def test_a_single_thing_wrong_at_the_deal_is_the_only_one_named(problem, case):
    assert deal(*case).problems == (problem,)


@pytest.mark.parametrize(("without", "is_told"), [([7], True), ([], False)])
def test_where_a_card_is_not_seen_it_is_said_that_it_may_lie_in_a_reflection(without, is_told):
    verdict = deal(TABLE.look(without=without), 3 if without else 4)
    assert isinstance(verdict, Unexplained)
    assert ("reflections" in verdict.advice) == is_told


SEVEN = Unseen(102, 7)
# what is out of sight, how many play, what players told; the quarters that lack a card
LACKING = {
    "nothing": ([], 3, (), ()),
    "a card of one": ([7], 3, (), (102,)),
    "a card of two": ([7, 1], 3, (), (101, 102)),
    "a card of each": ([7, 1, 4], 3, (), ()),
    "a card that players told": ([7], 3, (SEVEN,), ()),
    "another than players told": ([1], 3, (SEVEN,), ()),
    "a card of one, and a quarter": ([7, 103], 3, (), ()),
}


@pytest.mark.parametrize(("without", "players", "told", "quarters"), LACKING.values(), ids=LACKING)
def test_a_quarter_lacks_a_card_where_nothing_else_is_wrong_and_the_others_have_theirs(
    without, players, told, quarters
):
    assert lacking(read_table(TABLE.look(without=without), PIECES), players, told) == quarters


@pytest.mark.parametrize(("told", "cards"), [(Unseen(102, 7), (93, 7)), (Unseen(102, 7, is_older=True), (7, 93))])
def test_a_card_that_players_told_is_dealt_over_the_other_or_under_it(told, cards):
    dealt = explain_deal(read_table(TABLE.look(without=[7]), PIECES), 3, [told])
    assert (dealt[102], {*dealt[101]}) == (cards, {1, 5})


def test_cards_are_dealt_from_the_middle_outwards():
    look = put(put(TABLE.look(), 1, -120, 60), 5, 30, 60)
    assert deal(look)[101] == (5, 1)
    assert deal(put(put(look, 1, -30, 60), 5, 120, 60))[101] == (1, 5)


@pytest.mark.parametrize(("lower_mm", "beside"), [(89.9, True), (90, False), (120, False)])
def test_the_newer_of_two_in_one_colour_lies_at_least_ten_millimetres_lower(lower_mm, beside):
    verdict = deal(put(put(TABLE.look(), 93, -50, 80, quarter=102), 7, -50, lower_mm, quarter=102))
    assert isinstance(verdict, Unexplained) == beside


def test_what_is_wrong_is_to_be_put_right():
    assert deal(TABLE.look(), 4).advice == "Put it right, then press OK."
