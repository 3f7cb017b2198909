from importlib.resources import files

import numpy as np
import pytest
from synthetic import Lens, square_mm

from lucca_pi.drawn.conditions import CONDITIONS
from lucca_pi.drawn.things import sticker_on
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.plane import Squares, fit_plane
from lucca_pi.vision.reader import Reader
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


def fitted(lens, cards=(), *, quarters=QUARTERS, sticker_mm=10.9, noise_px=0.0):
    noise = np.random.default_rng(1).normal(0, noise_px, (len(quarters) + len(cards), 4, 2))
    corners = [square_mm(one, 30) for one in quarters] + [square_mm(one, sticker_mm) for one in cards]
    sides = np.array([30.0] * len(quarters) + [10.9] * len(cards))
    groups = np.array([0] * len(quarters) + [1] * len(cards))
    squares = Squares((lens.image(np.array(corners)) + noise).astype(np.float32), sides, groups)
    return fit_plane(squares, 0, lens.size_px)


def worst_mm(plane, lens):
    """How far cards' places are from the truth, in the axes of the first quarter."""
    middles = np.array([(card.x_mm, card.y_mm) for card in CARDS])
    found = plane.table_from_image(lens.image(middles)) + np.array([QUARTERS[0].x_mm, QUARTERS[0].y_mm])
    return np.linalg.norm(found - middles, axis=1).max()


@pytest.mark.parametrize("lens", LENSES)
def test_cards_lie_where_they_are_within_3_mm(lens):
    assert worst_mm(fitted(lens, CARDS, noise_px=0.09).plane, lens) < 3


@pytest.mark.parametrize("name", ["easy", "window", "hard"])
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
    corners = [square_mm(one, 30) for one in QUARTERS]
    corners += [square_mm(card, 10.9 * (1.03 if one else 1)) for card, one in zip(CARDS, large, strict=True)]
    sides, groups = np.array([30.0] * 3 + [10.9] * len(CARDS)), np.array([0] * 3 + [1] * len(CARDS))
    squares = Squares(lens.image(np.array(corners)).astype(np.float32), sides, groups)
    assert worst_mm(fit_plane(squares, 0, lens.size_px).plane, lens) < 0.5


def test_a_square_of_the_wrong_size_loses_its_say_and_is_told():
    lens = Lens(tilt_deg=20)
    phantom = square_mm(Sighting(50, 100, 100, 0), 6)
    corners = [square_mm(one, 30) for one in QUARTERS] + [square_mm(one, 10.9) for one in CARDS] + [phantom]
    sides = np.array([30.0] * 3 + [10.9] * (len(CARDS) + 1))
    groups = np.array([0] * 3 + [1] * (len(CARDS) + 1))
    fit = fit_plane(Squares(lens.image(np.array(corners)).astype(np.float32), sides, groups), 0, lens.size_px)
    assert worst_mm(fit.plane, lens) < 3
    assert (fit.misfit > 0.1).nonzero()[0].tolist() == [len(corners) - 1]
