"""What happened at one table in one evening."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from traceback import format_exception

from lucca_pi.contract.history import BY_HAND, CORRECTED
from lucca_pi.evening.judging import SETTLED

Teller = Callable[[str], None]
"""Gets a line for each thing that happens."""


@dataclass(slots=True)
class Notes:
    """
    Counts, and what went wrong.

    `ranks`: where among a question's answers the true one stood, from 0; None if nowhere. `misread`: where what the
    machine had taken was not what was played, `righted` of them put right later. `stuck`: why it could go no further.
    """

    tell_line: Teller | None = None
    looks: int = 0
    closer: int = 0
    ranks: list[int | None] = field(default_factory=list)
    told: int = 0
    mended: int = 0
    laid_out_again: int = 0
    settled: int = 0
    by_hand: int = 0
    corrected: int = 0
    misread: list[str] = field(default_factory=list)
    righted: int = 0
    stuck: str = ""
    decisions_s: list[float] = field(default_factory=list)
    _is_wrong: bool = False

    def tell(self, line: str) -> None:
        """Tells it to whom wants to know."""
        if self.tell_line:
            self.tell_line(line)

    def compare(self, difference: str) -> None:
        """Notes where the machine's game begins to differ from the true one, and where it does no more."""
        if difference and not self._is_wrong:
            self.misread.append(difference)
            self.tell(f"  MISREAD {difference}")
        self.righted += self._is_wrong and not difference
        self._is_wrong = bool(difference)

    def crash(self, error: Exception) -> None:
        """The program broke down."""
        self.stuck = f"CRASH {type(error).__name__}: {error}"
        self.tell("".join(format_exception(error)))

    def count(self, notes: Iterable[str]) -> None:
        """Counts how turns were taken that were not taken as always."""
        notes = list(notes)
        self.settled, self.by_hand, self.corrected = (notes.count(note) for note in (SETTLED, BY_HAND, CORRECTED))
