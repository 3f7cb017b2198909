"""`lucca-pi calibrate`, and the sample that stands in calibration/."""

from pathlib import Path

import pytest

from lucca_pi.calibration.file import FILE, read_calibration

SAMPLE = Path(__file__).parents[2] / "calibration"
FRAMES = f"folder:{SAMPLE / 'frames'}"


def test_the_sample_is_what_its_frames_tell(run, tmp_path):
    ran = run("calibrate", "--camera", FRAMES, "--out", tmp_path / "here.toml")
    sample, made = read_calibration(SAMPLE / "sample.toml"), read_calibration(tmp_path / "here.toml")
    assert (made.size_px, made.codes, made.pictures) == (sample.size_px, sample.codes, sample.pictures)
    assert made.lens.bends == pytest.approx(sample.lens.bends, abs=2e-3)
    assert made.lens.middle == pytest.approx(sample.lens.middle, abs=2e-3)
    for seat, other in zip(made.seats, sample.seats, strict=True):
        assert (seat.code, seat.mm_per_px) == (other.code, pytest.approx(other.mm_per_px, abs=2e-3))
    assert "seat 104: 0.45 to 0.50 mm per pixel, 14 mm stickers have 28 pixels or more: borderline" in ran.out
    assert (ran.code, ran.err) == (1, "")  # too far, at seat 102


def test_it_is_kept_in_the_state_directory_and_told_as_json(run, tmp_path):
    told = run("calibrate", "--camera", FRAMES, "--pictures", 1, "--json").json()
    assert told["file"] == str(tmp_path / "state" / "lucca" / FILE)
    assert (told["lens"]["pictures"], told["size_px"], len(told["seats"])) == (1, [3456, 1944], 4)
    assert read_calibration(Path(told["file"])).size_px == (3456, 1944)


def test_the_lens_of_the_sample_makes_its_reading_truer(run):
    """Only places change by it, by up to some mm, not who has what."""
    alone, known = (
        run("read", SAMPLE / "frames" / "024.jpg", "--json", *given).json()[0]
        for given in ((), ("--calibration", SAMPLE / "sample.toml"))
    )
    assert known["quarters"] == alone["quarters"]
    moved = [abs(one["x_mm"] - other["x_mm"]) for one, other in zip(known["cards"], alone["cards"], strict=True)]
    assert 0 < max(moved) < 4


@pytest.mark.parametrize("command", [("read", SAMPLE / "frames" / "024.jpg"), ("play", "--buttons", "auto")])
def test_a_broken_calibration_is_named(run, tmp_path, command):
    file = tmp_path / "broken.toml"
    file.write_text("format = 5")
    ran = run(
        *command, "--calibration", file, *(("--display", "none", "--camera", FRAMES) if "play" in command else ())
    )
    assert (ran.code, ran.err.startswith(f"lucca-pi: {file}: no calibration (its format is 5")) == (2, True)


def test_without_a_table_there_is_nothing_to_measure(run, tmp_path):
    from PIL import Image

    Image.new("L", (640, 480)).save(tmp_path / "dark.png")
    ran = run("calibrate", "--camera", f"folder:{tmp_path}", "--board")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("lucca-pi: Only 0 squares are in sight, too few to measure a lens. Hold the board flat")


def test_a_place_that_takes_no_calibration_is_named(run, tmp_path):
    (tmp_path / "taken").write_text("a file")
    out = tmp_path / "taken" / "it.toml"
    ran = run("calibrate", "--camera", FRAMES, "--pictures", 1, "--out", out)
    told = f"lucca-pi: {out}: cannot be written: File exists. Give another file with --out FILE.\n"
    assert (ran.code, ran.err) == (2, told)


def test_a_phone_needs_no_calibration_and_is_told_where_its_address_is(run):
    ran = run("calibrate", "--camera", "phone")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "The camera is a phone" in ran.err
    assert "doctor shows the address to open on the phone" in ran.err
