import io
import os
import pty
import random
import sys
import termios
from pathlib import Path

import pytest
from luma.core.interface.serial import i2c
from oled_panel import PanelBus
from PIL import Image

from lucca_pi.devices.displays.oled import RETRY_S, SHIFT_S, SHIFTS, Oled
from lucca_pi.devices.displays.twins import CLEAR, NoDisplay, PngDisplay, TerminalDisplay
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.system import HandClock

BLACK = Image.new("1", (128, 64))


def noise(seed):
    """A picture in which no dot follows from its neighbours."""
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


@pytest.fixture
def bus():
    return PanelBus()


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def display(bus, clock):
    return Oled(clock, serial=i2c(bus=bus))


PANELS = {
    "an SSD1306": (PanelBus(), {}),
    "an SH1106": (PanelBus(132), {"controller": "sh1106"}),
    "an SSD1306 on its head": (PanelBus(), {"turned": True}),
    "an SH1106 on its head": (PanelBus(132), {"controller": "sh1106", "turned": True}),
    "a glass that begins at the first column": (PanelBus(132, begins=0), {"controller": "sh1106", "offset": 0}),
    "a glass that begins at the fifth column": (PanelBus(132, begins=4), {"controller": "sh1106", "offset": 4}),
}


@pytest.mark.parametrize(("bus", "how"), PANELS.values(), ids=PANELS)
def test_the_panel_shows_every_dot(bus, how):
    display = Oled(HandClock(), **how, serial=i2c(bus=bus))
    for seed in (1, 2):
        display.show(noise(seed))
        assert bus.seen().rotate(180 if "turned" in how else 0).tobytes() == noise(seed).tobytes()
    display.close()
    assert not bus.is_on


def test_the_same_picture_again_is_not_sent(bus, display):
    display.show(noise(1))
    transfers = bus.transfers
    display.show(noise(1))
    assert bus.transfers == transfers


def test_the_panel_is_dimmed_darkened_and_lit_again_at_no_cost_for_what_it_is_already(bus, display):
    display.show(noise(1))
    bright = bus.contrast
    for light, is_on, is_bright in (("dim", True, False), ("off", False, False), ("full", True, True)):
        display.light(light)
        transfers = bus.transfers
        display.light(light)
        assert (bus.is_on, bus.contrast == bright, display.is_dark) == (is_on, is_bright, not is_on)
        assert bus.transfers == transfers
    assert bus.seen().tobytes() == noise(1).tobytes()


def test_a_dark_panel_that_is_found_again_is_dark(bus, clock, display):
    bus.plugged_in = False
    display.show(noise(1))
    display.light("off")
    assert not display.is_dark  # nobody can wake what is gone
    bus.power_cut()
    bus.plugged_in = True
    clock.forward(RETRY_S)
    display.show(noise(1))
    assert (bus.is_on, display.is_dark) == (False, True)
    display.light("full")
    assert bus.seen().tobytes() == noise(1).tobytes()


def test_the_picture_moves_by_a_dot_each_minute_and_comes_back(bus, clock, display):
    places = []
    for _ in range(len(SHIFTS) + 1):
        display.show(noise(1))
        places.append(next(shift for shift in SHIFTS if bus.seen().tobytes() == moved(noise(1), shift).tobytes()))
        clock.forward(SHIFT_S)
    assert places == [*SHIFTS, SHIFTS[0]]


def moved(picture, by):
    shifted = Image.new("1", picture.size)
    shifted.paste(picture, by)
    return shifted


FOLDER = Path(__file__).parents[1] / "screens" / "pictures"


def test_no_screen_has_anything_to_read_where_a_moved_picture_is_cut_off():
    pictures = [file for file in FOLDER.rglob("*.png") if "epaper" not in file.parts]
    assert pictures
    for file in pictures:
        with Image.open(file) as picture:
            width, height = picture.size
            rows = [picture.convert("L").crop((0, y, width, y + 1)).tobytes() for y in range(height)]
        cut_off = [row for y, row in enumerate(rows) if row[0] or (y == 0 and any(row))]
        of_a_bar = [sum(map(bool, row)) > width / 4 for row in cut_off]  # light behind dark letters
        assert all(of_a_bar), file


def test_a_lost_panel_stops_nothing_and_shows_the_last_picture_when_it_is_back(bus, clock, display):
    bus.plugged_in = False
    display.show(noise(1))
    display.show(noise(2))
    bus.power_cut()
    bus.plugged_in = True
    display.show(noise(3))
    assert bus.seen().tobytes() == BLACK.tobytes()
    clock.forward(RETRY_S)
    display.show(noise(3))
    assert bus.seen().tobytes() == noise(3).tobytes()


def test_a_lost_panel_can_be_closed(bus, display):
    bus.plugged_in = False
    display.close()
    assert bus.is_on


def test_what_stopped_the_program_stays_on_the_panel_however_dark_it_was(bus, display):
    display.light("off")
    display.leave(noise(1))
    display.close()
    assert bus.seen().tobytes() == noise(1).tobytes()


def test_no_panel_at_the_start_is_said_with_how_to_check_and_what_else_would_do(bus):
    bus.plugged_in = False
    with pytest.raises(DeviceError, match=r"0x3C of I2C bus 1 .*i2cdetect -y 1.*--display terminal"):
        Oled(HandClock(), serial=i2c(bus=bus))


def test_no_bus_at_the_start_is_said():
    with pytest.raises(DeviceError, match=r"0x3D of I2C bus 250 .*/dev/i2c-250.*i2cdetect -y 250"):
        Oled(HandClock(), port=250, address=0x3D)


def test_without_luma_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    with pytest.raises(DeviceError, match=r"needs luma\.oled.*--display terminal"):
        Oled(HandClock())


def test_pictures_are_numbered_after_those_that_are_there(tmp_path):
    directory = tmp_path / "new" / "pictures"
    for seeds in ((1, 2, 2), (3,)):
        display = PngDisplay(directory)
        for seed in seeds:
            display.show(noise(seed))
        display.close()
    assert sorted(file.name for file in directory.iterdir()) == ["0001.png", "0002.png", "0003.png"]
    with Image.open(directory / "0003.png") as picture:
        assert (picture.mode, picture.size, picture.tobytes()) == ("1", (128, 64), noise(3).tobytes())


def test_the_highest_number_counts_and_other_files_do_not(tmp_path):
    for name in ("0041.png", "0007.png", "photo.png", "0099.txt"):
        (tmp_path / name).touch()
    PngDisplay(tmp_path).show(BLACK)
    assert (tmp_path / "0042.png").stat().st_size > 0


def test_a_file_in_place_of_the_directory_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DeviceError, match=r"file: no directory for pictures.*--display png:DIR"):
        PngDisplay(tmp_path / "file")


def test_a_stream_that_is_no_terminal_gets_each_picture_once_80_columns_wide_at_most():
    stream = io.StringIO()
    display = TerminalDisplay(stream)
    for picture in (BLACK, BLACK, noise(1)):
        display.show(picture)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2 * 18
    assert {len(line) for line in lines} == {66}


@pytest.mark.parametrize(("columns", "lines", "width"), [(129, 37, 66), (130, 36, 66), (130, 37, 130)])
def test_a_terminal_that_holds_them_whole_with_the_legend_gets_half_blocks(columns, lines, width):
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (lines, columns))
    with os.fdopen(theirs, "w") as program, os.fdopen(ours) as person:
        TerminalDisplay(program).show(BLACK)
        first = person.readline().rstrip()
    assert first.startswith(CLEAR)
    assert len(first.removeprefix(CLEAR)) == width


@pytest.mark.parametrize("display", [NoDisplay(), TerminalDisplay(io.StringIO())])
def test_every_display_can_be_shown_to_and_closed(display):
    display.show(BLACK)
    display.close()


def test_a_terminal_shows_a_picture_at_a_time_and_a_file_keeps_them_all():
    _, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as program:
        assert not TerminalDisplay(program).keeps
    assert TerminalDisplay(io.StringIO()).keeps
