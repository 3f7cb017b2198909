"""How many pixels a sticker has from a given height."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.make.cameras import AIM_MM, CAMERAS, height_mm, mm_per_px, seen_mm
from lucca_pi.table.pieces import FINE_STICKER_PX, STICKERS_MM, sticker_for, sticker_verdict

VERDICTS = ["too far", "borderline", "fine"]


@given(sides=st.tuples(st.floats(300, 3000), st.floats(300, 3000)))
def test_from_its_height_each_camera_sees_the_table_and_a_rim_and_no_more_along_one_side(sides):
    for name, camera in CAMERAS.items():
        seen = seen_mm(camera, height_mm(camera, sides))
        spare = [along - side - 2 * AIM_MM for along, side in zip(seen, sorted(sides, reverse=True), strict=True)]
        assert min(spare) == pytest.approx(0, abs=1e-6), name


@given(sticker=st.floats(10, 30), near=st.floats(0.1, 1.0), farther=st.floats(1.0, 2.0))
def test_a_verdict_never_gets_better_with_fewer_pixels(sticker, near, farther):
    assert VERDICTS.index(sticker_verdict(sticker, near * farther)) <= VERDICTS.index(sticker_verdict(sticker, near))


@given(density=st.floats(0.1, 1.0))
def test_the_sticker_that_is_advised_is_fine_and_no_smaller_one_is(density):
    fine = [side for side in STICKERS_MM if density <= side / FINE_STICKER_PX]
    assert sticker_for(density) == min(fine, default=None)


# what a camera at the height for this table shows in a pixel, and the sticker for it
PLACES = [
    ("Camera Module 3", (1200, 900), 0.378, 12),
    ("Camera Module 3", (1600, 1200), 0.494, 16),
    ("Camera Module 3 Wide", (1600, 1200), 0.518, 16),
    ("HQ Camera, 6 mm lens", (1600, 1200), 0.421, 14),
]


@pytest.mark.parametrize(("name", "table", "density", "sticker"), PLACES)
def test_a_table_asks_for_its_sticker(name, table, density, sticker):
    camera = CAMERAS[name]
    found = mm_per_px(camera, height_mm(camera, table))
    assert found == pytest.approx(density, abs=5e-4)
    assert sticker_for(found) == sticker
