"""Things of any game on the drawn table: bricks in stairs, hexagons, dice, a board with codes in its corners."""

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from lucca_pi.drawn.camera import DrawnCamera, DrawnScene
from lucca_pi.drawn.conditions import EASY, CameraView
from lucca_pi.drawn.things import PRINTED, CodeMark, Ground, Person, Sticker, Thing, ThingKind, corners_of
from lucca_pi.drawn.view import Nudge, Projection
from lucca_pi.ports import CameraEndedError
from lucca_pi.vision.detect import detect
from tests.drawn_truth import codes_in, picture_of

GROUND = Ground((600.0, 450.0), (Person(0, 150, 0), Person(0, -150, 180)))
VIEW = CameraView(width_px=2304, height_px=1296, tilt_deg=0, distortion=0)
CLEAR = replace(EASY, view=VIEW, haze=0, exposure=1.0, vignetting=0, read_noise=0, shot_noise=0, jpeg_quality=None)
RED, BLUE, RIM = (40, 40, 200), (200, 60, 40), (20, 20, 20)
HEXAGON = tuple((15 + 15 / cos(pi / 6) * sin(k * pi / 3), 18 - 15 / cos(pi / 6) * cos(k * pi / 3)) for k in range(6))
SQUARE = ((0.0, 0.0), (26.0, 0.0), (26.0, 26.0), (0.0, 26.0))


def painted(colour):
    return lambda face: face.fill(colour)


def brick(colour, thick_mm=2.0):
    return ThingKind((26.0, 26.0), painted(colour), outline=SQUARE, thick_mm=thick_mm, rim=RIM)


def tile(code, sticker=None):
    return ThingKind((30.0, 36.0), painted(RED), (CodeMark(code, 15.0, 18.0, 14.0, sticker),), HEXAGON)


def camera(*things, conditions=CLEAR, **options):
    return DrawnCamera([DrawnScene(things, **options)], GROUND, 1, conditions)


def colour_at(picture, x_mm, y_mm):
    """The colour of the picture where that place of the table is seen, red first."""
    x, y = np.round(Projection(VIEW, GROUND.size_mm, Nudge()).to_picture(np.array([[x_mm, y_mm]]))[0]).astype(int)
    return picture[y, x, ::-1].astype(int)


def is_red(colour):
    return colour[0] > 120 and colour[1:].max() < 90


@pytest.mark.parametrize(("x_mm", "y_mm", "seen"), [(0, 0, True), (0, 16, True), (14, 0, True), (14, 16, False)])
def test_a_hexagon_hides_the_table_within_its_outline_alone(x_mm, y_mm, seen):
    kind = ThingKind((30.0, 36.0), painted(RED), outline=HEXAGON)
    assert is_red(colour_at(picture_of(camera(Thing(kind, 0, 0)), 0), x_mm, y_mm)) == seen


def test_fifty_tiles_are_read_where_the_truth_says():
    things = [Thing(tile(code), 32.0 * (code % 10) - 150, 40.0 * (code // 10) - 80) for code in range(1, 51)]
    drawn = camera(*things, conditions=replace(EASY, view=VIEW))
    truth = {one.code: np.array(one.corners_px) for one in codes_in(drawn, 0)}
    found = {one.code: one.corners_px for one in detect(drawn.look(0).grey, frozenset(range(1, 51))).read}
    assert found.keys() == truth.keys() == {*range(1, 51)}
    assert max(np.hypot(*(corners - truth[code]).T).max() for code, corners in found.items()) < 1.5


def test_in_stairs_the_lower_floors_stick_out_below_the_top():
    red, blue = brick(RED), brick(BLUE)
    stairs = [Thing(kind, 0, 5.0 * (1 - n), level=n, top_mm=2.0 * (n + 1)) for n, kind in enumerate((red, blue))]
    picture = picture_of(camera(*stairs), 0)
    assert colour_at(picture, 0, 0)[2] > 120
    assert is_red(colour_at(picture, 0, 16))


def test_a_high_thing_seems_larger_and_farther_out_and_shows_its_side():
    """At 40 of 1250 mm all is 3.3 % farther from the camera's foot; what is nearer to it is the side."""
    picture = picture_of(camera(Thing(brick(RED, thick_mm=40.0), 220, 0, top_mm=40.0)), 0)
    grown = 1250 / 1210
    assert is_red(colour_at(picture, 233 * grown - 1, 0))
    assert is_red(colour_at(picture, 207 * grown + 1, 0))
    assert colour_at(picture, 208, 0).max() < 60


def test_the_code_of_a_die_is_seen_where_it_is_drawn():
    face = ThingKind((16.0, 16.0), painted((230, 230, 230)), (CodeMark(52, 8.0, 8.0, 11.0, PRINTED),), thick_mm=16.0)
    drawn = camera(Thing(face, 200, 120, 30, top_mm=16.0), conditions=replace(EASY, view=replace(VIEW, tilt_deg=15)))
    (found,) = detect(drawn.look(0).grey, frozenset({52})).read
    (truth,) = codes_in(drawn, 0)
    assert np.hypot(*(found.corners_px - np.array(truth.corners_px)).T).max() < 1


def test_a_brick_on_a_code_covers_it():
    drawn = camera(Thing(tile(7), 0, 0), Thing(brick(BLUE), 13, 0, level=1, top_mm=2.0))
    assert codes_in(drawn, 0)[0].visible == pytest.approx(0.5, abs=0.06)


def test_a_board_bears_several_codes_and_people_keep_off_its_anchors():
    marks = tuple(CodeMark(101 + n, *at, 30.0, PRINTED, True) for n, at in enumerate(((20, 20), (380, 20), (20, 280))))
    board = Thing(ThingKind((400.0, 300.0), painted((200, 210, 220)), marks), 0, 0)
    drawn = camera(board, Thing(tile(3), 0, 0, level=1), conditions=replace(EASY, view=VIEW, hands=1, mugs=1))
    seen = {one.code: one.visible for one in codes_in(drawn, 0)}
    assert seen.keys() == {101, 102, 103, 3}
    assert min(seen[code] for code in (101, 102, 103)) == 1
    assert seen[3] < 0.8


def test_a_board_alone_is_looked_at_without_hands():
    marks = (CodeMark(101, 20, 20, 30.0, PRINTED, True),)
    board = Thing(ThingKind((400.0, 300.0), painted((200, 210, 220)), marks), 0, 0)
    assert codes_in(camera(board, conditions=replace(EASY, view=VIEW, hands=2)), 0)[0].visible == 1


def test_a_sticker_of_a_code_s_own_is_not_the_evening_s():
    crooked = replace(CLEAR, crooked_deg=4.0)
    as_stuck, as_told = (
        codes_in(camera(Thing(tile(9, sticker), 0, 0), conditions=crooked), 0)[0].corners_px
        for sticker in (None, Sticker())
    )
    straight = codes_in(camera(Thing(tile(9), 0, 0)), 0)[0].corners_px
    assert as_told == straight
    assert as_stuck != straight


def test_rests_are_drawn_as_what_lay_there_before_the_look():
    before, after = Thing(brick(RED), -100, 0), Thing(brick(RED), 100, 0)
    drawn = camera(after, rests=((), (before,)))
    frames = drawn.rested(0)
    assert [frame.name for frame in frames] == ["drawn-000-rest-0", "drawn-000-rest-1"]
    large = [one.colour[..., ::-1].repeat(4, 0).repeat(4, 1) for one in frames]
    assert [is_red(colour_at(picture, -100, 0)) for picture in large] == [False, True]
    assert drawn.rested(1) == []


def test_past_the_last_scene_the_camera_is_at_its_end():
    with pytest.raises(CameraEndedError):
        camera().look(1)


def test_a_turned_thing_has_turned_corners():
    left, *_ = corners_of(Thing(brick(RED), 10, 20, 90))
    assert left == pytest.approx((23, 7))
