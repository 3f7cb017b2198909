"""Which contact of which part goes to which pin of the header, as the configuration has it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hardware.make.header import GROUNDS, PIN_OF_GPIO, SUPPLY_PIN, is_left, pin_name, row_of
from hardware.make.markdown import markdown
from lucca_pi.config import Config
from lucca_pi.devices.displays import DISPLAYS, display_class
from lucca_pi.devices.displays.oled import I2C_PINS

Kind = Literal["oled", "buttons", "buzzer", "led"]

BUILT = replace(Config(), buzzer=18, led=24)
"""What the guide builds: the pins that play takes when nothing else is said, and two for what is optional."""

LED_OHM, BUZZER_OHM = 330, 220
SPI_SUPPLY_PINS = (("VCC", 17), ("GND", 25))
I2C_SUPPLY_PINS = (("VCC", 1), ("GND", 9))
"""3.3 V and ground beside the pins of each bus."""
PIN_V, LED_V = 3.3, 2.0
"""What a pin gives, and what a red, yellow or green light takes of it."""


@dataclass(frozen=True, slots=True)
class Wire:
    """From what is written at the part's contact to the pin of the header, by its number."""

    contact: str
    pin: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part and its wires, in the order of the header's rows."""

    kind: Kind
    wires: tuple[Wire, ...]


def parts_of(config: Config) -> tuple[Part, ...]:
    """
    Every part with its wires. Each has a ground pin of its own; the buttons on one side of the header share one.

    An OLED on another bus than the first is left out: its pins are for its owner to know.
    """
    free = list(GROUNDS)
    return tuple(_grounded(kind, wires, free) for kind, wires in _live(config))


def _live(config: Config) -> Iterator[tuple[Kind, list[Wire]]]:
    """The wires but for those to ground."""
    if config.oled_port == 1:
        yield "oled", [Wire("VCC", SUPPLY_PIN), *(Wire(name, PIN_OF_GPIO[gpio]) for name, gpio in I2C_PINS.items())]
    buttons = [Wire(name, PIN_OF_GPIO[gpio]) for name, gpio in config.pins.items()]
    for side in (True, False):
        if mine := [wire for wire in buttons if is_left(wire.pin) == side]:
            yield "buttons", mine
    if config.buzzer is not None:
        yield "buzzer", [Wire("+", PIN_OF_GPIO[config.buzzer])]
    if config.led is not None:
        yield "led", [Wire("+", PIN_OF_GPIO[config.led])]


def _grounded(kind: Kind, wires: list[Wire], free: list[int]) -> Part:
    """With the ground pin that is nearest to the last wire, on its side, which is free no longer."""
    last = max(wires, key=lambda wire: wire.pin).pin
    ground = min(free, key=lambda pin: (is_left(pin) != is_left(last), abs(row_of(pin) - row_of(last)), -pin))
    free.remove(ground)
    every = [*wires, Wire("–" if kind in ("buzzer", "led") else "GND", ground)]
    return Part(kind, tuple(sorted(every, key=lambda wire: wire.pin)))


NAMES: Mapping[Kind, str] = {"oled": "OLED", "buttons": "Button", "buzzer": "Buzzer", "led": "LED"}


def called(contact: str) -> str:
    """How people write the contact."""
    return contact.upper() if contact == "ok" else contact


def table(config: Config) -> str:
    """The wires as a table in Markdown."""
    rows = [_row(part, wire) for part in parts_of(config) for wire in part.wires]
    return markdown(("from", "contact", "to pin", "which is"), rows)


def _row(part: Part, wire: Wire) -> tuple[str, ...]:
    contact = "one leg of each" if (part.kind, wire.contact) == ("buttons", "GND") else called(wire.contact)
    return NAMES[part.kind], contact, f"**{wire.pin}**", pin_name(wire.pin)


def displays_table(config: Config) -> str:
    """The wires of the displays that the guide does not build, as a table in Markdown."""
    others = [
        (name, pins) for name in DISPLAYS if name != "oled" and (pins := display_class(name).pins(config.for_display()))
    ]
    wires = [
        (f"`{name}`", contact, pin)
        for name, pins in others
        for contact, pin in [
            *(I2C_SUPPLY_PINS if "SDA" in pins else SPI_SUPPLY_PINS),
            *((contact, PIN_OF_GPIO[gpio]) for contact, gpio in pins.items()),
        ]
    ]
    rows = [(name, contact, f"**{pin}**", pin_name(pin)) for name, contact, pin in wires]
    return markdown(("display", "contact", "to pin", "which is"), rows)


def led_ma() -> float:
    """
    The current through the light.

    >>> round(led_ma(), 1)
    3.9
    """
    return 1000 * (PIN_V - LED_V) / LED_OHM
