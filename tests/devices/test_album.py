"""Pictures of looks in a folder of their own, and a camera that shows one of them at each look."""

from contextlib import closing
from threading import Event

import numpy as np
import pytest
from PIL import Image

from lucca_pi.devices import album as album_module
from lucca_pi.devices.album import FolderAlbum
from lucca_pi.devices.camera import FolderCamera
from lucca_pi.ports import CameraEndedError, Frame
from lucca_pi.table.sighting import Look

WAITING = 9
"""More pictures than any test here takes without waiting."""
OWN = Frame("0.jpg", None, file=b"\xff\xd8 as the camera wrote it")


def picture(seed=0):
    """A picture without a file of its own: nothing but noise."""
    noise = np.random.default_rng(seed)
    grey, colour = noise.integers(0, 256, (48, 64), np.uint8), noise.integers(0, 256, (12, 16, 3), np.uint8)
    return Frame(f"noise {seed}", grey, colour)


def look(calibration=""):
    return Look((), 0.4, (), calibration=calibration)


def taken(album, number, *frames, read_with=""):
    """The look that these pictures became."""
    album.new_look(number)
    for frame in frames:
        album.take(frame)
    made = look(read_with)
    album.became(made)
    return made


@pytest.fixture
def album(tmp_path):
    album = FolderAlbum(tmp_path, 10, WAITING)
    album.open("game")
    with closing(album):
        yield album


def files(folder):
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def test_pictures_are_shown_again_as_they_were_to_the_last_dot(album, tmp_path):
    whole, closer = picture(1), picture(2)
    album.confirm("000-deal", [taken(album, 0, whole, closer)])
    album.close()
    camera = FolderCamera(tmp_path / "game")
    for shown, was in zip((camera.look(0), *camera.closer(0)), (whole, closer), strict=True):
        assert np.array_equal(shown.grey, was.grey)
        assert np.array_equal(shown.colour, was.colour)


def test_a_file_of_the_cameras_own_is_kept_as_it_is(album, tmp_path):
    album.confirm("000-deal", [taken(album, 0, OWN)])
    album.close()
    assert (tmp_path / "game" / "000-deal.jpg").read_bytes() == OWN.file


def test_names_tell_what_lay_at_rest_and_what_was_joined(album, tmp_path):
    rested, refused, asked = (taken(album, 1, *frames) for frames in ([OWN], [OWN], [OWN, OWN]))
    assert refused is not asked
    names = [["001-r1-t1-a.jpg"], ["001-r1-t1.jpg", "closer/001-r1-t1.1.jpg"]]
    assert album.confirm("001-r1-t1", [rested, asked]) == names
    album.close()
    assert files(tmp_path / "game") == sorted([*names[0], *names[1], "unconfirmed/001-2.jpg"])


def test_pictures_of_a_turn_taken_back_are_no_looks_any_more(album, tmp_path):
    album.confirm("000-deal", [taken(album, 0, OWN)])
    album.confirm("001-r1-t1", [taken(album, 1, picture(), picture())])
    album.take_back(1)
    album.close()
    kept = files(tmp_path / "game")
    assert kept[0] == "000-deal.jpg"
    assert len(kept) == 5
    assert all(name.startswith("unconfirmed/") for name in kept[1:])


def test_the_calibration_that_a_picture_was_read_with_goes_where_the_picture_goes(tmp_path):
    album = FolderAlbum(tmp_path, 10, WAITING)
    album.open("game")
    album.confirm("000-deal", [taken(album, 0, OWN, read_with="first"), taken(album, 0, OWN)])
    album.confirm("001-r1-t1", [taken(album, 1, picture(), read_with="anew")])
    album.take_back(1)
    album.close()
    kept = {name: (tmp_path / "game" / name).read_text() for name in files(tmp_path / "game") if ".toml" in name}
    assert kept == {"calibration/000-deal-a.toml": "first", "unconfirmed/calibration/001-r1-t1.toml": "anew"}


def test_a_doubt_that_play_stops_at_is_the_last_look(album, tmp_path):
    taken(album, 0, OWN)
    album.leave("000-deal")
    album.close()
    assert files(tmp_path / "game") == ["000-deal.jpg"]


def test_a_game_resumed_writes_over_no_picture(tmp_path):
    for _ in range(2):
        album = FolderAlbum(tmp_path, 10, WAITING)
        album.open("game")
        taken(album, 3, OWN)
        album.close()
    assert files(tmp_path / "game") == ["unconfirmed/003-1.jpg", "unconfirmed/003-2.jpg"]


def test_the_oldest_games_make_room(tmp_path):
    album = FolderAlbum(tmp_path, 1, WAITING)
    large = Frame("large.jpg", None, file=b"\xff" * 400_000)
    for game in ("2026-05-01", "2026-05-02", "2026-05-03"):
        album.open(game)
        taken(album, 0, large)
    album.close()
    assert (sorted(game.name for game in tmp_path.iterdir()), album.notice) == (["2026-05-02", "2026-05-03"], "")


@pytest.mark.parametrize("what", ["no room", "no folder"])
def test_what_cannot_be_kept_is_told_and_stops_nothing(what, tmp_path):
    (tmp_path / "taken").write_text("a file")
    album = FolderAlbum(tmp_path / ("taken" if what == "no folder" else ""), 0)
    album.open("game")
    album.confirm("000-deal", [taken(album, 0, OWN)])
    album.close()
    assert "some pictures were not saved" in album.notice


def test_nobody_waits_for_a_slow_disk(album, tmp_path, monkeypatch):
    disk, write = Event(), album_module.write_file
    monkeypatch.setattr(album_module, "write_file", lambda *given, **how: disk.wait() and write(*given, **how))
    names = album.confirm("000-deal", [taken(album, 0, *[OWN] * (WAITING + 1))])
    disk.set()
    album.close()
    assert files(tmp_path / "game") == sorted(names[0])
    assert len(names[0]) == WAITING
    assert "too slow" in album.notice


@pytest.fixture
def camera(tmp_path):
    """One of four pictures, and of one between two of them."""
    for number, name in enumerate(("0", "1", "2-a", "2", "3")):
        Image.fromarray(np.full((4, 4), number, np.uint8)).save(tmp_path / f"{name}.png")
    return FolderCamera(tmp_path)


def seen(camera, *numbers):
    return [camera.look(number).name for number in numbers]


def test_each_look_shows_its_picture_until_it_is_confirmed(camera):
    assert seen(camera, 0, 0, 1, 2, 2, 3) == ["0.png", "0.png", "1.png", "2.png", "2.png", "3.png"]


def test_a_game_that_goes_on_begins_at_the_next_picture(camera):
    assert seen(camera, 2, 3) == ["2.png", "3.png"]


def test_after_a_complaint_it_goes_on_to_the_next_picture_and_from_there(camera):
    assert seen(camera, 0, 1) == ["0.png", "1.png"]
    camera.go_on(1)
    assert seen(camera, 1, 1, 2) == ["2.png", "2.png", "3.png"]
    with pytest.raises(CameraEndedError):
        camera.look(3)


def test_an_undo_leads_back_to_the_picture_that_the_look_showed(camera):
    seen(camera, 0)
    camera.go_on(0)
    assert seen(camera, 0, 1, 0, 1) == ["1.png", "2.png", "1.png", "2.png"]


def test_what_lay_at_rest_comes_with_the_look_after_it_whatever_was_passed_over(camera):
    assert [frame.name for frame in camera.rested(2)] == ["2-a.png"]
    camera.go_on(0)
    assert [[frame.name for frame in camera.rested(number)] for number in (0, 1, 2)] == [[], ["2-a.png"], []]


def test_the_file_of_each_look_is_named(camera):
    assert [camera.file_of(number) for number in (0, 3, 4)] == ["0.png", "3.png", ""]
