"""
Displays of 128 x 64 dots, and their twins.

For all of them: to show the same picture again writes nothing, so a loop may show on every pass.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TextIO

from PIL import Image

from lucca_pi.devices.errors import UNFORESEEN, DeviceError, put_away
from lucca_pi.devices.terminals import writable
from lucca_pi.errors import reason_of
from lucca_pi.games.contract.screens import Question, Snapshot
from lucca_pi.harmless import harmless
from lucca_pi.language import _, say
from lucca_pi.ports import Clock, Light
from lucca_pi.screens.terminal import as_text
from lucca_pi.screens.words import answer_in_words, in_words

Controller = Literal["ssd1306", "sh1106"]

OFFSET = 2
"""Of most panels with an SH1106: 128 columns in the middle of its 132."""
RETRY_S = 3.0
"""Seconds between probes of an idle panel, and between attempts to reach a lost one."""

CLEAR = "\x1b[H\x1b[2J"
"""What makes a terminal empty and begin at its top."""

CHOOSING = _("(u, d: another answer; Enter takes the one with the star)")
"""What the keys do at a question."""

LINES_BELOW = 2
"""The legend's, and the one after it where the cursor stands: with more, a picture loses its top."""

BRIGHTNESS: Mapping[Light, int] = {"full": 0xCF, "dim": 0x08}
"""The contrast that either controller is given. A panel still shines a little at 0."""

SHIFT_S = 60.0
SHIFTS = ((0, 0), (-1, 0), (-1, -1), (0, -1))
"""
Where the picture lies in turn, each for SHIFT_S, so that no dot burns in: to the left and up, where nothing to
be read is cut off.
"""

NOTHING = 0xE3
"""The command of both controllers that does nothing: the bus tells whether anybody heard it."""


class Oled:
    """
    A panel on the I2C bus: VCC to 3.3 V (pin 1), SDA to GPIO 2 (pin 3), SCL to GPIO 3 (pin 5), GND (pin 9).

    `controller`: "ssd1306" (most panels of 0.96 inch) or "sh1106" (most of 1.3 inch); a picture two dots off to the
    side with stray dots at the edge asks for the other. `turned`: it stands on its head. `offset`: the column of an
    sh1106's memory at which the glass begins. `serial`: a ready luma interface in place of port and address.

    Raises DeviceError when there is no panel at the start. A panel lost later never stops the game: what was to be
    seen last is drawn anew by the first call of `show` that finds it again, and those calls try every RETRY_S.
    """

    keeps = False

    def __init__(
        self,
        clock: Clock,
        controller: Controller = "ssd1306",
        port: int = 1,
        address: int = 0x3C,
        *,
        turned: bool = False,
        offset: int = OFFSET,
        serial: Any = None,
    ) -> None:
        try:
            import luma.oled.device
            from luma.core.interface.serial import i2c
        except UNFORESEEN as error:
            raise DeviceError(
                f"The display needs luma.oled ({reason_of(error)}): pip install '.[pi]', or play with --display "
                "terminal."
            ) from error
        driver = {"ssd1306": luma.oled.device.ssd1306, "sh1106": luma.oled.device.sh1106}[controller]
        shifted = {"page_address_offset": offset} if controller == "sh1106" else {}
        self._driver = partial(driver, rotate=2 if turned else 0, **shifted)
        self._clock = clock
        self._picture: Image.Image | None = None
        self._light: Light = "full"
        self._stays = False
        try:
            self._serial = serial or i2c(port=port, address=address)
            self._panel: Any = self._connected()
        except UNFORESEEN as error:
            raise DeviceError(
                f"No display at address 0x{address:02X} of I2C bus {port} ({reason_of(error)}). Check its wires: sudo "
                f"i2cdetect -y {port} should show {address:02x} (another number: oled_address in the settings). I2C "
                "has to be on, and this user in the group i2c; or play with --display terminal."
            ) from error
        self._again_s = clock.now_s() + RETRY_S

    def _connected(self) -> Any:
        """A panel just initialised. A driver once made lives as long as the program, so the bus is asked first."""
        self._serial.command(NOTHING)
        panel = self._driver(self._serial)
        self._lighten(panel)
        return panel

    @property
    def notice(self) -> str:
        """The notice that the panel is gone."""
        return "" if self._panel else _("The OLED is gone: check its wires. It goes on by itself.")

    @property
    def is_dark(self) -> bool:
        """Whether the panel is there and off."""
        return self._light == "off" and bool(self._panel)

    def tell(self, snapshot: Snapshot) -> None:
        """Nothing: its pictures come by `show`."""

    def light(self, light: Light) -> None:
        """Full, dim or off; a panel that is found again is as it was to be."""
        if light != self._light:
            self._light = light
            self._send(lambda: self._lighten(self._panel))

    def _lighten(self, panel: Any) -> None:
        if self._light == "off":
            panel.hide()
        else:
            panel.contrast(BRIGHTNESS[self._light])
            panel.show()

    def show(self, picture: Image.Image) -> None:
        """Shows a picture of 128 x 64, mode "1"; while the panel is lost, keeps it for later."""
        picture = _shifted(picture, self._clock.now_s())
        is_new = not _same(picture, self._picture)
        self._picture = picture
        if (is_new and self._panel) or self._clock.now_s() >= self._again_s:
            self._again_s = self._clock.now_s() + RETRY_S
            if not self._panel:
                self._find()
            elif is_new:
                self._send(lambda: self._panel.display(picture))
            else:
                self._send(lambda: self._serial.command(NOTHING))

    def _find(self) -> None:
        with suppress(*UNFORESEEN):
            panel = self._connected()
            panel.display(self._picture)
            self._panel = panel

    def _send(self, sending: Callable[[], None]) -> None:
        if self._panel:
            try:
                sending()
            except UNFORESEEN:
                self._panel = None

    def leave(self, picture: Image.Image) -> None:
        """Shows what stopped the program, and does not darken it at the end."""
        self._stays = True
        self.light("full")
        self.show(picture)

    def close(self) -> None:
        """Leaves the panel dark, unless something is to be read on it."""
        if self._panel:
            self._panel.persist = self._stays
            put_away(self._panel.cleanup)


class NotLit:
    """A display that is read by other light, and cannot be lost."""

    notice = ""
    is_dark = False

    def light(self, light: Light) -> None:
        """Nothing: this display has no light of its own."""

    def tell(self, snapshot: Snapshot) -> None:
        """Nothing: what is to be seen comes by `show`."""

    def leave(self, picture: Image.Image) -> None:
        """Nothing: whoever sees this display sees standard error."""


class TerminalDisplay(NotLit):
    """
    Shows each picture at the top of the terminal, and `legend` below it; writes them one below the other elsewhere.

    In half blocks where the terminal is large enough, else in braille.
    """

    def __init__(self, stream: TextIO, legend: str = "") -> None:
        self._stream, self._legend = stream, legend
        self.keeps = not stream.isatty()
        self._picture: Image.Image | None = None

    def show(self, picture: Image.Image) -> None:
        if _same(picture, self._picture):
            return
        self._picture = picture.copy()
        if self._stream.isatty():
            columns, lines_high = os.get_terminal_size(self._stream.fileno())
            lines = (CLEAR + as_text(picture, columns, lines_high - LINES_BELOW), self._legend)
        else:
            lines = (as_text(picture), "")
        print("\n".join(filter(None, lines)), file=self._stream, flush=True)

    def close(self) -> None:
        """The terminal is its owner's."""


class TextDisplay(NotLit):
    """
    Writes each screen below the one before, in a few lines of plain letters, when something on it is new.

    For terminals that draw nothing, small windows, and programs that read aloud: nothing is drawn and nothing moves.
    `legend` says at the start what the keys do.
    """

    keeps = False

    def __init__(self, stream: TextIO, legend: str = "") -> None:
        self._stream = stream
        self._choosing = [say(CHOOSING)] if legend else []
        self._last: Snapshot | None = None
        if legend:
            self._write([legend])

    def show(self, picture: Image.Image) -> None:
        """Nothing: the words are written as the screen comes up."""

    def tell(self, snapshot: Snapshot) -> None:
        """Writes the screen; of a question of which another answer is chosen now, that answer alone."""
        if snapshot == self._last:
            return
        last, self._last = self._last, snapshot
        now, was = snapshot.screen, last.screen if last else None
        if isinstance(now, Question) and isinstance(was, Question) and replace(was, chosen=now.chosen) == now:
            self._write([answer_in_words(now)])
        else:
            self._write(["", *in_words(snapshot), *(self._choosing if isinstance(now, Question) else ())])

    def _write(self, lines: Sequence[str]) -> None:
        text = "\n".join(harmless(line) for line in lines)
        print(writable(text, self._stream, os.environ), file=self._stream, flush=True)

    def close(self) -> None:
        """What was written stays."""


class PngDisplay(NotLit):
    """Writes each picture to a directory: 0001.png and so on, after the highest number that is there."""

    keeps = True

    def __init__(self, directory: Path) -> None:
        """Raises DeviceError when the directory cannot be made or written."""
        self._directory = directory
        self._picture: Image.Image | None = None
        try:
            directory.mkdir(parents=True, exist_ok=True)
            numbers = [int(file.stem) for file in directory.glob("*.png") if file.stem.isdecimal()]
        except OSError as error:
            raise DeviceError(
                f"{directory}: no directory for pictures ({error.strerror}). Name another one: --display png:DIR."
            ) from error
        self._number = max(numbers, default=0)

    def show(self, picture: Image.Image) -> None:
        if _same(picture, self._picture):
            return
        self._picture = picture.copy()
        self._number += 1
        file = self._directory / f"{self._number:04}.png"
        try:
            with file.open("xb") as stream:
                picture.save(stream, "PNG")
        except OSError as error:
            raise DeviceError(
                f"{file}: cannot be written ({error.strerror}). Make room, or name another DIR."
            ) from error

    def leave(self, picture: Image.Image) -> None:
        """Writes what stopped the program, too."""
        self.show(picture)

    def close(self) -> None:
        """The pictures stay."""


class NoDisplay(NotLit):
    """Shows nothing."""

    keeps = False

    def show(self, picture: Image.Image) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """Nothing: there is no display to darken."""


def _shifted(picture: Image.Image, now_s: float) -> Image.Image:
    """The picture where it lies at that time; what moves out of sight is the frame of a bar at most."""
    shifted = Image.new(picture.mode, picture.size)
    shifted.paste(picture, SHIFTS[int(now_s // SHIFT_S) % len(SHIFTS)])
    return shifted


def _same(one: Image.Image, other: Image.Image | None) -> bool:
    return other is not None and one.size == other.size and one.tobytes() == other.tobytes()
