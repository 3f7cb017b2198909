"""A card that may be one of several is narrowed by what is known of the others, and by nothing else."""

from dataclasses import replace

import pytest
from positions import EAST, PIECES, SOUTH, card, look

from lucca_pi.games.citta.table.narrowing import (
    MOST,
    NARROWED,
    KnownBefore,
    QuartersAround,
    each_way,
    left_open,
    narrowed,
)
from lucca_pi.games.citta.table.narrowing import codes_of as codes_in
from lucca_pi.table.sighting import Alike

AROUND = QuartersAround((SOUTH, EAST))
WITH_SOUTH, IN_THE_CENTRE = (-100.0, 120.0), (20.0, -400.0)
ON_OFFER = KnownBefore(
    offered=frozenset({17, 9, 61}), all_offered=True, owned=frozenset({5, 6}), out=frozenset({70}), next_cards=12
)


def alike(*codes, at=WITH_SOUTH, turned_deg=0.0):
    return Alike(codes, *at, turned_deg)


def left(*sets, sure=(), known=ON_OFFER):
    """What each set may be."""
    return left_open(replace(look(SOUTH, EAST, *sure), alike=sets), known, AROUND)


def test_a_card_that_lies_where_one_of_its_set_lay_is_that_one():
    known = replace(ON_OFFER, lay={5: card(5, -98, 123, 3)})
    assert left(alike(17, 5), known=known) == [(5,)]


@pytest.mark.parametrize("moved", [card(5, -90, 120, 0), card(5, -100, 120, 30)], ids=["shifted", "turned"])
def test_a_card_that_lies_otherwise_may_be_another(moved):
    assert left(alike(17, 5), known=replace(ON_OFFER, lay={5: moved})) == [(17, 5)]


def test_a_card_in_sight_elsewhere_is_struck_out():
    assert left(alike(17, 9), sure=[card(9, 0, -300)]) == [(17,)]


def test_a_card_that_lies_unmoved_elsewhere_is_struck_out():
    known = replace(ON_OFFER, lay={9: card(9, *IN_THE_CENTRE)})
    assert left(alike(17, 9), alike(9, 40, at=IN_THE_CENTRE), known=known) == [(17,), (9,)]


def test_a_card_under_one_that_has_not_moved_is_struck_out():
    known = replace(ON_OFFER, under={5: 6})
    assert left(alike(17, 5), sure=[card(6, -200, -100)], known=known) == [(17,)]
    assert left(alike(17, 5), known=known) == [(17, 5)]


def test_a_new_card_with_a_player_was_on_offer():
    assert left(alike(17, 42)) == [(17,)]


@pytest.mark.parametrize(("at", "expected"), [(WITH_SOUTH, (17,)), (IN_THE_CENTRE, (17, 70))])
def test_what_is_out_of_the_game_lies_in_the_centre_alone(at, expected):
    assert left(alike(17, 70, at=at)) == [expected]


def test_a_card_that_nobody_has_seen_comes_from_a_triplet_that_was_not_known_whole():
    assert left(alike(17, 42), known=replace(ON_OFFER, all_offered=False)) == [(17, 42)]


def test_a_card_that_nobody_has_seen_may_come_from_the_next_triplets_once_they_are_not_whole():
    some, all_of_them = ([card(code, code, -450) for code in range(80, end)] for end in (83, 92))
    assert left(alike(17, 42), sure=some) == [(17, 42)]
    assert left(alike(17, 42), sure=all_of_them) == [(17,)]


def test_where_the_next_triplets_lie_none_of_this_rounds_has_kept_its_place():
    known = replace(ON_OFFER, lay={17: card(17, *IN_THE_CENTRE)})
    there = alike(17, 42, at=IN_THE_CENTRE)
    assert left(there, known=known) == [(17,)]
    assert left(there, sure=[card(80, 100, -450)], known=known) == [(17, 42)]


def test_where_a_discard_lay_another_may_lie():
    known = replace(ON_OFFER, lay={70: card(70, *IN_THE_CENTRE)})
    assert left(alike(70, 17, at=IN_THE_CENTRE), known=known) == [(70, 17)]


def test_a_card_that_is_known_takes_its_code_from_all_others():
    assert left(alike(17, 42), alike(17, 9, at=(-200, 120))) == [(17,), (9,)]


def test_where_nothing_would_be_left_nothing_is_struck_out():
    assert left(alike(42, 43)) == [(42, 43)]


def test_what_is_left_alone_is_a_sighting_of_little_margin():
    there = narrowed(replace(look(SOUTH, EAST), alike=(alike(17, 42), alike(9, 61, at=(-200, 120)))), ON_OFFER, AROUND)
    assert there.sightings[-1] == card(17, *WITH_SOUTH, margin=NARROWED)
    assert [one.codes for one in there.alike] == [(9, 61)]


def test_a_card_of_no_deck_where_a_card_lay_is_that_card_unread():
    known = replace(ON_OFFER, lay={5: card(5, *WITH_SOUTH)})
    strange = replace(look(SOUTH), alike=(alike(),))
    assert narrowed(strange, known, AROUND).alike == ()
    assert narrowed(strange, ON_OFFER, AROUND).alike == strange.alike


def test_each_way_takes_no_card_twice_and_none_that_is_in_sight():
    sets = replace(look(SOUTH, card(9, 0, 0)), alike=(alike(17, 9), alike(17, 61, at=(-200, 120))))
    assert [[one.code for one in way.sightings[2:]] for way in each_way(sets)] == [[17, 61]]


def test_too_many_ways_are_none():
    sets = tuple(Alike((at, at + 1, at + 2), at * 100.0, 0, 0) for at in range(0, 30, 10))
    assert len(each_way(replace(look(SOUTH), alike=sets))) == 0
    assert len(each_way(replace(look(SOUTH), alike=sets[:2]))) == 9 <= MOST


def test_every_face_has_its_code_by_name():
    assert (codes_in(PIECES)[17], codes_in(PIECES)["T2"], "back" in codes_in(PIECES)) == (17, 98, False)
