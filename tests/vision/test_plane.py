from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic import Lens, square_mm

from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.drawn.things import sticker_on
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.plane import Lens as Known
from lucca_pi.vision.plane import Squares, fit_lens, fit_plane, plane_misfit
from lucca_pi.vision.reader import Reader
from tests.cases import first_of
from tests.drawn_truth import mark_corners

PLACES = [(x, y) for x in range(-400, 500, 200) for y in range(-200, 300, 100)]
CARDS = [Sighting(code, x, y, 17 * code) for code, (x, y) in enumerate(PLACES)]
QUARTERS = [Sighting(101, 0, 250, 0), Sighting(102, -380, 0, 90), Sighting(103, 380, 0, -90)]
LENSES = [
    Lens(),
    Lens(tilt_deg=25),
    Lens(tilt_deg=25, turn_deg=130),
    Lens(tilt_deg=15, turn_deg=-40, bend=0.1),
    Lens(tilt_deg=5, turn_deg=180, bend=-0.1),
    Lens(tilt_deg=10, bend=-0.3, curl=0.4),
    Lens(tilt_deg=10, turn_deg=70, bend=-0.15, middle=(0.05, -0.04)),
    Lens(tilt_deg=10, bend=-0.15, distance_mm=400),
]
KNOWN = st.builds(
    Known,
    st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)),
    st.tuples(st.floats(-0.2, 0.1), st.floats(-0.02, 0.05), st.floats(0, 0.02)),
)


def squares(lens, quarters, cards, noise_px=0.0, seed=1):
    """The codes of these quarters and of cards, each with the side of its sticker, as the lens shows them."""
    corners = [square_mm(one, 30) for one in quarters] + [square_mm(*one) for one in cards]
    noise = np.random.default_rng(seed).normal(0, noise_px, (len(corners), 4, 2))
    sides = np.array([30.0] * len(quarters) + [10.9] * len(cards))
    groups = np.array([0] * len(quarters) + [1] * len(cards))
    return Squares((lens.image(np.array(corners)) + noise).astype(np.float32), sides, groups)


def fitted(lens, cards=(), *, quarters=QUARTERS, sticker_mm=10.9, noise_px=0.0):
    return fit_plane(squares(lens, quarters, [(one, sticker_mm) for one in cards], noise_px), 0, lens.size_px)


def worst_mm(plane, lens):
    """How far cards' places are from the truth, in the axes of the first quarter."""
    middles = np.array([(card.x_mm, card.y_mm) for card in CARDS])
    found = plane.table_from_image(lens.image(middles)) + np.array([QUARTERS[0].x_mm, QUARTERS[0].y_mm])
    return np.linalg.norm(found - middles, axis=1).max()


@pytest.mark.parametrize("lens", LENSES)
def test_cards_lie_where_they_are_within_3_mm(lens):
    assert worst_mm(fitted(lens, CARDS, noise_px=0.09).plane, lens) < 3


@pytest.mark.parametrize("name", first_of(["hard", "easy", "window"]))
def test_on_drawn_tables_the_codes_lie_as_far_from_each_other_as_they_do(name):
    """Whatever lens, blur, gloss, crooked and pale stickers make of it: half to 1 mm, nearly all to 3 mm."""
    deck, conditions = reference_deck_file(), CONDITIONS[name]
    record = read_record(files("lucca_pi.games.citta.drawn").joinpath("demo.json").read_text())
    camera = CittaCamera(record, deck, 1, conditions)
    marks = ((thing, mark) for thing in camera.scene(9).things for mark in thing.kind.marks)
    lies = {mark.code: mark_corners(thing, mark, sticker_of(mark, conditions)).mean(0) for thing, mark in marks}
    seen = [one for one in Reader(pieces_in(deck)).read(camera.look(9).grey).look.sightings if one.code < 111]
    found, true = np.array([(one.x_mm, one.y_mm) for one in seen]), np.array([lies[one.code] for one in seen])
    apart = [np.linalg.norm(places[:, None] - places, axis=2) for places in (found, true)]
    off_mm = np.abs(apart[0] - apart[1])[np.triu_indices(len(seen), 1)]
    assert np.median(off_mm) < 1
    assert np.percentile(off_mm, 99) < 3


def sticker_of(mark, conditions):
    return mark.sticker or sticker_on(mark.code, conditions, 1)


@pytest.mark.parametrize("sticker_mm", [9.33, 10.9, 12.44])
def test_the_stickers_size_is_found_from_the_quarters(sticker_mm):
    fit = fitted(LENSES[2], CARDS, sticker_mm=sticker_mm, noise_px=0.15)
    assert worst_mm(fit.plane, LENSES[2]) < 3
    assert fit.misfit.max() < 0.05


def test_one_quarter_alone_gives_the_plane_around_it():
    plane = fitted(Lens(), quarters=QUARTERS[:1]).plane
    assert plane.table_from_image(Lens().image([100, 290])) == pytest.approx([100, 40], abs=1)


@pytest.mark.parametrize("lens", LENSES)
def test_the_way_back_leads_to_the_same_pixel(lens):
    plane = fitted(lens, CARDS).plane
    pixels = np.array([[0, 0], [1200.5, 700.25], [2303, 1295]])
    assert plane.image_from_table(plane.table_from_image(pixels)) == pytest.approx(pixels, abs=1e-3)


def test_squares_that_reflexes_make_larger_move_nothing():
    lens, large = Lens(), [card.x_mm > 200 and card.code % 2 == 1 for card in CARDS]
    cards = [(card, 10.9 * (1.03 if one else 1)) for card, one in zip(CARDS, large, strict=True)]
    assert worst_mm(fit_plane(squares(lens, QUARTERS, cards), 0, lens.size_px).plane, lens) < 0.5


def test_a_square_of_the_wrong_size_loses_its_say_and_is_told():
    lens = Lens(tilt_deg=20)
    cards = [*((one, 10.9) for one in CARDS), (Sighting(50, 100, 100, 0), 6)]
    fit = fit_plane(squares(lens, QUARTERS, cards), 0, lens.size_px)
    assert worst_mm(fit.plane, lens) < 3
    assert (fit.misfit > 0.1).nonzero()[0].tolist() == [len(QUARTERS) + len(CARDS)]


@given(lens=KNOWN, x=st.floats(-0.85, 0.85), y=st.floats(-0.5, 0.5))
def test_what_a_lens_bends_is_straightened(lens, x, y):
    assert lens.straightened(lens.seen(np.array([x + 1j * y])))[0] == pytest.approx(x + 1j * y, abs=1e-6)


def test_where_nothing_can_be_seen_is_beyond_the_fold():
    """r - r^3 / 4 grows up to r = 1.1547, and is 0.7698 there."""
    lens = Known(bends=(-0.25, 0.0, 0.0))
    assert np.abs(lens.straightened(np.array([0.5, 0.77, 2.0]))) == pytest.approx([0.5392, 1.1547, 1.1547], abs=1e-3)


ALL_OVER = [(x, y) for x in range(-550, 600, 180) for y in range(-280, 300, 110)]


def pictures(lens):
    """Three tables before one camera: in each other places of cards, and the quarters elsewhere."""
    for number in range(3):
        cards = [(Sighting(1, x + 40 * number, y, 40 * x + number), 10.9) for x, y in ALL_OVER[number::2]]
        quarters = [Sighting(101, 100 * number, 250, 0), Sighting(102, -380, 50 * number, 90)]
        yield squares(lens, quarters, cards, 0.05, number)


def off_mm(plane, seen):
    """How far places over the whole picture are from the truth, in the axes of the first picture's first quarter."""
    places = np.array(ALL_OVER, float)
    found = plane.table_from_image(seen.image(places)) + np.array((0, 250))
    return np.linalg.norm(found - places, axis=1).max()


# the bend, and how far places are off at most with the lens told by three pictures: at a wide angle 3.2 mm without
BENDS = [(-0.35, 1.0), (-0.15, 0.8), (0.1, 0.7)]


@pytest.mark.parametrize("bend_and_most_mm", first_of(BENDS))
def test_a_lens_told_by_codes_alone_makes_places_exact_out_to_the_edge(bend_and_most_mm):
    bend, most_mm = bend_and_most_mm
    seen = Lens(tilt_deg=4, bend=bend, distance_mm=1000)
    shown = list(pictures(seen))
    lens = fit_lens(shown, seen.size_px)
    alone, known = (fit_plane(shown[0], 0, seen.size_px, one).plane for one in (None, lens))
    assert off_mm(known, seen) < min(most_mm, 0.8 * off_mm(alone, seen))
    assert plane_misfit(shown, seen.size_px, lens) < 1.1 * plane_misfit(shown, seen.size_px)


def test_the_way_back_leads_through_the_lens_to_the_same_pixel():
    seen = Lens(tilt_deg=4, bend=-0.35, distance_mm=1000)
    shown = list(pictures(seen))
    plane = fit_plane(shown[0], 0, seen.size_px, fit_lens(shown, seen.size_px)).plane
    pixels = np.array([[300, 200], [1200.5, 700.25], [2003, 1095]])
    assert plane.image_from_table(plane.table_from_image(pixels)) == pytest.approx(pixels, abs=0.05)
