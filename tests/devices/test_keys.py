"""
Keyboards, remotes and presenters as buttons, on scripted devices: pipes that tell when an event can be read.

No machine that runs tests has keyboards to plug, and few have uinput. The stand-in answers as evdev 1.6 and 2.0 do.
"""

import errno
import os
import struct
import sys
import time
from collections import deque
from types import SimpleNamespace
from unittest.mock import Mock, patch

import pytest

from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.devices import buttons as keys
from lucca_pi.devices.buttons import KEYS, SEARCH_S, KeyButtons
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import HandClock

NUMBERS = {name: number for number, name in enumerate(KEYS, start=20)} | {"KEY_A": 9, "BTN_LEFT": 10}
CODES = SimpleNamespace(ecodes=NUMBERS, EV_SYN=0, EV_KEY=1, EV_REL=2, SYN_DROPPED=3)


class Device:
    """A plugged-in device: what the program holds of it ends when it is unplugged."""

    def __init__(self, folder, name, keys=tuple(KEYS), file="event0"):
        self.path, self.name, self.keys = folder / file, name, keys
        self.events = deque()
        self.fd, self._end = os.pipe()
        self.opened = 0
        self.path.touch()

    def tell(self, time_s, key, value, kind=CODES.EV_KEY):
        """An event, as the kernel tells it."""
        code = NUMBERS.get(key, key)
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


SNAPSHOT = Snapshot(Notice("Hello", "Press OK"))


@pytest.fixture(autouse=True)
def clocks_set(monkeypatch):
    """By which clock devices were asked to tell the time; a pipe has none to set."""
    given = []
    monkeypatch.setattr(keys, "ioctl", lambda _, request, which: given.append((request, *struct.unpack("i", which))))
    return given


@pytest.fixture
def library():
    return Library()


@pytest.fixture
def remote(library, tmp_path):
    return library.plug(Device(tmp_path, "Remote"))


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def buttons(library, tmp_path, clock):
    """Opens the buttons of what is plugged in."""
    return lambda which="": KeyButtons(clock, which, library, tmp_path)


@pytest.fixture
def pressed(remote, buttons):
    """The buttons of a remote."""
    return buttons()


@pytest.fixture
def later(clock, pressed):
    """Every press there is once devices have been searched for again."""

    def searched():
        clock.forward(SEARCH_S)
        return given(pressed)

    return searched


def given(pressed):
    """Every press there is."""
    return [*iter(lambda: pressed.press(SNAPSHOT, 0), None)]


@pytest.mark.parametrize(
    ("names", "button"),
    [
        ("KEY_ENTER KEY_KPENTER KEY_SPACE KEY_OK KEY_DOT KEY_B KEY_PLAYPAUSE KEY_KP5 KEY_KPPLUS", "ok"),
        ("KEY_ESC KEY_BACKSPACE KEY_KP0 KEY_MINUS KEY_KPMINUS KEY_BACK KEY_F5", "back"),
        ("KEY_UP KEY_KP8 KEY_PAGEUP KEY_VOLUMEUP", "up"),
        ("KEY_DOWN KEY_KP2 KEY_PAGEDOWN KEY_VOLUMEDOWN", "down"),
    ],
)
def test_each_key_means_its_button(remote, pressed, names, button):
    for number, name in enumerate(names.split()):
        remote.push(number, name)
    assert given(pressed) == [button] * len(names.split())


@pytest.mark.parametrize(("others", "button"), [((), "ok"), (("KEY_ENTER",), "up")])
def test_the_button_of_a_shutter_remote_is_ok_if_the_device_has_no_other(library, tmp_path, buttons, others, button):
    shutter = library.plug(Device(tmp_path, "Shutter", keys=("KEY_VOLUMEUP", *others)))
    pressed = buttons()
    shutter.push(0, "KEY_VOLUMEUP")
    assert given(pressed) == [button]


MISSED = (CODES.SYN_DROPPED, 0, CODES.EV_SYN)
EVENTS = {
    "as short as a presenter clicks": ([(0, "KEY_DOWN", 1), (0, "KEY_DOWN", 0)], ["down"]),
    "repeated by the keyboard": ([(0, "KEY_UP", 1), *[(0.5 + n / 30, "KEY_UP", 2) for n in range(60)]], ["up"]),
    "back held down": ([(0, "KEY_ESC", 1), (1, "KEY_ESC", 2), (2.1, "KEY_ESC", 0)], ["undo"]),
    "back, read late": ([(0, "KEY_ESC", 1), (0.2, "KEY_ESC", 0)], ["back"]),
    "two keys of one button": ([(0, "KEY_UP", 1), (0.1, "KEY_KP8", 1), (0.2, "KEY_UP", 0)], ["up", "up"]),
    "a key that means nothing": ([(0, "KEY_A", 1), (0.1, "KEY_A", 0)], []),
    "let go after events were missed": ([(0, "KEY_ESC", 1), (1, *MISSED), (9, "KEY_ESC", 0)], []),
    "held on after events were missed": ([(0, "KEY_ENTER", 1), (0, *MISSED), (1, "KEY_ENTER", 2)], []),
    "held down as the program starts": ([(n, "KEY_UP", 2) for n in range(5)] + [(9, "KEY_UP", 0)], []),
    "pressed again after that": (
        [(0, "KEY_ENTER", 1), (0, *MISSED), (21, "KEY_ENTER", 0), (22, "KEY_ENTER", 1), (22.1, "KEY_ENTER", 0)],
        ["ok"],
    ),
}


@pytest.mark.parametrize(("events", "expected"), EVENTS.values(), ids=EVENTS)
def test_events_become_presses_by_their_own_times(remote, clock, pressed, events, expected):
    clock.forward(20)  # a look took so long
    for event in events:
        remote.tell(*event)
    assert given(pressed) == expected


@pytest.mark.parametrize("error", [OSError(5, "I/O error"), RuntimeError("boo"), ValueError("closed"), SystemError()])
@pytest.mark.parametrize("call", ["read", "fileno"])
def test_a_device_that_fails_in_any_way_is_taken_anew(remote, pressed, later, call, error):
    with patch.object(remote, call, side_effect=error):
        remote.tell(0, "KEY_ESC", 1)
        assert given(pressed) == []
    remote.events.clear()
    remote.tell(1, "KEY_UP", 1)
    assert (later(), pressed.notice) == (["up"], "")


@pytest.mark.parametrize("error", [RuntimeError("boo"), AttributeError("boo")])
def test_devices_of_which_none_can_be_used_are_named(remote, buttons, monkeypatch, error):
    monkeypatch.setattr(remote, "capabilities", Mock(side_effect=error))
    with pytest.raises(DeviceError, match=r"event0: .*boo.* plug it in again; or play with --buttons keyboard"):
        buttons()
    assert remote.opened == 0


def test_events_tell_the_time_by_the_clock_that_never_goes_back(pressed, clocks_set):
    assert clocks_set == [(0x400445A0, time.CLOCK_MONOTONIC)]


def test_what_is_unplugged_is_taken_again_when_it_is_back(library, remote, tmp_path, pressed, later):
    remote.tell(0, "KEY_ESC", 1)
    assert given(pressed) == []
    remote.unplug()
    assert later() == []
    assert (remote.opened, pressed.notice) == (0, "No keyboard: plug one in, or a remote, or wake it up.")
    library.plug(Device(tmp_path, "Remote")).tell(9, "KEY_UP", 1)
    assert (later(), pressed.notice) == (["up"], "")


def test_a_remote_may_wake_up_after_the_start(library, tmp_path, clock, buttons):
    pressed = buttons()
    assert pressed.notice
    library.plug(Device(tmp_path, "Remote")).tell(0, "KEY_DOWN", 1)
    clock.forward(SEARCH_S)
    assert given(pressed) == ["down"]


def test_a_device_without_fitting_keys_is_left_alone(library, tmp_path, buttons):
    mouse = library.plug(Device(tmp_path, "Mouse", keys=("BTN_LEFT",)))
    assert buttons().notice.startswith("No keyboard")
    assert mouse.opened == 0


@pytest.mark.parametrize("which", ["Numpad", "{folder}/event1"])
def test_one_device_alone_can_be_named(library, remote, tmp_path, buttons, which):
    numpad = library.plug(Device(tmp_path, "Numpad", file="event1"))
    pressed = buttons(which.format(folder=tmp_path))
    remote.tell(0, "KEY_UP", 1)
    numpad.tell(0, "KEY_DOWN", 1)
    assert given(pressed) == ["down"]


def test_a_name_that_none_bears_is_said_beside_those_that_are_there(remote, buttons):
    assert buttons("Remot").notice == "Remot is missing: plug it in, or wake it up. Others: Remote."


def test_a_stuck_key_is_named_until_it_is_let_go(remote, clock, pressed):
    remote.tell(0, "KEY_VOLUMEUP", 1)
    clock.forward(60)
    assert given(pressed) == ["up"]
    assert pressed.notice == "Stuck: Volumeup on Remote. Works again once released."
    remote.tell(61, "KEY_VOLUMEUP", 0)
    assert (given(pressed), pressed.notice) == ([], "")


def test_devices_that_may_not_be_opened_are_said_with_what_to_do(library, remote, buttons):
    library.refused.add(str(remote.path))
    with pytest.raises(DeviceError, match=r"event0: Permission denied.*usermod -aG input"):
        buttons()


def test_rights_that_come_after_the_file_are_waited_for(library, tmp_path, pressed, later):
    late = library.plug(Device(tmp_path, "Late", file="event1"))
    library.refused.add(str(late.path))
    assert later() == []
    library.refused.clear()
    late.tell(5, "KEY_UP", 1)
    assert later() == ["up"]


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(DeviceError, match=r"python-evdev.*apt install python3-evdev.*--buttons keyboard"):
        KeyButtons(HandClock())


def test_closed_keys_let_go_of_their_devices(remote, pressed):
    assert remote.opened == 1
    pressed.close()
    assert remote.opened == 0
