"""
The 40 pins of a Raspberry Pi (model B+ and every later one with a header).

Source: Raspberry Pi's documentation, "GPIO and the 40-pin header". A test holds it against gpiozero's data.
"""

from collections.abc import Mapping
from types import MappingProxyType

HEADER: tuple[tuple[int | str, int | str], ...] = (
    ("3V3", "5V"),
    (2, "5V"),
    (3, "GND"),
    (4, 14),
    ("GND", 15),
    (17, 18),
    (27, "GND"),
    (22, 23),
    ("3V3", 24),
    (10, "GND"),
    (9, 25),
    (11, 8),
    ("GND", 7),
    (0, 1),
    (5, "GND"),
    (6, 12),
    (13, "GND"),
    (19, 16),
    (26, 20),
    ("GND", 21),
)
"""
Row by row, the pins with odd numbers at the left: a GPIO number, or what the pin supplies.

So they stand where the header is at the board's right edge, the USB ports below.
"""

OF_PIN: Mapping[int, int | str] = MappingProxyType(
    {2 * row + column + 1: what for row, pair in enumerate(HEADER) for column, what in enumerate(pair)}
)
"""By the pin's number, which counts from 1, row by row."""

PIN_OF_GPIO: Mapping[int, int] = MappingProxyType({what: pin for pin, what in OF_PIN.items() if isinstance(what, int)})
GROUNDS = tuple(pin for pin, what in OF_PIN.items() if what == "GND")
SUPPLY_PIN = 1
"""3.3 V. The pins beside it have 5 V, which no pin of the Pi bears."""


def row_of(pin: int) -> int:
    """
    The pin's row, from 0.

    >>> row_of(1), row_of(2), row_of(39)
    (0, 0, 19)
    """
    return (pin - 1) // 2


def is_left(pin: int) -> bool:
    """Whether the pin stands in the left column, as those with odd numbers do."""
    return pin % 2 == 1


def pin_name(pin: int) -> str:
    """
    What the pin is called.

    >>> pin_name(1), pin_name(29)
    ('3V3', 'GPIO 5')
    """
    what = OF_PIN[pin]
    return what if isinstance(what, str) else f"GPIO {what}"
