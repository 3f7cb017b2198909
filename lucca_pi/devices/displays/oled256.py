"""An OLED of 256 x 64 dots on the SPI bus."""

from collections.abc import Mapping
from typing import Any, TextIO

from lucca_pi.config import Config
from lucca_pi.devices.displays.oled import LumaOled, luma_classes
from lucca_pi.devices.errors import UNFORESEEN, DeviceError
from lucca_pi.errors import reason_of
from lucca_pi.ports import Clock, Panel

DC, _RESET = 25, 27
"""GPIO numbers of the contacts beside the bus: data or command, and reset."""

_SPI_PINS = {"CLK": 11, "DIN": 10, "CS": 8, "DC": DC, "RES": _RESET}
"""The GPIO numbers of the first SPI bus, and of the two contacts beside it: no setting changes them."""


class Oled256(LumaOled):
    """
    A panel with an SSD1322 on the SPI bus, four wires: VCC to 3.3 V (pin 17), GND (pin 25), and SPI_PINS.

    Its sixteen greys are not used. The bus does not tell whether anybody hears: a panel that is unplugged is missed by
    people alone. `turned`: it stands on its head. `serial`: a ready luma interface. Raises DeviceError.
    """

    def __init__(self, clock: Clock, *, turned: bool = False, serial: Any = None) -> None:
        spi, self._driver = luma_classes("spi", "ssd1322")
        self._turn = 2 if turned else 0
        try:
            self._serial = serial or spi(port=0, device=0, gpio_DC=DC, gpio_RST=_RESET)
            super().__init__(clock, Panel(256, 64))
        except UNFORESEEN as error:
            raise DeviceError(
                f"The display on the SPI bus cannot be used ({reason_of(error)}). SPI has to be on (sudo raspi-config "
                "nonint do_spi 0), and python3-spidev and python3-rpi-lgpio installed (sudo apt install); or play "
                "with --display terminal."
            ) from error

    @staticmethod
    def pins(config: Config) -> Mapping[str, int]:  # noqa: ARG004
        """The bus and the two contacts beside it."""
        return _SPI_PINS

    @staticmethod
    def place(config: Config) -> str:  # noqa: ARG004
        """The controller and its bus."""
        return "an ssd1322 on the SPI bus"

    @staticmethod
    def remedy(config: Config) -> str:  # noqa: ARG004
        """The wires, and the picture turned."""
        return "check its wires, and that its jumpers are set to 4-wire SPI; or oled_turned = true if it is upside down"

    @classmethod
    def opened(cls, config: Config, clock: Clock, stream: TextIO | None) -> "Oled256":  # noqa: ARG003
        """As the settings have it."""
        return cls(clock, turned=config.oled_turned)

    def _connected(self) -> Any:
        return self._driver(self._serial, mode="1", rotate=self._turn)
