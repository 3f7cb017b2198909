"""Errors of devices. Each message says what is missing, how to check it, and what to use instead."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lucca_pi.errors import reason_of
from lucca_pi.language import Text, _

_OURS = __name__.partition(".")[0]
UNFORESEEN = (Exception, SystemExit)
"""Exceptions that a device's library may raise: any, and some libraries exit if they find no device."""


def foreseen(error: BaseException) -> BaseException:
    """
    The error of a device's library, unchanged.

    Raises it again if a line of this package made it: a name that a library's new version lacks, or a fault of ours.
    Nobody mends either by plugging something in.
    """
    line = error.__traceback__
    while line and line.tb_next:
        line = line.tb_next
    is_ours = line and str(line.tb_frame.f_globals.get("__name__")).partition(".")[0] == _OURS
    if is_ours and isinstance(error, (AttributeError, NameError, TypeError)):
        raise error
    return error


class DeviceError(Exception):
    """A device is missing, or refuses to work."""


class StoreError(DeviceError):
    """Games cannot be stored: no room, no permission, another program at the same file, or a damaged file."""


@contextmanager
def opening(device: Text | str, instead: str) -> Iterator[None]:
    """
    Turns any exception of a library while a device is opened into a DeviceError that names the device.

    Exceptions of this package pass unchanged. `instead`: the option that works without the device.
    """
    try:
        yield
    except UNFORESEEN as error:
        if type(error).__module__.partition(".")[0] == _OURS:
            raise
        raise DeviceError(
            _(
                "{device} cannot be used ({reason}). Check that it is connected and that its software is up to date: "
                "lucca-pi doctor examines it; or play with {instead}.",
                device=device,
                reason=reason_of(error),
                instead=instead,
            )
        ) from error


def set_up_anew() -> str:
    """The command that makes the program's environment again, with the packages that apt installs."""
    if sys.prefix.startswith("/opt/lucca-pi"):
        return "sudo systemd/install.sh --uninstall, then sudo systemd/install.sh"
    if Path(sys.prefix, "ready-run").exists():
        return "delete .venv, then ./lucca"
    return "play from a clone with ./lucca, since uv, pipx and pip do not see what apt installs"


def put_away(*steps: Callable[[], object]) -> None:
    """Takes each step of closing a device. A step that fails is skipped: the device may be gone or broken."""
    for step in steps:
        with suppress(*UNFORESEEN):
            step()
