"""A lens that is known, and how it is told from squares."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic import Lens as Seen
from synthetic import square_mm

from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.plane import Lens, Squares, fit_lens, fit_plane, plane_misfit
from tests.cases import first_of

LENSES = st.builds(
    Lens,
    st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)),
    st.tuples(st.floats(-0.2, 0.1), st.floats(-0.02, 0.05), st.floats(0, 0.02)),
)


@given(lens=LENSES, x=st.floats(-0.85, 0.85), y=st.floats(-0.5, 0.5))
def test_what_a_lens_bends_is_straightened(lens, x, y):
    assert lens.straightened(lens.seen(np.array([x + 1j * y])))[0] == pytest.approx(x + 1j * y, abs=1e-6)


def test_where_nothing_can_be_seen_is_beyond_the_fold():
    """r - r^3 / 4 grows up to r = 1.1547, and is 0.7698 there."""
    lens = Lens(bends=(-0.25, 0.0, 0.0))
    assert np.abs(lens.straightened(np.array([0.5, 0.77, 2.0]))) == pytest.approx([0.5392, 1.1547, 1.1547], abs=1e-3)


PLACES = [(x, y) for x in range(-550, 600, 180) for y in range(-280, 300, 110)]


def pictures(lens):
    """Three tables before one camera: in each other places of cards, and the quarters elsewhere."""
    for number in range(3):
        cards = [Sighting(1, x + 40 * number, y, 40 * x + number) for x, y in PLACES[number::2]]
        quarters = [Sighting(101, 100 * number, 250, 0), Sighting(102, -380, 50 * number, 90)]
        noise = np.random.default_rng(number).normal(0, 0.05, (len(cards) + 2, 4, 2))
        corners = [square_mm(one, 30) for one in quarters] + [square_mm(one, 10.9) for one in cards]
        sizes = np.array([30.0, 30.0] + [10.9] * len(cards)), np.array([0, 0] + [1] * len(cards))
        yield Squares((lens.image(np.array(corners)) + noise).astype(np.float32), *sizes)


def worst_mm(plane, seen):
    """How far places over the whole picture are from the truth, in the axes of the first picture's first quarter."""
    places = np.array(PLACES, float)
    found = plane.table_from_image(seen.image(places)) + np.array((0, 250))
    return np.linalg.norm(found - places, axis=1).max()


# the bend, and how far places are off at most with the lens told by three pictures: at a wide angle 3.2 mm without
BENDS = [(-0.35, 1.0), (-0.15, 0.8), (0.1, 0.7)]


@pytest.mark.parametrize("bend_and_most_mm", first_of(BENDS))
def test_a_lens_told_by_codes_alone_makes_places_exact_out_to_the_edge(bend_and_most_mm):
    bend, most_mm = bend_and_most_mm
    seen = Seen(tilt_deg=4, bend=bend, distance_mm=1000)
    shown = list(pictures(seen))
    lens = fit_lens(shown, seen.size_px)
    alone, known = (fit_plane(shown[0], 0, seen.size_px, one).plane for one in (None, lens))
    assert worst_mm(known, seen) < min(most_mm, 0.8 * worst_mm(alone, seen))
    assert plane_misfit(shown, seen.size_px, lens) < 1.1 * plane_misfit(shown, seen.size_px)


def test_the_way_back_leads_through_the_lens_to_the_same_pixel():
    seen = Seen(tilt_deg=4, bend=-0.35, distance_mm=1000)
    shown = list(pictures(seen))
    plane = fit_plane(shown[0], 0, seen.size_px, fit_lens(shown, seen.size_px)).plane
    pixels = np.array([[300, 200], [1200.5, 700.25], [2003, 1095]])
    assert plane.image_from_table(plane.table_from_image(pixels)) == pytest.approx(pixels, abs=0.05)
