"""Evenings from easy to hard: what each does to a picture, and that the truth says where the codes are."""

from dataclasses import replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import pytest

from lucca_pi.drawn.conditions import CONDITIONS, EASY, CameraView, Conditions
from lucca_pi.drawn.light import blurred, noisy, shaken, sharpened, sheens
from lucca_pi.drawn.painter import _drawn
from lucca_pi.drawn.things import Sticker, sticker_on
from lucca_pi.drawn.view import Nudge, Projection, rectangle_about
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.rules.record import read_record
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.vision.codes import MODULES, marker_bitmap
from tests.cases import first_of
from tests.drawn_truth import codes_in, picture_of, visible
from tests.sim.games import random_game

DECK = reference_deck_file()
DEMO = read_record(files("lucca_pi.games.citta.drawn").joinpath("demo.json").read_text())
FIVE = random_game(3, 5, "english").record
NAMES = list(CONDITIONS)


def camera(conditions, seed=1, record=DEMO, width_px=1152):
    view = replace(conditions.view, width_px=width_px, height_px=width_px * 9 // 16)
    return CittaCamera(record, DECK, seed, replace(conditions, view=view))


def evening(name, **options):
    return camera(CONDITIONS[name], record=FIVE if name.startswith("five") else DEMO, **options)


@pytest.mark.parametrize("name", first_of(["hard", "easy", "five players at the limit"]))
def test_the_same_seed_draws_the_same_evening(name):
    drawn, again = (evening(name, width_px=576) for _ in range(2))
    grey = drawn.look(9).grey
    _drawn.cache_clear()
    assert np.array_equal(grey, again.look(9).grey)
    assert codes_in(drawn, 9) == codes_in(again, 9)


@pytest.mark.parametrize("name", NAMES)
def test_every_code_lies_in_the_picture(name):
    drawn = evening(name, width_px=1152)
    for number in (0, 9, 18):
        corners = np.array([code.corners_px for code in codes_in(drawn, number)])
        assert corners.min() > 0
        assert (corners.max((0, 1)) < (1152, 648)).all()


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_truth_s_corners_are_those_of_the_codes(name):
    """What is drawn within the corners of a free code is like that code; so small, a blur would hide it."""
    conditions = replace(CONDITIONS[name], sheens=0, motion_px=0, blur_px=0.3, corner_blur_px=0.3)
    drawn = camera(conditions, record=FIVE if name.startswith("five") else DEMO, width_px=2304)
    grey = drawn.look(9).grey
    free = [code for code in codes_in(drawn, 9) if code.visible == 1]
    assert len(free) > 20
    assert np.median([likeness(grey, code) for code in free]) > 0.85
    assert min(likeness(grey, code) for code in free if code.code in QUARTER_CODES) > 0.9


def likeness(grey, code):
    """Between the modules as drawn and as they should be: 1 for the same up to light and contrast."""
    middles = np.array([[-0.5, -0.5], [6.5, -0.5], [6.5, 6.5], [-0.5, 6.5]], np.float32)
    into_modules = cv2.getPerspectiveTransform(np.float32(code.corners_px), (middles + 0.5) * 8 - 0.5)
    large = cv2.warpPerspective(grey, into_modules, (MODULES * 8, MODULES * 8))
    modules = large.reshape(MODULES, 8, MODULES, 8)[:, 3:5, :, 3:5].mean((1, 3))
    return np.corrcoef(modules.ravel(), marker_bitmap(code.code).ravel())[0, 1]


@pytest.mark.parametrize(("covered_mm", "expected"), [(0, 1.0), (5, 0.5), (2.5, 0.75), (10, 0.0), (-30, 1.0)])
def test_a_code_half_covered_is_half_visible(covered_mm, expected):
    square = rectangle_about(10, 10)
    cover = rectangle_about(60, 60, (-35 + covered_mm, 0))
    assert visible(square, [cover]) == pytest.approx(expected, abs=0.04)


def test_a_finger_hides_half_of_a_code():
    without, with_hand = (codes_in(camera(replace(EASY, hands=hands)), 9) for hands in (0, 1))
    lost = [before.visible - after.visible for before, after in zip(without, with_hand, strict=True)]
    assert any(0.3 < one < 0.8 for one in lost)


def test_looked_at_again_hands_are_elsewhere_or_gone_and_all_else_is_the_same():
    drawn = camera(replace(EASY, hands=1, mugs=1))
    free = codes_in(camera(replace(EASY, mugs=1)), 9)
    touched = []
    for _ in range(8):
        drawn.look(9)
        codes = codes_in(drawn, 9)
        assert [code.corners_px for code in codes] == [code.corners_px for code in free]
        touched.append([one.code for one, other in zip(codes, free, strict=True) if one.visible < other.visible])
    assert touched[0]
    assert touched[0] not in touched[1:]
    assert [] in touched
    assert len(set(map(tuple, touched))) > 2


def test_what_lies_under_a_pile_is_covered():
    drawn = camera(EASY)
    hidden = [code.visible for code, card in zip(codes_in(drawn, 18), drawn.lying(18), strict=True) if card.buried]
    assert hidden
    assert max(hidden) < 0.1


def test_mugs_stand_where_no_quarter_s_code_is():
    codes = [code for number in range(0, 20, 3) for code in codes_in(camera(replace(EASY, mugs=2)), number)]
    assert all(code.visible == 1 for code in codes if code.code in QUARTER_CODES)


def test_the_camera_is_nudged_from_look_to_look():
    held, nudged = (camera(replace(EASY, nudge_mm=nudge_mm)) for nudge_mm in (0.0, 3.0))
    quarters = [
        [code.corners_px for code in codes_in(drawn, n) if code.code == 101] for drawn in (held, nudged) for n in (0, 1)
    ]
    assert quarters[0] == quarters[1]
    assert quarters[2] != quarters[3]


def test_blur_grows_towards_the_corners():
    stripes = np.tile(np.uint8([40, 40, 200, 200]), (576, 288))
    soft = blurred(stripes, 0.3, 1.5)
    assert soft[280:296, 560:592].std() > 1.5 * soft[:16, :32].std()


def test_motion_spreads_light_so_that_dark_loses_at_its_edges():
    edge = np.where(np.arange(40) < 20, 40, 200).astype(np.uint8)[None].repeat(9, 0)
    values = shaken(edge, 6, 0)[4].astype(float)
    assert (values**2).sum() == pytest.approx((edge[4].astype(float) ** 2).sum(), rel=0.01)
    assert values.sum() > edge[4].sum() + 20


def test_motion_blurs_along_its_way_alone():
    dot = np.zeros((41, 41), np.uint8)
    dot[20, 20] = 250
    moved = shaken(dot, 6, 0)
    assert moved[:, 20].nonzero()[0].tolist() == [20]
    assert 5 <= len(moved[20].nonzero()[0]) <= 8


@pytest.mark.parametrize("grey", [30, 120, 220])
def test_noise_is_as_strong_as_the_light_makes_it(grey):
    flat = np.full((512, 512), grey, np.uint8)
    noise = noisy(flat, 2.0, 0.3, np.random.default_rng(1)).astype(float) - grey
    assert noise.std() == pytest.approx(np.sqrt(2.0**2 + 0.3**2 * grey), rel=0.15)
    assert abs(noise.mean()) < 0.5


def test_glare_makes_dots_white_and_nothing_darker():
    exact = replace(EASY, glare=300, read_noise=0, shot_noise=0, sharpening=0, jpeg_quality=None)
    plain, glaring = (camera(replace(exact, sheens=sheens)) for sheens in (0, 8))
    before, after = plain.look(9).grey.astype(int), glaring.look(9).grey.astype(int)
    assert (after - before).min() >= -1
    assert (after == 255).sum() > 100


@cache
def usual_grey():
    return camera(EASY, width_px=576).look(9).grey.mean()


@pytest.mark.parametrize(
    "darker", [{"lamp": 0.5}, {"window": 0.5}, {"people": 0.5}, {"vignetting": 0.5}, {"exposure": 0.5}]
)
def test_less_light_makes_a_darker_picture(darker):
    assert camera(replace(EASY, **darker), width_px=576).look(9).grey.mean() < usual_grey() - 1


def test_white_balance_tints_the_colours():
    blue, _, red = picture_of(camera(replace(EASY, white_balance=(1.5, 1.0, 0.5))), 9).mean((0, 1))
    plain_blue, _, plain_red = picture_of(camera(EASY), 9).mean((0, 1))
    assert blue > plain_blue * 1.2
    assert red < plain_red * 0.7


def test_stickers_are_crooked_and_pale_within_bounds():
    conditions = Conditions(crooked_deg=4, faded=0.4, specks=6)
    stickers = [sticker_on(code, conditions, 1) for code in range(1, 101)]
    assert all(abs(one.turned_deg) <= 8 and 0.6 <= one.black <= 1 and one.specks <= 6 for one in stickers)
    assert len({one.turned_deg for one in stickers}) > 50
    assert sticker_on(5, replace(EASY, faded=0), 1) == Sticker()


def test_a_code_in_strong_glare_is_washed_out_though_nothing_covers_it():
    without, strong = (codes_in(camera(replace(EASY, sheens=16, glare=glare)), 9) for glare in (0, 900))
    assert max(code.washed_out for code in without) == 0
    assert any(code.washed_out > 0.6 and code.visible == 1 for code in strong)


def test_a_card_that_lies_where_it_lay_mirrors_the_lamp_as_it_did():
    things = camera(EASY).scene(9).things
    fewer = [thing for index, thing in enumerate(things) if index % 3]
    every, some = (sheens(lying, replace(EASY, sheens=14, sheens_stay=True), "") for lying in (things, fewer))
    assert 3 < len(some) < len(fewer)
    assert set(some) < set(every)


def test_light_spreads_and_makes_what_is_dark_smaller():
    edge = np.tile(np.uint8([0] * 32 + [200] * 32), (64, 1))
    assert blurred(edge, 2.0, 2.0)[32, 32 - 1] > 100


def test_sharpening_overshoots_on_both_sides_of_an_edge():
    edge = np.tile(np.uint8([50] * 32 + [200] * 32), (64, 1))
    sharp = sharpened(blurred(edge, 1.0, 1.0), 0.8, 1.2)
    assert sharp.min() < 48
    assert sharp.max() > 201


def test_what_is_high_seems_to_lie_farther_from_the_camera_s_foot():
    projection = Projection(CameraView(tilt_deg=0), (1200, 900), Nudge())
    assert projection.lifted(np.array([[100.0, -50.0]]), 125.0)[0] == pytest.approx([100 / 0.9, -50 / 0.9])
