"""A camera at a USB port; a recorded video stands for it, which OpenCV opens the same way."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from lucca_pi.config import Config
from lucca_pi.devices.camera import RETRY_S, STALE, UsbCamera
from lucca_pi.devices.clock import HandClock
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.make import make_camera
from lucca_pi.devices.view import view_of
from lucca_pi.ports import LookError

RED = (200, 30, 30)


@pytest.fixture
def video(tmp_path):
    """The name of a video of red pictures, 64 wide and 48 high, enough for two looks."""
    name = str(tmp_path / "red.avi")
    writer = cv2.VideoWriter(name, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(2 * (STALE + 1)):
        writer.write(np.full((48, 64, 3), RED[::-1], np.uint8))
    writer.release()
    return name


def test_a_look_is_a_grey_picture_and_a_small_one_in_colour(video):
    frame = UsbCamera(video, HandClock()).look()
    assert (frame.grey.shape, frame.grey.dtype) == ((48, 64), np.uint8)
    assert abs(int(frame.grey.mean()) - (0.299 * 200 + 0.701 * 30)) < 5
    assert frame.colour.shape == (12, 16, 3)
    assert np.abs(frame.colour.mean((0, 1)) - RED).max() < 8


def test_in_colour_it_is_red_green_blue(video):
    assert np.abs(UsbCamera(video, HandClock()).colour().mean((0, 1)) - RED).max() < 8


def test_a_camera_that_gives_no_picture_says_so(video):
    camera = UsbCamera(video, HandClock())
    camera.look(), camera.look()
    with pytest.raises(LookError, match="The camera is gone: check the cable of usb:"):
        camera.look()


class Capture:
    """Gives pictures of 64 x 48 in the shapes in which OpenCV gives those of some cameras."""

    def __init__(self, shape):
        self.picture = np.full(shape, 77, np.uint8)

    def grab(self):
        """Nothing is in store."""

    def read(self):
        return True, self.picture

    def get(self, prop):
        return {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0}[prop]


@pytest.mark.parametrize(
    ("shape", "small"),
    [
        ((48, 64, 1), None),
        ((48, 64), None),
        ((1, 48 * 64), None),
        ((1, 48 * 64 * 3), (12, 16, 3)),
    ],
)
def test_cameras_without_colour_and_pictures_in_one_row_are_read(video, shape, small):
    camera = UsbCamera(video, HandClock())
    camera._capture = Capture(shape)
    frame = camera.look()
    assert (frame.grey.shape, getattr(frame.colour, "shape", None)) == ((48, 64), small)
    assert (camera.live().shape, camera.colour().shape) == ((480, 640), (48, 64, 3))


def test_a_camera_that_is_unplugged_is_taken_again_when_it_is_back(video, tmp_path):
    clock, unplugged = HandClock(), tmp_path / "unplugged.avi"
    camera = UsbCamera(video, clock)
    Path(video).rename(unplugged)
    while camera.live() is not None:
        pass
    clock.forward(RETRY_S)
    assert camera.live() is None
    assert camera.notice.startswith("The camera is gone")

    unplugged.rename(video)
    assert camera.live() is None  # not looked for all the time
    clock.forward(RETRY_S)
    assert (camera.live().shape, camera.notice) == ((480, 640), "")
    camera.close()


def test_it_saw_nothing_between_two_looks(video):
    assert view_of(UsbCamera(video, HandClock())).rested(1) == ()


def test_a_camera_that_is_not_there_is_named(capfd):
    with pytest.raises(DeviceError, match="No camera at usb:97: plug it in"):
        make_camera(Config(camera="usb:97"), HandClock())
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["usb:x", "usb:-1", "usb:1.5", "usb:9999"])
def test_a_camera_without_a_number_is_refused(name):
    with pytest.raises(DeviceError, match="say usb:0"):
        make_camera(Config(camera=name), HandClock())
