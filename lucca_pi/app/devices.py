"""All that the loop asks of the world, in one piece."""

from dataclasses import dataclass, field

from lucca_pi.devices.signals import NoSignals
from lucca_pi.devices.supervisor import NoSupervisor
from lucca_pi.ports import Album, Buttons, Clock, Display, Phones, Signals, Store, Supervisor, View


class NoPhones:
    """Nobody answers from a phone."""

    address = None

    def letter(self) -> None:
        """There is none."""

    def looks(self, notice: str) -> None:
        """Nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Devices:
    """The world, as it was picked and handed in."""

    camera: View
    buttons: Buttons
    display: Display
    store: Store
    clock: Clock
    album: Album
    signals: Signals = field(default_factory=NoSignals)
    supervisor: Supervisor = field(default_factory=NoSupervisor)
    phones: Phones = field(default_factory=NoPhones)
