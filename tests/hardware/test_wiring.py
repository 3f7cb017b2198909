"""Every wire leads to the pin of the header that the program means."""

import re
from xml.etree import ElementTree

import pytest
from gpiozero.pins.pi import PiBoardInfo
from hypothesis import given
from hypothesis import strategies as st

from hardware.make.cable import cable_table, measures_table
from hardware.make.header import OF_PIN, PIN_OF_GPIO, is_left
from hardware.make.routes import LANE, lanes
from hardware.make.wires import BUILT, parts_of
from hardware.make.wiring import pin_at, wiring
from lucca_pi.config import Config
from lucca_pi.devices.displays.oled import I2C_PINS

SVG = "{http://www.w3.org/2000/svg}"
MODELS = {"3B": 0xA02082, "4B": 0xC03111, "5B": 0xD04170, "Zero 2 W": 0x902120}
GPIOS = sorted({*Config().pins.values(), *I2C_PINS.values(), BUILT.buzzer, BUILT.led})


@pytest.mark.parametrize("revision", MODELS.values(), ids=MODELS)
def test_the_header_is_gpiozeros(revision):
    pins = PiBoardInfo.from_revision(revision).headers["J8"].pins
    ours = {pin: what if isinstance(what, str) else f"GPIO{what}" for pin, what in OF_PIN.items()}
    assert ours == {number: pin.name for number, pin in pins.items()}


def test_the_built_pins_are_those_that_play_takes():
    wires = {(part.kind, wire.contact): OF_PIN[wire.pin] for part in parts_of(BUILT) for wire in part.wires}
    supply = {"VCC": "3V3", "GND": "GND"}
    assert {name: what for (kind, name), what in wires.items() if kind == "oled"} == supply | I2C_PINS
    buttons = {name: what for (kind, name), what in wires.items() if kind == "buttons"}
    assert buttons == {**Config().pins, "GND": "GND"}
    assert (wires["buzzer", "+"], wires["led", "+"]) == (BUILT.buzzer, BUILT.led)
    assert wires["buzzer", "–"] == wires["led", "–"] == "GND"


def test_no_two_wires_share_a_pin_and_a_part_has_all_its_pins_on_one_side():
    parts = parts_of(BUILT)
    pins = [wire.pin for part in parts for wire in part.wires]
    assert len(set(pins)) == len(pins)
    assert all(len({is_left(wire.pin) for wire in part.wires}) == 1 for part in parts)


def test_every_core_of_the_cable_is_measured_at_the_pin_it_leads_to():
    cores = re.findall(r"\| ([^|]+) \| \*\*(\d+)\*\* \|\n", cable_table(BUILT))
    assert len(cores) == 8
    for place, pin in cores:
        part, contact = place.replace(",", "").split()[:2]
        measured = f"| {pin} and {contact} on" if part == "OLED" else f" and {pin} | beep while {contact} "
        assert measured in measures_table(BUILT)


@pytest.mark.parametrize("gpio", GPIOS)
def test_in_the_drawing_a_wire_ends_at_the_pin_with_its_gpios_number(gpio):
    drawing = ElementTree.fromstring(wiring(BUILT))
    ends = {tuple(map(float, one.get("points").split()[-1].split(","))) for one in drawing.iter(f"{SVG}polyline")}
    words = {one.text: float(one.get("y")) for one in drawing.iter(f"{SVG}text")}
    (tag,) = (y for text, y in words.items() if text.startswith(f"GPIO {gpio} "))
    assert pin_at(PIN_OF_GPIO[gpio]) in ends
    assert tag == pytest.approx(words[str(PIN_OF_GPIO[gpio])], abs=1)


HEIGHTS = st.lists(st.integers(0, 30), min_size=8, max_size=8, unique=True).map(sorted)


@given(starts=HEIGHTS, ends=HEIGHTS, size=st.integers(1, 8))
def test_wires_beside_each_other_do_not_cross(starts, ends, size):
    heights = [(LANE * start, LANE * end) for start, end in zip(starts[:size], ends[:size], strict=True)]
    turns = [0 if lane is None else lane for lane in lanes(heights)]
    for one, (start, end) in enumerate(heights):
        for other, (level, arrival) in enumerate(heights):
            if one != other:
                before, after = (min(start, end) <= y <= max(start, end) for y in (level, arrival))
                assert not (before and turns[one] >= turns[other])
                assert not (after and turns[one] <= turns[other])
