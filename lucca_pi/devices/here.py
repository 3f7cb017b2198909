"""
Devices that `play` chooses on a computer that is no Raspberry Pi, if no setting names them; never a twin.

Each choice carries its description, and the options for another choice.
"""

import socket
import struct
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

from lucca_pi.language import _, say

_MODEL = Path("/proc/device-tree/model")
_VIDEO = Path("/dev")
BY_ID = "v4l/by-id"
"""Folder of links to video devices, named by maker, model and serial number."""
PORTS = range(8000, 8010)
"""Ports tried for the page if no setting names a port; the first free one is used."""
PHONE = "phone"
"""Value of the setting `camera` for photographs sent by phones."""
_QUERYCAP = 0x80685600
"""VIDIOC_QUERYCAP of linux/videodev2.h: asks a video device for its name and capabilities."""
_CAPTURES = 0x1
"""V4L2_CAP_VIDEO_CAPTURE: the capability to give pictures."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen setting: its name and value, its description, and options for another choice."""

    setting: str
    value: str
    words: str
    others: str


def is_pi(environment: Mapping[str, str], model: Path = _MODEL) -> bool:
    """True on a Raspberry Pi, or in the service: there the defaults of settings hold."""
    if "STATE_DIRECTORY" in environment:
        return True
    with suppress(OSError):
        return "Raspberry Pi" in model.read_text(errors="replace")
    return False


def choices(given: Collection[str], *, page: bool) -> tuple[Choice, ...]:
    """
    A choice for each of camera, buttons and display that is not among the settings `given`; with `page` for that too.

    A phone that is chosen as the camera needs the page in any case.
    """
    makers: dict[str, Callable[[], Choice]] = {
        "camera": _camera,
        "buttons": lambda: Choice("buttons", "keyboard", _("buttons: the keyboard"), "--buttons keys"),
        "display": lambda: Choice(
            "display", "text", _("display: this terminal, in words"), "--display terminal, --display none"
        ),
    }
    chosen = tuple(make() for setting, make in makers.items() if setting not in given)
    needs_page = page or any(one.value == PHONE for one in chosen)
    return (*chosen, _page()) if needs_page and "page" not in given else chosen


def in_lines(chosen: Collection[Choice], file: Path) -> str:
    """The choices and their alternatives, a line each, in the language in use; `file`: the settings file."""
    lines = [say(_("You named no devices, so I use what I found:"))]
    lines += [f"  {say(one.words)}  ({say(_('or'))} {one.others})" for one in chosen]
    return "\n".join([*lines, say(_("To use others every time, set them in {file}.", file=file))])


def _camera() -> Choice:
    """The first webcam; without a webcam, the camera of a phone."""
    for number, name in webcams():
        words = _("camera: the webcam {name}", name=name or f"/dev/video{number}")
        return Choice("camera", f"usb:{number}", words, "--camera phone, --camera folder:DIR")
    return Choice("camera", PHONE, _("camera: a phone, through the page"), "--camera usb:N, --camera folder:DIR")


def webcams(folder: Path = _VIDEO) -> list[tuple[int, str]]:
    """Number and name of each video device that gives pictures."""
    numbers = sorted(int(file.name[5:]) for file in folder.glob("video*") if file.name[5:].isdecimal())
    found = ((number, _captures(folder / f"video{number}")) for number in numbers)
    return [(number, name) for number, name in found if name is not None]


def video_number(name: int | str, folder: Path = _VIDEO) -> int | None:
    """
    Current number of a video device; None if there is no such device.

    `name`: the number itself; the path of the device; its name in `v4l/by-id`, which stays the same at every port; or
    the beginning of the name that the camera gives itself, such as "HD Pro Webcam".
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
    """Path in `v4l/by-id` of the video device of that number; "" if it has none."""
    links = sorted((folder / BY_ID).glob("*"))
    return next((str(link) for link in links if link.resolve().name == f"video{number}"), "")


def _captures(device: Path) -> str | None:
    """Name of a device that gives pictures; None for other devices, and for devices that do not answer."""
    try:
        with device.open("rb", buffering=0) as opened:
            told = bytes(ioctl(opened, _QUERYCAP, bytes(104)))
    except OSError:
        return None
    can = struct.unpack_from("I", told, 88)[0]
    return told[16:48].split(b"\0")[0].decode(errors="replace") if can & _CAPTURES else None


def _page() -> Choice:
    port = free_port()
    return Choice("page", port, _("the page for your phones: port {port}", port=port), "--page PORT")


def free_port() -> str:
    """The first free port among PORTS, or the first of PORTS if none is free."""
    return str(next(filter(_is_free, PORTS), PORTS[0]))


def _is_free(port: int) -> bool:
    with suppress(OSError), socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        tried.bind(("", port))
        return True
    return False


def is_at_a_terminal() -> bool:
    """True if input and output are a terminal, not a script or a pipe."""
    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())
