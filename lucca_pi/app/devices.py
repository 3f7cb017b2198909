"""All that an evening is played with, picked by name and handed in."""

from dataclasses import dataclass, field

from lucca_pi.devices.gpio import NoSignals
from lucca_pi.devices.system import NoSupervisor
from lucca_pi.ports import Album, Buttons, Camera, Clock, Display, Phones, Signals, Store, Supervisor


class NoPhones(Phones):
    """No-op twin: no phones are connected."""

    address = None


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices; those that an evening can do without are twins unless they are given."""

    camera: Camera
    buttons: Buttons
    display: Display
    store: Store
    clock: Clock
    album: Album
    signals: Signals = field(default_factory=NoSignals)
    supervisor: Supervisor = field(default_factory=NoSupervisor)
    phones: Phones = field(default_factory=NoPhones)
