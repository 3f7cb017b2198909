"""A calibration's file; when its lens is used, and when it is not."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import PIECES, side_of, square_mm
from synthetic import Lens as Seen

from lucca_pi.calibration.file import (
    FILE,
    Calibration,
    CalibrationError,
    SeatView,
    calibration_text,
    read_calibration,
    write_calibration,
)
from lucca_pi.calibration.lens import StoredLens, stored_lens
from lucca_pi.table.sighting import Sighting
from lucca_pi.vision.detect import Detection, Detections
from lucca_pi.vision.plane import Lens

SEEN = Seen(tilt_deg=5, bend=-0.3)
OWN = Lens(bends=(-0.19045, 0.0, 0.0))
MADE = Calibration("pi:0 imx708", "2026-05-01T20:00:00+02:00", (4608, 2592), OWN, "table", 3, 100, 1.06)
BENT = Lens((0.01, -0.02), (-0.2, 0.01, 0.002))
WHOLE = Calibration(
    camera='pi:0 "imx708\\wide"',
    date="2026-05-01T20:00:00+02:00",
    size_px=(4608, 2592),
    lens=BENT,
    source="board",
    pictures=6,
    codes=210,
    lens_position=1.06,
    seats=(SeatView(101, (0.31, 0.384)), SeatView(102, (0.3, 0.4))),
)


def found(cards):
    """The codes of a quarter and so many cards, as SEEN shows them."""
    places = [Sighting(101, 0, 250, 0)] + [
        Sighting(1 + n, 80 * (n % 11) - 400, 80 * (n // 11) - 200, 0) for n in range(cards)
    ]
    squares = [SEEN.image(square_mm(one, side_of(one.code))).astype(np.float32) for one in places]
    noise = np.random.default_rng(1).normal(0, 0.06, (len(places), 4, 2)).astype(np.float32)
    read = tuple(
        Detection(one.code, square + off, 1.0) for one, square, off in zip(places, squares, noise, strict=True)
    )
    return Detections(read, np.zeros((0, 4, 2), np.float32))


def lens_for(stored, camera="pi:0 imx708", cards=40, size_px=SEEN.size_px):
    known = stored.calibration_for(camera, size_px, found(cards), PIECES)
    return known.lens if known else None


def test_the_lens_of_the_camera_is_used_for_pictures_of_its_shape_and_its_focus_kept():
    stored = StoredLens(MADE, named=False)
    assert (lens_for(stored), stored.notice, stored.focus) == (OWN, "", {"pi:0 imx708": 1.06})


# the calibration, for which picture, and why it is not used
UNUSED = [
    (MADE, {"camera": "usb:0"}, "is for the camera pi:0 imx708, not usb:0"),
    (MADE, {"size_px": (640, 480)}, "is for pictures of 4608 x 2592, not 640 x 480"),
    (replace(MADE, lens=Lens()), {}, "does not fit what the camera pi:0 imx708 shows"),
    (replace(MADE, lens=Lens(bends=(0.1, 0.0, 0.0))), {}, "does not fit"),
]


@pytest.mark.parametrize(("calibration", "picture", "why"), UNUSED)
def test_a_lens_that_is_not_this_cameras_is_told_once_and_never_used(calibration, picture, why, capsys):
    stored = StoredLens(calibration, named=False)
    assert [lens_for(stored, **picture) for _ in range(2)] == [None, None]
    assert why in stored.notice
    assert capsys.readouterr().err == f"lucca-pi: {stored.notice}\n"


def test_a_few_codes_do_not_tell_whether_it_fits():
    stored = StoredLens(replace(MADE, lens=Lens()))
    assert [lens_for(stored, cards=cards) for cards in (10, 40)] == [Lens(), None]


def test_one_that_was_given_is_used_whatever_the_pictures_are_called():
    assert lens_for(StoredLens(MADE), camera="000-deal.jpg") == OWN


def test_without_a_file_there_is_none_and_a_broken_one_stops_only_who_asked_for_it(tmp_path, capsys):
    assert lens_for(stored_lens(None, tmp_path)) is None
    file = tmp_path / FILE
    write_calibration(file, MADE)
    assert lens_for(stored_lens(None, tmp_path)) == OWN
    file.write_text("nonsense")
    assert lens_for(stored_lens(None, tmp_path)) is None
    assert f"{file}: no calibration" in capsys.readouterr().err
    with pytest.raises(CalibrationError):
        stored_lens(file, tmp_path)


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "new" / FILE
    write_calibration(file, WHOLE)
    assert read_calibration(file) == WHOLE


# what is changed in the file, and what is said of it
BROKEN = [
    ("lucca-calibration/1", "lucca-calibration/9", "its format is lucca-calibration/9"),
    ("bends = [-0.20000, ", "bends = [", "[0.01, 0.002] are not 3 numbers"),
    ("[lens]", "[glass]", "'lens' is missing"),
    ("[4608, 2592]", "[4608, 2592", "Unclosed array"),
    ("[4608, 2592]", '"large"', "'large' are not 2 numbers"),
    ("date = 2026-05-01T20:00:00+02:00", "date = 5", "no attribute"),
    ("pictures = 6", "pictures = inf", "infinity"),
    ("[-0.20000, ", "[nan, ", "[nan, 0.01, 0.002] are not 3 numbers"),
    ("[-0.20000, ", f"[1{'0' * 400}, ", "too large"),
    ("[-0.20000, ", "[-1.1, ", "[0.01, -0.02, -1.1, 0.01, 0.002] cannot be a lens"),
    ("[lens]", f"far = {'[' * 5000}\n[lens]", "recursion"),
]


@pytest.mark.parametrize(("old", "new", "said"), BROKEN)
def test_a_broken_file_is_named_with_what_is_wrong_and_what_to_do(tmp_path, old, new, said):
    file = tmp_path / FILE
    file.write_text(calibration_text(WHOLE).replace(old, new))
    with pytest.raises(CalibrationError) as error:
        read_calibration(file)
    assert str(error.value).startswith(f"{file}: no calibration (")
    assert said in str(error.value)
    assert str(error.value).endswith("Make it again: lucca-pi calibrate.")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CalibrationError, match=r"nowhere.toml: cannot be read: No such file"):
        read_calibration(tmp_path / "nowhere.toml")
