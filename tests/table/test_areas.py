"""Whose card lies where, and what may lie under another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import EAST, PIECES, SOUTH, card

from lucca_pi.games.citta.table.areas import IN_CENTRE, CardPlace, nearest_in_reach, place_of, possible_places
from lucca_pi.table.pieces import is_covered
from lucca_pi.table.sighting import in_axes

TABLE = (SOUTH, EAST)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "area"),
    [
        (0, 45.6, "construction"),
        (-300, 419, "construction"),
        (-1, 45.4, "completed"),
        (-349, -209, "completed"),
        (1, 45.4, "opened"),
        (349, -209, "opened"),
    ],
)
def test_the_areas_lie_around_the_quarter(x_mm, y_mm, area):
    assert place_of(card(17, x_mm, y_mm), [SOUTH]) == CardPlace(101, area)


@pytest.mark.parametrize(("x_mm", "y_mm"), [(-351, 0), (351, 0), (0, -211), (0, 421)])
def test_what_is_out_of_reach_lies_in_the_centre(x_mm, y_mm):
    assert place_of(card(17, x_mm, y_mm), [SOUTH]) == IN_CENTRE


@pytest.mark.parametrize(("x_mm", "area"), [(-50, "opened"), (50, "completed")])
def test_a_house_rule_swaps_opened_and_completed(x_mm, area):
    assert place_of(card(17, x_mm, 0), [SOUTH], swap=True) == CardPlace(101, area)


def test_axes_turn_with_the_quarter():
    pose = in_axes(card(17, 540, -420, -90), EAST)
    assert (pose.x_mm, pose.y_mm, pose.heading_deg) == pytest.approx((20, 100, 0))


def test_a_card_belongs_to_whom_it_lies_upright_for_not_to_the_nearest():
    near_south = card(17, 250, -150, -90)
    assert place_of(near_south, TABLE).owner == 103
    assert place_of(card(17, 250, -150, 0), TABLE).owner == 101


@pytest.mark.parametrize("code", [97, 100, 111])
def test_the_heading_of_a_tower_or_a_back_is_no_evidence(code):
    assert place_of(card(code, 250, -150, -90), TABLE).owner == 101


def test_a_card_upright_for_nobody_belongs_to_the_nearest():
    assert place_of(card(17, 250, -150, 180), TABLE).owner == 101


def test_the_best_place_costs_nothing_and_the_next_what_it_misses_by():
    ranked = possible_places(card(17, -4, 20), [SOUTH])
    assert ranked[0] == (CardPlace(101, "completed"), 0.0)
    assert ranked[1] == (CardPlace(101, "opened"), pytest.approx(4.0))
    assert ranked[2] == (CardPlace(101, "construction"), pytest.approx(25.5))
    assert ranked[-1] == (IN_CENTRE, pytest.approx(230.0))


def test_a_card_just_out_of_reach_is_almost_in_reach():
    ranked = possible_places(card(17, -100, -213), [SOUTH])
    assert ranked[:2] == ((IN_CENTRE, 0.0), (CardPlace(101, "completed"), pytest.approx(3.0)))


@given(st.floats(-900, 900), st.floats(-900, 900), st.floats(-180, 180), st.sampled_from([17, 97, 111]))
def test_every_place_is_ranked_once_and_the_chosen_one_is_first(x_mm, y_mm, heading_deg, code):
    sighting = card(code, x_mm, y_mm, heading_deg)
    ranked = possible_places(sighting, TABLE)
    assert ranked[0] == (place_of(sighting, TABLE), 0.0)
    assert len({place for place, _ in ranked}) == 7
    assert all(cost >= 0 for _, cost in ranked)


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "quarter"),
    [
        (60, 0, 101),
        (300, -200, 103),  # both reach there
        (200, -150, 101),
        (0, 421, None),
        (-351, 0, None),
    ],
)
def test_what_is_no_card_belongs_to_the_nearest_quarter_in_reach(x_mm, y_mm, quarter):
    assert nearest_in_reach(x_mm, y_mm, TABLE) == quarter


# where another card lies against the code of card 17, turned how, and whether it hides that code
OTHERS = [
    (18, 0, 30, 0, False),
    (18, 0, -30, 0, True),
    (18, 60, 0, 0, False),
    (18, 30, 20, 180, True),
    (111, 20, 40, 0, True),
    (17, 0, -30, 0, False),
]


@pytest.mark.parametrize(("code", "x_mm", "y_mm", "heading_deg", "covers"), OTHERS)
def test_a_piece_is_covered_where_another_ones_card_reaches(code, x_mm, y_mm, heading_deg, covers):
    assert is_covered(card(17, 0, 0), [card(code, x_mm, y_mm, heading_deg)], PIECES) == covers


def test_backs_cover_each_other_though_they_bear_one_code():
    assert is_covered(card(111, 0, 0), [card(111, 20, 10)], PIECES)
