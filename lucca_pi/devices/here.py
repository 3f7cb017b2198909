"""
What `play` takes on a machine that is no Pi where nobody said what to play with: what is there, and never a twin.

Each choice carries what is said of it, and the options that choose another.
"""

import socket
import struct
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from typing import TextIO

from lucca_pi.devices.displays.terminal import why_not_drawn
from lucca_pi.language import _, say

_MODEL = Path("/proc/device-tree/model")
_VIDEO = Path("/dev")
BY_ID = "v4l/by-id"
"""Links to video devices, called by maker, model and serial number."""
PORTS = range(8000, 8010)
"""Where the page is served that nobody named a place for: the first that is free."""
PHONE = "phone"
"""The camera of a phone, by the page."""
_QUERYCAP = 0x80685600
"""VIDIOC_QUERYCAP of linux/videodev2.h: what a video device is called and can do."""
_CAPTURES = 0x1
"""The bit of it that says: it gives pictures."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting that was chosen: its name and value, what that is in words, and how to choose another."""

    setting: str
    value: str
    words: str
    others: str


def is_pi(environment: Mapping[str, str], model: Path = _MODEL) -> bool:
    """Whether this is the machine that the defaults are of: a Raspberry Pi, or the service."""
    if "STATE_DIRECTORY" in environment:
        return True
    with suppress(OSError):
        return "Raspberry Pi" in model.read_text(errors="replace")
    return False


def choices(
    given: Collection[str], stream: TextIO | None, environment: Mapping[str, str], *, page: bool
) -> tuple[Choice, ...]:
    """
    A choice for each of camera, buttons and display that is not among the settings `given`; with `page` for that too.

    A phone that is chosen as the camera needs the page in any case. `stream` is what a display would write to.
    """
    makers: dict[str, Callable[[], Choice]] = {
        "camera": _camera,
        "buttons": _keyboard,
        "display": lambda: _display(stream, environment),
    }
    chosen = tuple(make() for setting, make in makers.items() if setting not in given)
    needs_page = page or any(one.value == PHONE for one in chosen)
    return (*chosen, _page()) if needs_page and "page" not in given else chosen


def in_lines(chosen: Collection[Choice], file: Path) -> str:
    """What was chosen and how to choose otherwise, in the language in use; `file`: that of the settings."""
    lines = [say(_("You named no devices, so I use what I found:"))]
    lines += [f"  {say(one.words)}  ({say(_('or'))} {one.others})" for one in chosen]
    return "\n".join([*lines, say(_("To use others every time, set them in {file}.", file=file))])


def _camera() -> Choice:
    """A webcam; without one the camera of a phone, which everybody has."""
    for number, name in webcams():
        words = _("camera: the webcam {name}", name=name or f"/dev/video{number}")
        return Choice("camera", f"usb:{number}", words, "--camera phone, --camera folder:DIR")
    return Choice("camera", PHONE, _("camera: a phone, through the page"), "--camera usb:N, --camera folder:DIR")


def webcams(folder: Path = _VIDEO) -> list[tuple[int, str]]:
    """The number and name of each video device that gives pictures."""
    numbers = sorted(int(file.name[5:]) for file in folder.glob("video*") if file.name[5:].isdecimal())
    found = ((number, _captures(folder / f"video{number}")) for number in numbers)
    return [(number, name) for number, name in found if name is not None]


def video_number(name: int | str, folder: Path = _VIDEO) -> int | None:
    """
    The number of the video device that is called so now; None where none is.

    `name`: the number itself; the path of the device, or its name in `v4l/by-id`, which stays the same wherever it is
    plugged in; or how the name begins that the camera gives itself, such as "HD Pro Webcam".
    """
    if isinstance(name, int):
        return name
    for path in (folder / name, folder / BY_ID / name):
        number = path.resolve().name.removeprefix("video")
        if path.exists() and number.isdecimal():
            return int(number)
    called = (number for number, own in webcams(folder) if own.casefold().startswith(name.casefold()))
    return next(called, None)


def lasting_name(number: int, folder: Path = _VIDEO) -> str:
    """The path that leads to the video device of that number wherever it is plugged in; empty where it has none."""
    links = sorted((folder / BY_ID).glob("*"))
    return next((str(link) for link in links if link.resolve().name == f"video{number}"), "")


def _captures(device: Path) -> str | None:
    """What a device is called that gives pictures; None of another, or of one that cannot be asked."""
    try:
        with device.open("rb", buffering=0) as opened:
            told = bytes(ioctl(opened, _QUERYCAP, bytes(104)))
    except OSError:
        return None
    can = struct.unpack_from("I", told, 88)[0]
    return told[16:48].split(b"\0")[0].decode(errors="replace") if can & _CAPTURES else None


def _keyboard() -> Choice:
    return Choice("buttons", "keyboard", _("buttons: the keyboard"), "--buttons keys")


def _display(stream: TextIO | None, environment: Mapping[str, str]) -> Choice:
    """Drawn where the terminal can, else in words."""
    why = why_not_drawn(stream, environment) if stream else ""
    if why:
        words = _("display: this terminal, as text, because {why}", why=why)
        return Choice("display", "text", words, "--display none")
    return Choice("display", "terminal", _("display: this terminal"), "--display text")


def _page() -> Choice:
    port = free_port()
    return Choice("page", port, _("the page for your phones: port {port}", port=port), "--page PORT")


def free_port() -> str:
    """Where the page can be served."""
    return str(next(filter(_is_free, PORTS), PORTS[0]))


def _is_free(port: int) -> bool:
    with suppress(OSError), socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind(("", port))
        return True
    return False


def is_at_a_terminal() -> bool:
    """Whether a person types and reads here: no script, no pipe."""
    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())
