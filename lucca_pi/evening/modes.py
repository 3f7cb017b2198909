"""What the machine waits for besides the next press of OK: an answer, or the table to be put right."""

from dataclasses import dataclass

from lucca_pi.games.contract.history import Asked, Course
from lucca_pi.games.contract.questions import Browse, Choice, Disagreed, Settle
from lucca_pi.games.contract.verdict import Turns
from lucca_pi.table.sighting import Look


@dataclass(frozen=True, slots=True)
class Examining:
    """
    A correction in progress: the moments after it are examined again, one by one.

    `course` is what has been replayed so far; once it is whole, its moments are compared with their looks, `checked`
    of them so far. `looks` wait for the correction to end; `asked` and `note` go with it.
    """

    settle: Settle
    course: Course
    checked: int
    date: str
    looks: tuple[Look, ...] = ()
    asked: Asked | None = None
    note: str = ""

    @property
    def turns(self) -> Turns:
        """The turns from the corrected one on, as far as the course has come."""
        return self.course.turns[self.settle.number - 1 :]


Waiting = None
Mode = Choice | Disagreed | Browse | Examining | None
"""Browse: past games are looked at. None: the machine waits for the next press of OK."""
