"""
The display and the buttons: screens one after another, and what a press means before it comes to the game.

The display shows one picture at a time, and people need time to read it.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from lucca_pi.app.devices import Devices
from lucca_pi.contract.screens import Disagreement, Notice, Question, Snapshot
from lucca_pi.language import _
from lucca_pi.ports import ButtonsEndedError, Clock, Display, Light
from lucca_pi.screens.pages import pages

if TYPE_CHECKING:
    from PIL.Image import Image


READING_S = 4.0
"""Seconds for which a page stays before the next one."""
SLOW_S = 1.0
"""Seconds for a new picture from which on a display is slow: what is gone within some seconds is not shown on it."""
_REST_REFRESHES = 10
"""A page stays on a slow display for at least as many times the time that it takes to appear."""
UNREAD_S = 0.6
"""Seconds after a question or a complaint has come up in which OK does not count: nobody reads faster."""


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

    What is wrong goes round with them. A display that nobody needs is dimmed, then darkened. A question that has just
    come up is drawn as unread.
    """

    def __init__(
        self,
        display: Display,
        clock: Clock,
        first: Sequence[Snapshot],
        care: Care | None = None,
        *,
        of_people: bool = False,
    ) -> None:
        """`first` is shown at once. `of_people`: who presses OK has to read first."""
        self._display, self._clock, self._care, self._of_people = display, clock, care or Care(), of_people
        self._panel = display.panel
        self._is_slow = self._panel.refresh_s >= SLOW_S
        self._reading_s = max(READING_S, _REST_REFRESHES * self._panel.refresh_s)
        self._warning: Snapshot | None = None
        self._wrong: tuple[Image, ...] = ()
        self._asked: Snapshot | None = None
        self._up_s: float | None = None
        """Time at which the question came up; None while other screens are before it."""
        self._now: Image
        self._next_s = 0.0
        self.show(first)

    def show(self, snapshots: Sequence[Snapshot]) -> None:
        """Begins with the first page; what was still to come is dropped."""
        for snapshot in snapshots:
            self._display.tell(snapshot)
        before = [page for snapshot in snapshots[:-1] for page in self._pages(snapshot)]
        asked = _asked_in(snapshots[-1])
        if asked != self._asked or self._up_s is None:
            self._asked, self._up_s = asked, self._clock.now_s() if self._display.keeps else None
        self._last = self._pages(snapshots[-1])
        is_plain = self._is_read or self._display.keeps or self._is_slow
        self._first_of_last = self._last[0] if is_plain else pages(snapshots[-1], self._panel, unread=True)[0]
        self._coming: deque[Image] = deque((*before, self._first_of_last, *self._last[1:]))
        self.wake()
        self._turn_page()

    def _pages(self, snapshot: Snapshot) -> "tuple[Image, ...]":
        return pages(snapshot, self._panel)

    @property
    def _is_read(self) -> bool:
        """True if nothing is asked, or the question has been up for UNREAD_S."""
        if self._asked is None or not self._of_people:
            return True
        return self._up_s is not None and self._clock.now_s() >= self._up_s + self._panel.refresh_s + UNREAD_S

    def passes_ok(self) -> bool:
        """True if an OK counts. If other screens are still before a question, OK brings the question up instead."""
        if self._is_read:
            return True
        while self._up_s is None:
            self._turn_page()
        return False

    def tell(self, snapshot: Snapshot) -> None:
        """Shows this screen first, then goes on with the one before."""
        self._display.tell(snapshot)
        self._coming.appendleft(self._now)
        self._begin_with(self._pages(snapshot))

    def pass_by(self, snapshot: Snapshot) -> None:
        """Shows a screen that the next one replaces; a display that keeps its pictures does not show it."""
        if not self._display.keeps:
            self.show((snapshot,))

    def flash(self, snapshot: Snapshot) -> None:
        """Shows a screen that is gone within some seconds; a slow display does not show it."""
        if not self._is_slow:
            self.pass_by(snapshot)

    def warn(self, snapshot: Snapshot | None) -> None:
        """Shows at once what is wrong now, and again and again for as long as it is; None when all is well."""
        if snapshot == self._warning:
            return
        self._coming = deque(page for page in (self._now, *self._coming) if page not in self._wrong)
        self._warning, self._wrong = snapshot, self._pages(snapshot) if snapshot else ()
        if snapshot:
            self._display.tell(snapshot)
        self._begin_with(self._wrong)

    def wake(self) -> bool:
        """Gives full light, since somebody is there; True if the display was dark: nobody saw what was on it."""
        was_dark = self._display.is_dark
        self._active_s = self._clock.now_s()
        self._display.light("full")
        return was_dark

    def tick(self) -> None:
        """Turns the page when there was time to read it, and shows it again: a panel may have been lost meanwhile."""
        self._display.light(self._care.light(self._clock.now_s() - self._active_s))
        if self._now is self._first_of_last and self._is_read:
            self._now = self._last[0]
        if self._clock.now_s() >= self._next_s and len(self._last) + len(self._wrong) + len(self._coming) > 1:
            self._turn_page()
        else:
            self._display.show(self._now)

    def flush(self) -> None:
        """Shows at once what is still to come, on a display that keeps its pictures: nothing goes unseen."""
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
        if self._now is self._first_of_last and self._up_s is None:
            self._up_s = self._clock.now_s()
        self._display.show(self._now)
        self._next_s = self._clock.now_s() + self._reading_s


def _asked_in(snapshot: Snapshot) -> Snapshot | None:
    """The question or the complaint of a screen, whatever answer is chosen; None for a screen that asks nothing."""
    match snapshot.screen:
        case Question() as question:
            return replace(snapshot, screen=replace(question, chosen=0))
        case Disagreement():
            return snapshot
        case _:
            return None


ASKING_S = 15.0
"""Seconds for which the question whether to switch off stays; an OK after that means the game again."""
SWITCH_OFF = Snapshot(Notice(_("Switch off?"), _("OK: yes, the game is saved. Back: no, go on.")))
_SWITCH_OFF_LOST = Snapshot(Notice(_("Switch off?"), _("OK: yes, though the game is not saved. Back: no, go on.")))
_SWITCHED_OFF_LOST = Snapshot(Notice(_("Switched off"), _("The game could not be saved: its disk is gone.")))
SWITCHED_OFF = Snapshot(Notice(_("Switched off"), _("The game is saved and goes on at the next start.")))

_GameButton = Literal["ok", "back", "up", "down", "undo"]


class PressFilter:
    """
    Filters presses before they reach the game.

    A press on a dark display only wakes it, since nobody can have read the screen; on a dimmed one it counts. For the
    same reason an OK is ignored just after a question has come up. Holding OK asks whether to switch off. Faults of
    devices are shown.
    """

    def __init__(self, devices: Devices, stage: Stage, faults: Callable[[], Mapping[str, str]] = dict) -> None:
        """`faults`: what is wrong besides the devices, by its title; empty for what is well."""
        self._devices, self._stage, self._faults = devices, stage, faults
        self._told: dict[str, str] = {}
        self._asked_s: float | None = None
        self.is_switched_off = False
        """True once somebody held OK and confirmed to switch off."""

    @property
    def is_asking(self) -> bool:
        """True while the next press answers whether to switch off: nothing else is shown."""
        return self._asked_s is not None

    def press(self, snapshot: Snapshot, wait_s: float) -> _GameButton | None:
        """
        The next press for the game, whose screen is `snapshot`; None when there was none within `wait_s`.

        Raises ButtonsEndedError when none can come, or the machine is to be switched off.
        """
        button = self._devices.buttons.press(snapshot, wait_s)
        self._tell_what_is_wrong()
        if button is None:
            if self._asked_s is not None and self._devices.clock.now_s() >= self._asked_s + ASKING_S:
                self._answer(False, snapshot)
            self._stage.tick()
            return None
        if self._stage.wake() or (button == "ok" and not self._counts_ok()):
            return None
        if self.is_asking:
            self._answer(button == "ok", snapshot)
            return None
        if button == "off":
            self._ask()
            return None
        return button

    def _counts_ok(self) -> bool:
        """True if somebody can have read what an OK answers."""
        is_new = self._asked_s is not None and self._devices.clock.now_s() < self._asked_s + UNREAD_S
        return self._stage.passes_ok() and not (is_new and self._devices.buttons.of_people)

    def go_on(self) -> None:
        """Lights the display, and ends the question whether to switch off: somebody plays on elsewhere."""
        self._stage.wake()
        self._asked_s = None

    def _ask(self) -> None:
        self._asked_s = self._devices.clock.now_s()
        self._stage.show((_SWITCH_OFF_LOST if self._devices.store.lost else SWITCH_OFF,))

    def _answer(self, yes: bool, snapshot: Snapshot) -> None:
        self._asked_s = None
        switched_off = _SWITCHED_OFF_LOST if self._devices.store.lost else SWITCHED_OFF
        self._stage.show((switched_off if yes else snapshot,))
        if yes:
            self.is_switched_off = True
            raise ButtonsEndedError

    @property
    def wrong(self) -> tuple[str, ...]:
        """Faults of the devices, as they were shown last."""
        return tuple(filter(None, self._told.values()))

    def _tell_what_is_wrong(self) -> None:
        """Shows a fault once, and the game goes on; a missing camera stays on the display, and nothing goes on."""
        devices = self._devices
        notices = {_("Buttons"): devices.buttons.notice, _("Display"): devices.display.notice, **self._faults()}
        for title, notice in notices.items():
            if notice and notice != self._told.get(title):
                self._stage.tell(Snapshot(Notice(title, notice)))
            self._told[title] = notice
        lost = self._told[_("Camera")] = devices.camera.notice
        self._stage.warn(Snapshot(Notice(_("Camera"), lost)) if lost else None)
