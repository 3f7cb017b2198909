"""A camera at a USB port; a recorded video stands for it, which OpenCV opens the same way."""

from io import BytesIO
from pathlib import Path
from unittest import mock

import cv2
import numpy as np
import pytest
from PIL import Image

from lucca_pi.config import Config
from lucca_pi.devices.camera import RETRY_S, STALE, STILL_S, UsbCamera
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import HandClock
from lucca_pi.equipment import make_camera
from lucca_pi.ports import LookError

RED = (200, 30, 30)


@pytest.fixture
def video(tmp_path):
    """The name of a video of red pictures, 64 wide and 48 high, enough for the start and two looks."""
    name = str(tmp_path / "red.avi")
    writer = cv2.VideoWriter(name, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(1 + 2 * (STALE + 1)):
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
    with pytest.raises(LookError, match="No picture from usb:"):
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
    ("shape", "small"), [((48, 64, 1), None), ((48, 64), None), ((1, 48 * 64), None), ((1, 48 * 64 * 3), (12, 16, 3))]
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
    assert camera.notice.startswith("No picture from")
    unplugged.rename(video)
    assert camera.live() is None  # not looked for all the time
    clock.forward(RETRY_S)
    assert (camera.live().shape, camera.notice) == ((480, 640), "")
    camera.close()


def test_a_camera_that_is_not_there_is_named(capfd):
    with pytest.raises(DeviceError, match="No camera at usb:97: plug it in"):
        make_camera(Config(camera="usb:97"), HandClock())
    assert capfd.readouterr().err == ""


class Driver:
    """
    A camera as OpenCV's part for Linux gives it: each of `files` in turn, the last one again and again.

    It is noisy as sensors are: no two pictures are the same, unless the camera `freezes`.
    """

    def __init__(self, files, *, raw=True):
        self.files, self.raw, self.settings, self.opened, self.given = [*files], raw, {}, 0, 0
        self.freezes = False

    def __call__(self, source):
        self.opened += 1
        return self

    def isOpened(self):  # noqa: N802
        return True

    def set(self, setting, value):
        self.settings[setting] = value

    def get(self, setting):
        return self.settings.get(setting, 0)

    def grab(self):
        self.files = self.files[1:] or self.files

    def read(self):
        file = self.files[0]
        self.grab()
        if isinstance(file, BaseException):
            raise file
        if not isinstance(file, bytes):
            return file is not None, file
        self.given += not self.freezes
        dots = np.frombuffer(file, np.uint8).copy()
        dots[file.index(b"\xff\xdb") + 5] += self.given % 2  # the step between two levels of grey
        if self.raw and self.settings.get(cv2.CAP_PROP_CONVERT_RGB) == 0:
            return True, dots[None]
        return True, cv2.imdecode(dots, cv2.IMREAD_COLOR)

    def release(self):
        """Nothing holds it."""


def written(**options):
    dots = np.random.default_rng(5).integers(0, 255, (12, 16, 3), np.uint8).repeat(16, 0).repeat(16, 1)
    stream = BytesIO()
    Image.fromarray(dots).save(stream, "JPEG", **options)
    return stream.getvalue()


WHOLE, IN_PARTS = written(), written(restart_marker_blocks=8)
HOLE = WHOLE[: len(WHOLE) // 2] + WHOLE[len(WHOLE) // 2 + 500 :]
BEFORE = [WHOLE] * (1 + STALE)


def usb_camera(monkeypatch, *files, raw=True):
    driver = Driver(files, raw=raw)
    monkeypatch.setattr(cv2, "VideoCapture", driver)
    return UsbCamera(0, HandClock()), driver


@pytest.mark.parametrize("raw", [True, False])
def test_a_damaged_picture_is_no_look_and_the_next_whole_one_is(monkeypatch, raw):
    camera, _ = usb_camera(monkeypatch, *BEFORE, HOLE, HOLE, WHOLE, raw=raw)
    assert (camera.look().grey.shape, camera.notice) == ((192, 256), "")


@pytest.mark.parametrize("raw", [True, False])
def test_where_all_are_damaged_that_is_said_and_no_camera_is_gone(monkeypatch, raw):
    camera, driver = usb_camera(monkeypatch, HOLE, raw=raw)
    with pytest.raises(LookError, match=r"usb:0 arrive damaged.*short cable"):
        camera.look()
    assert (camera.live(), driver.opened) == (None, 1)
    driver.files = [WHOLE]
    assert (camera.live().shape, camera.notice) == ((480, 640), "")


SOUND = {
    "filled up with zeros": WHOLE + bytes(900),
    "without its end marker": WHOLE[:-2],
    "two bytes too many": IN_PARTS[:-2] + b"\x12\x34" + IN_PARTS[-2:],
    "in grey": cv2.imencode(".jpg", np.full((192, 256), 90, np.uint8))[1].tobytes(),
    "two dots by two colours": np.full((192, 256, 2), 90, np.uint8),
    "of 16 bits": np.full((192, 256), 23_040, np.uint16),
}


@pytest.mark.parametrize("given", SOUND.values(), ids=SOUND)
def test_so_cameras_give_whole_pictures(monkeypatch, given):
    camera, _ = usb_camera(monkeypatch, given)
    assert (camera.look().grey.shape, camera.colour().shape, camera.notice) == ((192, 256), (192, 256, 3), "")


DAMAGED = {"a hole": HOLE, "a hole between marks": IN_PARTS[:900] + IN_PARTS[1200:], "cut": WHOLE[:-900] + bytes(900)}


@pytest.mark.parametrize("given", DAMAGED.values(), ids=DAMAGED)
def test_so_damaged_ones(monkeypatch, given):
    camera, _ = usb_camera(monkeypatch, given)
    assert camera.live() is None
    assert camera.notice.startswith("Pictures from usb:0 arrive damaged")


@pytest.mark.parametrize("every_s", [0.05, 0.25, 1.0, 1.9, RETRY_S + 0.1])
def test_a_lost_camera_is_back_however_often_the_live_picture_is_asked_for(monkeypatch, every_s):
    camera, driver = usb_camera(monkeypatch, WHOLE, None)
    while camera.live() is not None:
        pass
    driver.files = [WHOLE]
    camera._clock.forward(every_s)
    for _ in range(int(RETRY_S / every_s)):
        camera.live()
        camera._clock.forward(every_s)
    assert (camera.live().shape, camera.notice) == ((480, 640), "")


@pytest.mark.parametrize("raw", [True, False])
def test_a_picture_that_stands_still_is_no_look_until_the_camera_gives_another(monkeypatch, raw):
    camera, driver = usb_camera(monkeypatch, WHOLE, raw=raw)
    camera.look()
    driver.freezes = True
    for opened in (1, 2):
        with pytest.raises(LookError, match="The picture from usb:0 stands still: unplug the camera"):
            camera.look()
        assert (driver.opened, camera.live()) == (opened, None)
        camera._clock.forward(RETRY_S)
    driver.freezes = False
    assert (camera.look().grey.shape, camera.notice) == ((192, 256), "")


DARK = cv2.imencode(".jpg", np.zeros((192, 256), np.uint8))[1].tobytes()


@pytest.mark.parametrize(("given", "times"), [([WHOLE, WHOLE, written(quality=60)], 1), ([DARK], 3)])
def test_a_picture_that_comes_twice_and_a_dark_one_are_no_standstill(monkeypatch, given, times):
    camera, driver = usb_camera(monkeypatch, WHOLE)
    driver.freezes = True
    driver.files = given
    for _ in range(times):
        assert (camera.live().shape, camera.notice) == ((480, 640), "")
        camera._clock.forward(STILL_S)


def test_a_camera_that_hangs_is_asked_once_for_a_picture(monkeypatch):
    camera, driver = usb_camera(monkeypatch, WHOLE)
    driver.grab = lambda: bool(camera._clock.forward(10))
    with pytest.raises(LookError, match="No picture from usb:0"):
        camera.look()
    assert camera._clock.now_s() == 10


def test_a_name_that_opencv_lacks_is_no_camera_that_is_not_there(monkeypatch):
    monkeypatch.delattr(cv2, "VideoCapture")
    with pytest.raises(AttributeError):
        UsbCamera(0, HandClock())
    with pytest.raises(DeviceError, match=r"usb:0 cannot be used .*VideoCapture.* software is up to date"):
        make_camera(Config(camera="usb:0"), HandClock())


FAILING = {
    "nothing": None,
    "an empty picture": np.zeros((0, 0, 3), np.uint8),
    "of another kind": np.zeros((192, 256, 3), np.float32),
    "of a few dots": np.zeros((2, 2, 3), np.uint8),
    "no shape": np.zeros((2, 2, 2, 2), np.uint8),
    "an error of OpenCV": cv2.error("boo"),
    "an index": IndexError("list index out of range"),
    "the library's end": SystemExit(1),
}


@pytest.mark.parametrize("given", FAILING.values(), ids=FAILING)
def test_one_reading_that_fails_gives_the_next_picture_and_no_word_of_cables(monkeypatch, given):
    camera, driver = usb_camera(monkeypatch, *BEFORE, given, WHOLE)
    assert (camera.look().grey.shape, camera.notice, driver.opened) == ((192, 256), "", 1)


@pytest.mark.parametrize("given", FAILING.values(), ids=FAILING)
def test_a_camera_of_which_all_readings_fail_is_named_at_the_start_and_gone_in_mid_game(monkeypatch, given):
    with pytest.raises(DeviceError, match="usb:0 opens but delivers no picture"):
        usb_camera(monkeypatch, given)
    camera, driver = usb_camera(monkeypatch, WHOLE, given)
    with pytest.raises(LookError, match="No picture from usb:0: check the camera's cable"):
        camera.look()
    driver.files = [WHOLE]
    camera._clock.forward(RETRY_S)
    assert (camera.look().grey.shape, camera.notice) == ((192, 256), "")


@pytest.mark.parametrize("error", [cv2.error("boo"), RuntimeError("boo"), SystemExit(1)])
def test_a_camera_whose_opening_fails_is_named(monkeypatch, error):
    monkeypatch.setattr(cv2, "VideoCapture", mock.Mock(side_effect=error))
    with pytest.raises(DeviceError, match="No camera at usb:0: plug it in"):
        UsbCamera(0, HandClock())


@pytest.mark.parametrize("name", ["usb:x", "usb:-1", "usb:1.5", "usb:9999"])
def test_a_camera_without_a_number_is_refused(name):
    with pytest.raises(DeviceError, match="as usb:0"):
        make_camera(Config(camera=name), HandClock())
