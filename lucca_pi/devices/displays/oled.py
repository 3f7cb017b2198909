"""OLEDs that luma drives: 128 x 64 dots on the I2C bus, and 256 x 64 dots on the SPI bus."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Literal, TextIO, cast

from PIL import Image

from lucca_pi.config import Config
from lucca_pi.devices.displays import USUAL, same
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, put_away
from lucca_pi.errors import reason_of
from lucca_pi.games.contract.screens import Snapshot
from lucca_pi.language import _
from lucca_pi.ports import Clock, Light, Panel

Controller = Literal["ssd1306", "sh1106"]

I2C_PINS = {"SDA": 2, "SCL": 3}
"""The GPIO numbers of the first I2C bus: no setting changes them."""

_OFFSET = 2
"""Of most panels with an SH1106: 128 columns in the middle of its 132."""
RETRY_S = 3.0
"""Seconds between probes of an idle panel, and between attempts to reach a lost one."""

_BRIGHTNESS: Mapping[Light, int] = {"full": 0xCF, "dim": 0x08}
"""The contrast that a controller is given. A panel still shines a little at 0."""

SHIFT_S = 60.0
SHIFTS = ((0, 0), (-1, 0), (-1, -1), (0, -1))
"""
Where the picture lies in turn, each for SHIFT_S, so that no dot burns in: to the left and up, where nothing to
be read is cut off.
"""

_NOTHING = 0xE3
"""The command of SSD1306 and SH1106 that does nothing: the bus tells whether anybody heard it."""


class _LumaOled:
    """
    An OLED that luma drives: `_connected` gives luma's device, `_probe` raises if nobody answers.

    A panel lost after the start never stops the game: what was to be seen last is drawn anew by the first call of
    `show` that finds it again, and those calls try every RETRY_S.
    """

    called = "OLED"
    keeps = False

    def __init__(self, clock: Clock, panel: Panel) -> None:
        """Connects: raises what luma raises."""
        self._clock, self.panel = clock, panel
        self._picture: Image.Image | None = None
        self._light: Light = "full"
        self._stays = False
        self._device: Any = self._lit(self._connected())
        self._again_s = clock.now_s() + RETRY_S

    def _connected(self) -> Any:
        """Luma's device, just initialised."""
        raise NotImplementedError

    def _probe(self) -> None:
        """Asks whether the panel is there."""

    def _lit(self, device: Any) -> Any:
        self._lighten(device)
        return device

    @property
    def notice(self) -> str:
        """The notice that the panel is gone."""
        return "" if self._device else _("The OLED is gone: check its wires. It resumes by itself.")

    @property
    def is_dark(self) -> bool:
        """Whether the panel is there and off."""
        return self._light == "off" and bool(self._device)

    def tell(self, snapshot: Snapshot) -> None:
        """Nothing: its pictures come by `show`."""

    def light(self, light: Light) -> None:
        """Full, dim or off; a panel that is found again is as it was to be."""
        if light != self._light:
            self._light = light
            self._send(lambda: self._lighten(self._device))

    def _lighten(self, device: Any) -> None:
        if self._light == "off":
            device.hide()
        else:
            device.contrast(_BRIGHTNESS[self._light])
            device.show()

    def show(self, picture: Image.Image) -> None:
        """Shows a picture of the panel; while the panel is lost, keeps it for later."""
        picture = _shifted(picture, self._clock.now_s())
        is_new = not same(picture, self._picture)
        self._picture = picture
        if (is_new and self._device) or self._clock.now_s() >= self._again_s:
            self._again_s = self._clock.now_s() + RETRY_S
            if not self._device:
                self._find()
            elif is_new:
                self._send(lambda: self._device.display(picture))
            else:
                self._send(self._probe)

    def _find(self) -> None:
        with suppress(*UNFORESEEN):
            device = self._lit(self._connected())
            device.display(self._picture)
            self._device = device

    def _send(self, sending: Callable[[], None]) -> None:
        if self._device:
            try:
                sending()
            except UNFORESEEN:
                self._device = None

    def leave(self, picture: Image.Image) -> None:
        """Shows what stopped the program, and does not darken it at the end."""
        self._stays = True
        self.light("full")
        self.show(picture)

    def close(self) -> None:
        """Leaves the panel dark, unless something is to be read on it."""
        if self._device:
            self._device.persist = self._stays
            put_away(self._device.cleanup)


class Oled(_LumaOled):
    """
    A panel on the I2C bus: VCC to 3.3 V (pin 1), SDA to GPIO 2 (pin 3), SCL to GPIO 3 (pin 5), GND (pin 9).

    `controller`: "ssd1306" (most panels of 0.96 inch) or "sh1106" (most of 1.3 inch); a picture two dots off to the
    side with stray dots at the edge asks for the other. `turned`: it stands on its head. `offset`: the column of an
    sh1106's memory at which the glass begins. `serial`: a ready luma interface in place of port and address.

    Raises DeviceError when there is no panel at the start.
    """

    def __init__(
        self,
        clock: Clock,
        controller: Controller = "ssd1306",
        port: int = 1,
        address: int = 0x3C,
        *,
        turned: bool = False,
        offset: int = _OFFSET,
        serial: Any = None,
    ) -> None:
        i2c, device = _luma_classes("i2c", controller)
        shifted = {"page_address_offset": offset} if controller == "sh1106" else {}
        self._driver = partial(device, rotate=2 if turned else 0, **shifted)
        try:
            self._serial = serial or i2c(port=port, address=address)
            super().__init__(clock, USUAL)
        except UNFORESEEN as error:
            raise DeviceError(
                f"No display at address 0x{address:02X} of I2C bus {port} ({reason_of(error)}). Check its wires: sudo "
                f"i2cdetect -y {port} should show {address:02x} (another number: oled_address in the settings). I2C "
                "has to be on, and this user in the group i2c; or play with --display terminal."
            ) from error

    @staticmethod
    def pins(config: Config) -> Mapping[str, int]:
        """The pins of the first bus; another one's are for its owner to know."""
        return I2C_PINS if config.oled_port == 1 else {}

    @staticmethod
    def place(config: Config) -> str:
        """The controller and its address."""
        return f"an {config.oled} at 0x{config.oled_address:02X}"

    @staticmethod
    def remedy(config: Config) -> str:
        """The other controller, the other column, or the picture turned."""
        other = "sh1106" if config.oled == "ssd1306" else "ssd1306"
        offset = "or oled_offset = 0 if it is two dots off, " if config.oled == "sh1106" else ""
        return f'try oled = "{other}" in the settings, {offset}or oled_turned = true if it is upside down'

    @classmethod
    def opened(cls, config: Config, clock: Clock, stream: TextIO | None) -> "Oled":  # noqa: ARG003
        """As the settings have it."""
        controller = cast(Controller, config.oled)
        place = config.oled_port, config.oled_address
        return cls(clock, controller, *place, turned=config.oled_turned, offset=config.oled_offset)

    def _connected(self) -> Any:
        """A driver once made lives as long as the program, so the bus is asked first."""
        self._probe()
        return self._driver(self._serial)

    def _probe(self) -> None:
        self._serial.command(_NOTHING)


def _luma_classes(interface: str, device: str) -> tuple[Any, Any]:
    """The classes of luma for an interface and a device. Raises DeviceError."""
    try:
        import luma.core.interface.serial
        import luma.oled.device

        return getattr(luma.core.interface.serial, interface), getattr(luma.oled.device, device)
    except UNFORESEEN as error:
        raise DeviceError(
            f"The display needs luma.oled ({reason_of(error)}): pip install '.[pi]', or play with --display terminal."
        ) from error


def _shifted(picture: Image.Image, now_s: float) -> Image.Image:
    """The picture where it lies at that time; what moves out of sight is the frame of a bar at most."""
    shifted = Image.new(picture.mode, picture.size)
    shifted.paste(picture, SHIFTS[int(now_s // SHIFT_S) % len(SHIFTS)])
    return shifted


DC, _RESET = 25, 27
"""GPIO numbers of the contacts beside the bus: data or command, and reset."""

_SPI_PINS = {"CLK": 11, "DIN": 10, "CS": 8, "DC": DC, "RES": _RESET}
"""The GPIO numbers of the first SPI bus, and of the two contacts beside it: no setting changes them."""


class Oled256(_LumaOled):
    """
    A panel with an SSD1322 on the SPI bus, four wires: VCC to 3.3 V (pin 17), GND (pin 25), and SPI_PINS.

    Its sixteen greys are not used. The bus does not tell whether anybody hears: a panel that is unplugged is missed by
    people alone. `turned`: it stands on its head. `serial`: a ready luma interface. Raises DeviceError.
    """

    def __init__(self, clock: Clock, *, turned: bool = False, serial: Any = None) -> None:
        spi, self._driver = _luma_classes("spi", "ssd1322")
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
