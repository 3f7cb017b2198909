"""E-paper of 250 x 122 dots, which holds its picture without power and takes seconds for a new one."""

from collections.abc import Mapping
from threading import Condition, Thread
from typing import Any, TextIO

from PIL import Image

from lucca_pi.devices.displays import DisplaySettings, same
from lucca_pi.devices.errors import UNFORESEEN, DeviceError, put_away
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Clock, Display, Panel

_MODEL = "epd2in13_V4"
"""The driver's module for the panel: Waveshare's of 2.13 inch, version 4."""

_HAT_PINS = {"DIN": 10, "CLK": 11, "CS": 8, "DC": 25, "RST": 17, "BUSY": 24, "PWR": 18}
"""GPIO numbers that the driver takes: no setting changes them."""

LOST_S = 20.0
"""Longest time, s, that a panel may be busy; beyond, it counts as lost, since its driver would wait for ever."""
RETRY_S = 30.0
"""Seconds between attempts to draw after one that failed."""
_GOODBYE_S = 15.0
"""Longest wait for the last picture at the end, seconds."""


class Epaper(Display):
    """
    Waveshare's e-paper HAT of 2.13 inch on the SPI bus: VCC to 3.3 V (pin 17), GND (pin 25), and HAT_PINS.

    A thread draws: `show` never waits; if pictures come faster than they can be drawn, only the latest is drawn. The
    panel sleeps after each, as high voltage harms it. `driver`: a ready driver in place of Waveshare's. Raises
    DeviceError.
    """

    called = "e-paper"
    panel = Panel(250, 122, is_paper=True, refresh_s=3.0)
    keeps = False

    def __init__(self, clock: Clock, driver: Any = None, *, turned: bool = False) -> None:
        self._clock, self._turned = clock, turned
        self._driver = driver or _waveshare()
        self._changed = Condition()
        self._wanted: Image.Image | None = None
        self._drawn: Image.Image | None = None
        self._began_s: float | None = None
        """Time at which the current picture was begun; None between pictures."""
        self._failed = self._ends = self._stays = False
        self._again_s = 0.0
        self._thread = Thread(target=self._draw_on, name="e-paper", daemon=True)
        self._thread.start()

    @staticmethod
    def pins(settings: DisplaySettings) -> Mapping[str, int]:  # noqa: ARG004
        """The pins of the HAT."""
        return _HAT_PINS

    @staticmethod
    def examined(settings: DisplaySettings) -> tuple[str, str]:  # noqa: ARG004
        """The panel and its bus; advice: check the wires and the model, or turn the picture."""
        advice = f"check its wires, and that it is an {_MODEL}; or oled_turned = true if it is upside down"
        return "an e-paper on the SPI bus", advice

    @classmethod
    def opened(cls, settings: DisplaySettings, clock: Clock, stream: TextIO | None) -> "Epaper":  # noqa: ARG003
        """The panel, set up by the settings."""
        return cls(clock, turned=settings.oled_turned)

    @property
    def notice(self) -> str:
        with self._changed:
            hangs = self._began_s is not None and self._clock.now_s() > self._began_s + LOST_S
            is_lost = hangs or self._failed
        return _("The e-paper accepts no picture: check its wires. It comes back by itself.") if is_lost else ""

    def show(self, picture: Image.Image) -> None:
        """Hands the picture to the drawing thread."""
        with self._changed:
            if same(picture, self._wanted) and not (self._failed and self._clock.now_s() >= self._again_s):
                return
            self._wanted, self._failed = picture.copy(), False
            self._changed.notify()

    def leave(self, picture: Image.Image) -> None:
        """Shows what stopped the program, and does not clear it at the end."""
        self._stays = True
        self.show(picture)

    def close(self) -> None:
        """Clears the panel, unless `leave` showed a picture."""
        if not self._stays:
            self.show(Image.new("1", (self.panel.width, self.panel.height), 1))
        with self._changed:
            self._ends = True
            self._changed.notify()
        self._thread.join(_GOODBYE_S)

    def _draw_on(self) -> None:
        """Draws the requested pictures until the end."""
        while (picture := self._next()) is not None:
            try:
                if self._driver.init():
                    raise OSError("the bus cannot be opened")
                self._driver.display(self._driver.getbuffer(picture.rotate(180) if self._turned else picture))
                self._driver.sleep()
                failed = False
            except UNFORESEEN:
                put_away(self._driver.sleep)
                failed = True
            with self._changed:
                self._began_s, self._drawn = None, None if failed else picture
                self._failed, self._again_s = failed, self._clock.now_s() + RETRY_S

    def _next(self) -> Image.Image | None:
        """The next picture to draw, after waiting for it; None at the end."""
        with self._changed:
            while self._failed or self._wanted is None or same(self._wanted, self._drawn):
                if self._ends:
                    return None
                self._changed.wait()
            self._began_s = self._clock.now_s()
            return self._wanted


def _waveshare() -> Any:
    """Waveshare's driver, which takes the pins. Raises DeviceError."""
    try:
        import epaper

        return epaper.epaper(_MODEL).EPD()
    except UNFORESEEN as error:
        raise DeviceError(
            f"The e-paper cannot be used ({reason_of(error)}). It needs waveshare-epaper (hardware/README.md "
            "says how to install it), and SPI has to be on (sudo raspi-config nonint do_spi 0); or play with --display "
            "terminal."
        ) from error
