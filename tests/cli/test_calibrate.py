"""
`lucca-pi calibrate`, the sample that stands in calibration/, and games played with a calibrated lens.

Their pictures are read again with that lens, by `again.sh` and by `verify`.
"""

import shlex
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import cv2
import pytest
from claimed import forged
from evening import FILE as DECK_FILE
from evening import record
from lucca import linked

from lucca_pi.calibration.file import FILE, Calibration, calibration_text, read_calibration, write_calibration
from lucca_pi.commands.start import start
from lucca_pi.config import Config
from lucca_pi.devices.store import StoredGames
from lucca_pi.drawn.conditions import EASY
from lucca_pi.evening.journal import look_json
from lucca_pi.games.citta.drawn import CittaCamera
from lucca_pi.games.citta.table.pieces import pieces_in
from lucca_pi.proof.game_file import Archive
from lucca_pi.proof.past_games import export, open_games
from lucca_pi.proof.seeing import FileEyes
from lucca_pi.vision.plane import Lens

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


SIZE = 1728, 972
WIDE = replace(EASY.view, width_px=SIZE[0], height_px=SIZE[1], height_mm=1000, tilt_deg=6, distortion=-0.2)
FIRST, ANEW = Lens((-0.0516, -0.0036), (-0.1642, 0.0329, -0.0005)), Lens((-0.0407, -0.0079), (-0.157, 0.0156, -0.0012))
"""What `measure` makes of the pictures, in this size and in a larger one."""
FOREIGN = Lens(bends=(0.1, 0.0, 0.0))
LOOKS = ("000-deal", "001-r1-t1")


def calibration(lens):
    return Calibration("pi:0", "2026-05-01T20:00:00+02:00", SIZE, lens, "table", 2, 42)


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    """The deal and the first turn as a wide lens shows them."""
    folder = tmp_path_factory.mktemp("frames")
    camera = CittaCamera(record(), DECK_FILE, 1, replace(EASY, view=WIDE, jpeg_quality=None))
    for number, name in enumerate(LOOKS):
        cv2.imwrite(str(folder / f"{name}.png"), camera.look(number).grey)
    return sorted(folder.iterdir())


def played(directory, frames, lens=None):
    """Plays on in that state directory, with a lens if one is given; gives the folder of the pictures kept."""
    shown, file = linked(directory / f"{len(frames)} frames", frames), directory / "lens.toml" if lens else None
    if file:
        write_calibration(file, calibration(lens))
    settings = {"state": directory, "pictures": 50, "calibration": file}
    start(Config(f"folder:{shown}", buttons="auto", display="none", **settings), StringIO())
    (kept,) = (directory / "pictures").iterdir()
    return kept


@pytest.fixture(scope="module")
def state(frames, tmp_path_factory):
    """A game in two sittings, the camera calibrated anew between them."""
    directory = tmp_path_factory.mktemp("state")
    played(directory, frames[:1], FIRST)
    played(directory, frames, ANEW)
    return directory


def looks(directory):
    """What the looks of the game in that state directory showed."""
    with closing(StoredGames(directory)) as store:
        return [look for event in store.events(store.games()[0]) for look in event.get("looks", [])]


@pytest.fixture(scope="module")
def exported(state, tmp_path_factory):
    return export(state, open_games(state)[0].game, tmp_path_factory.mktemp("out") / "game.zip").file


def test_each_picture_keeps_the_calibration_of_its_sitting(state):
    (folder,) = (state / "pictures").iterdir()
    kept = [(folder / "calibration" / f"{name}.toml").read_text() for name in LOOKS]
    assert kept == [calibration_text(calibration(lens)) for lens in (FIRST, ANEW)]


def test_a_game_is_played_again_with_the_lens_it_was_played_with(run, frames, tmp_path, monkeypatch):
    folder = played(tmp_path / "first", frames, FIRST)
    monkeypatch.chdir(folder)
    command = shlex.split((folder / "again.sh").read_text().partition("&& lucca-pi ")[2])
    assert run(*(tmp_path / "again" if word.startswith("$(") else word for word in command)).code == 0
    assert looks(tmp_path / "again") == looks(tmp_path / "first")


def test_a_game_is_verified_with_the_lenses_it_was_played_with(run, state, exported):
    assert run("verify", exported).code == 0
    with Archive(exported) as archive:
        eyes = FileEyes(archive, pieces_in(DECK_FILE), "aruco")
        assert [look_json(eyes.looks(((f"looks/{name}.png",),))[0]) for name in LOOKS] == looks(state)


def test_a_game_played_without_a_lens_is_verified_without_one(run, frames, state, exported, tmp_path):
    played(tmp_path, frames)
    file = export(tmp_path, open_games(tmp_path)[0].game, tmp_path / "game.zip").file
    with ZipFile(file) as alone, ZipFile(exported) as known:
        lacks = set(known.namelist()) - set(alone.namelist())
    assert lacks == {f"looks/calibration/{name}.toml" for name in LOOKS}
    assert (run("verify", file).code, looks(tmp_path) != looks(state)) == (0, True)


def test_a_lens_through_which_a_picture_was_not_seen_proves_nothing(run, exported, tmp_path):
    text = calibration_text(calibration(FOREIGN)).encode()
    ran = run("verify", forged(exported, tmp_path / "forged.zip", {"looks/calibration/000-deal.toml": text}), "--json")
    assert (ran.code, ran.err) == (1, "")
    assert ran.json()["checks"][0]["why"] == (
        "looks/000-deal.png does not fit the lens of the calibration that belongs to it"
    )


def test_a_damaged_calibration_beside_a_picture_is_named(run, frames, tmp_path):
    (tmp_path / "calibration").mkdir()
    (tmp_path / frames[0].name).symlink_to(frames[0])
    (tmp_path / "calibration" / "000-deal.toml").write_text("nonsense")
    ran = run("play", "--camera", f"folder:{tmp_path}", "--buttons", "auto", "--display", "none")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert ran.err.startswith(f"lucca-pi: {tmp_path}/calibration/000-deal.toml: no calibration (")
