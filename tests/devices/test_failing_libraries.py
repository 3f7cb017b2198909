"""Whatever a device's library raises, a person reads which device it is and what to do; and play goes on if it can."""

import errno
import sys
from contextlib import closing
from typing import ClassVar
from unittest.mock import Mock, patch

import luma.oled.device
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.interface.serial import i2c
from oled_panel import PanelBus
from PIL import Image

from lucca_pi import equipment
from lucca_pi.config import Config
from lucca_pi.contract.screens import Notice, Snapshot
from lucca_pi.devices import gpio
from lucca_pi.devices.displays.oled import RETRY_S, Oled
from lucca_pi.devices.errors import DeviceError, put_away
from lucca_pi.devices.gpio import GpioButtons, GpioSignals
from lucca_pi.devices.system import HandClock
from lucca_pi.errors import problem_of

SNAPSHOT = Snapshot(Notice("Hello", "Press OK"))
RAISED = [
    OSError(5, "Input/output error"),
    RuntimeError("from C"),
    IndexError("list index out of range"),
    AttributeError("module has no such attribute"),
    KeyError("ExposureTime"),
    AssertionError(),
    SystemExit(1),
]
NAMES = [type(error).__name__ for error in RAISED]
PINS = {"ok": 5, "back": 6, "up": 13, "down": 19}


@pytest.mark.parametrize("error", RAISED, ids=NAMES)
@pytest.mark.parametrize(
    ("setting", "library", "words"),
    [
        ({"camera": "folder:."}, "lucca_pi.devices.camera.FolderCamera", "The camera folder:. cannot be used"),
        ({"buttons": "script:x"}, "lucca_pi.devices.buttons.ScriptButtons", "The buttons cannot be used"),
        ({"buttons": "gpio"}, "gpiozero.Button", "The buttons' pins .* are not available"),
        ({"display": "none"}, "lucca_pi.devices.displays.twins.NoDisplay.opened", "The display cannot be used"),
        ({"display": "oled"}, "luma.core.interface.serial.i2c", "No display at address 0x3C"),
        ({"buzzer": 18}, "lucca_pi.devices.gpio.GpioSignals", "Buzzer and led cannot be used"),
    ],
)
def test_a_device_that_does_not_open_is_named_and_play_ends_as_unusable(setting, library, words, error):
    config = Config(**{"pin_factory": MockFactory(), **setting})
    opens = {
        "camera": lambda: equipment.make_camera(config, HandClock()),
        "buttons": lambda: equipment.make_buttons(config, HandClock()),
        "display": lambda: equipment.make_display(config, HandClock(), sys.stdout),
        "buzzer": lambda: equipment.make_signals(config),
    }
    with patch(library, side_effect=error), pytest.raises(DeviceError, match=words) as raised:
        opens[next(iter(setting))]()
    assert problem_of(raised.value)[1] == 2


@pytest.mark.parametrize("error", RAISED, ids=NAMES)
@pytest.mark.parametrize("call", ["display", "contrast", "hide", "show"])
def test_a_panel_that_fails_in_any_way_is_gone_until_it_is_found_again(call, error):
    bus, clock = PanelBus(), HandClock()
    panel = Oled(clock, serial=i2c(bus=bus))
    pictures = [Image.new("1", (128, 64), shade) for shade in (0, 1)]
    with patch.object(luma.oled.device.ssd1306, call, side_effect=error):
        panel.show(pictures[1])
        panel.light("dim")
        panel.light("off")
        assert panel.notice == "The display does not respond: check its wires. It comes back by itself."
        panel.close()
    panel.light("full")
    clock.forward(RETRY_S)
    panel.show(pictures[1])
    assert panel.notice == ""
    assert bus.seen().getpixel((64, 32))


@pytest.mark.parametrize("error", RAISED, ids=NAMES)
def test_pins_that_cannot_be_read_any_more_are_told_and_taken_again(factory, error):
    clock = HandClock()
    buttons = GpioButtons(PINS, clock, factory)
    with patch.object(MockPWMPin, "_get_state", side_effect=error):
        assert buttons.press(SNAPSHOT, 0) is None
        assert buttons.notice.startswith("The buttons cannot be read (")
        clock.forward(gpio.RETRY_S)
        assert buttons.press(SNAPSHOT, 0) is None
    clock.forward(gpio.RETRY_S)
    assert (buttons.press(SNAPSHOT, 0), buttons.notice) == (None, "")
    factory.pin(PINS["up"]).drive_low()
    buttons.sample()
    clock.forward(0.1)
    assert buttons.press(SNAPSHOT, 0) == "up"
    with patch.object(buttons._contacts[0], "close", side_effect=error):
        buttons.close()


class ChipPin(MockPWMPin):
    """A pin that is of no use once its chip is gone."""

    def _get_state(self):
        if self.factory.is_gone:
            raise OSError(errno.ENODEV, "No such device")
        return super()._get_state()

    def close(self):
        self._get_state()


class Chip(MockFactory):
    """Shares its pins with every other, as factories of lgpio do."""

    shared: ClassVar = {}
    is_gone = False

    def __init__(self):
        super().__init__(pin_class=ChipPin)
        self.pins = self.shared

    def close(self):
        super().close()
        self.is_gone = False  # nothing is asked of it any more


def test_the_pins_of_a_chip_that_went_are_not_taken_for_those_of_the_next(monkeypatch):
    clock, chips = HandClock(), [Chip(), Chip()]
    left = iter(chips)
    monkeypatch.setattr(gpio, "pin_factory", lambda _: next(left))
    with closing(GpioButtons(PINS, clock)) as buttons:
        chips[0].is_gone = True
        assert (buttons.press(SNAPSHOT, 0), bool(buttons.notice)) == (None, True)
        clock.forward(gpio.RETRY_S)
        assert (buttons.press(SNAPSHOT, 0), buttons.notice) == (None, "")
        chips[1].pin(PINS["up"]).drive_low()
        buttons.sample()
        clock.forward(0.1)
        assert buttons.press(SNAPSHOT, 0) == "up"
    assert Chip.shared == {}


@pytest.mark.parametrize("error", RAISED, ids=NAMES)
def test_a_light_that_fails_stops_no_game(factory, error):
    signals = GpioSignals(None, 24, factory)
    with patch.object(signals._led, "on", side_effect=error), patch.object(signals._led, "close", side_effect=error):
        signals.tell("ready")
        signals.close()


def test_what_of_letting_go_fails_keeps_nothing_else_from_it():
    steps = [Mock(side_effect=error) for error in RAISED]
    put_away(*steps)
    assert all(step.called for step in steps)


def test_what_was_lost_is_found_again_however_often_it_is_asked_for(factory):
    bus, clock = PanelBus(), HandClock()
    panel, buttons = Oled(clock, serial=i2c(bus=bus)), GpioButtons(PINS, clock, factory)
    lost = OSError(5, "Input/output error")
    with (
        patch.object(luma.oled.device.ssd1306, "display", side_effect=lost),
        patch.object(MockPWMPin, "_get_state", side_effect=lost),
    ):
        panel.show(Image.new("1", (128, 64), 1))
        buttons.press(SNAPSHOT, 0)
        assert panel.notice and buttons.notice
    for _ in range(round(10 * max(RETRY_S, gpio.RETRY_S)) + 1):
        clock.forward(0.1)
        panel.show(Image.new("1", (128, 64), 1))
        buttons.press(SNAPSHOT, 0)
    assert (panel.notice, buttons.notice) == ("", "")
