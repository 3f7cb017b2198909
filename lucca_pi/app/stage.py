"""Screens one after another: the display shows one picture at a time, and people need time to read."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lucca_pi.evening.snapshot import Snapshot
from lucca_pi.ports import Clock, Display, Light
from lucca_pi.screens.draw import pages

if TYPE_CHECKING:
    from PIL.Image import Image

READING_S = 4.0
"""How long a page stays before the next one comes."""


@dataclass(frozen=True, slots=True)
class Care:
    """Idle times, without a press or news, after which a display is dimmed and darkened; 0: never."""

    dim_after_s: float = 120
    off_after_s: float = 1800

    def light(self, idle_s: float) -> Light:
        """
        The brightness of a display after this idle time.

        >>> [Care(120, 1800).light(idle_s) for idle_s in (119, 120, 1800)], Care(0, 0).light(9000)
        (['full', 'dim', 'off'], 'full')
        """
        if 0 < self.off_after_s <= idle_s:
            return "off"
        return "dim" if 0 < self.dim_after_s <= idle_s else "full"


class Stage:
    """
    Shows screens, each page by page; the pages of the last screen go round until something new is shown.

    What is wrong goes round with them. A display that nobody needs is dimmed, then darkened.
    """

    def __init__(self, display: Display, clock: Clock, first: Sequence[Snapshot], care: Care | None = None) -> None:
        """`first` is shown at once."""
        self._display, self._clock, self._care = display, clock, care or Care()
        self._warning: Snapshot | None = None
        self._wrong: tuple[Image, ...] = ()
        self.show(first)

    def show(self, snapshots: Sequence[Snapshot]) -> None:
        """Begins with the first page; what was still to come is dropped."""
        each = [pages(snapshot) for snapshot in snapshots]
        for snapshot in snapshots:
            self._display.tell(snapshot)
        self._coming: deque[Image] = deque(page for some in each for page in some)
        self._last = each[-1]
        self.wake()
        self._turn_page()

    def tell(self, snapshot: Snapshot) -> None:
        """Shows this one first, then goes on where it was."""
        self._display.tell(snapshot)
        self._coming.appendleft(self._now)
        self._begin_with(pages(snapshot))

    def pass_by(self, snapshot: Snapshot) -> None:
        """Shows at once what the next screen takes the place of; a display that keeps its pictures is spared it."""
        if not self._display.keeps:
            self.show((snapshot,))

    def warn(self, snapshot: Snapshot | None) -> None:
        """Shows at once what is wrong now, and again and again for as long as it is; None when all is well."""
        if snapshot == self._warning:
            return
        self._coming = deque(page for page in (self._now, *self._coming) if page not in self._wrong)
        self._warning, self._wrong = snapshot, pages(snapshot) if snapshot else ()
        if snapshot:
            self._display.tell(snapshot)
        self._begin_with(self._wrong)

    def wake(self) -> bool:
        """Gives full light again: somebody is there. Whether it was dark, so that nobody saw what was on it."""
        was_dark = self._display.is_dark
        self._active_s = self._clock.now_s()
        self._display.light("full")
        return was_dark

    def tick(self) -> None:
        """Turns the page when there was time to read it, and shows it again: a panel may have been lost meanwhile."""
        self._display.light(self._care.light(self._clock.now_s() - self._active_s))
        if self._clock.now_s() >= self._next_s and len(self._last) + len(self._wrong) + len(self._coming) > 1:
            self._turn_page()
        else:
            self._display.show(self._now)

    def flush(self) -> None:
        """Where pictures are kept, shows what is still to come at once, so that nothing goes unseen."""
        while self._coming and self._display.keeps:
            self._turn_page()

    def _begin_with(self, pages: "Sequence[Image]") -> None:
        self._coming.extendleft(reversed(pages))
        self.wake()
        self._turn_page()

    def _turn_page(self) -> None:
        if not self._coming:
            self._coming = deque((*self._last, *self._wrong))
        self._now = self._coming.popleft()
        self._display.show(self._now)
        self._next_s = self._clock.now_s() + READING_S
