"""Looks are brought into the game's axes by what has not moved, whatever else has."""

from dataclasses import replace
from math import dist

from hypothesis import given
from hypothesis import strategies as some
from positions import EAST, SOUTH, card, look

from lucca_pi.table.looks import Motion, anchored
from lucca_pi.table.sighting import Alike, Sighting

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
