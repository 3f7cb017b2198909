"""
A stand-in for python-evdev and for the devices in /dev/input: pipes that tell when a scripted event can be read.

No machine that runs tests has keyboards to plug, and few have uinput. It answers as evdev 1.6 and 2.0 do.
"""

import errno
import os
from collections import deque
from types import SimpleNamespace

from lucca_pi.devices.buttons import KEYS

NUMBERS = {name: number for number, name in enumerate(KEYS, start=20)} | {"KEY_A": 9, "BTN_LEFT": 10}
CODES = SimpleNamespace(ecodes=NUMBERS, EV_SYN=0, EV_KEY=1, EV_REL=2, SYN_DROPPED=3)


class Device:
    """A plugged-in device: what the program holds of it ends when it is unplugged."""

    def __init__(self, folder, name, keys=tuple(KEYS), file="event0"):
        self.path, self.name, self.keys = folder / file, name, keys
        self.events, self.down = deque(), set()
        self.fd, self._end = os.pipe()
        self.opened = 0
        self.path.touch()

    def tell(self, time_s, key, value, kind=CODES.EV_KEY):
        """An event, as the kernel tells it."""
        code = NUMBERS.get(key, key)
        if kind == CODES.EV_KEY:
            self.down = self.down | {code} if value else self.down - {code}
        self.events.append(SimpleNamespace(type=kind, code=code, value=value, timestamp=lambda: time_s))
        os.write(self._end, b".")

    def push(self, time_s, key):
        self.tell(time_s, key, 1)
        self.tell(time_s + 0.1, key, 0)

    def unplug(self):
        self.path.unlink()
        self.events = None
        os.close(self._end)

    def fileno(self):
        return self.fd

    def capabilities(self):
        return {CODES.EV_KEY: [NUMBERS[key] for key in self.keys], CODES.EV_SYN: [0]}

    def active_keys(self):
        return sorted(self.down)

    def read(self):
        if self.events is None:
            raise OSError(errno.ENODEV, "No such device")
        os.read(self.fd, 4096)
        while self.events:
            yield self.events.popleft()

    def close(self):
        self.opened -= 1


class Library:
    """The parts of python-evdev that are used. `refused` are paths that may not be opened."""

    ecodes = CODES

    def __init__(self):
        self.plugged, self.refused = {}, set()

    def plug(self, device):
        self.plugged[str(device.path)] = device
        return device

    def InputDevice(self, path):  # noqa: N802
        if path in self.refused:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        self.plugged[path].opened += 1
        return self.plugged[path]
