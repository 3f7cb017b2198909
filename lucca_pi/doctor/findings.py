"""Findings of an examination, and the machine that is examined."""

import shutil
import subprocess
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lucca_pi.config import Config
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
