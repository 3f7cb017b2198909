"""Outlines of what may be a marker, in a picture of several sizes, each made once."""

import cv2
import numpy as np
import pytest

from lucca_pi.vision import detect as traced
from lucca_pi.vision.codes import marker_bitmap
from lucca_pi.vision.decoder import Pyramid
from lucca_pi.vision.places import Places


def outlines(grey):
    return traced.outlines(Places(Pyramid(grey)), int(traced.is_large(grey)), traced._LARGER)


def picture_of(corners):
    """A dark shape on a light table."""
    grey = np.full((600, 900), 200, np.uint8)
    cv2.fillPoly(grey, [np.array(corners, np.int32)], (40,))
    return cv2.GaussianBlur(grey, (0, 0), 0.8)


def marked(corners, grey=None):
    """A marker with these corners on a light table, or in a picture."""
    grey = np.full((600, 900), 200, np.uint8) if grey is None else grey
    sticker = np.pad(40 + marker_bitmap(17) // 255 * 160, 1, constant_values=200).repeat(8, 0).repeat(8, 1)
    square = np.array([(8, 8), (64, 8), (64, 64), (8, 64)], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(square, np.array(corners, np.float32))
    size, over = grey.shape[::-1], cv2.BORDER_TRANSPARENT
    return cv2.GaussianBlur(cv2.warpPerspective(sticker, onto, size, grey.copy(), borderMode=over), (0, 0), 0.8)


SQUARES = {
    "small": [(300, 200), (316, 200), (316, 216), (300, 216)],
    "large": [(300, 200), (600, 200), (600, 500), (300, 500)],
    "turned": [(320, 200), (340, 220), (320, 240), (300, 220)],
    "tilted": [(300, 200), (360, 205), (350, 250), (304, 245)],
}


@pytest.mark.parametrize("corners", SQUARES.values(), ids=SQUARES)
def test_a_marker_has_its_corners_found_clockwise(corners):
    quads = outlines(marked(corners))
    assert (np.array([cv2.contourArea(quad, oriented=True) for quad in quads]) > 0).all()
    apart = np.linalg.norm(quads[:, :, None] - np.array(corners), axis=3)
    assert [one for one in apart if one.min(1).max() < 4 + np.ptp(corners) / 20 and len({*one.argmin(1)}) == 4]


SHAPES = {
    "a speck": [(300, 200), (305, 200), (305, 205), (300, 205)],
    "a check": [(300, 200), (330, 200), (330, 230), (300, 230)],
    "a stick": [(300, 200), (400, 200), (400, 220), (300, 220)],
    "two checks": [(300, 200), (330, 200), (330, 230), (360, 230), (360, 260), (330, 260), (330, 230), (300, 230)],
    "a triangle": [(300, 200), (360, 200), (330, 260)],
    "a table": [(20, 20), (880, 20), (880, 580), (20, 580)],
}


@pytest.mark.parametrize("corners", SHAPES.values(), ids=SHAPES)
def test_what_cannot_be_a_marker_is_left_out(corners):
    assert len(outlines(picture_of(corners))) == 0


def test_a_marker_within_a_square_is_found_too():
    grey = picture_of(SQUARES["large"])
    grey[300:400, 400:500] = 200
    grey = marked([(430, 330), (470, 330), (470, 370), (430, 370)], grey)
    assert 40 in {round(float(np.ptp(quad[:, 0])), -1) for quad in outlines(grey)}


def test_a_marker_whose_border_is_open_has_its_corners_found():
    grey, corners = marked(SQUARES["large"]), np.array(SQUARES["large"])
    grey[300:340, 480:620] = 200
    assert any(np.linalg.norm(np.sort(quad, 0) - np.sort(corners, 0), axis=1).max() < 20 for quad in outlines(grey))


def test_a_large_picture_is_searched_for_what_is_larger():
    grey, square = np.full((2000, 3000), 200, np.uint8), np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    grey = marked(square * 9 + (400, 300), marked(square * 18 + (900, 700), grey))
    assert {tuple(np.round(quad.mean(0), -1)) for quad in outlines(grey)} == {(910, 710)}
    assert {tuple(np.round(quad.mean(0), -1)) for quad in outlines(grey[:1000, :1200])} >= {(400, 300), (910, 710)}


def test_specks_leave_no_outlines():
    speckled = np.random.default_rng(5).random((1200, 1600)) < 0.02
    assert len(outlines(np.where(speckled, 60, 180).astype(np.uint8))) == 0


def test_each_level_has_half_the_size_of_the_one_before_and_the_mean_of_four_pixels():
    picture = Pyramid(np.array([[0, 40, 9], [80, 120, 9], [10, 10, 9], [10, 10, 9]], np.uint8))
    assert picture[1].tolist() == [[60], [10]]
    assert picture[0].shape == (4, 3)


def test_a_level_is_made_once():
    picture = Pyramid(np.zeros((64, 64), np.uint8))
    assert picture[3].shape == (8, 8)
    assert picture[3] is picture[3]
