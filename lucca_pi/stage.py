"""Screens one after another: the display shows one picture at a time, and people need time to read."""

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lucca_pi.citta.session.snapshot import Question, Snapshot
from lucca_pi.ports import Clock, Display
from lucca_pi.screens.draw import draw, pages

if TYPE_CHECKING:
    from PIL.Image import Image

READING_S = 4.0
"""How long a page stays before the next one comes."""


class Stage:
    """Shows screens, each page by page; the pages of the last screen go round until something new is shown."""

    def __init__(self, display: Display, clock: Clock, first: Sequence[Snapshot]) -> None:
        """`first` is shown at once."""
        self._display, self._clock = display, clock
        self.show(first)

    def show(self, snapshots: Sequence[Snapshot]) -> None:
        """Begins with the first page; what was still to come is dropped."""
        each = [_pages(snapshot) for snapshot in snapshots]
        self._coming: deque[Image] = deque(page for some in each for page in some)
        self._last = each[-1]
        self._turn_page()

    def tick(self) -> None:
        """Turns the page when there was time to read it, and shows it again: a panel may have been lost meanwhile."""
        if self._clock.now_s() >= self._next_s and len(self._last) + len(self._coming) > 1:
            self._turn_page()
        else:
            self._display.show(self._now)

    def flush(self) -> None:
        """Where pictures are kept, shows what is still to come at once, so that nothing goes unseen."""
        while self._coming and self._display.keeps:
            self._turn_page()

    def _turn_page(self) -> None:
        if not self._coming:
            self._coming = deque(self._last)
        self._now = self._coming.popleft()
        self._display.show(self._now)
        self._next_s = self._clock.now_s() + READING_S


def _pages(snapshot: Snapshot) -> "tuple[Image, ...]":
    """A question stays where its chosen answer is: up and down lead to the others."""
    return (draw(snapshot),) if isinstance(snapshot.screen, Question) else pages(snapshot)
