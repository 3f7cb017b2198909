"""The displays of other sizes: what their libraries are told, and what they do when a panel fails or is slow."""

import sys
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from PIL import Image

from lucca_pi.config import Config
from lucca_pi.devices.displays import DISPLAYS, display_class, panel_of
from lucca_pi.devices.displays.epaper import LOST_S, RETRY_S, Epaper
from lucca_pi.devices.displays.oled import ANEW_S, Oled256
from lucca_pi.devices.displays.oled import RETRY_S as OLED_RETRY_S
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import HandClock

WAIT_S = 20


class Glass:
    """The SPI bus with an SSD1322 on it: `lit` are the dots of its glass that shine."""

    def __init__(self):
        self.commands, self.lit = [], set()
        self._columns = self._rows = (0, 0)

    def command(self, *command):
        self.commands.extend(command)

    def data(self, data):
        """What follows a command: a window's columns of four dots, its rows, or the dots in it, four bits each."""
        if self.commands[-1] == 0x15:
            self._columns = data
        elif self.commands[-1] == 0x75:
            self._rows = data
        elif self.commands[-1] == 0x5C:
            left, right = ((column - 28) * 4 for column in (self._columns[0], self._columns[1] + 1))
            places = ((x, y) for y in range(self._rows[0], self._rows[1] + 1) for x in range(left, right))
            for place, grey in zip(places, (byte >> shift & 15 for byte in data for shift in (4, 0)), strict=True):
                (self.lit.add if grey else self.lit.discard)(place)

    def cleanup(self):
        """Nothing has to be closed."""


def drawn(panel, dots=((3, 2),)):
    picture = Image.new("1", (panel.width, panel.height))
    for dot in dots:
        picture.putpixel(dot, 1)
    return picture


def test_the_wide_oled_shows_every_dot_of_256_x_64():
    glass = Glass()
    display = Oled256(HandClock(), serial=glass)
    for dots in ([(3, 2), (250, 60)], [(0, 0), (255, 63)]):
        display.show(drawn(display.panel, dots))
        assert glass.lit == {*dots}
    switched = [command for command in glass.commands if command in (0xAE, 0xAF)]
    display.close()
    assert switched[-1] == 0xAF
    assert 0xAE in glass.commands[-20:]


def test_a_wide_oled_that_lost_its_power_shows_all_of_its_picture_again_within_a_minute():
    glass, clock = Glass(), HandClock()
    display = Oled256(clock, serial=glass)
    picture = drawn(display.panel)
    display.show(picture)
    glass.lit, glass.commands = {(200, 50)}, []  # what its memory holds as the power comes back
    for seconds in (ANEW_S, OLED_RETRY_S):
        clock.forward(seconds)
        display.show(picture)
    assert (len(glass.lit), {0xFD, 0xAF} <= {*glass.commands}) == (1, True)
    assert (200, 50) not in glass.lit


def test_without_its_bus_the_wide_oled_says_what_is_needed():
    with pytest.raises(DeviceError, match=r"SPI has to be on .* --display terminal"):
        Oled256(HandClock())


class Driver:
    """Waveshare's driver of a panel; `steps`: what it was told, `pictures`: what is seen, for other threads."""

    def __init__(self):
        self.steps, self.pictures, self.failing, self.goes_on = [], SimpleQueue(), [], SimpleQueue()
        self.is_slow = False

    def init(self):
        self.steps.append("init")
        if self.failing:
            raise self.failing.pop()
        return 0

    def getbuffer(self, picture):
        return picture.tobytes()

    def display(self, buffer):
        self.steps.append("display")
        self.pictures.put(buffer)
        if self.is_slow:
            self.goes_on.get(timeout=WAIT_S)

    def sleep(self):
        self.steps.append("sleep")


def test_an_epaper_is_drawn_by_a_thread_of_its_own_and_sleeps_after_each_picture():
    driver = Driver()
    display = Epaper(HandClock(), driver)
    display.show(drawn(display.panel))
    assert driver.pictures.get(timeout=WAIT_S) == drawn(display.panel).tobytes()
    display.close()
    white = Image.new("1", (250, 122), 1).tobytes()
    assert driver.pictures.get(timeout=WAIT_S) == white
    assert driver.steps == ["init", "display", "sleep"] * 2


def test_of_pictures_that_come_faster_than_an_epaper_draws_the_last_one_counts():
    driver = Driver()
    driver.is_slow = True
    display = Epaper(HandClock(), driver)
    pictures = [drawn(display.panel, [(x, 5)]) for x in range(4)]
    display.show(pictures[0])
    assert driver.pictures.get(timeout=WAIT_S) == pictures[0].tobytes()
    for picture in pictures[1:]:
        display.show(picture)
    driver.is_slow = False
    driver.goes_on.put(True)
    assert driver.pictures.get(timeout=WAIT_S) == pictures[3].tobytes()
    display.leave(pictures[3])
    display.close()
    assert driver.pictures.empty()  # what stopped the program stays


def test_an_epaper_that_fails_is_named_and_tried_again():
    driver, clock = Driver(), HandClock()
    driver.failing.append(OSError("no bus"))
    display = Epaper(clock, driver)
    display.show(drawn(display.panel))
    for _ in iter(lambda: display.notice, "The e-paper accepts no picture: check its wires. It comes back by itself."):
        display._thread.join(0.01)
    clock.forward(RETRY_S)
    display.show(drawn(display.panel))
    assert driver.pictures.get(timeout=WAIT_S) == drawn(display.panel).tobytes()
    display.close()
    assert display.notice == ""


def test_an_epaper_that_stays_busy_is_named():
    driver, clock = Driver(), HandClock()
    driver.is_slow = True
    display = Epaper(clock, driver)
    display.show(drawn(display.panel))
    driver.pictures.get(timeout=WAIT_S)
    assert display.notice == ""
    clock.forward(LOST_S + 1)
    assert "accepts no picture" in display.notice
    driver.is_slow = False
    driver.goes_on.put(True)
    display.close()


def test_an_epaper_on_its_head_has_its_picture_turned():
    driver = Driver()
    display = Epaper(HandClock(), driver, turned=True)
    display.show(drawn(display.panel))
    assert driver.pictures.get(timeout=WAIT_S) == drawn(display.panel).rotate(180).tobytes()
    display.close()


def test_the_driver_of_the_epaper_is_asked_for_by_its_model(monkeypatch):
    asked = []
    library = SimpleNamespace(epaper=lambda model: asked.append(model) or SimpleNamespace(EPD=Driver))
    monkeypatch.setitem(sys.modules, "epaper", library)
    Epaper(HandClock()).close()
    assert asked == ["epd2in13_V4"]
    monkeypatch.setitem(sys.modules, "epaper", None)
    with pytest.raises(DeviceError, match=r"needs waveshare-epaper .*SPI has to be on"):
        Epaper(HandClock())


@pytest.mark.parametrize("name", DISPLAYS)
def test_every_display_says_its_pins_and_what_to_examine(name):
    kind, settings = display_class(name), Config().for_display()
    assert kind.called
    assert [*map(bool, kind.examined(settings))] == [bool(kind.pins(settings))] * 2


@pytest.mark.parametrize("size", ["x", "95x64", "128x63", "128", "1280x1280", "128x64x1", "-1x64"])
def test_a_size_that_no_screen_fits_on_is_none(size):
    with pytest.raises(ValueError, match=r"^$"):
        panel_of(size)
