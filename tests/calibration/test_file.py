"""A calibration's file."""

import pytest

from lucca_pi.calibration.file import (
    FILE,
    Calibration,
    CalibrationError,
    SeatView,
    calibration_text,
    read_calibration,
    write_calibration,
)
from lucca_pi.vision.plane import Lens

LENS = Lens((0.01, -0.02), (-0.2, 0.01, 0.002))
MADE = Calibration(
    camera='pi:0 "imx708\\wide"',
    date="2026-05-01T20:00:00+02:00",
    size_px=(4608, 2592),
    lens=LENS,
    source="board",
    pictures=6,
    codes=210,
    lens_position=1.06,
    seats=(SeatView(101, (0.31, 0.384)), SeatView(102, (0.3, 0.4))),
)


def test_what_is_written_is_read(tmp_path):
    file = tmp_path / "new" / FILE
    write_calibration(file, MADE)
    assert read_calibration(file) == MADE


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
    file.write_text(calibration_text(MADE).replace(old, new))
    with pytest.raises(CalibrationError) as error:
        read_calibration(file)
    assert str(error.value).startswith(f"{file}: no calibration (")
    assert said in str(error.value)
    assert str(error.value).endswith("Make it again: lucca-pi calibrate.")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CalibrationError, match=r"nowhere.toml: cannot be read: No such file"):
        read_calibration(tmp_path / "nowhere.toml")
