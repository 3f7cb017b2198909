"""From pictures to what is known of the camera."""

from functools import cache

import cv2
import numpy as np
import pytest
from synthetic import PIECES, picture_of
from synthetic import Lens as Seen

from lucca_pi.calibration.file import CalibrationError, SeatView
from lucca_pi.calibration.measure import board_squares, judged, measure, seat_views, sticker_mm_in
from lucca_pi.games.citta.table.pieces import QUARTER_CODES
from lucca_pi.printed.common import BOARD_COLUMNS, BOARD_ROWS, BOARD_SQUARE_MM, charuco_board
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.detect import flipped
from lucca_pi.vision.reader import Reader

SEEN = Seen(bend=-0.3, distance_mm=700)


@cache
def table_from_image(seen):
    """Where on the table each pixel looks, in mm, shape (height, width, 2), through a lens without tilt."""
    width, height = seen.size_px
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(float)
    bent = (pixels - np.array(seen.size_px) / 2 + 0.5) / (0.72 * width)
    straight = bent
    for _ in range(8):
        straight = bent / (1 + seen.bend * (straight**2).sum(-1, keepdims=True))
    return straight * seen.distance_mm


def board_at(x_mm, y_mm, turn_deg):
    """The board on a grey table, its middle there."""
    drawn = cv2.copyMakeBorder(
        charuco_board().generateImage((BOARD_COLUMNS * 80, BOARD_ROWS * 80)), *[40] * 4, 0, value=255
    )
    turn = np.radians(turn_deg)
    turned = (table_from_image(SEEN) - (x_mm, y_mm)) @ [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    dots = (turned / BOARD_SQUARE_MM * 80 + np.array(drawn.shape[::-1]) / 2 - 0.5).astype(np.float32)
    return cv2.remap(drawn, dots[..., 0], dots[..., 1], cv2.INTER_AREA, borderValue=110)


def test_the_board_tells_the_lens():
    pictures = [
        board_at(*place) for place in ((0, 0, 0), (-380, -150, 20), (370, 140, -70), (-370, 150, 90), (380, -150, 45))
    ]
    measured = measure(pictures, PIECES, "board")
    assert (measured.source, measured.pictures, measured.seats) == ("board", 5, ())
    assert measured.reach > 0.75
    width, height = SEEN.size_px
    truth = SEEN.bend * (np.hypot(width, height) / 2 / 0.72 / width) ** 2
    a, b, c = measured.lens.bends
    far = np.linspace(0.2, 0.8, 7)
    assert far * (1 + a * far**2 + b * far**4 + c * far**6) == pytest.approx(far * (1 + truth * far**2), abs=1e-3)


def test_half_a_board_has_the_squares_that_are_seen_whole():
    assert len(board_squares(board_at(0, 0, 0)).corners_px) == (BOARD_COLUMNS - 2) * (BOARD_ROWS - 2)
    assert 12 <= len(board_squares(board_at(0, 200, 0)).corners_px) < 40
    assert board_squares(np.full((1296, 2304), 110, np.uint8)) is None


CARDS = [Sighting(n + 1, 90 * (n % 9) - 360, 100 * (n // 9) - 150, 0) for n in range(27)]
QUARTER = Sighting(101, 0, 200, 0)


def test_too_few_codes_tell_no_lens():
    with pytest.raises(CalibrationError, match="Only 10 squares are in sight, too few to measure a lens"):
        measure([picture_of([QUARTER, *CARDS[:9]], SEEN)], PIECES)


def test_codes_without_a_quarter_tell_nothing():
    with pytest.raises(CalibrationError, match="Only 0 squares"):
        measure([picture_of(CARDS, SEEN)], PIECES)


def test_a_mirrored_picture_is_named_as_one():
    for picture, source in ((picture_of([QUARTER], SEEN), "table"), (board_at(0, 0, 0), "board")):
        with pytest.raises(CalibrationError, match="mirrored: switch that off"):
            measure([flipped(picture)], PIECES, source)


def test_a_picture_over_which_a_library_fails_is_named(monkeypatch):
    def broken(*_):
        raise cv2.error("remap")

    monkeypatch.setattr("lucca_pi.vision.detect.outlines", broken)
    with pytest.raises(CalibrationError, match="Picture 1 cannot be read"):
        measure([np.zeros((40, 60), np.uint8)], PIECES)


def test_pictures_of_two_cameras_tell_nothing():
    table = picture_of([QUARTER, *CARDS], SEEN)
    with pytest.raises(CalibrationError, match="differ in size"):
        measure([table, table[:-100]], PIECES)


def test_a_seat_is_told_by_what_its_pixels_show():
    """Under a camera 1250 mm high each of 1658.9 pixels a radian shows 0.754 mm."""
    seen = Seen()
    inspected = Reader(PIECES).read(picture_of([Sighting(101, 0, 0, 30), *CARDS[:9]], seen))
    (seat,) = seat_views(inspected.look, inspected.plane, PIECES)
    assert seat.code == 101
    assert seat.mm_per_px == pytest.approx((0.754, 0.754), abs=0.015)


@pytest.mark.parametrize("side_mm", [12.0, 14.0, 16.0])
def test_stickers_are_judged_by_the_size_that_the_picture_shows(side_mm):
    """Whoever prints others than the deck says need not say so."""

    def side_of(code):
        return PIECES.by_code[code].square_mm if code in QUARTER_CODES else side_mm * 7 / 9

    seen = picture_of([Sighting(101, 0, 0, 30), *CARDS[:9]], Seen(distance_mm=700), side_of)
    assert sticker_mm_in(Reader(PIECES).read(seen), PIECES) == pytest.approx(side_mm, abs=0.3)


def test_without_a_card_in_sight_stickers_are_as_the_deck_says():
    alone = picture_of([Sighting(101, 0, 0, 0)], Seen(distance_mm=700))
    assert sticker_mm_in(Reader(PIECES).read(alone), PIECES) == PIECES.sticker_mm


# the worst density of a seat with stickers of 14 mm, and what is said
VERDICTS = [
    (0.4, "fine", ""),
    (0.5, "borderline", "take stickers of 16 mm or come nearer"),
    (0.6, "too far", "come nearer"),
]


@pytest.mark.parametrize(("density", "verdict", "advice"), VERDICTS)
def test_a_verdict_says_what_to_do(density, verdict, advice):
    one = judged(SeatView(101, (0.3, density)), 14.0)
    assert (one.verdict, one.advice, one.sticker_px) == (verdict, advice, 14 / density)
