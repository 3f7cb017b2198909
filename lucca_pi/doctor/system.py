"""
The examined machine, its findings, and the checks of its system: libraries, memory, disk, clock, power, games, service.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from lucca_pi.config import Config
from lucca_pi.devices.errors import StoreError, set_up_anew
from lucca_pi.devices.state_directory import GAMES
from lucca_pi.devices.store import StoredGames
from lucca_pi.errors import problem_of, problem_text
from lucca_pi.ports import Clock
from lucca_pi.table.pieces import Pieces

_COMMAND_S = 5.0


@dataclass(frozen=True, slots=True)
class Machine:
    """The examined machine. `root`: where its files begin. `answers`: outputs of commands, None runs them."""

    root: Path = Path("/")
    answers: Mapping[str, str] | None = None

    def read(self, path: str) -> str | None:
        """The text of a file without zeros, line ends and spaces around it; None if it cannot be read."""
        try:
            return (self.root / path).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """True if there is such a file."""
        return (self.root / path).exists()

    def said(self, command: str) -> str | None:
        """The output of the command; None if there is no such command or it fails."""
        if self.answers is not None:
            return self.answers.get(command)
        words = command.split()
        if not shutil.which(words[0]):
            return None
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=_COMMAND_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    @property
    def model(self) -> str:
        """The board's own name, such as Raspberry Pi 4 Model B Rev 1.4; empty on other machines."""
        return self.read("proc/device-tree/model") or ""

    @property
    def is_pi(self) -> bool:
        """True for a Raspberry Pi."""
        return self.model.startswith("Raspberry Pi")


State = Literal["ok", "wrong", "not here", "skipped"]


@dataclass(frozen=True, slots=True)
class People:
    """People at the terminal: `tell` prints a message, `ask` returns True if they answer yes."""

    tell: Callable[[str], None]
    ask: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of a thing in a few words, and what to do about it."""

    thing: str
    state: State
    told: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Patient:
    """
    Everything that is examined: the machine, the settings, and people at the terminal, None if nobody is there.

    `pieces` returns those of the game; it may raise UnreadableError and RuleError. `asked`: the settings that somebody
    gave.
    """

    machine: Machine
    config: Config
    clock: Clock
    pieces: Callable[[], Pieces]
    people: People | None = None
    asked: Collection[str] = ()


Check = Callable[[Patient], Iterable[Finding]]


def examined(patient: Patient, checks: Iterable[tuple[str, Check]]) -> Iterator[Finding]:
    """Findings of the checks, in order; a check that breaks down gives a finding that says so."""
    for thing, check in checks:
        try:
            yield from check(patient)
        except Exception as error:
            yield _broken_down(thing, error)


def _broken_down(thing: str, error: Exception) -> Finding:
    """The finding for a check that broke down; a foreseen error has its own advice."""
    try:
        problem, _ = problem_of(error)
    except Exception:
        reason = str(error) or type(error).__name__
        return Finding(thing, "wrong", f"could not be examined: {reason}", "report this, with the lines above")
    return Finding(thing, "wrong", problem_text(problem).removeprefix("lucca-pi: "))


def text(finding: Finding) -> str:
    """
    The finding as a line.

    >>> text(Finding("clock", "wrong", "1970-01-01T00:00:00Z", "connect it to the network once"))
    'WRONG     clock: 1970-01-01T00:00:00Z: connect it to the network once'
    """
    state = finding.state.upper() if finding.state == "wrong" else finding.state
    return f"{state:9s} {finding.thing}: {finding.told}" + (f": {finding.advice}" if finding.advice else "")


def findings_json(findings: Iterable[Finding]) -> dict[str, Any]:
    """The findings as `doctor --json` prints them."""
    rows = [{"thing": one.thing, "state": one.state, "told": one.told, "advice": one.advice} for one in findings]
    return {"format": "lucca-doctor/1", "well": all(row["state"] != "wrong" for row in rows), "findings": rows}


_OLDEST, _TOO_NEW = (3, 11), (3, 15)
_LEAST_MB = 600
"""Least memory, MB: a Pi of 1 GB reports 900 or more, one of 512 MB under 500; play took 367 (tests/onpi/camera.md)."""
_FULL_MB = 200
"""With less room than this an evening with its pictures may fill the disk."""
_FIRST_YEAR = 2026
"""No clock that is right shows an earlier one."""
_HOT_C = 80.0
"""From here on a Pi slows itself down."""
_LOW_NOW, _LOW_SINCE = 0x1, 0x10000
"""The bits of vcgencmd get_throttled for too little voltage, now and since the start."""
_APT_NUMPY = "usr/lib/python3/dist-packages"
_ABI = 2
"""From this major version of numpy on libraries built for one before cannot be loaded."""


def system(patient: Patient) -> Iterator[Finding]:
    """The findings on system and board: Debian 12 or newer, or a system derived from it, in 64 bits."""
    release = _release(patient.machine.read("etc/os-release") or "")
    name = ", ".join(filter(None, (release.get("PRETTY_NAME", "unknown system"), patient.machine.model)))
    if sys.maxsize < 2**32:
        yield Finding("system", "wrong", f"{name}, 32 bits", "install the 64-bit Raspberry Pi OS Lite")
    elif release.get("ID") in ("debian", "raspbian") and int(release.get("VERSION_ID", 99)) < 12:
        yield Finding("system", "wrong", name, "install Raspberry Pi OS bookworm or newer")
    else:
        yield Finding("system", "ok", f"{name}, {platform.machine()}")


def _release(text: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {name: value.strip('"') for name, _, value in pairs}


def python(_: Patient) -> Iterator[Finding]:
    """Python, new enough."""
    told = f"{platform.python_version()}, {sys.executable}"
    if not _OLDEST <= sys.version_info < _TOO_NEW:
        yield Finding("Python", "wrong", told, "use Python 3.11 to 3.14: not every library is there for others")
    else:
        yield Finding("Python", "ok", told)


def numpy(patient: Patient) -> Iterator[Finding]:
    """The finding on numpy, compared with the version that apt's picamera2 was built for."""
    import numpy

    built_for = next((patient.machine.root / _APT_NUMPY).glob("numpy-*.*-info"), None)
    version = built_for.name.split("-")[1] if built_for else ""
    told = f"{numpy.__version__}" + (f", apt's is {version}" if version else "")
    if version and int(version.split(".")[0]) < _ABI <= int(numpy.__version__.split(".")[0]):
        yield Finding("numpy", "wrong", f"{told}: the Pi's camera library cannot use it", set_up_anew())
    else:
        yield Finding("numpy", "ok", told)


def qr_readers(_: Patient) -> Iterator[Finding]:
    """The libraries that read QR codes; one is enough."""
    from lucca_pi.vision.qr import has_zbar

    told = "zxing-cpp and zbar" if has_zbar() else "zxing-cpp; zbar is not installed, and is not needed"
    yield Finding("QR codes", "ok", f"read by {told}")


def memory(patient: Patient) -> Iterator[Finding]:
    """Memory for a game with pictures of 12 megapixels."""
    said = re.search(r"^MemTotal: +(\d+) kB", patient.machine.read("proc/meminfo") or "", re.MULTILINE)
    if said is None:
        yield Finding("memory", "not here", "this machine does not report it")
        return
    total_mb = int(said[1]) * 1024 // 1_000_000
    if total_mb < _LEAST_MB:
        yield Finding("memory", "wrong", f"{total_mb} MB are not enough", "use a Pi with 1 GB or more")
    else:
        yield Finding("memory", "ok", f"{total_mb} MB")


def disk(patient: Patient) -> Iterator[Finding]:
    """Room on the disk for games."""
    state = patient.config.state
    there = next(folder for folder in (state, *state.absolute().parents) if folder.exists())
    free_mb = shutil.disk_usage(there).free // 1_000_000
    told = f"{state}, {free_mb} MB free"
    if not os.access(there, os.W_OK):
        yield Finding("disk", "wrong", f"{state} cannot be written", "give another --state, or check its owner: ls -ld")
    elif free_mb < _FULL_MB:
        yield Finding("disk", "wrong", told, "make room: old pictures are in its folder pictures")
    else:
        yield Finding("disk", "ok", told)


def clock(patient: Patient) -> Iterator[Finding]:
    """The time of day, by which games are called."""
    date = patient.clock.date()
    told = patient.machine.said("timedatectl show -p NTPSynchronized --value")
    synchronised = told == "yes" or patient.machine.exists("run/systemd/timesync/synchronized")
    if datetime.fromisoformat(date).year < _FIRST_YEAR:
        yield Finding("clock", "wrong", date, "connect it to the network once, or: sudo timedatectl set-time")
    else:
        yield Finding("clock", "ok", f"{date}, {'synchronised' if synchronised else 'not synchronised by the network'}")


def temperature(patient: Patient) -> Iterator[Finding]:
    """The processor's."""
    said = patient.machine.read("sys/class/thermal/thermal_zone0/temp")
    if said is None:
        yield Finding("temperature", "not here", "this machine reports none")
        return
    degrees = int(said) / 1000
    if degrees >= _HOT_C:
        yield Finding("temperature", "wrong", f"{degrees:.0f} °C: it runs slower", "give it air or a heat sink")
    else:
        yield Finding("temperature", "ok", f"{degrees:.0f} °C")


def power(patient: Patient) -> Iterator[Finding]:
    """The power supply, by the throttling that the Pi reports."""
    said = patient.machine.said("vcgencmd get_throttled")
    if said is None:
        yield Finding("power", "not here", "this machine does not report its supply")
        return
    bits = int(said.partition("=")[2], 16)
    if bits & (_LOW_NOW | _LOW_SINCE):
        told = "too little voltage" + (" now" if bits & _LOW_NOW else " since the start")
        yield Finding("power", "wrong", told, "use the supply made for this Pi, and a short cable")
    else:
        yield Finding("power", "ok", "enough voltage since the start")


UNIT = "lucca-pi"


def database(patient: Patient) -> Iterator[Finding]:
    """Reads the journals of all games to their ends."""
    folder = patient.config.state / GAMES
    try:
        with closing(StoredGames(patient.config.state)) as games:
            count, unsound = len(games.games()), [*games.unsound()]
    except StoreError as error:
        yield Finding("games", "wrong", str(error), "give another directory with --state DIR, or the right to read it")
        return
    if unsound:
        (game, trouble), more = unsound[0], len(unsound) - 1
        told = f"{folder}: {game}: {trouble}" + (f"; and {more} more of {count}" if more else "")
        advice = "copy it elsewhere first; play then sets it aside and recovers what can be read"
        yield Finding("games", "wrong", told, advice)
    elif count:
        yield Finding("games", "ok", f"{count} saved in {folder}, all undamaged")
    else:
        yield Finding("games", "ok", f"none saved yet in {patient.config.state}")


def service(patient: Patient) -> Iterator[Finding]:
    """The service, where it is installed."""
    state = service_state(patient)
    if state is None:
        yield Finding("service", "not here", "not installed: sudo systemd/install.sh does that")
    elif state == "active":
        yield Finding("service", "ok", "runs")
    elif state == "inactive":
        yield Finding("service", "ok", f"stopped; sudo systemctl start {UNIT} starts it")
    else:
        yield Finding("service", "wrong", state, f"see why: journalctl -u {UNIT} -n 20")


def service_state(patient: Patient) -> str | None:
    """The service's state by systemd: active, inactive, failed, activating; None without systemd."""
    said = patient.machine.said(f"systemctl show {UNIT} -p LoadState -p ActiveState --value")
    loaded, _, active = (said or "").partition("\n")
    return active if loaded == "loaded" else None


SYSTEM_CHECKS: tuple[tuple[str, Check], ...] = (
    ("system", system),
    ("Python", python),
    ("numpy", numpy),
    ("QR codes", qr_readers),
    ("memory", memory),
    ("disk", disk),
    ("games", database),
    ("clock", clock),
    ("temperature", temperature),
    ("power", power),
    ("service", service),
)
