"""Which core of a network cable leads from the Pi to which contact in the box, and how to measure that it does."""

from collections.abc import Mapping

from hardware.make.markdown import markdown
from hardware.make.wires import NAMES, called, parts_of
from lucca_pi.config import Config

PAIRS: Mapping[str, tuple[str, str]] = {
    "orange": ("SDA", "GND"),
    "green": ("SCL", "VCC"),
    "blue": ("ok", "back"),
    "brown": ("up", "down"),
}
"""By the colour of the twisted pair: what its coloured and its white core lead to. The two of the bus lie apart."""


def cable_table(config: Config) -> str:
    """The cores as a table in Markdown; one ground is enough for display and buttons."""
    pins = _pins(config)
    rows = [
        (core, _place(contact), f"**{pins[contact]}**")
        for colour, contacts in PAIRS.items()
        for core, contact in zip((colour, f"white with {colour}"), contacts, strict=True)
    ]
    return markdown(("core", "in the box", "at the Pi, pin"), rows)


def _pins(config: Config) -> dict[str, int]:
    """The pins by what they lead to; of the grounds the display's."""
    return {wire.contact: wire.pin for part in parts_of(config)[::-1] for wire in part.wires}


def _place(contact: str) -> str:
    if contact == "GND":
        return "OLED GND, and one leg of each button"
    return f"{NAMES['oled']} {contact}" if contact.isupper() else f"button {called(contact)}, the other leg"


def measures_table(config: Config) -> str:
    """What to measure between the sockets of the Pi's end before they are plugged in, as a table in Markdown."""
    pins = _pins(config)
    supply, ground, *bus = (pins[name] for name in ("VCC", "GND", "SDA", "SCL"))
    rows = [
        (f"{supply} and {ground}", "not beep, except for a short chirp. If it beeps on: stop, 3.3 V is shorted"),
        (f"{supply} and {bus[0]}, {supply} and {bus[1]}, {bus[0]} and {bus[1]}", "not beep"),
        (f"{ground} and {bus[0]}, {ground} and {bus[1]}", "not beep"),
        *((f"{pins[name]} and {name} on the display", "beep") for name in ("VCC", "GND", "SDA", "SCL")),
        *(
            (f"{ground} and {pins[name]}", f"beep while {called(name)} is pressed, and only then")
            for name in config.pins
        ),
    ]
    return markdown(("between", "it should"), rows)
