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


def lay(code, *at):
    """What is known where that card was seen last."""
    return {"lay": {code: card(code, *at)}}


TWO, THERE = alike(17, 5), alike(17, 42, at=IN_THE_CENTRE)
NEXT = [card(code, code, -450) for code in range(80, 92)]
# what cards may be; the cards in sight besides, what is known otherwise; what is left of each
LEFT = {
    "lies where one of them lay": ([TWO], [], lay(5, -98, 123, 3), [(5,)]),
    "lies shifted": ([TWO], [], lay(5, -90, 120, 0), [(17, 5)]),
    "lies turned": ([TWO], [], lay(5, -100, 120, 30), [(17, 5)]),
    "one is in sight elsewhere": ([alike(17, 9)], [card(9, 0, -300)], {}, [(17,)]),
    "one lies elsewhere": ([alike(17, 9), alike(9, 40, at=IN_THE_CENTRE)], [], lay(9, *IN_THE_CENTRE), [(17,), (9,)]),
    "one lies under a card that has not moved": ([TWO], [card(6, -200, -100)], {"under": {5: 6}}, [(17,)]),
    "one lay under a card out of sight": ([TWO], [], {"under": {5: 6}}, [(17, 5)]),
    "is new with a player: it was on offer": ([alike(17, 42)], [], {}, [(17,)]),
    "lies with a player: one is out of the game": ([alike(17, 70)], [], {}, [(17,)]),
    "lies in the centre: that may be it": ([alike(17, 70, at=IN_THE_CENTRE)], [], {}, [(17, 70)]),
    "may be of a triplet that was not known whole": ([alike(17, 42)], [], {"all_offered": False}, [(17, 42)]),
    "may be of the next triplets while these are not whole": ([alike(17, 42)], NEXT[:3], {}, [(17, 42)]),
    "is of this round once the next are whole": ([alike(17, 42)], NEXT, {}, [(17,)]),
    "lies in the centre where one lay": ([THERE], [], lay(17, *IN_THE_CENTRE), [(17,)]),
    "lies so, and the next triplets are out": ([THERE], [card(80, 100, -450)], lay(17, *IN_THE_CENTRE), [(17, 42)]),
    "lies where a discard lay": ([alike(70, 17, at=IN_THE_CENTRE)], [], lay(70, *IN_THE_CENTRE), [(70, 17)]),
    "one that is known takes it from others": ([alike(17, 42), alike(17, 9, at=(-200, 120))], [], {}, [(17,), (9,)]),
    "where nothing would be left nothing is struck out": ([alike(42, 43)], [], {}, [(42, 43)]),
}


@pytest.mark.parametrize(("sets", "sure", "known", "expected"), LEFT.values(), ids=LEFT)
def test_of_a_set_is_struck_out_what_cannot_lie_there(sets, sure, known, expected):
    around = replace(look(SOUTH, EAST, *sure), alike=tuple(sets))
    assert left_open(around, replace(ON_OFFER, **known), AROUND) == expected


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
