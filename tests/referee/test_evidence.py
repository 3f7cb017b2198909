"""Where cards are seen, now and at rest before, and what it costs to say that they lie elsewhere."""

from dataclasses import replace

import pytest
from small_tables import laid, session_at

from lucca_pi.games.citta.referee.evidence import Evidence, Kept, PlacedSighting, gather
from lucca_pi.games.citta.referee.memory import TableMemory, known_before
from lucca_pi.games.citta.table.areas import CardPlace
from lucca_pi.games.citta.table.pieces import BACK_CODE
from lucca_pi.table.sighting import Look, Sighting, Told

PIECES = session_at(laid("red 1")).pieces
ADA, BEN = Sighting(101, 0, 0, 0), Sighting(102, -700, 0, 0)
QUARTERS = {101: ADA, 102: BEN}
COLUMNS, OPENED = CardPlace(101, "construction"), CardPlace(101, "opened")


def spot(x_mm, y_mm, kept=None, look=0):
    return PlacedSighting(Sighting(1, x_mm, y_mm, 0), (ADA, BEN), kept=kept, look=look)


def test_a_card_that_has_not_moved_is_elsewhere_by_as_much_more_as_it_lies_outside_its_place():
    assert [spot(100, 21.5, kept).cost(OPENED) for kept in (None, OPENED, COLUMNS)] == [0.0, 0.0, 4.0]


def test_of_a_card_seen_twice_the_place_that_costs_less_counts():
    twice = Evidence(QUARTERS, {1: (spot(100, -100), spot(100, 21.5))}, {}, ())
    assert twice.cost_now(1, COLUMNS) == 4.0


def test_a_card_less_than_twelve_millimetres_within_a_reach_may_be_meant_for_the_centre():
    assert [spot(100, y_mm).is_in_centre for y_mm in (-198, -199, -300)] == [False, True, True]


def test_at_rest_the_last_place_of_a_card_counts():
    rested = Evidence(QUARTERS, {}, {1: (spot(0, 50), spot(0, 70))}, ())
    assert rested.down_before_mm(1, 101) == 70


# looks at rest that showed the card under, and the one over: how far down each
STEPS = {
    "in one look": ({0: 50}, {0: 90}, 40),
    "never in one look": ({0: 50}, {1: 90}, None),
    "in the last of two": ({0: 50, 1: 60}, {0: 90, 1: 65}, 5),
    "in the first alone": ({0: 50}, {0: 90, 1: 65}, 40),
    "never": ({}, {}, None),
}


@pytest.mark.parametrize(("under", "over", "step_mm"), STEPS.values(), ids=STEPS)
def test_how_far_one_card_lay_over_another_is_known_from_the_last_look_at_rest_that_showed_both(under, over, step_mm):
    lay = [tuple(spot(0, mm, look=look) for look, mm in one.items()) for one in (under, over)]
    before = {name: spots for name, spots in zip((1, 8), lay, strict=True) if spots}
    assert Evidence(QUARTERS, {}, before, ()).step_before_mm(1, 8, 101) == step_mm


def look(*sightings, told=()):
    return Look((ADA, BEN, *sightings), 0.4, (), told=told)


def gathered(*looks, kept=None, laid_out=None):
    return gather(looks, QUARTERS, kept or {}, laid_out or {}, PIECES)


ONE, ELSEWHERE = Sighting(1, 0, 100, 0), Sighting(1, 0, 160, 0)


def test_what_is_seen_now_and_at_rest_before_is_kept_apart_with_the_backs():
    back = Sighting(BACK_CODE, -100, 0, 0)
    seen = gathered(look(ONE), look(ELSEWHERE, back), look(back))
    assert (seen.now, [(one.sighting, one.look) for one in seen.before[1]]) == ({}, [(ONE, 0), (ELSEWHERE, 1)])
    assert [one.sighting for one in seen.backs] == [back]
    assert [[one.sighting for one in backs] for backs in seen.backs_before] == [[], [back]]


LAY = {
    "there": (Sighting(1, 0, 130, 0), False),
    "40 mm off": (Sighting(1, 0, 140, 0), False),
    "farther": (ELSEWHERE, True),
}


@pytest.mark.parametrize(("rested", "says"), LAY.values(), ids=LAY)
def test_a_card_that_lay_in_its_triplet_at_rest_says_nothing_about_where_it_went(rested, says):
    assert (1 in gathered(look(rested), look(), laid_out={1: ONE}).before) is says


@pytest.mark.parametrize(("x_mm", "place"), [(39, OPENED), (40, COLUMNS)])
def test_a_card_that_has_not_moved_has_the_place_it_had(x_mm, place):
    seen = gathered(look(Sighting(1, x_mm, 100, 0)), kept={1: Kept(ONE, OPENED)})
    assert seen.now[1][0].place == place


FOUR, NINE = Sighting(4, 100, -300, 0), Sighting(9, 160, -320, 20)
TOLD = {
    "both beside it lie there": ((FOUR, NINE), Told(6, (4, 9)), {6}, frozenset()),
    "one of them is gone": ((FOUR,), Told(6, (4, 9)), set(), frozenset()),
    "one of them lies with a player": ((FOUR, replace(NINE, y_mm=100)), Told(6, (4, 9)), set(), frozenset()),
    "it is in sight by now": ((FOUR, NINE, Sighting(6, 0, -400, 0)), Told(6, (4, 9)), set(), frozenset()),
    "nobody says which it is": ((FOUR, NINE), Told(None, (4, 9)), set(), {4, 9}),
}


@pytest.mark.parametrize(("sightings", "told", "names", "unsaid"), TOLD.values(), ids=TOLD)
def test_a_card_that_players_told_lies_in_the_midst_of_those_beside_it(sightings, told, names, unsaid):
    seen = gathered(look(*sightings, told=(told,)))
    assert (seen.told.keys(), seen.unsaid) == (names, unsaid)
    there = [(one.x_mm, one.y_mm, one.heading_deg) for one in seen.told.values()]
    assert there == [(130, -310, 0)] * len(names)


def test_before_the_deal_nothing_is_known_of_the_cards():
    ground = TableMemory(offered={4: FOUR})
    assert not known_before(None, ground, PIECES).lay
    game = session_at(laid("red 1", (4, 9, 6))).game
    known = known_before(replace(game, out=game.out | {9}), replace(ground, offered={4: FOUR, 9: NINE}), PIECES)
    assert (known.lay, known.offered) == ({4: FOUR, 9: NINE}, {4})
