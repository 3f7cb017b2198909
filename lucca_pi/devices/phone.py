"""The phone as the camera: photographs that people take in the hand and send by the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

from lucca_pi.devices.photograph import NOT_WHOLE, complaint_about
from lucca_pi.language import Text, _
from lucca_pi.ports import Clock, Frame, PhotographError

MOST_WAITING = 3
"""Photographs that wait at once."""
MOST_SHOTS = 3
"""Photographs of one look that are joined."""
OLDEST_S = 300.0
"""Photographs of a look that are older are not joined with a new one: the table may have changed since."""

TAKE_ONE = _("Take a photograph of the table with a phone that is let in to the page.")
WAIT = _("The photographs before this one are still being looked at: wait a moment.")


@dataclass(frozen=True, slots=True)
class Shot:
    """A photograph and when it came."""

    frame: Frame
    came_s: float


class PhoneCamera:
    """
    Looks at the table by the photograph that came last; those of the same look before it are its closer pictures.

    `receive` and `leave_out` are called from the page's thread, all else from the game's.
    """

    notice = ""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._waiting: list[bytes] = []
        self._shots: list[Shot] = []
        self._number, self._taken = -1, 0

    def receive(self, photograph: bytes) -> Text | str:
        """Takes the file that a phone sends for the next look; or says why not, and what to do."""
        complaint = complaint_about(photograph)
        if complaint:
            return complaint
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                return WAIT
            self._waiting.append(photograph)
        return ""

    def leave_out(self, photograph: bytes) -> None:
        """The file came too late: it is not looked at."""
        with self._lock:
            self._waiting = [one for one in self._waiting if one is not photograph]

    def look(self, number: int) -> Frame:
        """The photograph that came last. Raises PhotographError where none came since, or it cannot be read."""
        new = self._take_waiting()
        if not new:
            raise PhotographError(TAKE_ONE)
        now_s = self._clock.now_s()
        before = [one for one in self._shots if now_s - one.came_s < OLDEST_S] if number == self._number else []
        self._number = number
        self._shots = [*before, *(Shot(self._frame(photograph), now_s) for photograph in new)][-MOST_SHOTS:]
        return self._shots[-1].frame

    def closer(self, number: int) -> Iterator[Frame]:
        """The other photographs of this look, the latest first."""
        if number == self._number:
            yield from (one.frame for one in self._shots[-2::-1])

    def file_of(self, number: int) -> str:  # noqa: ARG002
        """There is no file."""
        return ""

    def go_on(self, number: int) -> None:
        """The next look needs a photograph of its own."""

    def live(self) -> None:
        """Nothing: the phone is in a pocket."""

    def rested(self, number: int) -> Sequence[Frame]:  # noqa: ARG002
        """Nothing was seen between two looks."""
        return ()

    def close(self) -> None:
        """Nothing has to be closed."""

    def _take_waiting(self) -> list[bytes]:
        with self._lock:
            waiting, self._waiting = self._waiting, []
        return waiting

    def _frame(self, photograph: bytes) -> Frame:
        from lucca_pi.vision.picture import picture_in

        self._taken += 1
        try:
            picture = picture_in(photograph)
        except Exception as error:
            raise PhotographError(NOT_WHOLE) from error
        if picture.damage:
            raise PhotographError(NOT_WHOLE)
        return Frame(f"photograph {self._taken}", picture.grey, picture.colour, photograph, by_hand=True)
