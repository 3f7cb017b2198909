"""Looks are brought into the game's axes by what has not moved, whatever else has."""

from dataclasses import replace
from math import dist

from hypothesis import given
from hypothesis import strategies as some
from positions import EAST, PIECES, SOUTH, card, look

from lucca_pi.table.looks import Motion, anchored, joined
from lucca_pi.table.sighting import Alike, Miscoloured, NameCard, Sighting

LYING = (SOUTH, EAST, *(card(code, 60 * code - 300, 97 * (code % 3)) for code in range(1, 11)))
KNOWN = {seen.code: seen for seen in LYING}
ANCHORS = (SOUTH.code, EAST.code)


def apart_mm(one, other):
    return dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))


def anywhere(turn_deg, x_mm, y_mm):
    """How the camera sees it that was turned and pushed."""
    carry = anchored(look(Sighting(101, 0, 0, 0), card(1, 100, 0)), {101: Sighting(101, x_mm, y_mm, turn_deg)}, ANCHORS)
    one, other = (complex(seen.x_mm, seen.y_mm) for seen in carry.sightings)
    return Motion((other - one) / abs(other - one), one).carry


@given(
    some.floats(-180, 180), some.floats(-900, 900), some.floats(-900, 900), some.sets(some.integers(0, 11), max_size=4)
)
def test_what_has_not_moved_is_found_again_wherever_the_camera_looks_from(turn_deg, x_mm, y_mm, moved):
    pushed = [Sighting(seen.code, seen.x_mm + 25 * seen.code % 300, seen.y_mm + 70, 0) for seen in LYING]
    now = [pushed[index] if index in moved else seen for index, seen in enumerate(LYING)]
    found = anchored(look(*map(anywhere(turn_deg, x_mm, y_mm), now)), KNOWN, ANCHORS)
    for seen, lay, index in zip(found.sightings, LYING, range(12), strict=True):
        assert (apart_mm(seen, lay) < 1) == (index not in moved)


def test_a_quarters_small_error_of_heading_does_not_swing_the_far_side_of_the_table():
    askew = (Sighting(101, 0, 0, 1.5), *LYING[1:])
    assert all(apart_mm(seen, KNOWN[seen.code]) < 1 for seen in anchored(look(*askew), KNOWN, ANCHORS).sightings)


def test_where_all_cards_were_moved_the_first_quarter_that_is_seen_decides():
    now = (Sighting(101, 0, 0, 0), *(card(code, -40 * code, 300 - 31 * code % 90) for code in range(1, 11)))
    assert anchored(look(*now), KNOWN, ANCHORS).sightings[0] == KNOWN[101]


def test_what_may_be_one_of_several_cards_is_carried_with_the_others():
    seen = replace(look(Sighting(101, 0, 0, 0)), alike=(Alike((7, 8), 100, 0, 10),))
    (there,) = anchored(seen, {101: Sighting(101, 500, 0, 90)}, ANCHORS).alike
    assert there == Alike((7, 8), 500, 100, 100)


ON_TABLE = (SOUTH, EAST, card(1, -50, 100), card(2, 60, 110, margin=0.3), card(111, -200, -90), card(111, -156, -90))


def of(*looks):
    return joined(looks, PIECES)


def test_a_card_that_only_one_of_the_pictures_shows_is_there():
    assert of(look(*ON_TABLE[:3]), look(*ON_TABLE), look(SOUTH)).sightings == of(look(*ON_TABLE)).sightings


def test_of_several_sightings_of_a_piece_the_surest_counts():
    surer = card(2, 60, 110, margin=0.9)
    assert surer in of(look(*ON_TABLE), look(SOUTH, EAST, ON_TABLE[2], surer)).sightings
    assert len(of(look(*ON_TABLE), look(*ON_TABLE[:3], surer, *ON_TABLE[4:])).sightings) == len(ON_TABLE)


def test_a_code_at_two_places_stays_at_both():
    elsewhere = of(look(*ON_TABLE), look(*ON_TABLE[:3], card(2, 300, -150))).sightings
    assert sum(seen.code == 2 for seen in elsewhere) == 2


def test_the_axes_are_those_of_the_first_picture_even_where_it_shows_another_quarter():
    east_alone = look(card(103, 0, 0), card(1, -500, -490, 90))
    found = of(look(*ON_TABLE), east_alone).sightings
    assert [seen for seen in found if seen.code == 1] == [ON_TABLE[2]]


def test_a_card_that_one_picture_doubts_for_its_colour_is_doubted():
    red, blue, green = Miscoloured(7, "red"), Miscoloured(7, "blue"), Miscoloured(3, "green")
    looks = [replace(look(*ON_TABLE), miscoloured=doubted) for doubted in ((), (red,), (blue, green))]
    assert of(*looks).miscoloured == (green, red)


def test_name_cards_of_all_pictures_are_there_once_each_in_the_axes_of_the_first():
    ada, ben = NameCard("Ada", 100.0, 0.0), NameCard("Ben", 0.0, 100.0)
    turned = replace(
        look(card(101, 0, 0, 90)), names=(replace(ada, x_mm=2.0, y_mm=100.0), NameCard("Ben", -100.0, 0.0))
    )
    assert of(replace(look(card(101, 0, 0)), names=(ada,)), turned).names == (ada, ben)


def alike(*looks):
    """What is left open of pictures in which a card lies at one place."""
    return [one.codes for one in of(*(replace(look(*ON_TABLE), alike=views) for views in looks)).alike]


def test_of_a_card_that_may_be_one_of_several_stays_what_all_pictures_leave_open():
    one, other, far = Alike((7, 8, 9), 0, 300, 0), Alike((9, 5, 8), 3, 301, 1), Alike((7, 8), 90, 300, 0)
    assert alike((one,), (other, far)) == [(8, 9), (7, 8)]
    assert alike((one,), (replace(one, codes=(5, 6)),)) == [(5, 6)]


def test_a_picture_that_knows_no_such_card_says_less_than_one_that_names_some():
    one, strange = Alike((7, 8), 0, 300, 0), Alike((), 2, 300, 0)
    assert alike((strange,), (one,)) == [(7, 8)]
    assert alike((strange,), (strange,)) == [()]


def test_a_card_that_one_picture_is_sure_of_is_not_left_open():
    assert alike((Alike((1, 5), -48, 102, 0),), ()) == []
