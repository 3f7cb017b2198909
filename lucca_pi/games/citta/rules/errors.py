"""What can be wrong with what we are given: it cannot be read, or it can and breaks a rule."""


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
    A rule is broken. `rule` is its short name; `round` and `turn` count from 1 where there is one.

    `position` is the table before the offence, in the notation of `notation.write_position`.
    """

    def __init__(
        self,
        rule: str,
        message: str,
        *,
        round: int | None = None,  # noqa: A002 (the word of the record)
        turn: int | None = None,
        position: str = "",
    ) -> None:
        super().__init__(message)
        self.rule, self.message, self.round, self.turn, self.position = rule, message, round, turn, position

    def __str__(self) -> str:
        where = ", ".join(f"{n} {v}" for n, v in (("round", self.round), ("turn", self.turn)) if v is not None)
        first = f"{where}: {self.message} ({self.rule})" if where else f"{self.message} ({self.rule})"
        return f"{first}\nPosition: {self.position}" if self.position else first
