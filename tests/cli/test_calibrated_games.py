"""Games played with a calibrated lens: their pictures are read again with it, by `again.sh` and by `verify`."""

import shlex
from contextlib import closing
from dataclasses import replace
from io import StringIO
from zipfile import ZipFile

import cv2
import pytest
from claimed import forged
from evening import FILE, record

from lucca_pi.calibration.file import Calibration, calibration_text, write_calibration
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
    camera = CittaCamera(record(), FILE, 1, replace(EASY, view=WIDE, jpeg_quality=None))
    for number, name in enumerate(LOOKS):
        cv2.imwrite(str(folder / f"{name}.png"), camera.look(number).grey)
    return sorted(folder.iterdir())


def played(directory, frames, lens=None):
    """Plays on in that state directory, with a lens if one is given; gives the folder of the pictures kept."""
    shown, file = directory / f"{len(frames)} frames", directory / "lens.toml" if lens else None
    shown.mkdir(parents=True)
    for frame in frames:
        (shown / frame.name).symlink_to(frame)
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
        eyes = FileEyes(archive, pieces_in(FILE), "aruco")
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
