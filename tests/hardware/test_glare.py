"""Where lamps show themselves to the camera, from the side."""

from math import atan2, degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.make.glare import clear_mm, reflex_mm

LENGTHS = st.floats(100, 3000)


@given(lamp=LENGTHS, lamp_height=LENGTHS, camera_height=LENGTHS)
def test_light_leaves_a_sleeve_as_steep_as_it_came(lamp, lamp_height, camera_height):
    spot = reflex_mm(lamp, lamp_height, camera_height)
    came, left = atan2(lamp_height, lamp - spot), atan2(camera_height, spot)
    assert degrees(came) == pytest.approx(degrees(left), abs=1e-6)


@given(half=LENGTHS, lamp_height=LENGTHS, camera_height=LENGTHS)
def test_a_lamp_just_clear_of_flat_sleeves_is_mirrored_at_the_tables_edge(half, lamp_height, camera_height):
    clear = clear_mm(half, lamp_height, camera_height, bulge_deg=0)
    assert reflex_mm(clear, lamp_height, camera_height) == pytest.approx(half, rel=1e-6)


def test_sleeves_that_bulge_keep_lamps_farther_off_and_low_ones_may_come_nearer():
    flat, bulging, low = clear_mm(600, 1650, 1311, 0), clear_mm(600, 1650, 1311), clear_mm(600, 300, 1311)
    assert low < flat < bulging
