"""What can be wrong: what we are given cannot be read or breaks a rule; or a game does not give what is asked for."""

from collections.abc import Iterator
from contextlib import contextmanager

from lucca_pi.language import _

OURS = __name__.partition(".")[0]
LONGEST_REASON = 80


class UnreadableError(Exception):
    """
    Input that is not what it should be: no JSON, a wrong type, a key given twice.

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
    """The game is not over yet, and what was asked for needs its end."""


class NotOfferedError(Exception):
    """What was asked for is nothing that this game has."""


def reason_of(error: BaseException) -> str:
    """
    The reason in the system's words, or in those of the library that raised the error without them; on one line.

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
    """Names the file in an UnreadableError that comes out of the block."""
    try:
        yield
    except UnreadableError as error:
        raise UnreadableError(error.message, error.place, file) from None


@contextmanager
def refusing(picture: str, refusal: type[Exception]) -> Iterator[None]:
    """
    Whatever a library raises while that picture is looked at becomes a `refusal` of it, so that nothing ends by it.

    Errors of ours pass: they say themselves what is wrong.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, refusal) or type(error).__module__.partition(".")[0] == OURS:
            raise
        reason = str(getattr(error, "err", "") or reason_of(error))[:LONGEST_REASON]
        problem = _("{picture} cannot be looked at ({reason}): take another picture.", picture=picture, reason=reason)
        raise refusal(problem) from error
