"""
What of picamera2 the program uses, over a sensor that is simulated: tests/onpi/camera.md has the real one.

`room` is how much light there is: the automatic exposure makes every picture MIDDLE bright.
"""

import numpy as np

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
