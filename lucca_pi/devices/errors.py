"""What goes wrong at the edge. Each message says what is missing, how to check it, and what else would do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from lucca_pi.errors import reason_of
from lucca_pi.language import Text, _

UNFORESEEN = (Exception, SystemExit)
"""What a device's library may raise: anything, of any version; some end the program where they find no device."""


class DeviceError(Exception):
    """A thing outside the program is missing or refuses to work."""


class StoreError(DeviceError):
    """The games cannot be kept: no room, no permission, another program at the same file, or a damaged file."""


class LastGameError(StoreError):
    """The last game does not add up, or is of a newer version; a new one can be begun."""


@contextmanager
def opening(device: Text | str, instead: str) -> Iterator[None]:
    """
    Whatever a library raises while a device is opened becomes a DeviceError that names it; ours say it themselves.

    `instead`: the option that does without the device.
    """
    try:
        yield
    except UNFORESEEN as error:
        if type(error).__module__.partition(".")[0] == __name__.partition(".")[0]:
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


def put_away(*steps: Callable[[], object]) -> None:
    """Takes each step of letting go of a device. One that fails is passed over: the device may be gone or broken."""
    for step in steps:
        with suppress(*UNFORESEEN):
            step()
