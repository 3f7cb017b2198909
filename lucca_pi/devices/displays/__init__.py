"""
Displays by name: each is a class in a file of this folder, with an entry in DISPLAYS. Those without a device share
one, `twins`.

Such a class implements `ports.Display`, and `DisplayClass` before it is opened. A display that is asked to show the
same picture again writes nothing, so a loop may show on every pass.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TextIO, cast

from lucca_pi.ports import Clock, Display, Panel

if TYPE_CHECKING:
    from PIL.Image import Image

DISPLAYS: Mapping[str, str] = MappingProxyType(
    {
        "oled": "oled.Oled",
        "oled256": "oled.Oled256",
        "epaper": "epaper.Epaper",
        "terminal": "twins.TerminalDisplay",
        "text": "twins.TextDisplay",
        "png:DIR": "twins.PngDisplay",
        "none": "twins.NoDisplay",
    }
)
"""The file and the class of each display, by the name that `--display` has for it."""

USUAL = Panel(128, 64)
"""Panel of the small OLED; also of displays without a panel, unless `display_size` says another."""
SMALLEST, LARGEST = (96, 64), (1024, 1024)
"""Smallest and largest `display_size`: pixels across and down."""


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The settings that displays take, as `config.Config` has them."""

    display: str
    display_size: str
    buttons: str
    oled: str
    oled_port: int
    oled_address: int
    oled_turned: bool
    oled_offset: int


class DisplayClass(Protocol):
    """A display before it is opened."""

    called: str
    """Name of the display in a complaint about its pins."""

    def pins(self, settings: DisplaySettings) -> Mapping[str, int]:
        """GPIO numbers of its contacts, by their names; empty for a twin."""
        ...

    def examined(self, settings: DisplaySettings) -> tuple[str, str]:
        """The part that a test picture examines, "" for none, with its connection; and advice if it is not right."""
        ...

    def opened(self, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> Display:
        """The display, ready to show; `stream` is the terminal, None for one that is closed. Raises DeviceError."""
        ...


def display_class(name: str) -> DisplayClass:
    """
    The class of a display, by its name in the settings, such as "oled" or "png:screens".

    >>> display_class("png:screens").__name__
    'PngDisplay'
    """
    place = next(place for known, place in DISPLAYS.items() if known.partition(":")[0] == name.partition(":")[0])
    file, _dot, called = place.partition(".")
    return cast(DisplayClass, getattr(import_module(f"{__name__}.{file}"), called))


def panel_of(size: str) -> Panel:
    """
    The panel of a size such as "250x122"; "" gives the usual one. Raises ValueError.

    >>> panel_of("250x122").width, panel_of("").height
    (250, 64)
    """
    if not size:
        return USUAL
    width, _x, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and len(size) < 10):
        raise ValueError
    if not (SMALLEST[0] <= int(width) <= LARGEST[0] and SMALLEST[1] <= int(height) <= LARGEST[1]):
        raise ValueError
    return Panel(int(width), int(height))


def same(one: "Image", other: "Image | None") -> bool:
    """True if two pictures are equal."""
    return other is not None and one.size == other.size and one.tobytes() == other.tobytes()
