"""USB sticks, and whatever else can be pulled out: where they are mounted."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lucca_pi.devices.errors import DeviceError
from lucca_pi.language import _

_ESCAPED = re.compile(rb"\\([0-7]{3})")
"""How spaces and the like stand in the list of what is mounted: see man 5 fstab."""


@dataclass(frozen=True, slots=True)
class Linux:
    """What is mounted, and what blocks there are, as Linux tells it."""

    mounts: Path = Path("/proc/self/mounts")
    blocks: Path = Path("/sys/block")


@dataclass(frozen=True, slots=True)
class _Stick:
    """A medium that can be pulled out."""

    folder: Path
    read_only: bool


def the_stick(linux: Linux | None = None) -> Path:
    """The folder of the one stick that is mounted and can be written. Raises DeviceError."""
    sticks = _sticks(linux or Linux())
    if not sticks:
        raise DeviceError(_("no USB stick is mounted: plug one in, and mount it if the desktop does not"))
    if len(sticks) > 1:
        folders = ", ".join(str(stick.folder) for stick in sticks)
        raise DeviceError(_("there are several USB sticks ({folders}): leave only one plugged in", folders=folders))
    (stick,) = sticks
    if stick.read_only:
        raise DeviceError(
            _(
                "{folder}: this USB stick cannot be written to: does it have a write-protect switch?",
                folder=stick.folder,
            )
        )
    return stick.folder


def _sticks(linux: Linux) -> list[_Stick]:
    """One for each device, by the first place where it is mounted; none of the medium that the system runs from."""
    mounted = [tuple(map(_unescaped, line.split(b" "))) for line in linux.mounts.read_bytes().splitlines()]
    systems = {device for device, folder, *_rest in mounted if folder == "/"}
    sticks = dict[str, _Stick]()
    removable = {device for devices in _removable(linux.blocks) if not devices & systems for device in devices}
    for device, folder, _kind, options, *_rest in mounted:
        if device in removable:
            sticks.setdefault(device, _Stick(Path(folder), "ro" in options.split(",")))
    return list(sticks.values())


def _removable(blocks: Path) -> Iterator[set[str]]:
    """Each medium that can be pulled out: its device and those of its partitions."""
    for block in sorted(blocks.iterdir()):
        with suppress(OSError):  # it is being pulled out
            if (block / "removable").read_text().strip() == "1":
                yield {f"/dev/{block.name}", *(f"/dev/{part.parent.name}" for part in block.glob("*/partition"))}


def _unescaped(text: bytes) -> str:
    return os.fsdecode(_ESCAPED.sub(lambda found: bytes([int(found[1], 8)]), text))
