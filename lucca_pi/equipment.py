"""Makes the devices that the settings name."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO, cast

from lucca_pi.config import Config
from lucca_pi.devices.displays import display_class
from lucca_pi.devices.errors import DeviceError, opening
from lucca_pi.games import game_module
from lucca_pi.language import _
from lucca_pi.ports import Button, Buttons, Camera, Clock, Display, Signals, Supervisor

if TYPE_CHECKING:
    from lucca_pi.devices.camera import UsbCamera
    from lucca_pi.devices.pi_camera import PiCamera

_NOT_KNOWN: Mapping[str, float] = MappingProxyType({})


def make_camera(config: Config, clock: Clock, focus: Mapping[str, float] = _NOT_KNOWN) -> Camera:
    """
    The camera that the configuration names; `focus`: the lens position of a Pi's camera, dioptres, by the camera's
    name.

    Raises DeviceError, UnreadableError and RuleError.
    """
    with opening(_("The camera {name}", name=config.camera), "--camera phone"):
        return _camera(config, clock, focus)


def _camera(config: Config, clock: Clock, focus: Mapping[str, float]) -> Camera:
    kind, _colon, rest = config.camera.partition(":")
    if kind == "folder":
        from lucca_pi.devices.camera import FolderCamera

        return FolderCamera(Path(rest))
    if kind == "drawn":
        camera: Camera = game_module(config.game, "drawn").camera_for(rest, config.for_game())
        return camera
    if kind == "phone":
        from lucca_pi.devices.phone import PhoneCamera

        return PhoneCamera(clock)
    if kind == "usb":
        return make_usb_camera(config.camera, clock)
    return _make_pi_camera(config, clock, focus)


def _make_pi_camera(config: Config, clock: Clock, focus: Mapping[str, float]) -> "PiCamera":
    """The camera called "pi" or "pi:N". Raises DeviceError."""
    from lucca_pi.devices.pi_camera import PiCamera

    number = config.camera.partition(":")[2] or "0"
    if not number.isdecimal() or len(number) > 1:
        raise DeviceError(f"{config.camera} is not a camera of a Pi: give pi, or pi:1 for the second one.")
    return PiCamera(int(number), clock, config.mains_hz, focus)


def make_usb_camera(name: str, clock: Clock) -> "UsbCamera":
    """The camera called "usb:N", or "usb:" and its name or path. Raises DeviceError."""
    from lucca_pi.devices.camera import UsbCamera
    from lucca_pi.devices.here import video_number, webcams

    kind, _colon, called = name.partition(":")
    if kind == "usb" and called.isdecimal() and len(called) <= 3:
        return UsbCamera(int(called), clock)
    if kind == "usb" and called and video_number(called) is not None:
        return UsbCamera(called, clock)
    there = ", ".join(f"usb:{number} {own}".strip() for number, own in webcams()) or "none"
    raise DeviceError(
        f"No USB camera {name} is plugged in (found: {there}). Give usb: and its number, as usb:0 for /dev/video0, "
        "its name, or its path in /dev/v4l/by-id."
    )


@opening(_("The buttons"), "--buttons keyboard")
def make_buttons(config: Config, clock: Clock) -> Buttons:
    """The buttons that the configuration names. Raises DeviceError."""
    from lucca_pi.devices import buttons

    kind, _colon, rest = config.buttons.partition(":")
    if kind == "gpio":
        from lucca_pi.devices.gpio import GpioButtons, PinFactory

        pins = {cast(Button, name): pin for name, pin in config.pins.items()}
        return GpioButtons(pins, clock, cast(PinFactory, config.pin_factory)).listening()
    if kind == "keys":
        return buttons.KeyButtons(clock, rest)
    if kind == "keyboard" and sys.stdin is None:
        raise DeviceError("There is no keyboard: standard input is closed. Play with --buttons auto or script:FILE.")
    if kind == "keyboard":
        return buttons.KeyboardButtons(sys.stdin)
    if kind == "script":
        return buttons.ScriptButtons(Path(rest))
    return buttons.AutoButtons()


def make_signals(config: Config) -> Signals:
    """Buzzer and light, if the configuration has pins for them; else a silent twin. Raises DeviceError."""
    from lucca_pi.devices import gpio

    if config.buzzer is None and config.led is None:
        return gpio.NoSignals()
    with opening(_("Buzzer and led"), "neither of them in the settings"):
        return gpio.GpioSignals(config.buzzer, config.led, cast(gpio.PinFactory, config.pin_factory))


def make_supervisor(clock: Clock) -> Supervisor:
    """The service manager: systemd if it listens, else a twin."""
    from lucca_pi.devices import system

    address = os.environ.get("NOTIFY_SOCKET")
    return system.Systemd(address, clock) if address else system.NoSupervisor()


@opening(_("The display"), "--display terminal")
def make_display(config: Config, clock: Clock, stream: TextIO | None) -> Display:
    """The display that the configuration names; a terminal writes to `stream`, None if closed. Raises DeviceError."""
    return display_class(config.display).opened(config.for_display(), clock, stream)
