import cv2
import numpy as np
import pytest

from lucca_pi.vision.codes import CODES, Markers, marker_bitmap
from lucca_pi.vision.decoder import BLANK, decode, grown


def picture_of(code, side_px):
    """A marker in its white margin, and its quad from its own top left."""
    sticker = np.pad(marker_bitmap(code), 1, constant_values=255)
    enlarged = cv2.resize(sticker, (side_px * 9, side_px * 9), interpolation=cv2.INTER_NEAREST)
    low, high = side_px - 0.5, side_px * 8 - 0.5
    return enlarged, np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)


def test_every_marker_is_read_as_itself_whatever_corner_comes_first():
    for code in range(CODES):
        grey, quad = picture_of(code, 3)
        quads = np.stack([np.roll(quad, turn, axis=0) for turn in range(4)])
        read = decode(grey, quads)
        assert (read.code == code).all() and read.sure.all()
        assert (read.corners_px == quad).all()


def test_markers_most_like_another_are_told_apart_when_blurred_half_a_module():
    for code in range(CODES):
        grey, quad = picture_of(code, 3)
        read = decode(cv2.GaussianBlur(grey, (0, 0), 1.5), quad[None])
        assert read.code[0] == code and read.sure[0]


@pytest.mark.parametrize("turn", range(4))
def test_light_that_rises_over_a_marker_does_not_hide_it(turn):
    grey, quad = picture_of(42, 4)
    light = np.rot90(np.linspace(0, 215, grey.size // len(grey))[None].repeat(len(grey), 0), turn)
    read = decode((grey * 0.15 + light).astype(np.uint8), quad[None])
    assert read.code[0] == 42 and read.sure[0]


def test_a_marker_with_half_its_code_covered_is_not_sure():
    grey, quad = picture_of(42, 4)
    grey[:, 18:] = 255
    assert not decode(grey, quad[None]).sure[0]


def test_a_black_square_without_a_code_is_blank():
    grey, quad = picture_of(42, 4)
    grey[8:28, 8:28] = 0
    read = decode(grey, quad[None])
    assert read.code[0] == BLANK and not read.sure[0]


def test_the_figure_eight_is_no_marker():
    grey = np.full((300, 300), 230, np.uint8)
    for middle, half in (((150, 90), (54, 30)), ((150, 168), (54, 48))):
        cv2.ellipse(grey, middle, half, 0, 0, 360, (40,), 26)
    x, y, width, height = cv2.boundingRect(255 - cv2.threshold(grey, 130, 255, cv2.THRESH_BINARY)[1])
    corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    insets = np.mgrid[0:9, 0:9].reshape(2, -1).T[:, None] * [[1, 1], [-1, 1], [-1, -1], [1, -1]]
    read = decode(grey, (corners - 0.5 + insets).astype(np.float32))
    assert read.likeness.max() > 0.8
    assert not read.sure.any()


@pytest.mark.parametrize(("spots", "sure"), [(1, True), (2, False)])
def test_a_spot_on_a_marker_is_overlooked_but_not_two(spots, sure):
    grey, quad = picture_of(42, 4)
    for x in (12, 20)[:spots]:
        grey[16:20, x : x + 4] = 255 - grey[16:20, x : x + 4]
    read = decode(grey, quad[None])
    assert read.code[0] == 42 and read.sure[0] == sure


@pytest.mark.parametrize("turn", range(4))
def test_a_reflex_over_a_marker_does_not_hide_it(turn):
    grey, quad = picture_of(42, 4)
    across, down = np.meshgrid(np.arange(36) - 6, np.arange(36) - 14)
    reflex = np.rot90(170 * np.exp(-(across**2 + down**2) / (2 * 14**2)), turn)
    read = decode(np.clip(20 + grey * 0.2 + reflex, 0, 255).astype(np.uint8), quad[None])
    assert read.code[0] == 42 and read.sure[0]


@pytest.mark.parametrize("turn", range(4))
def test_contrast_that_fades_towards_one_side_does_not_hide_a_marker(turn):
    grey, quad = picture_of(42, 4)
    fades = np.rot90(np.linspace(0.1, 0.8, 36)[None].repeat(36, 0) ** 2, turn)
    faded = (255 - (255 - grey.astype(float)) * fades).astype(np.uint8)
    assert not decode(faded, quad[None]).sure[0]
    read = decode(faded, quad[None], faded=True)
    assert read.code[0] == 42 and read.sure[0]


def test_noise_is_never_sure():
    grey = np.random.default_rng(1).integers(0, 256, (400, 400), np.uint8)
    middles = np.random.default_rng(2).uniform(40, 360, (3000, 1, 2))
    quads = (middles + np.array([[-14, -14], [14, -14], [14, 14], [-14, 14]])).astype(np.float32)
    assert not decode(grey, quads).sure.any() and not decode(grey, quads, faded=True).sure.any()


def test_no_quads_give_no_readings():
    assert decode(np.zeros((9, 9), np.uint8), np.empty((0, 4, 2), np.float32)).code.size == 0


@pytest.mark.parametrize(("by_px", "side"), [(0, 10), (1, 12), (-2, 6)])
def test_a_quad_grows_on_every_side(by_px, side):
    quad = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], np.float32)
    assert np.ptp(grown(quad, by_px), axis=1) == pytest.approx(np.array([[side, side]]))


def test_markers_of_another_dictionary_are_told_apart_when_it_is_given():
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    markers = Markers(np.array([cv2.aruco.generateImageMarker(tags, code, 8) for code in range(20)]))
    for code in range(20):
        grey = np.rot90(cv2.resize(np.pad(markers.bitmaps[code], 1, constant_values=255), (60, 60)), code % 4)
        quad = np.array([[[6, 6], [54, 6], [54, 54], [6, 54]]], np.float32) - 0.5
        read = decode(np.ascontiguousarray(grey), quad, markers)
        assert read.code[0] == code and read.sure[0]
