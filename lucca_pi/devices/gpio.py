"""Parts on the Pi's GPIO pins: push buttons, a buzzer and a light; and a silent twin."""

import atexit
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Event, RLock, Thread
from typing import Any, Literal

from lucca_pi.devices.errors import UNFORESEEN, DeviceError, foreseen, put_away
from lucca_pi.devices.press import DEBOUNCE_S, SAMPLE_S, ContactButtons
from lucca_pi.errors import reason_of
from lucca_pi.language import _
from lucca_pi.ports import Button, Clock, Signal, Signals

PinFactory = Literal["lgpio", "rpigpio"]
PACKAGES: Mapping[PinFactory, str] = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi-lgpio"}

_FOLDER, _PIPE, _CHIP = "LG_WD", ".lgd-nfy", "gpiochip"
"""Variable with lgpio's folder, name of its pipe, and the device that needs the group gpio."""
_EDGES = "edge detection"
"""Part of RPi.GPIO's error on kernels from 6.6 on."""
RETRY_S = 3.0
"""Seconds between attempts to reopen pins that could not be read."""

WORDS: Mapping[str, str] = {"ok": _("OK"), "back": _("back"), "up": _("up"), "down": _("down")}
"""Names of the box's buttons."""


def contact_words(button: str, pin: int) -> str:
    """
    Name of a button's contact in a notice that it is stuck.

    >>> contact_words("down", 19)
    'down (GPIO 19)'
    """
    return _("{button} (GPIO {pin})", button=WORDS.get(button, button), pin=pin)


class GpioButtons(ContactButtons):
    """
    Push buttons, each between a pin and ground; the pin's pull-up resistor is used.

    Levels decide: they are read at each call of `press`, and every SAMPLE_S while a button is pressed. `pins`: the GPIO
    number of each button, such as {"ok": 5, "back": 6, "up": 13, "down": 19}. `factory`: name of the library that
    drives the pins, or a ready gpiozero factory. Raises DeviceError if it fails.
    """

    def __init__(self, pins: Mapping[Button, int], clock: Clock, factory: PinFactory | Any = "lgpio") -> None:
        super().__init__(clock, DEBOUNCE_S)
        self._pins = dict(pins)
        self._names = [contact_words(button, pin) for button, pin in pins.items()]
        self._contacts: list[Any] = []
        self._factory, self._named = factory, factory
        self._lost, self._again_s = "", 0.0
        self._reading = RLock()
        self._changed, self._told = Event(), Event()
        self._is_closed = False
        self._open()
        self.sample()
        if self._lost:
            raise DeviceError(self._lost)

    def _open(self) -> None:
        """Opens the pins. Raises DeviceError."""
        self._factory = pin_factory(self._named) if isinstance(self._named, str) else self._named
        try:
            from gpiozero import Button as Contact

            for pin in self._pins.values():
                self._contacts.append(Contact(pin, pull_up=True, bounce_time=None, pin_factory=self._factory))
                self._contacts[-1].pin.when_changed = self._edge  # `when_pressed` misses one after a lost release
        except UNFORESEEN as error:
            self._close_pins()
            raise _not_had(self._pins, error) from error
        self._lost = ""

    def _edge(self, _ticks: float, _level: float) -> None:
        self._changed.set()

    def listening(self) -> "GpioButtons":
        """The buttons, which read their levels from now on while the program is busy, too, once one has changed."""
        Thread(target=self._listen, daemon=True).start()
        return self

    def _listen(self) -> None:
        while not self._is_closed:
            self._changed.wait()
            self._changed.clear()
            while self.sample():
                time.sleep(SAMPLE_S)

    def sample(self) -> bool:
        """
        Reads all levels. Returns whether they are to be read again soon, since a press may come by waiting alone.

        Pins that cannot be read are closed, and their levels forgotten; they are reopened every RETRY_S.
        """
        with self._reading:
            if self._is_closed:
                return False
            now_s = self._clock.now_s()
            if self._lost and now_s >= self._again_s:
                self._again_s = now_s + RETRY_S
                with suppress(DeviceError):
                    self._open()
            try:
                levels = [bool(contact.is_pressed) for contact in self._contacts]
            except UNFORESEEN as error:
                self._lose(foreseen(error))
                return False
            for name, button, is_closed in zip(self._names, self._pins, levels, strict=False):
                self._level(name, button, is_closed, now_s)
            if self._given:
                self._told.set()
            return self._presses.is_busy

    @property
    def notice(self) -> str:
        return self._lost or super().notice

    def forget(self) -> None:
        with self._reading:
            super().forget()

    def _hear(self, wait_s: float) -> None:
        self._told.wait(wait_s)
        self._told.clear()
        self.sample()

    def _lose(self, error: BaseException) -> None:
        self._lost = _(
            "The buttons cannot be read ({reason}): check their wires. Then they work again.", reason=reason_of(error)
        )
        self._again_s = self._clock.now_s() + RETRY_S
        self._presses.forget(self._names)
        self._close_pins()

    def close(self) -> None:
        self._is_closed = True
        self._changed.set()
        with self._reading:
            self._close_pins()

    def _close_pins(self) -> None:
        """Closes the pins, which may be opened again."""
        put_away(*(contact.close for contact in self._contacts))
        if self._named == "lgpio":
            _let_go(self._factory)
        self._contacts.clear()  # last: gpiozero closes what is forgotten, and complains if that fails


def _let_go(factory: Any) -> None:
    """
    Closes the chip of a factory of lgpio.

    Its pins are closed and forgotten first: gpiozero would stop at one that fails, and hand it to the next factory.
    """
    own = {info: pin for info, pin in factory.pins.items() if pin.factory is factory}
    for info, pin in own.items():
        put_away(partial(setattr, pin, "when_changed", None), pin.close)  # else lgpio's thread would call a closed pin
        del factory.pins[info]
    factory.pins = {}  # all factories share it, with the pins of others
    put_away(factory.close)


def _give_lgpio_a_folder() -> None:
    """Sets FOLDER to a temporary folder if it names none: lgpio makes a pipe there when it is imported."""
    if _takes_pipes(os.environ.get(_FOLDER, "")):
        return
    with suppress(OSError):  # what has no room for a folder is told by lgpio itself
        folder = mkdtemp(prefix="lucca-pins-")
        atexit.register(rmtree, folder, ignore_errors=True)
        os.environ[_FOLDER] = folder


def _takes_pipes(folder: str) -> bool:
    """
    True if a pipe can be made in the folder. It is tried: root has all rights, and some file systems have no pipes.
    """
    pipe = Path(folder, f".lucca-{os.getpid()}")
    try:
        os.mkfifo(pipe)
        pipe.unlink()
    except OSError:
        return False
    return bool(folder)


def _not_had(pins: Mapping[Button, int], error: BaseException) -> DeviceError:
    if _EDGES in str(error):
        return DeviceError(
            _(
                'RPi.GPIO cannot read the buttons on this kernel ({error}): set pin_factory = "lgpio" in the '
                "settings; or play with --buttons keyboard.",
                error=reason_of(error),
            )
        )
    return DeviceError(
        _(
            "The buttons' pins {pins} are not available ({error}). Another program may be using them (gpioinfo shows "
            "which); change them in the settings, or play with --buttons keyboard.",
            pins=dict(pins),
            error=reason_of(error),
        )
    )


def pin_factory(name: str) -> Any:
    """The gpiozero pin factory of that name, without fallback to another. Raises DeviceError."""
    _give_lgpio_a_folder()
    try:
        if name == "lgpio":
            from gpiozero.pins.lgpio import LGPIOFactory as Factory
        else:
            from gpiozero.pins.rpigpio import RPiGPIOFactory as Factory
        return Factory()
    except UNFORESEEN as error:
        if _PIPE in str(error):
            raise DeviceError(
                _(
                    "lgpio cannot create its pipe in the folder {folder} ({error}): set LG_WD to a folder that this "
                    "user may write to; or play with --buttons keyboard.",
                    folder=os.environ.get(_FOLDER) or Path.cwd(),
                    error=reason_of(error),
                )
            ) from error
        if _CHIP in str(error):
            raise DeviceError(
                _(
                    "The pins cannot be opened through {name} ({error}). Give this user access: sudo usermod -aG gpio "
                    "$USER, then log in again; on a machine without pins, play with --buttons keyboard.",
                    name=name,
                    error=reason_of(error),
                )
            ) from error
        package = PACKAGES["lgpio" if name == "lgpio" else "rpigpio"]
        raise DeviceError(
            _(
                "The buttons cannot be read through {name} ({error}). On a Pi: sudo apt install {package} "
                "and, if that does not help, sudo systemd/install.sh; anywhere: play with --buttons keyboard.",
                name=name,
                error=reason_of(error),
                package=package,
            )
        ) from error


NOTES_HZ: Mapping[Signal, Sequence[float]] = {
    "taken": (1047, 1568),
    "asked": (1568, 1047, 1568),
    "hand": (523, 523),
}
"""Frequencies of each signal, Hz: a step up, a call, a low grumble. Signals without a sound are missing."""
_NOTE_S, _REST_S = 0.12, 0.03

BLINKS_S: Mapping[Signal, float] = {"asked": 0.5, "hand": 0.1}
"""Seconds for which the light is on, and off, in each blinking signal."""


class GpioSignals:
    """
    A passive buzzer and a light, each between its pin and ground (the light with a resistor); None for a missing part.

    The light shines while all is well, goes out during a look, blinks while something is asked, and flickers while a
    hand is in the way. Tones are played in the background, one after another. `factory` is as for the buttons; `pause`
    replaces `time.sleep`. Raises DeviceError if the pins cannot be used.
    """

    def __init__(
        self,
        buzzer: int | None,
        led: int | None,
        factory: PinFactory | Any = "lgpio",
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        from gpiozero import LED, TonalBuzzer
        from gpiozero.tones import Tone

        self._tone, self._pause = Tone.from_frequency, pause
        self._player = ThreadPoolExecutor(max_workers=1)
        self._buzzer: Any = None
        self._led: Any = None
        factory = pin_factory(factory) if isinstance(factory, str) else factory
        try:
            if buzzer is not None:
                self._buzzer = TonalBuzzer(buzzer, mid_tone=Tone("A5"), octaves=1, pin_factory=factory)
            if led is not None:
                self._led = LED(led, initial_value=True, pin_factory=factory)
        except Exception as error:
            self.close()
            raise DeviceError(
                _(
                    "The pins of buzzer {buzzer} and led {led} are not available ({error}). Another program may be "
                    "using them (gpioinfo shows which); change them in the settings, or leave them out.",
                    buzzer=buzzer,
                    led=led,
                    error=error,
                )
            ) from error

    def tell(self, what: Signal) -> None:
        """Plays and shows a signal without waiting. A failing light stops no game."""
        with suppress(*UNFORESEEN):
            self._tell(what)

    def _tell(self, what: Signal) -> None:
        if self._buzzer and what in NOTES_HZ:
            self._player.submit(self._play, NOTES_HZ[what])
        if self._led and what in BLINKS_S:
            self._led.blink(BLINKS_S[what], BLINKS_S[what])
        elif self._led and what == "looking":
            self._led.off()
        elif self._led:
            self._led.on()

    def _play(self, notes_hz: Sequence[float]) -> None:
        for note_hz in notes_hz:
            self._buzzer.play(self._tone(note_hz))
            self._pause(_NOTE_S)
            self._buzzer.stop()
            self._pause(_REST_S)

    def close(self) -> None:
        """Ends the last tone, and closes the pins."""
        self._player.shutdown()
        put_away(*(device.close for device in (self._buzzer, self._led) if device))


class NoSignals(Signals):
    """No-op twin: no buzzer and no light are connected."""
