import cv2
import numpy as np
import pytest

from lucca_pi.vision import detect as traced
from lucca_pi.vision.decoder import Pyramid


def outlines(grey):
    return traced.outlines(Pyramid(grey))


def picture_of(corners):
    """A dark shape on a light table."""
    grey = np.full((600, 900), 200, np.uint8)
    cv2.fillPoly(grey, [np.array(corners, np.int32)], (40,))
    return cv2.GaussianBlur(grey, (0, 0), 0.8)


SQUARES = {
    "small": [(300, 200), (316, 200), (316, 216), (300, 216)],
    "large": [(300, 200), (600, 200), (600, 500), (300, 500)],
    "turned": [(320, 200), (340, 220), (320, 240), (300, 220)],
    "tilted": [(300, 200), (360, 205), (350, 250), (304, 245)],
}


@pytest.mark.parametrize("corners", SQUARES.values(), ids=SQUARES)
def test_a_dark_square_has_its_corners_found_clockwise(corners):
    for quad in outlines(picture_of(corners)):
        assert cv2.contourArea(quad, oriented=True) > 0
        apart = np.linalg.norm(quad[:, None] - np.array(corners), axis=2)
        assert apart.min(1).max() < 4
        assert sorted(apart.argmin(1)) == [0, 1, 2, 3]
    assert len(outlines(picture_of(corners)))


SHAPES = {
    "a speck": [(300, 200), (306, 200), (306, 206), (300, 206)],
    "a stick": [(300, 200), (400, 200), (400, 220), (300, 220)],
    "two checks": [(300, 200), (330, 200), (330, 230), (360, 230), (360, 260), (330, 260), (330, 230), (300, 230)],
    "a triangle": [(300, 200), (360, 200), (330, 260)],
    "a table": [(20, 20), (880, 20), (880, 580), (20, 580)],
}


@pytest.mark.parametrize("corners", SHAPES.values(), ids=SHAPES)
def test_what_cannot_be_a_marker_is_left_out(corners):
    assert len(outlines(picture_of(corners))) == 0


def test_a_square_within_a_square_is_found_too():
    grey = picture_of(SQUARES["large"])
    grey[300:400, 400:500] = 200
    grey[330:370, 430:470] = 40
    assert {round(float(np.ptp(quad[:, 0])), -1) for quad in outlines(grey)} >= {40, 300}


def test_a_square_whose_border_is_open_has_its_corners_found():
    grey = picture_of(SQUARES["large"])
    grey[260:440, 360:540] = grey[300:340, 480:620] = 200
    corners = np.array(SQUARES["large"])
    assert any(np.linalg.norm(np.sort(quad, 0) - np.sort(corners, 0), axis=1).max() < 4 for quad in outlines(grey))


def test_a_large_picture_is_searched_for_what_is_larger():
    grey = np.full((2000, 3000), 200, np.uint8)
    grey[300:312, 400:412] = grey[700:718, 900:918] = 40
    assert {tuple(np.round(quad.mean(0), -1)) for quad in outlines(grey)} == {(910, 710)}
    assert {tuple(np.round(quad.mean(0), -1)) for quad in outlines(grey[:1000, :1200])} == {(410, 310), (910, 710)}


def test_specks_leave_no_outlines():
    speckled = np.random.default_rng(5).random((1200, 1600)) < 0.02
    assert len(outlines(np.where(speckled, 60, 180).astype(np.uint8))) == 0
