"""Tones and the light, on gpiozero's mock pins."""

import pytest

from lucca_pi.config import Config
from lucca_pi.devices.errors import DeviceError
from lucca_pi.devices.gpio import BLINKS_S, NOTES_HZ, GpioSignals, NoSignals
from lucca_pi.equipment import make_signals

BUZZER, LED = 18, 24


@pytest.mark.parametrize("what", NOTES_HZ)
def test_each_signal_has_its_tones(factory, what):
    heard = []

    def listen(_):
        if factory.pin(BUZZER).state:
            heard.append(factory.pin(BUZZER).frequency)

    signals = GpioSignals(BUZZER, None, factory, pause=listen)
    signals.tell(what)
    signals.close()
    assert heard == pytest.approx(NOTES_HZ[what], rel=0.001)


def test_no_two_signals_sound_alike():
    assert len({tuple(notes) for notes in NOTES_HZ.values()}) == len(NOTES_HZ)


def test_tones_come_one_after_another_and_are_silent_at_the_end(factory):
    heard = []
    signals = GpioSignals(BUZZER, None, factory, pause=lambda _: heard.append(factory.pin(BUZZER).frequency))
    for what in ("taken", "ready", "asked"):
        signals.tell(what)
    signals.close()
    tones = [*NOTES_HZ["taken"], *NOTES_HZ["asked"]]
    assert [hz for hz in heard if hz] == pytest.approx(tones, rel=0.001)
    assert heard[-1] is None


def test_the_light_goes_out_for_as_long_as_a_look_takes(factory):
    signals, shines = GpioSignals(None, LED, factory), []
    for what in ("looking", "ready"):
        signals.tell(what)
        shines.append(factory.pin(LED).state > 0)
    signals.close()
    assert shines == [False, True]


def test_the_light_shines_unless_something_is_asked_or_a_hand_is_in_the_way(factory, monkeypatch):
    signals = GpioSignals(None, LED, factory)
    assert factory.pin(LED).state
    blinks = []
    monkeypatch.setattr(signals._led, "blink", lambda on, off: blinks.append((on, off)))
    for what in ("taken", "asked", "hand", "ready"):
        signals.tell(what)
    signals.close()
    assert blinks == [(seconds, seconds) for seconds in BLINKS_S.values()]


def test_it_lights_up_again_when_nothing_is_asked_any_more(factory):
    signals = GpioSignals(None, LED, factory)
    signals.tell("asked")
    signals.tell("ready")
    assert factory.pin(LED).state
    signals.close()


def test_pins_that_cannot_be_had_are_named(factory):
    with pytest.raises(DeviceError, match=r"buzzer 18 and led 18 .*GPIO18.*leave them out"):
        GpioSignals(18, 18, factory)


def test_without_pins_it_is_silent():
    signals = make_signals(Config())
    signals.tell("taken")
    signals.close()
    assert isinstance(signals, NoSignals)
