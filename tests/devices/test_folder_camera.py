"""A folder of pictures as a camera: which picture each look shows."""

import numpy as np
import pytest
from PIL import Image

from lucca_pi.devices.camera import FolderCamera
from lucca_pi.ports import CameraEndedError


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
