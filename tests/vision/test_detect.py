import cv2
import numpy as np
import pytest
from synthetic import TABLE, Lens, marker, picture_of

from lucca_pi.table.sighting import Sighting
from lucca_pi.vision import detect as traced
from lucca_pi.vision.codes import marker_bitmap
from lucca_pi.vision.decoder import Pyramid
from lucca_pi.vision.detect import _sharper, detect
from lucca_pi.vision.places import Places, Squares
from tests.cases import first_of

ALL = range(1, 112)


def texture(kind):
    """Pictures that hold no marker but much that looks like one."""
    noise = np.random.default_rng(3).integers(0, 256, (900, 1200), np.uint8)
    if kind == "noise":
        return noise
    blocks = cv2.resize(noise[:150, :200], (1200, 900), interpolation=cv2.INTER_NEAREST)
    return blocks if kind == "blocks" else cv2.GaussianBlur(noise, (0, 0), 4) // 40 * 40


@pytest.mark.parametrize("kind", ["noise", "blocks", "wood"])
def test_what_only_looks_like_markers_is_read_as_none(kind):
    assert detect(texture(kind), ALL).read == ()


@pytest.mark.parametrize("family", first_of(["APRILTAG_36h11", "4X4_250", "6X6_250", "ARUCO_ORIGINAL"]))
def test_markers_of_other_families_are_read_as_none(family):
    markers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{family}"))
    side, picture = markers.markerSize + 2, np.full((50 * 32, 50 * 32), 200, np.uint8)
    for code in range(min(1024, len(markers.bytesList))):
        marker = cv2.resize(cv2.aruco.generateImageMarker(markers, code, side), (32, 32), interpolation=cv2.INTER_AREA)
        y, x = np.multiply(divmod(code, 32), 50) + 9
        picture[y : y + 32, x : x + 32] = 60 + marker // 255 * 140
    assert detect(cv2.GaussianBlur(picture, (0, 0), 1.2), ALL).read == ()


def test_where_no_lines_lie_no_sticker_is_looked_for():
    read = np.stack([one.corners_px for one in detect(picture_of(TABLE, Lens()), ALL).read])
    even = Places(Pyramid(np.full((1296, 2304), 110, np.uint8)), np.zeros((1296, 2304), np.uint8))
    assert Squares.like(even, read).elsewhere(read.mean(1)).shape == (0, 4, 2)


LAID = [17, 42, 64, 73, 97, 101, 103, 111, 111]


def pictured(**lens):
    return picture_of(TABLE, Lens(size_px=(3456, 1944), **lens))


def shaded(grey, darkest):
    """A picture under light that falls off from its left edge to its right."""
    return (grey * np.linspace(1, darkest, grey.shape[1])).astype(np.uint8)


@pytest.mark.parametrize(
    "grey",
    [
        pictured(),
        cv2.GaussianBlur(pictured(turn_deg=45), (0, 0), 1.4),
        np.maximum(pictured(), 105) - 105,
        pictured() // 8,
        shaded(pictured(turn_deg=20), 0.15),
    ],
    ids=["clear", "blurred", "on black", "dim", "shaded"],
)
def test_each_marker_is_read_once(grey):
    assert sorted(one.code for one in detect(grey, ALL).read) == LAID


def test_markers_are_read_through_noise():
    grey, noise = pictured(), np.random.default_rng(4).normal(0, 14, (1944, 3456))
    found = detect(np.clip(grey * 0.5 + noise, 0, 255).astype(np.uint8), ALL)
    assert sorted(one.code for one in found.read) == LAID


def test_markers_are_read_on_a_checked_cloth():
    grey = pictured(turn_deg=10)
    across, down = np.arange(3456) // 17 % 2, np.arange(1944) // 17 % 2
    cloth = 110 - 35 * across - 35 * down[:, None]
    found = detect(np.where(cv2.erode(cv2.absdiff(grey, 110), np.ones((3, 3))) > 0, grey, cloth).astype(np.uint8), ALL)
    assert sorted(one.code for one in found.read) == LAID


def test_pale_markers_are_read_beside_a_newspaper():
    grey = (110 + (pictured().astype(float) - 110) * 0.3).astype(np.uint8)
    page = np.full((700, 1000), 250, np.uint8)
    for line in range(15, 690, 24):
        cv2.putText(page, "All the news that there is of stickers " * 3, (9, line), 0, 0.5, (10,), 1, cv2.LINE_AA)
    grey[:700, :1000] = cv2.GaussianBlur(page, (0, 0), 0.7)
    assert sorted(one.code for one in detect(grey, ALL).read) == LAID


def test_a_reflex_beside_a_marker_does_not_hide_it():
    grey = pictured()
    x, y = next(one for one in detect(grey, ALL).read if one.code == 17).corners_px.mean(0)
    across, down = np.meshgrid(np.arange(3456) - x - 22, np.arange(1944) - y)
    reflex = 200 * np.exp(-(across**2 + down**2) / (2 * 16**2))
    found = detect(np.clip(grey * 0.6 + reflex, 0, 255).astype(np.uint8), ALL)
    assert sorted(one.code for one in found.read) == LAID


@pytest.mark.parametrize("code", [17, 42, 73])
def test_a_reflex_that_takes_most_of_the_contrast_on_one_side_does_not_hide_a_marker(code):
    grey = pictured()
    x, y = next(one for one in detect(grey, ALL).read if one.code == code).corners_px.mean(0)
    across, down = np.meshgrid(np.arange(3456) - x - 12, np.arange(1944) - y)
    left = 1 - 0.95 * np.exp(-(across**2 + down**2) / (2 * 14**2))
    found = detect((255 - (255 - grey.astype(float)) * left).astype(np.uint8), ALL)
    assert sorted(one.code for one in found.read) == LAID


@pytest.mark.parametrize("towards_deg", first_of(range(0, 360, 45), 2))
def test_a_reflex_over_one_side_of_a_quarter_hardly_turns_it(towards_deg):
    grey = picture_of([Sighting(103, 0, 0, 37)], Lens(size_px=(3456, 1944), distance_mm=800), lambda _: 30.0)
    x, y = 55 * np.cos(np.radians(towards_deg)), 55 * np.sin(np.radians(towards_deg))
    across, down = np.meshgrid(np.arange(3456) - 1727.5 - x, np.arange(1944) - 971.5 - y)
    left = 1 - 0.7 * np.exp(-(across**2 + down**2) / (2 * 31**2))
    (seen,) = detect((255 - (255 - grey.astype(float)) * left).astype(np.uint8), ALL).read

    x, y = seen.corners_px[1] - seen.corners_px[0] + seen.corners_px[2] - seen.corners_px[3]
    assert np.degrees(np.arctan2(y, x)) == pytest.approx(37, abs=0.3)


def test_the_middle_of_a_marker_is_found_to_a_tenth_of_a_pixel():
    lens = Lens(size_px=(3456, 1944), turn_deg=30)
    middle = next(one for one in detect(picture_of(TABLE, lens), ALL).read if one.code == 64).corners_px.mean(0)
    assert middle == pytest.approx(lens.image([0, 0]), abs=0.1)


@pytest.mark.parametrize("size_px", [(1, 1), (24, 400)])
def test_a_picture_smaller_than_a_sticker_holds_none(size_px):
    assert detect(np.zeros(size_px, np.uint8), ALL).read == ()


def test_a_clean_marker_has_a_full_margin():
    found = detect(picture_of(TABLE, Lens(size_px=(4608, 2592))), ALL)
    assert min(one.margin for one in found.read) > 0.6


@pytest.mark.parametrize("share", [0.05, 0.3, 0.45, 0.6, 0.9])
def test_a_code_is_read_whatever_part_of_the_picture_it_fills(share):
    """Up to 0.39 it is as large as 352 px; at last its white margin is cut off by the picture's edge."""
    side = round(9 / 7 * share * 900)
    sticker = cv2.resize(marker(101), (side, side), interpolation=cv2.INTER_NEAREST)
    picture = np.full((1200, 1200), 200, np.uint8)
    start = (1200 - side) // 2
    picture[start : start + side, start : start + side] = sticker
    (found,) = detect(cv2.GaussianBlur(picture[150:1050], (0, 0), 1.0), ALL).read
    assert (found.code, np.ptp(found.corners_px, axis=0)) == (101, pytest.approx([share * 900] * 2, rel=0.02))


def test_a_large_shape_whose_corner_is_beyond_the_pictures_edge_is_kept():
    quad = np.array([[[180, 10], [300.6, 10], [300.6, 130], [180, 130]]], np.float32)
    assert np.abs(_sharper(Pyramid(texture("wood")[:300, :300]), quad) - quad).max() < 30


def outlines(grey):
    return traced.outlines(Places(Pyramid(grey)), int(traced.is_large(grey)), traced._LARGER)


def shape_on_a_table(corners):
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
    assert len(outlines(shape_on_a_table(corners))) == 0


def test_a_marker_within_a_square_is_found_too():
    grey = shape_on_a_table(SQUARES["large"])
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
