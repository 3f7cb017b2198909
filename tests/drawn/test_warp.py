"""Cards in the picture lie where the projection says, bent by the lens within themselves, too."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lucca_pi.drawn.conditions import EASY, CameraView
from lucca_pi.drawn.hiding import StandingBody
from lucca_pi.drawn.painter import DrawnSight, Painter
from lucca_pi.drawn.things import moved_point
from lucca_pi.drawn.view import FlatSheet, Nudge, Projection, picture_box, warp_of
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.drawn.seats import TABLES
from lucca_pi.games.citta.rules.deck import reference_deck_file
from lucca_pi.games.citta.table.pieces import BACK_CODE, pieces_in
from lucca_pi.vision.detect import detect
from tests.drawn_truth import codes_in
from tests.sim.games import random_game

TABLE_MM = (1200, 900)
STRAIGHT = CameraView(tilt_deg=10, distortion=0)
WIDE = CameraView(height_mm=700, tilt_deg=10, distortion=-0.15)
SQUARES = np.kron(np.indices((6, 4)).sum(0) % 2 * 255, np.ones((64, 64))).astype(np.uint8)
CHECKERS = cv2.GaussianBlur(SQUARES, (0, 0), 2)
"""Squares of 64 dots, 16 mm on the table."""
# in the picture's middle, on one side, and in two of its corners
PLACES = [(0, 0, 0), (10, -300, 75), (-540, -380, 30), (550, 390, 200)]


def checkers_at(x_mm, y_mm, heading_deg):
    return FlatSheet((x_mm, y_mm), heading_deg, (64, 96), (256, 384))


def drawn(sheet, projection):
    return warp_of(sheet, projection, picture_box(sheet, projection))(CHECKERS, cv2.BORDER_CONSTANT)


@pytest.mark.parametrize("place", PLACES)
def test_under_a_wide_lens_every_point_of_a_sheet_is_drawn_where_it_is_seen(place):
    sheet, projection = checkers_at(*place), Projection(WIDE, TABLE_MM)
    box = picture_box(sheet, projection)
    inner = [moved_point(place[:2], place[2], x, y) for x in (-16, 0, 16) for y in (-32, -16, 0, 16, 32)]
    seen = (projection.to_picture(np.array(inner)) - (box.left, box.top)).astype(np.float32)
    stop = (cv2.TERM_CRITERIA_COUNT, 40, 0)
    found = cv2.cornerSubPix(drawn(sheet, projection), seen.copy(), (5, 5), (-1, -1), stop)
    assert np.hypot(*(found - seen).T).max() < 0.1


@pytest.mark.parametrize("place", PLACES)
def test_under_a_straight_lens_four_corners_tell_all_of_a_sheet(place):
    sheet, projection = checkers_at(*place), Projection(STRAIGHT, TABLE_MM)
    box = picture_box(sheet, projection)
    corners = projection.to_picture(sheet.corners_mm) - (box.left, box.top)
    own = np.array([(-0.5, -0.5), (255.5, -0.5), (255.5, 383.5), (-0.5, 383.5)])
    warp = cv2.getPerspectiveTransform(own.astype(np.float32), corners.astype(np.float32))
    apart = cv2.absdiff(drawn(sheet, projection), cv2.warpPerspective(CHECKERS, warp, (box.width, box.height)))
    assert apart.max() <= 255 / 16


@pytest.mark.parametrize("distortion", [-0.15, 0.05])
def test_no_dot_of_a_sheet_lies_outside_its_box(distortion):
    """A barrel bulges its edges beyond its corners."""
    projection = Projection(replace(WIDE, tilt_deg=0, distortion=distortion), TABLE_MM)
    sheet = FlatSheet((-480, 0), 0, (128, 400), (256, 384))
    box = picture_box(sheet, projection)
    wider = replace(box, left=box.left - 20, top=box.top - 20, width=box.width + 40, height=box.height + 40)
    shown = warp_of(sheet, projection, wider)(np.full_like(CHECKERS, 255), cv2.BORDER_CONSTANT)
    shown[20:-20, 20:-20] = 0
    assert not shown.any()


@given(st.floats(-600, 600), st.floats(-450, 450), st.sampled_from([-0.15, -0.02, 0.0, 0.05]), st.floats(-5, 5))
def test_what_is_seen_there_lies_there(x_mm, y_mm, distortion, nudge):
    projection = Projection(replace(WIDE, distortion=distortion), TABLE_MM, Nudge(nudge, -nudge, nudge))
    seen = projection.to_picture(np.array([[x_mm, y_mm]]))
    assert projection.to_table(seen)[0] == pytest.approx([x_mm, y_mm], abs=1e-6)


def test_the_reader_finds_codes_under_a_wide_lens_where_the_truth_says():
    deck, record = reference_deck_file(), random_game(4, 4, "english").record
    camera = CittaCamera(record, deck, 1, replace(EASY, view=WIDE))
    found = {one.code: one.corners_px for one in detect(camera.look(9).grey, pieces_in(deck).codes - {BACK_CODE}).read}
    truth = {one.code: one.corners_px for one in codes_in(camera, 9)}
    off_px = [np.hypot(*(corners - truth[code]).T).max() for code, corners in found.items()]
    assert len(off_px) > 30
    assert np.median(off_px) < 0.4


def test_a_long_thing_is_bent_as_the_table_is():
    bar = StandingBody(((-580, 290), (580, 290), (580, 340), (-580, 340)), 0, 0, (0, 0, 0))
    conditions = replace(EASY, view=replace(WIDE, width_px=1152, height_px=648), haze=0)
    painter = Painter(TABLES[4].ground, conditions, 1)
    along = np.array([(x, 315.0) for x in range(-560, 561, 40)])
    x, y = np.round(painter.projection(Nudge()).to_picture(along)).astype(int).T
    assert painter.grey(DrawnSight(0, (), [bar]))[y, x].max() < 30
    assert painter.grey(DrawnSight(0, ()))[y, x].min() > 50
