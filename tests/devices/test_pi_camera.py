"""
The Pi's camera over what of picamera2 the program uses, with a simulated sensor; tests/onpi/camera has the real one.

`room` is how much light there is: the automatic exposure makes every picture MIDDLE bright.
"""

import errno
import sys
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from lucca_pi.config import Config
from lucca_pi.devices.camera import RETRY_S, STILL_S
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.pi_camera import GIVE_UP_S, PiCamera, colour_in, grey_in
from lucca_pi.devices.system import HandClock
from lucca_pi.equipment import make_camera
from lucca_pi.ports import LookError

FRAME_S = 1 / 14
LATENT = 3
"""So many pictures are under way when a control is set."""
MIDDLE = 100
STRIDE = 128
AUTO_US, AUTO_GAIN = 23_000, 2.0
CONTROLS = {
    "AeEnable": (False, True, True),
    "ExposureTime": (1, 1_000_000, 1),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, True),
    "ColourGains": (0.0, 32.0, 1.0),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, 10_000),
}
FOCUS = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}


class World:
    """The room, and what happens to the cameras in it."""

    def __init__(self, clock, controls):
        self.clock, self.controls, self.room = clock, controls, 1.0
        self.cameras, self.hangs, self.focused, self.opened = 1, 0, 0, []
        self.freezes = False

    def module(self):
        """What `import picamera2` gives."""
        world = self

        class Picamera2(FakePicamera2):
            def __init__(self, number=0):
                if number >= world.cameras:
                    raise RuntimeError(f"No camera number {number} found")
                super().__init__(world)

        return type("picamera2", (), {"Picamera2": Picamera2, "MappedArray": MappedArray})


class FakePicamera2:
    """A sensor of 96 x 64 dots whose rows are STRIDE long."""

    sensor_resolution = (96, 64)

    def __init__(self, world):
        self.camera_properties = {"Model": "imx708_wide"}
        self.world, self.camera_controls = world, world.controls
        self.set, self.under_way, self.state = [], [], {"ExposureTime": 0, "AnalogueGain": 0}
        self.is_open = True
        world.opened.append(self)

    def create_still_configuration(self, **config):
        return config

    def configure(self, config):
        self.config = config
        self.set_controls(config["controls"])

    def start(self):
        pass

    def set_controls(self, controls):
        assert set(controls) <= set(self.camera_controls), "not advertised"
        self.set.append(dict(controls))
        self.under_way.append([LATENT, dict(controls)])

    def autofocus_cycle(self, wait):
        self.world.focused += 1
        self.state["LensPosition"] = 1.25
        return True

    def capture_request(self, wait):
        assert self.is_open
        if self.world.hangs:
            self.world.hangs -= 1
            self.world.clock.forward(wait)
            raise TimeoutError
        self.world.clock.forward(FRAME_S)
        for waiting in self.under_way:
            waiting[0] -= 1
            if waiting[0] == 0:
                self.state |= waiting[1]
        return Request(self)

    def cancel_all_and_flush(self):
        pass

    def stop(self):
        pass

    def close(self):
        self.is_open = False


class Request:
    """A picture that was begun a moment before it is given: exposed while the one before was read."""

    def __init__(self, camera):
        self.camera, state = camera, camera.state
        automatic = not state["ExposureTime"]
        time_us = AUTO_US / camera.world.room if automatic else state["ExposureTime"]
        gain = AUTO_GAIN if automatic else state["AnalogueGain"]
        self.bright = min(255, MIDDLE * camera.world.room * time_us * gain / (AUTO_US * AUTO_GAIN))
        self.began_s = camera.world.clock.now_s() - 1.5 * FRAME_S
        self.metadata = {"SensorTimestamp": round((self.began_s + time_us / 1e6) * 1e9)}
        if "ExposureTime" in camera.camera_controls:
            self.metadata |= {"ExposureTime": time_us, "AnalogueGain": gain, "ColourGains": (1.8, 1.6)}
        self.metadata |= {"LensPosition": state["LensPosition"]} if "LensPosition" in state else {}
        self.config = camera.config

    def get_metadata(self):
        return self.metadata

    def release(self):
        self.bright = -1


class MappedArray:
    """The planes of a stream, as they are in the camera's memory; it is the camera's again afterwards."""

    def __init__(self, request, stream, write):
        width, height = request.config[stream]["size"]
        self.array = np.full((height * 3 // 2, STRIDE), 7, np.uint8)
        self.array[:height, :width] = round(request.bright)
        if request.camera.world.freezes:  # what it shows can be told from a plain picture
            self.array[: height // 2, :width] = 0
        self.array[height:] = 128

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.array[:] = 255


@pytest.fixture
def world(monkeypatch):
    world = World(HandClock(), CONTROLS | FOCUS)
    monkeypatch.setitem(sys.modules, "picamera2", world.module())
    return world


def asked(world, name):
    """What the camera that was opened last was asked for, one after another."""
    return [controls[name] for controls in world.opened[-1].set if name in controls]


def brightness(frame):
    return round(float(frame.grey.mean()))


def test_a_look_is_the_whole_sensor_in_grey_and_a_quarter_of_it_in_colour(world):
    frame = PiCamera(0, world.clock).look()
    assert (frame.grey.shape, frame.colour.shape, brightness(frame)) == ((64, 96), (16, 24, 3), MIDDLE)
    assert np.abs(frame.colour.astype(int) - MIDDLE).max() <= 1


def test_the_live_picture_is_small_and_of_the_same_camera_at_work(world):
    camera = PiCamera(0, world.clock)
    assert (camera.live().shape, brightness(camera.look())) == ((427, 640), MIDDLE)
    assert len(world.opened) == 1


def test_a_look_was_exposed_after_it_was_asked_for(world):
    camera = PiCamera(0, world.clock)
    for _ in range(LATENT):
        camera.live()
    before_s = world.clock.now_s()
    camera.look()
    assert world.clock.now_s() - before_s > 1.5 * FRAME_S


def test_time_and_gain_are_held_together_in_whole_periods_of_the_flicker(world):
    PiCamera(0, world.clock, mains_hz=60)
    assert asked(world, "AeFlickerPeriod") == [8333]
    assert asked(world, "AeEnable")[-1] is False
    assert (asked(world, "AwbEnable")[-1], asked(world, "ColourGains")) == (False, [(1.8, 1.6)])
    time_us, gain = asked(world, "ExposureTime")[-1], asked(world, "AnalogueGain")[-1]
    assert (time_us, gain) == (2 * 8333, pytest.approx(AUTO_US * AUTO_GAIN / (2 * 8333)))


def test_a_change_of_the_light_is_metered_anew(world):
    camera = PiCamera(0, world.clock)
    world.room = 0.5
    assert brightness(camera.look()) == MIDDLE
    world.room = 0.4
    assert brightness(camera.look()) == round(MIDDLE * 0.4 / 0.5)


def test_closer_is_two_stops_darker_then_three_and_afterwards_as_before(world):
    camera = PiCamera(0, world.clock)
    assert [brightness(frame) for frame in camera.closer()] == [round(MIDDLE / 4), round(MIDDLE / 8)]
    assert brightness(camera.look()) == MIDDLE
    for _ in camera.closer():
        break
    assert (camera.live().mean(), brightness(camera.look())) == (MIDDLE, MIDDLE)


def test_a_focus_that_is_known_is_kept_and_another_one_is_found_once(world):
    PiCamera(0, world.clock, focus={"pi:0 imx708_wide": 0.8, "pi:0 imx708": 0.9})
    assert (asked(world, "AfMode"), asked(world, "LensPosition")) == ([0], [0.8])
    camera = PiCamera(0, world.clock)
    assert asked(world, "LensPosition") == [1.25]
    world.hangs = 1
    camera.look()
    assert asked(world, "LensPosition") == [1.25] and world.focused == 1  # known, now that it is opened anew


def test_a_camera_is_asked_only_for_what_it_has(world):
    world.controls = {"AeEnable": CONTROLS["AeEnable"]}
    camera = PiCamera(0, world.clock, focus={"pi:0 imx708_wide": 0.8})
    assert world.opened[-1].set == [{}]
    assert [brightness(frame) for frame in camera.closer()] == [MIDDLE, MIDDLE]
    assert camera.focus() is None


def test_a_camera_that_hangs_is_opened_anew_once(world):
    camera = PiCamera(0, world.clock)
    world.hangs = 1
    assert brightness(camera.look()) == MIDDLE
    assert [one.is_open for one in world.opened] == [False, True]


ODD = [IndexError("list index out of range"), AttributeError("no such"), SystemError(), SystemExit(1), KeyError(1)]


@pytest.mark.parametrize("error", [RuntimeError("Failed to queue request"), OSError(errno.ENOMEM, "no memory"), *ODD])
def test_so_is_one_that_fails_in_whatever_is_asked_of_it(world, monkeypatch, error):
    def fails(*_, **__):
        raise error

    camera = PiCamera(0, world.clock)
    for name in ("capture_request", "set_controls", "cancel_all_and_flush", "stop"):
        monkeypatch.setattr(world.opened[0], name, fails)
    assert brightness(camera.look()) == MIDDLE
    assert [one.is_open for one in world.opened] == [False, True]


def test_one_that_fails_again_is_gone_and_in_the_end_says_why(world):
    def fails(_):
        raise RuntimeError("Failed to queue request")

    camera = PiCamera(0, world.clock)
    with pytest.raises(LookError, match="No picture from the camera"):
        camera._taken(fails)
    world.clock.forward(GIVE_UP_S)
    with pytest.raises(DeviceError, match=r"pi:0 delivers no picture \(Failed to queue request\)"):
        camera._taken(fails)


def test_one_that_hangs_again_ends_the_program(world):
    camera = PiCamera(0, world.clock)
    world.hangs = 9
    with pytest.raises(DeviceError, match=r"pi:0 delivers no picture \(it does not respond\)"):
        camera.look()
    assert [one.is_open for one in world.opened] == [False, False]


def test_a_camera_that_is_gone_is_named_and_taken_again_when_it_is_back(world):
    camera = PiCamera(0, world.clock)
    world.hangs, world.cameras = 1, 0
    assert camera.live() is None
    assert camera.notice == "No picture from the camera: check its ribbon cable. Play continues by itself."
    with pytest.raises(LookError, match="No picture from the camera"):
        camera.look()
    world.cameras = 1
    assert camera.live() is None  # not looked for all the time
    world.clock.forward(RETRY_S)
    assert (brightness(camera.look()), camera.notice) == (MIDDLE, "")


@pytest.mark.parametrize("error", ODD)
def test_whatever_the_library_raises_where_there_is_no_camera_it_is_named_and_looked_for(world, monkeypatch, error):
    camera = PiCamera(0, world.clock)
    with monkeypatch.context() as gone:
        gone.setattr(world, "hangs", 1)
        gone.setitem(sys.modules, "picamera2", Mock(Picamera2=Mock(side_effect=error)))
        with pytest.raises(DeviceError, match="No camera at pi:0"):
            make_camera(Config(camera="pi"), world.clock)
        with pytest.raises(LookError, match="No picture from the camera"):
            camera.look()
    world.clock.forward(RETRY_S)
    assert brightness(camera.look()) == MIDDLE


@pytest.mark.parametrize("error", [*ODD, ValueError("numpy.dtype size changed"), OSError("libcamera.so: no such file")])
def test_whatever_its_import_raises_it_is_named(world, monkeypatch, error):
    class Finder:
        @staticmethod
        def find_spec(name, *_):
            if name == "picamera2":
                raise error

    monkeypatch.delitem(sys.modules, "picamera2")
    monkeypatch.setattr(sys, "meta_path", [Finder, *sys.meta_path])
    with pytest.raises(DeviceError, match="The Pi camera needs picamera2"):
        make_camera(Config(), world.clock)


def test_an_old_version_that_lacks_a_step_is_let_go_of(world, monkeypatch):
    camera = PiCamera(0, world.clock)
    monkeypatch.delattr(type(world.opened[0]).__mro__[1], "cancel_all_and_flush")
    camera.close()
    assert not world.opened[0].is_open


def test_a_camera_that_is_not_there_is_named_and_so_is_what_is_missing(world, monkeypatch):
    with pytest.raises(DeviceError, match=r"No camera at pi:1 \(No camera number 1 found\)"):
        make_camera(Config(camera="pi:1"), world.clock)
    with pytest.raises(DeviceError, match="give pi, or pi:1"):
        make_camera(Config(camera="pi:x"), world.clock)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceError, match="sudo apt install -y --no-install-recommends python3-picamera2"):
        make_camera(Config(), world.clock)


@pytest.mark.parametrize(("form", "stride"), [("YUV420", 64), ("YUV420", 128), ("NV12", 64)])
def test_colours_and_grey_come_out_of_planes_with_longer_rows(form, stride):
    width, height, rgb = 64, 48, (200, 60, 30)
    grey, red, blue = cv2.cvtColor(np.full((1, 1, 3), rgb, np.uint8), cv2.COLOR_RGB2YCrCb)[0, 0].tolist()
    planes = np.zeros((height * 3 // 2, stride), np.uint8)
    planes[:height, :width] = grey
    if form == "NV12":
        planes[height:, 0:width:2], planes[height:, 1:width:2] = blue, red
    else:
        halves = planes[height:].reshape(height, stride // 2)
        halves[: height // 2, : width // 2], halves[height // 2 :, : width // 2] = blue, red
    assert (grey_in(planes, (width, height)) == grey).all()
    assert np.abs(colour_in(planes, (width, height), form) - np.array(rgb)).max() <= 2


def test_a_picture_that_stands_still_ends_the_program_if_the_camera_opens_and_still_gives_it(world):
    camera, world.freezes = PiCamera(0, world.clock), True
    assert camera.live() is not None
    world.clock.forward(STILL_S + 0.1)
    with pytest.raises(DeviceError, match=r"its picture stands still.*service restarts"):
        camera.live()
    assert len(world.opened) == 2
