"""Errors of input and of a game, and every foreseen error as an object for programs and a line for people."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from lucca_pi.language import _

_OURS = __name__.partition(".")[0]
_LONGEST_REASON = 80


class UnreadableError(Exception):
    """
    Input is invalid: no JSON, a wrong type, a key given twice.

    `place` leads to the spot, as in `rounds[2][0].play[1].card` or `line 7`; `file` is added by whoever opened it.
    """

    def __init__(self, message: str, place: str = "", file: str = "") -> None:
        super().__init__(message)
        self.message, self.place, self.file = message, place, file

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.place) if part)
        return f"{where}: {self.message}" if where else self.message


class RuleError(Exception):
    """
    A broken rule.

    `rule` is its short name. `where` holds the numbers that lead to the offence, each from 1, in the record's own words
    (`round`, `turn`, `brick`); None for one that does not apply. `position` is the table before the offence, in the
    game's notation; empty if there is none.
    """

    def __init__(self, rule: str, message: str, *, position: str = "", **where: int | None) -> None:
        super().__init__(message)
        self.rule, self.message, self.position, self.where = rule, message, position, where

    def __str__(self) -> str:
        where = ", ".join(f"{name} {number}" for name, number in self.where.items() if number is not None)
        first = f"{where}: {self.message} ({self.rule})" if where else f"{self.message} ({self.rule})"
        return f"{first}\nPosition: {self.position}" if self.position else first


class NotFinishedError(Exception):
    """The requested result needs the end of the game, which is not over."""


class NotOfferedError(Exception):
    """The game does not offer the requested result."""


def reason_of(error: BaseException) -> str:
    """
    The reason of an error on one line, in the words of the system, or of the library if the system has none.

    >>> reason_of(OSError(28, "No space left on device")), reason_of(OSError("encoder error -2")), reason_of(OSError())
    ('No space left on device', 'encoder error -2', 'OSError')
    >>> reason_of(KeyError("ExposureTime"))
    "KeyError: 'ExposureTime'"
    """
    words = getattr(error, "strerror", None) or " ".join(str(error).split())
    if words and isinstance(error, LookupError):
        return f"{type(error).__name__}: {words}"
    return words or type(error).__name__


@contextmanager
def in_file(file: str) -> Iterator[None]:
    """Adds the file to an UnreadableError that the block raises."""
    try:
        yield
    except UnreadableError as error:
        raise UnreadableError(error.message, error.place, file) from None


@contextmanager
def refusing(picture: str, refusal: type[Exception]) -> Iterator[None]:
    """
    Turns any exception of a library that looks at a picture into a `refusal` of the picture.

    Exceptions of this package pass unchanged.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, refusal) or type(error).__module__.partition(".")[0] == _OURS:
            raise
        reason = str(getattr(error, "err", "") or reason_of(error))[:_LONGEST_REASON]
        problem = _("{picture} cannot be read ({reason}): take another picture.", picture=picture, reason=reason)
        raise refusal(problem) from error


EXIT_NO = 1
"""Exit code for a negative answer: an illegal record, a doubtful table."""
EXIT_UNUSABLE = 2
"""Exit code for wrong usage, or input that cannot be read."""

_KINDS: Mapping[str, tuple[str, int]] = {
    "UnreadableError": ("unreadable", EXIT_UNUSABLE),
    "PictureError": ("unreadable", EXIT_UNUSABLE),
    "NoAnchorError": ("no-quarter", EXIT_NO),
    "NoGameError": ("no-game", EXIT_NO),
    "RuleError": ("illegal-record", EXIT_NO),
    "ConfigError": ("usage", EXIT_UNUSABLE),
    "CalibrationError": ("calibration", EXIT_UNUSABLE),
    "LookError": ("device", EXIT_UNUSABLE),
    "DeviceError": ("device", EXIT_UNUSABLE),
    "PageError": ("device", EXIT_UNUSABLE),
    "PrintError": ("usage", EXIT_UNUSABLE),
    "EnrolError": ("usage", EXIT_UNUSABLE),
    "ExportError": ("file", EXIT_UNUSABLE),
    "UnwritableError": ("file", EXIT_UNUSABLE),
    "NoSuchGameError": ("no-such-game", EXIT_UNUSABLE),
    "NoSuchPersonError": ("no-such-person", EXIT_UNUSABLE),
    "NoSuchTurnError": ("no-such-turn", EXIT_UNUSABLE),
    "NoPictureError": ("no-picture", EXIT_UNUSABLE),
    "OSError": ("file", EXIT_UNUSABLE),
    "NotFinishedError": ("not-finished", EXIT_NO),
    "NotOfferedError": ("usage", EXIT_UNUSABLE),
}
"""Code and exit code of each error, by the name of its class: importing the class would import its library."""


def problem_of(error: Exception) -> tuple[dict[str, Any], int]:
    """The error as JSON data, and the exit code; an unforeseen error is raised again."""
    names = [kind.__name__ for kind in type(error).__mro__]
    known = next((_KINDS[name] for name in names if name in _KINDS), None)
    if known is None:
        raise error
    code, exit_code = known
    return {"code": code, "message": str(error), **_details(error)}, exit_code


def _details(error: Exception) -> dict[str, Any]:
    """Details of an error: file and place; or rule, place of the offence, and position."""
    named = {name: getattr(error, name) for name in ("file", "place", "rule") if getattr(error, name, None)}
    position = getattr(error, "position", "")
    return {**named, **getattr(error, "where", {}), **({"position": position} if position else {})}


def problem_text(problem: Mapping[str, Any]) -> str:
    """The error for people, on one or two lines."""
    file = str(problem.get("file", ""))
    message = str(problem["message"])
    return f"lucca-pi: {message}" if not file or message.startswith(file) else f"lucca-pi: {file}: {message}"
