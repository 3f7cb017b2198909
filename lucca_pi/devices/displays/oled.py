"""OLEDs that luma drives: 128 x 64 dots on the I2C bus, and 256 x 64 dots on the SPI bus."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TextIO, cast

from PIL import Image

from lucca_pi.devices.displays import USUAL, DisplaySettings, same
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, foreseen, put_away, set_up_anew
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Clock, Display, Light, Panel

Controller = Literal["ssd1306", "sh1106"]

I2C_PINS = {"SDA": 2, "SCL": 3}
"""GPIO numbers of the first I2C bus: no setting changes them."""

_OFFSET = 2
"""Column offset of most panels with an SH1106: 128 columns in the middle of its 132."""
RETRY_S = 3.0
"""Seconds between probes of an idle panel, and between attempts to reach a lost one."""

_BRIGHTNESS: Mapping[Light, int] = {"full": 0xCF, "dim": 0x08}
"""Contrast value sent to the controller for each light. At 0 a panel still shines a little."""

SHIFT_S = 60.0
SHIFTS = ((0, 0), (-1, 0), (-1, -1), (0, -1))
"""
Offsets of the picture, px, each for SHIFT_S, so that no dot burns in: to the left and up, where no text is cut off.
"""

_NOTHING = 0xE3
"""The no-op command of SSD1306 and SH1106: the bus reports whether a panel acknowledged it."""


class _LumaOled(Display):
    """
    An OLED that luma drives: `_connected` returns luma's device, `_probe` raises an error if no panel answers.

    A panel lost during play never stops the game: the last picture is drawn again by the first call of `show` that
    finds the panel; those calls retry every RETRY_S.
    """

    called = "OLED"
    keeps = False

    def __init__(self, clock: Clock, panel: Panel) -> None:
        """Connects. Raises any error of luma."""
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
        """Raises an error of luma if the panel does not answer."""

    def _lit(self, device: Any) -> Any:
        self._lighten(device)
        return device

    @property
    def notice(self) -> str:
        return "" if self._device else _("The display does not respond: check its wires. It comes back by itself.")

    @property
    def is_dark(self) -> bool:
        return self._light == "off" and bool(self._device)

    def light(self, light: Light) -> None:
        """Sets the light: full, dim or off; a panel that was lost gets it when it is found."""
        if light != self._light:
            self._light = light
            if self._device:
                self._send(lambda: self._lighten(self._device))

    def _lighten(self, device: Any) -> None:
        if self._light == "off":
            device.hide()
        else:
            device.contrast(_BRIGHTNESS[self._light])
            device.show()

    def show(self, picture: Image.Image) -> None:
        """Shows a picture; while the panel is lost, stores it for later."""
        picture = _shifted(picture, self._clock.now_s())
        is_new = not same(picture, self._picture)
        self._picture = picture
        if (is_new and self._device) or self._clock.now_s() >= self._again_s:
            self._again_s = self._clock.now_s() + RETRY_S
            if not self._device:
                self._send(self._find)
            elif is_new:
                self._send(lambda: self._device.display(picture))
            else:
                self._send(self._probe)

    def _find(self) -> None:
        device = self._lit(self._connected())
        device.display(self._picture)
        self._device = device

    def _send(self, sending: Callable[[], None]) -> None:
        """Sends something to the panel; if that fails, the panel counts as lost."""
        try:
            sending()
        except UNFORESEEN as error:
            foreseen(error)
            self._device = None

    def leave(self, picture: Image.Image) -> None:
        """Shows what stopped the program, and does not darken it at the end."""
        self._stays = True
        self.light("full")
        self.show(picture)

    def close(self) -> None:
        """Darkens the panel, unless `leave` showed a picture."""
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
    def pins(settings: DisplaySettings) -> Mapping[str, int]:
        """Pins of the first bus; another bus's pins are not known."""
        return I2C_PINS if settings.oled_port == 1 else {}

    @staticmethod
    def examined(settings: DisplaySettings) -> tuple[str, str]:
        """The controller and its address; advice: try the other controller or offset, or turn the picture."""
        other = "sh1106" if settings.oled == "ssd1306" else "ssd1306"
        offset = "or oled_offset = 0 if it is two dots off, " if settings.oled == "sh1106" else ""
        advice = f'try oled = "{other}" in the settings, {offset}or oled_turned = true if it is upside down'
        return f"an {settings.oled} at 0x{settings.oled_address:02X}", advice

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "Oled":  # noqa: ARG003
        """The panel, set up by the settings."""
        controller = cast(Controller, settings.oled)
        place = settings.oled_port, settings.oled_address
        return cls(clock, controller, *place, turned=settings.oled_turned, offset=settings.oled_offset)

    def _connected(self) -> Any:
        """Luma's device; the bus is probed first, since a driver lives as long as the program."""
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
            f"The display needs luma.oled ({reason_of(error)}): {set_up_anew()}; or play with --display terminal."
        ) from error


def _shifted(picture: Image.Image, now_s: float) -> Image.Image:
    """The picture with the offset of that time; at most the frame of a bar is cut off."""
    shifted = Image.new(picture.mode, picture.size)
    shifted.paste(picture, SHIFTS[int(now_s // SHIFT_S) % len(SHIFTS)])
    return shifted


DC, _RESET = 25, 27
"""GPIO numbers of the contacts beside the bus: data/command, and reset."""

_SPI_PINS = {"CLK": 11, "DIN": 10, "CS": 8, "DC": DC, "RES": _RESET}
"""GPIO numbers of the first SPI bus and of the two contacts beside it: no setting changes them."""
ANEW_S = 60.0
"""Seconds after which an idle panel on the SPI bus is set up and drawn whole again."""


class Oled256(_LumaOled):
    """
    A panel with an SSD1322 on the SPI bus, four wires: VCC to 3.3 V (pin 17), GND (pin 25), and SPI_PINS.

    Its sixteen greys are not used. The bus does not acknowledge: the program does not notice that a panel was
    unplugged or lost its power, so it sets it up anew every ANEW_S. `turned`: the panel is upside down. `serial`: a
    ready luma interface. Raises DeviceError.
    """

    def __init__(self, clock: Clock, *, turned: bool = False, serial: Any = None) -> None:
        from luma.core.framebuffer import full_frame

        spi, driver = _luma_classes("spi", "ssd1322")
        self._driver = partial(driver, mode="1", rotate=2 if turned else 0, framebuffer=full_frame())
        self._anew_s = clock.now_s() + ANEW_S
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
    def pins(settings: DisplaySettings) -> Mapping[str, int]:  # noqa: ARG004
        """Pins of the bus, and of the two contacts beside it."""
        return _SPI_PINS

    @staticmethod
    def examined(settings: DisplaySettings) -> tuple[str, str]:  # noqa: ARG004
        """The controller and its bus; advice: check the wires, or turn the picture."""
        advice = (
            "check its wires, and that its jumpers are set to 4-wire SPI; or oled_turned = true if it is upside down"
        )
        return "an ssd1322 on the SPI bus", advice

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "Oled256":  # noqa: ARG003
        """The panel, set up by the settings."""
        return cls(clock, turned=settings.oled_turned)

    def _connected(self) -> Any:
        return self._driver(self._serial)

    def _probe(self) -> None:
        if self._clock.now_s() >= self._anew_s:
            self._anew_s = self._clock.now_s() + ANEW_S
            self._device._init_sequence()
            self._lighten(self._device)
            self._device.display(self._picture)
