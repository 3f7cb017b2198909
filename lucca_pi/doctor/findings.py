"""What a check found."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from lucca_pi.config import Config
from lucca_pi.doctor.machine import Machine
from lucca_pi.ports import Clock
from lucca_pi.problems import problem_of, problem_text
from lucca_pi.table.pieces import Pieces

State = Literal["ok", "wrong", "not here", "skipped"]


@dataclass(frozen=True, slots=True)
class People:
    """Who stands there: `tell` says something to them, `ask` gives whether a question was answered by yes."""

    tell: Callable[[str], None]
    ask: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing: how it is, in a few words, and what to do about it."""

    thing: str
    state: State
    told: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Patient:
    """
    What is examined: the machine, what is played with, and who stands there, None for nobody.

    `pieces` tells those of the game; it may raise UnreadableError and RuleError.
    """

    machine: Machine
    config: Config
    clock: Clock
    pieces: Callable[[], Pieces]
    people: People | None = None


Check = Callable[[Patient], Iterable[Finding]]


def examined(patient: Patient, checks: Iterable[tuple[str, Check]]) -> Iterator[Finding]:
    """What the checks find, one after another; one that breaks down says so, and the next one goes on."""
    for thing, check in checks:
        try:
            yield from check(patient)
        except Exception as error:
            yield _broken_down(thing, error)


def _broken_down(thing: str, error: Exception) -> Finding:
    """What is foreseen to go wrong has its own advice."""
    try:
        problem, _ = problem_of(error)
    except Exception:
        reason = str(error) or type(error).__name__
        return Finding(thing, "wrong", f"could not be examined: {reason}", "report this, with what was told above")
    return Finding(thing, "wrong", problem_text(problem).removeprefix("lucca-pi: "))


def text(finding: Finding) -> str:
    """
    The finding as a line.

    >>> text(Finding("zbar", "wrong", "cannot be loaded", "sudo apt install libzbar0"))
    'WRONG     zbar: cannot be loaded: sudo apt install libzbar0'
    """
    state = finding.state.upper() if finding.state == "wrong" else finding.state
    return f"{state:9s} {finding.thing}: {finding.told}" + (f": {finding.advice}" if finding.advice else "")


def document(findings: Iterable[Finding]) -> dict[str, Any]:
    """What `doctor --json` prints."""
    rows = [{"thing": one.thing, "state": one.state, "told": one.told, "advice": one.advice} for one in findings]
    return {"format": "lucca-doctor/1", "well": all(row["state"] != "wrong" for row in rows), "findings": rows}
