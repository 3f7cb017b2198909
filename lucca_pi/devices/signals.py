"""Tones and a light for those who do not look at the display, and their silent twin."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from lucca_pi.devices.errors import UNFORESEEN, DeviceError, put_away
from lucca_pi.devices.gpio import PinFactory, pin_factory
from lucca_pi.language import _
from lucca_pi.ports import Signal

NOTES_HZ: Mapping[Signal, Sequence[float]] = {
    "taken": (1047, 1568),
    "asked": (1568, 1047, 1568),
    "hand": (523, 523),
}
"""What each sounds like: a step up, a call, a low grumble. That nothing is asked any more has no sound."""
NOTE_S, REST_S = 0.12, 0.03

BLINKS_S: Mapping[Signal, float] = {"asked": 0.5, "hand": 0.1}
"""How long the light is on, and off, where it does not shine all the time."""


class GpioSignals:
    """
    A passive buzzer and a light, each between its pin and ground (the light with its resistor); None is not there.

    The light shines while all is well, goes out for as long as a look takes, blinks while something is asked, and
    flickers while a hand is in the way. Tones are played beside the game, one after another. `factory` is as for the
    buttons; `pause` takes the place of `time.sleep`. Raises DeviceError when the pins cannot be had.
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
                    "The pins of buzzer {buzzer} and led {led} cannot be had ({error}). Another program may hold them "
                    "(gpioinfo shows who); change them in the configuration, or leave them out.",
                    buzzer=buzzer,
                    led=led,
                    error=error,
                )
            ) from error

    def tell(self, what: Signal) -> None:
        """Sounds and shines; does not wait. A light that fails stops no game."""
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
            self._pause(NOTE_S)
            self._buzzer.stop()
            self._pause(REST_S)

    def close(self) -> None:
        """Ends the last tone, and lets go of the pins."""
        self._player.shutdown()
        put_away(*(device.close for device in (self._buzzer, self._led) if device))


class NoSignals:
    """Silent, and dark."""

    def tell(self, what: Signal) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """Nothing has to be closed."""
